/* The program on a terminal: draws the board and reads keys. */
#include "sim/program/session.h"

#include <stdio.h>
#include <unistd.h>

/* Returns false at the key that leaves the program. */
static bool key_handle(struct session *session, int key)
{
    double pressed = key == KEY_LONG ? 1.2 : 0.1; /* s */
    switch (key) {
    case KEY_LEAVE: return false;
    case KEY_BUTTON:
    case KEY_LONG: session_input(session, INPUT_BUTTON, (uint32_t)uno_cycles(session->uno, pressed)); break;
    case KEY_RESET: session_input(session, INPUT_RESET, UNO_EXTERNAL); break;
    case KEY_PLUG: session_input(session, INPUT_PLUG, 0); break;
    case KEY_STEP: session_input(session, INPUT_BYTE, '.'); break;
    case KEY_BACK: session_input(session, INPUT_BYTE, ','); break;
    case KEY_REDRAW: picture_redraw(); break;
    case KEY_SUSPEND:
        tty_suspend();
        pace_start(session);
        break;
    default: session_input(session, INPUT_BYTE, (uint8_t)key);
    }
    return true;
}

/* Speed and share of sleep, measured over the last half second. */
struct meter {
    double time;
    uint64_t cycle, asleep;
    double speed, share;
};

#define HAS_MODULES(number, name, image, modules, ...) [number] = modules,

/*
 * Gives the display as many modules as the firmware drives, and a strip as many LEDs as were typed.  Their
 * arrangement is that of the command that was typed.  If the firmware has read it from the EEPROM, the most
 * likely one is assumed: a row of up to 8 modules, otherwise nearly a square.
 */
static void display_follow(struct session *session)
{
    static const bool has_modules[] = {UNO_DISPLAYS(HAS_MODULES)};
    struct uno_display *display = &session->known.display;
    unsigned driven = uno_status(session->uno).modules; /* 0 for a strip */
    unsigned count = driven ? driven : session->known.typed_size[0] * session->known.typed_size[1];
    unsigned high = 1;
    if (session->options.display.wide || !has_modules[display->kind] || !count || count > UNO_MODULES)
        return;
    for (unsigned i = 2; i * i <= count && count > 8; i++)
        high = count % i ? high : i;
    if (session->known.typed_size[0] * session->known.typed_size[1] == count)
        high = session->known.typed_size[1];
    if (count == (unsigned)display->wide * display->high && high == display->high)
        return;
    display->wide = (uint8_t)(count / high);
    display->high = (uint8_t)high;
    session_input(session, INPUT_MODULES, (uint32_t)(display->wide << 8 | display->high));
    uno_picture(session->uno, &session->known.frame);
}

static void screen_draw(struct session *session, struct meter *meter)
{
    uint64_t tenths = uno_cycle(session->uno) / (uno_hz(session->uno) / 10);
    double seconds = now() - meter->time;
    char status[96];
    display_follow(session);
    if (seconds >= 0.5) {
        int64_t cycles = (int64_t)(uno_cycle(session->uno) - meter->cycle); /* may be backwards */
        uint64_t asleep = uno_status(session->uno).asleep;
        meter->speed = (double)cycles / seconds / uno_hz(session->uno);
        meter->share = cycles ? 100.0 * (double)(int64_t)(asleep - meter->asleep) / (double)cycles : 0;
        meter->time += seconds;
        meter->cycle = uno_cycle(session->uno);
        meter->asleep = asleep;
    }
    snprintf(status, sizeof status, "%02u:%02u:%02u.%u  %.*fx  asleep %.1f %%%s", (unsigned)(tenths / 36000),
             (unsigned)(tenths / 600 % 60), (unsigned)(tenths / 10 % 60), (unsigned)(tenths % 10),
             meter->speed < 9.995 ? 2 : 0, meter->speed, meter->share, session->pty.open ? "  pty open" : "");
    bool is_alarm = uno_faults(session->uno, UNO_FAULTS);
    picture_draw(&session->known.frame, is_alarm ? uno_fault_text(session->uno) : status, is_alarm);
}

void run_drawn(struct session *session)
{
    struct meter meter = {.time = now()};
    tty_open();
    double drawn = now();
    session->known.display = session->options.display;
    if (!session->known.display.wide)
        session->known.display.wide = session->known.display.high = 1;
    uno_picture(session->uno, &session->known.frame);
    screen_draw(session, &meter); /* the rows of the picture are reserved before the first line */
    for (;;) {
        for (int key; (key = tty_key()) != KEY_NONE;)
            if (!key_handle(session, key))
                return;
        pty_exchange(session);
        if (!run_to(session, pace_cycle(session)))
            return;
        if (now() - drawn >= 0.033) {
            screen_draw(session, &meter);
            drawn = now();
        }
        input_wait(session, true, session->options.speed <= 0 ? 0 : session->pty.open ? 2 : 8);
    }
}
