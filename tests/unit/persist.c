/* Host tests of firmware/job/persist.c and storage/: settings, and what any cut, flip or garbage leaves. */
#include "firmware/job/persist.h"
#include "firmware/console/print.h"
#include "firmware/job/job.h"
#include "firmware/job/state.h"
#include "firmware/storage/ecc.h"
#include "firmware/storage/settings.h"
#include "tests/support/reference.h"
#include "tests/unit/unit.h"

#define WHOLE       sizeof fake_nv
#define RECORD_HEAD 6 /* bytes of a record beside its payload */

/* Change these numbers only if older records may be lost: the addresses and first bytes of each layout. */
#define COUNT_VERSION 0x63
#define COUNT_AT      32
static const struct layout {
    uint16_t at[2];
    uint8_t version, length;
} layouts[] = {{{0, 16}, 0x63, 7}, {{0, 16}, 0x63, 9}, {{992, 0}, 0x70, sizeof settings}};
#define OLD (&layouts[1])
#define NEW (&layouts[2])

/* Writes a record by hand, as the header draws it. */
static void put(const struct layout *layout, unsigned slot, uint8_t serial, const void *payload,
                size_t length)
{
    uint8_t *record = fake_nv + layout->at[slot];
    record[0] = (uint8_t)(layout->version + length);
    record[1] = serial;
    memcpy(record + 2, payload, length);
    uint32_t sum = reference_crc(record, 2 + length);
    for (unsigned i = 0; i < 4; i++)
        record[2 + length + i] = (uint8_t)(sum >> 8 * i);
}

/* As the firmware starts: loads settings and a count; returns whether there is one. */
static bool start(void)
{
    persist_begin();
    return persist_restore();
}

/* As after a reset: no record is known.  A load of one in slot 0 has the same effect. */
BEFORE_EACH(begin)
{
    memset(fake_nv, 0xff, WHOLE);
    put(NEW, 1, 0, "\0\0\0\0\0\0\0", 7);
    start();
    memset(fake_nv, 0xff, WHOLE);
    memset(fake_nv_stuck, 0, WHOLE);
    fake_nv_is_paced = false;
    assert_false(start());
    fake_uart_clear();
}

static void save(enum persist what)
{
    persist_save(what);
    while (persist_run())
        ;
}

static void assert_loads_bright(uint8_t bright)
{
    start();
    assert_int_equal(settings.bright, bright);
}

/* A count that has gone some way. */
static void begin_count(unsigned slices)
{
    job_clear(KIND_COUNT);
    job_start(KIND_COUNT, 12, 1, 1);
    while (slices--)
        count_run(&job.total, &job.board, &job.part, COUNT_MS);
    job.seconds = 77;
}

/* Is it the count that was saved from this job? */
static void assert_count(const struct job *saved)
{
    assert_memory_equal(&job.total, &saved->total, sizeof saved->total);
    assert_int_equal(job.board.n, saved->board.n);
    assert_int_equal(job.board.row, saved->board.row);
    assert_memory_equal(job.board.col, saved->board.col, saved->board.n);
    assert_int_equal(job.seconds, 77);
}

/* Does the next step of a save; returns the address of the byte that changed, or WHOLE. */
static size_t save_on(bool *more)
{
    uint8_t before[WHOLE];
    memcpy(before, fake_nv, WHOLE);
    *more = persist_run();
    for (size_t at = 0; at < WHOLE; at++)
        if (fake_nv[at] != before[at])
            return at;
    return WHOLE;
}

/* The count that is saved after the end of another resumes, and one that has ended does not. */
TEST(a_save_that_begins_before_the_previous_one_has_ended_replaces_it)
{
    for (unsigned steps = 0; steps < 120; steps++) {
        bool ends = steps % 2;
        begin();
        begin_count(2);
        save(PERSIST_COUNT);
        begin_count(3);
        struct job saved = job;
        persist_save(ends ? PERSIST_COUNT : PERSIST_NO_COUNT);
        for (unsigned i = 0; i < steps / 2; i++)
            persist_run();
        save(ends ? PERSIST_NO_COUNT : PERSIST_COUNT);
        assert_int_equal(start(), !ends);
        if (!ends)
            assert_count(&saved);
    }
}

TEST(a_power_cut_within_any_byte_leaves_the_old_or_the_new_settings)
{
    for (unsigned i = 0; i < 4; i++) { /* the old ones in the layout of 2.0.0, or in a slot of this one */
        const struct layout *layout = i < 2 ? OLD : NEW;
        bool more = true;
        begin();
        settings.bright = 5;
        put(layout, i % 2, 200, &settings, sizeof settings);
        assert_loads_bright(5);
        settings.bright = 6;
        persist_save(PERSIST_SETTINGS);
        while (more) {
            size_t at = save_on(&more);
            if (at == WHOLE)
                continue;
            uint8_t written = fake_nv[at];
            for (unsigned torn = 0; torn < 256; torn++) {
                fake_nv[at] = (uint8_t)torn;
                start();
                assert_true(settings.bright == 5 || (settings.bright == 6 && torn == written));
            }
            fake_nv[at] = written;
            start();
            more = settings.bright == 5; /* until the record is complete */
            settings.bright = 6;
        }
        assert_loads_bright(6);
    }
}

TEST(after_any_number_of_saves_and_cuts_the_last_is_there_or_the_one_before)
{
    struct job saved[2];
    bool is_count[2] = {false, false};
    srand(61);
    for (unsigned round = 0; round < 2000; round++) { /* the serial numbers wrap a few times */
        bool more = true;
        size_t at = WHOLE;
        begin_count((unsigned)rand() % 8 + 1);
        is_count[1] = rand() % 4 != 0;
        saved[1] = job;
        persist_save(is_count[1] ? PERSIST_COUNT : PERSIST_NO_COUNT);
        for (int calls = rand() % 90; calls > 0 && more; calls--)
            at = save_on(&more);
        if (more && at != WHOLE && rand() % 2)
            fake_nv[at] = rand() % 2 ? 0xff : (uint8_t)rand(); /* erased, or half written */
        bool found = start();
        bool new = found == is_count[1] && (!found || job.total.placed == saved[1].total.placed);
        assert_true(new || more);
        assert_int_equal(found, is_count[new]);
        if (found)
            assert_count(&saved[new]);
        if (new) {
            is_count[0] = is_count[1];
            saved[0] = saved[1];
        }
    }
}

/* Bytes of settings: pace 1234, bright 11, orient 6, echo and auto off, format grid, 4x4 modules, chain 5. */
static const uint8_t stored[] = {1234 & 0xff, 1234 >> 8, 11, 6, false, false, FORMAT_GRID, 0x1b, 5};

TEST(settings_in_each_layout_are_read_and_the_others_take_their_defaults)
{
    for (unsigned i = 0; i < 2 * sizeof layouts / sizeof *layouts; i++) {
        const struct layout *layout = &layouts[i / 2];
        bool has_modules = layout->length > 7;
        begin();
        put(layout, i % 2, 1, stored, layout->length < sizeof stored ? layout->length : sizeof stored);
        start();
        assert_int_equal(settings.pace, 1234);
        assert_int_equal(settings.bright, 11);
        assert_int_equal(settings.orient, 6);
        assert_int_equal(settings.format, FORMAT_GRID);
        assert_int_equal(settings.modules, has_modules ? 0x1b : 0);
        assert_int_equal(settings.chain, has_modules ? 5 : 0);
        assert_false(settings.echo || settings.autostart);
    }
}

TEST(a_short_record_takes_nothing_from_an_older_long_one)
{
    for (unsigned i = 0; i < 4; i++) {
        const struct layout *layout = i < 2 ? OLD : NEW;
        begin();
        put(layout, i % 2, 7, stored, 9);
        put(layout, 1 - i % 2, 8, stored, 7);
        assert_loads_bright(11);
        assert_int_equal(settings.modules, 0);
        assert_int_equal(settings.chain, 0);
    }
}

/* The slots of 2.0.0 are not all written again: their serial numbers would be newer after 128 saves. */
TEST(settings_of_an_earlier_version_never_return_once_others_are_saved)
{
    settings.bright = 12;
    put(OLD, 0, 30, &settings, 9);
    put(OLD, 1, 31, &settings, 9);
    assert_loads_bright(12);
    for (unsigned i = 0; i < 600; i++) {
        settings.bright = (uint8_t)(i % 12);
        save(PERSIST_SETTINGS);
        assert_loads_bright((uint8_t)(i % 12));
    }
}

TEST(a_stuck_bit_in_any_cell_of_a_slot_costs_no_count_or_is_reported)
{
    unsigned reported = 0;
    for (unsigned at = 0; at < 64; at++)
        for (unsigned slots = 1; slots <= 2; slots++) {
            begin();
            begin_count(1);
            save(PERSIST_COUNT); /* to the second slot of counts, or the first */
            struct job before = job;
            for (unsigned slot = 0; slot < 15; slot++)
                if (fake_nv[COUNT_AT + 64 * slot] == 0xff)
                    fake_nv_stuck[COUNT_AT + 64 * slot + at] = slot % 2 || slots == 2 ? 0xff : 0;
            begin_count(4);
            struct job after = job;
            fake_uart_clear();
            save(PERSIST_COUNT);
            bool failed = strstr(fake_uart_sent(), "not saved: the EEPROM is worn\r\n");
            assert_lacks(fake_uart_sent(), "error");
            assert_true(slots == 2 || !failed);
            assert_true(start());
            assert_count(failed ? &before : &after);
            reported += failed;
        }
    assert_in_range(reported, 30, 64);
}

/* ---- Settings ---- */

/* The greatest value is valid, the next one is not; the tests of commands have the ranges of the manual. */
#define ASSERT_END(type, field, usual, most)                                                                 \
    settings.field = (most) + 1;                                                                             \
    assert_false(settings_are_valid());                                                                      \
    settings.field = (most);                                                                                 \
    assert_true(settings_are_valid());

TEST(the_ends_of_each_range_are_valid_and_what_is_beyond_is_not)
{
    SETTINGS(ASSERT_END)
}

/* ---- the checksum of memory ---- */

/* Flips each bit, and each pair of bits. */
static void assert_one_is_found_and_two_are_not(uint8_t *bytes, uint8_t size)
{
    struct ecc was, now;
    ecc_compute(&was, bytes, size);
    now = was;
    assert_int_equal(ecc_check(&now, &was), ECC_INTACT);
    for (unsigned one = 0; one < 8U * size; one++) {
        bytes[one / 8] ^= (uint8_t)(1 << one % 8);
        ecc_compute(&now, bytes, size);
        assert_int_equal(ecc_check(&now, &was), one / 8 + 1);
        assert_int_equal(now.bits, 1 << one % 8);
        for (unsigned other = 0; other < one; other++) {
            bytes[other / 8] ^= (uint8_t)(1 << other % 8);
            ecc_compute(&now, bytes, size);
            assert_int_equal(ecc_check(&now, &was), ECC_CORRUPTED);
            bytes[other / 8] ^= (uint8_t)(1 << other % 8);
        }
        bytes[one / 8] ^= (uint8_t)(1 << one % 8);
    }
}

/* The bytes 218 sum up to 65,400: a flip makes the sum pass 16 bits. */
TEST(one_flipped_bit_is_found_and_two_are_more_than_can_be_corrected)
{
    uint8_t bytes[24];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i * 89 + 3);
    assert_one_is_found_and_two_are_not(bytes, sizeof bytes);
    memset(bytes, 218, sizeof bytes);
    assert_one_is_found_and_two_are_not(bytes, sizeof bytes);
}
