/* Shared by the assembly engines of the search: names of registers, frames, events. */
#ifndef QUEENS_ASM_H
#define QUEENS_ASM_H

#include "firmware/features.h"

#define XL r26
#define XH r27
#define YL r28
#define YH r29
#define ZL r30
#define ZH r31

/* The stack pointer, for `in`. */
#define SPL 0x3d
#define SPH 0x3e

/* enum queens_event */
#define SOLVED 3
#define DONE   4
#define SLICED 5

/*
 * All engines start in queens_8.S.  A wider one continues with the board's size, the row, X = &col[0], the
 * budget and ZH = hi8(queens_page), and ends with a jump to queens_leave with X = &col[row] and an event.
 *
 * The budget is stored less one, so that a carry signals its end.  `left` is its low byte: decrementing it
 * and the branch take two cycles a queen, where 16 bits take three.  The higher byte is decremented when
 * `left` runs out.
 */
#define size  r20
#define row   r19
#define event r18
#define left  r24

/* On top of the stack, from the stack pointer: budget (2 bytes), board (2), visitor (2, with QUEENS_EACH),
 * registers. */
#define FRAME_BOARD   3
#define FRAME_VISITOR 5

/* In the page of tables (engine.S): the set of the columns up to c is at UP_TO + 1 + c. */
#define UP_TO 0x29

/*
 * Above that, in queens_16.S: &col of row A, the budget above `left`, `wall`: OWN bytes; within the last rows
 * also gone_left and gone_right: TAIL bytes.
 */
#define OWN  4
#define TAIL 2

#ifdef __AVR_3_BYTE_PC__
#define RETURN_BYTES 3
#else
#define RETURN_BYTES 2
#endif

#endif
