/* The features that an image leaves out if it has too little flash. */
#pragma once

/* Crosses, for boards of 9 to 20 rows: 6.8 kB.  On a Leonardo the plain search counts them. */
#ifdef __AVR_ATmega32U4__
#define COUNT_HAS_CROSSES 0
#else
#define COUNT_HAS_CROSSES 1
#endif
