/* The registers that keep the count's bytes: Timer0 is not used, and these are its to compare with. */
#ifndef AVR_SLICE_H
#define AVR_SLICE_H

#include <avr/io.h>

#define slice_ms OCR0A

#endif
