/* Statistics of a run. */
#ifndef STATISTICS_H
#define STATISTICS_H

#include "sim/program/session.h"

void statistics_print(struct session *session); /* on stderr */

#endif
