/* What the simulator and its tests need everywhere: memory, and random numbers. */
#pragma once

#include <stdint.h>
#include <stdlib.h>

/* If there is no memory, the program ends. */

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

/* Returns the next number of SplitMix64 (Steele, Lea, Flood 2014); the state starts with any seed. */
static inline uint64_t chance_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
