/* An EEPROM for unit tests: an array. */
#include "hal/nv.h"

#include "hal/fake/fake.h"

#include <assert.h>

uint8_t fake_nv[NV_SIZE];
bool fake_nv_is_busy;
bool fake_nv_is_paced;

static unsigned busy_for; /* ms */

void fake_nv_elapse(unsigned ms)
{
    busy_for = busy_for > ms ? busy_for - ms : 0;
    if (fake_nv_is_paced)
        fake_nv_is_busy = busy_for > 0;
}

bool nv_is_busy(void)
{
    return fake_nv_is_busy;
}

uint8_t nv_read(uint16_t address)
{
    assert(address < NV_SIZE && !fake_nv_is_busy);
    return fake_nv[address];
}

void nv_write(uint16_t address, uint8_t byte)
{
    assert(address < NV_SIZE && !fake_nv_is_busy);
    if (fake_nv[address] == byte)
        return;
    fake_nv[address] = byte;
    if (!fake_nv_is_paced)
        return;
    fake_nv_is_busy = true;
    busy_for = 4;
}
