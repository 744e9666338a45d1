/* The whole application on the fake hardware, as a test drives it. */
#pragma once

#include "firmware/app.h"
#include "hal/fake/fake.h"
#include "hal/uart.h"

#include <string.h>

#ifndef HOST_SLICES
#define HOST_SLICES 40 /* the chip runs 1 to 100 slices of work in a millisecond */
#endif

static unsigned host_slices = HOST_SLICES; /* in a millisecond; 1 makes a long count cheap */
static bool host_button;                   /* is it down? */

/* Lets the application do what it can do now: at most host_slices slices of work. */
static inline void host_work(void)
{
    for (unsigned i = 0; i < host_slices && app_run(); i++)
        ;
}

/* Lets time pass, a tick of `step` ms at once, the main loop woken by each. */
static inline void host_elapse_by(unsigned ms, uint8_t step)
{
    for (; ms >= step; ms -= step) {
        fake_uart_elapse(step);
        fake_nv_elapse(step);
        app_elapse(step, host_button);
        host_work();
    }
}

static inline void host_elapse(unsigned ms)
{
    host_elapse_by(ms, 1);
}

/* Types bytes all at once, and lets the application take them. */
static inline void host_type(const char *bytes)
{
    fake_uart_type(bytes);
    for (unsigned i = 0; i < 1000 && uart_waiting(); i++)
        host_work();
    host_work();
}

/* A reset: nothing typed, no button pressed, nothing runs, the banner has been sent. */
static inline void host_reset(void)
{
    fake_nv_is_paced = false;
    fake_uart_is_paced = false;
    fake_uart_room = UART_RING;
    fake_uart_forget();
    host_button = false;
    host_slices = 1;
    host_elapse_by(1000, 50); /* a number on the matrix is gone too */
    host_type("\003\r");
    host_work();
    fake_uart_forget();
    fake_uart_clear();
    memset(fake_nv, 0xff, sizeof fake_nv);
    host_slices = HOST_SLICES;
    app_begin();
    host_work();
}
