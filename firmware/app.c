/* The application: what is typed, pressed and elapsed becomes what is done. */
#include "firmware/app.h"

#include "firmware/console/answer.h"
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/console/text.h"
#include "firmware/debounce.h"
#include "firmware/display/shape.h"
#include "firmware/job/job.h"
#include "firmware/job/keep.h"
#include "firmware/job/report.h"
#include "firmware/job/show.h"
#include "firmware/job/state.h"
#include "firmware/noinline.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"
#include "hal/uart.h"

#define DEMO_DELAY 500 /* ms from the reset to the demo: a line that is there by then comes first */

#define DEMO_SIZE 8

/* What is still to be obeyed: from app_run, where the stack is not as deep. */
static struct {
    enum press press : 2;
    bool take_up : 1; /* the count that was set aside */
} due;

/* The prompt comes back behind the answer to a live key, unless a job goes on printing. */
static void restore_prompt(void)
{
    if (!job_runs() || console_typing())
        console_prompt();
}

static void print_pace(void)
{
    console_fresh();
    command_print_setting(COMMAND_PACE, settings.pace);
}

/*
 * The pace was another before: what is shown stays for the new one, the time that it has stood counted in.
 * The test has a pace of its own.
 */
static void follow_pace(uint16_t before)
{
    if (job.kind != COMMAND_TEST)
        job.wait = (int16_t)(job.wait + (int16_t)(settings.pace - before));
}

/* The next pace on the ladder.  Its ends stand there twice, so that it can't be left. */
static void change_pace(bool faster)
{
    static const uint16_t ladder[] FLASH = {0, 0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 10000};
    uint8_t i = 1; /* the first that is not below the pace */
    while (flash_word(&ladder[i]) < settings.pace)
        i++;
    if (faster)
        i--;
    else if (flash_word(&ladder[i]) == settings.pace)
        i++;
    uint16_t before = settings.pace;
    settings.pace = flash_word(&ladder[i]);
    follow_pace(before);
    if (keep_saves(KEEP_SETTINGS))
        keep_save(KEEP_SETTINGS); /* half of the old pace may have been written */
    print_pace();
}

/* Nor does a count go on once the EEPROM is free for it. */
static void stop_all(void)
{
    due.take_up = false;
    job_stop();
}

static void stop(void)
{
    console_interrupt();
    console_clear();
    stop_all();
    if (!print_marked()) /* behind the `ok` of a job that was typed the prompt is there already */
        console_prompt();
}

static void pause_or_go_on(bool pause)
{
    uint8_t said = 0;
    if (job_runs()) {
        said = pause ? 1 : 2;
        if (pause)
            job_pause();
        else
            job_resume();
    }
    console_fresh();
    print_nth(FLASH_TEXT("nothing runs\0"
                         "paused\0"
                         "goes on"),
              said);
    print_end();
}

/* Is it a live key?  Within a line `.`, `+` and `-` are none, and the `?` of `orient ?` is not. */
static bool is_key(uint8_t byte)
{
    switch (byte) {
    case '!':
    case '~':
    case 'C' & 0x1f: return true;
    case '.':
    case '+':
    case '-': return !console_typing();
    default: return byte == '?' && !console_holds(FLASH_TEXT("orient"));
    }
}

/* Does what a live key does. */
static void take_key(uint8_t key)
{
    switch (key) {
    case 'C' & 0x1f: stop(); return;
    case '?': report_status(); break;
    case '!': pause_or_go_on(true); break;
    case '~':
        if (!job_runs() && keep_is_aside()) {
            due.take_up = true;
            return;
        }
        pause_or_go_on(false);
        break;
    case '.': job_step(); break;
    case '+': change_pace(true); break;
    default: change_pace(false); break;
    }
    restore_prompt();
}

/* What `orient ?` has asked when it has been told both. */
enum { BOTH = 2 };

/* A setting has been set, and applies at once. */
static void apply(uint8_t id)
{
    if (job.kind == COMMAND_ORIENT && (id == COMMAND_ORIENT || id == COMMAND_CHAIN))
        job.answered = BOTH;
    if (id == COMMAND_BRIGHT)
        show_number(settings.bright); /* there is something lit to judge it by */
    show_changed();
    answer_ok();
}

/* Lights the F, and asks which of its eight pictures is seen; the number then comes as a line of its own. */
static void ask_orient(void)
{
    job_give_way();
    job_clear(COMMAND_ORIENT);
    show_changed();
    answer_start(ANSWER_ORIENT);
}

/* Is the line an answer to such a question?  All that begins with no letter is. */
static bool is_answer(const char *line)
{
    return (job_asks_orient() || job_asks_chain()) && *line < 'a';
}

static uint8_t asked_id(void)
{
    return job_asks_orient() ? COMMAND_ORIENT : COMMAND_CHAIN;
}

/* Where there are several modules, the second question follows: each then shows its number in the chain. */
static void take_answer(uint8_t answer)
{
    bool more = job_asks_orient() && shape_modules(show_shape()) > 1;
    uint8_t id = asked_id();
    if (id == COMMAND_ORIENT)
        settings.orient = answer;
    else
        settings.chain = answer;
    job.answered = more ? 1 : BOTH;
    show_changed();
    command_print_setting(id, answer);
    if (more) {
        answer_start(ANSWER_CHAIN);
        return;
    }
    print_flash(FLASH_TEXT("save keeps it over a reset\r\n"));
    answer_ok();
}

static void start(const struct command *command)
{
    job_stop();
    if (command->id == COMMAND_COUNT && keep_is_aside()) { /* a new one takes its place */
        keep_aside(false);
        keep_save(KEEP_NO_COUNT);
    }
    job_start(command->id, (uint8_t)command->value);
    if (command->id == COMMAND_COUNT)
        job_take_part(command->part, command->parts);
}

static void start_board(const struct command *command)
{
    job_give_way();
    board_read(&job.board, command->word);
    job_start(command->id, job.board.n);
}

static void start_test(void)
{
    job_give_way();
    job_start(COMMAND_TEST, job.board.n);
}

static void stop_job(void)
{
    stop_all();
    answer_ok();
}

static void forget_settings(void)
{
    settings_default();
    show_changed();
    keep_save(KEEP_SETTINGS);
}

/* What a setting has been set to applies at once. */
static void set(uint8_t id, uint16_t value)
{
    uint16_t pace = settings.pace;
    switch (id) {
#define SET(ID, name, takes, help, field)                                                                    \
    case COMMAND_##ID: settings.field = (__typeof__(settings.field))value; break;
        SETTING_COMMANDS(SET)
    default: break;
    }
    follow_pace(pace);
    apply(id);
}

static void execute(const struct command *command)
{
    uint16_t pace;
    switch (command->id) {
    case COMMAND_SOLVE:
    case COMMAND_FUNDAMENTAL:
    case COMMAND_COUNT:
    case COMMAND_USACO:
    case COMMAND_SEARCH: start(command); break;
    case COMMAND_CHECK:
    case COMMAND_IMAGES: start_board(command); break;
    case COMMAND_TEST: start_test(); break;
    case COMMAND_STOP: stop_job(); break;
    case COMMAND_SAVE: keep_save(KEEP_SETTINGS); break;
    case COMMAND_DEFAULTS:
        pace = settings.pace;
        forget_settings();
        follow_pace(pace);
        break;
    case COMMAND_SETTINGS: answer_start(ANSWER_SETTINGS); break;
    case COMMAND_HELP: answer_start(ANSWER_HELP); break;
    case COMMAND_INFO: answer_start(ANSWER_INFO); break;
    default:
        if (command->id == COMMAND_ORIENT && command->value == COMMAND_ASK)
            ask_orient();
        else
            set(command->id, command->value);
    }
}

/* Reads the answer to a question of `orient ?`. */
static bool read_answer(char *line, struct command *command)
{
    uint8_t error = command_parse_parameter(asked_id(), line, command);
    if (error)
        command_refuse(error, command);
    return !error;
}

NOINLINE_FOR_STACK static void take_line(void)
{
    struct command command;
    char *line = command_begin(console_line());
    if (job.demo)
        job_stop();
    if (!*line) {
        if (!job_skip())
            console_prompt();
    } else if (is_answer(line) && read_answer(line, &command)) {
        take_answer((uint8_t)command.value);
    } else if (!is_answer(line) && command_read(line, &command)) {
        execute(&command);
    } else {
        console_prompt();
    }
}

NOINLINE_FOR_STACK static void take_byte(uint8_t byte, bool key)
{
    if (console_escape(byte))
        return;
    if (key) {
        take_key(byte);
        return;
    }
    enum console_event event = console_take(byte);
    if (event == CONSOLE_LINE) {
        take_line();
    } else if (event != CONSOLE_TYPING) { /* the faults come in the order of these events */
        command_report_fault(event == CONSOLE_LOST ? COMMAND_LOST : COMMAND_LINE_TOO_LONG);
        console_prompt();
    }
}

/* Is the answer to the line before still being printed?  A check is one too: it waits for nothing but the
 * line. */
static bool is_answering(void)
{
    if (job.kind == COMMAND_CHECK && job_runs() && !job.paused)
        return true;
    return answer_runs() || keep_saves(KEEP_SETTINGS);
}

/*
 * Is what stands there, behind another byte, a live key?  A line that has been begun has `.`, `+` and `-`,
 * and the `?` of `orient ?`: where it could be that one, it waits with the line.
 */
static bool is_key_behind(uint8_t place)
{
    uint8_t before = uart_peek((uint8_t)(place - 1)), byte = uart_peek(place);
    if (byte == '.' || byte == '+' || byte == '-')
        return before == '\r' || before == '\n';
    if (byte == '?' && (before == ' ' || before == '\t' || before == 't' || before == 'T'))
        return false;
    return is_key(byte);
}

/* A key is taken out from behind what waits; with Ctrl-C all that stood before it goes as well. */
static void take_key_behind(void)
{
    for (uint8_t i = 1; i < uart_waiting(); i++) {
        if (!is_key_behind(i))
            continue;
        uint8_t key = uart_peek(i);
        uart_pull(i);
        if (key == ('C' & 0x1f))
            while (i--)
                uart_drop();
        take_key(key);
        return;
    }
}

/* Does the line ask for what is only to be looked at?  A count is saved before it gives way to that. */
static bool looks(void)
{
    return console_begins(FLASH_TEXT("check")) || console_begins(FLASH_TEXT("images")) ||
           console_begins(FLASH_TEXT("test")) || console_begins(FLASH_TEXT("orient"));
}

static bool is_line_end(uint8_t byte)
{
    return byte == '\r' || byte == '\n';
}

/*
 * Live keys act at once; all else waits until the answer to the line before is complete.  Nothing tears a
 * line of a solution: what would be answered waits for its end, and so does the echo.
 * No more is taken at once than the ring holds, and no more that is answered than takes 60 ms: the watchdog
 * is waiting.
 */
static void take_input(void)
{
    uint8_t answers = 4;
    console_quiet(job_is_in_line());
    for (uint8_t i = 0; i < UART_RING && answers && uart_waiting(); i++) {
        uint8_t byte = uart_peek(0);
        bool key = is_key(byte);
        if (job_is_in_line()) {
            if (key || is_line_end(byte))
                return;
        } else if (!key && (is_answering() || (is_line_end(byte) && looks() && !job_may_give_way()))) {
            take_key_behind();
            return;
        }
        if (byte < ' ' || key)
            answers--;
        uart_drop();
        take_byte(byte, key);
    }
}

/* A short press pauses or goes on, a long one takes the next board size, 4 to 8, then round. */
NOINLINE_FOR_STACK static void take_press(void)
{
    uint8_t press = due.press;
    if (job_is_in_line())
        return;
    due.press = PRESS_NONE;
    if (press == PRESS_SHORT && job_runs()) {
        pause_or_go_on(!job.paused);
        restore_prompt();
    } else if (press == PRESS_LONG_REACHED) {
        uint8_t n = job.board.n >= 4 && job.board.n < 8 ? (uint8_t)(job.board.n + 1) : 4;
        job_stop();
        show_number(n);
        job_start_unasked(n, SHOW_MOMENT);
    }
}

NOINLINE_FOR_STACK void app_elapse(uint8_t ms, bool button)
{
    job_elapse(ms);
    show_elapse(ms);
    enum press press = debounce_poll(button, ms);
    if (press != PRESS_NONE)
        due.press = press;
}

static void take_up_count(void)
{
    if (!due.take_up || keep_runs())
        return;
    due.take_up = false;
    if (!job_runs() && keep_is_aside() && keep_take_up())
        job_go_on();
    else
        console_prompt();
}

bool app_run(void)
{
    take_press();
    take_up_count();
    take_input();
    return show_run() || answer_run() || keep_run() || job_run();
}

NOINLINE_FOR_STACK uint8_t app_nap(void)
{
    uint8_t nap = keep_runs() || show_runs() ? 1 : job_nap();
    return nap < APP_NAP ? nap : APP_NAP;
}

void app_begin(void)
{
    bool goes_on = keep_begin();
    show_changed();
    answer_banner();
    if (goes_on) {
        job_go_on();
    } else if (settings.autostart) {
        job_start_unasked(DEMO_SIZE, DEMO_DELAY);
        job.demo = true;
    }
}
