/* A debugger's end of the simulated chip: avr-gdb stops it, steps it and looks into it. */
#ifndef GDB_H
#define GDB_H

#include "sim/board/uno.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * Speaks the remote serial protocol of gdb on a TCP port of this machine alone (127.0.0.1).  The chip stands
 * still, its time with it, from the start until a debugger has come and says `continue`; when the debugger
 * leaves it runs on. A fault, which would end a run without debugger, stops it as a signal does, and is said
 * in the debugger's words.
 */
struct gdb;

/* Port 0: one that is free.  NULL: `error` says why not. */
struct gdb *gdb_listen(struct uno *uno, uint16_t port, char error[256]);
void gdb_free(struct gdb *gdb);
uint16_t gdb_port(const struct gdb *gdb);

bool gdb_attached(const struct gdb *gdb); /* is a debugger there, or waited for? */
bool gdb_killed(const struct gdb *gdb);   /* has it asked for the end of the program? */

/* Runs up to `cycles` as the debugger lets it; while it doesn't, waits up to 10 ms for its next word. */
enum uno_stop gdb_run(struct gdb *gdb, uint64_t cycles);

#endif
