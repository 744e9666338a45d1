/* The program in a pipe: stdin goes to the serial line, the chip's output to stdout. */
#ifndef PIPED_H
#define PIPED_H

#include "sim/program/session.h"

void run_piped(struct session *session);

#endif
