/*
 * A simulated board for tests in Node: its time passes only when somebody talks to it, or asks for time.
 *
 *   board [-s] [-c HZ] MCU BAUD BOOTLOADER [IMAGE]
 *
 * So nothing times out because this computer is busy.  An empty BOOTLOADER: none.  HZ: of the chip's clock.
 *
 * Commands on stdin are a letter, a number in two bytes, and for `s` so many bytes:
 *   r  resets the chip        p  cuts its power and restores it
 *   s  sends bytes to it      b  presses the button (1) or releases it (0)
 *   t  lets so many ms pass
 *
 * After `r`, `s` and `t` time passes until the chip has answered, at most ANSWER ms, and stdout has the bytes
 * of the chip.
 *
 * With -s time passes only by `t`: so many TICKs, or less if the chip sends something.  Stdout then has an
 * answer to each `t`: the present cycle, the number of bytes, and of each byte the cycle and the byte, all as
 * 64-bit numbers.  The line then has no flow control.
 */
#define _GNU_SOURCE
#include "sim/board/uno.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* ms.  The most impatient boot loader waits for 1 s; it writes a page within 10 ms. */
enum { ANSWER = 700, REST_OF_ANSWER = 25 };

static const double TICK = 1e-4;  /* s */
static const double FRAME = 1e-3; /* s: an adapter collects bytes for so long, as USB does */

static struct uno *uno;
static bool is_stepped;
static uint64_t stop_at; /* the cycle up to which time may pass */

static void let_pass(unsigned ms)
{
    stop_at = uno_cycle(uno) + uno_cycles(uno, ms / 1000.0);
}

static void output_take(void *arg, uint8_t byte)
{
    (void)arg;
    putchar(byte);
    let_pass(REST_OF_ANSWER);
}

static _Noreturn void fail(const char *why)
{
    fprintf(stderr, "board: %s\n", why);
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
    default:
        if (is_stepped)
            step(number);
    }
    if (!is_stepped)
        let_pass(head[0] == 't' ? number : ANSWER);
}

/* Time passes as long as it may, until there is another command. */
static void serve(void)
{
    for (;;) {
        bool has_time = uno_cycle(uno) < stop_at;
        struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
        fflush(stdout);
        if (poll(&input, 1, has_time ? 0 : -1) > 0) {
            command_take();
        } else if (has_time) {
            uno_run(uno, uno_cycles(uno, FRAME));
            uno_forget_logs(uno);
        }
    }
}

int main(int argc, char **argv)
{
    struct uno_options options = {0};
    for (int option; (option = getopt(argc, argv, "sc:")) != -1;) {
        is_stepped |= option == 's';
        if (option == 'c')
            options.hz = (uint32_t)atol(optarg);
    }
    argv += optind;
    argc -= optind;
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: board [-s] [-c HZ] MCU BAUD BOOTLOADER [IMAGE]\n");
        return 2;
    }
    options.mcu = argv[0];
    options.bootloader = *argv[2] ? argv[2] : NULL;
    uno = uno_new(argc == 4 ? argv[3] : NULL, &options);
    if (!uno)
        fail(uno_error());
    for (int i = 0; i < UNO_FAULTS; i++) /* a boot loader starts a program by a watchdog reset */
        uno_tolerate(uno, (enum uno_fault)i, true);
    uno_baud(uno, (uint32_t)atoi(argv[1]));
    uno_flow_control(uno, !is_stepped);
    if (!is_stepped)
        uno_on_output(uno, output_take, NULL);
    setvbuf(stdin, NULL, _IONBF, 0); /* poll() must see what is left */
    serve();
}
