// N queens in a sketch of your own: prints every solution for 8 queens, then how many there are.
//
// Tools > Serial Monitor, 115200 baud.  The library's functions are described in nqueens_search.h.

#include <nqueens_search.h>

struct board board;
unsigned long found = 0;
bool is_done = false;

void setup() {
  Serial.begin(115200);
  queens_start(&board, 8);
}

void loop() {
  if (queens_next(&board)) {
    found++;
    for (uint8_t row = 0; row < board.n; row++)
      Serial.print(board.col[row] + 1);
    Serial.println();
  } else if (!is_done) {
    Serial.print(found);
    Serial.println(" solutions");
    is_done = true;
  }
}
