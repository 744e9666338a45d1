/* The fuzzer of the serial line: bytes, time, button and EEPROM at work, and what must hold of the output. */
#define HOST_SLICES 3
#include "tests/unit/host.h"

#include "firmware/console/command.h"
#include "firmware/console/format.h"
#include "firmware/job/job.h"
#include "firmware/job/state.h"
#include "firmware/queens/verify.h"
#include "firmware/storage/settings.h"
#include "tests/support/words.h"

#include <stdio.h>
#include <stdlib.h>

/*
 *     0x00 .. 0x7f    typed; 0 is input that was lost
 *     0x80 .. 0xbf    1 to 64 ms go by
 *     0xc0, 0xc1      the button is released, is pressed
 *     0xc2 .. 0xff    typed
 */
enum { LINE_TIME = 0x80, LINE_BUTTON = 0xc0, LINE_TYPED = 0xc2 };

#define LINE_KEPT 600 /* bytes of an output line that are checked; a table of 32 rows is 264 */

static struct {
    char text[LINE_KEPT + 1]; /* of the line so far */
    size_t length;
    char last;   /* byte sent */
    bool echoed; /* what was typed may be part of the line */
    bool solved; /* the line came from a `solve` with the format `digits` */
} output;

/* The same for everything that is sent between two checks. */
static bool line_echoes, line_solves;

static const char *line_broke; /* the sentence that is not true; NULL: all are */
static char line_last[LINE_KEPT + 1];

static void line_require(bool holds, const char *sentence)
{
    if (holds || line_broke)
        return;
    line_broke = sentence;
    strcpy(line_last, output.text);
}

/* A line of nothing but columns, a digit among them, that came while `solve` ran, and is no solution? */
static bool line_is_no_board(void)
{
    struct board read;
    char at;
    if (!output.solved || output.length < 4 || !strpbrk(output.text, "123456789") ||
        strspn(output.text, "123456789abcdefghijklmnopqrstuvw") != output.length)
        return false;
    if (board_find_fault(output.text, &at, false) != BOARD_GOOD)
        return true;
    board_read(&read, output.text);
    return !verify_solution(&read, false);
}

static void line_ends(void)
{
    if (!output.echoed) {
        line_require(strncmp(output.text, "> ", 2) != 0 || output.length == 2,
                     "nothing follows a prompt but what was typed");
        line_require(!line_is_no_board(), "each line of `solve` in digits is a solution");
    }
    output.length = 0;
    output.echoed = line_echoes;
    output.solved = line_solves;
}

/* Several lines that wait may set echo and format back and forth: then nothing is known. */
static void line_before(void)
{
    line_echoes = settings.echo || uart_waiting();
    line_solves = job_runs() && job.kind == KIND_SOLVE && settings.format == FORMAT_DIGITS && !uart_waiting();
}

/* Looks at what was sent since the last call. */
static void line_look(void)
{
    line_echoes |= settings.echo;
    line_solves &= job_runs() && job.kind == KIND_SOLVE && settings.format == FORMAT_DIGITS;
    output.echoed |= line_echoes;
    output.solved &= line_solves;
    for (const char *p = fake_uart_sent(); *p; p++) {
        unsigned char c = (unsigned char)*p;
        line_require((c == '\n') == (output.last == '\r'), "a line ends with CRLF, and neither stands alone");
        line_require(c >= ' ' ? c != 0x7f : c == '\r' || c == '\n' || c == '\b',
                     "no control character is sent but CR, LF and backspace");
        output.last = (char)c;
        output.text[output.length] = '\0';
        if (c == '\n')
            line_ends();
        else if (c != '\r' && output.length < LINE_KEPT)
            output.text[output.length++] = (char)c;
    }
    fake_uart_clear();
}

static void line_feed(uint8_t byte)
{
    line_before();
    if (byte >= LINE_TIME && byte < LINE_BUTTON) {
        uint8_t ms = (uint8_t)(byte - LINE_TIME + 1);
        host_elapse_by(ms, ms);
    } else if (byte >= LINE_BUTTON && byte < LINE_TYPED) {
        host_button = byte & 1;
    } else {
        fake_uart_receive(&byte, 1);
        for (unsigned i = 0; i < 3 && app_run(); i++)
            ;
    }
    line_look();
}

#define LINE_PUT(id, name, takes, help, field)                                                               \
    at += words_of_setting(at, name, #takes, settings.field);                                                \
    at = stpcpy(at, "\r\n");

/* What `settings` should answer now. */
static const char *line_settings(void)
{
    static char text[400];
    char *at = text + sprintf(text, "%s\r\n", settings.echo ? "settings" : "");
    SETTING_COMMANDS(LINE_PUT)
    strcpy(at, "ok\r\n> ");
    return text;
}

/* After Ctrl-C and an empty line all is as ever. */
static void line_recover(void)
{
    host_button = false;
    line_before();
    host_elapse_by(64, 32);
    line_look();
    fake_uart_is_paced = false;
    fake_uart_room = UART_RING;
    for (unsigned i = 0; i < 4000 && uart_waiting(); i++) {
        line_before();
        host_elapse_by(5, 5);
        line_look();
    }
    line_require(!uart_waiting(), "what is typed is taken within 20 s");
    line_before();
    line_echoes = true; /* a line may have been typed but for its end */
    host_type("\003\r");
    host_elapse_by(200, 4); /* the EEPROM takes 4 ms a byte */
    line_look();
    line_require(!job_runs(), "Ctrl-C ends the job");
    fake_uart_clear();
    host_type("settings\r");
    host_work(); /* as many lines as there are settings */
    if (strcmp(fake_uart_sent(), line_settings())) {
        printf("# `settings` printed:\n%s\n# expected:\n%s\n", fake_uart_sent(), line_settings());
        line_require(false, "`settings` works after Ctrl-C");
    }
}

/* Runs from a reset on; returns the sentence that is not true, or NULL. */
static const char *line_run(const uint8_t *bytes, size_t length)
{
    line_broke = NULL;
    host_reset();
    fake_uart_is_paced = true;
    fake_nv_is_paced = true;
    memset(&output, 0, sizeof output);
    line_before();
    line_look();
    for (size_t i = 0; i < length && !line_broke; i++)
        line_feed(bytes[i]);
    if (!line_broke)
        line_recover();
    return line_broke;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* What libFuzzer calls. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
    const char *broken = line_run(bytes, length);
    if (broken) {
        fprintf(stderr, "does not hold: %s\nlast line: %s\n", broken, line_last);
        abort();
    }
    return 0;
}
