/* The driver of a chain of MAX7219 (Maxim datasheet 19-4452, tables 2 to 10). */
#include "firmware/display/matrix.h"

#include "firmware/display/picture.h"
#include "firmware/display/shape.h"
#include "hal/spi.h"

enum matrix_register {
    MATRIX_DIGIT = 1, /* 1 .. 8 */
    MATRIX_DECODE = 9,
    MATRIX_INTENSITY,
    MATRIX_SCAN_LIMIT,
    MATRIX_SHUTDOWN,
    MATRIX_TEST = 15
};

enum { CONTROL = 8, BUDGET = 12 }; /* the step after the eight rows of LEDs; rows of a module at once */

const bool matrix_is_strip = false, matrix_is_quick = true;
const uint8_t matrix_modules = SHAPE_MODULES, matrix_pause = 1;

void matrix_init(void)
{
    spi_init();
}

uint8_t matrix_shape(uint8_t modules, uint8_t n)
{
    (void)n;
    return modules;
}

/* The same word for each module. */
static void send_all(uint8_t reg, uint8_t value, uint8_t modules)
{
    spi_open();
    while (modules--)
        spi_shift(reg, value);
    spi_latch();
}

/* No test, all lines scanned, no shutdown: 1 is on, because the bit is "not shutdown". */
static void send_control(uint8_t bright, uint8_t modules)
{
    send_all(MATRIX_TEST, 0, modules);
    send_all(MATRIX_DECODE, 0, modules);
    send_all(MATRIX_SCAN_LIMIT, 7, modules);
    send_all(MATRIX_INTENSITY, bright, modules);
    send_all(MATRIX_SHUTDOWN, 1, modules);
}

/* Step 0 .. 7 is a row of LEDs of all modules; the end of the chain is sent first. */
uint8_t matrix_send(const struct scene *scene, uint8_t step)
{
    uint8_t modules = shape_modules(scene->shape), left = BUDGET;
    if (!scene->bright && !step) /* all LEDs may follow: dim them first */
        send_all(MATRIX_INTENSITY, 0, modules);
    do {
        if (step == CONTROL) {
            send_control(scene->bright, modules);
            return MATRIX_DONE;
        }
        spi_open();
        for (uint8_t module = modules; module--;)
            spi_shift((uint8_t)(MATRIX_DIGIT + step), picture_line(scene, module, step));
        spi_latch();
        step++;
        left = left > modules ? left - modules : 0;
    } while (left >= modules);
    return step;
}

bool matrix_is_present(void)
{
    return true;
}
