/* The user's choices; a `#define` in a sketch would not reach the files of a library. */
#pragma once

/*
 * The display is a MAX7219, or a chain of them.  For another one, remove the two slashes from its line, save,
 * and press Upload: an HT16K33, a 128x64 OLED (SSD1306, SH1106), or a panel of WS2812B LEDs.
 */
