/* What came over the serial line, as lines that wrap at any width. */
#include "sim/screen/scroll.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 16384

static const struct scroll_line *line_at(const struct scroll *scroll, size_t i)
{
    return &scroll->line[(scroll->first + i) % SCROLL_LINES];
}

static struct scroll_line *last(struct scroll *scroll)
{
    return &scroll->line[(scroll->first + scroll->count - 1) % SCROLL_LINES];
}

void scroll_start(struct scroll *scroll)
{
    memset(scroll, 0, sizeof *scroll);
    scroll->count = 1;
}

void scroll_end(struct scroll *scroll)
{
    for (size_t i = 0; i < SCROLL_LINES; i++)
        free(scroll->line[i].text);
}

static void line_feed(struct scroll *scroll)
{
    if (scroll->count < SCROLL_LINES)
        scroll->count++;
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
    if (scroll->column >= line->room) {
        line->room = line->room ? 2 * line->room : 80;
        line->text = realloc(line->text, line->room);
        if (!line->text)
            abort();
    }
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

/* Rows that line i takes; the cursor needs a place in the last line. */
static size_t height_of(const struct scroll *scroll, size_t i, size_t width)
{
    size_t length = line_at(scroll, i)->length;

    if (i == scroll->count - 1 && scroll->column >= length)
        length = scroll->column + 1;
    return length ? (length + width - 1) / width : 1;
}

static size_t total_height(const struct scroll *scroll, size_t width, size_t most)
{
    size_t height = 0;

    for (size_t i = scroll->count; i-- > 0 && height < most;)
        height += height_of(scroll, i, width);
    return height;
}

size_t scroll_rows(const struct scroll *scroll, size_t width, size_t height, size_t *back,
                   struct scroll_row *rows, size_t *x, size_t *y)
{
    size_t total = total_height(scroll, width, height + *back), skip, i = scroll->count, above = 0,
           filled = 0;

    if (total < height + *back)
        *back = total > height ? total - height : 0;
    /* Go up line by line until the window is full, then down again through the rows in it. */
    while (i > 0 && above < height + *back)
        above += height_of(scroll, --i, width);
    skip = above > height + *back ? above - height - *back : 0;
    *x = scroll->column % width;
    *y = (size_t)-1;
    for (; i < scroll->count && filled < height; i++) {
        const struct scroll_line *line = line_at(scroll, i);
        size_t rows_here = height_of(scroll, i, width);

        for (size_t row = 0; row < rows_here && filled < height; row++) {
            size_t at = row * width;

            if (skip) {
                skip--;
                continue;
            }
            if (i == scroll->count - 1 && scroll->column / width == row)
                *y = filled;
            rows[filled].text = at < line->length ? line->text + at : "";
            rows[filled++].length =
                at < line->length ? (line->length - at < width ? line->length - at : width) : 0;
        }
    }
    return filled;
}
