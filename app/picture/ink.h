// Black or white, whichever is read on a colour: their contrast with it is at least 4.5 to 1
// (tests/test_gfx_contact_colours.c).
#ifndef SNUG_APP_PICTURE_INK_H
#define SNUG_APP_PICTURE_INK_H

#include <math.h>
#include <stdint.h>

// Relative luminance of an sRGB colour, 0 .. 1.
static inline double luminance_of(uint32_t rgb)
{
    static const double shares[3] = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int k = 0; k < 3; ++k) {
        double c = (double)(rgb >> (16 - 8 * k) & 255) / 255;
        sum += shares[k] * (c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4));
    }
    return sum;
}

static inline uint32_t ink_on(uint32_t rgb)
{
    return luminance_of(rgb) > 0.179 ? 0x000000 : 0xFFFFFF;
}

#endif
