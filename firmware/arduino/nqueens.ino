// N queens: every way to put n queens on a board so that none attacks another.
//
// Press Upload; then Tools > Serial Monitor, 115200 baud, line ending "New Line", and type: help
//
//                           Uno, Nano        Mega 2560        Leonardo
//   matrix (MAX7219)  DIN   D11              D51              MOSI on the ICSP header
//                     CLK   D13              D52              SCK on the ICSP header
//                     CS    D10              D10              D10
//   button to ground        D2               D2               D2
//   serial line             USB              USB              D0, D1: by an adapter, not USB
//
// After that a Leonardo has no USB port any more: press its reset button when the IDE says "Uploading".
//
// There is no setup() and no loop(): the library is the whole program, its own main() included.

#include <nqueens.h>
