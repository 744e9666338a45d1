/* The files that a run records: traces, pictures, films. */
#define _GNU_SOURCE
#include "sim/record/recorder.h"

#include "sim/record/drawing.h"

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
    recorder->uno = uno;
    recorder->needs_logs = names->film || names->scene_film;
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

bool recorder_stop(struct recorder *recorder, const struct scroll *scroll)
{
    const struct recording *names = &recorder->names;
    struct uno_frame frame;
    size_t count;
    const struct uno_frame *frames = uno_frames(recorder->uno, &count);
    const struct uno_output output = uno_output(recorder->uno);
    uint32_t hz = uno_hz(recorder->uno);
    bool ok = true;
    uno_picture(recorder->uno, &frame);
    if (names->drawing && !strcasecmp(strrchr(names->drawing, '.'), ".png"))
        ok &= report(png_save(names->drawing, &frame), names->drawing);
    else if (names->drawing)
        ok &= report(svg_save(names->drawing, &frame, NULL), names->drawing);
    if (names->scene)
        ok &= report(svg_save(names->scene, &frame, scroll), names->scene);
    if (names->film)
        ok &= report(film_save(names->film, frames, count, NULL, frame.cycle, hz), names->film);
    if (names->scene_film)
        ok &=
            report(film_save(names->scene_film, frames, count, &output, frame.cycle, hz), names->scene_film);
    if (recorder->vcd)
        ok &= report(vcd_stop(recorder->vcd), names->vcd);
    if (recorder->frames)
        ok &= report(!fclose(recorder->frames), names->frames);
    return ok;
}
