/* Memory that the program cannot do without: if there is none, it ends. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdlib.h>

/* Returns `size` bytes that are 0, to be freed. */
static inline void *memory_new(size_t size)
{
    void *memory = calloc(1, size);
    if (!memory)
        abort();
    return memory;
}

/* Returns the array `items`, in which `count` items of `size` bytes are in use, with room for one more. */
static inline void *memory_grow(void *items, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return items;
    *room = *room ? 2 * *room : 256;
    items = realloc(items, *room * size);
    if (!items)
        abort();
    return items;
}

#endif
