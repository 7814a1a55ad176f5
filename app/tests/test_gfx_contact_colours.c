// The colours of contact are told apart, from each other, from the parts and from what is
// selected, by people with any kind of colour vision.
#include "app/picture/ink.h"
#include "app/picture/kind_colours.h"
#include "app/picture/trace_colours.h"
#include "app/picture/tree_colours.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// How somebody without one kind of cones sees linear RGB: Machado, Oliveira and Fernandes 2009,
// severity 1.
typedef struct Vision {
    const char *name;
    double m[3][3];
} Vision;
static const Vision visions[] = {
    {"normal", {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {"protanopia",
     {{0.152286, 1.052583, -0.204868},
      {0.114503, 0.786281, 0.099216},
      {-0.003882, -0.048116, 1.051998}}},
    {"deuteranopia",
     {{0.367322, 0.860646, -0.227968},
      {0.280085, 0.672501, 0.047413},
      {-0.011820, 0.042940, 0.968881}}},
    {"tritanopia",
     {{1.255528, -0.076749, -0.178779},
      {-0.078411, 0.930809, 0.147602},
      {0.004733, 0.691367, 0.303900}}},
};
enum { VISIONS = sizeof visions / sizeof *visions };

static void apply(const double m[3][3], const double in[3], double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = m[i][0] * in[0] + m[i][1] * in[1] + m[i][2] * in[2];
}

static double f_of(double t)
{
    return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

// CIE L*a*b* of an sRGB colour, white point D65.
static void lab_of(uint32_t colour, const Vision *vision, double lab[3])
{
    static const double to_xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
                                        {0.2126729, 0.7151522, 0.0721750},
                                        {0.0193339, 0.1191920, 0.9503041}};
    double linear[3], seen[3], xyz[3];
    for (int k = 0; k < 3; ++k) {
        double c = (double)(colour >> (16 - 8 * k) & 255) / 255;
        linear[k] = c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
    }
    apply(vision->m, linear, seen);
    for (int k = 0; k < 3; ++k)
        seen[k] = fmin(fmax(seen[k], 0), 1);
    apply(to_xyz, seen, xyz);
    double fx = f_of(xyz[0] / 0.9504700), fy = f_of(xyz[1]), fz = f_of(xyz[2] / 1.0888300);
    lab[0] = 116 * fy - 16;
    lab[1] = 500 * (fx - fy);
    lab[2] = 200 * (fy - fz);
}

static double difference(uint32_t a, uint32_t b, const Vision *vision)
{
    double p[3], q[3];
    lab_of(a, vision, p);
    lab_of(b, vision, q);
    return sqrt((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) +
                (p[2] - q[2]) * (p[2] - q[2]));
}

// A colour of some opacity over another one, as the view blends them.
static uint32_t over(uint32_t colour, uint32_t behind, double opacity)
{
    uint32_t mixed = 0;
    for (int shift = 0; shift < 24; shift += 8) {
        double a = behind >> shift & 255, b = colour >> shift & 255;
        mixed |= (uint32_t)(a + (b - a) * opacity + 0.5) << shift;
    }
    return mixed;
}

// What may be behind a fill: every part, and the view of every theme.
enum { GROUNDS = PART_COLOUR_COUNT + 2 * THEME_COUNT };
static uint32_t ground(int i)
{
    int view = i - PART_COLOUR_COUNT;
    return view < 0        ? part_colours[i]
           : view % 2 == 0 ? themes[view / 2].background_top
                           : themes[view / 2].background_bottom;
}

static void check(const char *theme, const char *what, uint32_t a, uint32_t b, double wanted,
                  double *least)
{
    for (int v = 0; v < VISIONS; ++v) {
        double found = difference(a, b, &visions[v]);
        if (found < wanted)
            fail_msg("%s, %s, %s: %06x and %06x differ by %.1f, not by %.0f", theme,
                     visions[v].name, what, (unsigned)a, (unsigned)b, found, wanted);
        *least = fmin(*least, found);
    }
}

// Values of published colours: the formulas above are the right ones.
static void the_formulas_are_right(void **state)
{
    (void)state;
    static const struct {
        uint32_t colour;
        double lab[3];
    } known[] = {{0xFFFFFF, {100, 0, 0}},
                 {0xFF0000, {53.24, 80.09, 67.20}},
                 {0x0000FF, {32.30, 79.19, -107.86}},
                 {0x808080, {53.59, 0, 0}}};
    for (size_t i = 0; i < sizeof known / sizeof *known; ++i) {
        double lab[3];
        lab_of(known[i].colour, &visions[0], lab);
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(lab[k] - known[i].lab[k]) < 0.05);
    }
    // What the simulation is for: plain red and the green of a traffic light get close.
    assert_true(difference(0xB05030, 0x707030, &visions[2]) <
                0.5 * difference(0xB05030, 0x707030, &visions[0]));
}

static void the_six_main_colours_differ_for_everybody(void **state)
{
    (void)state;
    enum { KINDS = 6 };
    for (int t = 0; t < THEME_COUNT; ++t) {
        const Theme *theme = &themes[t];
        const uint32_t kinds[KINDS] = {theme->alert,  theme->touch,     theme->clearance,
                                       theme->inside, theme->forbidden, theme->intentional};
        double among = INFINITY, parts = INFINITY, selected = INFINITY, behind = INFINITY;
        for (int i = 0; i < KINDS; ++i) {
            for (int k = 0; k < i; ++k)
                check(theme->name, "among themselves", kinds[i], kinds[k], 24, &among);
            for (int k = 0; k < PART_COLOUR_COUNT; ++k)
                check(theme->name, "beside a part", kinds[i], part_colours[k], 18, &parts);
            check(theme->name, "beside the selection", kinds[i], theme->accent, 20, &selected);
            check(theme->name, "on the background", kinds[i], theme->background_top, 30, &behind);
            check(theme->name, "on the background", kinds[i], theme->background_bottom, 30,
                  &behind);
        }
        printf("RAN: %s: least difference %.1f among the six, %.1f to parts, %.1f to the accent, "
               "%.1f to the background, %d kinds of vision\n",
               theme->name, among, parts, selected, behind, (int)VISIONS);
    }
}

// What bars are drawn on: panel_deep of both looks (app/window/look.c).
enum { PANEL_GROUNDS = 2 };
static const uint32_t panel_grounds[PANEL_GROUNDS] = {0x1B1E24, 0xE4E8EC};

// Verdicts of a recorded search, its two volumes, and what is between them.
static void colours_of_a_recorded_search_differ(void **state)
{
    (void)state;
    double among = INFINITY, volumes = INFINITY, exits = INFINITY;
    for (int i = 0; i < TRACED_VERDICTS; ++i)
        for (int k = 0; k < i; ++k)
            check("traversal", "verdicts", trace_verdict_colours[i], trace_verdict_colours[k], 18,
                  &among);
    check("traversal", "volumes", TRACE_COLOUR_A, TRACE_COLOUR_B, 30, &volumes);
    check("traversal", "A and the gap", TRACE_COLOUR_A, TRACE_COLOUR_GAP, 20, &volumes);
    check("traversal", "B and the gap", TRACE_COLOUR_B, TRACE_COLOUR_GAP, 20, &volumes);
    // However late an exit: it is told from what was not separated, and its bar from the panel.
    for (int e = 1; e <= 15; ++e) {
        for (int v = TRACED_OPENED; v < TRACED_VERDICTS; ++v)
            check("traversal", "exits", trace_exit_colour(e, 15), trace_verdict_colours[v], 18,
                  &exits);
        for (int p = 0; p < PANEL_GROUNDS; ++p)
            check("traversal", "an exit on the panel", trace_exit_colour(e, 15), panel_grounds[p],
                  15, &exits);
    }
    // And from the one before and after it, however many a test has. 2.3 is what an eye just notices of two
    // large areas side by side; of fifteen exits twice that is left, which is why they have numbers, too.
    double next = INFINITY;
    for (int count = 2; count <= 15; ++count)
        for (int e = 1; e < count; ++e)
            check("traversal", "neighbours among exits", trace_exit_colour(e, count),
                  trace_exit_colour(e + 1, count), count <= 7 ? 10 : 4.2, &next);
    printf("RAN: exits: least difference %.1f of neighbours\n", next);
    check("traversal", "first and last exit", trace_exit_colour(1, 15), trace_exit_colour(15, 15),
          30, &exits);
    printf("RAN: recorded searches: least difference %.1f among verdicts, %.1f of volumes, %.1f of "
           "exits\n",
           among, volumes, exits);
}

// The second cue of exits: a number on the bar, in black or white.
static void numbers_are_read_on_every_exit(void **state)
{
    (void)state;
    double least = INFINITY;
    for (int count = 1; count <= 15; ++count)
        for (int e = 1; e <= count; ++e) {
            double a = luminance_of(trace_exit_colour(e, count));
            double b = luminance_of(ink_on(trace_exit_colour(e, count)));
            least = fmin(least, (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05));
        }
    assert_true(least >= 4.5);
    printf("RAN: numbers of exits: least contrast %.1f\n", least);
}

// The volumes under test are filled by 22 % over whatever part there is.
static void fills_of_a_recorded_search_differ(void **state)
{
    (void)state;
    double fills = INFINITY;
    for (int i = 0; i < GROUNDS; ++i)
        check("traversal", "fills of A and B", over(TRACE_COLOUR_A, ground(i), TRACE_FILL),
              over(TRACE_COLOUR_B, ground(i), TRACE_FILL), 12, &fills);
    printf("RAN: recorded searches: least difference %.1f of fills\n", fills);
}

// The shades of the scale are seen beside what has none: inner nodes, and the picked one.
static void shades_are_told_from_roles(void **state)
{
    (void)state;
    double least = INFINITY;
    for (int i = 0; i <= 50; ++i) {
        check("tree", "a shade and what has none", tree_heat_colour(i / 50.0),
              tree_role_colours[ROLE_INNER], 20, &least);
        check("tree", "a shade and the picked one", tree_heat_colour(i / 50.0),
              tree_role_colours[ROLE_PICKED], 20, &least);
        for (int p = 0; p < PANEL_GROUNDS; ++p)
            check("tree", "a shade on the panel", tree_heat_colour(i / 50.0), panel_grounds[p], 8,
                  &least);
    }
    printf("RAN: trees: least difference %.1f of shades from roles\n", least);
}

// A level over its part: outlines have the full colours, fills 32 % of them while they are few. Where there
// are more, fills are fainter and the outlines alone tell.
static void fills_of_roles_differ(void **state)
{
    (void)state;
    double roles = INFINITY, ends = INFINITY;
    const double opacity = TREE_FILL * 0.8; // of volumes, as long as nobody changes it
    for (int g = 0; g < GROUNDS; ++g) {
        for (int i = 0; i < TREE_ROLES; ++i)
            for (int k = 0; k < i; ++k)
                check("tree", "fills of roles", over(tree_role_colours[i], ground(g), opacity),
                      over(tree_role_colours[k], ground(g), opacity), 5, &roles);
        check("tree", "fills of the scale's ends", over(tree_heat_colour(0), ground(g), opacity),
              over(tree_heat_colour(1), ground(g), opacity), 15, &ends);
    }
    printf("RAN: trees: least difference %.1f of fills of roles, %.1f of the scale's ends\n", roles,
           ends);
}

static void roles_of_nodes_are_told_apart(void **state)
{
    (void)state;
    double roles = INFINITY, heat = INFINITY;
    for (int i = 0; i < TREE_ROLES; ++i)
        for (int p = 0; p < PANEL_GROUNDS; ++p)
            check("tree", "a role on the panel", tree_role_colours[i], panel_grounds[p], 15,
                  &roles);
    for (int i = 0; i < TREE_ROLES; ++i)
        for (int k = 0; k < i; ++k)
            check("tree", "roles", tree_role_colours[i], tree_role_colours[k], 18, &roles);
    check("tree", "ends of the scale", tree_heat_colour(0), tree_heat_colour(1), 40, &heat);
    check("tree", "middle and light end", tree_heat_colour(0), tree_heat_colour(0.5), 18, &heat);
    check("tree", "middle and dark end", tree_heat_colour(1), tree_heat_colour(0.5), 18, &heat);
    printf("RAN: trees: least difference %.1f among roles, %.1f of the scale\n", roles, heat);
}

// Rarer kinds have words beside them in lists and legend; they need not stand out, but no two look
// alike. Too near is one colour, whether the parts touch or not.
static void no_two_kinds_look_alike(void **state)
{
    (void)state;
    for (int t = 0; t < THEME_COUNT; ++t) {
        double least = INFINITY;
        for (int i = FIT_NONE + 1; i < FIT_KIND_COUNT; ++i)
            for (int k = FIT_NONE + 1; k < i; ++k)
                if (!(i == FIT_CLOSE && k == FIT_NEAR))
                    check(themes[t].name, fit_kind_info((enum FitKind)i)->title,
                          kind_colour(&themes[t], (enum FitKind)i),
                          kind_colour(&themes[t], (enum FitKind)k), 10, &least);
        printf("RAN: %s: least difference %.1f of %d kinds\n", themes[t].name, least,
               FIT_KIND_COUNT - 1);
    }
}

static void the_bands_are_a_scale(void **state)
{
    (void)state;
    for (int t = 0; t < THEME_COUNT; ++t) {
        const Theme *theme = &themes[t];
        const uint32_t scale[3] = {theme->clearance, theme->bands[0], theme->bands[1]};
        for (int v = 0; v < VISIONS; ++v) {
            double lab[3][3];
            for (int i = 0; i < 3; ++i)
                lab_of(scale[i], &visions[v], lab[i]);
            // Nearer is darker: it reads without the legend, and without colours.
            assert_true(lab[1][0] > lab[0][0] + 10 && lab[2][0] > lab[1][0] + 10);
            assert_true(difference(scale[0], scale[1], &visions[v]) > 20);
            assert_true(difference(scale[1], scale[2], &visions[v]) > 20);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_formulas_are_right),
        cmocka_unit_test(the_six_main_colours_differ_for_everybody),
        cmocka_unit_test(colours_of_a_recorded_search_differ),
        cmocka_unit_test(numbers_are_read_on_every_exit),
        cmocka_unit_test(fills_of_a_recorded_search_differ),
        cmocka_unit_test(shades_are_told_from_roles),
        cmocka_unit_test(fills_of_roles_differ),
        cmocka_unit_test(roles_of_nodes_are_told_apart),
        cmocka_unit_test(no_two_kinds_look_alike),
        cmocka_unit_test(the_bands_are_a_scale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
