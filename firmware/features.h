/* The features that an image has: a switch for each one that an image leaves out to save flash. */
#ifndef FEATURES_H
#define FEATURES_H

#include "hal/mcu.h"

/*
 * An image leaves out features so that at least 1,000 bytes of flash stay free.  Its limit is what the boot
 * loader leaves:
 *
 *   32,256 bytes   Uno
 *   30,720 bytes   boards with the old boot loader, such as a Nano: no odd windows, no edge queens.
 *                   The Arduino IDE's image for them has no crosses, too.
 *   28,672 bytes   Leonardo: no crosses
 */

/* Crosses, for boards of 9 to 20 rows: 5.5 kB.  Else the plain search counts them. */
#ifndef COUNT_HAS_CROSSES
#if defined __AVR_ATmega32U4__ || (defined NQUEENS_OLD_LOADER && defined ARDUINO)
#define COUNT_HAS_CROSSES 0
#else
#define COUNT_HAS_CROSSES 1
#endif
#endif

/* Windows for boards of an odd number of rows: 430 bytes.  Else all rows but the last two are levels. */
#ifndef COUNT_HAS_ODD_WINDOW
#ifdef NQUEENS_OLD_LOADER
#define COUNT_HAS_ODD_WINDOW 0
#else
#define COUNT_HAS_ODD_WINDOW 1
#endif
#endif

/* Queens in edge columns, for boards of 17 to 20 rows.  Else the plain search counts them. */
#ifndef COUNT_HAS_EDGES
#ifdef NQUEENS_OLD_LOADER
#define COUNT_HAS_EDGES 0
#else
#define COUNT_HAS_EDGES 1
#endif
#endif

#endif
