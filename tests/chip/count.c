/* Only the count, on the chip: counts the requested board, and marks each slice. */
#include <avr/io.h>

#include "firmware/count/count.h"
#include "hal/slice.h"

enum task { TASK_NONE, TASK_COUNT, TASK_RESUME }; /* as in simulator/count.c */

/* DIDR1: 1 in a slice, 4 at its end, 2 between two slices, 3 refused, 0 else. */
struct board board;
struct count count;
struct part chip_part = {1, 1};
volatile uint8_t task; /* set by the test, and cleared when it is done */
volatile uint8_t size;
volatile uint16_t progress;                  /* count_progress between two slices */
volatile uint8_t ms = COUNT_MS;              /* of a slice */
volatile uint16_t period = F_CPU / 1000 - 1; /* cycles of such a ms, less one */
volatile uint8_t uart_rx_head, uart_rx_tail; /* a byte waits where they differ */

static void slices(void)
{
    bool more;
    do {
        DIDR1 = 1;
        more = count_run(&count, &board, &chip_part, ms);
        DIDR1 = 4;
        progress = count_progress(&count, &board, &chip_part);
        DIDR1 = 2;
    } while (more);
}

int main(void)
{
    TCCR1B = _BV(WGM12) | _BV(CS10);
    for (;;) {
        OCR1A = period;
        OCR1B = period / 2;
        switch (task) {
        case TASK_COUNT:
            count_start(&count, &board, size, &chip_part);
            slices();
            break;
        case TASK_RESUME:
            if (count_resume(&count, &board, &chip_part))
                slices();
            else
                DIDR1 = 3;
            break;
        default: continue;
        }
        task = TASK_NONE;
        DIDR1 = 0;
    }
}
