// Every colour of the scene, in one place. 0xRRGGBB as seen on the screen.
#ifndef SNUG_APP_PICTURE_THEME_H
#define SNUG_APP_PICTURE_THEME_H

#include <stdint.h>

enum { THEME_HUES = 6 };
enum ThemeId { THEME_LIGHT, THEME_DARK, THEME_COUNT };

typedef struct Theme {
    const char *name;
    uint32_t background_top, background_bottom;
    float backlight; // amount of light at silhouettes
    uint32_t edge;   // feature edges
    uint32_t ink;    // ... of drawings: hidden line and x-ray
    uint32_t accent; // the selected part
    // What is between two parts (core/meaning/fit_kind.h). The first six are told apart, from parts and from the accent by everybody,
    // also by eyes that lack one kind of cones: test_gfx_contact_colours.c.
    uint32_t alert;            // polygons that penetrate
    uint32_t touch;            // polygons that only touch
    uint32_t clearance;        // nearer than the safety distance
    uint32_t inside;           // a part inside another one
    uint32_t forbidden;        // a contact that a rule forbids
    uint32_t intentional;      // one that is meant: a press fit
    uint32_t same_place;       // one part lies where the other is
    uint32_t crossing;         // a surface without an inside is crossed
    uint32_t undecided;        // nothing could be proven
    uint32_t facets;           // deeper than touch, but finer than the facets can tell
    uint32_t baseline;         // as it was when work began
    uint32_t checking;         // not known yet: neutral
    uint32_t shared;           // what two parts share, as a solid
    uint32_t bands[2];         // surfaces nearer than twice, four times the clearance
    uint32_t contact;          // the exact intersection line ...
    uint32_t contact_rim;      // ... and the casing that sets lines on top off from what is behind
    uint32_t overlay;          // volumes of the hierarchies, where all have one colour
    uint32_t hues[THEME_HUES]; // ... or each another one than its neighbours
    uint32_t faded;            // what pale parts fade to
    uint32_t empty_cell;       // cells of space without triangles
    uint32_t grid;             // the floor's lines
    uint32_t shadow;           // what the floor is multiplied with under a part
    uint32_t axis[3];          // the triad
} Theme;
extern const Theme themes[THEME_COUNT];

// Part colours. Red and yellow are missing on purpose: they mean contact. Neighbours differ in
// lightness as well as in hue, so that they stay apart for colour-blind eyes.
enum { PART_COLOUR_COUNT = 12 };
extern const uint32_t part_colours[PART_COLOUR_COUNT];

// A colour for the n-th part; goes round.
static inline uint32_t theme_part_colour(int32_t index)
{
    return part_colours[(uint32_t)index % PART_COLOUR_COUNT];
}

#endif
