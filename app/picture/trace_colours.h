// The colours of a recorded search: of the two volumes, and of what became of a test. Told apart in
// every kind of colour vision (tests/test_gfx_contact_colours.c), after Okabe and Ito.
#ifndef SNUG_APP_PICTURE_TRACE_COLOURS_H
#define SNUG_APP_PICTURE_TRACE_COLOURS_H

#include <stdint.h>

#define TRACE_COLOUR_A 0x2F8FD8u
#define TRACE_COLOUR_B 0xE69F00u
#define TRACE_COLOUR_GAP 0xD81B80u // of what lies between them
#define TRACE_FILL 0.22f           // opacity of a volume under test

enum TraceVerdict { TRACED_APART, TRACED_OPENED, TRACED_LEAVES, TRACED_CONTACT, TRACED_VERDICTS };
static const uint32_t trace_verdict_colours[TRACED_VERDICTS] = {
    [TRACED_APART] = 0x80D8FF, // the first exit; later ones are darker
    [TRACED_OPENED] = 0x9AA0A8,
    [TRACED_LEAVES] = 0xF0E442,
    [TRACED_CONTACT] = 0xC23B00,
};
static const char *const trace_verdict_words[TRACED_VERDICTS] = {
    [TRACED_APART] = "separated",
    [TRACED_OPENED] = "opened",
    [TRACED_LEAVES] = "leaves compared",
    [TRACED_CONTACT] = "contact found",
};

// Exits of one test from light to dark, exit 1 .. count.
static inline uint32_t trace_exit_colour(int exit, int count)
{
    const uint32_t light = trace_verdict_colours[TRACED_APART], dark = 0x1A1A78;
    double share = count > 1 ? (double)(exit - 1) / (count - 1) : 0;
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        double a = light >> shift & 255, b = dark >> shift & 255;
        mixed |= (uint32_t)(a + (b - a) * share + 0.5) << shift;
    }
    return mixed;
}

#endif
