// Plots as pixels: what the SVG says is drawn where it says it, in its colours; texts are there, whatever is not a plot is
// refused, and short memory and cut texts do no harm.
#include "app/lab/plot_svg.h"
#include "app/picture/canvas.h"
#include "app/picture/svg_picture.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t pixel(const unsigned char *rgba, int width, int x, int y)
{
    const unsigned char *p = rgba + 4 * ((size_t)y * (size_t)width + (size_t)x);
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

// Pixels that are nearly of this colour.
static int count_of(const unsigned char *rgba, int width, int height, uint32_t colour)
{
    int count = 0;
    for (int i = 0; i < width * height; ++i) {
        int off = 0;
        for (int k = 0; k < 3; ++k)
            off += abs(rgba[4 * i + k] - (int)(colour >> (16 - 8 * k) & 255));
        count += off < 30;
    }
    return count;
}

static char *some_plot(void)
{
    static const double x[] = {0, 10}, rising[] = {0, 10}, flat[] = {5, 5}, one[] = {5},
                        up[] = {2.5};
    static const PlotSeries series[] = {
        {.name = "rising <i>", .colour = 0x0000FF, .x = x, .y = rising, .count = 2},
        {.name = "area", .colour = 0xFF0000, .style = PLOT_AREA, .x = x, .y = flat, .count = 2},
        {.name = "dashed", .colour = 0x00AA00, .dashes = 1, .x = x, .y = flat, .count = 2},
        {.name = "dot", .colour = 0xAA00AA, .style = PLOT_POINTS, .x = one, .y = up, .count = 1}};
    TextBuffer out = {0};
    plot_svg(&(Plot){.title = "A plot & more",
                     .x_title = "across",
                     .y_title = "upwards",
                     .from_zero = true,
                     .series = series,
                     .count = 4},
             &out);
    return text_take(&out);
}

static void it_is_what_the_svg_says(void **state)
{
    (void)state;
    char *svg = some_plot();
    int width, height;
    Error err = {""};
    unsigned char *rgba = svg_picture(svg, 2, &width, &height, &err);
    if (!rgba)
        fail_msg("%s", err.text);
    assert_int_equal(width, 2 * 860);
    assert_true(height >= 2 * 420 && height < 2 * 500);
    assert_int_equal(pixel(rgba, width, 1, 1), 0xFFFFFF);
    const int left = 2 * 74, right = 2 * 844; // of the inner field
    int blue = count_of(rgba, width, height, 0x0000FF),
        green = count_of(rgba, width, height, 0x00AA00);
    assert_true(blue > 2000 && green > 1000 && count_of(rgba, width, height, 0xAA00AA) > 150);
    // The area is the lower half of the field, at 0.45 of its colour.
    double field = (double)(right - left) * (2 * (420 - 34 - 50));
    int pale = count_of(rgba, width, height, 0xFF8C8C);
    assert_true(pale > 0.45 * field && pale < 0.5 * field);
    // The dashed line has gaps: of 11 units 7 are drawn.
    int row = 0, on = 0;
    for (int y = 0; y < height; ++y) {
        int here = 0;
        for (int x = left; x < right; ++x)
            here += pixel(rgba, width, x, y) == 0x00AA00;
        row = here > on ? y : row;
        on = here > on ? here : on;
    }
    assert_true(row > 0 && on > 0.5 * (right - left) && on < 0.75 * (right - left));
    // Letters: dark pixels where the title is, and along the upright axis.
    int title = 0, upright = 0;
    for (int y = 0; y < 2 * 22; ++y)
        for (int x = left; x < left + 300; ++x)
            title += pixel(rgba, width, x, y) == 0x1B1E24;
    for (int y = height / 3; y < 2 * height / 3 + 60; ++y)
        for (int x = 0; x < 2 * 20; ++x)
            upright += pixel(rgba, width, x, y) == 0x1B1E24;
    assert_true(title > 300 && upright > 100);
    free(rgba);
    free(svg);
}

static void what_is_no_plot_is_refused(void **state)
{
    (void)state;
    int width, height;
    static const char *const bad[] = {"",
                                      "text",
                                      "<html></html>",
                                      "<svg>",
                                      "<svg width=\"1e9\" height=\"5\">",
                                      "<svg width=\"-5\" height=\"5\">"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        Error err = {""};
        assert_null(svg_picture(bad[i], 1, &width, &height, &err));
        assert_string_not_equal(err.text, "");
    }
    // Cut off anywhere it is drawn as far as it goes, or refused.
    char *svg = some_plot();
    size_t length = strlen(svg);
    for (size_t cut = 0; cut < length; cut += 97) {
        char *part = strndup(svg, cut);
        Error err = {""};
        unsigned char *rgba = svg_picture(part, 0.25, &width, &height, &err);
        assert_true(rgba || err.text[0]);
        free(rgba);
        free(part);
    }
    free(svg);
}

static void lines_and_areas_cover_what_they_should(void **state)
{
    (void)state;
    Error err = {""};
    Canvas *canvas = canvas_create(100, 60, 0xFFFFFF, &err);
    assert_non_null(canvas);
    static const CanvasPoint square[] = {{10, 10}, {50, 10}, {50, 50}, {10, 50}};
    assert_true(canvas_fill(canvas, square, 4, 0x000000, 1));
    canvas_line(canvas, (CanvasPoint[]){{60.5, 5}, {60.5, 55}}, 2, 0xFF0000, 3, NULL, 0);
    canvas_line(canvas, (CanvasPoint[]){{-1e6, 30}, {1e6, 30}}, 2, 0x00FF00, 1, NULL, 0);
    canvas_disc(canvas, 80, 15, 8, 0x0000FF);
    unsigned char *rgba = canvas_take(canvas);
    assert_int_equal(count_of(rgba, 100, 60, 0x000000), 1600 - 40 - 40);
    assert_int_equal(pixel(rgba, 100, 60, 10), 0xFF0000);
    assert_int_equal(pixel(rgba, 100, 57, 10), 0xFFFFFF);
    int blue = count_of(rgba, 100, 60, 0x0000FF);
    assert_true(abs(blue - 201) < 30); // pi times 64
    free(rgba);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(it_is_what_the_svg_says),
                                       cmocka_unit_test(what_is_no_plot_is_refused),
                                       cmocka_unit_test(lines_and_areas_cover_what_they_should)};
    return cmocka_run_group_tests_name("plot", tests, NULL, NULL);
}
