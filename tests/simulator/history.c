/* The history of the simulated board: it goes back to each cycle exactly, whatever came from outside. */
#include "tests/support/test.h"

#include "sim/program/session.h"

#define MARKS 100

/* The state of the board at a cycle: registers, I/O, RAM, EEPROM, program counter, picture. */
struct mark {
    uint64_t cycle;
    uint32_t pc;
    bool is_asleep;
    uint8_t data[0x900], eeprom[1024], rows[8];
};

static unsigned chance(unsigned below)
{
    static uint64_t state = 1;
    return (unsigned)(chance_next(&state) % below);
}

static void mark_set(struct mark *mark, struct uno *uno)
{
    *mark = (struct mark){.cycle = uno_cycle(uno), .pc = uno_pc(uno), .is_asleep = uno_is_asleep(uno)};
    for (unsigned i = 0; i < sizeof mark->data; i++)
        mark->data[i] = uno_peek(uno, (uint16_t)i);
    memcpy(mark->eeprom, uno_eeprom(uno, NULL), sizeof mark->eeprom);
    uno_rows(uno, mark->rows);
}

/* Some input: a command, a key, noise, a reset, the button, a cut, what a debugger does, a hang. */
static void something_happens(struct session *session)
{
    static const char *const lines[] = {"solve 8\r", "count 12\r", "save\r", "pace 0\r", "search 5\r", "?"};
    unsigned what = chance(24);
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

TEST(at_100_random_cycles_the_board_is_again_as_it_was_back_and_forward)
{
    static struct session session;
    static struct mark marks[MARKS], now;
    unsigned asleep = 0, breaks = 0;
    session.uno = uno_new(NQUEENS_ELF, NULL);
    session.known.release_at = NEVER;
    for (int i = 0; i < UNO_FAULTS; i++)
        uno_settings(session.uno)->tolerated[i] = true;
    for (unsigned i = 0; i < MARKS; i++) {
        if (i % 4 == 0)
            history_snapshot(&session);
        uno_run(session.uno, chance(UNO_MS(100)));
        something_happens(&session);
        mark_set(&marks[i], session.uno);
        asleep += marks[i].is_asleep;
    }
    printf("# %u watchdog resets, asleep at %u cycles\n", uno_status(session.uno).resets, asleep);
    assert_in_range(uno_status(session.uno).resets, 1, MARKS);
    assert_in_range(asleep, MARKS / 10, MARKS);
    for (unsigned mark = MARKS - 1; mark-- > 0;) {
        assert_true(history_return(&session, marks[mark].cycle));
        for (unsigned next = mark; next < mark + 2; next++) {
            assert_true(history_run(&session, marks[next].cycle, NULL, NULL));
            mark_set(&now, session.uno);
            assert_memory_equal(&now, &marks[next], sizeof now);
        }
    }
    /* A debugger may interrupt the way back to the last one each second of the chip. */
    while (!history_run(&session, marks[MARKS - 1].cycle, NULL, NULL))
        breaks++;
    mark_set(&now, session.uno);
    assert_memory_equal(&now, &marks[MARKS - 1], sizeof now);
    assert_int_equal(breaks, marks[MARKS - 1].cycle / UNO_HZ);
    uno_free(session.uno);
}
