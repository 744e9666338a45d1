/* Instructions that are decoded once, not each time they run. */
#include "sim/board/board.h"

#include <string.h>

/* One per word of the largest flash and a few more: every address that an instruction can lead to. */
enum { ENTRIES = 0x20004 };
enum { X = 26, Y = 28, Z = 30 };
enum operands { NONE, REGISTERS, PAIRS, IMMEDIATE, WORD, BIT, OFFSET, LONG, RELATIVE, BRANCH, IO, IO_BIT };

enum instruction {
    LEFT_TO_SIMAVR,
    NOT_DECODED,
#define ROW(name, mask, bits, operands, cycles, ...) name,
#include "sim/board/instructions.h"
#undef ROW
};

/*
 * The flags in a form that is cheap to compute: c and t are 0 or 1; Z is set when z is 0; N and V are bit 7
 * of n and v; H is bit 4 of h; S is N ^ V.
 */
struct flags {
    uint8_t c, z, n, v, h, t;
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

static void multiply(struct flags *flags, uint8_t *data, unsigned product)
{
    data[0] = (uint8_t)product;
    data[1] = (uint8_t)(product >> 8);
    flags->c = data[1] >> 7;
    flags->z = data[0] | data[1];
}

/* Stores a sum or a difference of 16 bits; bit 15 of `overflow` is V. */
static void word_put(struct flags *flags, uint8_t *d, unsigned value, unsigned overflow)
{
    d[0] = (uint8_t)value;
    d[1] = flags->n = (uint8_t)(value >> 8);
    flags->c = value >> 16 & 1;
    flags->v = (uint8_t)(overflow >> 8);
    flags->z = d[0] | d[1];
}

/* False: S is not N ^ V, as only a write to SREG can make it; struct flags has no field for that. */
static bool flags_load(struct flags *flags, const uint8_t sreg[8])
{
    *flags = (struct flags){.c = sreg[S_C],
                            .z = !sreg[S_Z],
                            .n = (uint8_t)(sreg[S_N] << 7),
                            .v = (uint8_t)(sreg[S_V] << 7),
                            .h = (uint8_t)(sreg[S_H] << 4),
                            .t = sreg[S_T]};
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

/* `second` follows the opcode; `word` is the number of the word after it, of `words` in the flash. */
static void operands_decode(struct decoded *decoded, enum operands operands, unsigned opcode, unsigned second,
                            uint32_t word, uint32_t words)
{
    decoded->d = opcode >> 4 & 31;
    decoded->r = (opcode & 15) | (opcode >> 5 & 16);
    /* LDS, STS, JMP and CALL have two words. */
    decoded->skip = (second & 0xfc0f) == 0x9000 || (second & 0xfe0c) == 0x940c ? 2 : 1;
    switch (operands) {
    case NONE:
    case REGISTERS: break;
    case PAIRS:
        decoded->d = 2 * (opcode >> 4 & 15);
        decoded->r = 2 * (opcode & 15);
        break;
    case IMMEDIATE:
        decoded->d = 16 + (opcode >> 4 & 15);
        decoded->k = (opcode & 15) | (opcode >> 4 & 0xf0);
        break;
    case WORD:
        decoded->d = (uint8_t)(24 + 2 * (opcode >> 4 & 3));
        decoded->k = (opcode & 15) | (opcode >> 2 & 0x30);
        break;
    case IO: decoded->k = 32 + ((opcode & 15) | (opcode >> 5 & 0x30)); break;
    case IO_BIT: decoded->d = 32 + (opcode >> 3 & 31); /* fall through */
    case BIT: decoded->k = 1u << (opcode & 7); break;
    case OFFSET: decoded->k = (opcode & 7) | (opcode >> 7 & 0x18) | (opcode >> 8 & 0x20); break;
    case LONG: decoded->k = second; break;
    case RELATIVE: decoded->k = (word + (opcode & 0x7ff) - (opcode & 0x800)) & (words - 1); break;
    case BRANCH: decoded->k = (word + (opcode >> 3 & 63) - (opcode >> 3 & 64)) & (words - 1); break;
    }
}

static void decode(struct uno *uno, uint32_t word)
{
    static const struct {
        uint16_t mask, bits;
        uint8_t instruction, operands;
    } rows[] = {
#define ROW(name, mask, bits, operands, cycles, ...) {mask, bits, name, operands},
#include "sim/board/instructions.h"
#undef ROW
    };
    const avr_t *avr = uno->avr;
    unsigned opcode = word_at(avr, 2 * word);
    struct decoded *decoded = &uno->decoder.table[word];
    decoded->instruction = LEFT_TO_SIMAVR;
    if (uno->decoder.breaks && uno->decoder.breaks[word])
        return;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if ((opcode & rows[i].mask) == rows[i].bits) {
            decoded->instruction = rows[i].instruction;
            operands_decode(decoded, (enum operands)rows[i].operands, opcode, word_at(avr, 2 * word + 2),
                            word + 1, (avr->flashend + 1) / 2);
            return;
        }
}

/* Only words with code are decoded; the board examines address 0 and addresses without code itself. */
void decoder_clear(struct uno *uno)
{
    for (uint32_t word = 1; word < uno->code_end / 2; word++)
        uno->decoder.table[word].instruction = NOT_DECODED;
}

/* The stack pointer may become `sp` without a fault. */
static bool stack_move(struct uno *uno, uint16_t sp)
{
    struct stack *stack = &uno->stack;
    avr_t *avr = uno->avr;
    if (stack->is_bad || sp + 1 < stack->floor || sp > avr->ramend)
        return false;
    if (sp < stack->deepest)
        stack->deepest = sp;
    avr->data[R_SPL] = (uint8_t)sp;
    avr->data[R_SPH] = (uint8_t)(sp >> 8);
    return true;
}

/* An I/O register that only stores a value: to read it has no other effect. */
static bool is_storage(const avr_t *avr, uint32_t address)
{
    return address >= 32 && address <= avr->ioend && address != R_SREG &&
           !avr->io[AVR_DATA_TO_IO(address)].r.c && !avr->io[AVR_DATA_TO_IO(address)].irq;
}

/* The terms of instructions.h.  REQUIRE leaves the instruction to simavr unless the condition is true. */
#define POINTER(p)        ((uint16_t)(data[p] | data[(p) + 1] << 8))
#define POINT(p, address) (data[p] = (uint8_t)(address), data[(p) + 1] = (uint8_t)((address) >> 8))
#define SP                ((uint16_t)(data[R_SPL] | data[R_SPH] << 8))
#define IS_RAM(address)   ((uint32_t)(address) > below && (uint32_t)(address) <= last_ram)
#define REQUIRE(condition)                                                                                   \
    if (!(condition))                                                                                        \
    goto leave
#define REQUIRE_RAM(address)      REQUIRE(IS_RAM(address))
#define REQUIRE_READABLE(address) REQUIRE(IS_RAM(address) || is_storage(avr, address))
#define REQUIRE_SHORT_PC          REQUIRE(avr->address_size == 2)
#define STACK(address, sp)                                                                                   \
    REQUIRE_RAM(address);                                                                                    \
    REQUIRE(stack_move(uno, (uint16_t)(sp)))
#define LOAD(p, before, after)                                                                               \
    uint16_t address = (uint16_t)(POINTER(p) - before);                                                      \
    REQUIRE_RAM(address);                                                                                    \
    uint8_t value = data[address];                                                                           \
    POINT(p, address + after);                                                                               \
    *d = value
#define STORE(p, before, after)                                                                              \
    uint16_t address = (uint16_t)(POINTER(p) - before);                                                      \
    REQUIRE_RAM(address);                                                                                    \
    data[address] = a;                                                                                       \
    POINT(p, address + after)
#define CALL(target)                                                                                         \
    uint16_t sp = SP;                                                                                        \
    REQUIRE_SHORT_PC;                                                                                        \
    REQUIRE_RAM(sp - 1);                                                                                     \
    STACK(sp, sp - 2);                                                                                       \
    data[sp] = (uint8_t)(next - table);                                                                      \
    data[sp - 1] = (uint8_t)((next - table) >> 8);                                                           \
    next = table + (target)
#define BRANCH_IF(condition)                                                                                 \
    if (condition) {                                                                                         \
        next = table + k;                                                                                    \
        left--;                                                                                              \
    }
#define SKIP_IF(condition)                                                                                   \
    if (condition) {                                                                                         \
        next += at->skip;                                                                                    \
        left -= at->skip;                                                                                    \
    }

/*
 * Each instruction ends with its own jump to the next one, which the host predicts better than one jump for
 * all.  The host's registers contain the flags, the remaining cycles, and the program counter as a pointer.
 */
int64_t decoder_run(struct uno *uno, uint64_t until) /* NOLINT: one function for all rows */
{
    static const void *const code[] = {
        &&LEFT_TO_SIMAVR,
        &&NOT_DECODED,
#define ROW(name, mask, bits, operands, cycles, ...) &&name,
#include "sim/board/instructions.h"
#undef ROW
    };
    avr_t *avr = uno->avr;
    uint8_t *const data = avr->data;
    const uint8_t *const flash = avr->flash;
    const uint32_t below = uno->decoder.below, last_ram = uno->decoder.last;
    const struct decoded *const table = uno->decoder.table, *at = table + avr->pc / 2, *last = NULL;
    int64_t left = (int64_t)(until - avr->cycle);
    struct flags flags;
    if (avr->pc >= uno->code_end || !flags_load(&flags, avr->sreg))
        return -1;
    goto *code[at->instruction];
#define ROW(name, mask, bits, operands, cycles, ...)                                                         \
    name : {                                                                                                 \
        uint8_t *d = data + at->d, *r = data + at->r, a = *d, b = *r;                                        \
        uint32_t k = at->k;                                                                                  \
        const struct decoded *next = at + (operands == LONG ? 2 : 1);                                        \
        (void)a, (void)b, (void)k;                                                                           \
        __VA_ARGS__;                                                                                         \
        left -= cycles;                                                                                      \
        last = at;                                                                                           \
        at = next;                                                                                           \
        if (left <= 0)                                                                                       \
            goto leave;                                                                                      \
        goto *code[at->instruction];                                                                         \
    }
#include "sim/board/instructions.h"
#undef ROW
NOT_DECODED:
    decode(uno, (uint32_t)(at - table));
    goto *code[at->instruction];
LEFT_TO_SIMAVR:
leave:
    flags_store(&flags, avr->sreg);
    avr->cycle = until - (uint64_t)left;
    avr->pc = 2 * (uint32_t)(at - table);
    return last ? 2 * (last - table) : -1;
}

void uno_points(struct uno *uno, const uint8_t *breaks)
{
    struct decoder *decoder = &uno->decoder;
    if (!decoder->table) { /* not memory_new(): it is large, and need not go back with a debugger */
        decoder->table = aligned_alloc(32, ENTRIES * sizeof *decoder->table);
        if (!decoder->table)
            abort();
        memset(decoder->table, LEFT_TO_SIMAVR, ENTRIES * sizeof *decoder->table);
    }
    decoder->below = uno->avr->ioend;
    decoder->last = uno->avr->ramend;
    decoder->breaks = breaks;
    decoder_clear(uno);
}

void uno_watch(struct uno *uno, uint16_t address, uint16_t length)
{
    struct decoder *decoder = &uno->decoder;
    if (address > (uno->avr->ioend + uno->avr->ramend) / 2 && address <= decoder->last)
        decoder->last = (uint16_t)(address - 1);
    else if (address + length - 1 > decoder->below)
        decoder->below = (uint16_t)(address + length - 1);
}
