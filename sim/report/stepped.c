/*
 * A simulated board, whose time passes only when it is asked for.
 *
 *   stepped HZ MCU BAUD BOOTLOADER [IMAGE]
 *
 * So nothing times out because this computer is busy.  HZ: of the chip's clock.  An empty BOOTLOADER: none.
 *
 * Commands on stdin are a letter and a number, each on a line:
 *   r0  resets the chip       p0  cuts its power and restores it
 *   sN  sends it a byte       bN  presses the button (1) or releases it (0)
 *   tN  lets so many TICKs pass, or less if the chip sends something
 *
 * stdout has a line for each `t`: the present cycle, then the cycle and the value of each byte that the chip
 * has sent.  The serial line has no flow control.
 */
#include "sim/board/uno.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const double TICK = 1e-4;  /* s */
static const double FRAME = 1e-3; /* s: an adapter collects bytes for so long, as USB does */

static struct uno *uno;

static _Noreturn void fail(const char *why)
{
    fprintf(stderr, "stepped: %s\n", why);
    exit(1);
}

static void step(unsigned ticks)
{
    uint64_t end = uno_cycle(uno) + uno_cycles(uno, ticks * TICK);
    uint64_t frame = uno_cycles(uno, FRAME);
    while (uno_cycle(uno) < end && !uno_output(uno).count) {
        uint64_t left = end - uno_cycle(uno);
        if (uno_run(uno, frame < left ? frame : left) == UNO_HALTED)
            fail("the chip sleeps and has no interrupts");
    }

    struct uno_output output = uno_output(uno);
    printf("%" PRIu64, uno_cycle(uno));
    for (size_t i = 0; i < output.count; i++)
        printf(" %" PRIu64 " %u", output.cycle[i], (uint8_t)output.text[i]);
    putchar('\n');
    uno_forget_logs(uno);
}

static void command_take(void)
{
    char letter;
    unsigned number;
    if (scanf(" %c%u", &letter, &number) != 2)
        exit(0);
    switch (letter) {
    case 'r': uno_reset(uno, UNO_EXTERNAL); break;
    case 'p': uno_power_cut(uno); break;
    case 'b': uno_button(uno, number); break;
    case 's': uno_send(uno, &(uint8_t){(uint8_t)number}, 1); break;
    default: step(number);
    }
}

int main(int, char **argv)
{
    struct uno_options options = {.hz = (uint32_t)atol(argv[1]), .mcu = argv[2]};
    if (*argv[4])
        options.bootloader = argv[4];
    uno = uno_new(argv[5], &options);
    if (!uno)
        fail(uno_error());
    for (int i = 0; i < UNO_FAULTS; i++) /* a boot loader starts a program by a watchdog reset */
        uno_settings(uno)->tolerated[i] = true;
    uno_settings(uno)->baud = (uint32_t)atoi(argv[3]);
    uno_settings(uno)->flow = false;
    for (;; fflush(stdout))
        command_take();
}
