// What the lab draws over the parts and into its panels, looked at shape by shape without a window: the
// volumes of a recorded step and its reason, a level of a tree, what a deadline left, and the diagram of
// a hybrid hierarchy.
#include "app/actions/list.h"
#include "app/document/compare.h"
#include "app/document/selection.h"
#include "app/picture/trace_colours.h"
#include "app/picture/tree_colours.h"
#include "app/stages/rows.h"
#include "app/stages/timed_state.h"
#include "app/stages/tree_paint.h"
#include "app/tests/desk_fixture.h"
#include "app/window/marks.h"
#include "app/window/panels/hybrid_diagram.h"
#include "app/window/tools/volume_shape.h"
#include "core/hybrid/diagram.h"

#include <math.h>
#include <stdio.h>

enum { PLATE, OTHER_PLATE, BALL, RING };

extern const Panel panel_traversal;

// --- the recorded search

static void record_plate_and_ball(Desk *desk)
{
    do_action(desk, &action_part_move, move_args(BALL, vec3d(0, 2, 0)));
    selection_only(&desk->app.document, PLATE);
    selection_add(&desk->app.document, BALL);
    do_action(desk, &action_trace_record, (ActionArgs){.part = NO_PART});
    open_panel(desk, TRACE_PANEL);
    look_at(desk, vec3d(0, 1, 0), 40);
}

// The middle of a node's volume, on the screen.
static void middle_of(const Desk *desk, bool of_b, NodeId node, double *x, double *y)
{
    const TraceShown *t = &desk->app.trace;
    VolumeRoom room;
    VolumeShape shape;
    Box3d box = box3d_empty();
    assert_true(trace_volume(&t->trace, of_b, node, room.bytes));
    volume_shape(t->trace.a->type, room.bytes, &t->placed[of_b], &shape);
    for (int i = 0; i < shape.count; ++i)
        box = box3d_including(box, shape.ends[i]);
    assert_true(mark_place(&desk->view, vec3d_lerp(box.lo, box.hi, 0.5), x, y));
}

static const double STRONG = 0.22; // what fills a volume that is explained

enum { BOX_EDGES = 12 };

// Both volumes filled and outlined in their colours, their shadows as bars, and the line of the gap.
static void check_explained(Desk *desk)
{
    const TraceShown *t = &desk->app.trace;
    const TraceTest *test = &t->trace.tests[trace_shown_test(t)];
    const ImDrawList *list = drawn_by(desk, &tool_trace);
    for (int of_b = 0; of_b < 2; ++of_b) {
        double x, y;
        middle_of(desk, of_b, of_b ? test->b : test->a, &x, &y);
        Shapes fill = shapes_at(list, of_b ? TRACE_COLOUR_B : TRACE_COLOUR_A, STRONG, x, y);
        assert_int_equal(fill.count, 1);
        assert_true(fill.covers && fill.area > 50);
        Shapes lines = shapes(list, of_b ? TRACE_COLOUR_B : TRACE_COLOUR_A, 1);
        assert_true(lines.count >= BOX_EDGES + 1);
    }
    Shapes gap = shapes(list, TRACE_COLOUR_GAP, 1);
    assert_true(gap.count >= 1 && gap.area > 0);
    igEndFrame();
}

static void check_nothing_filled(Desk *desk)
{
    const ImDrawList *list = drawn_by(desk, &tool_trace);
    assert_int_equal(shapes(list, TRACE_COLOUR_A, STRONG).count, 0);
    assert_int_equal(shapes(list, TRACE_COLOUR_B, STRONG).count, 0);
    assert_int_equal(shapes(list, TRACE_COLOUR_GAP, 1).count, 0);
    igEndFrame();
}

static void a_step_shows_two_volumes_and_what_is_between(void **state)
{
    (void)state;
    Desk *desk = open_desk(NULL);
    choose_volume(desk, &bv_obb);
    record_plate_and_ball(desk);
    check_explained(desk); // the roots, which overlap
    do_action(desk, &action_trace_next_prune, (ActionArgs){.part = NO_PART});
    assert_int_not_equal(desk->app.trace.trace.tests[trace_shown_test(&desk->app.trace)].exit, 0);
    check_explained(desk);
    do_action(desk, &action_part_move, move_args(BALL, vec3d(0.5, 2, 0)));
    assert_true(desk->app.trace.old);
    check_nothing_filled(desk);
    do_action(desk, &action_part_move, move_args(BALL, vec3d(0, 2, 0)));
    check_explained(desk);
    desk->view.ui.open[panel_find(TRACE_PANEL)] = false;
    check_nothing_filled(desk);
    close_desk(desk);
}

static void draw_panel(Desk *desk, double x, double y)
{
    for (int i = 0; i < 3; ++i) { // until what is under the mouse is known
        ImGuiIO_AddMousePosEvent(igGetIO(), (float)x, (float)y);
        new_frame();
        desk->view.ui.rect_count = 0;
        igSetNextWindowPos((ImVec2){0, 0}, ImGuiCond_Always, (ImVec2){0, 0});
        igSetNextWindowSize((ImVec2){420, DESK_HEIGHT}, ImGuiCond_Always);
        igBegin("traversal", NULL, ImGuiWindowFlags_NoSavedSettings);
        panel_traversal.draw(&desk->context);
        igEnd();
        igEndFrame();
    }
}

// The test of which side is under the mouse, in the uppermost bar of its tree; -1: none is.
static int bar_under(Desk *desk, const char *tree, double share)
{
    draw_panel(desk, -1, -1);
    const UiState *ui = &desk->view.ui;
    for (int i = 0; i < ui->rect_count; ++i) {
        NamedRect r = ui->rects[i];
        if (strcmp(r.name, tree) == 0) {
            draw_panel(desk, (double)r.x + share * (double)r.width, (double)r.y + 2);
            return ui->trace_frame == igGetFrameCount() ? ui->trace_side : -1;
        }
    }
    fail_msg("%s is not drawn", tree);
    return -1;
}

static void two_trees_of_tests_are_on_one_scale(void **state)
{
    (void)state;
    Desk *desk = open_desk(NULL);
    choose_volume(desk, &bv_obb);
    do_action(desk, &action_view_compare, (ActionArgs){.flag = true});
    do_action(desk, &action_compare_volume, (ActionArgs){.index = bv_index(&bv_aabb)});
    record_plate_and_ball(desk);
    double counts[2] = {desk->app.trace.trace.test_count, desk->app.compare.trace.trace.test_count};
    printf("RAN: %g and %g tests\n", counts[0], counts[1]);
    assert_true(counts[1] > 1.1 * counts[0]); // looser boxes
    double share = counts[0] / counts[1];
    assert_int_equal(bar_under(desk, "trace_icicle", share - 0.03), SIDE_A);
    assert_int_equal(bar_under(desk, "trace_icicle", share + 0.03), -1);
    assert_int_equal(bar_under(desk, "trace_icicle_b", 0.97), SIDE_B);
    close_desk(desk);
}

// Of the lanes of a block, the number of the one that the panel marks; -1: none is, or several.
static int marked_lane(Desk *desk)
{
    int lanes = 0, marked = -1, marks = 0;
    draw_panel(desk, -1, -1);
    for (int i = 0; i < desk->view.ui.rect_count; ++i) {
        const char *name = desk->view.ui.rects[i].name;
        bool explained = strcmp(name, "trace_lane_explained") == 0;
        marked = explained ? lanes : marked;
        marks += explained;
        lanes += explained || strcmp(name, "trace_lane") == 0;
    }
    TraceStep at = trace_step(&desk->app.trace.trace, desk->app.trace.step);
    assert_int_equal(lanes, at.count > 1 ? (int)at.count : 0);
    return marks == 1 ? marked : -1;
}

static void of_a_block_one_lane_is_explained_and_marked(void **state)
{
    (void)state;
    Desk *desk = open_desk(NULL);
    choose_volume(desk, &bv_obb_blocks);
    record_plate_and_ball(desk);
    const TraceShown *t = &desk->app.trace;
    int blocks = 0, later = 0;
    for (;;) {
        uint32_t before = t->step;
        do_action(desk, &action_trace_next_prune, (ActionArgs){.part = NO_PART});
        if (t->step == before || blocks == 12)
            break;
        TraceStep at = trace_step(&t->trace, t->step);
        uint32_t shown = trace_shown_test(t);
        assert_int_not_equal(t->trace.tests[shown].exit, 0);
        if (at.count < 2)
            continue;
        ++blocks;
        later += shown != at.first;
        check_explained(desk);
        assert_int_equal(marked_lane(desk), shown - at.first);
    }
    printf("RAN: %d blocks, in %d of them a later lane is explained\n", blocks, later);
    assert_true(blocks > 3 && later > 0);
    // A pair of triangles that a lane kept apart.
    const int32_t counts[2] = {t->trace.a->mesh->triangle_count, t->trace.b->mesh->triangle_count};
    TraceFate fate = {.compared = true};
    ActionArgs pair = {.part = NO_PART};
    for (int32_t i = 0; i < counts[0] * counts[1]; ++i) {
        pair.index = i / counts[1];
        pair.number = i % counts[1];
        assert_true(trace_fate(&t->trace, pair.index, i % counts[1], &fate));
        if (!fate.compared && trace_step(&t->trace, fate.step).count > 1)
            break;
    }
    do_action(desk, &action_trace_triangles, pair);
    assert_int_equal(trace_shown_test(t), fate.test);
    check_explained(desk);
    assert_int_equal(marked_lane(desk), fate.test - trace_step(&t->trace, fate.step).first);
    close_desk(desk);
}

// --- a level of a tree

// Of the level that is drawn, as many volumes filled in the colour of each role as have it; notes the roles.
static void check_filled(Desk *desk, int level, bool seen[TREE_ROLES])
{
    enum { MOST = 400 };
    const App *app = &desk->app;
    uint32_t places[MOST], count = tree_map_on_level(&app->tree.map, level, places, MOST);
    int wanted[TREE_ROLES] = {0};
    assert_in_range(count, 1, MOST);
    for (uint32_t i = 0; i < count; ++i)
        ++wanted[tree_role(&app->tree, places[i])];
    double opacity = fmin((double)TREE_FILL, 1.6 / sqrt((double)count + 4)) *
                     (double)app->document.view.overlay_opacity;
    const ImDrawList *list = drawn_by(desk, &tool_tree_level);
    for (int role = 0; role < TREE_ROLES; ++role) {
        Shapes filled = shapes(list, tree_role_colours[role], opacity);
        assert_int_equal(filled.count, wanted[role]);
        assert_true(filled.count == 0 || filled.area > 1);
        seen[role] |= filled.count > 0;
    }
    igEndFrame();
}

static void show_level(Desk *desk, int level)
{
    do_action(desk, &action_overlay_level, (ActionArgs){.part = BALL, .level = level});
}

static void a_level_is_filled_in_the_colours_of_its_bars(void **state)
{
    (void)state;
    Desk *desk = open_desk(NULL);
    App *app = &desk->app;
    bool seen[TREE_ROLES] = {false};
    choose_volume(desk, &bv_aabb);
    record_plate_and_ball(desk);
    open_panel(desk, TREE_PANEL);
    selection_only(&app->document, BALL);
    stages_wait(app);
    look_at(desk, vec3d(0, 2, 0), 20);
    // Without a picked node, then with one on the lowest level. What the search has compared is visited.
    for (int picked = 0; picked < 2; ++picked)
        for (int level = 0; level < app->tree.map.depth; ++level) {
            show_level(desk, level);
            do_action(desk, &action_tree_colours, (ActionArgs){.index = TREE_BY_ROLE});
            check_filled(desk, level, seen);
            if (level == 0 && picked == 0)
                assert_true(seen[ROLE_VISITED]);
            if (picked == 0 && level + 1 == app->tree.map.depth)
                do_action(desk, &action_tree_triangle, (ActionArgs){.index = 7});
        }
    do_action(desk, &action_tree_colours, (ActionArgs){.index = TREE_BY_TIGHTNESS});
    show_level(desk, 3);
    const ImDrawList *list = drawn_by(desk, &tool_tree_level);
    double opacity =
        fmin((double)TREE_FILL, 1.6 / sqrt(8.0 + 4)) * (double)app->document.view.overlay_opacity;
    assert_int_equal(shapes(list, tree_role_colours[ROLE_VISITED], opacity).count, 0);
    igEndFrame();
    // Empty cells are of the 1997 tree alone.
    do_action(desk, &action_tree_colours, (ActionArgs){.index = TREE_BY_ROLE});
    assert_false(seen[ROLE_EMPTY]);
    choose_volume(desk, &bv_boxtree97);
    for (int level = 2; level < 6; ++level) {
        show_level(desk, level);
        check_filled(desk, level, seen);
    }
    for (int role = 0; role < TREE_ROLES; ++role)
        if (!seen[role])
            fail_msg("nothing was drawn as %s", tree_role_words[role]);
    show_level(desk, OVERLAY_OFF);
    assert_int_equal(drawn_by(desk, &tool_tree_level)->VtxBuffer.Size, 0);
    igEndFrame();
    close_desk(desk);
}

// --- what a deadline left

// Lines of one side's volumes in all their opacities, as the thickness of each lens sets them.
static int frontier_lines(const ImDrawList *list, const FrontierRow *row, uint32_t rgb)
{
    double thickest = row->count > 0 ? row->rest[0].thickness : 0, last = -1;
    int lines = 0;
    for (size_t i = 0; i < row->count; ++i) {
        double opacity = thickest > 0 ? 0.12 + 0.5 * row->rest[i].thickness / thickest : 0.3;
        bool fresh = last < 0 || look_colour(rgb, opacity) != look_colour(rgb, last);
        lines += fresh ? shapes(list, rgb, opacity).count : 0;
        last = opacity;
    }
    return lines;
}

static void what_a_deadline_left_is_drawn_while_parts_stand(void **state)
{
    (void)state;
    Assembly assembly = {.title = strdup("tangle")};
    Affine at = affine_identity();
    assert_true(
        assembly_add(&assembly, "Knot", shape_knot(2, 3, 10, 4, 1.5, 300, 16), &at, 0x808080));
    at.p = vec3d(9, 1, 2);
    assert_true(assembly_add(&assembly, "Torus", shape_torus(10, 3, 120, 60), &at, 0x909090));
    Desk *desk = open_desk(&assembly);
    App *app = &desk->app;
    look_at(desk, vec3d(4, 0, 0), 60);
    do_action(desk, &action_query_budget, (ActionArgs){.number = 1});
    for (int p = 0; p < 8 && app->timed.frontier.count == 0; ++p) // until time was too short
        do_action(desk, &action_part_move, move_args(1, vec3d(8.9 - 0.02 * p, 1, 2)));
    assert_true(timed_frontier_shown(app) && app->timed.frontier.count == 1);
    const FrontierRow *row = &app->timed.frontier.rows[0];
    assert_true(row->count > 0);
    // The thickest lens is the clearest, in both colours; its band and its label.
    double opacity = row->rest[0].thickness > 0 ? 0.62 : 0.3;
    const ImDrawList *list = drawn_by(desk, &tool_deadline);
    int lines[2] = {shapes(list, TRACE_COLOUR_A, opacity).count,
                    shapes(list, TRACE_COLOUR_B, opacity).count};
    Shapes band = shapes(list, TRACE_COLOUR_GAP, 1);
    int all[2] = {frontier_lines(list, row, TRACE_COLOUR_A),
                  frontier_lines(list, row, TRACE_COLOUR_B)};
    igEndFrame();
    printf("RAN: %zu pairs of volumes left, %d and %d lines\n", row->count, all[0], all[1]);
    assert_true(lines[0] >= BOX_EDGES && lines[1] >= BOX_EDGES);
    for (int of_b = 0; of_b < 2; ++of_b) // and none of the others is left out
        assert_int_equal(all[of_b], BOX_EDGES * row->count);
    assert_true(band.count > 0 && band.area > 0);
    app->document.parts[1].placement.p.x += 0.5;
    assert_int_equal(drawn_by(desk, &tool_deadline)->VtxBuffer.Size, 0);
    igEndFrame();
    close_desk(desk);
}

// --- the diagram of a hybrid hierarchy

static void grey_are_the_nodes_that_are_transferred(void **state)
{
    (void)state;
    Desk *desk = open_desk(NULL);
    App *app = &desk->app;
    int64_t most = 0;
    do_action(desk, &action_primitives_sample, (ActionArgs){.index = 0});
    do_action(desk, &action_hybrid_build, (ActionArgs){.flag = true});
    for (int builder = 0; builder < 3; ++builder) {
        do_action(desk, &action_hybrid_builder, (ActionArgs){.index = builder});
        assert_ptr_equal(app->hybrid.list, app->document.primitives.list);
        const HybridTree *tree = &app->hybrid.tree;
        HybridDiagram diagram;
        assert_true(hybrid_diagram_make(tree, &diagram));
        int64_t transferred = 0; // levels between a node and its parent
        for (HybridId i = 0; i < diagram.count; ++i)
            if (tree->nodes[i].parent != HYBRID_NONE)
                transferred += diagram.level[tree->nodes[i].parent] - diagram.level[i] - 1;
        assert_int_equal(diagram.transferred, transferred);
        most = transferred > most ? transferred : most;
        hybrid_diagram_free(&diagram);
        new_frame();
        igSetNextWindowPos((ImVec2){0, 0}, ImGuiCond_Always, (ImVec2){0, 0});
        igSetNextWindowSize((ImVec2){DESK_WIDTH, DESK_HEIGHT}, ImGuiCond_Always);
        igBegin("diagram", NULL, ImGuiWindowFlags_NoSavedSettings);
        hybrid_diagram_draw(&desk->context, 400);
        Shapes grey = shapes(igGetWindowDrawList(), 0x8A8F98, 0.55);
        igEnd();
        igEndFrame();
        assert_int_equal(grey.count, transferred);
    }
    printf("RAN: up to %lld nodes transferred\n", (long long)most);
    assert_true(most > 3);
    close_desk(desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_shows_two_volumes_and_what_is_between),
        cmocka_unit_test(of_a_block_one_lane_is_explained_and_marked),
        cmocka_unit_test(two_trees_of_tests_are_on_one_scale),
        cmocka_unit_test(a_level_is_filled_in_the_colours_of_its_bars),
        cmocka_unit_test(what_a_deadline_left_is_drawn_while_parts_stand),
        cmocka_unit_test(grey_are_the_nodes_that_are_transferred),
    };
    return cmocka_run_group_tests_name("marks of the lab", tests, NULL, NULL);
}
