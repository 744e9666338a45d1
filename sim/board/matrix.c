/* The display on the board's wires, and the log of its pictures. */
#include "sim/board/board.h"

#include <sim_cycle_timers.h>

#include <string.h>

/* ---- pictures ---- */

static bool same_picture(const struct uno_frame *a, const struct uno_frame *b)
{
    return !memcmp(a->modules, b->modules, sizeof a->modules) &&
           !memcmp(a->colours, b->colours, sizeof a->colours) && a->intensity == b->intensity;
}

void matrix_settle(struct uno *uno)
{
    struct matrix *matrix = &uno->matrix;
    if (!matrix->is_unsettled || uno->avr->cycle - matrix->shown.cycle < uno->settings.settle)
        return;
    matrix->frames = memory_grow(matrix->frames, matrix->count, &matrix->room, sizeof *matrix->frames);
    matrix->frames[matrix->count++] = matrix->logged = matrix->shown;
    matrix->is_unsettled = false;
    if (uno->settings.on_frame)
        uno->settings.on_frame(uno->settings.arg, &matrix->shown);
}

static void faults_report(struct uno *uno)
{
    if (uno->matrix.any.display.refused != uno->matrix.reported)
        fault_note(uno, UNO_FAULT_MATRIX, "%s", uno->matrix.any.display.fault);
    uno->matrix.reported = uno->matrix.any.display.refused;
}

void matrix_update(struct uno *uno)
{
    struct matrix *matrix = &uno->matrix;
    struct uno_frame now;
    faults_report(uno);
    matrix_settle(uno);
    if (matrix->any.display.is_same)
        return;
    display_picture(&matrix->any.display, uno->avr->cycle, &now);
    if (same_picture(&now, &matrix->shown))
        return;
    uno->busy_at = now.cycle;
    matrix->shown = now;
    matrix->is_unsettled = !same_picture(&now, &matrix->logged);
}

/* ---- wires ---- */

static avr_cycle_count_t alarm_come(avr_t *, avr_cycle_count_t, void *param)
{
    matrix_edge(param, DISPLAY_ALARM, false);
    matrix_update(param);
    return 0;
}

void matrix_edge(struct uno *uno, enum display_wire wire, bool level)
{
    struct display *display = &uno->matrix.any.display;
    uint64_t now = uno->avr->cycle, alarm = display->alarm;
    display_edge(display, wire, level, now);
    faults_report(uno);
    if (display->alarm != alarm && display->alarm)
        avr_cycle_timer_register(uno->avr, display->alarm - now, alarm_come, uno);
}

static void cs_changed(struct avr_irq_t *, uint32_t value, void *param)
{
    struct uno *uno = param;
    wire_set(uno, UNO_WIRE_CS, uno->avr->cycle, value & 1);
    matrix_edge(uno, DISPLAY_CS, value & 1);
    if (value & 1)
        matrix_update(uno);
}

static void data_changed(struct avr_irq_t *, uint32_t value, void *param)
{
    matrix_edge(param, DISPLAY_DATA, value & 1);
}

void matrix_attach(struct uno *uno)
{
    pin_follow(uno, uno->pins->spi_port, uno->pins->cs, cs_changed);
    pin_follow(uno, 'D', 6, data_changed);
}
