// Numbers as they stand in files, the lowest byte first, on every machine.
#ifndef SNUG_CORE_BASE_LITTLE_ENDIAN_H
#define SNUG_CORE_BASE_LITTLE_ENDIAN_H

#include <stdint.h>
#include <string.h>

static inline uint64_t little_u64(const uint8_t *from)
{
    uint64_t word;
#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(&word, from, sizeof word);
#else
    word = 0;
    for (int i = 8; i-- > 0;)
        word = word << 8 | from[i];
#endif
    return word;
}

static inline uint32_t little_u32(const uint8_t *from)
{
    return from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

#endif
