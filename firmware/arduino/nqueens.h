/* The firmware as an Arduino library: a sketch only has to include this file. */
#pragma once

#include "firmware/version.h"

#if !defined __AVR_ATmega328P__ && !defined __AVR_ATmega2560__ && !defined __AVR_ATmega32U4__
#error "nqueens is for Uno (R3 or older), Nano, Mega 2560, Leonardo: choose one under Tools > Board"
#endif
#if F_CPU != 16000000UL
#error "nqueens keeps its time by a clock of 16 MHz"
#endif
