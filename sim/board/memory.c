/* The simulated chip's memory, looked into from outside. */
#include "sim/board/inside.h"

int32_t uno_symbol(const struct uno *uno, const char *name)
{
    int64_t address = image_symbol(&uno->image, name);

    if (address >= 0x800000)
        address -= 0x800000;
    return (int32_t)address;
}

uint8_t uno_peek(const struct uno *uno, uint16_t address)
{
    return uno->avr->data[address];
}

void uno_poke(struct uno *uno, uint16_t address, uint8_t value)
{
    uno->avr->data[address] = value;
}

uint32_t uno_pc(const struct uno *uno)
{
    return uno->avr->pc;
}

void uno_jump(struct uno *uno, uint32_t pc)
{
    uno->avr->pc = pc;
    uno->avr->state = cpu_Running;
}

uint16_t uno_ram_start(const struct uno *uno)
{
    return (uint16_t)(uno->avr->ioend + 1);
}

uint16_t uno_ram_end(const struct uno *uno)
{
    return uno->avr->ramend;
}

uint16_t uno_static_ram(const struct uno *uno)
{
    return (uint16_t)(uno->image.ram_end ? uno->image.ram_end - uno_ram_start(uno) : 0);
}

uint32_t uno_flash_used(const struct uno *uno)
{
    return uno->image.flash_used;
}
