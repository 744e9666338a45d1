/* The line editor: characters in, lines out. */
#include "console.h"

#include "flash.h"
#include "print.h"
#include "settings.h"
#include "uart.h"

static char line[CONSOLE_LINE_MAX + 1];
static uint8_t length; /* characters typed; those beyond CONSOLE_LINE_MAX are counted, not kept */
static struct {
    bool lost : 1;      /* input was lost within this line */
    bool after_cr : 1;  /* a LF right behind a CR belongs to it */
    bool open : 1;      /* the cursor stands behind the prompt or what was typed */
    bool torn : 1;      /* other output stands between what was typed and the cursor */
    bool quiet : 1;     /* no echo for now */
    uint8_t escape : 2; /* 1 behind an ESC, 2 within its sequence */
} state;

static uint8_t kept(void)
{
    return length < CONSOLE_LINE_MAX ? length : CONSOLE_LINE_MAX;
}

static void echo(char c)
{
    if (state.quiet)
        state.torn = true;
    if (state.quiet || !settings.echo)
        return;
    print_char(c);
    state.open = true;
}

static void rub_out(void)
{
    length--;
    echo('\b');
    echo(' ');
    echo('\b');
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

static enum console_event finish(void)
{
    print_fresh();
    state.open = false;
    line[kept()] = '\0';
    enum console_event event = state.lost                  ? CONSOLE_LOST
                               : length > CONSOLE_LINE_MAX ? CONSOLE_TOO_LONG
                                                           : CONSOLE_LINE;
    console_clear();
    return event;
}

/* What is too much to be counted is not echoed: so what is rubbed out is what was seen. */
static void append(char c)
{
    if (length == UINT8_MAX)
        return;
    if (length < CONSOLE_LINE_MAX)
        line[length] = lower(c);
    length++;
    echo(c);
}

bool console_escape(uint8_t byte)
{
    if (byte == '\033') {
        state.escape = 1;
        return true;
    }
    if (byte < ' ')
        state.escape = 0; /* a control character is none of it: it was torn off */
    if (!state.escape)
        return false;
    bool opens = state.escape == 1 && (byte == '[' || byte == 'O');
    bool within = state.escape == 2;
    state.escape = opens || (within && byte < '@') ? 2 : 0;
    return opens || within;
}

enum console_event console_take(uint8_t byte)
{
    bool joined = state.after_cr && byte == '\n';
    state.after_cr = byte == '\r';
    if (joined)
        return CONSOLE_TYPING;
    if (state.torn && !state.quiet)
        console_prompt();
    switch (byte) {
    case UART_LOST: state.lost = true; break;
    case '\r':
    case '\n': return finish();
    case '\b':
    case 0x7f:
        if (length)
            rub_out();
        break;
    case 'U' & 0x1f:
        while (length)
            rub_out();
        break;
    case '\t': byte = ' '; /* fall through */
    default:
        if (byte >= ' ')
            append((char)byte);
    }
    return CONSOLE_TYPING;
}

void console_quiet(bool quiet)
{
    state.quiet = quiet;
}

char *console_line(void)
{
    return line;
}

void console_clear(void)
{
    length = 0;
    state.lost = false;
    state.torn = false;
}

bool console_begins(const char *text)
{
    for (uint8_t i = 0; flash_byte(text); i++, text++)
        if (i >= kept() || line[i] != (char)flash_byte(text))
            return false;
    return true;
}

bool console_typing(void)
{
    return length > 0;
}

bool console_prompted(void)
{
    return state.open;
}

void console_interrupt(void)
{
    if (!state.open)
        return;
    print_fresh();
    state.open = false;
    state.torn = length > 0;
}

void console_fresh(void)
{
    console_interrupt();
    print_fresh();
}

void console_prompt(void)
{
    print_fresh();
    state.torn = false;
    print_flash(FLASH_TEXT("> "));
    state.open = true;
    for (uint8_t i = 0; i < kept(); i++)
        echo(line[i]);
}
