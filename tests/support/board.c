/*
 * A simulated board: its time passes only while somebody talks to it.
 *
 *   board MCU BAUD BOOTLOADER [IMAGE]
 *
 * So no boot loader gives up because this computer is busy.
 *
 * Commands on stdin are a letter, a number in two bytes, and for `s` so many bytes: `r` resets the chip, `s`
 * sends bytes to it, `t` lets so many ms pass.  What the chip sends goes to stdout.  Time passes until the
 * chip has answered, at most ANSWER ms.  An empty BOOTLOADER: none.
 */
#define _GNU_SOURCE
#include "sim/board/uno.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ms.  The most impatient boot loader waits for 1 s; it writes a page within 10 ms. */
enum { ANSWER = 700, REST_OF_ANSWER = 25 };

static struct uno *uno;
static uint64_t stop_at; /* the cycle up to which time may pass */

static uint64_t cycles_of(unsigned ms)
{
    return uno_cycles(uno, ms / 1000.0);
}

static void let_pass(unsigned ms)
{
    stop_at = uno_cycle(uno) + cycles_of(ms);
}

static void output_take(void *arg, uint8_t byte)
{
    (void)arg;
    putchar(byte);
    let_pass(REST_OF_ANSWER);
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
    if (head[0] == 'r') {
        uno_reset(uno, UNO_EXTERNAL);
    } else if (head[0] == 's') {
        must_read(bytes, number);
        uno_send(uno, bytes, number);
    }
    let_pass(head[0] == 't' ? number : ANSWER);
}

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 5) {
        fprintf(stderr, "usage: board MCU BAUD BOOTLOADER [IMAGE]\n");
        return 2;
    }
    uno = uno_new(argc == 5 ? argv[4] : NULL,
                  &(struct uno_options){.mcu = argv[1], .bootloader = *argv[3] ? argv[3] : NULL});
    if (!uno) {
        fprintf(stderr, "board: %s\n", uno_error());
        return 1;
    }
    for (int i = 0; i < UNO_FAULTS; i++) /* a boot loader starts a program by a watchdog reset */
        uno_tolerate(uno, (enum uno_fault)i, true);
    uno_baud(uno, (uint32_t)atoi(argv[2]));
    uno_flow_control(uno, true);
    uno_on_output(uno, output_take, NULL);
    setvbuf(stdin, NULL, _IONBF, 0); /* poll() must see what is left */

    for (;;) {
        bool has_time = uno_cycle(uno) < stop_at;
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

        fflush(stdout);
        if (poll(&input, 1, has_time ? 0 : -1) > 0) {
            command_take();
        } else if (has_time) {
            uno_run(uno, cycles_of(1));
            uno_forget_logs(uno);
        }
    }
}
