/* Instructions that are decoded once, not each time they run. */
#include "sim/board/decoder.h"

#include <stdlib.h>
#include <string.h>

enum { X = 26, Y = 28, Z = 30 };
enum operands { NONE, REGISTERS, PAIRS, HIGH, MIDDLE, IMMEDIATE, WORD, BIT, OFFSET, LONG, RELATIVE, BRANCH };

enum instruction {
    NOT_DECODED,
    LEFT_TO_SIMAVR,
#define ROW(name, mask, bits, operands, cycles, ...) name,
#include "sim/board/instructions.h"
#undef ROW
};

/*
 * The flags in a form that is cheap to compute: c and t are 0 or 1; Z is set when z is 0; N and V are bit 7
 * of n and v; H is bit 4 of h; S is N ^ V.
 */
struct flags {
    uint8_t c, z, n, v, h, t, i;
};

static uint8_t add(struct flags *flags, uint8_t a, uint8_t b, uint8_t carry)
{
    unsigned sum = (unsigned)a + b + carry;

    flags->c = (uint8_t)(sum >> 8);
    flags->h = (uint8_t)(a ^ b ^ sum);
    flags->v = (uint8_t)((a ^ sum) & (b ^ sum));
    return flags->n = flags->z = (uint8_t)sum;
}

/* `z` is that of the lower bytes: the difference is zero only if they are zero, too. */
static uint8_t subtract(struct flags *flags, uint8_t a, uint8_t b, uint8_t carry, uint8_t z)
{
    unsigned difference = (unsigned)a - b - carry;

    flags->c = difference >> 8 & 1;
    flags->h = (uint8_t)(a ^ b ^ difference);
    flags->v = (uint8_t)((a ^ b) & (a ^ difference));
    flags->n = (uint8_t)difference;
    flags->z = flags->n | z;
    return flags->n;
}

static uint8_t logic(struct flags *flags, unsigned result)
{
    flags->v = 0;
    return flags->n = flags->z = (uint8_t)result;
}

/* INC and DEC, which overflow at one value. */
static uint8_t count(struct flags *flags, unsigned result, uint8_t overflow)
{
    flags->n = flags->z = (uint8_t)result;
    flags->v = flags->n == overflow ? 0x80 : 0;
    return flags->n;
}

static uint8_t shift(struct flags *flags, uint8_t value, unsigned top)
{
    flags->c = value & 1;
    flags->n = flags->z = (uint8_t)(top | value >> 1);
    flags->v = (uint8_t)(flags->n ^ flags->c << 7);
    return flags->n;
}

static void multiply(struct flags *flags, uint8_t *data, int product, int shifted)
{
    unsigned result = (unsigned)product << shifted;

    flags->c = product >> 15 & 1;
    data[0] = (uint8_t)result;
    data[1] = (uint8_t)(result >> 8);
    flags->z = data[0] | data[1];
}

static void word_put(struct flags *flags, uint8_t *d, unsigned value)
{
    d[0] = (uint8_t)value;
    d[1] = flags->n = (uint8_t)(value >> 8);
    flags->z = d[0] | d[1];
}

static void word_add(struct flags *flags, uint8_t *d, uint16_t k)
{
    unsigned before = d[0] | (unsigned)d[1] << 8, sum = before + k;

    flags->c = sum >> 16 & 1;
    flags->v = (uint8_t)((~before & sum) >> 8);
    word_put(flags, d, sum);
}

static void word_subtract(struct flags *flags, uint8_t *d, uint16_t k)
{
    unsigned before = d[0] | (unsigned)d[1] << 8, difference = before - k;

    flags->c = difference >> 16 & 1;
    flags->v = (uint8_t)((before & ~difference) >> 8);
    word_put(flags, d, difference);
}

/* False: S is not N ^ V, as only a write to SREG can make it; struct flags has no place for that. */
static bool flags_load(struct flags *flags, const uint8_t sreg[8])
{
    *flags = (struct flags){.c = sreg[S_C],
                            .z = !sreg[S_Z],
                            .n = (uint8_t)(sreg[S_N] << 7),
                            .v = (uint8_t)(sreg[S_V] << 7),
                            .h = (uint8_t)(sreg[S_H] << 4),
                            .t = sreg[S_T],
                            .i = sreg[S_I]};
    return sreg[S_S] == (sreg[S_N] ^ sreg[S_V]);
}

static void flags_store(const struct flags *flags, uint8_t sreg[8])
{
    sreg[S_C] = flags->c;
    sreg[S_Z] = !flags->z;
    sreg[S_N] = flags->n >> 7;
    sreg[S_V] = flags->v >> 7;
    sreg[S_S] = (flags->n ^ flags->v) >> 7;
    sreg[S_H] = flags->h >> 4 & 1;
    sreg[S_T] = flags->t;
}

static uint8_t flags_byte(const struct flags *flags)
{
    uint8_t sreg[8], byte = 0;

    flags_store(flags, sreg);
    sreg[S_I] = flags->i;
    for (int i = 0; i < 8; i++)
        byte |= (uint8_t)(sreg[i] << i);
    return byte;
}

static void operands_decode(struct decoded *decoded, enum operands operands, unsigned opcode, unsigned second)
{
    decoded->size = 2;
    decoded->d = opcode >> 4 & 31;
    decoded->r = (opcode & 15) | (opcode >> 5 & 16);
    switch (operands) {
    case NONE:
    case REGISTERS: break;
    case PAIRS:
        decoded->d = 2 * (opcode >> 4 & 15);
        decoded->r = 2 * (opcode & 15);
        break;
    case HIGH:
        decoded->d = 16 + (opcode >> 4 & 15);
        decoded->r = 16 + (opcode & 15);
        break;
    case MIDDLE:
        decoded->d = 16 + (opcode >> 4 & 7);
        decoded->r = 16 + (opcode & 7);
        break;
    case IMMEDIATE:
        decoded->d = 16 + (opcode >> 4 & 15);
        decoded->k = (opcode & 15) | (opcode >> 4 & 0xf0);
        break;
    case WORD:
        decoded->d = (uint8_t)(24 + 2 * (opcode >> 4 & 3));
        decoded->k = (opcode & 15) | (opcode >> 2 & 0x30);
        break;
    case BIT: decoded->k = (uint16_t)(1u << (opcode & 7)); break;
    case OFFSET: decoded->k = (opcode & 7) | (opcode >> 7 & 0x18) | (opcode >> 8 & 0x20); break;
    case LONG:
        decoded->k = (uint16_t)second;
        decoded->size = 4;
        break;
    case RELATIVE: decoded->k = (uint16_t)((opcode & 0xfff) << 1 | (opcode & 0x800 ? 0xf000 : 0)); break;
    case BRANCH: decoded->k = (uint16_t)((opcode >> 2 & 0xfe) | (opcode & 0x200 ? 0xff00 : 0)); break;
    }
}

static unsigned word_at(const avr_t *avr, uint32_t address)
{
    return avr->flash[address] | (unsigned)avr->flash[address + 1] << 8;
}

static void decode(struct decoder *decoder, uint32_t pc)
{
    static const struct {
        uint16_t mask, bits;
        uint8_t instruction, operands;
    } rows[] = {
#define ROW(name, mask, bits, operands, cycles, ...) {mask, bits, name, operands},
#include "sim/board/instructions.h"
#undef ROW
    };
    unsigned opcode = word_at(decoder->avr, pc);
    struct decoded *decoded = &decoder->table[pc / 2];

    decoded->instruction = LEFT_TO_SIMAVR;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((opcode & rows[i].mask) == rows[i].bits) {
            decoded->instruction = rows[i].instruction;
            operands_decode(decoded, (enum operands)rows[i].operands, opcode, word_at(decoder->avr, pc + 2));
            return;
        }
}

/* SPM changes the flash: what was decoded is no longer valid. */
static void flash_changes(struct decoder *decoder, uint32_t pc)
{
    if (word_at(decoder->avr, pc) == 0x95e8)
        memset(decoder->table, 0, (decoder->avr->flashend + 1u) / 2 * sizeof *decoder->table);
}

static bool is_long(unsigned opcode)
{
    unsigned bits = opcode & 0xfc0f;

    return bits == 0x9200 || bits == 0x9000 || bits == 0x940e || bits == 0x940c;
}

/* The stack pointer may become `sp` without a fault. */
static bool stack_move(struct decoder *decoder, uint16_t sp)
{
    struct stack *stack = decoder->stack;

    if (stack->is_bad || sp + 1 < stack->floor || sp > decoder->avr->ramend)
        return false;
    if (sp < stack->deepest)
        stack->deepest = sp;
    decoder->avr->data[R_SPL] = (uint8_t)sp;
    decoder->avr->data[R_SPH] = (uint8_t)(sp >> 8);
    return true;
}

/* The terms of instructions.h. */
#define POINTER(p)           ((uint16_t)(data[p] | data[(p) + 1] << 8))
#define POINT(p, address)    (data[p] = (uint8_t)(address), data[(p) + 1] = (uint8_t)((address) >> 8))
#define RELATIVE_TO(next, k) ((uint32_t)((int32_t)next + (int16_t)k) & flashend)
#define SP                   ((uint16_t)(data[R_SPL] | data[R_SPH] << 8))
#define UNLESS(condition)                                                                                    \
    if (!(condition))                                                                                        \
    goto leave
#define IN_RAM(address) UNLESS((address) > ioend && (address) <= ramend)
#define PC_IS_SHORT     UNLESS(decoder->avr->address_size == 2)
#define STACK(address, sp)                                                                                   \
    IN_RAM(address);                                                                                         \
    UNLESS(stack_move(decoder, (uint16_t)(sp)))
#define LOAD(p, before, after)                                                                               \
    uint16_t address = (uint16_t)(POINTER(p) - before);                                                      \
    IN_RAM(address);                                                                                         \
    uint8_t value = data[address];                                                                           \
    POINT(p, address + after);                                                                               \
    *d = value
#define STORE(p, before, after)                                                                              \
    uint16_t address = (uint16_t)(POINTER(p) - before);                                                      \
    IN_RAM(address);                                                                                         \
    data[address] = a;                                                                                       \
    POINT(p, address + after)
#define CALL(target)                                                                                         \
    uint32_t to = (target);                                                                                  \
    uint16_t sp = SP;                                                                                        \
    PC_IS_SHORT;                                                                                             \
    IN_RAM(sp - 1);                                                                                          \
    STACK(sp, sp - 2);                                                                                       \
    data[sp] = (uint8_t)(next / 2);                                                                          \
    data[sp - 1] = (uint8_t)(next / 2 >> 8);                                                                 \
    next = to
#define BRANCH_IF(condition)                                                                                 \
    if (condition) {                                                                                         \
        next = RELATIVE_TO(next, k);                                                                         \
        cycle++;                                                                                             \
    }
#define SKIP_IF(condition)                                                                                   \
    if (condition) {                                                                                         \
        unsigned words = is_long(word_at(decoder->avr, next)) ? 2 : 1;                                       \
        next += 2 * words;                                                                                   \
        cycle += words;                                                                                      \
    }

int64_t decoder_run(struct decoder *decoder, uint64_t until)
{
    avr_t *avr = decoder->avr;
    uint8_t *const data = avr->data;
    const uint8_t *const flash = avr->flash;
    const uint32_t flashend = avr->flashend, code_end = decoder->code_end;
    const int ioend = avr->ioend, ramend = avr->ramend;
    const struct decoded *table = decoder->table;
    uint64_t cycle = avr->cycle;
    uint32_t pc = avr->pc;
    int64_t ran = -1;
    struct flags flags;

    if (!flags_load(&flags, avr->sreg))
        return -1;
    while (cycle < until && pc && pc < code_end) {
        const struct decoded *decoded = &table[pc / 2];
        uint8_t *d = data + decoded->d, *r = data + decoded->r;
        uint8_t a = *d, b = *r;
        uint16_t k = decoded->k;
        uint32_t next = pc + decoded->size;

        switch (decoded->instruction) {
#define ROW(name, mask, bits, operands, cycles, ...)                                                         \
    case name: {                                                                                             \
        __VA_ARGS__;                                                                                         \
        cycle += cycles;                                                                                     \
        break;                                                                                               \
    }
#include "sim/board/instructions.h"
#undef ROW
        case NOT_DECODED: decode(decoder, pc); continue;
        default: flash_changes(decoder, pc); goto leave;
        }
        ran = pc;
        pc = next;
    }
leave:
    flags_store(&flags, avr->sreg);
    avr->cycle = cycle;
    avr->pc = pc;
    return ran;
}

void decoder_attach(struct decoder *decoder, avr_t *avr, struct stack *stack, uint32_t code_end)
{
    decoder->avr = avr;
    decoder->stack = stack;
    decoder->code_end = code_end;
    if (!decoder->table)
        decoder->table = calloc((avr->flashend + 1u) / 2, sizeof *decoder->table);
    if (!decoder->table)
        abort();
}

void decoder_free(struct decoder *decoder)
{
    free(decoder->table);
}
