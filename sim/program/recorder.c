/* The logs of a run: its wires as a Value Change Dump (IEEE 1364), its pictures, its lines. */
#include "sim/program/session.h"

#include <inttypes.h>
#include <string.h>

/* ---- the wires ---- */

static const char *const wires[UNO_WIRES] = {
    [UNO_WIRE_TX] = "TX",   [UNO_WIRE_RX] = "RX",         [UNO_WIRE_MOSI] = "DIN",
    [UNO_WIRE_SCK] = "CLK", [UNO_WIRE_CS] = "CS",         [UNO_WIRE_SDA] = "SDA",
    [UNO_WIRE_SCL] = "SCL", [UNO_WIRE_BUTTON] = "BUTTON", [UNO_WIRE_ASLEEP] = "asleep"};

/* A cycle in units of 100 ps: at 16 MHz, it takes 625. */
static void time_write(const struct session *session, uint64_t cycle)
{
    uint64_t hz = uno_hz(session->uno), units = 10000000000;
    fprintf(session->recorder.logs[LOG_VCD], "#%" PRIu64 "\n", cycle / hz * units + cycle % hz * units / hz);
}

static void change_write(struct session *session, const struct change *change)
{
    struct recorder *recorder = &session->recorder;
    if (recorder->level[change->wire] == change->level)
        return;
    recorder->level[change->wire] = change->level;
    if (change->cycle != recorder->written)
        time_write(session, change->cycle);
    recorder->written = change->cycle;
    fprintf(recorder->logs[LOG_VCD], "%d%c\n", change->level, '!' + (int)change->wire);
}

static void changes_write(struct session *session, uint64_t until)
{
    struct recorder *recorder = &session->recorder;
    size_t done = 0;
    while (done < recorder->count && recorder->waiting[done].cycle <= until)
        change_write(session, &recorder->waiting[done++]);
    memmove(recorder->waiting, recorder->waiting + done,
            (recorder->count - done) * sizeof *recorder->waiting);
    recorder->count -= done;
}

static void wire_changed(void *arg, enum uno_wire wire, uint64_t cycle, bool level)
{
    struct session *session = arg;
    struct recorder *recorder = &session->recorder;
    uint64_t now = uno_cycle(session->uno);
    size_t at;
    if (!history_is_new(session))
        return;
    /* An event can be earlier than now by the cycles of the current instruction. */
    changes_write(session, now > 64 ? now - 64 : 0);
    if (recorder->count == WAITING)
        changes_write(session, recorder->waiting[WAITING / 2].cycle);
    if (cycle < recorder->written)
        cycle = recorder->written;
    for (at = recorder->count; at && recorder->waiting[at - 1].cycle > cycle; at--)
        recorder->waiting[at] = recorder->waiting[at - 1];
    recorder->waiting[at] = (struct change){cycle, wire, level};
    recorder->count++;
}

/* Starts the file and the record of the wires. */
static void vcd_start(struct session *session)
{
    FILE *vcd = session->recorder.logs[LOG_VCD];
    uint64_t now = uno_cycle(session->uno);
    fprintf(vcd, "$timescale 100 ps $end\n$scope module uno $end\n");
    for (int i = 0; i < UNO_WIRES; i++)
        fprintf(vcd, "$var wire 1 %c %s $end\n", '!' + i, wires[i]);
    fprintf(vcd, "$upscope $end\n$enddefinitions $end\n");
    time_write(session, session->recorder.written = now);
    for (int i = 0; i < UNO_WIRES; i++) {
        bool is_high = i == UNO_WIRE_TX || i == UNO_WIRE_RX || i == UNO_WIRE_BUTTON;
        session->recorder.level[i] = -1;
        change_write(session, &(struct change){now, (enum uno_wire)i, is_high});
    }
    uno_settings(session->uno)->on_wire = wire_changed;
}

/* ---- all logs ---- */

void recorder_start(struct session *session)
{
    const char *const *names = session->options.logs;
    for (int i = 0; i < LOGS; i++)
        if (names[i] && !(session->recorder.logs[i] = fopen(names[i], "w")))
            session_error(session, names[i]);
    if (session->recorder.logs[LOG_VCD])
        vcd_start(session);
}

static void log_close(struct session *session, int i)
{
    FILE *file = session->recorder.logs[i];
    session->recorder.logs[i] = NULL;
    if (file && (ferror(file) | fclose(file)))
        session_error(session, session->options.logs[i]);
}

static void print_rows(FILE *file, const struct uno_frame *frame, const uint8_t (*modules)[8])
{
    for (int row = 0; row < 8 * frame->high; row++)
        for (int x = 0; x < frame->wide; x++)
            fprintf(file, "%02x", modules[row / 8 * frame->wide + x][row % 8]);
}

void recorder_frame(struct recorder *recorder, const struct uno_frame *frame)
{
    FILE *file = recorder->logs[LOG_FRAMES];
    recorder->pictures++;
    if (!file)
        return;
    fprintf(file, "%" PRIu64 " ", frame->cycle);
    print_rows(file, frame, frame->modules);
    fprintf(file, " %u", frame->intensity);
    for (int i = 0; i < 3 && !frame->colour; i++) {
        fputc(' ', file);
        print_rows(file, frame, frame->colours[i]);
    }
    fputc('\n', file);
}

void recorder_line(struct session *session)
{
    FILE *file = session->recorder.logs[LOG_LINES];
    if (file && (fprintf(file, "%" PRIu64 "\t%s\n", uno_cycle(session->uno), session->known.line) < 0 ||
                 fflush(file)))
        log_close(session, LOG_LINES);
}

void recorder_stop(struct session *session)
{
    uno_settings(session->uno)->on_wire = NULL;
    if (session->recorder.logs[LOG_VCD]) {
        changes_write(session, uno_cycle(session->uno));
        time_write(session, uno_cycle(session->uno));
    }
    for (int i = 0; i < LOGS; i++)
        log_close(session, i);
}
