/* The history of the simulated board: it goes back to each cycle exactly, whatever came from outside. */
#include "tests/support/test.h"

#include "sim/program/session.h"

#include <sys/wait.h>
#include <unistd.h>

#define MARKS 200

volatile sig_atomic_t ended_by, is_reset_wanted;

/* The state of the board at a cycle. */
struct mark {
    uint64_t cycle, digest;
};

/* In memory that the processes of the history share. */
static struct notes {
    struct mark marks[MARKS];
    unsigned wanted, returns, checks, wrong, resets;
} * notes;

static uint64_t seed = 1;

static unsigned chance(unsigned below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % below;
}

/* FNV-1a of registers, I/O, RAM, EEPROM, program counter and picture. */
static uint64_t digest(struct uno *uno)
{
    uint64_t sum = 14695981039346656037u;
    uint8_t rows[8];
    size_t size;
    const uint8_t *eeprom = uno_eeprom(uno, &size);
    uno_rows(uno, rows);
    for (unsigned i = 0; i <= uno_status(uno).ram_end; i++)
        sum = (sum ^ uno_peek(uno, (uint16_t)i)) * 1099511628211u;
    for (size_t i = 0; i < size + 8; i++)
        sum = (sum ^ (i < size ? eeprom[i] : rows[i - size])) * 1099511628211u;
    return (sum ^ uno_pc(uno)) * 1099511628211u;
}

/* Some input: a command, a key, noise, a reset, the button, a cut, what a debugger does, a hang. */
static void something_happens(struct session *session)
{
    static const char *const lines[] = {"solve 8\r", "count 12\r", "save\r", "pace 0\r", "search 5\r", "?"};
    unsigned what = chance(20);
    for (const char *byte = lines[what % 6]; what < 12 && *byte; byte++)
        session_input(session, INPUT_BYTE, (uint8_t)*byte);
    switch (what) {
    case 12: session_input(session, INPUT_RESET, UNO_EXTERNAL); break;
    case 13: session_input(session, INPUT_PLUG, 0); break;
    case 14: session_input(session, INPUT_BUTTON, UNO_MS(50)); break;
    case 15: session_input(session, INPUT_BUTTON, 0); break;
    case 16: session_input(session, INPUT_RAM, (0x100 + chance(200)) << 8 | chance(256)); break;
    case 17: session_input(session, INPUT_EEPROM, chance(1024) << 8 | chance(256)); break;
    case 18: session_input(session, INPUT_RAM, 0x6f << 8); break; /* TIMSK1: no ticks; the watchdog resets */
    case 19: session_input(session, INPUT_MODULES, 2 << 8 | 1); break;
    }
}

/* At a mark: the state must be as it was. */
static void compare(struct session *session, unsigned mark)
{
    notes->checks++;
    notes->wrong += uno_cycle(session->uno) != notes->marks[mark].cycle ||
                    digest(session->uno) != notes->marks[mark].digest;
}

/* The history has returned: goes to the mark that is wanted, a step further, then back to the next one. */
static void follow(struct session *session)
{
    unsigned mark = notes->wanted;
    for (unsigned i = mark; i < MARKS && i < mark + 2; i++) {
        history_run(session, notes->marks[i].cycle, NULL, NULL, NULL);
        compare(session, i);
    }
    if (++notes->returns == MARKS)
        _exit(0);
    seed = notes->returns;
    notes->wanted = chance(mark > 1 && notes->returns % 8 ? mark : MARKS);
    history_return(session, notes->wanted < mark ? notes->marks[notes->wanted].cycle : 0);
}

static void play(struct session *session)
{
    history_begin(session);
    for (unsigned i = 0; i < MARKS; i++) {
        if (history_keep(session))
            follow(session);
        uno_run(session->uno, chance(UNO_MS(100)));
        notes->marks[i] = (struct mark){uno_cycle(session->uno), digest(session->uno)};
        something_happens(session);
        notes->marks[i].digest = digest(session->uno);
    }
    notes->resets = uno_status(session->uno).resets;
    notes->wanted = MARKS / 2;
    history_return(session, notes->marks[MARKS / 2].cycle);
}

TEST(at_200_random_cycles_the_board_is_again_as_it_was_back_and_forward)
{
    static struct session session;
    int status;
    notes = memory_shared(sizeof *notes);
    fflush(NULL);
    pid_t child = fork();
    if (!child) {
        session.uno = uno_new(NQUEENS_ELF, NULL);
        for (int i = 0; i < UNO_FAULTS; i++)
            uno_settings(session.uno)->tolerated[i] = true;
        play(&session);
        _exit(1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    printf("# %u comparisons, %u watchdog resets\n", notes->checks, notes->resets);
    assert_in_range(notes->resets, 1, MARKS);
    assert_in_range(notes->checks, MARKS, 2 * MARKS);
    assert_int_equal(notes->wrong, 0);
}
