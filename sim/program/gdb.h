/* The debugger's interface to the simulated chip: avr-gdb stops, steps and inspects it. */
#ifndef GDB_H
#define GDB_H

#include "sim/board/uno.h"

#include <stdbool.h>
#include <stdint.h>

/*
 * The remote serial protocol of gdb, on a TCP port of this computer only (127.0.0.1).  The chip and its time
 * are stopped from the start until a debugger connects and sends `continue`.  When the debugger disconnects,
 * the chip continues.  A fault stops the chip like a signal, and the debugger prints it.
 */
struct gdb;

/* Listens on a port (0: a free one) and prints its number on stderr.  On an error: NULL; `error` is why. */
struct gdb *gdb_listen(struct uno *uno, uint16_t port, char error[256]);
/* Reports to the debugger that the program ends, and frees the server; NULL has no effect. */
void gdb_free(struct gdb *gdb);
/* A debugger is connected, or none has connected yet; false for NULL. */
bool gdb_attached(const struct gdb *gdb);
/*
 * Runs up to `cycles`, as far as the debugger permits; waits up to 10 ms while it stops the chip.
 * UNO_HALTED: the debugger has requested the end of the program.
 */
enum uno_stop gdb_run(struct gdb *gdb, uint64_t cycles);

#endif
