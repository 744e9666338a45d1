/* An EEPROM for unit tests: an array. */
#include "nv.h"

#include "fake.h"

#include <assert.h>

uint8_t fake_nv[NV_SIZE];
bool fake_nv_busy;

bool nv_busy(void)
{
    return fake_nv_busy;
}

uint8_t nv_read(uint16_t address)
{
    assert(address < NV_SIZE && !fake_nv_busy);
    return fake_nv[address];
}

void nv_write(uint16_t address, uint8_t byte)
{
    assert(address < NV_SIZE && !fake_nv_busy);
    fake_nv[address] = byte;
}
