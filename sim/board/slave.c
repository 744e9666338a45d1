/* A slave on the two-wire bus: bits become bytes that a display takes. */
#include "sim/board/slave.h"

void slave_power_up(struct slave *slave)
{
    slave->addressed = false;
    slave->bits = 0;
    slave->bytes = 0;
}

void slave_condition(struct slave *slave, uint64_t cycle, bool sda)
{
    *(sda ? &slave->stops : &slave->starts) += 1;
    slave_power_up(slave);
    slave_data(slave, cycle, sda);
}

/* Handles a whole byte: the address first.  Returns whether it is acknowledged. */
static bool byte_receive(struct slave *slave, uint8_t byte)
{
    if (slave->bytes == 0)
        slave->addressed = byte == slave->address << 1;
    else if (slave->addressed)
        slave->take(slave, byte);
    if (slave->bytes < UINT16_MAX)
        slave->bytes++;
    return slave->addressed;
}

void slave_data(struct slave *slave, uint64_t cycle, bool sda)
{
    if (sda != slave->sda)
        slave->sda_at = cycle;
    slave->sda = sda;
}

bool slave_clock(struct slave *slave, uint64_t cycle)
{
    bool sda = slave->sda;
    if (cycle - slave->sda_at < slave->setup)
        slave->hasty++;
    if (slave->stuck)
        return false;
    if (!slave->plugged)
        return sda;
    if (slave->bits < 8) {
        slave->shift = (uint8_t)(slave->shift << 1 | sda);
        slave->bits++;
        return sda;
    }
    slave->bits = 0;
    return sda && !byte_receive(slave, slave->shift);
}
