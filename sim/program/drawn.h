/* The program on a terminal: draws the board and reads keys. */
#ifndef DRAWN_H
#define DRAWN_H

#include "sim/program/session.h"

void run_drawn(struct session *session);

#endif
