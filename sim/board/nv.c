/* The EEPROM of the simulated chip, with the duration of a write, and torn bytes. */
#include "sim/board/components.h"

enum { EEPM = 0x30, EERIE = 0x08, EEMPE = 0x04, EEPE = 0x02, EERE = 0x01 };

#define WRITE_CYCLES 54400u /* to erase and write a byte: 3.4 ms */

static uint8_t *control(struct nv *nv)
{
    return &nv->bus->avr->data[nv->io->r_eecr];
}

static uint16_t address(struct nv *nv)
{
    unsigned high = nv->io->r_eearh ? nv->bus->avr->data[nv->io->r_eearh] : 0;
    return (uint16_t)((high << 8 | nv->bus->avr->data[nv->io->r_eearl]) % nv->io->size);
}

/* EE_READY requests an interrupt as long as no write is under way. */
static void level_interrupt(struct nv *nv)
{
    if ((*control(nv) & EERIE) && !nv->is_busy)
        avr_raise_interrupt(nv->bus->avr, &nv->io->ready);
}

static void again(struct avr_irq_t *irq, uint32_t running, void *param)
{
    (void)irq;
    if (!running)
        level_interrupt(param);
}

static avr_cycle_count_t write_end(avr_t *avr, avr_cycle_count_t when, void *param)
{
    struct nv *nv = param;
    (void)avr;
    nv->is_busy = false;
    nv->busy_at = when;
    nv->io->eeprom[nv->address] = nv->after;
    *control(nv) &= (uint8_t)~EEPE;
    level_interrupt(nv);
    return 0;
}

static void write_start(struct nv *nv)
{
    nv->address = address(nv);
    nv->before = nv->io->eeprom[nv->address];
    nv->after = nv->bus->avr->data[nv->io->r_eedr];
    nv->started = nv->busy_at = nv->bus->avr->cycle;
    nv->done = nv->started + WRITE_CYCLES;
    nv->is_busy = true;
    nv->writes[nv->address]++;
    nv->write_count++;
    if (nv->bus->settings.on_eeprom)
        nv->bus->settings.on_eeprom(nv->bus->settings.arg, nv->address, nv->after);
    avr_clear_interrupt(nv->bus->avr, &nv->io->ready);
    avr_cycle_timer_register(nv->bus->avr, nv->done - nv->started, write_end, nv);
    nv->bus->avr->cycle += 2; /* the CPU is halted */
}

static bool is_armed(const struct nv *nv)
{
    return nv->armed && nv->bus->avr->cycle - nv->armed <= 4;
}

static void eecr_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct nv *nv = param;
    bool start = (v & EEPE) && is_armed(nv) && !nv->is_busy;
    if (v & EEPM)
        fault_note(nv->bus, UNO_FAULT_EEPROM,
                   "EEPM: a write that only erases or only writes is not simulated");
    if ((v & EERE) && nv->is_busy)
        fault_note(nv->bus, UNO_FAULT_EEPROM, "the EEPROM is read during a write");
    if ((v & EEPE) && is_armed(nv) && nv->is_busy)
        fault_note(nv->bus, UNO_FAULT_EEPROM, "an EEPROM write starts during a write");
    if (!(v & EEMPE))
        nv->armed = 0;
    else if (!is_armed(nv))
        nv->armed = avr->cycle;
    if (start) {
        nv->armed = 0;
        write_start(nv);
    } else if ((v & EERE) && !nv->is_busy) {
        avr->data[nv->io->r_eedr] = nv->io->eeprom[address(nv)];
        avr->cycle += 4; /* the CPU is halted */
    }
    avr->data[addr] = (uint8_t)((v & EERIE) | (nv->is_busy ? EEPE : 0));
    level_interrupt(nv);
}

static uint8_t eecr_read(avr_t *avr, avr_io_addr_t addr, void *param)
{
    struct nv *nv = param;
    return (uint8_t)((avr->data[addr] & ~EEMPE) | (is_armed(nv) ? EEMPE : 0));
}

/* The address cannot be changed while a write is under way. */
static void eear_write(avr_t *avr, avr_io_addr_t addr, uint8_t v, void *param)
{
    struct nv *nv = param;
    if (nv->is_busy)
        fault_note(nv->bus, UNO_FAULT_EEPROM, "EEAR is changed during a write");
    else
        avr->data[addr] = v;
}

void nv_reset(struct nv *nv)
{
    nv->armed = 0;
    if (nv->is_busy) {
        *control(nv) = EEPE;
        avr_cycle_timer_register(
            nv->bus->avr, nv->done > nv->bus->avr->cycle ? nv->done - nv->bus->avr->cycle : 1, write_end, nv);
    }
}

/* Erasing, in the first half of a write, sets bits to 1; then writing clears them. */
void nv_tear(struct nv *nv, uint64_t chance)
{
    uint8_t mask = (uint8_t)chance_next(&chance);
    bool early = nv->bus->avr->cycle - nv->started < (nv->done - nv->started) / 2;
    if (!nv->is_busy)
        return;
    nv->is_busy = false;
    nv->io->eeprom[nv->address] = (early ? nv->before : nv->after) | mask;
}

void nv_attach(struct nv *nv, struct bus *bus)
{
    avr_t *avr = bus->avr;
    avr_eeprom_t *io = io_find(avr, "eeprom");
    nv->bus = bus;
    nv->io = io;
    on_register(avr, io->r_eecr, eecr_read, eecr_write, nv);
    on_register(avr, io->r_eearl, NULL, eear_write, nv);
    if (io->r_eearh)
        on_register(avr, io->r_eearh, NULL, eear_write, nv);
    vector_follow(&io->ready, again, nv);
}
