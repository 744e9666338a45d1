/* The count of boards too small or too large for crosses. */
#ifndef COUNT_PLAIN_H
#define COUNT_PLAIN_H

#include "firmware/count/count.h"

/* As count_part has it: `done` of `all`; more is all. */
uint16_t share(uint16_t done, uint16_t all);

/* As the functions of count.h; the column array is the state, read as struct board describes it. */
void plain_start(struct board *board);
bool plain_run(struct count *count, struct board *board);
bool plain_resume(struct board *board);
uint16_t plain_part(const struct board *board);

#endif
