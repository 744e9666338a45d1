/* Random numbers that are the same in each run. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdint.h>

/* Returns the next number of SplitMix64 (Steele, Lea, Flood 2014); the state starts with any seed. */
static inline uint64_t chance_next(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

#endif
