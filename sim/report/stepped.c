/*
 * A simulated board, whose time passes only when it is asked for.
 *
 *   stepped HZ MCU BAUD BOOTLOADER [IMAGE]
 *
 * So nothing times out because this computer is busy.  HZ: of the chip's clock.  An empty BOOTLOADER: none.
 *
 * Commands on stdin are a letter, a number in two bytes, and for `s` so many bytes:
 *   r  resets the chip        p  cuts its power and restores it
 *   s  sends bytes to it      b  presses the button (1) or releases it (0)
 *   t  lets so many TICKs pass, or less if the chip sends something
 *
 * stdout has an answer to each `t`: the present cycle, the number of bytes that the chip has sent, and of
 * each byte the cycle and the byte, all as 64-bit numbers.  The line has no flow control.
 */
#include "sim/board/uno.h"

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

static void put(uint64_t number)
{
    fwrite(&number, sizeof number, 1, stdout);
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
    put(uno_cycle(uno));
    put(output.count);
    for (size_t i = 0; i < output.count; i++) {
        put(output.cycle[i]);
        put((uint8_t)output.text[i]);
    }
    uno_forget_logs(uno);
}

static void must_read(void *bytes, size_t count)
{
    if (fread(bytes, 1, count, stdin) != count)
        exit(0);
}

static void command_take(void)
{
    uint8_t head[3];
    uint8_t bytes[UINT16_MAX];
    unsigned number;
    must_read(head, sizeof head);
    number = head[1] | (unsigned)head[2] << 8;
    switch (head[0]) {
    case 'r': uno_reset(uno, UNO_EXTERNAL); break;
    case 'p': uno_power_cut(uno); break;
    case 'b': uno_button(uno, number); break;
    case 's':
        must_read(bytes, number);
        uno_send(uno, bytes, number);
        break;
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
