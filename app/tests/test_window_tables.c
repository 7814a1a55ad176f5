// What the window derives from reports and tables: marks of polygons, shortcuts, panels.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/stages/contact_state.h"
#include "app/tests/app_fixture.h"
#include "app/tests/every_key.h"
#include "app/window/panel.h"
#include "app/window/panels/palette_rows.h"
#include "core/tree/bv/variants.h"

static void drop_ball_into_plate(App *app)
{
    ActionArgs args = move_args(2, vec3d(0.3, 1.5, 0.2));
    assert_true(app_do(app, &action_part_move, &args, 0));
    stages_update(app, 0);
    stages_wait(app);
    assert_int_equal(app->report.count, 1);
}

static void polygons_in_contact_are_marked_and_no_others(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    stages_update(&app, 0);
    assert_int_equal(app.contacts.polygon_pairs, 0);
    drop_ball_into_plate(&app);
    stages_update(&app, 0);
    const PairReport *pair = &app.report.pairs[0];
    const Mesh *meshes[2] = {app.assembly.parts[pair->a].mesh, app.assembly.parts[pair->b].mesh};
    for (int side = 0; side < 2; ++side) {
        const PartContacts *part = &app.contacts.parts[side == 0 ? pair->a : pair->b];
        int marked = 0;
        assert_int_equal(part->pairs, 1);
        assert_int_equal(part->worst, FIT_INTERFERENCE);
        for (int32_t polygon = 0; polygon < meshes[side]->polygon_count; ++polygon) {
            bool hit = false;
            for (size_t i = 0; i < pair->contacts.count; ++i) {
                const Contact *c = &pair->contacts.items[i];
                hit |= meshes[side]->polygon_of[side == 0 ? c->a : c->b] == polygon;
            }
            assert_int_equal(part->marks[polygon] != FIT_NONE, hit);
            marked += hit;
        }
        assert_int_equal(marked, part->polygons[FIT_INTERFERENCE] + part->polygons[FIT_TOUCH]);
    }
    assert_int_equal(app.contacts.parts[3].pairs, 0);
    assert_null(app.contacts.parts[3].marks);
    app_free(&app);
}

static void polygon_pairs_count_each_pair_of_source_polygons_once(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    drop_ball_into_plate(&app);
    stages_update(&app, 0);
    const PairReport *pair = &app.report.pairs[0];
    const Mesh *a = app.assembly.parts[pair->a].mesh, *b = app.assembly.parts[pair->b].mesh;
    int64_t distinct = 0;
    for (size_t i = 0; i < pair->contacts.count; ++i) {
        const Contact *c = &pair->contacts.items[i];
        bool seen = false;
        for (size_t j = 0; j < i && !seen; ++j) {
            const Contact *d = &pair->contacts.items[j];
            seen = a->polygon_of[c->a] == a->polygon_of[d->a] &&
                   b->polygon_of[c->b] == b->polygon_of[d->b];
        }
        distinct += !seen;
    }
    assert_true(distinct > 0);
    assert_int_equal(app.contacts.polygon_pairs, distinct);
    assert_int_equal(app.contacts.pair_polygons[0], distinct);
    app_free(&app);
}

// Flush faces are everywhere in an assembly: they light up only for the part in the hand.
static void touch_is_quiet_unless_selected(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = move_args(1, vec3d(0, 1, 0)); // the second plate on the first one
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = NO_PART}, 0));
    stages_wait(&app);
    stages_update(&app, 0);
    assert_int_equal(app.report.count, 1);
    assert_non_null(app.contacts.fit[0]);
    assert_int_equal(app.contacts.fit[0]->state, PAIR_TOUCH);
    assert_true(app.contacts.quiet[0]);
    assert_int_equal(app.contacts.parts[0].pairs, 1);
    assert_int_equal(app.contacts.parts[0].wrong, 0);
    assert_int_equal(app.contacts.crossing_pairs, 0);
    assert_null(app.contacts.parts[0].marks);
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = 1}, 0));
    stages_update(&app, 0);
    assert_false(app.contacts.quiet[0]);
    assert_int_equal(app.contacts.parts[0].polygons[FIT_INTERFERENCE], 0);
    assert_true(app.contacts.parts[0].polygons[FIT_TOUCH] > 0);
    // Pushed in, it is wrong whoever is selected.
    args = move_args(1, vec3d(0, 0.8, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = 3}, 0));
    stages_wait(&app);
    stages_update(&app, 0);
    assert_int_equal(app.contacts.fit[0]->state, PAIR_INTERFERENCE);
    assert_int_equal(app.contacts.parts[1].wrong, 1);
    assert_int_equal(app.contacts.crossing_pairs, 1);
    assert_true(app.contacts.parts[1].worst == FIT_INTERFERENCE && app.contacts.parts[1].marks);
    app_free(&app);
}

// A search that stops at volumes has found no triangle: neither marks nor words say so, and the fit
// report asks the triangles itself.
static void volumes_are_told_apart_from_triangles(void **state)
{
    (void)state;
    App app;
    ActionArgs on = {.part = NO_PART, .flag = true}, hybrid = {.part = NO_PART};
    fixture_open(&app);
    assert_false(app_do(&app, &action_query_leaf_volumes, &on, 0)); // leaves of AABBs
    assert_true(has_notice(&app, "hybrid"));
    hybrid.index = bv_index(&bv_hybrid);
    assert_true(app_do(&app, &action_build_volume, &hybrid, 0));
    // Leaves of one triangle are as flat as it is, those of several are thicker.
    ActionArgs thick = {.part = NO_PART, .index = 8};
    assert_true(app_do(&app, &action_build_leaf_size, &thick, 0));
    assert_true(app_do(&app, &action_query_leaf_volumes, &on, 0));
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = 2}, 0));
    stages_wait(&app);
    assert_int_equal(app.report.count, 0);
    double y = 5;
    while (app.report.count == 0 && y > 0) { // down onto the ring until volumes touch
        ActionArgs down = move_args(2, vec3d(45.8, y -= 0.01, 0.3));
        assert_true(app_do(&app, &action_part_move, &down, 0));
        stages_update(&app, 0);
        stages_wait(&app);
    }
    stages_update(&app, 0);
    const PairReport *pair = &app.report.pairs[0];
    printf("RAN: at a height of %.2f %d pairs of triangles have volumes that touch\n", y,
           (int)pair->contacts.count);
    assert_int_equal(app.report.count, 1);
    assert_int_equal(app.report.stats.triangle_tests, 0);
    assert_true(contact_volumes_only(pair) && app.contacts.of_kind[FIT_VOLUMES] == 1);
    assert_true(app.contacts.shows[FIT_VOLUMES] && !app.contacts.shows[FIT_TOUCH]);
    assert_true(app.contacts.crossing_pairs == 0 && app.contacts.parts[2].worst == FIT_VOLUMES);
    assert_true(app.contacts.parts[2].polygons[FIT_VOLUMES] > 0);
    assert_int_equal(app.contacts.parts[2].polygons[FIT_TOUCH], 0);
    assert_int_equal(app.fit.count, 0); // the triangles do not meet yet
    ActionArgs into = move_args(2, vec3d(45.8, 3, 0.3));
    assert_true(app_do(&app, &action_part_move, &into, 0));
    stages_wait(&app);
    stages_update(&app, 0);
    assert_true(app.contacts.of_kind[FIT_VOLUMES] == 1 && app.contacts.crossing_pairs == 0);
    assert_int_equal(app.fit.count, 1); // but now they do, which is said there
    assert_int_equal(app.fit.rows[0].state, PAIR_INTERFERENCE);
    // Off by undo, and without effect for other volumes.
    on.flag = false;
    assert_true(app_do(&app, &action_query_leaf_volumes, &on, 0));
    stages_wait(&app);
    stages_update(&app, 0);
    assert_true(app.contacts.of_kind[FIT_VOLUMES] == 0 && app.contacts.crossing_pairs == 1);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    stages_update(&app, 0);
    assert_int_equal(app.contacts.of_kind[FIT_VOLUMES], 1);
    hybrid.index = bv_index(&bv_obb);
    assert_true(app_do(&app, &action_build_volume, &hybrid, 0));
    stages_wait(&app);
    stages_update(&app, 0);
    assert_true(app.contacts.of_kind[FIT_VOLUMES] == 0 && app.contacts.crossing_pairs == 1);
    app_free(&app);
}

static void marks_go_when_the_contact_goes(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    drop_ball_into_plate(&app);
    stages_update(&app, 0);
    assert_int_equal(app.contacts.crossing_pairs, 1);
    uint32_t version = app.contacts.version;
    stages_update(&app, 0);
    assert_int_equal(app.contacts.version, version); // nothing new: nothing done
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_update(&app, 0);
    stages_wait(&app);
    stages_update(&app, 0);
    assert_true(app.contacts.version != version);
    assert_int_equal(app.contacts.crossing_pairs, 0);
    assert_null(app.contacts.parts[2].marks);
    app_free(&app);
}

typedef struct KeyList {
    const char *keys[512];
    int count;
} KeyList;

static void note_key(void *user, const char *keys, const char *title)
{
    KeyList *list = user;
    assert_true(list->count < 512);
    assert_non_null(title);
    list->keys[list->count++] = keys;
}

static void no_two_shortcuts_are_the_same(void **state)
{
    (void)state;
    KeyList list = {.count = 0};
    keys_visit(note_key, &list);
    assert_true(list.count > 60);
    for (int i = 0; i < list.count; ++i)
        for (int j = i + 1; j < list.count; ++j)
            if (strcmp(list.keys[i], list.keys[j]) == 0 &&
                strcmp(list.keys[i], "Esc") != 0) // leaves whatever is on
                fail_msg("%s is bound twice", list.keys[i]);
}

static void every_panel_has_its_own_title(void **state)
{
    (void)state;
    for (int i = 0; i < panel_count; ++i) {
        assert_non_null(panels[i]->draw);
        assert_non_null(panels[i]->note);
        for (int j = i + 1; j < panel_count; ++j)
            assert_string_not_equal(panels[i]->title, panels[j]->title);
    }
}

// By keyboard alone: every action has a row, or a line that can be typed.
static void the_palette_reaches_every_action(void **state)
{
    (void)state;
    static PaletteRows rows;
    App app;
    fixture_open(&app);
    palette_fill(&rows, &app, "");
    assert_true(rows.count < PALETTE_MAX_ROWS);
    for (int id = 0; id < action_count; ++id) {
        int found = 0;
        for (int i = 0; i < rows.count; ++i)
            found += rows.rows[i].action == actions[id];
        if (found == 0)
            fail_msg("the palette does not reach %s", actions[id]->name);
    }
    palette_fill(&rows, &app, "part.move Ball by=0,-4,0");
    assert_true(rows.rows[0].line && !rows.rows[0].why_not);
    assert_true(app_do(&app, rows.rows[0].action, &rows.rows[0].args, 0));
    assert_true(vec3d_distance(app.document.parts[2].placement.p, vec3d(0, 1, 0)) <= 0);
    palette_fill(&rows, &app, "part.move Ball by=0,");
    assert_true(rows.rows[0].line && strstr(rows.rows[0].why_not, "three numbers"));
    palette_fill(&rows, &app, "part.mov");
    assert_false(rows.rows[0].line);
    print_message("RAN: %d rows\n", rows.count);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polygons_in_contact_are_marked_and_no_others),
        cmocka_unit_test(polygon_pairs_count_each_pair_of_source_polygons_once),
        cmocka_unit_test(touch_is_quiet_unless_selected),
        cmocka_unit_test(volumes_are_told_apart_from_triangles),
        cmocka_unit_test(marks_go_when_the_contact_goes),
        cmocka_unit_test(no_two_shortcuts_are_the_same),
        cmocka_unit_test(every_panel_has_its_own_title),
        cmocka_unit_test(the_palette_reaches_every_action),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
