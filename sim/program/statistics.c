/* Statistics of a run. */
#include "sim/program/statistics.h"

#include <inttypes.h>

static uint32_t eeprom_writes(struct uno *uno)
{
    uint32_t sum = 0;
    size_t size;

    uno_eeprom(uno, &size);
    for (size_t i = 0; i < size; i++)
        sum += uno_eeprom_writes(uno, (uint16_t)i);
    return sum;
}

void statistics_print(struct session *session)
{
    struct uno *uno = session->uno;
    unsigned fixed = uno_status(uno).static_ram, deepest = uno_status(uno).deepest;
    uint64_t cycles = uno_cycle(uno);

    fprintf(stderr, "cycles          %" PRIu64 "\n", cycles);
    fprintf(stderr, "seconds         %.6f\n", (double)cycles / uno_hz(uno));
    fprintf(stderr, "asleep          %.2f %%\n",
            cycles ? 100.0 * (double)uno_status(uno).asleep / (double)cycles : 0.0);
    fprintf(stderr, "flash           %" PRIu32 " bytes\n", uno_status(uno).flash_used);
    if (fixed)
        fprintf(stderr, "static RAM      %u bytes\n", fixed);
    fprintf(stderr, "deepest stack   %u bytes\n", deepest);
    if (fixed)
        fprintf(stderr, "RAM in all      %u bytes\n", fixed + deepest);
    fprintf(stderr, "bytes sent      %" PRIu64 "\n", uno_status(uno).sent);
    fprintf(stderr, "bytes received  %" PRIu64 "\n", uno_status(uno).received);
    fprintf(stderr, "bytes lost      %" PRIu32 "\n", uno_status(uno).overruns);
    fprintf(stderr, "pictures        %" PRIu64 "\n", session->recorder.pictures);
    fprintf(stderr, "EEPROM writes   %" PRIu32 "\n", eeprom_writes(uno));
    fprintf(stderr, "watchdog resets %" PRIu32 "\n", uno_status(uno).resets);
}
