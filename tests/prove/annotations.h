/*
 * Loop invariants, assertions and ghost code of functions that are proved: a line there names a macro here.
 * `make prove` has Frama-C include this file before each source; compilers see comments.
 *
 *   FUNCTION_LOOP, _LOOP_2    the invariants, assigned variables and variant of its loops, in their order
 *   FUNCTION_FACTS_1 ..       facts at that point, and the ghost variables that express them
 */
#ifndef ANNOTATIONS_H
#define ANNOTATIONS_H

/* clang-format off */

/* ---- firmware/queens/queens.c ---- */
#define QUEENS_START_GIVEN_LOOP \
    loop invariant 0 <= row <= board->n && first < board->n; \
    loop invariant first == board->n - 1 || first >= row && \at(board->col, Pre)[first] < 0; \
    loop invariant \forall integer r; row <= r < first ==> board->col[r] >= BOARD_GIVEN; \
    loop invariant \forall integer r; 0 <= r < row ==> board->col[r] == \at(board->col, Pre)[r]; \
    loop invariant \forall integer r; row <= r < board->n ==> board->col[r] == \
        (\at(board->col, Pre)[r] < 0 ? -1 : \at(board->col, Pre)[r] + BOARD_GIVEN); \
    loop assigns row, first, board->col[0 .. QUEENS_MAX - 1]; \
    loop variant row;

/* ---- firmware/display/view.c ---- */
#define LED_OF_FACTS_1 \
    ghost uint8_t rounds = 0;

#define LED_OF_LOOP \
    loop invariant rounds * k + column == \at(column, Pre); \
    loop invariant 0 <= rounds <= 7 && is_led(led, rounds); \
    loop assigns led, column, rounds; \
    loop variant column;

#define LED_OF_FACTS_2 \
    ghost rounds++;

#define LED_OF_FACTS_3 \
    assert rounds == \at(column, Pre) / k;

/* ---- firmware/queens/board.c ---- */
#define BOARD_FIND_FAULT_FACTS_1 \
    ghost \
    char *start = (char *)text; \
    uint8_t i = 0; \
    uint8_t j = 0;

#define BOARD_FIND_FAULT_LOOP \
    loop invariant 0 <= n < 255 && \forall integer k; 0 <= k < n ==> text[k] != 0; \
    loop assigns n; \
    loop variant 255 - n;

#define BOARD_FIND_FAULT_FACTS_2 \
    assert is_text(start, n);

#define BOARD_FIND_FAULT_LOOP_2 \
    loop invariant 0 <= i <= n <= QUEENS_MAX && text == start + i && is_text(start, n); \
    loop invariant has_columns(start, n, i, has_gaps); \
    loop invariant fault == BOARD_GOOD || fault == BOARD_CROWDED; \
    loop invariant fault == BOARD_GOOD ==> apart(start, n, i, has_gaps); \
    loop invariant fault == BOARD_CROWDED ==> is_crowded(start, n, *at) && text_column(*at) < n; \
    loop assigns c, text, i, j, fault, *at; \
    loop variant n - i;

#define BOARD_FIND_FAULT_FACTS_3 \
    ghost i++;

#define BOARD_FIND_FAULT_FACTS_4 \
    ghost \
    /@ assert is_gap(start[i - 1], has_gaps) && has_columns(start, n, i, has_gaps); @/ ; \
    /@ assert fault == BOARD_GOOD ==> apart(start, n, i, has_gaps); @/ ;

#define BOARD_FIND_FAULT_FACTS_5 \
    ghost j = i;

#define BOARD_FIND_FAULT_LOOP_3 \
    loop invariant i <= j <= n && other == start + j && c == start[i - 1]; \
    loop invariant alone ==> column < n && \forall integer k; i <= k < j ==> start[k] != c; \
    loop invariant !alone ==> column >= n || \exists integer k; i <= k < n && start[k] == c; \
    loop assigns other, j, alone; \
    loop variant n - j;

#define BOARD_FIND_FAULT_FACTS_6 \
    ghost j++;

#define BOARD_FIND_FAULT_FACTS_7 \
    ghost \
    /@ assert has_columns(start, n, i, has_gaps); @/ ; \
    /@ assert fault == BOARD_GOOD ==> apart(start, n, i, has_gaps); @/ ;

#define BOARD_FIND_FAULT_FACTS_8 \
    assert column >= n ==> !has_columns(start, n, n, has_gaps);

#define BOARD_FIND_FAULT_FACTS_9 \
    assert is_crowded(start, n, c) && has_columns(start, n, i, has_gaps);

#define BOARD_FIND_FAULT_FACTS_10 \
    assert fault == BOARD_CROWDED ==> !apart(start, n, n, has_gaps);

#define BOARD_READ_LOOP \
    loop invariant 0 <= row <= QUEENS_MAX; \
    loop invariant \forall integer i; 0 <= i < row ==> text[i] != 0; \
    loop invariant \forall integer n; is_text(text, n) ==> row <= n; \
    loop invariant \forall integer i; 0 <= i < row ==> (text[i] == BOARD_GAP && board->col[i] == -1) || \
        (text[i] != BOARD_GAP && board->col[i] == text_column(text[i])); \
    loop assigns row, board->col[0 .. QUEENS_MAX - 1]; \
    loop variant QUEENS_MAX - row;

/* ---- firmware/queens/symmetry.c ---- */
#define COLUMN_OF_FACTS_1 \
    ghost \
    /@ assert bit == 1 ==> !(bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && !(bit & MIRRORED); @/ ; \
    /@ assert bit == 2 ==> (bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && !(bit & MIRRORED); @/ ; \
    /@ assert bit == 4 ==> !(bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && (bit & MIRRORED); @/ ; \
    /@ assert bit == 8 ==> (bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && (bit & MIRRORED); @/ ; \
    /@ assert bit == 16 ==> (bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && !(bit & MIRRORED); @/ ; \
    /@ assert bit == 32 ==> !(bit & TRANSPOSED) && !(bit & UPSIDE_DOWN) && (bit & MIRRORED); @/ ; \
    /@ assert bit == 64 ==> (bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && (bit & MIRRORED); @/ ; \
    /@ assert bit == 128 ==> !(bit & TRANSPOSED) && (bit & UPSIDE_DOWN) && !(bit & MIRRORED); @/ ;

#define COMPARE_FACTS_1 \
    ghost \
    int16_t there = 0; \
    /@ assert unique: \forall integer r, c, d; 0 <= r < board->n && 0 <= c < board->n && 0 <= d < \
        board->n && stands(board, bit, r, c) && stands(board, bit, r, d) ==> c == d; @/ ;

#define COMPARE_LOOP \
    loop invariant 0 <= row <= board->n && (difference == 0 ==> is_alike(board, bit, row)); \
    loop invariant difference != 0 ==> row > 0 && is_alike(board, bit, row - 1) && 0 <= there < board->n \
        && stands(board, bit, row - 1, there) && difference == there - board->col[row - 1]; \
    loop assigns row, difference, there; \
    loop variant board->n - row;

#define COMPARE_FACTS_2 \
    ghost \
    there = (int16_t)(difference + board->col[row]); \
    /@ assert stands(board, bit, row, there); @/ ;

#define COMPARE_FACTS_3 \
    ghost \
    /@ assert before: difference < 0 ==> comes_first(board, bit); @/ ; \
    /@ assert behind: \forall integer r, c; difference >= 0 && 0 <= r < board->n && 0 <= c < \
        board->col[r] && is_alike(board, bit, r) ==> !stands(board, bit, r, c); @/ ;

#define SYMMETRY_IMAGES_FACTS_1 \
    ghost \
    /@ assert itself: is_itself(board, 1); @/ ; \
    /@ assert turns: is_itself(board, 2) ==> is_itself(board, 4); @/ ; \
    /@ assert turns: is_itself(board, 2) ==> is_itself(board, 8); @/ ; \
    /@ assert turns: is_itself(board, 8) ==> is_itself(board, 2); @/ ; \
    /@ assert one: board->n == 1 ==> \forall integer bit; is_image(bit) ==> is_itself(board, bit); @/ ; \
    /@ assert one: board->n > 1 ==> board->col[0] != board->col[1]; @/ ; \
    /@ assert one: board->n > 1 && is_itself(board, 32) ==> stands(board, 32, 0, board->col[0]) && \
        stands(board, 32, 1, board->col[1]); @/ ; \
    /@ assert one: is_itself(board, 32) ==> board->n == 1; @/ ; \
    /@ assert one: is_itself(board, 128) ==> board->n == 1; @/ ; \
    /@ assert one: is_itself(board, 2) && is_itself(board, 16) ==> board->n == 1; @/ ; \
    /@ assert one: is_itself(board, 2) && is_itself(board, 64) ==> is_itself(board, 32); @/ ; \
    /@ assert mirrors: is_itself(board, 16) && is_itself(board, 64) ==> is_itself(board, 4); @/ ; \
    /@ assert mirrors: is_itself(board, 4) && is_itself(board, 16) ==> is_itself(board, 64); @/ ; \
    /@ assert mirrors: is_itself(board, 4) && is_itself(board, 64) ==> is_itself(board, 16); @/ ;

#define SYMMETRY_IMAGES_FACTS_2 \
    ghost \
    /@ assert turned: (images == 0x11 && is_itself(board, 2)) || (images == 0x33 && !is_itself(board, 2) \
        && is_itself(board, 4)) || (images == 0xff && !is_itself(board, 2) && !is_itself(board, 4)); @/ \
        ; \
    /@ assert images == 0x11 ==> (images & 0x0f) == 0x01; @/ ; \
    /@ assert images == 0x33 ==> (images & 0x0f) == 0x03; @/ ; \
    /@ assert images == 0xff ==> (images & 0x0f) == 0x0f; @/ ;

#define SYMMETRY_CLASS_FACTS_1 \
    ghost \
    uint8_t all = images; \
    /@ assert has_ones(images, 1) || has_ones(images, 2) || has_ones(images, 4) || has_ones(images, 8); \
        @/ ;

#define SYMMETRY_CLASS_LOOP \
    loop invariant size <= 8 && \forall integer ones; has_ones(all, ones) ==> has_ones(images, ones - \
        size); \
    loop assigns images, size; \
    loop variant images;

#define SYMMETRY_CLASS_FACTS_2 \
    assert \forall integer ones; has_ones(all, ones) ==> ones == size;

#define TURN_UPSIDE_DOWN_FACTS_1 \
    ghost uint8_t done = 0;

#define TURN_UPSIDE_DOWN_LOOP \
    loop invariant upper == (int8_t *)board->col + done && 2 * done <= board->n + 1; \
    loop invariant lower == (int8_t *)board->col + (board->n - 1 - done); \
    loop invariant \forall integer r; done <= r < board->n - done ==> board->col[r] == \
        \at(board->col[r], Pre); \
    loop invariant \forall integer r; (0 <= r < done || board->n - done <= r < board->n) ==> \
        board->col[r] == \at(board->col[board->n - 1 - r], Pre); \
    loop assigns upper, lower, done, board->col[0 .. QUEENS_MAX - 1]; \
    loop variant board->n - done;

#define TURN_UPSIDE_DOWN_FACTS_2 \
    ghost done++;

#define TURN_UPSIDE_DOWN_FACTS_3 \
    ghost \
    /@ assert \forall integer c; 0 <= c < board->n ==> has_queen{Pre}(board, c); @/ ; \
    /@ assert \forall integer r; 0 <= r < board->n ==> board->col[r] == \at(board->col[board->n - 1 - \
        r], Pre); @/ ; \
    /@ assert \forall integer r; 0 <= r < board->n ==> board->col[board->n - 1 - r] == \
        \at(board->col[r], Pre); @/ ; \
    /@ assert \forall integer r, c; is_queen{Pre}(board, r, c) ==> is_queen(board, board->n - 1 - r, c); \
        @/ ; \
    /@ assert \forall integer c; 0 <= c < board->n ==> has_queen(board, c); @/ ; \
    /@ assert on_board(board, board->n); @/ ; \
    /@ assert \forall integer u, l; 0 <= u < l < board->n ==> board->col[u] != board->col[l]; @/ ;

#define TRANSPOSE_FACTS_1 \
    assert distinct: \forall integer f, g, x; is_queen{Pre}(board, f, x) && is_queen{Pre}(board, g, x) \
        ==> f == g;

#define TRANSPOSE_LOOP \
    loop invariant 0 <= first <= board->n; \
    loop invariant \forall integer x; 0 <= x < board->n ==> (0 <= board->col[x] && board->col[x] == \
        \at(board->col[x], Pre)) || (board->col[x] < 0 && is_queen{Pre}(board, -1 - board->col[x], x)); \
    loop invariant \forall integer x; 0 <= x < first ==> board->col[x] < 0; \
    loop invariant \forall integer x, y; is_queen{Pre}(board, y, x) && board->col[x] < 0 ==> \
        board->col[y] < 0; \
    loop assigns first, board->col[0 .. QUEENS_MAX - 1];

#define TRANSPOSE_LOOP_2 \
    loop invariant 0 <= from < board->n && row < board->n; \
    loop invariant \forall integer x; 0 <= x < board->n ==> (0 <= board->col[x] && board->col[x] == \
        \at(board->col[x], Pre)) || (board->col[x] < 0 && is_queen{Pre}(board, -1 - board->col[x], x)); \
    loop invariant \forall integer x; 0 <= x < first ==> board->col[x] < 0; \
    loop invariant row >= 0 ==> is_queen{Pre}(board, from, row); \
    loop invariant board->col[from] < 0 || from == first; \
    loop invariant \forall integer x, y; is_queen{Pre}(board, y, x) && board->col[x] < 0 ==> \
        board->col[y] < 0 || y == first; \
    loop invariant fresh: board->col[first] >= 0 ==> row >= 0 && board->col[row] >= 0; \
    loop assigns from, row, board->col[0 .. QUEENS_MAX - 1];

#define TRANSPOSE_FACTS_2 \
    assert kept: board->col[row] < 0 && is_queen{Pre}(board, -1 - board->col[row], row);

#define TRANSPOSE_FACTS_3 \
    assert board->col[first] < 0;

#define TRANSPOSE_FACTS_4 \
    assert kept: \forall integer x; 0 <= x < board->n ==> is_queen{Pre}(board, -1 - board->col[x], x);

#define TRANSPOSE_LOOP_3 \
    loop invariant 0 <= row <= board->n; \
    loop invariant \forall integer r; 0 <= r < row ==> is_queen{Pre}(board, board->col[r], r); \
    loop invariant \forall integer r; row <= r < board->n ==> \
        board->col[r] < 0 && is_queen{Pre}(board, -1 - board->col[r], r); \
    loop assigns row, board->col[0 .. QUEENS_MAX - 1]; \
    loop variant board->n - row;

#define TRANSPOSE_FACTS_5 \
    ghost \
    /@ assert there: \forall integer r, c; is_queen{Pre}(board, r, c) ==> is_queen(board, c, r); @/ ; \
    /@ assert and_back: \forall integer r, c; is_queen(board, c, r) ==> is_queen{Pre}(board, r, c); @/ ; \
    /@ assert \forall integer c; 0 <= c < board->n ==> is_queen{Pre}(board, c, \at(board->col[c], Pre)); \
        @/ ; \
    /@ assert \forall integer c; 0 <= c < board->n ==> is_queen(board, \at(board->col[c], Pre), c); @/ ; \
    /@ assert \forall integer c; 0 <= c < board->n ==> has_queen(board, c); @/ ; \
    /@ assert on_board(board, board->n); @/ ; \
    /@ assert \forall integer u, l; 0 <= u < l < board->n ==> board->col[u] != board->col[l]; @/ ;

#define SYMMETRY_NEXT_FACTS_1 \
    ghost \
    /@ assert turned: image < 4 ==> \forall integer r; 0 <= r < board->n ==> is_queen{Pre}(board, \
        board->col[r], board->n - 1 - r); @/ ; \
    /@ assert turned: image < 4 ==> \forall integer r, c; is_queen{Pre}(board, r, c) ==> is_queen(board, \
        board->n - 1 - c, r); @/ ;

#define SYMMETRY_NEXT_FACTS_2 \
    ghost \
    /@ assert mirrored: image == 3 ==> \forall integer r, c; is_queen{Pre}(board, r, c) ==> \
        is_queen(board, r, board->n - 1 - c); @/ ; \
    /@ assert \forall integer r; 0 <= r < board->n ==> is_queen{Pre}(board, r, \at(board->col[r], Pre)); \
        @/ ;

/* ---- firmware/queens/verify.c ---- */
#define VERIFY_PAIR_LOOP \
    loop invariant \at(*upper, Pre) <= *upper <= *lower <= board->row; \
    loop invariant *upper == \at(*upper, Pre) ==> *lower == \at(*lower, Pre); \
    loop invariant *upper > \at(*upper, Pre) ==> *lower == *upper; \
    loop invariant *upper > \at(*upper, Pre) ==> \forall integer l; \at(*lower, Pre) < l < board->row \
        ==> !meet(board, \at(*upper, Pre), l); \
    loop invariant \forall integer u, l; \at(*upper, Pre) < u < *upper && u < l < board->row ==> \
        !meet(board, u, l); \
    loop assigns *upper, *lower; \
    loop variant board->row - *upper;

#define VERIFY_PAIR_LOOP_2 \
    loop invariant \at(*lower, LoopEntry) <= *lower <= board->row; \
    loop invariant \forall integer l; \at(*lower, LoopEntry) < l <= *lower && l < board->row ==> \
        !meet(board, *upper, l); \
    loop assigns *lower; \
    loop variant board->row - *lower;

#define VERIFY_PAIR_FACTS_1 \
    ghost \
    /@ assert *upper == \at(*upper, LoopCurrent) && board->row == \at(board->row, Pre); @/ ; \
    /@ assert *upper > \at(*upper, Pre) ==> \forall integer l; *upper < l < board->row ==> !meet(board, \
        *upper, l); @/ ;

#define VERIFY_PAIR_FACTS_2 \
    ghost \
    /@ assert *upper == \at(*upper, LoopCurrent) + 1 && board->row == \at(board->row, Pre); @/ ; \
    /@ assert \at(*upper, LoopCurrent) > \at(*upper, Pre) ==> \forall integer l; \at(*upper, \
        LoopCurrent) < l < board->row ==> !meet(board, \at(*upper, LoopCurrent), l); @/ ; \
    /@ assert \forall integer u, l; \at(*upper, Pre) < u <= \at(*upper, LoopCurrent) && u < l < \
        board->row ==> !meet(board, u, l); @/ ;

/* ---- firmware/storage/ecc.c ---- */
#define ECC_COMPUTE_FACTS_1 \
    ghost uint8_t turns = 0;

#define ECC_COMPUTE_LOOP \
    loop invariant 0 <= i <= size; \
    loop invariant bits == xored(bytes, i); \
    loop invariant 0 <= turns <= i; \
    loop invariant weighed(bytes, i) == sum + 65536 * turns; \
    loop assigns i, bits, sum, turns; \
    loop variant size - i;

#define ECC_COMPUTE_FACTS_2 \
    assert 0 <= byte * i <= 255 * 255;

#define ECC_COMPUTE_FACTS_3 \
    ghost \
    uint16_t before = sum; \
    /@ assert more == byte * i && byte == bytes[i - 1]; @/ ; \
    /@ assert weighed(bytes, i) == weighed(bytes, i - 1) + i * bytes[i - 1]; @/ ; \
    /@ assert weighed(bytes, i) == weighed(bytes, i - 1) + more; @/ ;

#define ECC_COMPUTE_FACTS_4 \
    ghost \
    /@ assert sum == before + more || sum == before + more - 65536; @/ ; \
    if (sum < before) turns++; \
    /@ assert sum + 65536 * turns == before + more + 65536 * \at(turns, LoopCurrent); @/ ; \
    /@ assert turns <= i; @/ ; \
    /@ assert weighed(bytes, i - 1) == before + 65536 * \at(turns, LoopCurrent); @/ ; \
    /@ assert weighed(bytes, i) == sum + 65536 * turns; @/ ; \
    /@ assert (uint8_t)(bits ^ byte) == (bits ^ byte); @/ ;

#define ECC_COMPUTE_FACTS_5 \
    assert xored(bytes, i) == (xored(bytes, i - 1) ^ bytes[i - 1]);

/* ---- firmware/storage/record.c ---- */
#define CRC_FACTS_1 \
    ghost \
    uint8_t done = 0; \
    uint32_t begun;

#define CRC_LOOP \
    loop invariant 0 < length && done + length == \at(length, Pre); \
    loop invariant address == \at(address, Pre) + done; \
    loop invariant sum == crc_of(\at(address, Pre), done); \
    loop assigns sum, length, address, done, begun; \
    loop variant length;

#define CRC_FACTS_2 \
    ghost \
    begun = sum; \
    /@ assert begun == (uint32_t)(crc_of(\at(address, Pre), done) ^ nv_cells[\at(address, Pre) + \
        done]); @/ ;

#define CRC_LOOP_2 \
    loop invariant 0 <= bit <= 8 && sum == crc_bits(begun, 8 - bit); \
    loop assigns bit, sum; \
    loop variant bit;

#define CRC_FACTS_3 \
    assert sum == crc_bit(\at(sum, LoopCurrent));

#define CRC_FACTS_4 \
    ghost \
    done++; \
    /@ assert sum == crc_of(\at(address, Pre), done) && done + length == \at(length, Pre) + 1; @/ ;

#define CRC_FACTS_5 \
    assert done == \at(length, Pre);

#define COPY_LOOP \
    loop invariant 0 <= i <= length; \
    loop invariant \forall integer k; 0 <= k < i ==> payload[k] == (char)nv_cells[address + k]; \
    loop assigns i, payload[0 .. length - 1]; \
    loop variant length - i;

#define RECORD_LOAD_FACTS_1 \
    ghost \
    uint8_t begin = (uint8_t)(ring == RECORD_SETTINGS ? first : (first - COUNT_FIRST) / COUNT_UNITS); \
    uint8_t count = (uint8_t)(ring == RECORD_SETTINGS ? 2 : COUNT_SLOTS); \
    uint8_t place = begin; \
    uint8_t done = 0; \
    uint8_t chosen = begin; \
    uint16_t from = 0;

#define RECORD_LOAD_LOOP \
    loop invariant is_place(ring, place) && slot == slot_at(ring, place); \
    loop invariant is_place(ring, chosen); \
    loop invariant done == steps(ring, begin, place) < places(ring); \
    loop invariant none: loaded == RECORD_NONE ==> in->next == first && (is_record(ring, asked, full) \
        ==> to_come(ring, begin, done, asked)); \
    loop invariant one: loaded != RECORD_NONE ==> is_record(ring, chosen, full) && loaded == \
        length_at(ring, chosen) <= full && in->next == slot_at(ring, after(ring, chosen)) && \
        in->serial == serial_at(ring, chosen) && steps(ring, begin, chosen) < done; \
    loop invariant from: loaded != RECORD_NONE ==> from == address(ring, chosen); \
    loop invariant copied: loaded != RECORD_NONE ==> \forall integer i; 0 <= i < loaded ==> ((char \
        *)payload)[i] == (char)nv_cells[from + HEAD + i]; \
    loop invariant newest: is_newest(ring, asked, full) ==> to_come(ring, begin, done, asked) || (loaded \
        != RECORD_NONE && chosen == asked); \
    loop assigns loaded, slot, done, place, chosen, from, *in, ((char *)payload)[0 .. full - 1]; \
    loop variant places(ring) - done;

#define RECORD_LOAD_FACTS_2 \
    ghost uint8_t taken = 0;

#define RECORD_LOAD_FACTS_3 \
    assert here: address == address(ring, place) && length == length_at(ring, place) && next == \
        slot_at(ring, after(ring, place));

#define RECORD_LOAD_FACTS_4 \
    ghost \
    /@ assert length: is_length(ring, length, full) && length <= full <= RECORD_COUNT_MAX; @/ ; \
    /@ assert sum: crc_of(address(ring, place), HEAD + length + TAIL) == CRC_RIGHT; @/ ; \
    /@ assert serial: serial == serial_at(ring, place); @/ ; \
    /@ assert record: is_record(ring, place, full); @/ ; \
    /@ assert later: (int8_t)(serial - in->serial) > 0 <==> 1 <= since(in->serial, serial) <= 127; @/ ; \
    /@ assert older: loaded != RECORD_NONE && !((int8_t)(serial - in->serial) > 0) ==> !is_newest(ring, \
        place, full); @/ ; \
    /@ assert newer: loaded != RECORD_NONE && (int8_t)(serial - in->serial) > 0 ==> !is_newest(ring, \
        chosen, full); @/ ;

#define RECORD_LOAD_FACTS_5 \
    assert head: (uint16_t)(address + HEAD) == address + HEAD;

#define RECORD_LOAD_FACTS_6 \
    ghost \
    /@ assert payload: \forall integer i; 0 <= i < length ==> ((char *)payload)[i] == \
        (char)nv_cells[address + HEAD + i]; @/ ; \
    chosen = place; \
    from = address; \
    taken = 1; \
    /@ assert taken: in->serial == serial_at(ring, chosen) && in->next == slot_at(ring, after(ring, \
        chosen)) && loaded == length_at(ring, chosen) <= full && is_record(ring, chosen, full) && \
        loaded != RECORD_NONE; @/ ; \
    /@ assert copied: \forall integer i; 0 <= i < loaded ==> ((char *)payload)[i] == (char)nv_cells[from \
        + HEAD + i]; @/ ;

#define RECORD_LOAD_FACTS_7 \
    ghost \
    /@ assert none: loaded == RECORD_NONE ==> in->next == first && (is_record(ring, asked, full) ==> \
        to_come(ring, begin, done + 1, asked)); @/ ; \
    /@ assert one: loaded != RECORD_NONE ==> is_record(ring, chosen, full) && loaded == \
        length_at(ring, chosen) <= full && in->next == slot_at(ring, after(ring, chosen)) && \
        in->serial == serial_at(ring, chosen) && steps(ring, begin, chosen) <= done; @/ ; \
    /@ assert from: loaded != RECORD_NONE ==> from == address(ring, chosen); @/ ; \
    /@ assert joined: taken == 1 ==> \forall integer i; 0 <= i < loaded ==> ((char *)payload)[i] == \
        (char)nv_cells[from + HEAD + i]; @/ ; \
    /@ assert joined: taken == 0 && loaded != RECORD_NONE ==> \forall integer i; 0 <= i < loaded ==> \
        ((char *)payload)[i] == (char)nv_cells[from + HEAD + i]; @/ ; \
    /@ assert joined: taken == 0 || taken == 1; @/ ; \
    /@ assert joined: loaded != RECORD_NONE ==> \forall integer i; 0 <= i < loaded ==> ((char \
        *)payload)[i] == (char)nv_cells[from + HEAD + i]; @/ ; \
    /@ assert newest: is_newest(ring, asked, full) ==> to_come(ring, begin, done + 1, asked) || (loaded \
        != RECORD_NONE && chosen == asked); @/ ; \
    place = (uint8_t)(place + 1 == count ? 0 : place + 1); \
    done++;

#define RECORD_LOAD_FACTS_8 \
    ghost \
    /@ assert done == (place == begin ? places(ring) : steps(ring, begin, place)); @/ ; \
    /@ assert slot == first <==> place == begin; @/ ;

#define RECORD_LOAD_FACTS_9 \
    ghost \
    /@ assert all: is_place(ring, asked) ==> !to_come(ring, begin, done, asked); @/ ; \
    /@ assert loaded != RECORD_NONE ==> before(ring, place_of(ring, in->next)) == chosen; @/ ; \
    /@ assert loaded != RECORD_NONE ==> address(ring, before(ring, place_of(ring, in->next))) == from; \
        @/ ; \
    /@ assert copied: loaded != RECORD_NONE ==> \forall integer i; 0 <= i < loaded ==> ((char \
        *)payload)[i] == (char)nv_cells[from + HEAD + i]; @/ ;

/* clang-format on */

#endif
