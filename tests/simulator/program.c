/* The simulated Uno as a program: in a pipe, on a pseudo-terminal, on a terminal. */
#define _GNU_SOURCE
#include "tests/support/test.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#define PARTS  CHIP "/parts.elf"
#define FOLDER "build/simulator/program.files"
#define UNO    "timeout 60 " UNO_PROGRAM " "

/* What a shell command prints on stdout, cut at the size of the buffer. */
static char text[65536];

static const char *shell(const char *command)
{
    char rest[4096];
    mkdir(FOLDER, 0777);
    FILE *out = popen(command, "r");
    assert_non_null(out);
    size_t got = fread(text, 1, sizeof text - 1, out);
    text[got] = '\0';
    while (fread(rest, 1, sizeof rest, out) > 0)
        ;
    pclose(out);
    return text;
}

static void contains(const char *part)
{
    if (!strstr(text, part))
        fail_msg("`%s` is not in:\n%s", part, text);
}

/* What a command prints, for assert_matches. */
#define SHELL_TEST(name, command, printed)                                                                   \
    TEST(name)                                                                                               \
    {                                                                                                        \
        assert_matches(shell(command), printed);                                                             \
    }

/* ---- in a pipe ---- */

SHELL_TEST(a_command_in_a_pipe_gives_its_answer_and_ends,
           "printf 'pace 0\\nsolve 6\\n' | " UNO NQUEENS_ELF " 2>" FOLDER "/err; echo $?; cat " FOLDER "/err",
           "@\r\n246135\r\n362514\r\n415263\r\n531642\r\n4 solutions, 152 queens placed@\n> 0\n")

SHELL_TEST(without_input_the_demo_ends_after_two_minutes_of_the_chip,
           UNO "--stats " NQUEENS_ELF " </dev/null 2>&1; echo $?", "@15863724@seconds         120.0@\n0\n")

SHELL_TEST(a_whole_file_of_commands_loses_nothing,
           "(echo auto off; for i in $(seq 300); do echo bright $((i % 16)); done) | " UNO NQUEENS_ELF
           " | grep -c '^ok.$'",
           "301\n")

/* The demo alone is stopped. */
SHELL_TEST(a_line_waits_for_the_answer_to_the_line_before_it,
           "printf 'solve 4\\nformat board\\nnonsense\\n\\nsolve 4\\r\\nsolve 6' | " UNO NQUEENS_ELF
           "; echo $?",
           "@\r\n2413\r\n3142\r\n2 solutions, 16 queens placed, #.# s\r\nok\r\n> format board\r\nok\r\n> "
           "nonsense\r\nerror: @"
           "\r\n> \r\n> solve 4\r\n(2, 1)(4, 2)(1, 3)(3, 4)\r\n******@\n2 solutions@\n> solve 6@0\n")

TEST(input_that_is_typed_ahead_does_not_wait)
{
    shell("printf 'solve 4\\nformat board\\nsolve 4\\n' | " UNO "--type-ahead " NQUEENS_ELF);
    contains("format board");
    assert_null(strstr(text, "3142\r\n2 solutions"));
}

SHELL_TEST(live_keys_do_not_wait,
           "printf 'auto off\\nsolve 31\\n?\\n\\003solve 4\\n' | " UNO NQUEENS_ELF "; echo $?",
           "@2 solutions, 16 queens placed@\n> 0\n")

SHELL_TEST(limits_are_kept,
           "for limit in --cycles=1000000 --seconds=0.5; do " UNO "$limit --stats " NQUEENS_ELF
           " </dev/null 2>&1 >/dev/null; done",
           "@cycles          1000000\n@seconds         0.5@")

TEST(wrong_usage_is_status_2_with_a_reason)
{
    static const char *const wrong[] = {
        "", "--speed=0 x", "--seconds=-1 x", "--reset=cold x", "--nonsense x", "x y"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char command[256];
        snprintf(command, sizeof command, UNO "%s 2>&1 </dev/null; echo $?", wrong[i]);
        assert_matches(shell(command), i == 1 ? "@must be a number above 0, up to 1000, or max@--help@\n2\n"
                                              : "@--help@\n2\n");
    }
    assert_matches(shell(UNO "--help; echo $?; " UNO "no-such-file 2>&1; echo $?"),
                   "@Usage:@FC-16 has orient 0, chain 5@\n0\n@no-such-file: No such file@\n1\n");
}

SHELL_TEST(a_fault_ends_the_run_with_status_1_and_words,
           "for key in h W; do printf $key | " UNO PARTS
           " 2>&1 >/dev/null; echo $?; done; printf 'WeXez' | " UNO "--keep-going " PARTS
           " 2>/dev/null; echo $?",
           "@fault: the MAX7219 latched@\n1\n@the watchdog resets the chip@\n1\n@up 01\r\nup 08\r\n@1\n")

SHELL_TEST(the_cause_of_the_reset_can_be_chosen, "printf 'eX' | " UNO "--reset=brown-out " PARTS,
           "@up 04\r\nX@")

SHELL_TEST(a_reader_that_leaves_ends_it,
           "(" UNO NQUEENS_ELF " </dev/null; echo ended >&2) 2>&1 | head -c 10 >/dev/null; echo gone",
           "gone\n")

/* ---- files ---- */

SHELL_TEST(the_eeprom_outlives_the_program,
           "cd " FOLDER "; rm -f eeprom; for keys in wAeX r; do printf $keys | (cd - >/dev/null; " UNO
           "--eeprom=" FOLDER "/eeprom " PARTS "); done; stat -c ' %s' eeprom; ls eeprom.new 2>&1",
           "@41@ 1024\n@No such file@")

SHELL_TEST(an_eeprom_file_that_is_a_link_is_refused_and_stays,
           "echo precious >" FOLDER "/saved; ln -sf saved " FOLDER "/link; printf r | " UNO "--eeprom=" FOLDER
           "/link " PARTS " 2>&1 >/dev/null; echo $?; cat " FOLDER "/saved; readlink " FOLDER "/link",
           "@must be a regular file\n1\nprecious\nsaved\n")

SHELL_TEST(a_full_device_is_reported_and_is_status_1,
           "printf eX | " UNO "--stamps=/dev/full " PARTS " 2>&1 >/dev/null; echo $?; printf eX | " UNO PARTS
           " 2>&1 >/dev/full; echo $?",
           "@/dev/full: No space left on device\n1\n@standard output: No space left on device\n1\n")

SHELL_TEST(the_frame_log_holds_each_picture,
           "printf 'pace 10\\nsolve 4\\n' | " UNO "--frames=" FOLDER "/frames " NQUEENS_ELF
           " >/dev/null; cut -d' ' -f2- <" FOLDER "/frames",
           "@4010802000000000 4\n2080104000000000 4\n@")

SHELL_TEST(a_film_drawn_from_the_logs_shows_a_solution_to_who_sees_no_animation,
           "printf 'pace 100\\nsolve 8\\n' | " UNO "--frames=" FOLDER "/frames --stamps=" FOLDER
           "/lines " NQUEENS_ELF " >/dev/null; "
           "node sim/pictures/draw.mjs 1x1 11 " FOLDER "/frames " FOLDER "/lines >" FOLDER
           "/film.svg; echo $?; "
           "grep -c '<use.*\" opacity=\"0.[1-9]' " FOLDER "/film.svg; grep -c '>> solve 8<' " FOLDER
           "/film.svg",
           "0\n8\n1\n")

/* The bits of 'U' (0x55) change at each bit time: 136 cycles of 62.5 ns are 85,000 units of 100 ps. */
SHELL_TEST(
    the_vcd_holds_the_bits_of_the_line,
    "printf 'eU' | " UNO "--vcd=" FOLDER "/x.vcd " PARTS " >/dev/null; awk '/^#/ { t = substr($1, 2) + 0 } "
    "/^[01]!/ { if (t - last == 85000) n++; last = t } /^#/ && t < before { bad++ } /^#/ { before = t } "
    "END { print (n >= 9) ? \"bits\" : n, bad + 0 }' " FOLDER "/x.vcd; head -12 " FOLDER "/x.vcd",
    "bits 0\n@$timescale 100 ps $end@$var wire 1 ! TX $end@")

/* ---- on a pseudo-terminal ---- */

/* The text without pictures, which begin and end with escape sequences: they save and restore the cursor. */
static const char *text_alone(void)
{
    static char rest[sizeof text];
    char *to = rest;
    for (const char *at = text, *end; *at; at = end) {
        const char *picture = strstr(at, "\0337");
        to = picture ? mempcpy(to, at, (size_t)(picture - at)) : stpcpy(to, at);
        end = picture ? strstr(picture, "\0338") : NULL;
        end = end ? end + 2 : "";
    }
    *to = '\0';
    return rest;
}

/* Reads until `part` has come, up to so many seconds, which only prevent a hanging test.  A picture may be drawn in the middle of it. */
static bool await(int fd, const char *part, int seconds)
{
    size_t got = 0;
    time_t end = time(NULL) + seconds;
    text[0] = '\0';
    while (time(NULL) < end && got < sizeof text - 1) {
        struct pollfd look = {.fd = fd, .events = POLLIN};
        bool ready = poll(&look, 1, 200) > 0;
        ssize_t more = ready ? read(fd, text + got, sizeof text - 1 - got) : 0;
        if (ready && more <= 0)
            return false;                  /* the other end is gone */
        for (ssize_t i = 0; i < more; i++) /* so that strstr() sees all of it */
            text[got + (size_t)i] = (char)(text[got + (size_t)i] ? text[got + (size_t)i] : ' ');
        got += (size_t)more;
        text[got] = '\0';
        if (strstr(text, part) || strstr(text_alone(), part))
            return true;
    }
    return false;
}

static pid_t start(int terminal, const char *const *arguments)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child)
        return child;
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* a failed test leaves no process */
    if (terminal >= 0) {
        setsid();
        ioctl(terminal, TIOCSCTTY, 0);
        dup2(terminal, 0);
        dup2(terminal, 1);
    } else {
        dup2(open("/dev/null", O_RDWR), 0);
        dup2(0, 1);
    }
    execv(UNO_PROGRAM, (char *const *)(uintptr_t)arguments);
    _exit(127);
}

/* It stays to be waited for. */
static bool has_ended(pid_t child)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid;
}

/* The terminal that a program makes, as soon as it is there. */
static int open_soon(const char *path, pid_t child)
{
    for (int i = 0; i < 1200; i++) {
        int fd = open(path, O_RDWR | O_NOCTTY);
        if (fd >= 0 || has_ended(child))
            return fd;
        usleep(50000);
    }
    return -1;
}

TEST(whoever_opens_the_pty_finds_a_chip_after_reset_and_may_come_back)
{
    static const char *const arguments[] = {"uno", "--pty=" FOLDER "/line", NQUEENS_ELF, NULL};
    struct stat old;
    int wait_status;
    mkdir(FOLDER, 0777);
    pid_t child = start(-1, arguments);
    for (int i = 0; i < 2; i++) {
        int line = open_soon(FOLDER "/line", child);
        assert_true(line >= 0);
        assert_true(await(line, "nqueens ", 60));
        assert_int_equal(write(line, "solve 1\r", 8), 8);
        assert_true(await(line, "1 solution,", 60));
        close(line);
        usleep(100000);
    }
    kill(child, SIGTERM);
    assert_int_equal(waitpid(child, &wait_status, 0), child);
    assert_true(WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGTERM);
    assert_int_equal(lstat(FOLDER "/line", &old), -1);
}

SHELL_TEST(a_file_in_the_place_of_the_link_is_left_alone,
           "cd " FOLDER
           "; echo precious >file; ln -sf file link; cd - >/dev/null; for name in file link; do " UNO
           "--seconds=1 --pty=" FOLDER "/$name " NQUEENS_ELF " 2>&1 </dev/null; echo $?; done; cat " FOLDER
           "/file; readlink " FOLDER "/link",
           "@File exists\n1\n@File exists\n1\nprecious\nfile\n")

/* ---- on a terminal ---- */

/* The terminal of this test, and the program in it. */
static struct {
    int master, slave;
    pid_t child;
    struct termios before;
} terminal;

static void terminal_start(unsigned short rows, unsigned short columns)
{
    static const char *const arguments[] = {"uno", NQUEENS_ELF, NULL};
    struct winsize size = {.ws_row = rows, .ws_col = columns};
    terminal.master = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal.master >= 0);
    grantpt(terminal.master);
    unlockpt(terminal.master);
    terminal.slave = open(ptsname(terminal.master), O_RDWR | O_NOCTTY);
    ioctl(terminal.slave, TIOCSWINSZ, &size);
    tcgetattr(terminal.slave, &terminal.before);
    terminal.child = start(terminal.slave, arguments);
}

static void shows(const char *part)
{
    if (!await(terminal.master, part, 60))
        fail_msg("`%s` is not on the screen", part);
}

static void type(const char *keys)
{
    assert_int_equal(write(terminal.master, keys, strlen(keys)), strlen(keys));
}

/* The program's exit status; the terminal must be as it was. */
static int terminal_end(void)
{
    struct termios after;
    int wait_status;
    assert_true(
        await(terminal.master, "\033[r\0338\033[J", 60)); /* all rows scroll, and no picture is left */
    assert_int_equal(waitpid(terminal.child, &wait_status, 0), terminal.child);
    tcgetattr(terminal.slave, &after);
    assert_int_equal(after.c_lflag, terminal.before.c_lflag);
    assert_int_equal(after.c_iflag, terminal.before.c_iflag);
    assert_int_equal(after.c_oflag, terminal.before.c_oflag);
    close(terminal.master);
    close(terminal.slave);
    return wait_status;
}

/* Starts the program in a terminal of this size, with colours or without. */
static void screen_start(unsigned short rows, unsigned short columns, bool colour)
{
    setenv("TERM", "xterm", 1);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("NO_COLOR", colour ? "" : "1", 1);
    terminal_start(rows, columns);
    shows("nqueens " VERSION);
}

static void leave(const char *key)
{
    type(key);
    assert_int_equal(terminal_end(), 0);
}

TEST(a_terminal_of_80_by_24_shows_all_keys_whole_results_the_display_that_is_set_and_what_the_arrows_step)
{
    screen_start(24, 80, true);
    shows("F2 button F3 long F4 reset F5 plug ^] leave");
    assert_null(strstr(text, "\u2580\u2580\u2580"));
    type("\003count 12\r");
    shows("s, as known: 14200 (OEIS A000170)\r\n");
    type("modules 4x4\r");
    shows("\u2580\u2580\u2580");
    type("modules 1x1\r");
    shows("\u25cf");
    type("pace 10000\rsearch 8\r");
    shows("place 1 1");
    type("\033[C");
    shows("attack 2 1 1 1");
    type("\033[D");
    shows("back: attack 2 1 1 1");
    leave("\021");
}

TEST(without_colours_lit_and_unlit_leds_have_different_signs)
{
    screen_start(24, 80, false);
    type("\003check 15863724\r");
    shows("size 8");
    type("\014"); /* draws the picture again */
    shows("\u25cf");
    assert_non_null(strstr(text, "\u00b7"));
    assert_null(strstr(text, "38;5"));
    assert_null(strstr(text, "[0;9"));
    assert_null(strstr(text, "[0;3"));
    leave("\021");
}

TEST(a_signal_leaves_the_terminal_as_it_was)
{
    terminal_start(12, 40);
    shows("15863724");
    kill(terminal.child, SIGTERM);
    int wait_status = terminal_end();
    assert_true(WIFSIGNALED(wait_status) && WTERMSIG(wait_status) == SIGTERM);
}

TEST(a_terminal_of_any_size_works)
{
    static const struct winsize sizes[] = {{.ws_row = 24, .ws_col = 60}, {.ws_row = 3, .ws_col = 10},
                                           {.ws_row = 1, .ws_col = 1},   {.ws_row = 60, .ws_col = 200},
                                           {.ws_row = 10, .ws_col = 25}, {.ws_row = 24, .ws_col = 80}};
    terminal_start(30, 100);
    shows("nqueens " VERSION);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        ioctl(terminal.slave, TIOCSWINSZ, &sizes[i]);
        kill(terminal.child, SIGWINCH);
        usleep(100000);
        await(terminal.master, "\033[J", 2);
    }
    type("\003solve 1\r");
    shows("1 solution,");
    leave("\035");
}
