/* The features that an image leaves out if it has too little flash. */
#ifndef FEATURES_H
#define FEATURES_H

#include "hal/mcu.h"

/* Crosses, for boards of 9 to 20 rows: 6.8 kB.  On a Leonardo the plain search counts them. */
#ifdef __AVR_ATmega32U4__
#define COUNT_HAS_CROSSES 0
#else
#define COUNT_HAS_CROSSES 1
#endif

/*
 * Queens in edge columns, for boards of 17 to 20 rows: 870 bytes.  Where the old boot loader leaves 30,720
 * bytes, the plain search counts them.
 */
#ifdef NQUEENS_OLD_LOADER
#define COUNT_HAS_EDGES 0
#else
#define COUNT_HAS_EDGES 1
#endif

#endif
