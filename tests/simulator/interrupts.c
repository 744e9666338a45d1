/*
 * How long interrupts wait and run in simulation.
 *
 * tests/checks/latency.mjs proves bounds for the same images.  tests/PROOF.md explains both; `make latency`
 * prints both.
 *
 * Each image is used twice: unchanged, and with a hostile chip, which raises interrupts when they disturb
 * each other most.  Input on the line, the tick and the software UART never coincide so badly by chance.
 */
#include "sim/board/board.h"
#include "sim/board/uno.h"
#include "tests/support/line.h"

enum { CLI = 0x94f8, WDR = 0x95a8, VECTORS = 64 };

struct board {
    const char *name, *mcu;
    uint32_t vectors, size; /* of the table; bytes of a vector */
    uint32_t baud;
    uint16_t data;  /* address of UDR; 0: the UART is software */
    uint32_t bit;   /* of that, in cycles */
    uint32_t apart; /* cycles between two interrupts of a kind: the proof counts on them */
    enum uno_matrix_kind display;
};

static const struct board boards[] = {
    {"uno", NULL, 26, 4, 115200, 0xc6, 0, 800, UNO_MAX7219},
    {"uno-1000000", NULL, 26, 4, 1000000, 0xc6, 0, 154, UNO_MAX7219},
    {"mega", "atmega2560", 57, 4, 115200, 0xc6, 0, 800, UNO_MAX7219},
    {"leonardo", "atmega32u4", 43, 4, 115200, 0xce, 0, 800, UNO_MAX7219},
    {"uno-ht16k33", NULL, 26, 4, 115200, 0xc6, 0, 800, UNO_HT16K33},
    {"uno-ws2812", NULL, 26, 4, 115200, 0xc6, 0, 800, UNO_WS2812},
    {"uno-ssd1306", NULL, 26, 4, 115200, 0xc6, 0, 800, UNO_SSD1306},
    {"tiny13", "attiny13", 10, 2, 9600, 0, 1000, 800, UNO_MAX7219},
    {"tiny85", "attiny85", 15, 2, 9600, 0, 832, 800, UNO_MAX7219},
};

/* A measured board: its current state, and the most cycles of each measurement. */
struct watch {
    const struct board *board;
    struct uno *uno;
    bool is_hostile;
    bool was_enabled, is_starting, has_started;
    uint32_t running; /* vector of the interrupt that runs; 0: none */
    uint64_t since;   /* cycle at which it was accepted, or interrupts were disabled */
    uint64_t raised[VECTORS], spoiled, reset;
    uint64_t chance;
    uint32_t start, disabled, runs[VECTORS], waits[VECTORS], read, reset_every;
    uint32_t earliest, latest; /* phase of an edge of the software UART */
};

static void update_most(uint32_t *most, uint64_t cycles)
{
    if (cycles > *most)
        *most = (uint32_t)cycles;
}

/* On a hostile chip, nothing is measured while two interrupts of a kind come too soon after each other. */
static void on_raised(avr_irq_t *irq, uint32_t pending, void *arg)
{
    struct watch *watch = arg;
    const avr_t *avr = watch->uno->avr;
    for (uint8_t i = 0; pending && i < avr->interrupts.vector_count; i++) {
        avr_int_vector_t *vector = avr->interrupts.vector[i];
        if (irq != &vector->irq[AVR_INT_IRQ_PENDING])
            continue;
        if (watch->is_hostile && avr->cycle - watch->raised[vector->vector] < watch->board->apart)
            watch->spoiled = avr->cycle + 2 * watch->board->apart;
        watch->raised[vector->vector] = avr->cycle;
    }
}

/* Raises a random choice of the enabled interrupts. */
static void disturb(struct watch *watch)
{
    avr_t *avr = watch->uno->avr;
    for (uint8_t i = 0; i < avr->interrupts.vector_count; i++) {
        avr_int_vector_t *vector = avr->interrupts.vector[i];
        if (avr->cycle - watch->raised[vector->vector] > watch->board->apart &&
            avr_regbit_get(avr, vector->enable) && chance_next(&watch->chance) % 2)
            avr_raise_interrupt(avr, vector);
    }
}

static void edge(void *arg, enum uno_wire wire, uint64_t cycle, UNUSED bool level)
{
    struct watch *watch = arg;
    if (wire != UNO_WIRE_TX || !watch->board->bit || !watch->has_started || watch->is_hostile)
        return;
    uint32_t phase = (uint32_t)(cycle % watch->board->bit);
    if (phase < watch->earliest)
        watch->earliest = phase;
    update_most(&watch->latest, phase);
}

/* The chip has just accepted an interrupt. */
static void enter(struct watch *watch, uint32_t vector, uint64_t cycle)
{
    unsigned entry = watch->uno->avr->address_size > 2 ? 5 : 4;
    if (watch->running)
        update_most(&watch->runs[watch->running], cycle - entry - watch->since);
    if (cycle > watch->spoiled)
        update_most(&watch->waits[vector], cycle - watch->raised[vector]);
    watch->running = vector;
    watch->since = cycle - entry;
    if (watch->is_hostile)
        disturb(watch);
}

/* Interrupts have just been enabled, or disabled by the program. */
static void on_enable_change(struct watch *watch, bool enabled, uint64_t cycle)
{
    if (!enabled) {
        watch->since = cycle;
    } else if (watch->running) {
        update_most(&watch->runs[watch->running], cycle - watch->since);
        watch->running = 0;
    } else {
        update_most(watch->has_started ? &watch->disabled : &watch->start, cycle - watch->since);
        watch->has_started = true;
    }
}

/* The next instruction is `cli`, `wdr`, or reads the received byte. */
static void before_instruction(struct watch *watch)
{
    const avr_t *avr = watch->uno->avr;
    unsigned word = word_at(avr, avr->pc), next = word_at(avr, avr->pc + 2);
    bool reads = watch->board->data && (word & 0xfe0f) == 0x9000 && next == watch->board->data;
    if (word == CLI && !watch->is_starting && avr->pc >= (uint32_t)uno_symbol(watch->uno, "main")) {
        watch->is_starting = true;
        watch->since = avr->cycle + 1;
    }
    if (word == WDR && watch->has_started && !watch->is_hostile)
        update_most(&watch->reset_every, avr->cycle - watch->reset);
    if (word == WDR)
        watch->reset = avr->cycle;
    if (reads && watch->running && avr->cycle > watch->spoiled)
        update_most(&watch->read, avr->cycle + 2 - watch->raised[watch->running]);
    /* After an interrupt that comes now, one instruction runs: `cli`. */
    if (watch->is_hostile && watch->was_enabled && (next == CLI || word_at(avr, avr->pc + 4) == CLI))
        disturb(watch);
}

/* Asked in front of each instruction; never stops the run. */
static bool look(struct uno *uno, void *arg)
{
    struct watch *watch = arg;
    const avr_t *avr = uno->avr;
    bool enabled = avr->sreg[S_I];
    if (avr->state == cpu_Sleeping)
        return false;
    if (avr->pc && avr->pc < watch->board->vectors * watch->board->size)
        enter(watch, avr->pc / watch->board->size, avr->cycle);
    else if (enabled != watch->was_enabled)
        on_enable_change(watch, enabled, avr->cycle);
    watch->was_enabled = enabled;
    before_instruction(watch);
    return false;
}

static void run(struct watch *watch, uint64_t cycles)
{
    if (uno_run_until(watch->uno, look, watch, cycles) == UNO_FAULT)
        fail_msg("%s: %s", watch->board->name, uno_fault_text(watch->uno));
}

static void begin(struct watch *watch, const struct board *board)
{
    const char *elf = text_of(BUILD "/%s/nqueens.elf", board->name);
    struct uno_options options = {.mcu = board->mcu, .seed = 1, .display = {.kind = board->display}};
    *watch = (struct watch){.board = board, .uno = line_board_with(elf, &options), .earliest = UINT32_MAX};
    uno_settings(watch->uno)->baud = board->baud;
    avr_t *avr = watch->uno->avr;
    for (uint8_t i = 0; i < avr->interrupts.vector_count; i++)
        avr_irq_register_notify(&avr->interrupts.vector[i]->irq[AVR_INT_IRQ_PENDING], on_raised, watch);
    uno_settings(watch->uno)->on_wire = edge;
    uno_settings(watch->uno)->arg = watch;
    run(watch, UNO_MS(60));
}

/* Jobs, settings, keys, the button, each for a moment; then more input than the chip can take. */
static void use(struct watch *watch)
{
    static const char *const lines[] = {
        "help",    "pace 0",   "solve 8",  "format table",  "solve 9",     "count 12",     "search 8",
        "usaco 8", "solve 32", "count 16", "images 246135", "check 13524", "save",         "modules 4x4",
        "solve 6", "test",     "bright 5", "settings",      "count 32",    "format board", "solve 8"};
    struct uno *uno = watch->uno;
    uno_settings(uno)->flow = true;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        uno_type(uno, text_of("%s\r", lines[i]));
        run(watch, UNO_MS(25) + 1234 * i);
        uno_type(uno, i % 2 ? "?+-" : "!?.~");
        run(watch, UNO_MS(25));
    }
    uno_button_bounce(uno, true);
    run(watch, UNO_MS(100));
    uno_button_bounce(uno, false);
    uno_settings(uno)->flow = false;
    for (int i = 0; i < 60; i++)
        uno_type(uno, "pace 0\rsolve 5\r?settings\rhelp\r");
    run(watch, UNO_MS(300));
}

/* What was seen of a row of the proof, which is about this vector or about none; 0: it is not measured. */
static uint32_t seen_of(const struct watch *watch, const char *what, uint32_t vector)
{
    if (vector)
        return strstr(what, " runs") ? watch->runs[vector] : watch->waits[vector];
    if (strcmp(what, "start") == 0)
        return watch->start;
    if (strcmp(what, "disabled") == 0)
        return watch->disabled;
    if (strcmp(what, "byte read") == 0)
        return watch->read;
    return strcmp(what, "edge moves") == 0 ? watch->latest - watch->earliest : 0;
}

/* Prints and checks each row of the proof of this image: what it is about, its bound, its vector. */
static void compare(const struct watch *watch, const char *proof)
{
    const char *name = watch->board->name;
    char image[40], what[40];
    unsigned bound, vector, rows = 0;
    for (; sscanf(proof, "%39[^\t]\t%39[^\t]\t%u\t%u", image, what, &bound, &vector) == 4;
         proof = strchr(proof, '\n') + 1) {
        if (strcmp(image, name) != 0)
            continue;
        rows++;
        uint32_t seen = seen_of(watch, what, vector);
        if (!seen)
            continue;
        line_measured("%s: %s: seen %u, bound %u", name, what, seen, bound);
        assert_in_range(seen, 0, bound);
        /*
         * At a million baud, on the ATtinys and between the bits of a strip, the worst waits need more
         * coincidences than come here.
         */
        if (strstr(what, " runs") || strcmp(what, "disabled") == 0 ||
            (watch->board->baud == 115200 && watch->board->display != UNO_WS2812))
            assert_in_range(bound, seen, 2 * seen);
    }
    assert_in_range(rows, 5, 20);
}

TEST(no_interrupt_waits_or_runs_longer_than_proved)
{
    static char proof[20000];
    FILE *rows = popen("tests/checks/latency.mjs --bounds", "r");
    assert_in_range(fread(proof, 1, sizeof proof - 1, rows), 1000, sizeof proof - 2);
    assert_int_equal(pclose(rows), 0);
    EACH(board, boards) {
        struct watch watch;
        begin(&watch, board);
        use(&watch);
        watch.is_hostile = true;
        uno_settings(watch.uno)->tolerated[UNO_FAULT_UART] = true;
        for (int round = 0; round < 3; round++)
            use(&watch);
        compare(&watch, proof);
        double ms = 1000.0 * watch.reset_every / uno_hz(watch.uno);
        line_measured("%s: at most %.1f ms from one reset of the watchdog to the next (measured)",
                      board->name, ms);
        assert_in_range(ms, 1, 125);
        uno_free(watch.uno);
    }
}
