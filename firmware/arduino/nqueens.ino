// N queens: every way to put n queens on a board so that none attacks another.
//
// Press Upload; then Tools > Serial Monitor, 115200 baud, line ending "New Line", and type: help
//
//                           Uno, Nano        Mega 2560        Leonardo
//   matrix (MAX7219)  DIN   D11              D51              MOSI on the ICSP header
//                     CLK   D13              D52              SCK on the ICSP header
//                     CS    D10              D10              D10
//   or an HT16K33     SDA   A4               D20              D2
//   or an OLED        SCL   A5               D21              D3
//   or WS2812B LEDs   DIN   D6
//   button to ground        D2               D2               D2; with a display on I2C D4
//   serial line             USB              USB              D0, D1: with an adapter, not USB
//
// For another display than a MAX7219, change one line of the library (a #define here would not reach it): the
// comment in libraries/nqueens/src/nqueens_config.h in your sketchbook names it.
//
// With this firmware a Leonardo has no USB port: press its reset button when the IDE shows "Uploading".
//
// There is no setup() and no loop(): the whole program is in the library and in main.c, the other tab.

#include <nqueens.h>
