/* The logs of a run: its pictures, and its wires as a Value Change Dump (IEEE 1364). */
#include "sim/program/session.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* ---- the wires ---- */

static const char *const wires[UNO_WIRES] = {
    [UNO_WIRE_TX] = "TX",   [UNO_WIRE_RX] = "RX",         [UNO_WIRE_MOSI] = "DIN",
    [UNO_WIRE_SCK] = "CLK", [UNO_WIRE_CS] = "CS",         [UNO_WIRE_SDA] = "SDA",
    [UNO_WIRE_SCL] = "SCL", [UNO_WIRE_BUTTON] = "BUTTON", [UNO_WIRE_ASLEEP] = "asleep"};

/* A cycle in units of 100 ps: at 16 MHz, it takes 625. */
static uint64_t time_of(const struct recorder *recorder, uint64_t cycle)
{
    uint64_t hz = uno_hz(recorder->uno), units = 10000000000;
    return cycle / hz * units + cycle % hz * units / hz;
}

static void change_write(struct recorder *recorder, const struct change *change)
{
    if (recorder->level[change->wire] == change->level)
        return;
    recorder->level[change->wire] = change->level;
    if (change->cycle != recorder->written)
        fprintf(recorder->vcd, "#%" PRIu64 "\n", time_of(recorder, change->cycle));
    recorder->written = change->cycle;
    fprintf(recorder->vcd, "%d%c\n", change->level, '!' + (int)change->wire);
}

static void changes_write(struct recorder *recorder, uint64_t until)
{
    size_t done = 0;
    while (done < recorder->count && recorder->waiting[done].cycle <= until)
        change_write(recorder, &recorder->waiting[done++]);
    memmove(recorder->waiting, recorder->waiting + done,
            (recorder->count - done) * sizeof *recorder->waiting);
    recorder->count -= done;
}

static void wire_changed(void *arg, enum uno_wire wire, uint64_t cycle, bool level)
{
    struct recorder *recorder = &((struct session *)arg)->recorder;
    uint64_t now = uno_cycle(recorder->uno);
    size_t at;
    if (!history_is_new(arg))
        return;
    /* An event can be earlier than now by the cycles of the current instruction. */
    changes_write(recorder, now > 64 ? now - 64 : 0);
    if (recorder->count == WAITING)
        changes_write(recorder, recorder->waiting[WAITING / 2].cycle);
    if (cycle < recorder->written)
        cycle = recorder->written;
    for (at = recorder->count; at && recorder->waiting[at - 1].cycle > cycle; at--)
        recorder->waiting[at] = recorder->waiting[at - 1];
    recorder->waiting[at] = (struct change){cycle, wire, level};
    recorder->count++;
}

/* Starts the file and the record of the wires. */
static void vcd_start(struct recorder *recorder)
{
    fprintf(recorder->vcd, "$timescale 100 ps $end\n$scope module uno $end\n");
    for (int i = 0; i < UNO_WIRES; i++)
        fprintf(recorder->vcd, "$var wire 1 %c %s $end\n", '!' + i, wires[i]);
    recorder->written = uno_cycle(recorder->uno);
    fprintf(recorder->vcd, "$upscope $end\n$enddefinitions $end\n#%" PRIu64 "\n",
            time_of(recorder, recorder->written));
    for (int i = 0; i < UNO_WIRES; i++) {
        recorder->level[i] = -1;
        change_write(recorder,
                     &(struct change){recorder->written, (enum uno_wire)i,
                                      i == UNO_WIRE_TX || i == UNO_WIRE_RX || i == UNO_WIRE_BUTTON});
    }
    uno_settings(recorder->uno)->on_wire = wire_changed;
}

/* ---- all logs ---- */

/* Prints an error if the file `name` could not be written (errno is the reason).  Returns ok. */
static bool report(bool ok, const char *name)
{
    if (!ok)
        fprintf(stderr, "uno: %s: %s\n", name, strerror(errno));
    return ok;
}

/* NULL is no file. */
static bool file_open(FILE **file, const char *name)
{
    return !name || report((*file = fopen(name, "w")), name);
}

static bool file_close(FILE *file, const char *name)
{
    bool ok = !file || !ferror(file);
    return report((!file || !fclose(file)) && ok, name);
}

bool recorder_start(struct recorder *recorder, struct uno *uno, const struct recording *names)
{
    recorder->uno = uno;
    recorder->names = *names;
    bool ok = file_open(&recorder->frames, names->frames) & file_open(&recorder->vcd, names->vcd);
    if (recorder->vcd)
        vcd_start(recorder);
    return ok;
}

static void print_rows(FILE *file, const struct uno_frame *frame, const uint8_t (*modules)[8])
{
    for (int row = 0; row < 8 * frame->high; row++)
        for (int x = 0; x < frame->wide; x++)
            fprintf(file, "%02x", modules[row / 8 * frame->wide + x][row % 8]);
}

void recorder_frame(struct recorder *recorder, const struct uno_frame *frame)
{
    recorder->pictures++;
    if (!recorder->frames)
        return;
    fprintf(recorder->frames, "%" PRIu64 " ", frame->cycle);
    print_rows(recorder->frames, frame, frame->modules);
    fprintf(recorder->frames, " %u", frame->intensity);
    for (int i = 0; i < 3 && !frame->colour; i++) {
        fputc(' ', recorder->frames);
        print_rows(recorder->frames, frame, frame->colours[i]);
    }
    fputc('\n', recorder->frames);
}

bool recorder_stop(struct recorder *recorder)
{
    if (recorder->vcd) {
        uno_settings(recorder->uno)->on_wire = NULL;
        changes_write(recorder, uno_cycle(recorder->uno));
        fprintf(recorder->vcd, "#%" PRIu64 "\n", time_of(recorder, uno_cycle(recorder->uno)));
    }
    return file_close(recorder->vcd, recorder->names.vcd) &
           file_close(recorder->frames, recorder->names.frames);
}
