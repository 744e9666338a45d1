/*
 * The history of a run under a debugger: it goes back to a snapshot, and forward again with the same input.
 *
 * A snapshot is a copy of all memory that malloc() has given to the board and to simavr.  The linker directs
 * their calls to this file (sim.mk), which serves them from one array.
 */
#define _GNU_SOURCE
#include "sim/program/session.h"

#include <stdlib.h>
#include <string.h>

enum { HEAP = 1 << 28, INPUTS = 1 << 22 /* pages that are not in use need no memory */, SNAPSHOTS = 32 };

struct block {
    size_t size;
    struct block *next; /* of the free ones */
};

struct heap {
    size_t used; /* bytes of the array */
    struct block *freed;
};

struct snapshot {
    uint64_t cycle;
    struct known known;
    struct heap heap;
    uint8_t *copy;
};

static _Alignas(16) uint8_t array[HEAP];
static struct heap heap;

static struct snapshot snapshots[SNAPSHOTS]; /* in the order of time, and so are the inputs */
static struct input inputs[INPUTS];
static size_t snapshot_count, input_count;
static uint64_t fresh; /* the first cycle that has not been logged yet */

/* ---- memory ---- */

void *__real_malloc(size_t size), __real_free(void *memory);
void *__wrap_malloc(size_t size), *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size), __wrap_free(void *memory);

void *__wrap_malloc(size_t size)
{
    struct block **at = &heap.freed;
    size = (size + 15) & ~(size_t)15;
    while (*at && (*at)->size != size)
        at = &(*at)->next;
    struct block *block = *at;
    if (block) {
        *at = block->next;
        return block + 1;
    }
    if (size > HEAP - sizeof *block - heap.used)
        return NULL;
    block = (void *)(array + heap.used);
    heap.used += sizeof *block + size;
    block->size = size;
    return block + 1;
}

void *__wrap_calloc(size_t count, size_t size)
{
    void *memory = __wrap_malloc(count * size);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *__wrap_realloc(void *memory, size_t size)
{
    size_t before = memory ? ((struct block *)memory - 1)->size : 0;
    void *larger = __wrap_malloc(size);
    if (memory && larger) {
        memcpy(larger, memory, before < size ? before : size);
        free(memory);
    }
    return larger;
}

void __wrap_free(void *memory)
{
    if ((uint8_t *)memory < array || (uint8_t *)memory >= array + HEAP) {
        __real_free(memory); /* NULL, or the C library has allocated it, as open_memstream() does */
        return;
    }
    struct block *block = (struct block *)memory - 1;
    block->next = heap.freed;
    heap.freed = block;
}

/* ---- input and output ---- */

static void input_apply(struct session *session, const struct input *input)
{
    struct uno *uno = session->uno;
    uint8_t byte = (uint8_t)input->value;
    switch (input->what) {
    case INPUT_BYTE: uno_send(uno, &byte, 1); break;
    case INPUT_RESET: uno_reset(uno, (enum uno_reset)input->value); break;
    case INPUT_PLUG: uno_power_cut(uno); break;
    case INPUT_BUTTON:
        uno_button_bounce(uno, input->value);
        session->known.release_at = input->value ? uno_cycle(uno) + input->value : NEVER;
        break;
    case INPUT_MODULES: uno_modules_set(uno, (uint8_t)(input->value >> 8), byte); break;
    case INPUT_RAM: uno_poke(uno, (uint16_t)(input->value >> 8), byte); break;
    case INPUT_EEPROM: uno_eeprom(uno, NULL)[input->value >> 8] = byte; break;
    case INPUT_PC: uno_jump(uno, input->value); break;
    }
}

void session_input(struct session *session, enum input_kind what, uint32_t value)
{
    struct input input = {uno_cycle(session->uno), value, what};
    history_forget(session);
    if (fresh > input.cycle)
        fresh = input.cycle + 1;
    if (input_count == INPUTS)
        snapshot_count = input_count = session->known.inputs = 0;
    inputs[input_count++] = input;
    session->known.inputs = input_count;
    input_apply(session, &input);
}

bool history_is_new(const struct session *session)
{
    return uno_cycle(session->uno) >= fresh;
}

bool history_forget(struct session *session)
{
    const struct input *next = &inputs[session->known.inputs];
    if (session->known.inputs < input_count && next->cycle < fresh)
        fresh = next->cycle + 1; /* up to here, all will be as it was */
    input_count = session->known.inputs;
    return !history_is_new(session);
}

/* ---- time ---- */

bool history_run(struct session *session, uint64_t cycle, uno_runner *run, uno_condition *note)
{
    struct uno *uno = session->uno;
    uint64_t most = uno_cycle(uno) + uno_hz(uno);
    for (;;) {
        const struct input *next = &inputs[session->known.inputs];
        bool has_input = session->known.inputs < input_count && next->cycle <= cycle;
        uint64_t to = has_input ? next->cycle : cycle, now;
        enum uno_stop stop = UNO_LIMIT; /* faults were reported when they came first */
        while ((now = uno_cycle(uno)) < to && now < most && stop != UNO_HALTED) {
            uint64_t cycles = (to < most ? to : most) - now;
            stop = run ? run(uno, note, NULL, cycles) : uno_run(uno, cycles);
        }
        uno_forget_logs(uno);
        if (now < to && stop != UNO_HALTED)
            return false;
        if (!has_input)
            return true;
        session->known.inputs++;
        input_apply(session, next);
    }
}

static void snapshot_remove(size_t i)
{
    __real_free(snapshots[i].copy);
    memmove(&snapshots[i], &snapshots[i + 1], (--snapshot_count - i) * sizeof *snapshots);
}

void history_snapshot(struct session *session)
{
    uint8_t *copy = __real_malloc(heap.used);
    for (size_t i = 1; snapshot_count >= SNAPSHOTS / 4 * 3 + i; i++) /* half of the older ones go */
        snapshot_remove(i);
    if (copy)
        snapshots[snapshot_count++] =
            (struct snapshot){uno_cycle(session->uno), session->known, heap, memcpy(copy, array, heap.used)};
}

void history_keep(struct session *session)
{
    if (!snapshot_count ||
        uno_cycle(session->uno) - snapshots[snapshot_count - 1].cycle >= uno_hz(session->uno))
        history_snapshot(session);
}

bool history_return(struct session *session, uint64_t cycle)
{
    if (history_is_new(session))
        fresh = uno_cycle(session->uno) + 1;
    if (!snapshot_count || snapshots[0].cycle > cycle)
        return false;
    while (snapshots[snapshot_count - 1].cycle > cycle)
        snapshot_remove(snapshot_count - 1);
    const struct snapshot *snapshot = &snapshots[snapshot_count - 1];
    session->known = snapshot->known;
    heap = snapshot->heap;
    memcpy(array, snapshot->copy, heap.used);
    uno_points(session->uno, NULL);
    return true;
}
