/* The functions of uno.h that read and change the state of the board. */
#include "sim/board/board.h"

#include <sim_core.h>

#include <stdio.h> /* READ_SREG_INTO() of newer simavr prints */
#include <string.h>

uint32_t uno_hz(const struct uno *uno)
{
    return uno->hz;
}

uint64_t uno_cycles(const struct uno *uno, double seconds)
{
    return (uint64_t)(seconds * uno->hz);
}

struct uno_settings *uno_settings(struct uno *uno)
{
    return &uno->settings;
}

uint64_t uno_cycle(const struct uno *uno)
{
    return uno->avr->cycle;
}

bool uno_is_asleep(const struct uno *uno)
{
    return uno->avr->state == cpu_Sleeping;
}

struct uno_status uno_status(const struct uno *uno)
{
    struct uno_status status = uno->status;
    bool is_busy = uno->usart.is_shifting || uno->tiny.is_receiving || uno->serial.head != uno->serial.tail ||
                   uno->nv.is_busy;
    status.quiet = is_busy ? 0 : uno->avr->cycle - uno->busy_at;
    status.is_eeprom_busy = uno->nv.is_busy;
    status.unsent = uno->serial.tail - uno->serial.head;
    status.modules = uno->matrix.any.display.words;
    status.deepest = (uint16_t)(uno->avr->ramend - uno->stack.deepest);
    return status;
}

/* ---- faults ---- */

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

/* ---- serial line ---- */

static void frame_send(struct uno *uno, uint16_t frame)
{
    struct serial *serial = &uno->serial;
    if (serial->head == serial->tail)
        serial->head = serial->tail = 0;
    serial->frames = memory_grow(serial->frames, serial->tail, &serial->room, sizeof *serial->frames);
    serial->frames[serial->tail++] = frame;
    if (uno->pins->family->is_bare)
        tiny_input_start(uno);
    else
        usart_input_start(uno);
}

void uno_send(struct uno *uno, const void *bytes, size_t count)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < count; i++)
        frame_send(uno, byte[i]);
}

void uno_type(struct uno *uno, const char *text)
{
    uno_send(uno, text, strlen(text));
}

void uno_send_broken(struct uno *uno, uint8_t byte)
{
    frame_send(uno, (uint16_t)(byte | FRAME_BROKEN));
}

void output_add(struct uno *uno, uint8_t byte, uint64_t cycle)
{
    struct uno_output *output = &uno->output;
    size_t room = uno->output_room, count = output->count++;
    uno->status.sent++;
    uno->busy_at = cycle;
    output->text = memory_grow(output->text, count + 1, &room, sizeof *output->text);
    output->cycle = memory_grow(output->cycle, count + 1, &uno->output_room, sizeof *output->cycle);
    output->text[count] = (char)byte;
    output->text[count + 1] = '\0';
    output->cycle[count] = cycle;
    if (uno->settings.on_output)
        uno->settings.on_output(uno->settings.arg, byte);
}

struct uno_output uno_output(const struct uno *uno)
{
    return uno->output;
}

const char *uno_unread(const struct uno *uno)
{
    return uno->output.text + uno->mark;
}

void uno_mark(struct uno *uno)
{
    uno->mark = uno->output.count;
}

void uno_forget_logs(struct uno *uno)
{
    uno->output.count = uno->mark = uno->matrix.count = 0;
    uno->output.text[0] = '\0';
}

/* ---- matrix ---- */

union any_display *uno_display(struct uno *uno)
{
    return &uno->matrix.any;
}

void uno_picture(const struct uno *uno, struct uno_frame *frame)
{
    display_picture(&uno->matrix.any.display, uno->avr->cycle, frame);
}

void uno_modules_set(struct uno *uno, uint8_t wide, uint8_t high)
{
    uno->matrix.any.display.layout.wide = wide;
    uno->matrix.any.display.layout.high = high;
    matrix_update(uno);
}

void uno_rows(const struct uno *uno, uint8_t rows[8])
{
    struct uno_frame frame;
    uno_picture(uno, &frame);
    memcpy(rows, frame.rows, 8);
}

const struct uno_frame *uno_frames(struct uno *uno, size_t *count)
{
    matrix_update(uno);
    *count = uno->matrix.count;
    return uno->matrix.frames;
}

/* ---- memory ---- */

int32_t uno_symbol(const struct uno *uno, const char *name)
{
    const struct image *image = &uno->image;
    size_t length = strlen(name);
    for (int suffixes = 0; suffixes < 2; suffixes++)
        for (size_t i = 0; i < image->symbol_count; i++) {
            const char *end = image->symbols[i].name + length;
            if (!strncmp(image->symbols[i].name, name, length) && *end == (suffixes ? '.' : '\0'))
                return (int32_t)(image->symbols[i].address % 0x800000);
        }
    return -1;
}

/* simavr stores each bit of SREG in a byte, outside of the data space. */
uint8_t uno_peek(const struct uno *uno, uint16_t address)
{
    uint8_t sreg;
    READ_SREG_INTO(uno->avr, sreg);
    return address == R_SREG ? sreg : uno->avr->data[address];
}

void uno_poke(struct uno *uno, uint16_t address, uint8_t value)
{
    uno->avr->data[address] = value;
    for (uint8_t i = 0; i < 8 && address == R_SREG; i++)
        avr_sreg_set(uno->avr, i, value >> i & 1);
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

uint8_t uno_flash(const struct uno *uno, uint32_t address)
{
    return uno->avr->flash[address & uno->avr->flashend];
}

void uno_deepest_start(struct uno *uno)
{
    uno->stack.deepest = stack_pointer(uno);
}

/* ---- EEPROM ---- */

uint8_t *uno_eeprom(struct uno *uno, size_t *size)
{
    if (size)
        *size = uno->nv.io->size;
    return uno->nv.io->eeprom;
}
