// A tree of a million nodes as an icicle costs what can be seen of it, says what is under the mouse,
// and zooms to what it is asked to. Panels are made without a window: nothing is drawn on a screen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/window/panels/icicle.h"

#include <cimgui.h>

#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 20, NODES = (1 << LEVELS) - 1, WIDTH = 400, HEIGHT = 300 };

typedef struct Asked {
    uint64_t colours;
    uint32_t least, most; // of the nodes whose colour was asked for
} Asked;

static uint32_t colour(const void *data, uint32_t node)
{
    Asked *asked = (Asked *)(uintptr_t)data;
    ++asked->colours;
    asked->least = node < asked->least ? node : asked->least;
    asked->most = node > asked->most ? node : asked->most;
    return node & 1 ? 0x406080 : 0xC0A080; // neighbours differ, so that none are one bar
}

static uint32_t fill(uint32_t *size, uint32_t node, int levels)
{
    uint32_t below = 1;
    if (levels > 1) {
        below += fill(size, node + below, levels - 1);
        below += fill(size, node + below, levels - 1);
    }
    size[node] = below;
    return below;
}

// The second half of the root, as if it were built later.
static bool is_late(const void *data, uint32_t node)
{
    (void)data;
    return node >= 1 + NODES / 2;
}

static int number(const void *data, uint32_t node)
{
    (void)data;
    return node == 5 ? 0 : 12;
}

static bool is_odd(const void *data, uint32_t node)
{
    (void)data;
    return node & 1;
}

typedef struct Desk {
    UiState ui;
    PanelContext context;
    ImVec2 at; // of the icicle
} Desk;

// Three frames, so that what is hovered is known; the answer of the last one.
static IcicleAnswer frames(Desk *desk, const IcicleTree *tree, IcicleView *view, double x, double y,
                           Asked *asked)
{
    IcicleAnswer answer = {0};
    for (int i = 0; i < 3; ++i) {
        ImGuiIO *io = igGetIO();
        io->DisplaySize = (ImVec2){800, 600};
        io->DeltaTime = 0.02f;
        ImGuiIO_AddMousePosEvent(io, desk->at.x + (float)x, desk->at.y + (float)y);
        *asked = (Asked){.least = UINT32_MAX};
        igNewFrame();
        igSetNextWindowPos((ImVec2){0, 0}, ImGuiCond_Always, (ImVec2){0, 0});
        igSetNextWindowSize((ImVec2){WIDTH, 400}, ImGuiCond_Always);
        igBegin("icicle", NULL, ImGuiWindowFlags_NoSavedSettings);
        igGetCursorScreenPos(&desk->at);
        desk->ui.rect_count = 0;
        answer = icicle_draw(&desk->context, "icicle_test", tree, view, HEIGHT);
        igEnd();
        igEndFrame();
    }
    return answer;
}

static void a_million_nodes_cost_what_is_seen(void **state)
{
    (void)state;
    uint32_t *size = malloc(NODES * sizeof *size);
    Desk *desk = calloc(1, sizeof *desk);
    assert_true(size && desk);
    assert_int_equal(fill(size, 0, LEVELS), NODES);
    igCreateContext(NULL);
    igGetIO()->IniFilename = NULL;
    unsigned char *pixels;
    int width, height;
    ImFontAtlas_GetTexDataAsRGBA32(igGetIO()->Fonts, &pixels, &width, &height, NULL);
    desk->context = (PanelContext){.ui = &desk->ui};
    Asked asked;
    IcicleTree tree = {.size = size,
                       .count = NODES,
                       .depth = LEVELS,
                       .data = &asked,
                       .colour = colour,
                       .marked = ICICLE_NONE};
    IcicleView view = {0};
    IcicleAnswer all = frames(desk, &tree, &view, -100, -100, &asked);
    printf("RAN: %d bars of %d nodes drawn, %llu looked at\n", all.cells, (int)NODES,
           (unsigned long long)asked.colours);
    // At most one for each column and level, and not much less: there are more nodes than columns.
    assert_in_range(asked.colours, 10 * (WIDTH - 40), LEVELS * WIDTH);
    assert_in_range(all.cells, 1, LEVELS * WIDTH);
    assert_true(all.hovered == ICICLE_NONE && all.clicked == ICICLE_NONE);
    assert_true(asked.least == 0 && asked.most > NODES - NODES / 100);

    // Under the mouse: the root in the first row, its second child in the second one on the right.
    double row = (double)HEIGHT / LEVELS;
    assert_int_equal(frames(desk, &tree, &view, 200, row / 2, &asked).hovered, 0);
    assert_int_equal(frames(desk, &tree, &view, 300, 1.5 * row, &asked).hovered, 1 + size[1]);
    assert_int_equal(frames(desk, &tree, &view, 100, 1.5 * row, &asked).hovered, 1);

    // Zoomed in, nothing but that is looked at, and what is above it.
    view.from = 500000;
    view.to = 500100;
    frames(desk, &tree, &view, -100, -100, &asked);
    assert_true(asked.most <= 500101 && asked.colours < 200);
    // What is marked comes into sight, once.
    tree.marked = 900000;
    frames(desk, &tree, &view, -100, -100, &asked);
    assert_true(view.from < 900000 && view.to > 900000 && view.to - view.from < 101);
    view.from = 10;
    view.to = 20;
    frames(desk, &tree, &view, -100, -100, &asked);
    assert_true(view.from == 10 && view.to == 20);
    // Ranges that make no sense show all of it, or what there is.
    view.from = view.to = -1.0 / 0.0;
    frames(desk, &tree, &view, -100, -100, &asked);
    assert_true(view.from == 0 && view.to == NODES);
    view.from = -5e9;
    view.to = 5e9;
    frames(desk, &tree, &view, -100, -100, &asked);
    assert_true(view.from == 0 && view.to == NODES);
    // What is not there yet is not looked at, nor what is below it.
    tree.absent = is_late;
    view = (IcicleView){0};
    frames(desk, &tree, &view, -100, -100, &asked);
    assert_true(asked.colours > 10 && asked.most < NODES / 2);
    // Beside one of twice as many nodes it is half as wide: the same number of nodes, the same width.
    tree.absent = NULL;
    view = (IcicleView){0};
    tree.across = 2 * NODES;
    frames(desk, &tree, &view, -100, -100, &asked);
    assert_true(view.from == 0 && view.to == 2.0 * NODES);
    assert_in_range(asked.colours, 5 * (WIDTH - 40), LEVELS * WIDTH / 2);
    assert_int_equal(frames(desk, &tree, &view, 0.45 * WIDTH, row / 2, &asked).hovered, 0);
    assert_int_equal(frames(desk, &tree, &view, 0.6 * WIDTH, row / 2, &asked).hovered, ICICLE_NONE);
    assert_int_equal(frames(desk, &tree, &view, 0.4 * WIDTH, 1.5 * row, &asked).hovered,
                     1 + size[1]);
    tree.across = 0;
    // Sixteen times as many nodes are less than half as much work again: it grows with levels alone.
    tree.absent = NULL;
    view = (IcicleView){0};
    frames(desk, &tree, &view, -100, -100, &asked);
    uint64_t million = asked.colours;
    tree.count = fill(size, 0, LEVELS - 4);
    tree.depth = LEVELS - 4;
    view = (IcicleView){0};
    frames(desk, &tree, &view, -100, -100, &asked);
    printf("RAN: %llu nodes looked at of a million, %llu of %u\n", (unsigned long long)million,
           (unsigned long long)asked.colours, tree.count);
    assert_true(2 * million < 3 * asked.colours);
    // Four levels have room for letters: every bar but number 5, which has none, and pale ones. Rows of five
    // pixels have not.
    tree.count = fill(size, 0, 4);
    tree.depth = 4;
    tree.number = number;
    view = (IcicleView){0};
    assert_int_equal(frames(desk, &tree, &view, -100, -100, &asked).numbers, 15 - 1);
    tree.faint = is_odd;
    assert_int_equal(frames(desk, &tree, &view, -100, -100, &asked).numbers, 8);
    tree.depth = HEIGHT / 5;
    assert_int_equal(frames(desk, &tree, &view, -100, -100, &asked).numbers, 0);
    // Nor have bars that are not as wide as their number.
    tree.faint = NULL;
    tree.depth = 10;
    tree.count = fill(size, 0, 10);
    view = (IcicleView){0};
    assert_in_range(frames(desk, &tree, &view, -100, -100, &asked).numbers, 15, 31);
    igDestroyContext(NULL);
    free(desk);
    free(size);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_million_nodes_cost_what_is_seen)};
    return cmocka_run_group_tests_name("icicle", tests, NULL, NULL);
}
