/* The files of a run: traces, pictures, films. */
#include "sim/record/recorder.h"

#include "sim/record/drawing.h"
#include "sim/record/film.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* Reports a file that could not be written; errno is the reason. */
static bool done(bool ok, const char *name)
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
    if (names->frames)
        ok &= done((recorder->frames = fopen(names->frames, "w")), names->frames);
    if (names->vcd)
        ok &= done((recorder->vcd = vcd_start(uno, names->vcd)), names->vcd);
    return ok;
}

bool recorder_films(const struct recorder *recorder)
{
    return recorder->names.film || recorder->names.scene_film;
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

static bool pictures_save(struct recorder *recorder, const struct scroll *scroll)
{
    const struct recording *names = &recorder->names;
    struct uno_frame frame;
    size_t count;
    const struct uno_frame *frames = uno_frames(recorder->uno, &count);
    const struct uno_output output = uno_output(recorder->uno);
    uint32_t hz = uno_hz(recorder->uno);
    bool ok = true;

    uno_picture(recorder->uno, &frame);
    if (names->drawing)
        ok &= done(drawing_save(names->drawing, &frame), names->drawing);
    if (names->scene)
        ok &= done(drawing_scene(names->scene, &frame, scroll), names->scene);
    if (names->film)
        ok &= done(film_save(names->film, frames, count, NULL, frame.cycle, hz), names->film);
    if (names->scene_film)
        ok &= done(film_save(names->scene_film, frames, count, &output, frame.cycle, hz), names->scene_film);
    return ok;
}

bool recorder_stop(struct recorder *recorder, const struct scroll *scroll)
{
    bool ok = pictures_save(recorder, scroll);

    if (recorder->vcd)
        ok &= done(vcd_stop(recorder->vcd), recorder->names.vcd);
    if (recorder->frames)
        ok &= done(!fclose(recorder->frames), recorder->names.frames);
    return ok;
}
