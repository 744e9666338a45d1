/* The application: turns typed bytes, button presses and elapsed time into actions. */
#include "firmware/app.h"

#include "firmware/console/answer.h"
#include "firmware/console/command.h"
#include "firmware/console/console.h"
#include "firmware/console/print.h"
#include "firmware/debounce.h"
#include "firmware/display/show.h"
#include "firmware/job/job.h"
#include "firmware/job/kinds.h"
#include "firmware/job/persist.h"
#include "firmware/job/report.h"
#include "firmware/job/scene.h"
#include "firmware/noinline.h"
#include "firmware/storage/settings.h"
#include "hal/flash.h"
#include "hal/uart.h"

#define CTRL_C     ('C' & 0x1f)
#define DEMO_DELAY 500 /* ms from the reset to the demo: a line that is typed in this time prevents it */

/* What is due: app_run does it, where the stack is less deep. */
static struct {
    enum press press : 2;
    bool restore : 1;   /* resume the count in the EEPROM */
    uint8_t typing : 2; /* ticks in which no job works, because more of a typed line may come */
    bool line : 1;      /* a line has been typed: run it */
    uint16_t oks;       /* `ok`s to print after a job's line, one for each setting made meanwhile */
} due;

#define OKS_MAX   0xfff /* a greater number has a flipped bit */
#define OK_LENGTH 8     /* characters, with the end of the prompt before it and the prompt after it */
#define TYPING    3     /* ticks without a byte, after which the input has ended */

/*
 * Returns whether the job prints a line of a solution, or is itself an answer, as `check` is: no other
 * answer may interrupt it.
 */
static bool job_is_printing(void)
{
    return job_is_in_line() || (job_has(TRAIT_IS_ANSWER) && job_runs() && !job.is_paused);
}

/* ---- Live keys ---- */

/* Prints the prompt after the answer to a live key; while a job runs, only if a line is being typed. */
static void restore_prompt(void)
{
    if (!job_runs() || console_typing())
        console_prompt();
}

/* Sets the next pace of the ladder.  Its first and last values occur twice, so that `step` stays in range. */
static void change_pace(bool is_faster)
{
    static const uint16_t ladder[] FLASH = {0, 0, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 10000};
    const uint16_t *step = ladder + 1; /* the first value that is at least the pace */
    while (flash_word(step) < settings.pace)
        step++;
    if (is_faster)
        step--;
    else if (flash_word(step) == settings.pace)
        step++;
    job_set_pace(flash_word(step));
    if (persist_is_saving(PERSIST_SETTINGS))
        persist_save(PERSIST_SETTINGS); /* begins again: one byte of the old pace may have been written */
    console_ensure_newline();
    command_print_setting(COMMAND_PACE);
}

static void pause_or_resume(bool pauses)
{
    uint8_t text = 0;
    if (job_runs()) {
        text = pauses ? 1 : 2;
        job_pause(pauses);
    }
    console_ensure_newline();
    print_nth(FLASH_TEXT("nothing runs\0"
                         "paused\0"
                         "resumed"),
              text);
    print_end();
}

static void take_key(uint8_t key)
{
    switch (key) {
    case CTRL_C:
        console_interrupt();
        console_clear();
        due.line = due.restore = false;
        job_stop(false);
        if (!print_has_prompt()) /* after the `ok` of a typed job, the prompt has been printed */
            console_prompt();
        return;
    case '?': report_status(); break;
    case '!': pause_or_resume(true); break;
    case '~':
        if (!job_runs() && persist_has_parked()) {
            due.restore = true;
            return;
        }
        pause_or_resume(false);
        break;
    case '.':
    case ',':
        if (!job_runs())
            pause_or_resume(true); /* nothing runs */
        else if (key == '.')
            job_step();
        else
            job_back();
        break;
    case '+': change_pace(true); break;
    default: /* - */ change_pace(false); break;
    }
    restore_prompt();
}

/* ---- Commands ---- */

static void set(uint8_t id, uint16_t value)
{
    if (id == COMMAND_PACE)
        job_set_pace(value);
    else
        command_set(id, value);
    if (id == COMMAND_ORIENT || id == COMMAND_CHAIN)
        orient_withdraw();
    if (id == COMMAND_BRIGHT)
        show_number(settings.bright); /* lights LEDs that show the new brightness */
    show_changed();
    due.oks++;
}

static void execute(const struct command *command)
{
    if (command->id < COMMANDS_JOBS) { /* a kind and its command have the same number */
        if (command->id == KIND_COUNT && persist_has_parked())
            persist_save(PERSIST_NO_COUNT); /* the new count replaces it */
        if (*command->word)
            board_read(&job.board, command->word);
        job_start(command->id, command->value, command->part, command->parts);
        if (job.is_answered)
            console_ok();
        return;
    }
    switch (command->id) {
    case COMMAND_STOP: console_ok(); break;
    case COMMAND_SAVE: persist_save(PERSIST_SETTINGS); break;
    case COMMAND_DEFAULTS:
        job_set_pace(SETTINGS_DEFAULT_pace);
        settings_default();
        show_changed();
        persist_save(PERSIST_SETTINGS);
        break;
    case COMMAND_SETTINGS: answer_start(ANSWER_SETTINGS); break;
    case COMMAND_HELP: answer_start(ANSWER_HELP); break;
    case COMMAND_INFO: answer_start(ANSWER_INFO); break;
    default: set(command->id, command->value);
    }
}

/*
 * What a line does to the running job: a job or `stop` stops it; a preview (`check`, ...) parks a count; all
 * but a setting waits until the job has ended its line or its answer.
 */
enum __attribute__((packed)) effect { LEAVES_JOB, STOPS_JOB, PARKS_JOB, WAITS_FOR_JOB };

static enum effect effect_on_job(uint8_t id)
{
    if (!job_runs() || (id >= COMMANDS_JOBS && id != COMMAND_STOP))
        return LEAVES_JOB;
    return id != COMMAND_STOP && kind_has(id, TRAIT_IS_PREVIEW) ? PARKS_JOB : STOPS_JOB;
}

/*
 * Executes the typed line.  If it ends the running job, returns first: the command must not be on the stack
 * during that path, which is deep.  A line that does not begin with a letter answers `orient ?`.
 */
NOINLINE_FOR_STACK static enum effect execute_line(void)
{
    struct command command;
    char *line = command_begin(console_line());
    uint8_t id = orient_asked(); /* COMMANDS: nothing was asked */
    if (id >= COMMANDS || command_has_name(line))
        id = command_find(line);
    enum command_error error = command_parse(id, line, &command);
    bool is_setting = !error && (uint8_t)(command.id - COMMANDS_JOBS) < COMMANDS_SETTINGS;
    bool is_printing = job_is_printing();
    if (!is_setting && (due.oks || is_printing))
        return WAITS_FOR_JOB;
    if (!is_printing) /* the line may have been taken in the middle of another */
        console_ensure_newline();
    if (!*line) {
        if (!job_skip())
            console_prompt();
        return LEAVES_JOB;
    }
    if (error) {
        command_refuse(error, &command);
        console_prompt();
        return LEAVES_JOB;
    }
    enum effect effect = effect_on_job(command.id);
    if (effect != LEAVES_JOB)
        return effect;
    if (command_has_name(line)) {
        execute(&command);
    } else if (orient_answer((uint8_t)command.value)) {
        job_start(KIND_ORIENT_ASK, 0, 1, 1);
        job.orient.answered = 1; /* this job asks the second question */
    } else {
        print_flash(FLASH_TEXT("save preserves it\r\n"));
        console_ok();
    }
    return LEAVES_JOB;
}

/* Executes the line that is due.  It stays due while the checkpoint of a count that it parks is saved. */
NOINLINE_FOR_STACK static void run_line(void)
{
    enum effect effect;
    if (job.is_demo && !job_is_in_line()) /* any line ends it */
        job_stop(false);
    while ((effect = execute_line()) != LEAVES_JOB) {
        if (effect == WAITS_FOR_JOB || (effect == PARKS_JOB && persist_save_before_parking()))
            return;
        job_stop(effect == PARKS_JOB);
    }
    due.line = false;
}

/*
 * ---- Input ----
 *
 * A round of the main loop takes bytes first, then does work.  While a job prints a line, nothing else is
 * printed; so what would print has to wait.  A setting need not: its `ok` is printed later.
 */

NOINLINE_FOR_FLASH static bool is_line_end(uint8_t byte)
{
    return byte == '\r' || byte == '\n';
}

/*
 * `?` is a live key, except in `orient ?`.  Returns whether byte `i` of the ring may follow `orient`: byte 0
 * if the line editor holds the word; a later one after t or a blank, until it is byte 0.
 */
NOINLINE_FOR_FLASH static bool follows_orient(uint8_t i)
{
    if (!i)
        return console_holds(FLASH_TEXT("orient"));
    uint8_t before = uart_peek((uint8_t)(i - 1));
    return before == ' ' || before == '\t' || before == 't' || before == 'T';
}

/* Returns whether waiting byte `i` is a live key: some are only at the beginning of a line. */
static bool is_key(uint8_t i)
{
    switch (uart_peek(i)) {
    case '!':
    case '~':
    case CTRL_C: return true;
    case '?': return !follows_orient(i);
    case '.':
    case ',':
    case '+':
    case '-': return i ? is_line_end(uart_peek((uint8_t)(i - 1))) : !console_typing();
    default: return false;
    }
}

/* Byte 0 has to wait: takes the first live key after it.  Ctrl-C also drops the bytes before it. */
static void take_waiting_key(void)
{
    for (uint8_t i = 1; i < uart_waiting(); i++) {
        if (!is_key(i))
            continue;
        uint8_t key = uart_peek(i);
        uart_pull(i);
        if (key == CTRL_C)
            while (i--)
                uart_drop();
        take_key(key);
        return;
    }
}

/*
 * The kinds of bytes, and those that each state of the input takes; the others wait in the ring.
 *
 *   FREE            no job prints a line of a solution, and a line end would interrupt nothing
 *   ANSWERING       an answer is being printed; a key is taken from behind other bytes, too
 *   IN_LINE         a job prints a line, which an answer would split; characters are echoed after it
 *   IN_LINE_QUIET   the same, but a line end would print nothing: settings may arrive at full rate
 *   IN_LINE_FULL    the same, and a typed line is complete, and waits
 */
enum { KEY = 1, LINE_END = 2, CHARACTER = 4 };
enum __attribute__((packed)) input {
    FREE = KEY | LINE_END | CHARACTER,
    ANSWERING = KEY,
    IN_LINE = CHARACTER,
    IN_LINE_QUIET = CHARACTER | LINE_END,
    IN_LINE_FULL = 0
};

static enum input input_state(void)
{
    bool is_answering = due.line || answer_runs() || persist_is_saving(PERSIST_SETTINGS); /* `save` */
    /* A line end waits for an answer; for a job that prints, if it prints, too: an echo, or an error. */
    bool end_waits = is_answering || (job_is_printing() && (settings.echo || !console_is_whole()));
    if (!job_is_in_line())
        return end_waits ? ANSWERING : FREE;
    if (due.line)
        return IN_LINE_FULL;
    return end_waits ? IN_LINE : IN_LINE_QUIET;
}

/* What follows a byte. */
enum __attribute__((packed)) next {
    NEXT_WORK, /* no more input before some work is done */
    NEXT_BYTE,
    NEXT_ROUND /* ends the round, so that the watchdog is fed; the next one takes input before any work */
};

NOINLINE_FOR_STACK static enum next take_byte(void)
{
    uint8_t byte = uart_peek(0);
    uint8_t kind = is_key(0) ? KEY : is_line_end(byte) ? LINE_END : CHARACTER;
    enum input input = input_state();
    if (!(input & kind)) {
        if (input == ANSWERING)
            take_waiting_key();
        return NEXT_WORK;
    }
    uart_drop();
    if (console_escape(byte)) /* a part of the code of a cursor key, say */
        return NEXT_BYTE;
    if (kind == KEY) {
        take_key(byte);
        return byte == '.' || byte == ',' ? NEXT_ROUND : NEXT_WORK; /* step keys: a burst fills the ring */
    }
    enum console_event event = console_take(byte);
    if (event == CONSOLE_TYPING)
        return NEXT_BYTE;
    if (event == CONSOLE_LINE)
        due.line = true;
    else
        command_report_fault(event == CONSOLE_LOST ? COMMAND_LOST : COMMAND_LINE_TOO_LONG);
    return NEXT_ROUND;
}

/* Takes bytes until one needs work or ends the round.  Returns whether more input comes before work. */
static bool take_input(void)
{
    enum next next = NEXT_BYTE;
    if (!uart_waiting())
        return false;
    for (uint8_t i = 0; next == NEXT_BYTE && i < UART_RING && uart_waiting(); i++)
        next = take_byte();
    return next != NEXT_WORK;
}

/* ---- The button, and time ---- */

NOINLINE_FOR_STACK static void take_press(void)
{
    uint8_t press = due.press;
    if (press == PRESS_NONE || job_is_in_line())
        return;
    due.press = PRESS_NONE;
    if (press != PRESS_HELD_REACHED && job_runs() && job.kind == KIND_MENU) {
        job.steps = press == PRESS_SHORT; /* a step changes what it shows; none takes it */
        job.is_paused = false;
        job.wait = 0;
    } else if (press != PRESS_SHORT) {
        uint8_t n = job.board.n >= 4 && job.board.n < 8 ? (uint8_t)(job.board.n + 1) : 4;
        due.restore = false;
        job_stop(false);
        show_number(n);
        job_start_loop(press == PRESS_HELD_REACHED ? KIND_MENU : KIND_SOLVE, n, SHOW_NUMBER_MS);
    } else if (job_runs()) {
        pause_or_resume(!job.is_paused);
        restore_prompt();
    }
}

NOINLINE_FOR_STACK void app_elapse(uint8_t ms, bool button)
{
    if (due.typing)
        due.typing--;
    job_elapse(ms);
    show_elapse(ms, scene_phase());
    enum press press = debounce_poll(button, ms);
    if (press != PRESS_NONE)
        due.press = press;
}

/* ---- A round of the main loop ---- */

/*
 * Resumes the parked count; after a reset, the interrupted one, or else starts the demo.  Waits while the
 * EEPROM is busy after `save`.  No job runs while due.restore is set: a line waits, the button clears it.
 */
static void restore(void)
{
    bool is_parked = persist_has_parked();
    if (!due.restore || persist_is_busy())
        return;
    due.restore = false;
    if (persist_restore()) {
        job_resume_count(is_parked); /* if parked, without another `ok` */
    } else if (is_parked) {
        take_key('~'); /* its checkpoint is lost: nothing runs */
    } else {
        uint8_t which = settings_auto_which(settings.autostart);
        if (which == SETTINGS_AUTO_OFF)
            return;
        job_start_loop(AUTO_KIND(which), settings_auto_n(settings.autostart), DEMO_DELAY);
        job.is_demo = true;
    }
}

/*
 * Prints a due `ok`, before the job's next line.  Some settings are shorter than it: without echo it waits
 * for room, unless a typed line waits for it.
 */
static bool print_ok(void)
{
    if (job_is_printing() || (uart_room() < OK_LENGTH && !settings.echo && !due.line))
        return false;
    due.oks &= OKS_MAX;
    if (!due.oks)
        return false;
    due.oks--;
    console_ok();
    return true;
}

bool app_run(void)
{
    take_press();
    restore();
    console_quiet(job_is_in_line());
    /* Before work, so that the receive ring has room for the bytes that arrive meanwhile. */
    bool is_input_first = take_input();
    if (due.line && !due.restore)
        run_line();
    bool has_printed_ok = print_ok();
    if (is_input_first) {
        due.typing = (uart_waiting() || console_typing()) ? TYPING : 0;
        if (uart_waiting())
            return true;
    }
    /* One piece of work a round.  Within a line at full rate, a slice or a step of a frame would leave too
     * little room in the ring for the bytes that arrive while that line is executed, and so would the output
     * of a job.  A line that a job has begun continues. */
    if ((!due.typing && scene_run()) || answer_run() || persist_run() || has_printed_ok)
        return true;
    return (job_is_in_line() || !due.typing) && job_run();
}

NOINLINE_FOR_STACK uint8_t app_idle_ms(void)
{
    uint8_t ms = persist_is_busy() || show_runs() ? 1 : due.oks ? APP_IS_SENDING : job_idle_ms();
    return ms < APP_IDLE_MAX ? ms : APP_IDLE_MAX; /* 0 is APP_IS_SENDING */
}

void app_begin(void)
{
    persist_begin();
    show_changed();
    answer_banner();
    due.restore = true;
}
