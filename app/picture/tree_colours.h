// The colours of a hierarchy that is looked at: of what a node is, of how often it was visited, and of
// how tight it is. Told apart in every kind of colour vision (tests/test_gfx_contact_colours.c).
#ifndef SNUG_APP_PICTURE_TREE_COLOURS_H
#define SNUG_APP_PICTURE_TREE_COLOURS_H

#include <math.h>
#include <stdint.h>

#define TREE_FILL 0.40f // opacity of the volumes of a level, as long as they are few

enum TreeRole {
    ROLE_INNER,
    ROLE_LEAF,
    ROLE_EMPTY,
    ROLE_VISITED,
    ROLE_ON_PATH,
    ROLE_PICKED,
    TREE_ROLES
};
#define TREE_COLOUR_INNER 0x9AA0A8u
#define TREE_COLOUR_LEAF 0xF0E442u
#define TREE_COLOUR_VISITED 0x3D9BE0u
#define TREE_COLOUR_PICKED 0x8400E4u
static const uint32_t tree_role_colours[TREE_ROLES] = {
    [ROLE_INNER] = TREE_COLOUR_INNER, [ROLE_LEAF] = TREE_COLOUR_LEAF,
    [ROLE_EMPTY] = 0x54E8A4,          [ROLE_VISITED] = TREE_COLOUR_VISITED,
    [ROLE_ON_PATH] = 0xE07B00,        [ROLE_PICKED] = TREE_COLOUR_PICKED,
};
static const char *const tree_role_words[TREE_ROLES] = {
    [ROLE_INNER] = "inner node", [ROLE_LEAF] = "leaf",           [ROLE_EMPTY] = "empty cell",
    [ROLE_VISITED] = "visited",  [ROLE_ON_PATH] = "on the path", [ROLE_PICKED] = "picked",
};

// From light to dark, share in 0 .. 1.
static inline uint32_t tree_heat_colour(double share)
{
    const uint32_t light = 0xFDE6C4, dark = 0x7A1500;
    double t = !(share > 0) ? 0 : share < 1 ? share : 1;
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        double a = light >> shift & 255, b = dark >> shift & 255;
        mixed |= (uint32_t)(a + (b - a) * t + 0.5) << shift;
    }
    return mixed;
}

// Of numbers that span several powers of ten: 1 is light, `most` is dark.
static inline double tree_heat_of_count(uint32_t count, uint32_t most)
{
    return count == 0 || most == 0 ? 0 : log1p((double)count) / log1p((double)most);
}

// A node that is as large as its children together is tight; three times as large is loose.
#define TREE_LOOSE 3.0
static inline double tree_heat_of_tightness(double tightness)
{
    return (tightness - 0.5) / (TREE_LOOSE - 0.5);
}

#endif
