/* The line editor: characters in, lines out. */
#include "firmware/console/console.h"

#include "firmware/console/print.h"
#include "firmware/noinline.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"
#include "hal/uart.h"

#define DELETE 0x7f /* what the backspace key of many terminals sends */
#define CTRL_U ('U' & 0x1f)
#define SHOWN  0xe0 /* a control character has none of these bits */

/* A line ends with CR, LF, CR LF, CR NUL (telnet) or LF CR. */
enum line_end { END_NONE, END_CR, END_LF };

enum escape { ESCAPE_NONE, ESCAPE_BEGUN, ESCAPE_PARAMETERS, ESCAPE_OPENED };

static char line[CONSOLE_LINE_MAX + 1];
static uint8_t length; /* characters typed; those beyond CONSOLE_LINE_MAX are counted, not stored */
static struct {
    uint8_t escape : 2; /* enum escape: where in an escape sequence the input is */
    bool lost : 1;      /* input was lost within this line */
    uint8_t after : 2;  /* enum line_end: how the previous line has just ended */
    bool torn : 1;      /* other output is between the typed characters and the cursor */
    bool quiet : 1;     /* no echo for now */
} state;

NOINLINE_FOR_FLASH static uint8_t stored(void)
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
    print_mark_prompt();
}

/* Returns whether the byte continues a character in UTF-8. */
static bool continues(char c)
{
    return (c & 0xc0) == 0x80;
}

/* Characters that are not stored are counted as wholes. */
static void rub_out(void)
{
    do
        length--;
    while (length && length < CONSOLE_LINE_MAX && continues(line[length]));
    echo('\b');
    echo(' ');
    echo('\b');
}

NOINLINE_FOR_FLASH static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c | 0x20) : c;
}

bool console_is_whole(void)
{
    return !state.lost && length <= CONSOLE_LINE_MAX;
}

static enum console_event finish(void)
{
    if (!state.quiet)
        print_ensure_newline();
    line[stored()] = '\0';
    enum console_event event = state.lost                  ? CONSOLE_LOST
                               : length > CONSOLE_LINE_MAX ? CONSOLE_TOO_LONG
                                                           : CONSOLE_LINE;
    console_clear();
    return event;
}

/* Characters that are too many to count are not echoed, so that backspace deletes what is visible. */
static void append(char c)
{
    if (length == UINT8_MAX)
        return;
    if (length < CONSOLE_LINE_MAX)
        line[length] = lower(c);
    if (length < CONSOLE_LINE_MAX || !continues(c))
        length++;
    echo(c);
}

/*
 * ESC, [ or O, parameters below @, and one byte from @ on.  A question mark is only the first parameter: if a
 * flipped bit has begun a sequence, the next one is a live key.
 */
bool console_escape(uint8_t byte)
{
    uint8_t before = state.escape;
    state.escape = ESCAPE_NONE;
    if (byte == '\033')
        state.escape = ESCAPE_BEGUN;
    else if (before == ESCAPE_NONE || byte < ' ')
        return false;
    else if (before == ESCAPE_BEGUN) {
        if (byte != '[' && byte != 'O')
            return false;
        state.escape = ESCAPE_OPENED;
    } else if (before == ESCAPE_PARAMETERS && byte == '?') {
        return false;
    } else if (byte < '@') {
        state.escape = ESCAPE_PARAMETERS;
    }
    return true;
}

enum console_event console_take(uint8_t byte)
{
    uint8_t after = state.after;
    state.after = END_NONE;
    if (after == END_CR && (byte == '\n' || byte == '\0'))
        return CONSOLE_TYPING;
    if (after == END_LF && byte == '\r')
        return CONSOLE_TYPING;
    /* The echo must not continue a line that other output, such as a table, has not ended. */
    bool is_in_output = settings.echo && print_is_begun() && !print_has_prompt();
    if (!state.quiet && (state.torn || (is_in_output && byte & SHOWN)))
        console_prompt();
    switch (byte) {
    case '\0': /* lost, or noise on the line */
    case UART_LOST: state.lost = true; break;
    case '\r': state.after = END_CR; return finish();
    case '\n': state.after = END_LF; return finish();
    case '\b':
    case DELETE:
    case CTRL_U:
        while (length) {
            rub_out();
            if (byte != CTRL_U)
                break;
        }
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

bool console_holds(const char *word)
{
    for (uint8_t i = 0; i < stored(); i++)
        if (line[i] != ' ' && line[i] != (char)flash_byte(word++))
            return false;
    return !flash_byte(word);
}

bool console_typing(void)
{
    return length > 0;
}

void console_interrupt(void)
{
    if (!print_has_prompt())
        return;
    print_ensure_newline();
    state.torn = length > 0;
}

void console_ensure_newline(void)
{
    console_interrupt();
    print_ensure_newline();
}

void console_prompt(void)
{
    print_ensure_newline();
    state.torn = false;
    print_flash(FLASH_TEXT("> "));
    print_mark_prompt();
    for (uint8_t i = 0; i < stored(); i++)
        echo(line[i]);
}

void console_ok(void)
{
    print_ensure_newline();
    print_flash(FLASH_TEXT("ok\r\n"));
    console_prompt();
}
