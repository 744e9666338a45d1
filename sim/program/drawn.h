/* The program on a terminal: the board drawn, keys taken. */
#ifndef DRAWN_H
#define DRAWN_H

#include "sim/program/session.h"

void run_drawn(struct session *session);

#endif
