/* The pins of an ATtiny13A or ATtiny85. */
#pragma once

#include <avr/io.h>

#define MATRIX_DIN PB0
#define MATRIX_CS  PB1
#define MATRIX_CLK PB2
#define BUTTON_BIT PB3
#define LINE_TX    PB4
