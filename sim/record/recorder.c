/* The files that a run records: pictures and wires. */
#include "sim/record/recorder.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Prints an error if the file `name` could not be written (errno is the reason).  Returns ok. */
static bool report(bool ok, const char *name)
{
    if (!ok)
        fprintf(stderr, "uno: %s: %s\n", name, strerror(errno));
    return ok;
}

bool recorder_start(struct recorder *recorder, struct uno *uno, const struct recording *names)
{
    bool ok = true;
    recorder->names = *names;
    if (names->frames)
        ok &= report((recorder->frames = fopen(names->frames, "w")), names->frames);
    if (names->vcd)
        ok &= report((recorder->vcd = vcd_start(uno, names->vcd)), names->vcd);
    return ok;
}

void recorder_frame(struct recorder *recorder, const struct uno_frame *frame)
{
    recorder->pictures++;
    if (!recorder->frames)
        return;
    fprintf(recorder->frames, "%" PRIu64 " ", frame->cycle);
    for (int row = 0; row < 8 * frame->high; row++)
        for (int x = 0; x < frame->wide; x++)
            fprintf(recorder->frames, "%02x", frame->modules[row / 8 * frame->wide + x][row % 8]);
    fprintf(recorder->frames, " %u\n", frame->intensity);
}

bool recorder_stop(struct recorder *recorder)
{
    bool ok = true;
    if (recorder->vcd)
        ok &= report(vcd_stop(recorder->vcd), recorder->names.vcd);
    if (recorder->frames) {
        bool written = !ferror(recorder->frames);
        ok &= report(!fclose(recorder->frames) && written, recorder->names.frames);
    }
    return ok;
}
