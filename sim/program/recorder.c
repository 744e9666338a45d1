/* The logs of a run: its pictures, and its wires as a Value Change Dump (IEEE 1364). */
#include "sim/program/session.h"

#include "sim/board/basics.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

/* ---- the wires ---- */

#define WAITING 256

struct change {
    uint64_t cycle;
    enum uno_wire wire;
    bool level;
};

/*
 * The board reports all bits of a byte when the byte starts.  They wait here, ordered by time, until the
 * clock of the board reaches them.
 */
struct vcd {
    struct uno *uno;
    FILE *out;
    struct change waiting[WAITING];
    size_t count;
    uint64_t written; /* the cycle of the latest line */
    int level[UNO_WIRES];
};

static const char *const wires[UNO_WIRES] = {
    [UNO_WIRE_TX] = "TX",   [UNO_WIRE_RX] = "RX",         [UNO_WIRE_MOSI] = "DIN",
    [UNO_WIRE_SCK] = "CLK", [UNO_WIRE_CS] = "CS",         [UNO_WIRE_SDA] = "SDA",
    [UNO_WIRE_SCL] = "SCL", [UNO_WIRE_BUTTON] = "BUTTON", [UNO_WIRE_ASLEEP] = "asleep"};

/* A cycle in units of 100 ps: at 16 MHz, it takes 625. */
static uint64_t time_of(const struct vcd *vcd, uint64_t cycle)
{
    uint64_t hz = uno_hz(vcd->uno), units = 10000000000;
    return cycle / hz * units + cycle % hz * units / hz;
}

static void change_write(struct vcd *vcd, const struct change *change)
{
    if (vcd->level[change->wire] == change->level)
        return;
    vcd->level[change->wire] = change->level;
    if (change->cycle != vcd->written)
        fprintf(vcd->out, "#%" PRIu64 "\n", time_of(vcd, change->cycle));
    vcd->written = change->cycle;
    fprintf(vcd->out, "%d%c\n", change->level, '!' + (int)change->wire);
}

static void changes_write(struct vcd *vcd, uint64_t until)
{
    size_t done = 0;
    while (done < vcd->count && vcd->waiting[done].cycle <= until)
        change_write(vcd, &vcd->waiting[done++]);
    memmove(vcd->waiting, vcd->waiting + done, (vcd->count - done) * sizeof *vcd->waiting);
    vcd->count -= done;
}

static void wire_changed(void *arg, enum uno_wire wire, uint64_t cycle, bool level)
{
    struct vcd *vcd = arg;
    uint64_t now = uno_cycle(vcd->uno);
    size_t at;
    /* An event can be earlier than now by the cycles of the current instruction. */
    changes_write(vcd, now > 64 ? now - 64 : 0);
    if (vcd->count == WAITING)
        changes_write(vcd, vcd->waiting[WAITING / 2].cycle);
    if (cycle < vcd->written)
        cycle = vcd->written;
    for (at = vcd->count; at && vcd->waiting[at - 1].cycle > cycle; at--)
        vcd->waiting[at] = vcd->waiting[at - 1];
    vcd->waiting[at] = (struct change){cycle, wire, level};
    vcd->count++;
}

/* Starts to record the wires of the board into `path`.  On an error: NULL; errno is the reason. */
static struct vcd *vcd_start(struct uno *uno, const char *path)
{
    struct vcd *vcd = memory_new(sizeof *vcd);
    vcd->uno = uno;
    vcd->out = fopen(path, "w");
    if (!vcd->out) {
        free(vcd);
        return NULL;
    }
    fprintf(vcd->out, "$timescale 100 ps $end\n$scope module uno $end\n");
    for (int i = 0; i < UNO_WIRES; i++)
        fprintf(vcd->out, "$var wire 1 %c %s $end\n", '!' + i, wires[i]);
    fprintf(vcd->out, "$upscope $end\n$enddefinitions $end\n#%" PRIu64 "\n", time_of(vcd, uno_cycle(uno)));
    vcd->written = uno_cycle(uno);
    for (int i = 0; i < UNO_WIRES; i++) {
        vcd->level[i] = -1;
        change_write(vcd, &(struct change){vcd->written, (enum uno_wire)i,
                                           i == UNO_WIRE_TX || i == UNO_WIRE_RX || i == UNO_WIRE_BUTTON});
    }
    uno_on_wire(uno, wire_changed, vcd);
    return vcd;
}

/* Ends the file.  On an error: false; errno is the reason. */
static bool vcd_stop(struct vcd *vcd)
{
    uno_on_wire(vcd->uno, NULL, NULL);
    changes_write(vcd, uno_cycle(vcd->uno));
    fprintf(vcd->out, "#%" PRIu64 "\n", time_of(vcd, uno_cycle(vcd->uno)));
    bool ok = !ferror(vcd->out);
    ok = !fclose(vcd->out) && ok;
    free(vcd);
    return ok;
}

/* ---- all logs ---- */

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
    for (int i = 0; i < 3 && frame->kind == UNO_WS2812; i++) {
        fputc(' ', recorder->frames);
        print_rows(recorder->frames, frame, frame->colours[i]);
    }
    fputc('\n', recorder->frames);
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
