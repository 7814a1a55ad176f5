// Groups within groups: their paths, what actions do to them, and that scenes keep them.
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/document/names.h"
#include "app/document/rigid.h"
#include "app/document/selection.h"
#include "app/io/group_path.h"
#include "app/stages/removal_state.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"

#include <stdio.h>
#include <stdlib.h>

enum { SEED = 91 };

static void expect_clean(const char *text, const char *wanted)
{
    char path[GROUP_PATH_MAX + 1];
    group_path_clean(text, path);
    assert_string_equal(path, wanted);
}

static void paths_are_cleaned(void **state)
{
    (void)state;
    expect_clean("Gearbox", "Gearbox");
    expect_clean(" Gearbox / Input  shaft/", "Gearbox/Input shaft");
    expect_clean("///", "");
    expect_clean("", "");
    expect_clean("a\x01/\xFF", "a/?");
    char longest[3000], path[GROUP_PATH_MAX + 1] = "";
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = 0;
    expect_clean("a/../b", "a/../b"); // it is no path of files
    for (int i = 0; i < 1000; ++i)
        group_path_add(path, longest);
    assert_true(strlen(path) <= GROUP_PATH_MAX && strlen(path) > GROUP_PATH_MAX - 125);
    path[0] = 0;
    assert_true(group_path_add(path, "1/2") && !group_path_add(path, " "));
    assert_int_equal(group_path_depth(path), 1); // a slash in the name of a node is no level

    assert_true(group_path_holds("A", "A") && group_path_holds("A", "A/B"));
    assert_false(group_path_holds("A", "AB") || group_path_holds("A/B", "A") ||
                 group_path_holds("A", NULL));
    assert_string_equal(group_path_name("A/B"), "B");
    assert_int_equal(group_path_length("A/BC/D", 2), 4);
}

// Random paths: in this order what is in a group follows it, and what is tidied is what counting
// says.
static void parts_of_a_group_follow_each_other(void **state)
{
    (void)state;
    enum { COUNT = 14, ROUNDS = 900 };
    static const char *const names[] = {"A", "A B", "A-", "B", "a", "A!", "Z", "0"};
    Rng rng = rng_create(SEED);
    int64_t kept = 0;
    for (int round = 0; round < ROUNDS; ++round) {
        char paths[COUNT][GROUP_PATH_MAX + 1];
        GroupedPart parts[COUNT];
        for (int i = 0; i < COUNT; ++i) {
            int levels = 1 + (int)rng_below(&rng, 4);
            paths[i][0] = 0;
            for (int k = 0; k < levels; ++k)
                group_path_add(paths[i], names[rng_below(&rng, 8)]);
            parts[i] = (GroupedPart){paths[i], strlen(paths[i]), i};
        }
        group_paths_tidy(parts, COUNT);
        for (int i = 0; i < COUNT; ++i) {
            const char *path = parts[i].path;
            size_t wanted = 0;
            for (int k = group_path_depth(path); k > 0 && wanted == 0; --k) {
                char group[GROUP_PATH_MAX + 1];
                int members = 0, runs = 0;
                snprintf(group, sizeof group, "%.*s", (int)group_path_length(path, k), path);
                for (int other = 0; other < COUNT; ++other) {
                    bool in = group_path_holds(group, parts[other].path);
                    members += in;
                    runs += in && (other == 0 || !group_path_holds(group, parts[other - 1].path));
                }
                if (runs != 1)
                    fail_msg("%s is torn into %d pieces (seed %d)", group, runs, SEED);
                if (members > 1)
                    wanted = strlen(group);
            }
            if (parts[i].length != wanted)
                fail_msg("%s is cut to %zu bytes instead of %zu (seed %d)", path, parts[i].length,
                         wanted, SEED);
            kept += wanted > 0;
        }
    }
    print_message("RAN: %d paths, %lld of them in groups\n", COUNT * ROUNDS, (long long)kept);
}

static void put_into(App *app, int32_t part, const char *group)
{
    ActionArgs args = {.part = part};
    snprintf(args.text, sizeof args.text, "%s", group);
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = NO_PART}, 0));
    assert_true(app_do(app, &action_part_group, &args, 0));
}

static bool do_group(App *app, const Action *action, int32_t part, int32_t level, const char *text)
{
    ActionArgs args = {.part = part, .index = level};
    snprintf(args.text, sizeof args.text, "%s", text);
    return app_do(app, action, &args, 0);
}

static void expect_groups(const App *app, const char *const wanted[FIXTURE_PARTS])
{
    for (int i = 0; i < FIXTURE_PARTS; ++i) {
        const char *group = app->document.parts[i].group;
        assert_string_equal(group ? group : "", wanted[i]);
    }
}
#define EXPECT_GROUPS(app, ...) expect_groups(app, (const char *const[FIXTURE_PARTS]){__VA_ARGS__})

static void actions_take_groups_with_what_is_in_them(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    put_into(&app, 0, "Box/Shafts");
    put_into(&app, 1, "Box/Shafts/Keys");
    put_into(&app, 2, "Box");
    put_into(&app, 3, "Box 2");
    int steps = history_done(app.history);
    assert_true(do_group(&app, &action_group_select, 1, 1, "")); // the outermost one
    assert_int_equal(selection_count(&app.document), 3);
    assert_true(do_group(&app, &action_group_select, 1, 2, ""));
    assert_int_equal(selection_count(&app.document), 2);
    assert_true(do_group(&app, &action_group_select, 1, 0, "")); // its own
    assert_int_equal(selection_count(&app.document), 1);
    assert_false(do_group(&app, &action_group_select, 1, 4, ""));
    assert_false(do_group(&app, &action_group_select, 1, -1, ""));
    assert_true(do_group(&app, &action_group_show, 0, 2, ""));
    for (int i = 0; i < FIXTURE_PARTS; ++i)
        assert_int_equal(app.document.parts[i].visible, i > 1);
    assert_true(do_group(&app, &action_group_rename, 0, 1, "Gears"));
    EXPECT_GROUPS(&app, "Gears/Shafts", "Gears/Shafts/Keys", "Gears", "Box 2");
    assert_true(do_group(&app, &action_group_rename, 1, 2, "Rods"));
    EXPECT_GROUPS(&app, "Gears/Rods", "Gears/Rods/Keys", "Gears", "Box 2");
    assert_false(do_group(&app, &action_group_rename, 1, 2, " / "));
    assert_true(do_group(&app, &action_group_move, 0, 2, "Box 2"));
    EXPECT_GROUPS(&app, "Box 2/Rods", "Box 2/Rods/Keys", "Gears", "Box 2");
    assert_false(do_group(&app, &action_group_move, 3, 1, "Box 2/Rods")); // into itself
    assert_true(do_group(&app, &action_group_move, 1, 3, ""));
    EXPECT_GROUPS(&app, "Box 2/Rods", "Keys", "Gears", "Box 2");
    assert_true(app_do(&app, &action_part_select, &(ActionArgs){.part = NO_PART}, 0));
    assert_true(app_do(&app, &action_part_ungroup, &(ActionArgs){.part = 0}, 0));
    EXPECT_GROUPS(&app, "Box 2", "Keys", "Gears", "Box 2");
    assert_true(app_do(&app, &action_part_ungroup, &(ActionArgs){.part = 0}, 0));
    EXPECT_GROUPS(&app, "", "Keys", "Gears", "Box 2");
    app_do(&app, &action_edit_jump, &(ActionArgs){.index = steps}, 0);
    EXPECT_GROUPS(&app, "Box/Shafts", "Box/Shafts/Keys", "Box", "Box 2");

    // Names that get too long are refused as a whole.
    char longest[GROUP_PATH_MAX + 1] = "";
    while (group_path_add(longest, "and on"))
        ;
    assert_false(do_group(&app, &action_group_move, 0, 1, longest));
    EXPECT_GROUPS(&app, "Box/Shafts", "Box/Shafts/Keys", "Box", "Box 2");
    app_free(&app);
}

static void select_two(App *app, int32_t a, int32_t b)
{
    assert_true(app_do(app, &action_part_select, &(ActionArgs){.part = a}, 0));
    if (b != NO_PART)
        assert_true(app_do(app, &action_part_select_toggle, &(ActionArgs){.part = b}, 0));
}

static void new_groups_are_made_where_their_parts_are(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    put_into(&app, 0, "Box/Shafts");
    put_into(&app, 1, "Box/Shafts");
    put_into(&app, 2, "Box");
    select_two(&app, 0, NO_PART); // one of two: a group in theirs
    assert_true(app_do(&app, &action_parts_group, NULL, 0));
    EXPECT_GROUPS(&app, "Box/Shafts/Group", "Box/Shafts", "Box", "");
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    select_two(&app, 0, 1); // a whole group: one around it
    assert_true(app_do(&app, &action_parts_group, NULL, 0));
    EXPECT_GROUPS(&app, "Box/Group/Shafts", "Box/Group/Shafts", "Box", "");
    select_two(&app, 2, 3); // what is left of one with a part in none
    assert_true(app_do(&app, &action_parts_group, NULL, 0));
    EXPECT_GROUPS(&app, "Box/Group/Shafts", "Box/Group/Shafts", "Group", "Group");
    assert_true(app_do(&app, &action_parts_select_all, NULL, 0));
    assert_true(app_do(&app, &action_parts_group, NULL, 0)); // groups stay groups
    EXPECT_GROUPS(&app, "Group (2)/Box/Group/Shafts", "Group (2)/Box/Group/Shafts",
                  "Group (2)/Group", "Group (2)/Group");
    app_free(&app);
}

static void put(App *app, const Action *action, ActionArgs args)
{
    if (!app_do(app, action, &args, 0))
        fail_msg("%s: %s", action->name, last_notice(app));
}

static void group(App *app, int32_t part, const char *path)
{
    ActionArgs args = {.part = part};
    snprintf(args.text, sizeof args.text, "%s", path);
    put(app, &action_part_group, args);
}

// Plate and ball are one body: they are selected and moved together, and their clash is nobody's
// business, while the ball's with the other plate is.
static void a_rigid_group_is_one_part(void **state)
{
    (void)state;
    enum { PLATE, UPPER, BALL, RING };
    App app;
    fixture_open(&app);
    Document *document = &app.document;
    put(&app, &action_part_move, move_args(BALL, vec3d(0, 2, 0))); // into the plate
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 1);
    group(&app, PLATE, "Body/Base");
    group(&app, BALL, "Body");
    put(&app, &action_group_rigid, (ActionArgs){.part = BALL, .flag = true});
    assert_true(rigid_same(&document->parts[PLATE], &document->parts[BALL]) &&
                !rigid_same(&document->parts[PLATE], &document->parts[UPPER]));
    stages_wait(&app);
    assert_true(app.fit.violations == 0 && app.fit.ignored_pairs == 1);
    put(&app, &action_part_select, (ActionArgs){.part = PLATE});
    assert_true(selection_has(document, BALL) && selection_count(document) == 2);
    put(&app, &action_parts_move,
        (ActionArgs){.part = NO_PART, .placement = affine_translation(vec3d(0, 16.5, 0))});
    assert_true(document->parts[BALL].placement.p.y == 18.5 &&
                document->parts[PLATE].placement.p.y == 16.5);
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 1); // the ball and the upper plate, as ever
    assert_true(app.fit.rows[0].a == UPPER && app.fit.rows[0].b == BALL);
    put(&app, &action_edit_undo, (ActionArgs){.part = NO_PART});
    // Who comes into the group belongs to it; who leaves it, or is copied, does not.
    group(&app, RING, "Body");
    assert_true(rigid_same(&document->parts[RING], &document->parts[PLATE]));
    put(&app, &action_part_select, (ActionArgs){.part = NO_PART});
    group(&app, RING, "Elsewhere");
    assert_int_equal(document->parts[RING].rigid, 0);
    // Renamed, and put into another group, it is still one body.
    ActionArgs args = {.part = BALL, .text = "Block"};
    put(&app, &action_group_rename, args);
    args = (ActionArgs){.part = BALL, .text = "Machine"};
    put(&app, &action_group_move, args);
    assert_string_equal(document->parts[PLATE].group, "Machine/Block/Base");
    assert_true(document->parts[PLATE].rigid == 2 &&
                rigid_same(&document->parts[PLATE], &document->parts[BALL]));
    put(&app, &action_part_select, (ActionArgs){.part = BALL});
    put(&app, &action_part_select_toggle, (ActionArgs){.part = PLATE});
    assert_int_equal(selection_count(document), 0);
    put(&app, &action_group_rigid, (ActionArgs){.part = BALL, .flag = false});
    assert_true(document->parts[PLATE].rigid == 0 && document->parts[BALL].rigid == 0);
    stages_wait(&app);
    assert_int_equal(app.fit.violations, 1);
    app_free(&app);
}

static int32_t add_box(Assembly *assembly, const char *name, Vec3d size, Vec3d at)
{
    Affine placement = affine_translation(at);
    assert_true(assembly_add(assembly, name, shape_box(size), &placement, 0));
    return assembly->part_count - 1;
}

// The way of a part straight up, in the words of the panel.
static const char *way_up(App *app, int32_t part)
{
    static char words[200];
    put(app, &action_removal_part, (ActionArgs){.part = part});
    stages_wait(app);
    const RemovalState *found = removal_state(app);
    assert_true(found->ways_known && !found->ways_old && found->part == part);
    for (size_t i = 0; i < found->ways.count; ++i)
        if (found->ways.items[i].direction.y > 0.999) {
            removal_way_words(app, &found->ways, &found->ways.items[i], 4, words, sizeof words);
            return words;
        }
    fail_msg("no way up");
    return NULL;
}

// Two blocks beside each other on a table, one of them under a shelf: what stands in the way of one of a body
// stands in the way of the other, and they leave in one step.
static void a_rigid_group_leaves_as_one(void **state)
{
    (void)state;
    Assembly assembly = {.title = strdup("table")};
    int32_t table = add_box(&assembly, "Table", vec3d(10, 1, 10), vec3d(0, -1.5, 0));
    int32_t shelf = add_box(&assembly, "Shelf", vec3d(2, 1, 2), vec3d(0, 2, 0));
    int32_t under = add_box(&assembly, "Under", vec3d(2, 2, 2), vec3d(0, 0, 0));
    int32_t beside = add_box(&assembly, "Beside", vec3d(2, 2, 2), vec3d(2, 0, 0));
    App app;
    fixture_open_this(&app, &assembly);
    for (int i = 0; i < 2; ++i)
        put(&app, &action_part_lock, (ActionArgs){.part = i ? shelf : table, .flag = true});
    assert_string_equal(way_up(&app, under), "blocked by Shelf");
    assert_string_equal(way_up(&app, beside), "free");
    put(&app, &action_removal_order, (ActionArgs){.part = NO_PART});
    stages_wait(&app);
    assert_int_equal(removal_state(&app)->order.step_count, 2);

    group(&app, under, "Body");
    group(&app, beside, "Body");
    put(&app, &action_group_rigid, (ActionArgs){.part = under, .flag = true});
    stages_wait(&app);
    assert_true(removal_state(&app)->order_old && removal_state(&app)->ways_old);
    assert_string_equal(way_up(&app, under), "blocked by Shelf");
    assert_string_equal(way_up(&app, beside), "blocked by Shelf");
    put(&app, &action_removal_order, (ActionArgs){.part = NO_PART});
    stages_wait(&app);
    const RemovalOrder *order = &removal_state(&app)->order;
    assert_int_equal(order->step_count, 1);
    assert_int_equal(order->steps[0].count, 2);

    // Played, both are where the other is, as they were to each other.
    put(&app, &action_removal_seek, (ActionArgs){.part = NO_PART, .number = 1});
    Vec3d a = app.document.parts[under].placement.p, b = app.document.parts[beside].placement.p;
    assert_true(vec3d_distance(a, vec3d(0, 0, 0)) > 2);
    assert_true(vec3d_distance(vec3d_sub(b, a), vec3d(2, 0, 0)) < 1e-12);

    // No body any more: as before.
    put(&app, &action_removal_seek, (ActionArgs){.part = NO_PART, .number = 0});
    put(&app, &action_group_rigid, (ActionArgs){.part = under, .flag = false});
    assert_string_equal(way_up(&app, beside), "free");
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(paths_are_cleaned),
        cmocka_unit_test(parts_of_a_group_follow_each_other),
        cmocka_unit_test(actions_take_groups_with_what_is_in_them),
        cmocka_unit_test(new_groups_are_made_where_their_parts_are),
        cmocka_unit_test(a_rigid_group_is_one_part),
        cmocka_unit_test(a_rigid_group_leaves_as_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
