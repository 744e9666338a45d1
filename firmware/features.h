/* The features of the count beyond the plain search: a switch for each, because each costs flash. */
#ifndef COUNT_FEATURES_H
#define COUNT_FEATURES_H

/*
 * Crosses, for boards of 9 to 18 rows: 5.5 kB.  Not if the boot loader leaves less than 32,256 bytes (a
 * Leonardo, or the old boot loader of a Nano or Duemilanove), not with the display that takes more flash, and
 * not for a fast serial line, where solutions are passed to a visitor.
 */
#ifndef COUNT_HAS_CROSSES
#if defined __AVR_ATmega32U4__ || defined QUEENS_EACH || defined NQUEENS_OLD_LOADER ||                       \
    defined NQUEENS_HT16K33 || defined ARDUINO_AVR_NANO || defined ARDUINO_AVR_DUEMILANOVE
#define COUNT_HAS_CROSSES 0
#else
#define COUNT_HAS_CROSSES 1
#endif
#endif

/* Images of the Arduino IDE are 670 bytes larger, and have no room for all of it. */
#ifdef ARDUINO
#define COUNT_IS_SMALL 1
#else
#define COUNT_IS_SMALL 0
#endif

/* Windows for boards of an odd number of rows: 430 bytes.  Else all rows but the last two are levels. */
#ifndef COUNT_HAS_ODD_WINDOW
#define COUNT_HAS_ODD_WINDOW (!COUNT_IS_SMALL)
#endif

/* Queens in edge columns, for boards of 17 and 18 rows.  Else the plain search counts them. */
#ifndef COUNT_HAS_EDGES
#define COUNT_HAS_EDGES (!COUNT_IS_SMALL)
#endif

#endif
