/* The count of boards too small or too large for crosses. */
#pragma once

#include "firmware/count/count_state.h"
#include "firmware/queens/board.h"

#include <stdbool.h>

/* As the functions of count.h; the column array is the state, read as struct board describes it. */
void plain_start(struct board *board);
bool plain_run(struct count *count, struct board *board, const struct part *part);
bool plain_resume(struct board *board);
uint16_t plain_progress(const struct board *board);
