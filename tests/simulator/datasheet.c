/* The simulated board against the datasheet: what all other tests on the simulated chip rest on. */
#include "tests/support/line.h"

/* A board with the image of tests/chip/components.c, which has started. */
static struct uno *components_board(uint64_t seed)
{
    struct uno *uno = line_board(CHIP "/components.elf", seed);
    line_run_to(uno, "up 01\r\n", 10);
    return uno;
}

static struct uno *components_start(void)
{
    return components_board(1);
}

#define COMPONENT_TEST(name) UNO_TEST(name, components_start)

static void answers(struct uno *uno, const char *keys, const char *answer)
{
    uno_type(uno, keys);
    line_run_to(uno, answer, 200);
}

/* The chip stores these bytes, an address before each; `R` and their number precede them. */
static void stores(struct uno *uno, const uint8_t *pairs, uint8_t size)
{
    uno_send(uno, (uint8_t[]){'R', size / 2}, 2);
    uno_send(uno, pairs, size);
}

#define STORES(...) stores(uno, (const uint8_t[]){__VA_ARGS__}, sizeof(const uint8_t[]){__VA_ARGS__})

/* Registers of the chip. */
enum { DDRB = 0x24, PORTB, EECR = 0x3f, EEARL = 0x41, SPCR = 0x4c, SPSR, SPDR, SMCR = 0x53 };
enum { TCCR0B = 0x45, TIMSK0 = 0x6e, UCSR0A = 0xc0, UCSR0C = 0xc2, UBRR0L = 0xc4, UDR0 = 0xc6 };
enum { TWBR = 0xb8, TWSR, TWDR = 0xbb, TWCR };
enum { ACT = 0x84, STOP = 0x94, START = 0xa4 }; /* TWCR: TWINT, TWEN, TWSTO, TWSTA */

/* A register of the chip has this value, 3 ms later. */
static void reads(struct uno *uno, uint8_t address, uint8_t value)
{
    uno_run(uno, UNO_MS(3));
    answers(uno, (const char[]){'g', (char)address, 0}, text_of("%02x", value));
}

/* The chip does what is no good: the run ends with this fault. */
static void faults(struct uno *uno, enum uno_fault fault)
{
    assert_int_equal(uno_run(uno, UNO_MS(200)), UNO_FAULT);
    assert_int_equal(uno_faults(uno, fault), 1);
}

/* ---- serial line ---- */

COMPONENT_TEST(bytes_come_and_go_at_the_exact_rate_of_the_line)
{
    struct uno_output output = uno_output(uno);
    for (size_t i = 1; i < output.count; i++)
        assert_in_range(output.cycle[i] - output.cycle[i - 1], 1360, 1360);
    uint64_t start = uno_cycle(uno);
    for (int i = 0; i < 500; i++)
        uno_type(uno, "eX");
    while (uno_status(uno).unsent)
        uno_run(uno, 1);
    /* 1000 bytes of 10 bits at 115200 baud are 1,388,889 cycles. */
    assert_in_range(uno_cycle(uno) - start, 1388889 - 20, 1388889 + 20);
    assert_int_equal(uno_status(uno).overruns, 0);
}

COMPONENT_TEST(the_fourth_unread_byte_costs_the_third_and_sets_dor)
{
    uno_settings(uno)->flow = false;
    uno_type(uno, "lQQQQ");
    uno_run(uno, UNO_MS(5));
    assert_int_equal(uno_status(uno).overruns, 1);
    assert_int_equal(uno_status(uno).received, 1 + 3);
    assert_int_equal(uno_peek(uno, line_address(uno, "put")), 1 + 3);
    answers(uno, "s", "08");
}

COMPONENT_TEST(a_missing_stop_bit_sets_fe)
{
    uno_send_broken(uno, 'Q');
    answers(uno, "s", "10");
    answers(uno, "s", "00");
}

COMPONENT_TEST(flags_are_set_and_cleared_as_the_datasheet_says)
{
    uno_settings(uno)->tolerated[UNO_FAULT_SPI] = true;
    reads(uno, UCSR0A, 0x62); /* TXC */
    STORES(UCSR0A, 0x42);
    reads(uno, UCSR0A, 0x22);
    STORES(PORTB, 0, SPCR, 0x53, SPDR, 0, SPDR, 1);
    reads(uno, SPSR, 0xc1); /* SPIF, WCOL */
    STORES(SPDR, 0);
    reads(uno, SPSR, 0x81);
}

/* ---- matrix ---- */

struct edges {
    enum uno_wire wire;
    unsigned bits; /* of a byte */
    uint64_t last, least, most;
    unsigned rising;
};

static void clock_edge(void *arg, enum uno_wire wire, uint64_t cycle, bool level)
{
    struct edges *edges = arg;
    if (wire != edges->wire || !level)
        return;
    if (edges->rising++ % edges->bits) {
        uint64_t gap = cycle - edges->last;
        edges->least = gap < edges->least ? gap : edges->least;
        edges->most = gap > edges->most ? gap : edges->most;
    }
    edges->last = cycle;
}

/* Watches the clock of a bus. */
static void watch_clock(struct uno *uno, struct edges *edges)
{
    edges->least = UINT64_MAX;
    uno_settings(uno)->on_wire = clock_edge;
    uno_settings(uno)->arg = edges;
}

COMPONENT_TEST(a_bit_on_spi_takes_2_to_128_cycles)
{
    static const uint8_t cycles[2][4] = {{4, 16, 64, 128}, {2, 8, 32, 64}};
    for (uint8_t i = 0; i < 8; i++) {
        struct edges edges = {UNO_WIRE_SCK, .bits = 8};
        watch_clock(uno, &edges);
        STORES(PORTB, 0, SPCR, 0x50 | i % 4, SPSR, i / 4, SPDR, 0x55);
        answers(uno, "eX", "X");
        assert_int_equal(edges.rising, 8);
        assert_int_equal(edges.least, cycles[i / 4][i % 4]);
        assert_int_equal(edges.most, edges.least);
    }
}

/* START, an address and a byte that are acknowledged, START again, an address that is not, STOP. */
TEST(the_two_wire_bus_has_the_states_and_the_rates_of_the_datasheet)
{
    static const uint8_t acts[][3] = {{START, 0, 0x08}, {ACT, 0xe0, 0x18}, {ACT, 0x21, 0x28},
                                      {START, 0, 0x10}, {ACT, 0xe2, 0x20}, {STOP, 0, 0xf8}};
    const struct uno_options options = {.display = {.kind = UNO_HT16K33}};
    struct uno *uno = line_board_with(CHIP "/components.elf", &options);
    line_run_to(uno, "up 01\r\n", 10);
    for (uint8_t prescaler = 0; prescaler < 4; prescaler++) {
        struct edges edges = {UNO_WIRE_SCL, .bits = 9};
        watch_clock(uno, &edges);
        STORES(TWBR, 12, TWSR, prescaler);
        for (size_t i = 0; i < 6; i++) {
            STORES(TWDR, acts[i][1], TWCR, acts[i][0]);
            reads(uno, TWSR, acts[i][2] | prescaler);
        }
        assert_int_equal(edges.rising, 28);
        assert_int_equal(edges.least, 16 + (24 << 2 * prescaler));
        assert_int_equal(edges.most, edges.least);
    }
    STORES(TWBR, 11, TWSR, 0, TWCR, START); /* more than 400 kHz */
    faults(uno, UNO_FAULT_TWI);
    uno_free(uno);
}

/* ---- EEPROM ---- */

static void write_note(void *arg, uint16_t address, uint8_t value)
{
    *(unsigned *)arg = address << 8 | value;
}

static bool writing_now(struct uno *uno, void *)
{
    return uno_status(uno).is_eeprom_busy;
}

static bool writing_over(struct uno *uno, void *arg)
{
    return !writing_now(uno, arg);
}

TEST(an_eeprom_byte_takes_3_4_ms_at_any_clock)
{
    for (uint32_t hz = UNO_HZ; hz >= UNO_HZ / 2; hz /= 2) {
        struct uno *uno = line_board_with(CHIP "/components.elf", &(struct uno_options){.hz = hz});
        unsigned writing = 0;
        uno_settings(uno)->baud = hz / UNO_HZ ? 115200 : 57600;
        uno_settings(uno)->on_eeprom = write_note;
        uno_settings(uno)->arg = &writing;
        line_run_to(uno, "up 01\r\n", 10);
        uno_type(uno, "wA");
        assert_int_equal(uno_run_until(uno, writing_now, NULL, UNO_MS(10)), UNO_FOUND);
        uint64_t begun = uno_cycle(uno);
        assert_int_equal(writing, 5 << 8 | 'A');
        assert_int_equal(uno_eeprom(uno, NULL)[5], 0xff);
        assert_int_equal(uno_run_until(uno, writing_over, NULL, UNO_MS(10)), UNO_FOUND);
        assert_in_range(uno_cycle(uno) - begun, hz / 10000 * 34 - 10, hz / 10000 * 34 + 10);
        assert_int_equal(uno_eeprom(uno, NULL)[5], 'A');
        assert_int_equal(uno_status(uno).eeprom_writes, 1);
        answers(uno, "r", "41");
        uno_free(uno);
    }
}

COMPONENT_TEST(ee_ready_interrupts_when_the_write_is_over)
{
    uint64_t start = uno_cycle(uno);
    answers(uno, "i", "1");
    assert_in_range(uno_cycle(uno) - start, 54400, 54400 + 5000);
    answers(uno, "I", "4"); /* again and again while it is enabled and nothing is written */
}

COMPONENT_TEST(a_write_that_is_not_armed_4_cycles_before_does_nothing)
{
    STORES(EECR, 4, EECR, 2);
    answers(uno, "eX", "X");
    assert_int_equal(uno_status(uno).eeprom_writes, 0);
}

TEST(a_power_cut_tears_the_byte_that_is_being_written)
{
    unsigned torn = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct uno *uno = components_board(seed);
        bool early = seed & 1;
        uno_eeprom(uno, NULL)[5] = 0x35;
        uno_type(uno, "wA");
        assert_int_equal(uno_run_until(uno, writing_now, NULL, UNO_MS(10)), UNO_FOUND);
        uno_run(uno, early ? 10000 : 45000);
        uno_power_cut(uno);
        assert_false(uno_status(uno).is_eeprom_busy);
        uint8_t left = uno_eeprom(uno, NULL)[5];
        assert_int_equal(left | (early ? 0x35 : 'A'), left); /* bits have only risen, or not all fallen yet */
        torn += left != 0x35 && left != 'A';
        line_run_to(uno, "up 01\r\n", 10);
        uno_free(uno);
    }
    assert_in_range(torn, 30, 40);
}

COMPONENT_TEST(a_reset_lets_the_byte_be_written_to_its_end)
{
    uno_type(uno, "wA");
    assert_int_equal(uno_run_until(uno, writing_now, NULL, UNO_MS(10)), UNO_FOUND);
    uno_reset(uno, UNO_EXTERNAL);
    assert_true(uno_status(uno).is_eeprom_busy);
    line_run_to(uno, "up 02\r\n", 10);
    uno_run(uno, UNO_MS(4));
    assert_int_equal(uno_eeprom(uno, NULL)[5], 'A');
}

/* ---- power and reset ---- */

COMPONENT_TEST(the_watchdog_resets_a_hanging_chip_after_16_ms)
{
    uint64_t start = uno_cycle(uno);
    uno_type(uno, "W");
    assert_int_equal(uno_run(uno, UNO_MS(100)), UNO_FAULT);
    assert_in_range(uno_cycle(uno) - start, UNO_MS(16), UNO_MS(17));
    assert_int_equal(uno_status(uno).resets, 1);
    line_run_to(uno, "up 08\r\n", 10);
}

COMPONENT_TEST(after_a_power_cut_the_ram_is_noise_and_the_eeprom_is_unchanged)
{
    uint16_t free_byte = (uint16_t)(uno_status(uno).ram_start + uno_status(uno).static_ram + 100);
    unsigned same = 0;
    uno_eeprom(uno, NULL)[700] = 0x77;
    for (uint16_t i = 0; i < 256; i++)
        uno_poke(uno, (uint16_t)(free_byte + i), (uint8_t)i);
    uno_power_cut(uno);
    assert_int_equal(uno_eeprom(uno, NULL)[700], 0x77);
    for (uint16_t i = 0; i < 256; i++)
        same += uno_peek(uno, (uint16_t)(free_byte + i)) == i;
    assert_in_range(same, 0, 10);
}

/* ---- time, sleep ---- */

COMPONENT_TEST(a_run_ends_at_its_very_cycle_when_asleep_and_sleep_must_be_enabled)
{
    uno_run(uno, UNO_MS(3) + 777);
    for (int i = 0; i < 50; i++) {
        uint64_t start = uno_cycle(uno);
        assert_int_equal(uno_run(uno, 12345), UNO_LIMIT);
        assert_in_range(uno_cycle(uno) - start, 12345, 12345 + 8);
    }
    uint64_t asleep = uno_status(uno).asleep;
    answers(uno, "n", "n"); /* SLEEP without SE, a hundred times */
    assert_int_equal(uno_peek(uno, line_address(uno, "naps")), 100);
    assert_true(uno_status(uno).asleep - asleep < 3000); /* but for the wait for the key */
}

/* Datasheet 7.7: the instruction after SEI or RETI runs before a pending interrupt. */
COMPONENT_TEST(one_instruction_runs_after_sei_or_reti_before_a_pending_interrupt)
{
    answers(uno, "a", "0102");
}

COMPONENT_TEST(sleep_without_interrupts_ends_the_run)
{
    uno_type(uno, "z");
    assert_int_equal(uno_run(uno, UNO_HZ), UNO_HALTED);
}

/* ---- button ---- */

COMPONENT_TEST(a_pin_without_pull_up_floats)
{
    unsigned up = 0;
    uno_poke(uno, 0x2b, 0); /* PORTD */
    uno_mark(uno);
    for (int i = 0; i < 64; i++)
        uno_type(uno, "b");
    uno_run(uno, UNO_MS(20));
    for (const char *at = uno_unread(uno); *at; at++)
        up += *at == 'u';
    assert_in_range(up, 16, 48);
}

static void button_edge(void *arg, enum uno_wire wire, uint64_t, bool)
{
    *(unsigned *)arg += wire == UNO_WIRE_BUTTON;
}

TEST(a_bouncing_button_comes_to_rest)
{
    for (uint64_t seed = 0; seed < 10; seed++) {
        struct uno *uno = components_board(seed);
        unsigned edges = 0;
        uno_settings(uno)->on_wire = button_edge;
        uno_settings(uno)->arg = &edges;
        uno_button_bounce(uno, true);
        uno_run(uno, UNO_MS(5));
        assert_in_range(edges, 3, 20);
        edges = 0;
        uno_run(uno, UNO_MS(5));
        assert_int_equal(edges, 0);
        answers(uno, "b", "d");
        uno_free(uno);
    }
}

/* ---- faults ---- */

/* After these keys, these stores. */
#define FAULT_TEST(name, fault, keys, ...)                                                                   \
    COMPONENT_TEST(name)                                                                                     \
    {                                                                                                        \
        uno_type(uno, keys);                                                                                 \
        uno_run(uno, UNO_MS(1));                                                                             \
        STORES(__VA_ARGS__);                                                                                 \
        uno_type(uno, "eX");                                                                                 \
        faults(uno, fault);                                                                                  \
    }

FAULT_TEST(a_rate_that_is_off_by_8_percent_is_a_fault, UNO_FAULT_UART, "", UBRR0L, 15)
FAULT_TEST(a_parity_bit_is_a_fault, UNO_FAULT_UART, "", UCSR0C, 0x26)
FAULT_TEST(a_byte_for_a_full_buffer_is_a_fault, UNO_FAULT_UART, "", UDR0, 1, UDR0, 2, UDR0, 3)
FAULT_TEST(half_a_transfer_to_the_matrix_is_a_fault, UNO_FAULT_MATRIX, "", PORTB, 0, SPDR, 1, UBRR0L, 16,
           UBRR0L, 16, PORTB, 4)
FAULT_TEST(a_write_during_a_transfer_is_a_collision, UNO_FAULT_SPI, "", SPCR, 0x53, SPDR, 0, SPDR, 1)
FAULT_TEST(a_transfer_while_ss_is_an_input_is_a_fault, UNO_FAULT_SPI, "", DDRB, 0x28, SPDR, 0)
FAULT_TEST(a_transfer_while_mosi_is_an_input_is_a_fault, UNO_FAULT_SPI, "", DDRB, 0x24, SPDR, 0)
FAULT_TEST(a_transfer_while_spi_is_off_is_a_fault, UNO_FAULT_SPI, "", SPCR, 0, SPDR, 0)
FAULT_TEST(a_transfer_in_a_mode_that_reads_while_data_change_is_a_fault, UNO_FAULT_SPI, "", SPCR, 0x54, PORTB,
           0, SPDR, 0)
FAULT_TEST(a_byte_without_a_start_is_a_fault, UNO_FAULT_TWI, "", TWBR, 12, TWCR, ACT)
FAULT_TEST(a_byte_during_a_start_is_a_collision, UNO_FAULT_TWI, "", TWBR, 12, TWCR, START, TWDR, 0)
FAULT_TEST(a_start_before_the_end_of_a_stop_is_a_fault, UNO_FAULT_TWI, "", TWBR, 12, TWCR, STOP, TWCR, START)
FAULT_TEST(an_eeprom_read_during_a_write_is_a_fault, UNO_FAULT_EEPROM, "wA", EECR, 1)
FAULT_TEST(an_eeprom_address_that_changes_during_a_write_is_a_fault, UNO_FAULT_EEPROM, "wA", EEARL, 6)
FAULT_TEST(an_eeprom_mode_that_only_erases_is_a_fault, UNO_FAULT_EEPROM, "", EECR, 0x10)
FAULT_TEST(a_sleep_that_stops_the_clocks_is_a_fault, UNO_FAULT_SLEEP, "", SMCR, 4)
FAULT_TEST(an_interrupt_without_a_handler_restarts_and_is_a_fault, UNO_FAULT_RESTART, "", TIMSK0, 1, TCCR0B,
           1)

COMPONENT_TEST(a_stack_in_the_variables_is_a_fault)
{
    uno_type(uno, "d\xff");
    faults(uno, UNO_FAULT_STACK);
}

COMPONENT_TEST(the_deepest_stack_is_what_paint_shows)
{
    uint16_t floor = (uint16_t)(uno_status(uno).ram_start + uno_status(uno).static_ram), at = floor;
    for (uint16_t i = floor; i < uno_status(uno).ram_end - 100; i++)
        uno_poke(uno, i, 0xa5);
    answers(uno, "d\x0a", "d");
    while (uno_peek(uno, at) == 0xa5)
        at++;
    unsigned painted = uno_status(uno).ram_end - at + 1u;
    assert_in_range(painted, 10 * 32, 1000);
    assert_in_range(uno_status(uno).deepest, painted,
                    painted + 32); /* a frame counts although it is not filled */
}

COMPONENT_TEST(a_jump_into_empty_flash_is_a_fault_and_runs_round_to_the_start)
{
    uno_settings(uno)->tolerated[UNO_FAULT_STRAY] = true;
    uno_type(uno, "x");
    faults(uno, UNO_FAULT_STRAY);
    assert_int_equal(uno_faults(uno, UNO_FAULT_RESTART), 1);
    line_run_to(uno, "up 00\r\n", 10);
}

COMPONENT_TEST(a_write_outside_ram_is_a_fault_and_harms_nobody)
{
    uno_type(uno, "o");
    faults(uno, UNO_FAULT_CRASH);
    line_run_to(uno, "o", 10);
}
