/* The offsets of fields of the job on the chip: compiled to assembly, from which make takes the numbers. */
#include "firmware/job/state.h"

#include <stddef.h>

#define SAY(name, value) __asm__ volatile("-> #define " name " %0" ::"i"(value))

void offsets(void);

void offsets(void)
{
    SAY("JOB_PHASE", offsetof(struct job, phase));
    SAY("JOB_SECONDS", offsetof(struct job, seconds));
    SAY("JOB_TOTAL", offsetof(struct job, total));
    SAY("JOB_PART", offsetof(struct job, part));
    SAY("JOB_BOARD", offsetof(struct job, board));
    SAY("JOB_FORMAT", offsetof(struct job, format));
    SAY("JOB_LIST", offsetof(struct job, list));
}
