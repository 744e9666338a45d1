/* The files of a run: EEPROM, traces, pictures. */
#include "sim/program/session.h"
#include "sim/record/picture.h"

#include <errno.h>
#include <string.h>

void files_open(struct session *session)
{
    const struct options *options = &session->options;
    char error[256];

    if (options->eeprom && !uno_eeprom_load(session->uno, options->eeprom))
        complain(session, options->eeprom, strerror(errno));
    if (options->frames && !(session->frames = fopen(options->frames, "w")))
        complain(session, options->frames, strerror(errno));
    if (options->vcd && !(session->vcd = vcd_start(session->uno, options->vcd)))
        complain(session, options->vcd, strerror(errno));
    if (options->pty && !pty_make(&session->pty, options->pty, error)) {
        complain(session, "--pty", error);
        session->options.pty = NULL;
    }
    if (options->gdb >= 0 && !(session->gdb = gdb_listen(session->uno, (uint16_t)options->gdb, error)))
        complain(session, "--gdb", error);
    if (session->gdb)
        fprintf(stderr, "uno: waiting for avr-gdb: target remote :%u\n", gdb_port(session->gdb));
}

static void pictures_save(struct session *session)
{
    const struct options *options = &session->options;
    struct uno_frame frame = {.cycle = uno_cycle(session->uno)};
    size_t count;
    const struct uno_frame *frames = uno_frames(session->uno, &count);
    const struct uno_output output = uno_output(session->uno);

    uno_rows(session->uno, frame.rows);
    frame.intensity = max7219_brightness(uno_matrix(session->uno));
    if (options->picture && !picture_save(options->picture, &frame))
        complain(session, options->picture, strerror(errno));
    if (options->scene && !picture_scene(options->scene, &frame, &session->scroll))
        complain(session, options->scene, strerror(errno));
    if (options->film && !picture_film(options->film, frames, count, NULL, frame.cycle))
        complain(session, options->film, strerror(errno));
    if (options->scene_film && !picture_film(options->scene_film, frames, count, &output, frame.cycle))
        complain(session, options->scene_film, strerror(errno));
}

void files_close(struct session *session)
{
    const struct options *options = &session->options;

    pictures_save(session);
    if (session->vcd && !vcd_stop(session->vcd))
        complain(session, options->vcd, strerror(errno));
    if (session->frames && fclose(session->frames))
        complain(session, options->frames, strerror(errno));
    if (options->eeprom && !uno_eeprom_save(session->uno, options->eeprom))
        complain(session, options->eeprom, strerror(errno));
    if (options->pty)
        pty_drop(&session->pty);
    gdb_free(session->gdb);
}
