/* The EEPROM of the simulated chip, with the duration of a write, and torn bytes. */
#include "sim/board/board.h"

enum { EEPM = 0x30, EERIE = 0x08, EEMPE = 0x04, EEPE = 0x02, EERE = 0x01 };

/* To erase and write a byte: 3.4 ms, at any clock. */
static uint64_t write_cycles(const struct uno *uno)
{
    return uno_cycles(uno, 0.0034);
}

static uint16_t address(struct uno *uno)
{
    unsigned high = uno->nv.io->r_eearh ? REGISTER(nv, eearh) : 0;
    return (uint16_t)((high << 8 | REGISTER(nv, eearl)) % uno->nv.io->size);
}

/* EE_READY requests an interrupt as long as no write is under way. */
static void level_interrupt(struct uno *uno)
{
    if ((REGISTER(nv, eecr) & EERIE) && !uno->nv.is_busy)
        avr_raise_interrupt(uno->avr, &uno->nv.io->ready);
}

static void again(struct avr_irq_t *, uint32_t running, void *param)
{
    if (!running)
        level_interrupt(param);
}

static avr_cycle_count_t write_end(avr_t *, avr_cycle_count_t when, void *param)
{
    struct uno *uno = param;
    uno->nv.is_busy = false;
    uno->busy_at = when;
    uno->nv.io->eeprom[uno->nv.address] = uno->nv.after;
    REGISTER(nv, eecr) &= (uint8_t)~EEPE;
    level_interrupt(uno);
    return 0;
}

static void write_start(struct uno *uno)
{
    uno->nv.address = address(uno);
    uno->nv.after = REGISTER(nv, eedr);
    uno->nv.started = uno->busy_at = uno->avr->cycle;
    uno->nv.is_busy = true;
    uno->status.eeprom_writes++;
    if (uno->settings.on_eeprom)
        uno->settings.on_eeprom(uno->settings.arg, uno->nv.address, uno->nv.after);
    avr_clear_interrupt(uno->avr, &uno->nv.io->ready);
    avr_cycle_timer_register(uno->avr, write_cycles(uno), write_end, uno);
    uno->avr->cycle += 2; /* the CPU is halted */
}

static bool is_armed(const struct uno *uno)
{
    return uno->nv.armed && uno->avr->cycle - uno->nv.armed <= 4;
}

static void eecr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    bool start = (v & EEPE) && is_armed(uno) && !uno->nv.is_busy;
    if (v & EEPM)
        fault_note(uno, UNO_FAULT_EEPROM, "EEPM: a write that only erases or only writes is not simulated");
    if ((v & EERE) && uno->nv.is_busy)
        fault_note(uno, UNO_FAULT_EEPROM, "the EEPROM is read during a write");
    if ((v & EEPE) && is_armed(uno) && uno->nv.is_busy)
        fault_note(uno, UNO_FAULT_EEPROM, "an EEPROM write starts during a write");
    if (!(v & EEMPE))
        uno->nv.armed = 0;
    else if (!is_armed(uno))
        uno->nv.armed = avr->cycle;
    if (start) {
        uno->nv.armed = 0;
        write_start(uno);
    } else if ((v & EERE) && !uno->nv.is_busy) {
        REGISTER(nv, eedr) = uno->nv.io->eeprom[address(uno)];
        avr->cycle += 4; /* the CPU is halted */
    }
    avr->data[addr] = (uint8_t)((v & EERIE) | (uno->nv.is_busy ? EEPE : 0));
    level_interrupt(uno);
}

static uint8_t eecr_read(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct uno *uno = param;
    return (uint8_t)((avr->data[addr] & ~EEMPE) | (is_armed(uno) ? EEMPE : 0));
}

/* The address cannot be changed while a write is under way. */
static void eear_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct uno *uno = param;
    if (uno->nv.is_busy)
        fault_note(uno, UNO_FAULT_EEPROM, "EEAR is changed during a write");
    else
        avr->data[addr] = v;
}

void nv_reset(struct uno *uno)
{
    uint64_t passed = uno->avr->cycle - uno->nv.started;
    uno->nv.armed = 0;
    if (!uno->nv.is_busy)
        return;
    REGISTER(nv, eecr) = EEPE;
    avr_cycle_timer_register(uno->avr, passed < write_cycles(uno) ? write_cycles(uno) - passed : 1, write_end,
                             uno);
}

/* Erasing, in the first half of a write, sets bits to 1; then writing clears them. */
void nv_tear(struct uno *uno)
{
    uint8_t *cell = &uno->nv.io->eeprom[uno->nv.address], mask = (uint8_t)chance_next(&uno->chance);
    if (uno->nv.is_busy)
        *cell = (uno->avr->cycle - uno->nv.started < write_cycles(uno) / 2 ? *cell : uno->nv.after) | mask;
    uno->nv.is_busy = false;
}

void nv_attach(struct uno *uno)
{
    avr_eeprom_t *io = uno->nv.io = io_find(uno->avr, "eeprom");
    on_register(uno, io->r_eecr, eecr_read, eecr_write);
    on_register(uno, io->r_eearl, NULL, eear_write);
    if (io->r_eearh)
        on_register(uno, io->r_eearh, NULL, eear_write);
    vector_follow(&io->ready, again, uno);
}
