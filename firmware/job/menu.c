/* The menu of the button: short presses change what the matrix shows, a long one takes it. */
#include "firmware/display/show.h"
#include "firmware/display/view.h"
#include "firmware/job/kinds.h"
#include "firmware/job/persist.h"
#include "firmware/storage/settings.h"

#include <string.h>

#define MENU_MS 20000 /* without a press: then what is shown is taken */

void start_menu(void)
{
    job.is_answered = true; /* at once, if it was typed */
    /* Dark after Ctrl-C: the job before may have left given queens, or the position of a count. */
    job.board.row = 0;
    memset(job.board.col, 0, sizeof job.board.col);
}

/* The chosen job replaces the menu. */
static enum work end(uint8_t which)
{
    if (which >= VIEW_WORDS_EACH) {
        which -= VIEW_WORDS_EACH;
        settings.autostart = settings_auto(which + 1, job.board.n);
        persist_save_unasked();
    }
    job.kind = AUTO_KIND(which + 1);
    return WORK_RESTARTS;
}

/* A press, or a step forward, changes what is shown.  Otherwise the dwell is over: it is taken. */
enum work work_menu(void)
{
    uint8_t shown = job.menu.shown;
    if (shown < VIEW_WORDS) { /* the size; 0: nothing yet */
        if (job.steps)
            job.board.n = job.board.n % QUEENS_MAX + 1;
        shown = !shown || job.steps ? job.board.n : VIEW_WORDS;
    } else {
        if (!job.steps)
            return end(shown - VIEW_WORDS);
        if (++shown == VIEW_WORDS + 2 * VIEW_WORDS_EACH)
            shown = VIEW_WORDS;
    }
    job.menu.shown = shown;
    job.steps = 0;
    job.is_paused = false;
    job.wait = MENU_MS;
    show_changed();
    return WORK_SHOWN;
}
