/* The display on the board's wires, and the log of its pictures. */
#include "sim/board/components.h"

#include <avr_ioport.h>
#include <sim_cycle_timers.h>

#include <string.h>

/* ---- pictures ---- */

static bool same_picture(const struct uno_frame *a, const struct uno_frame *b)
{
    return !memcmp(a->modules, b->modules, sizeof a->modules) &&
           !memcmp(a->colours, b->colours, sizeof a->colours) && a->intensity == b->intensity;
}

void matrix_log(struct matrix *matrix)
{
    matrix->frames = memory_grow(matrix->frames, matrix->count, &matrix->room, sizeof *matrix->frames);
    matrix->frames[matrix->count++] = matrix->logged = matrix->shown;
    matrix->is_unsettled = false;
    if (matrix->bus->settings.on_frame)
        matrix->bus->settings.on_frame(matrix->bus->settings.arg, &matrix->shown);
}

static void faults_report(struct matrix *matrix)
{
    if (matrix->any.display.refused != matrix->reported)
        fault_note(matrix->bus, UNO_FAULT_MATRIX, "%s", matrix->any.display.fault);
    matrix->reported = matrix->any.display.refused;
}

void matrix_update(struct matrix *matrix)
{
    struct uno_frame now;
    faults_report(matrix);
    if (matrix_due(matrix))
        matrix_log(matrix);
    if (matrix->any.display.is_same)
        return;
    display_picture(&matrix->any.display, matrix->bus->avr->cycle, &now);
    if (same_picture(&now, &matrix->shown))
        return;
    matrix->busy_at = now.cycle;
    matrix->shown = now;
    matrix->is_unsettled = !same_picture(&now, &matrix->logged);
}

/* ---- wires ---- */

static avr_cycle_count_t alarm_come(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct matrix *matrix = param;
    (void)when;
    display_edge(&matrix->any.display, DISPLAY_ALARM, false, avr->cycle);
    matrix_update(matrix);
    return 0;
}

static void edge(struct matrix *matrix, enum display_wire wire, bool level)
{
    struct display *display = &matrix->any.display;
    uint64_t now = matrix->bus->avr->cycle, alarm = display->alarm;
    display_edge(display, wire, level, now);
    faults_report(matrix);
    if (display->alarm != alarm && display->alarm)
        avr_cycle_timer_register(matrix->bus->avr, display->alarm - now, alarm_come, matrix);
}

void matrix_clock(struct matrix *matrix, bool din)
{
    edge(matrix, DISPLAY_CLK, din);
}

static void cs_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    struct matrix *matrix = param;
    (void)irq;
    wire_set(matrix->bus, UNO_WIRE_CS, matrix->bus->avr->cycle, value & 1);
    edge(matrix, DISPLAY_CS, value & 1);
    if (value & 1)
        matrix_update(matrix);
}

static void data_changed(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    edge(param, DISPLAY_DATA, value & 1);
}

void matrix_attach(struct matrix *matrix, struct bus *bus, char port, uint8_t cs)
{
    avr_irq_t *select = avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ(port), cs);
    avr_irq_t *data = avr_io_getirq(bus->avr, (uint32_t)AVR_IOCTL_IOPORT_GETIRQ('D'), 6);
    matrix->bus = bus;
    avr_irq_register_notify(select, cs_changed, matrix);
    if (data) /* an ATtiny lacks it */
        avr_irq_register_notify(data, data_changed, matrix);
}
