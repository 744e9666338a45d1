/* The pins of an ATtiny13A or ATtiny85. */
#pragma once

#include <avr/io.h>

/*
 *                    +--\/--+
 *     PB5 (reset)  1 |      | 8  VCC
 *     PB3  button  2 |      | 7  PB2  CLK
 *     PB4  TX      3 |      | 6  PB1  CS
 *            GND   4 |      | 5  PB0  DIN
 *                    +------+
 */
#define MATRIX_DIN PB0
#define MATRIX_CS  PB1
#define MATRIX_CLK PB2
#define BUTTON_BIT PB3
#define LINE_TX    PB4
