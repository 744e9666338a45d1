/* Runs the simulated chip. */
#define _GNU_SOURCE
#include "sim/board/board.h"

#include <sim_core.h>

#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* ---- the record of which instructions of an image run, and which ways they leave, for coverage ---- */

enum { FLASH = 0x8000 };

/*
 * The file that UNO_COVER names has the flash of the image, then two bytes for each of its instructions.  All
 * programs share it: they only write ones.
 */
uint8_t *cover_of(const struct image *image)
{
    static uint8_t *map;
    const char *name = getenv("UNO_COVER");
    int file = name && !map ? open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file >= 0) {
        map = mmap(NULL, 2 * FLASH, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        close(file);
        if (map == MAP_FAILED)
            abort();
    }
    bool is_in =
        map && image->flash_size == FLASH && image->flash_end && !memcmp(map, image->flash, image->flash_end);
    return is_in ? map + FLASH : NULL;
}

/* ---- running ---- */

/* Reports an error that simavr found in the latest instruction. */
static void crash_check(struct uno *uno)
{
    if (!uno->message[0] && uno->avr->state != cpu_Crashed)
        return;
    fault_note(uno, UNO_FAULT_CRASH, "%s", uno->message[0] ? uno->message : "crash");
    uno->message[0] = '\0';
    if (uno->avr->state == cpu_Crashed)
        uno->avr->state = cpu_Running;
}

/* After the instruction SLEEP. */
static void sleep_check(struct uno *uno)
{
    const struct family *family = uno->pins->family;
    avr_t *avr = uno->avr;
    if (!(avr->data[family->sleep] & family->enable)) {
        avr->state = cpu_Running;
        return;
    }
    if (avr->data[family->sleep] & family->mode)
        fault_note(uno, UNO_FAULT_SLEEP, "sleep mode 0x%02x stops the serial line, the matrix and the timer",
                   avr->data[family->sleep] & family->mode);
    if (!avr->sreg[S_I] && !(avr->data[family->watchdog] & WDE))
        uno->is_halted = true;
    wire_set(uno, UNO_WIRE_ASLEEP, avr->cycle, true);
}

/* Sleeps up to the next event of any component, but not beyond `until`. */
static void sleep_skip(struct uno *uno, uint64_t until)
{
    avr_t *avr = uno->avr;
    const avr_cycle_timer_slot_t *next = avr->cycle_timers.timer;
    uint64_t most = avr->cycle + uno->hz; /* if no event is due */
    uint64_t to = next ? next->when : most;
    if (to > until)
        to = until;
    uint64_t cycles = to > avr->cycle ? to - avr->cycle : 1;
    uno->status.asleep += cycles;
    avr->cycle += cycles;
}

/* The cycle at which the board looks again whether the chip works. */
static uint64_t sample_due(const struct uno *uno)
{
    return uno->sample_at + uno->hz / 10;
}

/* The cycle of the next event; until then, only instructions change anything. */
static uint64_t event_next(const struct uno *uno, uint64_t until)
{
    const avr_t *avr = uno->avr;
    const avr_cycle_timer_slot_t *timer = avr->cycle_timers.timer;
    uint64_t sample = sample_due(uno), settled = uno->matrix.shown.cycle + uno->settings.settle;
    if (uno->is_plain || uno->is_asked || (avr->interrupt_state && avr->sreg[S_I]) || uno->message[0])
        return 0;
    until = timer && timer->when < until ? timer->when : until;
    until = sample < until ? sample : until;
    return uno->matrix.is_unsettled && settled < until ? settled : until;
}

enum { SLACK = 8 }; /* cycles: more than any instruction takes */

/* Runs one instruction, or several up to the next event.  Returns the address of the next instruction. */
static avr_flashaddr_t instructions_run(struct uno *uno, uint64_t until)
{
    avr_t *avr = uno->avr;
    uint64_t event = event_next(uno, until);
    int64_t ran = -1;
    if (uno->decoder.breaks && event > SLACK) /* the last ones before an event run one by one */
        event -= SLACK;
    if (event > avr->cycle)
        ran = decoder_run(uno, event);
    if (ran >= 0) {
        uno->came_from = (uint32_t)ran;
        uno->is_starting = uno->is_straying = false;
        if (avr->cycle >= event || uno->decoder.breaks) {
            avr_flashaddr_t next = avr->pc;
            avr->pc = uno->came_from; /* events refer to the instruction that has just ended */
            return next;
        }
    }

    /* simavr runs the next one. */
    if (avr->pc > avr->flashend) /* the chip's program counter has no more bits */
        avr->pc &= avr->flashend;
    if (avr->pc == 0 && !uno->is_starting && !(uno->boot && uno->came_from >= uno->boot))
        fault_note(uno, UNO_FAULT_RESTART, "runs from address 0 without a reset, coming from 0x%04x",
                   uno->came_from);
    if (avr->pc >= uno->code_end && !uno->is_straying)
        fault_note(uno, UNO_FAULT_STRAY, "runs where no code is, coming from 0x%04x", uno->came_from);
    uno->is_straying = avr->pc >= uno->code_end;
    uno->is_starting = false;
    uno->came_from = avr->pc;
    if (word_at(avr, avr->pc) == 0x95e8) /* SPM */
        decoder_clear(uno);
    avr_flashaddr_t next = avr_run_one(avr);
    if (uno->cover) /* of this instruction: the next word follows, or another one */
        uno->cover[uno->came_from | (next == uno->came_from + 2)] = 1;
    return next;
}

/*
 * Runs instructions, or sleeps, up to the next event, but not beyond `until`.  Then processes the events.
 * The entry into an interrupt takes 4 cycles (datasheet 7.7.1), 8 from sleep, and 1 more with a long PC.
 */
static void step(struct uno *uno, uint64_t until)
{
    avr_t *avr = uno->avr;
    bool slept = avr->state == cpu_Sleeping;
    if (avr->run != avr_callback_run_raw) {      /* the watchdog has expired */
        if (!uno->boot || avr->pc < uno->boot) { /* a boot loader ends with a watchdog reset */
            fault_note(uno, UNO_FAULT_WATCHDOG, "the watchdog resets the chip");
            uno->status.resets++;
        }
        uno_reset(uno, UNO_WATCHDOG);
        return;
    }
    if (slept)
        sleep_skip(uno, until);
    avr_flashaddr_t pc = slept ? avr->pc : instructions_run(uno, until);
    crash_check(uno);
    if (avr->state == cpu_Sleeping && !slept)
        sleep_check(uno);
    if (avr->cycle_timers.timer && avr->cycle_timers.timer->when <= avr->cycle) /* avoids a call */
        avr_cycle_timer_process(avr);
    avr->pc = pc;
    if (slept && avr->state == cpu_Running && !avr->sreg[S_I])
        avr->state = cpu_Sleeping; /* no interrupt can wake it */
    if (slept && avr->state == cpu_Running)
        wire_set(uno, UNO_WIRE_ASLEEP, avr->cycle, false);
    uint8_t depth = avr->interrupts.running_ptr;
    if (avr->interrupt_state == -2) /* after SEI or RETI simavr runs two instructions, the chip one */
        avr->interrupt_state = -1;
    if (avr->interrupt_state)
        avr_service_interrupts(avr);
    if (avr->interrupts.running_ptr != depth)
        avr->cycle += (slept ? 8u : 4u) + (avr->address_size > 2);
    if (uno->matrix.is_unsettled) /* avoids a call */
        matrix_settle(uno);
}

/* As uno_run_until() if `found` is asked after each instruction, else as uno_run_until_io(). */
static enum uno_stop run(struct uno *uno, uno_condition *found, void *arg, uint64_t cycles, bool is_asked)
{
    uint64_t until = uno->avr->cycle + cycles;
    uno->is_asked = is_asked;
    if (until < cycles)
        until = UINT64_MAX;
    for (;;) {
        if (uno->is_fault_due) {
            uno->is_fault_due = false;
            return UNO_FAULT;
        }
        if (found && found(uno, arg))
            return UNO_FOUND;
        if (uno->is_halted)
            return UNO_HALTED;
        if (uno->avr->cycle >= until)
            return UNO_LIMIT;
        step(uno, until);
        /* Every 100 ms: a chip that was awake for longer than a frame needs is not idle, even if silent. */
        uint64_t now = uno->avr->cycle, passed = now - uno->sample_at;
        if (now >= sample_due(uno)) {
            if (uno->status.asleep - uno->sample_asleep < passed / 4)
                uno->busy_at = now;
            uno->sample_at = now;
            uno->sample_asleep = uno->status.asleep;
        }
    }
}

enum uno_stop uno_run_until(struct uno *uno, uno_condition *found, void *arg, uint64_t cycles)
{
    return run(uno, found, arg, cycles, true);
}

enum uno_stop uno_run_until_io(struct uno *uno, uno_condition *found, void *arg, uint64_t cycles)
{
    return run(uno, found, arg, cycles, false);
}

enum uno_stop uno_run(struct uno *uno, uint64_t cycles)
{
    return run(uno, NULL, NULL, cycles, false);
}

struct search {
    const char *text;
    size_t length, seen;
};

static bool text_found(struct uno *uno, void *arg)
{
    struct search *search = arg;
    if (search->seen == uno->output.count)
        return false;
    search->seen = uno->output.count;
    const char *at =
        memmem(uno->output.text + uno->mark, uno->output.count - uno->mark, search->text, search->length);
    if (at)
        uno->mark = (size_t)(at - uno->output.text) + search->length;
    return at;
}

enum uno_stop uno_run_to(struct uno *uno, const char *text, uint64_t cycles)
{
    struct search search = {text, strlen(text), uno->mark};
    return run(uno, text_found, &search, cycles, false); /* output comes only with an event */
}
