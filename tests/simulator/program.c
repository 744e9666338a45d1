/* The simulated Uno as a program: in a pipe, on a pseudo-terminal, on a terminal. */
#include "tests/support/test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define FOLDER "build/simulator/program.files"
#define TOP    "../../../" /* where the sources are, whatever blanks are in the name of that folder */
#define SETUP                                                                                                \
    "mkdir -p " FOLDER "; cd " FOLDER "; uno='timeout 600 " TOP UNO_PROGRAM "'; nqueens=" TOP NQUEENS_ELF    \
    "; chip=" TOP CHIP "/components.elf; "

static char text[65536];

/* A shell command, and what it prints on stdout, cut at the size of the buffer, then its exit status. */
struct command {
    const char *words, *prints;
};

static void run(const struct command *commands)
{
    for (; commands->words; commands++) {
        char command[2048], rest[4096];
        snprintf(command, sizeof command, SETUP "%s", commands->words);
        FILE *out = popen(command, "r");
        assert_non_null(out);
        size_t got = fread(text, 1, sizeof text - 16, out);
        while (fread(rest, 1, sizeof rest, out) > 0)
            ;
        sprintf(text + got, "status %d", WEXITSTATUS(pclose(out)));
        assert_matches(text, commands->prints);
    }
}

#define COMMANDS(name, ...)                                                                                  \
    TEST(name)                                                                                               \
    {                                                                                                        \
        run((const struct command[]){__VA_ARGS__, {NULL, NULL}});                                            \
    }

/* ---- in a pipe ---- */

COMMANDS(a_command_in_a_pipe_gives_its_answer_and_ends,
         {"printf 'pace 0\\nsolve 6\\n' | $uno $nqueens 2>err",
          "@\r\n246135\r\n362514\r\n415263\r\n531642\r\n4 solutions, 152 queens placed@status 0"},
         {"cat err", "status 0"})

COMMANDS(without_input_the_demo_ends_after_two_minutes_of_the_chip,
         {"$uno --stats $nqueens </dev/null 2>&1 >out", "@\nseconds         120.0@status 0"},
         {"cat out", "@15863724@"})

COMMANDS(a_whole_file_of_commands_loses_nothing,
         {"(echo auto off; for i in $(seq 300); do echo bright $((i % 16)); done) | $uno $nqueens"
          " | grep -c '^ok.$'",
          "301\nstatus 0"})

/* The demo alone is stopped. */
COMMANDS(
    a_line_waits_for_the_answer_to_the_line_before_it,
    {"printf 'solve 4\\nformat board\\nnonsense\\n\\nsolve 4\\r\\nsolve 6' | $uno $nqueens | tee out",
     "@2413\r\n3142\r\n2 solutions@error: @(2, 1)(4, 2)(1, 3)(3, 4)\r\n******@4 solutions, 152@status 0"},
    {"sed '1,/2 solutions/d' out | grep -c stopped", "0\nstatus 1"},
    {"printf 'pace 0\\ncount 6\\ncount 8\\n' | $uno --mcu=attiny85 " TOP BUILD "/tiny85/nqueens.elf",
     "@> count 6\r\n4 solutions\r\nok\r\n> count 8\r\n92 solutions\r\nok\r\n> status 0"})

COMMANDS(input_that_is_typed_ahead_does_not_wait,
         {"printf 'solve 4\\nformat board\\nsolve 4\\n' | $uno --type-ahead $nqueens | tee out",
          "@format board@status 0"},
         {"grep -A1 3142 out | grep -c '2 solutions'", "0\nstatus 1"})

COMMANDS(live_keys_do_not_wait_and_nothing_waits_for_them,
         {"printf 'solve 31\\n?\\n!\\n~\\n+\\n-\\n.\\n,\\n\\003solve 4\\n' | $uno $nqueens",
          "@2 solutions, 16 queens placed@status 0"},
         {"printf '?\\nsolve 4\\n' | $uno --stats $nqueens 2>&1 >out | grep -o 's  *12[.]'",
          "s         12.\nstatus 0"})

COMMANDS(limits_are_kept,
         {"printf 'pace 10000\\nsolve 14' | $uno --stats $nqueens 2>&1 >out",
          "uno: gave up: @\nseconds         3600.@status 1"},
         {"$uno --cycles=1000000 --seconds=9 --stats $nqueens </dev/null 2>&1 >out",
          "cycles          1000000\n@status 0"},
         {"$uno --cycles=1e9 --seconds=0.5 --stats $nqueens </dev/null 2>&1 >out",
          "@\nseconds         0.5@status 0"})

COMMANDS(
    wrong_usage_is_status_2_with_a_reason,
    {"for i in '' '--seconds=-1 x' '--reset=cold x' '--nonsense x' 'x y'; do"
     " $uno $i 2>&1 </dev/null | grep -- --help; $uno $i 2>err; echo $?; done | sort | uniq -c | tr -s ' '",
     " 5 2\n 5 Try @--help@\nstatus 0"},
    {"$uno --speed=0 x 2>&1", "uno: --speed=0: must be max or a number from 0.001 to 1000\n@status 2"},
    {"$uno --chain=1.5 x 2>&1", "uno: --chain=1.5: must be a whole number from 0 to 7\n@status 2"},
    {"$uno --mcu=uno x 2>&1", "uno: --mcu=uno: must be one of atmega328p|@|attiny85\n@status 2"},
    {"$uno --help", "Usage: @FC-16 has orient 0, chain 5@status 0"},
    {"for i in no-such-file " TOP "Makefile ${uno##* }; do $uno $i 2>&1 </dev/null; done",
     "uno: no-such-file: No such file@neither an ELF file for the AVR nor Intel HEX@not for the AVR@status "
     "1"},
    {"$uno " TOP BUILD "/tiny85/nqueens.elf 2>&1 </dev/null; $uno --mcu=attiny85 $nqueens 2>&1 </dev/null",
     "@ for the chip attiny85, not for the atmega328p\n@ fit into 8192 bytes of flash\nstatus 1"})

COMMANDS(a_fault_ends_the_run_with_status_1_and_words,
         {"printf o | $uno $chip 2>&1 >out", "uno: fault: Invalid write@9000@ in main)\nstatus 1"},
         {"printf W | $uno $chip 2>&1 >out", "@the watchdog resets the chip@status 1"},
         {"printf 'WeXez' | $uno --keep-going $chip 2>err", "up 01\r\nup 08\r\n@status 1"})

COMMANDS(the_cause_of_the_reset_can_be_chosen,
         {"for i in power external brown-out watchdog; do printf eX | $uno --reset=$i $chip | head -1; done",
          "up 01\r\nup 02\r\nup 04\r\nup 08\r\nstatus 0"})

COMMANDS(a_reader_that_leaves_ends_it,
         {"($uno $nqueens </dev/null; echo ended >&2) 2>&1 | head -c 10 >out; echo gone", "gone\nstatus 0"})

/*
 * The reader waits until the program no longer prints; then a reset begins another session.  The first signal
 * may cut a write, the second one interrupts the rest of it.
 */
COMMANDS(
    a_slow_reader_gets_all_whatever_signal_comes_and_whether_the_pipe_waits_or_not,
    {"printf 'pace 0\\nsolve 12\\n' >in; rm -f slow; mkfifo slow; for i in 1 2048; do : >lines;"
     " (perl -e \"fcntl STDOUT, 4, $i\"; exec ${uno#* * } --seconds=19 --stamps=lines $nqueens) <in >slow &"
     " (until a=$(wc -c <lines); sleep 0.2; [ $a != 0 ] && [ $a = $(wc -c <lines) ]; do :; done;"
     " kill -USR1 $!; sleep 0.2; kill -USR1 $!; tr -d '\\r' | grep -v '^> $') <slow >out; cut -f2 lines | "
     "grep -v '^> $' | cmp - out;"
     " grep -c 'nqueens ' out; done",
     "2\n2\nstatus 0"})

COMMANDS(a_job_in_the_background_of_a_shell_does_not_read_what_is_typed_there,
         {"printf 'typed\\n' | script -qec \"sh -mc '${uno#* * } --headless --seconds=1 $nqueens >out &"
          " wait; jobs; exit'\" /dev/null; cat out",
          "@ Done @nqueens @status 0"})

/* ---- files ---- */

COMMANDS(the_eeprom_outlives_the_program,
         {"rm -f eeprom; printf wAeX | $uno --eeprom=eeprom $chip", "@status 0"},
         {"printf r | $uno --eeprom=eeprom $chip", "@41@"},
         {"ln -sf eeprom link; printf wBeX | $uno --eeprom=link $chip", "@status 0"},
         {"printf r | $uno --eeprom=eeprom $chip", "@42@"},
         {"stat -c %s eeprom; readlink link", "1024\neeprom\nstatus 0"})

COMMANDS(an_eeprom_file_that_is_too_long_or_cannot_be_saved_is_refused_and_all_stays,
         {"head -c 1025 /dev/zero >longer; printf r | $uno --eeprom=longer $chip 2>&1 >out; echo $?;"
          " stat -c %s longer",
          "@longer: File too large\n1\n1025\nstatus 0"},
         {"(trap '' XFSZ; ulimit -f 0; $uno --eeprom=new $nqueens) 2>&1 </dev/null",
          "uno: new: File too large\nstatus 1"},
         {"$uno --eeprom=none/saved $nqueens 2>&1 </dev/null", "uno: none/saved: No such file@status 1"},
         {"$uno --eeprom= $nqueens 2>&1 </dev/null", "uno: : No such file@status 1"})

COMMANDS(the_text_for_a_closed_stdout_goes_into_no_log, {"printf eX | $uno --stamps=lines $chip 2>&1 >&-",
                                                         "@standard output: Bad file descriptor\nstatus 1"})

COMMANDS(a_full_device_is_reported_and_is_status_1,
         {"printf eX | $uno --stamps=/dev/full $chip 2>&1 >out",
          "@/dev/full: No space left on device\nstatus 1"},
         {"printf eX | $uno $chip 2>&1 >/dev/full", "@standard output: No space left on device\nstatus 1"})

COMMANDS(the_frame_log_holds_each_picture,
         {"printf 'pace 10\\nsolve 4\\n' | $uno --frames=frames $nqueens >out && cut -d' ' -f2- frames",
          "@4010802000000000 4\n2080104000000000 4\nstatus 0"})

COMMANDS(the_display_is_mounted_as_the_options_say,
         {"printf 'modules 2x3\\nchain 2\\norient 3\\ncheck 13528gdbf6a49e7c\\n' |"
          " $uno --modules=2x3 --chain=2 --orient=3 --frames=frames $nqueens >out;"
          " tail -1 frames | cut -d' ' -f2 | cut -c-64",
          "8000200008004000010000010008002000020400004010000080000402000010\nstatus 0"},
         {"printf 'check 1423\\n' | $uno --matrix=ht16k33 --modules=4x4 --frames=f " TOP BUILD
          "/uno-ht16k33/nqueens.elf >out; tail -1 f | cut -d' ' -f2-",
          "8010402000000000 4\nstatus 0"},
         {"printf 'check 1423\\n' | $uno --matrix=ws2812 --frames=f " TOP BUILD "/uno-ws2812/nqueens.elf"
          " >out; tail -1 f | cut -d' ' -f2-",
          "8010402000000000 1 0000402000000000 8010000000000000 0000000000000000\nstatus 0"})

COMMANDS(
    the_far_end_of_the_line_is_as_the_options_say,
    {"for i in --no-flow ''; do seq 50 | sed 's/.*/settings\\nhelp/' |"
     " $uno --type-ahead $i --idle=2 --stats $nqueens 2>&1 >out | grep -oE 'lost.*[1-9]|s +[27][.]'; done",
     "s         2.\nlost @\ns         7.\nstatus 0"},
    {"for i in --baud=57600 --clock=8e6; do printf eX | $uno $i $chip 2>&1 >out | cut -d' ' -f3-6; done",
     "sends at a rate\nlistens at a rate\nstatus 0"})

COMMANDS(
    a_chip_that_only_refreshes_a_large_picture_is_idle,
    {"for i in ssd1306 ws2812; do printf 'modules 4x4\\ncount 9\\n' | $uno --stats --seconds=60 --matrix=$i"
     " --modules=4x4 " TOP BUILD "/uno-$i/nqueens.elf 2>&1 >out | grep -o 'seconds  *1[12]'; done",
     "seconds         11\nseconds         11\nstatus 0"})

COMMANDS(a_hex_file_that_is_damaged_is_refused,
         {"avr-objcopy -O ihex $nqueens x.hex; for i in 2s/0C94/0C95/ '$d'; do sed $i x.hex >y.hex;"
          " $uno y.hex 2>&1 </dev/null; done",
          "uno: y.hex: neither @ (line 2)\nuno: y.hex: the HEX file is incomplete\nstatus 1"},
         {"printf 'solve 4\\n' | $uno x.hex", "@2 solutions@status 0"})

COMMANDS(the_line_log_holds_whole_lines,
         {"printf 'pace 0\\nformat coords\\nsolve 8\\n' | $uno --stamps=lines $nqueens >out;"
          " cut -f2 lines | grep -cE '^(.[1-8], [1-8].){8}$'",
          "92\nstatus 0"})

COMMANDS(a_film_shows_a_solution_to_who_sees_no_animation,
         {"printf 'pace 100\\nsolve 8\\n' | $uno --frames=frames --stamps=lines $nqueens >out;"
          " node " TOP "sim/pictures/draw.mjs 1x1 11 frames lines >film.svg",
          "status 0"},
         {"grep -c '<use.*\" opacity=\"0.[1-9]' film.svg; grep -c '>> solve 8<' film.svg", "8\n1\nstatus 0"})

/* The bits of 'U' (0x55) change at each bit time: 136 cycles of 62.5 ns are 85,000 units of 100 ps. */
COMMANDS(
    the_vcd_holds_the_bits_of_the_line,
    {"printf eU | $uno --vcd=x.vcd $chip >out; awk '/^#/ { t = substr($1, 2) + 0 } "
     "/^[01]!/ { if (t - last == 85000) n++; last = t } /^#/ && t < before { bad++ } /^#/ { before = t } "
     "END { print (n >= 9) ? \"bits\" : n, bad + 0 }' x.vcd",
     "bits 0\nstatus 0"},
    {"head -12 x.vcd", "$timescale 100 ps $end\n@$var wire 1 ! TX $end@"},
    {"printf 'check 15863724\\n' | $uno --vcd=x.vcd $nqueens >out;"
     " node " TOP "sim/pictures/draw.mjs x.vcd | grep -o 'register.*0x[0-9a-f]*'",
     "register 1 = 0x80\nregister 2 = 0x8\nstatus 0"})

/* ---- on a pseudo-terminal ---- */

COMMANDS(
    whoever_opens_the_pty_finds_a_chip_after_reset_and_may_come_back,
    {"rm -f line; $uno --pty=line $nqueens </dev/null >out &"
     " until [ -e line ] || ! kill -0 $!; do sleep 0.05; done;"
     " for i in 1 2; do exec 3<>line; grep -m1 -o 'nqueens ' <&3; printf 'solve 1\\r' >&3;"
     " grep -m1 -o '1 solution,' <&3; exec 3>&-; sleep 0.1; done; kill $!; wait $!; echo $?; readlink line",
     "nqueens \n1 solution,\nnqueens \n1 solution,\n143\nstatus 1"})

/* The program comes and goes while the board stands still. */
COMMANDS(
    what_was_written_to_the_pty_reaches_the_chip_though_the_writer_has_left_and_another_link_stays,
    {"rm -f line; ${uno#* * } --pty=line $nqueens </dev/null >out & until [ -e line ]; do sleep 0.05; done;"
     " kill -STOP $!; printf 'solve 1\\r' >line; kill -CONT $!; i=0;"
     " until grep -o '1 solution,' out || [ $i = 200 ]; do sleep 0.05; i=$((i + 1)); done;"
     " ln -sf file line; kill $!; wait $! 2>err; readlink line",
     "1 solution,\nfile\nstatus 0"})

COMMANDS(a_file_that_replaces_the_link_is_left_alone,
         {"echo precious >file; $uno --seconds=1 --pty=file $nqueens 2>&1 </dev/null; echo $?; cat file",
          "@File exists\n1\nprecious\nstatus 0"},
         {"ln -sf file link; $uno --seconds=1 --pty=link $nqueens 2>&1 </dev/null; echo $?; readlink link",
          "@File exists\n1\nfile\nstatus 0"})

/* ---- on a terminal ---- */

/* The terminal of this test, and the program in it. */
static struct {
    int master, slave;
    pid_t child;
    struct termios before;
} terminal;

static void terminal_start(unsigned short rows, unsigned short columns, bool colour, const char *term)
{
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    terminal.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal.master >= 0);
    grantpt(terminal.master);
    unlockpt(terminal.master);
    terminal.slave = open(ptsname(terminal.master), O_RDWR | O_NOCTTY);
    ioctl(terminal.slave, TIOCSWINSZ, &size);
    tcgetattr(terminal.slave, &terminal.before);
    terminal.child = fork();
    assert_true(terminal.child >= 0);
    if (terminal.child)
        return;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a failed test leaves no process */
    setsid();
    ioctl(terminal.slave, TIOCSCTTY, 0);
    dup2(terminal.slave, 0);
    dup2(terminal.slave, 1);
    setenv("TERM", term, 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", colour ? "" : "1", 1);
    execl(UNO_PROGRAM, "uno", NQUEENS_ELF, NULL);
    _exit(127);
}

/*
 * The text of the serial line: without pictures, which save the cursor (\0337) and restore it (\0338), other
 * escape sequences, and the line feeds that make room for a picture, which follow no \r.
 */
static const char *text_alone(void)
{
    static char rest[sizeof text];
    char *to = rest;
    size_t length;
    for (const char *at = text; *at; at += length) {
        const char *end = strncmp(at, "\0337", 2) ? NULL : strstr(at, "\0338");
        length = 1;
        if (end)
            length = (size_t)(end - at) + 2;
        else if (!strncmp(at, "\033[", 2)) {
            length = 2 + strspn(at + 2, "0123456789;");
            length += at[length] != '\0'; /* its letter */
        } else if (*at != '\n' || (to > rest && to[-1] == '\r'))
            *to++ = *at;
    }
    *to = '\0';
    return rest;
}

/* Reads until `wanted` is in what has come, whatever pictures are drawn in the middle of it. */
static bool await(const char *wanted)
{
    enum { HANG = 600, KEPT = 4096 }; /* seconds; bytes, when pictures alone have filled the buffer */
    size_t got = 0;
    struct timespec now, start;
    clock_gettime(CLOCK_MONOTONIC, &start);
    text[0] = '\0';
    while (!clock_gettime(CLOCK_MONOTONIC, &now) && now.tv_sec - start.tv_sec < HANG) {
        struct pollfd look = {.fd = terminal.master, .events = POLLIN};
        if (got > sizeof text / 2) {
            memmove(text, text + got - KEPT, KEPT);
            got = KEPT;
        }
        if (poll(&look, 1, 200) <= 0)
            continue;
        ssize_t more = read(terminal.master, text + got, sizeof text - 1 - got);
        if (more <= 0)
            return false; /* the other end is gone */
        for (; more--; got++)
            text[got] = (char)(text[got] ? text[got] : ' '); /* so that strstr() sees all of it */
        text[got] = '\0';
        if (strstr(text, wanted) || strstr(text_alone(), wanted))
            return true;
    }
    return false;
}

/* What is typed, and what is on the screen then; what is not (NULL: nothing). */
struct act {
    const char *typed, *shown, *absent;
};

static void play(const struct act *acts)
{
    for (; acts->shown; acts++) {
        assert_int_equal(write(terminal.master, acts->typed, strlen(acts->typed)), strlen(acts->typed));
        if (!await(acts->shown) || (acts->absent && strstr(text, acts->absent)))
            fail_msg("after `%s`: expected `%s` without `%s` in:\n%s", acts->typed, acts->shown,
                     acts->absent ? acts->absent : "", text_alone());
    }
}

/* The last act; returns the program's exit status.  The terminal must be as it was. */
static int terminal_end(const char *keys)
{
    struct termios after;
    int wait_status;
    /* All rows scroll, and no picture is left.  A picture of another size begins so, too, but without \r. */
    play((const struct act[]){{keys, "\033[r\0338\033[J\r\n", NULL}, {NULL, NULL, NULL}});
    assert_int_equal(waitpid(terminal.child, &wait_status, 0), terminal.child);
    tcgetattr(terminal.slave, &after);
    assert_int_equal(after.c_lflag, terminal.before.c_lflag);
    assert_int_equal(after.c_iflag, terminal.before.c_iflag);
    assert_int_equal(after.c_oflag, terminal.before.c_oflag);
    close(terminal.master);
    close(terminal.slave);
    return wait_status;
}

#define LEAVE "\035" /* Ctrl-] */

/* A session on a terminal of 80 by 24, with colours or without. */
#define TERMINAL(name, colour, ...)                                                                          \
    TEST(name)                                                                                               \
    {                                                                                                        \
        terminal_start(24, 80, colour, "xterm");                                                             \
        play((const struct act[]){{"", "nqueens " VERSION, NULL}, __VA_ARGS__, {NULL, NULL, NULL}});         \
        assert_int_equal(terminal_end(LEAVE), 0);                                                            \
    }

TERMINAL(a_terminal_of_80_by_24_shows_all_keys_and_whole_results, true,
         {"", "F2 button F3 long F4 reset F5 replug ^] leave", NULL},
         {"\014", "\033[1;15r", NULL}, /* where the text scrolls, and the first row of the picture */
         {"\014", "\033[16;1H", NULL}, {"\003\2334h\r", "unknown command '?4h'", NULL},
         {"\003count 12\r", "s, as known: 14200 (OEIS A000170)\r\n", NULL})

/* Ctrl-L draws the picture again. */
TERMINAL(without_colours_lit_and_unlit_leds_have_different_signs, false,
         {"\003check 15863724\r", "size 8", NULL}, {"\014", "\u00b7", "38;5"}, {"\014", "\u25cf", "38;5"})

TERMINAL(the_display_follows_the_command_modules, true,
         {"", "^] leave", "\u2580\u2580\u2580"}, /* the last row */
         {"\003modules 4x4\r", "\u2580\u2580\u2580", NULL}, {"modules 1x1\r", "\u25cf", NULL})

TERMINAL(keys_of_the_terminal_step_press_the_button_reset_and_replug_the_board, true,
         {"", "15863724", NULL}, /* a button that is pressed at power-on has no effect */
         {"\003pace 10000\rsearch 8\r", "place 1 1", NULL}, {"\033[C", "attack 2 1 1 1", NULL},
         {"\033[D", "back: attack 2 1 1 1", NULL}, {"\033OQ", "resumed", NULL}, {"\033OR", "\n2413", NULL},
         {"\033OS", "nqueens " VERSION, NULL}, {"\003info\r", "last reset: external", NULL},
         {"\033[15~", "nqueens " VERSION, NULL}, {"\003info\r", "last reset: power-on", NULL})

TEST(a_signal_leaves_the_terminal_as_it_was)
{
    terminal_start(12, 40, true, "xterm");
    assert_true(await("15863724"));
    kill(terminal.child, SIGTERM);
    int wait_status = terminal_end("");
    assert_true(WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGTERM);
}

/* At Ctrl-D the input ends, and then the program. */
TEST(on_a_dumb_terminal_nothing_is_drawn)
{
    int wait_status;
    terminal_start(24, 80, true, "dumb");
    play((const struct act[]){
        {"", "nqueens " VERSION, "\033"}, {"solve 1\n\004", "1 solution,", "\033"}, {NULL, NULL, NULL}});
    assert_int_equal(waitpid(terminal.child, &wait_status, 0), terminal.child);
    assert_int_equal(wait_status, 0);
    close(terminal.master);
    close(terminal.slave);
}

TEST(a_terminal_of_any_size_works)
{
    static const struct winsize sizes[] = {{.ws_row = 24, .ws_col = 60}, {.ws_row = 3, .ws_col = 10},
                                           {.ws_row = 1, .ws_col = 1},   {.ws_row = 60, .ws_col = 200},
                                           {.ws_row = 10, .ws_col = 25}, {.ws_row = 24, .ws_col = 80}};
    terminal_start(30, 100, true, "xterm");
    assert_true(await("nqueens " VERSION));
    EACH(size, sizes) {
        ioctl(terminal.slave, TIOCSWINSZ, size);
        kill(terminal.child, SIGWINCH);
        assert_true(await(size->ws_col == 60 ? "F2 button " : "\033[J"));
    }
    play((const struct act[]){{"solve 1\r", "1 solution,", NULL}, {NULL, NULL, NULL}});
    assert_int_equal(terminal_end(LEAVE), 0);
}
