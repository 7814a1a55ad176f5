// Colours of parts that bring none: easy to tell apart, none close to the alert colours.
#ifndef SNUG_APP_DOCUMENT_PART_COLOURS_H
#define SNUG_APP_DOCUMENT_PART_COLOURS_H

#include <stdint.h>

static inline uint32_t part_colour(int32_t index)
{
    static const uint32_t table[] = {0x8FA3B5, 0x6E9F8D, 0xB5A27A, 0x7D8FC4, 0xA58CB0, 0x9DB36A,
                                     0x5FA3B8, 0xBD9A8F, 0x7F8C7A, 0xA9B8C9, 0x8C7FA8, 0xC2B59B};
    return table[(uint32_t)index % (sizeof table / sizeof *table)];
}

#endif
