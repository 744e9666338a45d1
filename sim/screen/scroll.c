/* The output of the serial line, as lines that wrap at any width. */
#include "sim/screen/screen.h"

#include "sim/board/basics.h"

#include <stdbool.h>

#define LONGEST 16384

static const struct scroll_line *line_at(const struct scroll *scroll, size_t i)
{
    return &scroll->line[(scroll->first + i) % SCROLL_LINES];
}

static struct scroll_line *last(struct scroll *scroll)
{
    return &scroll->line[(scroll->first + scroll->above) % SCROLL_LINES];
}

void scroll_end(struct scroll *scroll)
{
    for (size_t i = 0; i < SCROLL_LINES; i++)
        free(scroll->line[i].text);
}

static void line_feed(struct scroll *scroll)
{
    if (scroll->above < SCROLL_LINES - 1)
        scroll->above++;
    else
        scroll->first = (scroll->first + 1) % SCROLL_LINES;
    last(scroll)->length = 0;
    for (size_t i = 0; i < scroll->column; i++) { /* LF alone stays in its column */
        size_t column = scroll->column;
        scroll->column = i;
        scroll_byte(scroll, ' ');
        scroll->column = column;
    }
}

static void character_put(struct scroll *scroll, char character)
{
    struct scroll_line *line = last(scroll);
    if (scroll->column >= LONGEST) {
        scroll->column = 0;
        line_feed(scroll);
        line = last(scroll);
    }
    line->text = memory_grow(line->text, scroll->column, &line->room, 1);
    line->text[scroll->column++] = character;
    if (scroll->column > line->length)
        line->length = scroll->column;
}

void scroll_byte(struct scroll *scroll, uint8_t byte)
{
    switch (byte) {
    case '\r': scroll->column = 0; break;
    case '\n': line_feed(scroll); break;
    case '\b': scroll->column -= scroll->column > 0; break;
    case '\t':
        do
            character_put(scroll, ' ');
        while (scroll->column % 8);
        break;
    default:
        if (byte >= ' ' && byte != 0x7f)
            character_put(scroll, byte < 0x7f ? (char)byte : '?');
    }
}

/* The length of line i.  In the last line, the cursor needs a cell, too. */
static size_t length_of(const struct scroll *scroll, size_t i)
{
    size_t length = line_at(scroll, i)->length;
    return i == scroll->above && scroll->column >= length ? scroll->column + 1 : length;
}

/* The end of the row that starts at character `at` of line i: after its last space, if it has one. */
static size_t row_end(const struct scroll *scroll, size_t i, size_t at, size_t width)
{
    const struct scroll_line *line = line_at(scroll, i);
    if (length_of(scroll, i) - at <= width)
        return length_of(scroll, i);
    for (size_t end = at + width + 1; end > at; end--) /* a space after a full row is not drawn */
        if (end <= line->length && line->text[end - 1] == ' ')
            return end;
    return at + width;
}

static size_t height_of(const struct scroll *scroll, size_t i, size_t width)
{
    size_t height = 0, at = 0;
    do {
        at = row_end(scroll, i, at, width);
        height++;
    } while (at < length_of(scroll, i));
    return height;
}

/* The characters `at` to `end` of a line, without what is not drawn: the cursor, a space after a full row. */
static struct scroll_row row_of(const struct scroll_line *line, size_t at, size_t end, size_t width)
{
    end = end < line->length ? end : line->length;
    end = end < at + width ? end : at + width;
    return at < end ? (struct scroll_row){line->text + at, end - at} : (struct scroll_row){"", 0};
}

size_t scroll_rows(const struct scroll *scroll, size_t width, size_t height, size_t *back,
                   struct scroll_row *rows, size_t *x, size_t *y)
{
    size_t skip, i = scroll->above + 1, above = 0, filled = 0;
    /* Go up line by line until the window is full, then down through the rows in it. */
    while (i > 0 && above < height + *back)
        above += height_of(scroll, --i, width);
    if (above < height + *back)
        *back = above > height ? above - height : 0;
    skip = above > height + *back ? above - height - *back : 0;
    *x = 0;
    *y = (size_t)-1;
    for (size_t at = 0, end; i <= scroll->above && filled < height; at = end) {
        bool is_cursor;
        end = row_end(scroll, i, at, width);
        is_cursor = i == scroll->above && at <= scroll->column && scroll->column < end;
        if (!skip && is_cursor) {
            *x = scroll->column - at;
            *y = filled;
        }
        if (skip)
            skip--;
        else
            rows[filled++] = row_of(line_at(scroll, i), at, end, width);
        if (end >= length_of(scroll, i)) {
            end = 0;
            i++;
        }
    }
    return filled;
}
