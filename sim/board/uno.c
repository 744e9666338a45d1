/* The simulated Arduino Uno: the chip, its serial line, the MAX7219 matrix, the button. */
#define _GNU_SOURCE
#include "sim/board/uno.h"

#include "sim/board/chance.h"
#include "sim/board/firmware.h"
#include "sim/board/inside.h"

#include <avr_extint.h>
#include <avr_ioport.h>
#include <sim_core.h>

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MCUSR = 0x54, SMCR = 0x53, WDTCSR = 0x60, SM = 0x0e, SE = 0x01, WDE = 0x08 };

/* Where a board of the Arduino family has the wires of CONTRACT: port letter and bit. */
struct pins {
    const char *mcu;
    char spi_port;
    uint8_t mosi, sck, cs;
    char button_port;
    uint8_t button;
};

static const struct pins boards[] = {
    {"atmega328p", 'B', 3, 5, 2, 'D', 2},
    {"atmega168", 'B', 3, 5, 2, 'D', 2},
    {"atmega2560", 'B', 2, 1, 4, 'E', 4},
    {"atmega32u4", 'B', 2, 1, 6, 'D', 1},
};

struct uno {
    avr_t *avr;
    const struct pins *pins;
    struct firmware image;
    uint32_t boot; /* where the boot loader starts, 0: none */
    uint32_t code_end;
    uint16_t stack_floor;
    uint64_t chance;

    struct usart usart;
    struct spi spi;
    struct nv nv;
    struct max7219 matrix;

    uint64_t asleep;
    uint32_t resets;
    bool starting, halted, straying, stack_bad, in_reset;
    uint32_t came_from;
    uint16_t deepest_sp;

    uint32_t fault_count[UNO_FAULTS];
    bool tolerated[UNO_FAULTS];
    bool fault_due;
    char fault_text[256];
    char complaint[160]; /* of simavr, about the instruction just run */

    char *text;
    uint64_t *cycle;
    size_t count, room, mark;
    void (*output_hook)(void *arg, uint8_t byte);
    void *output_arg;

    struct uno_frame *frames;
    size_t frame_count, frame_room;
    struct uno_frame shown;  /* the picture now, not yet logged while `unsettled` */
    struct uno_frame logged; /* the latest in the log */
    bool unsettled;
    uint64_t settle;
    uint64_t busy_at;                  /* cycle of the latest sign of life */
    uint64_t sample_at, sample_asleep; /* the chip's sleep is looked at every 50 ms */
    void (*frame_hook)(void *arg, const struct uno_frame *frame);
    void *frame_arg;

    bool button_down, button_level;
    unsigned bounces;
    avr_irq_t *button_irq;
    avr_io_read_t pin_read;
    void *pin_param;

    void (*eeprom_hook)(void *arg, uint16_t address, uint8_t value);
    void *eeprom_arg;
    void (*wire_hook)(void *arg, enum uno_wire wire, uint64_t cycle, bool level);
    void *wire_arg;
};

static char error_text[512];

const char *uno_error(void)
{
    return error_text;
}

/* ---- faults ---------------------------------------------------------------------------------------------
 */

static const char *function_at(const struct uno *uno, uint32_t pc)
{
    const struct firmware_symbol *best = NULL;

    for (size_t i = 0; i < uno->image.symbol_count; i++) {
        const struct firmware_symbol *symbol = &uno->image.symbols[i];

        if (symbol->address <= pc && pc < uno->code_end && (!best || symbol->address >= best->address))
            best = symbol;
    }
    return best ? best->name : NULL;
}

void fault_note(struct uno *uno, enum uno_fault fault, const char *format, ...)
{
    const char *name = function_at(uno, uno->avr->pc);
    va_list args;
    int at;

    uno->fault_count[fault]++;
    if (!uno->tolerated[fault])
        uno->fault_due = true;
    va_start(args, format);
    at = vsnprintf(uno->fault_text, sizeof uno->fault_text, format, args);
    va_end(args);
    if (at > 0 && (size_t)at < sizeof uno->fault_text)
        snprintf(uno->fault_text + at, sizeof uno->fault_text - (size_t)at,
                 " (cycle %" PRIu64 ", %.6f s, PC 0x%04x%s%.60s)", uno->avr->cycle,
                 (double)uno->avr->cycle / UNO_HZ, uno->avr->pc, name ? " in " : "", name ? name : "");
}

void uno_tolerate(struct uno *uno, enum uno_fault fault, bool tolerated)
{
    uno->tolerated[fault] = tolerated;
}

uint32_t uno_faults(const struct uno *uno, enum uno_fault fault)
{
    uint32_t sum = 0;

    if (fault != UNO_FAULTS)
        return uno->fault_count[fault];
    for (int i = 0; i < UNO_FAULTS; i++)
        sum += uno->fault_count[i];
    return sum;
}

const char *uno_fault_text(const struct uno *uno)
{
    return uno->fault_text;
}

const char *uno_fault_name(enum uno_fault fault)
{
    static const char *const names[UNO_FAULTS] = {
        [UNO_FAULT_CRASH] = "crash",       [UNO_FAULT_STRAY] = "stray jump", [UNO_FAULT_RESTART] = "restart",
        [UNO_FAULT_WATCHDOG] = "watchdog", [UNO_FAULT_STACK] = "stack",      [UNO_FAULT_SLEEP] = "sleep mode",
        [UNO_FAULT_MATRIX] = "matrix",     [UNO_FAULT_SPI] = "SPI",          [UNO_FAULT_UART] = "UART",
        [UNO_FAULT_EEPROM] = "EEPROM"};

    return fault < UNO_FAULTS ? names[fault] : "?";
}

/* simavr's words go to the board that they are about. */
static void simavr_log(avr_t *avr, const int level, const char *format, va_list args)
{
    struct uno *uno = avr ? avr->custom.data : NULL;

    if (level != LOG_ERROR)
        return;
    if (uno)
        vsnprintf(uno->complaint, sizeof uno->complaint, format, args);
    else
        vsnprintf(error_text, sizeof error_text, format, args);
}

/* The last complaint without colours and line ends. */
static const char *complaint_plain(struct uno *uno)
{
    char *text = uno->complaint, *colon = strstr(text, "***");

    text[strcspn(text, "\n")] = '\0';
    if (strrchr(text, '\033') > text)
        *strrchr(text, '\033') = '\0';
    return colon ? colon + 4 : text;
}

/* ---- what the parts call --------------------------------------------------------------------------------
 */

void *part_find(avr_t *avr, const char *kind)
{
    avr_io_t *first = NULL;

    for (avr_io_t *part = avr->io_port; part; part = part->next)
        if (!strcmp(part->kind, kind))
            first = part; /* the list is in reverse: USART0 comes last */
    return first;
}

void vector_follow(avr_int_vector_t *vector, avr_irq_notify_t again, void *part)
{
    if (vector->vector)
        avr_irq_register_notify(vector->irq + AVR_INT_IRQ_RUNNING, again, part);
}

void wire_set(struct uno *uno, enum uno_wire wire, uint64_t cycle, bool level)
{
    if (uno->wire_hook)
        uno->wire_hook(uno->wire_arg, wire, cycle, level);
}

void usart_output(struct uno *uno, uint8_t byte, uint64_t cycle)
{
    if (uno->count + 1 >= uno->room) {
        uno->room = uno->room ? 2 * uno->room : 4096;
        uno->text = realloc(uno->text, uno->room);
        uno->cycle = realloc(uno->cycle, uno->room * sizeof *uno->cycle);
        if (!uno->text || !uno->cycle)
            abort();
    }
    uno->text[uno->count] = (char)byte;
    uno->cycle[uno->count++] = cycle;
    uno->text[uno->count] = '\0';
    if (uno->output_hook)
        uno->output_hook(uno->output_arg, byte);
}

bool spi_pins_drive(struct uno *uno)
{
    uint8_t ddr = uno->avr->data[0x24]; /* DDRB, on all of these chips */

    return (ddr >> uno->pins->mosi & 1) && (ddr >> uno->pins->sck & 1);
}

void spi_bit(struct uno *uno, bool level)
{
    uint32_t stray = uno->matrix.stray;

    max7219_clock(&uno->matrix, level);
    if (uno->matrix.stray != stray && stray == 0)
        fault_note(uno, UNO_FAULT_MATRIX, "bits are clocked into the MAX7219 while CS is high");
}

void nv_written(struct uno *uno, uint16_t address, uint8_t value)
{
    if (uno->eeprom_hook)
        uno->eeprom_hook(uno->eeprom_arg, address, value);
}

/* ---- matrix ---------------------------------------------------------------------------------------------
 */

static void frame_log(struct uno *uno)
{
    if (uno->frame_count == uno->frame_room) {
        uno->frame_room = uno->frame_room ? 2 * uno->frame_room : 256;
        uno->frames = realloc(uno->frames, uno->frame_room * sizeof *uno->frames);
        if (!uno->frames)
            abort();
    }
    uno->frames[uno->frame_count++] = uno->logged = uno->shown;
    uno->unsettled = false;
    if (uno->frame_hook)
        uno->frame_hook(uno->frame_arg, &uno->shown);
}

static bool same_picture(const struct uno_frame *a, const struct uno_frame *b)
{
    return !memcmp(a->rows, b->rows, sizeof a->rows) && a->intensity == b->intensity;
}

static bool settled(const struct uno *uno)
{
    return uno->unsettled && uno->avr->cycle - uno->shown.cycle >= uno->settle;
}

static void picture_update(struct uno *uno)
{
    static const struct uno_frame dark;
    struct uno_frame now = {.cycle = uno->avr->cycle};

    if (settled(uno))
        frame_log(uno);
    max7219_rows(&uno->matrix, now.rows);
    if (memcmp(now.rows, dark.rows, sizeof now.rows))
        now.intensity = max7219_brightness(&uno->matrix);
    if (same_picture(&now, &uno->shown))
        return;
    uno->busy_at = now.cycle;
    uno->shown = now;
    uno->unsettled = !same_picture(&now, &uno->logged);
}

static void cs_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct uno *uno = param;
    uint8_t bits = uno->matrix.bits;

    (void)irq;
    wire_set(uno, UNO_WIRE_CS, uno->avr->cycle, value & 1);
    if (!max7219_select(&uno->matrix, value & 1))
        fault_note(uno, UNO_FAULT_MATRIX, "the MAX7219 latched 0x%04x after %u bits instead of 16",
                   uno->matrix.shift, bits);
    picture_update(uno);
}

struct max7219 *uno_matrix(struct uno *uno)
{
    return &uno->matrix;
}

void uno_rows(const struct uno *uno, uint8_t rows[8])
{
    max7219_rows(&uno->matrix, rows);
}

const struct uno_frame *uno_frames(struct uno *uno, size_t *count)
{
    picture_update(uno);
    *count = uno->frame_count;
    return uno->frames;
}

void uno_forget_frames(struct uno *uno)
{
    uno->frame_count = 0;
}

void uno_settle(struct uno *uno, uint64_t cycles)
{
    uno->settle = cycles;
}

void uno_on_frame(struct uno *uno, void (*hook)(void *arg, const struct uno_frame *frame), void *arg)
{
    uno->frame_hook = hook;
    uno->frame_arg = arg;
}

/* ---- button ---------------------------------------------------------------------------------------------
 */

static uint16_t port_address(char port)
{
    return (uint16_t)(0x20 + 3 * (port - 'A')); /* PINx; DDRx and PORTx follow */
}

/* Pressed: ground.  Released: the pull-up, if it is on; else whatever is in the air. */
static uint8_t pin_with_button(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct uno *uno = param;
    uint8_t value = uno->pin_read(avr, addr, uno->pin_param);
    uint8_t mask = (uint8_t)(1u << uno->pins->button);
    bool output = avr->data[addr + 1] & mask, port = avr->data[addr + 2] & mask;
    bool level = output ? port : !uno->button_level && (port || (chance_next(&uno->chance) & 1));

    value = (uint8_t)(level ? value | mask : value & ~mask);
    avr->data[addr] = value;
    return value;
}

static void button_contact(struct uno *uno, bool down)
{
    avr_ioport_external_t pull = {.name = (unsigned)uno->pins->button_port & 0x7fu,
                                  .mask = down ? 1u << uno->pins->button : 0,
                                  .value = 0};

    uno->button_level = down;
    avr_ioctl(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_SET_EXTERNAL(uno->pins->button_port), &pull);
    avr_raise_irq(uno->button_irq, !down);
    wire_set(uno, UNO_WIRE_BUTTON, uno->avr->cycle, !down);
}

/* A reset of the CPU does not move the button; simavr forgets where it stands. */
static void button_resync(struct uno *uno)
{
    for (uint8_t i = 0; i < 2; i++)
        avr_extint_set_strict_lvl_trig(uno->avr, i, 0); /* it would poll at every cycle */
    uno->bounces = 0;
    uno->button_irq->value = uno->button_down;
    button_contact(uno, uno->button_down);
}

static avr_cycle_count_t bounce(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;

    (void)avr;
    if (uno->bounces == 0)
        return 0;
    uno->bounces--;
    button_contact(uno, uno->bounces & 1 ? !uno->button_down : uno->button_down);
    return when + 100 + chance_next(&uno->chance) % 8000;
}

void uno_button(struct uno *uno, bool down)
{
    uno->bounces = 0;
    uno->button_down = down;
    button_contact(uno, down);
}

void uno_button_bounce(struct uno *uno, bool down)
{
    uno_button(uno, down);
    uno->bounces = 2 + 2 * (unsigned)(chance_next(&uno->chance) % 4);
    avr_cycle_timer_register(uno->avr, 100 + chance_next(&uno->chance) % 8000, bounce, uno);
}

/* ---- stack ----------------------------------------------------------------------------------------------
 */

static void sp_check(struct uno *uno)
{
    uint16_t sp = (uint16_t)(uno->avr->data[R_SPL] | uno->avr->data[R_SPH] << 8);
    bool bad = sp + 1 < uno->stack_floor || sp > uno->avr->ramend;

    if (sp < uno->deepest_sp)
        uno->deepest_sp = sp;
    if (bad && !uno->stack_bad)
        fault_note(uno, UNO_FAULT_STACK, "the stack pointer is 0x%04x: RAM for the stack is 0x%04x to 0x%04x",
                   sp, uno->stack_floor, uno->avr->ramend);
    uno->stack_bad = bad;
}

/*
 * The two halves of the stack pointer change one after the other.  Code writes SPH, then SPL (as avr-gcc does
 * with interrupts off); simavr's calls and pushes write SPL, then SPH.  Only a whole pointer is looked at.
 */
static void sp_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    uint32_t pc = avr->pc & avr->flashend;
    unsigned opcode = avr->flash[pc] | (unsigned)avr->flash[pc + 1] << 8;
    bool by_code = (opcode & 0xf800) == 0xb800;

    avr->data[addr] = v;
    if (addr == (by_code ? R_SPL : R_SPH) && !uno->in_reset)
        sp_check(uno);
}

uint16_t uno_deepest(const struct uno *uno)
{
    return (uint16_t)(uno->avr->ramend - uno->deepest_sp);
}

void uno_deepest_start(struct uno *uno)
{
    uno->deepest_sp = (uint16_t)(uno->avr->data[R_SPL] | uno->avr->data[R_SPH] << 8);
}

/* ---- power and reset ------------------------------------------------------------------------------------
 */

static void noise_fill(struct uno *uno)
{
    avr_t *avr = uno->avr;

    for (unsigned i = 0; i <= avr->ramend; i++)
        if (i < 32 || i > avr->ioend)
            avr->data[i] = (uint8_t)chance_next(&uno->chance);
}

/* What the board does whenever the chip has come out of reset, whoever asked for it. */
static void after_reset(struct uno *uno, uint8_t mcusr)
{
    uno->avr->data[MCUSR] = mcusr;
    uno->starting = true;
    uno->halted = uno->straying = uno->stack_bad = uno->in_reset = false;
    uno->deepest_sp = uno->avr->ramend;
    uno->matrix.excused = !uno->matrix.cs;
    usart_reset(&uno->usart);
    spi_reset(&uno->spi);
    nv_reset(&uno->nv);
    button_resync(uno);
    wire_set(uno, UNO_WIRE_ASLEEP, uno->avr->cycle, false);
}

void uno_reset(struct uno *uno, enum uno_reset cause)
{
    uint8_t mcusr = uno->avr->data[MCUSR];

    uno->in_reset = true;
    avr_reset(uno->avr);
    uno->avr->run = avr_callback_run_raw;
    if (cause & UNO_POWER_ON)
        noise_fill(uno);
    after_reset(uno, cause & UNO_POWER_ON ? UNO_POWER_ON : (uint8_t)((mcusr & 15) | (cause & 15)));
}

static void watchdog_reset(struct uno *uno)
{
    uint8_t mcusr = uno->avr->data[MCUSR];

    if (!uno->boot || uno->avr->pc < uno->boot) { /* a boot loader ends itself by the watchdog */
        fault_note(uno, UNO_FAULT_WATCHDOG, "the watchdog resets the chip");
        uno->resets++;
    }
    uno->in_reset = true;
    uno->avr->run(uno->avr);
    after_reset(uno, (mcusr & 15) | UNO_WATCHDOG);
}

uint32_t uno_resets(const struct uno *uno)
{
    return uno->resets;
}

/* Room for every address that 16 bits can name: a stray access must not leave the array. */
static void memory_widen(avr_t *avr)
{
    size_t flash = avr->flashend + 1u;

    avr->data = realloc(avr->data, 65536 + 2);
    avr->flash = realloc(avr->flash, 2 * flash + 65536);
    if (!avr->data || !avr->flash)
        abort();
    memset(avr->data + avr->ramend + 1, 0, 65536 + 2 - (avr->ramend + 1u));
    memset(avr->flash + flash, 0xff, flash + 65536);
}

/* What lies above the end of the flash is the flash once more. */
static void flash_fill(avr_t *avr, const uint8_t *bytes)
{
    size_t flash = avr->flashend + 1u;

    memcpy(avr->flash, bytes, flash);
    memcpy(avr->flash + flash, bytes, flash);
}

static void button_attach(struct uno *uno)
{
    uint16_t pin = port_address(uno->pins->button_port);

    uno->button_irq =
        avr_io_getirq(uno->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(uno->pins->button_port), uno->pins->button);
    uno->pin_read = uno->avr->io[AVR_DATA_TO_IO(pin)].r.c;
    uno->pin_param = uno->avr->io[AVR_DATA_TO_IO(pin)].r.param;
    uno->avr->io[AVR_DATA_TO_IO(pin)].r.c = pin_with_button;
    uno->avr->io[AVR_DATA_TO_IO(pin)].r.param = uno;
}

/* A new chip in the socket, with this flash. */
static void chip_make(struct uno *uno, uint64_t cycle, const uint8_t *flash)
{
    avr_t *avr = avr_make_mcu_by_name(uno->pins->mcu);

    if (!avr)
        abort();
    avr_init(avr);
    uno->avr = avr;
    avr->custom.data = uno;
    avr->frequency = UNO_HZ;
    memory_widen(avr);
    flash_fill(avr, flash);
    avr->reset_pc = avr->pc = uno->boot;
    avr->cycle = cycle;
    usart_attach(&uno->usart, uno, avr);
    spi_attach(&uno->spi, uno, avr);
    nv_attach(&uno->nv, uno, avr);
    button_attach(uno);
    avr->io[AVR_DATA_TO_IO(R_SPL)].w.c = sp_write;
    avr->io[AVR_DATA_TO_IO(R_SPL)].w.param = uno;
    avr->io[AVR_DATA_TO_IO(R_SPH)].w.c = sp_write;
    avr->io[AVR_DATA_TO_IO(R_SPH)].w.param = uno;
    avr_irq_register_notify(
        avr_io_getirq(avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(uno->pins->spi_port), uno->pins->cs), cs_changed,
        uno);
}

/* avr_terminate() leaves the interrupt lines of registers and vectors behind. */
static void lines_free(avr_t *avr)
{
    for (int i = 0; i < MAX_IOs; i++)
        avr_free_irq(avr->io[i].irq, 9);
    for (int i = 0; i < avr->irq_pool.count; i++)
        avr_free_irq(avr->irq_pool.irq[i], 1);
    free(avr->irq_pool.irq);
}

static void chip_drop(struct uno *uno)
{
    avr_terminate(uno->avr);
    lines_free(uno->avr);
    free(uno->avr);
    uno->avr = NULL;
}

static void line_clear(struct usart *usart)
{
    usart->head = usart->tail = 0;
    usart->under_way = false;
}

static void power_on(struct uno *uno)
{
    noise_fill(uno);
    max7219_power_up(&uno->matrix);
    uno->matrix.cs = false;
    after_reset(uno, UNO_POWER_ON);
    picture_update(uno);
}

void uno_power_cut(struct uno *uno)
{
    size_t flash = uno->avr->flashend + 1u, size = uno->nv.io->size;
    uint64_t cycle = uno->avr->cycle;
    uint8_t *kept = malloc(flash + size);

    if (!kept)
        abort();
    nv_tear(&uno->nv, chance_next(&uno->chance));
    memcpy(kept, uno->avr->flash, flash);
    memcpy(kept + flash, uno->nv.io->eeprom, size);
    chip_drop(uno);
    line_clear(&uno->usart);
    chip_make(uno, cycle, kept);
    memcpy(uno->nv.io->eeprom, kept + flash, size);
    free(kept);
    power_on(uno);
}

/* ---- making a board -------------------------------------------------------------------------------------
 */

static const struct pins *pins_of(const char *mcu)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (!strcmp(boards[i].mcu, mcu))
            return &boards[i];
    return NULL;
}

/* The size of a chip's flash, by making one. */
static size_t flash_size(const char *mcu)
{
    avr_t *avr = avr_make_mcu_by_name(mcu);
    size_t size;

    if (!avr)
        return 0;
    size = avr->flashend + 1u;
    free(avr);
    return size;
}

/* Lays the boot loader over the image. */
static bool boot_load(struct uno *uno, const char *path, size_t size)
{
    struct firmware boot;
    size_t start = 0;

    if (!firmware_load(&boot, path, size, error_text))
        return false;
    while (start < size && boot.flash[start] == 0xff)
        start++;
    uno->boot = (uint32_t)(start & ~(size_t)1);
    for (size_t i = start; i < size; i++)
        uno->image.flash[i] = boot.flash[i];
    firmware_free(&boot);
    uno->code_end = (uint32_t)size;
    return true;
}

static bool images_load(struct uno *uno, const char *path, const char *boot, size_t size)
{
    int64_t text_end;

    if (path && !firmware_load(&uno->image, path, size, error_text))
        return false;
    if (!path) {
        uno->image.flash = malloc(size);
        if (!uno->image.flash)
            abort();
        memset(uno->image.flash, 0xff, size);
    }
    text_end = firmware_symbol(&uno->image, "__data_load_start");
    uno->code_end = (uint32_t)(text_end > 0 ? (size_t)text_end : path ? uno->image.flash_end : size);
    return !boot || boot_load(uno, boot, size);
}

static void eeprom_from_image(struct uno *uno)
{
    size_t size = uno->image.eeprom_size < uno->nv.io->size ? uno->image.eeprom_size : uno->nv.io->size;

    if (uno->image.eeprom)
        memcpy(uno->nv.io->eeprom, uno->image.eeprom, size);
}

struct uno *uno_new(const char *firmware, const struct uno_options *options)
{
    static const struct uno_options plain;
    struct uno *uno = calloc(1, sizeof *uno);
    const char *mcu;

    if (!uno)
        abort();
    if (!options)
        options = &plain;
    avr_global_logger_set(simavr_log);
    mcu = options->mcu ? options->mcu : boards[0].mcu;
    uno->pins = pins_of(mcu);
    if (!uno->pins) {
        snprintf(error_text, sizeof error_text, "no board with an %s is known here", mcu);
        free(uno);
        return NULL;
    }
    if (!images_load(uno, firmware, options->bootloader, flash_size(mcu))) {
        firmware_free(&uno->image);
        free(uno);
        return NULL;
    }
    uno->chance = options->seed;
    uno->settle = UNO_MS(1) / 4;
    uno->usart.flow = true;
    chip_make(uno, 0, uno->image.flash);
    uno->nv.writes = calloc(uno->nv.io->size, sizeof *uno->nv.writes);
    uno->stack_floor = (uint16_t)(uno->image.ram_end ? uno->image.ram_end : uno->avr->ioend + 1u);
    eeprom_from_image(uno);
    power_on(uno);
    return uno;
}

void uno_free(struct uno *uno)
{
    if (!uno)
        return;
    chip_drop(uno);
    firmware_free(&uno->image);
    free(uno->usart.queue);
    free(uno->nv.writes);
    free(uno->text);
    free(uno->cycle);
    free(uno->frames);
    free(uno);
}

/* ---- running --------------------------------------------------------------------------------------------
 */

/* Looks at where the next instruction comes from. */
static void pc_check(struct uno *uno)
{
    avr_t *avr = uno->avr;

    if (avr->pc > avr->flashend) /* the chip's program counter has no more bits */
        avr->pc &= avr->flashend;
    if (avr->pc == 0 && !uno->starting && !(uno->boot && uno->came_from >= uno->boot))
        fault_note(uno, UNO_FAULT_RESTART, "runs from address 0 without a reset, coming from 0x%04x",
                   uno->came_from);
    if (avr->pc >= uno->code_end && !uno->straying)
        fault_note(uno, UNO_FAULT_STRAY, "runs where no code is, coming from 0x%04x", uno->came_from);
    uno->straying = avr->pc >= uno->code_end;
    uno->starting = false;
    uno->came_from = avr->pc;
}

static void crash_check(struct uno *uno)
{
    if (!uno->complaint[0] && uno->avr->state != cpu_Crashed)
        return;
    fault_note(uno, UNO_FAULT_CRASH, "%s", uno->complaint[0] ? complaint_plain(uno) : "crash");
    uno->complaint[0] = '\0';
    if (uno->avr->state == cpu_Crashed)
        uno->avr->state = cpu_Running;
}

/* The SLEEP instruction was just run. */
static void sleep_check(struct uno *uno)
{
    avr_t *avr = uno->avr;

    if (!(avr->data[SMCR] & SE)) {
        avr->state = cpu_Running;
        return;
    }
    if (avr->data[SMCR] & SM)
        fault_note(uno, UNO_FAULT_SLEEP, "sleeps in mode %u: USART, SPI and Timer1 would stand still",
                   (avr->data[SMCR] & SM) >> 1);
    if (!avr->sreg[S_I] && !(avr->data[WDTCSR] & WDE))
        uno->halted = true;
    wire_set(uno, UNO_WIRE_ASLEEP, avr->cycle, true);
}

/* Sleeps up to the next event of any part, but not beyond `until`. */
static void sleep_skip(struct uno *uno, uint64_t until)
{
    avr_t *avr = uno->avr;
    const avr_cycle_timer_slot_t *next = avr->cycle_timers.timer;
    uint64_t most = avr->cycle + UNO_HZ; /* when nothing at all is due */
    uint64_t to = next ? next->when : most;
    uint64_t cycles;

    if (to > until)
        to = until;
    cycles = to > avr->cycle ? to - avr->cycle : 1;
    uno->asleep += cycles;
    avr->cycle += cycles;
}

/* Into the interrupt handler that is due, if one is: 4 cycles (datasheet 7.7.1), more from sleep and to a
 * long PC. */
static void interrupt_enter(struct uno *uno, bool slept)
{
    avr_t *avr = uno->avr;
    uint8_t depth = avr->interrupts.running_ptr;

    avr_service_interrupts(avr);
    if (avr->interrupts.running_ptr != depth)
        avr->cycle += (slept ? 8u : 4u) + (avr->address_size > 2);
}

/* One instruction, or the sleep up to the next event, but not beyond `until`. */
static void step(struct uno *uno, uint64_t until)
{
    avr_t *avr = uno->avr;
    bool slept = avr->state == cpu_Sleeping;
    avr_flashaddr_t pc;

    if (avr->run != avr_callback_run_raw) {
        watchdog_reset(uno);
        return;
    }
    if (!slept)
        pc_check(uno);
    if (slept)
        sleep_skip(uno, until);
    pc = slept ? avr->pc : avr_run_one(avr);
    crash_check(uno);
    if (avr->state == cpu_Sleeping && !slept)
        sleep_check(uno);
    avr_cycle_timer_process(avr);
    avr->pc = pc;
    if (slept && avr->state == cpu_Running && !avr->sreg[S_I])
        avr->state = cpu_Sleeping; /* no interrupt, no waking */
    if (slept && avr->state == cpu_Running)
        wire_set(uno, UNO_WIRE_ASLEEP, avr->cycle, false);
    if (avr->interrupt_state)
        interrupt_enter(uno, slept);
    if (settled(uno))
        frame_log(uno);
}

/* A chip that computes without a word is not idle. */
static void sleep_sample(struct uno *uno)
{
    uint64_t now = uno->avr->cycle, cycles = now - uno->sample_at;

    if (cycles < UNO_MS(50))
        return;
    if (uno->asleep - uno->sample_asleep < cycles / 2)
        uno->busy_at = now;
    uno->sample_at = now;
    uno->sample_asleep = uno->asleep;
}

enum uno_stop uno_run_until(struct uno *uno, bool (*found)(struct uno *uno, void *arg), void *arg,
                            uint64_t cycles)
{
    uint64_t until = uno->avr->cycle + cycles;

    if (until < cycles)
        until = UINT64_MAX;
    for (;;) {
        if (uno->fault_due) {
            uno->fault_due = false;
            return UNO_FAULT;
        }
        if (found && found(uno, arg))
            return UNO_FOUND;
        if (uno->halted)
            return UNO_HALTED;
        if (uno->avr->cycle >= until)
            return UNO_LIMIT;
        step(uno, until);
        sleep_sample(uno);
    }
}

enum uno_stop uno_run(struct uno *uno, uint64_t cycles)
{
    return uno_run_until(uno, NULL, NULL, cycles);
}

struct wanted {
    const char *text;
    size_t length, seen;
};

static bool text_there(struct uno *uno, void *arg)
{
    struct wanted *wanted = arg;
    const char *at;

    if (wanted->seen == uno->count)
        return false;
    wanted->seen = uno->count;
    at = memmem(uno->text + uno->mark, uno->count - uno->mark, wanted->text, wanted->length);
    if (at)
        uno->mark = (size_t)(at - uno->text) + wanted->length;
    return at;
}

enum uno_stop uno_run_to(struct uno *uno, const char *text, uint64_t cycles)
{
    struct wanted wanted = {text, strlen(text), uno->mark};

    return uno_run_until(uno, text_there, &wanted, cycles);
}

uint64_t uno_quiet(const struct uno *uno)
{
    const struct usart *usart = &uno->usart;
    uint64_t since = uno->busy_at;

    if (usart->shifting || usart->head != usart->tail || uno->nv.busy)
        return 0;
    if (usart->busy_at > since)
        since = usart->busy_at;
    if (uno->nv.busy_at > since)
        since = uno->nv.busy_at;
    return uno->avr->cycle - since;
}

struct quiet {
    uint64_t start, cycles;
};

static bool all_quiet(struct uno *uno, void *arg)
{
    const struct quiet *quiet = arg;

    return uno->avr->cycle - quiet->start >= quiet->cycles && uno_quiet(uno) >= quiet->cycles;
}

enum uno_stop uno_run_idle(struct uno *uno, uint64_t quiet, uint64_t cycles)
{
    struct quiet state = {uno->avr->cycle, quiet};

    return uno_run_until(uno, all_quiet, &state, cycles);
}

uint64_t uno_cycle(const struct uno *uno)
{
    return uno->avr->cycle;
}

uint64_t uno_asleep(const struct uno *uno)
{
    return uno->asleep;
}

/* ---- serial line ----------------------------------------------------------------------------------------
 */

void uno_send(struct uno *uno, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;

    for (size_t i = 0; i < count; i++)
        usart_send(&uno->usart, byte[i]);
}

void uno_type(struct uno *uno, const char *text)
{
    uno_send(uno, text, strlen(text));
}

void uno_send_broken(struct uno *uno, uint8_t byte)
{
    usart_send(&uno->usart, (uint16_t)(byte | FRAME_BROKEN));
}

void uno_baud(struct uno *uno, uint32_t baud)
{
    usart_rate(&uno->usart, baud);
}

void uno_flow_control(struct uno *uno, bool on)
{
    uno->usart.flow = on;
}

size_t uno_unsent(const struct uno *uno)
{
    return uno->usart.tail - uno->usart.head;
}

uint64_t uno_received(const struct uno *uno)
{
    return uno->usart.received;
}

uint32_t uno_overruns(const struct uno *uno)
{
    return uno->usart.lost;
}

uint64_t uno_sent(const struct uno *uno)
{
    return uno->usart.sent;
}

struct uno_output uno_output(const struct uno *uno)
{
    return (struct uno_output){uno->text ? uno->text : "", uno->cycle, uno->count};
}

const char *uno_unread(const struct uno *uno)
{
    return uno->text ? uno->text + uno->mark : "";
}

void uno_mark(struct uno *uno)
{
    uno->mark = uno->count;
}

void uno_forget_output(struct uno *uno)
{
    uno->count = uno->mark = 0;
    if (uno->text)
        uno->text[0] = '\0';
}

void uno_on_output(struct uno *uno, void (*hook)(void *arg, uint8_t byte), void *arg)
{
    uno->output_hook = hook;
    uno->output_arg = arg;
}

/* ---- memory ---------------------------------------------------------------------------------------------
 */

int32_t uno_symbol(const struct uno *uno, const char *name)
{
    int64_t address = firmware_symbol(&uno->image, name);

    if (address >= 0x800000)
        address -= 0x800000;
    return (int32_t)address;
}

uint8_t uno_peek(const struct uno *uno, uint16_t address)
{
    return uno->avr->data[address];
}

void uno_poke(struct uno *uno, uint16_t address, uint8_t value)
{
    uno->avr->data[address] = value;
}

uint32_t uno_pc(const struct uno *uno)
{
    return uno->avr->pc;
}

void uno_jump(struct uno *uno, uint32_t pc)
{
    uno->avr->pc = pc;
    uno->avr->state = cpu_Running;
}

uint16_t uno_ram_start(const struct uno *uno)
{
    return (uint16_t)(uno->avr->ioend + 1);
}

uint16_t uno_ram_end(const struct uno *uno)
{
    return uno->avr->ramend;
}

uint16_t uno_static_ram(const struct uno *uno)
{
    return (uint16_t)(uno->image.ram_end ? uno->image.ram_end - uno_ram_start(uno) : 0);
}

uint32_t uno_flash_used(const struct uno *uno)
{
    return uno->image.flash_used;
}

/* ---- EEPROM ---------------------------------------------------------------------------------------------
 */

uint8_t *uno_eeprom(struct uno *uno, size_t *size)
{
    if (size)
        *size = uno->nv.io->size;
    return uno->nv.io->eeprom;
}

uint32_t uno_eeprom_writes(const struct uno *uno, uint16_t address)
{
    return address < uno->nv.io->size ? uno->nv.writes[address] : 0;
}

void uno_on_eeprom(struct uno *uno, void (*hook)(void *arg, uint16_t address, uint8_t value), void *arg)
{
    uno->eeprom_hook = hook;
    uno->eeprom_arg = arg;
}

bool uno_eeprom_busy(const struct uno *uno)
{
    return uno->nv.busy;
}

bool uno_eeprom_load(struct uno *uno, const char *path)
{
    FILE *in = fopen(path, "rb");
    bool ok;

    if (!in)
        return errno == ENOENT;
    ok = fread(uno->nv.io->eeprom, 1, uno->nv.io->size, in) == uno->nv.io->size || !ferror(in);
    fclose(in);
    return ok;
}

bool uno_eeprom_save(struct uno *uno, const char *path)
{
    size_t length = strlen(path) + 5;
    char *temporary = malloc(length);
    FILE *out;
    bool ok;

    if (!temporary)
        abort();
    snprintf(temporary, length, "%s.new", path);
    out = fopen(temporary, "wb");
    ok = out && fwrite(uno->nv.io->eeprom, 1, uno->nv.io->size, out) == uno->nv.io->size;
    ok = out && !fflush(out) && !fsync(fileno(out)) && ok;
    if (out)
        ok = !fclose(out) && ok;
    ok = ok && !rename(temporary, path);
    free(temporary);
    return ok;
}

/* ---- wires ----------------------------------------------------------------------------------------------
 */

void uno_on_wire(struct uno *uno, void (*hook)(void *arg, enum uno_wire wire, uint64_t cycle, bool level),
                 void *arg)
{
    uno->wire_hook = hook;
    uno->wire_arg = arg;
}
