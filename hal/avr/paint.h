/* The byte that unused RAM is filled with, so that the stack shows how deep it came. */
#ifndef PAINT_H
#define PAINT_H

#define CPU_PAINT 0xc5

#endif
