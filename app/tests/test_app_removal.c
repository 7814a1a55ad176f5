// What the Removal panel says: who is in the way by name, the nearest first, and what stays; and the whole engine bay
// taken apart as far as straight pulls go, each of which is looked at again by searches that know nothing of pulls.
#include "app/actions/list_parts.h"
#include "app/actions/list_removal.h"
#include "app/scenes/scene.h"
#include "app/stages/removal_state.h"
#include "app/tests/scene_fixture.h"
#include "core/tests/odd_shapes.h"
#include "core/tree/bv/variants.h"

#include <math.h>

static int32_t put(Assembly *assembly, const char *name, Mesh *mesh, Vec3d at)
{
    Affine placement = affine_translation(at);
    assert_true(assembly_add(assembly, name, mesh, &placement, 0));
    return assembly->part_count - 1;
}

static int32_t put_box(Assembly *assembly, const char *name, Vec3d size, Vec3d at)
{
    return put(assembly, name, shape_box(size), at);
}

static void lock(App *app, int32_t part)
{
    assert_true(app_do(app, &action_part_lock, &(ActionArgs){.part = part, .flag = true}, 0));
}

// --- who is in the way

static const RemovalWay *find_way(const RemovalState *found, Vec3d direction)
{
    for (size_t i = 0; i < found->ways.count; ++i)
        if (vec3d_distance(found->ways.items[i].direction, direction) < 1e-6)
            return &found->ways.items[i];
    fail_msg("(%g, %g, %g) was not tried", direction.x, direction.y, direction.z);
    return NULL;
}

static void expect_words(const App *app, Vec3d direction, size_t most, const char *wanted)
{
    const RemovalState *found = removal_state(app);
    const RemovalWay *way = find_way(found, direction);
    char words[256], cut[12];
    removal_way_words(app, &found->ways, way, most, words, sizeof words);
    assert_string_equal(words, wanted);
    removal_way_words(app, &found->ways, way, most, cut, sizeof cut); // cut, and still ended
    assert_int_equal(strncmp(cut, wanted, sizeof cut - 1), 0);
    assert_true(strlen(cut) < sizeof cut);
}

static void ask(App *app, int32_t part)
{
    assert_true(app_do(app, &action_removal_part, &(ActionArgs){.part = part}, 0));
    stages_wait(app);
    assert_true(removal_state(app)->ways_known && removal_state(app)->part == part);
}

// A bar, two parts before it in x, three behind it, nothing above. The names are those of a hostile file.
static void all_that_is_in_the_way_is_named(void **state)
{
    (void)state;
    Assembly assembly = {.title = strdup("bar")};
    const Vec3d size = vec3d(2, 2, 2);
    int32_t far = put_box(&assembly, "Bolt 2", size, vec3d(8, 0, 0));
    int32_t bar = put_box(&assembly, "Bar", size, vec3d(0, 0, 0));
    put_box(&assembly, "Bracket", size, vec3d(4, 0, 0));
    put_box(&assembly, "100%s%n", size, vec3d(-4, 0, 0));
    put_box(&assembly, "Cover", size, vec3d(-8, 0, 0));
    put_box(&assembly, "Wall", size, vec3d(-12, 0, 0));
    App app;
    fixture_open_this(&app, &assembly);
    ask(&app, bar);
    expect_words(&app, vec3d(1, 0, 0), 6, "blocked by Bracket, Bolt 2");
    expect_words(&app, vec3d(1, 0, 0), 1, "blocked by Bracket and 1 more");
    expect_words(&app, vec3d(-1, 0, 0), 2, "blocked by 100%s%n, Cover and 1 more");
    expect_words(&app, vec3d(0, 1, 0), 6, "free");
    // From the other side: what is next to it comes first.
    ask(&app, far);
    expect_words(&app, vec3d(-1, 0, 0), 2, "blocked by Bracket, Bar and 3 more");
    app_free(&app);
}

// Two sheets that cross each other have no inside: nothing can be said about how deep they are.
static void what_is_not_proven_is_said_to_be(void **state)
{
    (void)state;
    Assembly assembly = {.title = strdup("sheets")};
    int32_t sheet = put(&assembly, "Sheet", shape_grid(2, 2, 3, 3), vec3d(0, 0, 0));
    Affine tilted = affine_rotation(vec3d(1, 0, 0), 0.5);
    assert_true(assembly_add(&assembly, "Seal", shape_grid(2, 2, 4, 4), &tilted, 0));
    put_box(&assembly, "Shelf", vec3d(9, 1, 9), vec3d(0, 6, 0));
    App app;
    fixture_open_this(&app, &assembly);
    ask(&app, sheet);
    expect_words(&app, vec3d(0, 1, 0), 6, "blocked by Shelf; not proven: Seal");
    expect_words(&app, vec3d(0, -1, 0), 6, "not proven: Seal");
    app_free(&app);
}

// --- what stays

// A core among six walls that stay, and a knob on the upper one.
static void open_cell(App *app, int32_t *core, int32_t *knob)
{
    static const char *const NAMES[6] = {"Wall -x", "Wall +x", "Floor",
                                         "Roof",    "Wall -z", "Wall +z"};
    Assembly assembly = {.title = strdup("cell")};
    *core = put_box(&assembly, "Core", vec3d(2, 2, 2), vec3d(0, 0, 0));
    *knob = put_box(&assembly, "Knob", vec3d(1, 1, 1), vec3d(0, 4.5, 0));
    for (int i = 0; i < 6; ++i) {
        Vec3d size = vec3d(7, 7, 7), at = vec3d(0, 0, 0);
        size.v[i / 2] = 1;
        at.v[i / 2] = i % 2 ? 3 : -3;
        for (int k = 0; k < i / 2; ++k)
            size.v[k] = 4.9; // between those before it
        put_box(&assembly, NAMES[i], size, at);
    }
    fixture_open_this(app, &assembly);
}

static const RemovalOrder *find_order(App *app)
{
    assert_true(app_do(app, &action_removal_order, NULL, 0));
    stages_wait(app);
    assert_true(removal_state(app)->order_known);
    return &removal_state(app)->order;
}

static void expect_order_words(const App *app, const char *wanted)
{
    char words[512];
    removal_order_words(app, words, sizeof words);
    assert_string_equal(words, wanted);
    assert_true(has_notice(app, wanted)); // and it was said
}

static void what_stays_is_said_plainly(void **state)
{
    (void)state;
    App app;
    int32_t core, knob;
    char words[512], line[512];
    open_cell(&app, &core, &knob);
    for (int32_t i = 0; i < app.document.part_count; ++i)
        if (i != core && i != knob)
            lock(&app, i);
    const RemovalOrder *order = find_order(&app);
    assert_int_equal(order->step_count, 1);
    assert_int_equal(order->parts[0], knob);
    removal_step_words(&app, order, &order->steps[0], words, sizeof words);
    assert_string_equal(words, "Knob");
    snprintf(line, sizeof line,
             "1 step takes out 1 part. 6 parts are locked or fixed to the ground. 1 stays: in none "
             "of the %lld directions tried was a straight pull proven to be free.",
             (long long)order->directions);
    expect_order_words(&app, line);
    assert_true(order->directions >= 12);
    // It is held by a wall that stands in the direction that is meant.
    assert_int_equal(order->rest_count, 1);
    const RemovalRest *rest = &order->rests[0];
    assert_int_equal(rest->part, core);
    assert_true(rest->count >= 1);
    const RemovalBlock *block = &order->blocks[rest->first];
    assert_int_equal(block->state, PULL_BLOCKED);
    Vec3d wall = app.document.parts[block->part].placement.p;
    assert_true(vec3d_dot(wall, rest->direction) > 1);
    removal_rest_words(&app, order, rest, words, sizeof words);
    snprintf(line, sizeof line, "Core: blocked by %s", app.assembly.parts[block->part].name);
    assert_int_equal(strncmp(words, line, strlen(line)), 0);

    // With the knob locked as well nothing comes out; with the roof unlocked, all that was held does.
    lock(&app, knob);
    order = find_order(&app);
    snprintf(line, sizeof line,
             "No part comes out by a straight pull. 7 parts are locked or fixed to the ground. 1 "
             "stays: in none of the %lld directions tried was a straight pull proven to be free.",
             (long long)order->directions);
    expect_order_words(&app, line);
    int32_t roof = assembly_find(&app.assembly, "Roof");
    const int32_t loose[2] = {knob, roof};
    for (int i = 0; i < 2; ++i)
        assert_true(app_do(&app, &action_part_lock, &(ActionArgs){.part = loose[i]}, 0));
    order = find_order(&app);
    expect_order_words(&app,
                       "3 steps take out 3 parts. 5 parts are locked or fixed to the ground.");
    assert_int_equal(order->rest_count, 0);
    app_free(&app);
}

// A table for people who read it elsewhere: steps, and what stays with its reason.
static void the_table_has_steps_and_what_stays(void **state)
{
    (void)state;
    App app;
    int32_t core, knob;
    open_cell(&app, &core, &knob);
    for (int32_t i = 0; i < app.document.part_count; ++i)
        if (i != core && i != knob)
            lock(&app, i);
    find_order(&app);
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s", in_folder("order.csv"));
    assert_true(app_do(&app, &action_removal_save, &args, 0));
    stages_wait(&app);
    char *text = read_text(in_folder("order.csv"));
    static const char HEAD[] = "step,part,x,y,z,distance,what\r\n";
    assert_int_equal(strncmp(text, HEAD, strlen(HEAD)), 0);
    assert_non_null(strstr(text, "\r\n1,\"Knob\","));
    assert_non_null(strstr(text, "\"leaves\"\r\n"));
    assert_non_null(strstr(text, "\r\n,\"Core\",,,,,\"Core: blocked by "));
    free(text);
    app_free(&app);
}

// --- the engine bay

static SolidCache solids;
static PosedPart posed[64]; // with trees of another kind than pulls have
static Box3d boxes[64];

static void pose_all(const App *app)
{
    Error err = {""};
    assert_true(app->document.part_count <= 64);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *part = &app->document.parts[i];
        bool here = part->visible && !part->removed;
        posed[i] = (PosedPart){.placement = part->placement, .active = here};
        if (!here)
            continue;
        posed[i].tree =
            bvh_build((Mesh *)app_part_mesh(app, i), &(BvhDesc){.type = &bv_sphere}, NULL, &err);
        assert_non_null(posed[i].tree);
        boxes[i] = part_world_bounds(posed[i].tree->mesh, &posed[i].placement);
    }
}

// Whether a part that is moved so far is deeper in another one than a touch.
static enum PairState state_at(int32_t a, int32_t b, Vec3d shift, double tolerance)
{
    Error err = {""};
    ContactDetail detail = {0};
    PosedPart moved = posed[a];
    Box3d box = {vec3d_add(boxes[a].lo, shift), vec3d_add(boxes[a].hi, shift)};
    for (int k = 0; k < 3; ++k)
        if (box.lo.v[k] > boxes[b].hi.v[k] || box.hi.v[k] < boxes[b].lo.v[k])
            return PAIR_CLEAR;
    moved.placement.p = vec3d_add(moved.placement.p, shift);
    const PosedPart *first = a < b ? &moved : &posed[b], *second = a < b ? &posed[b] : &moved;
    if (!contact_between(first, second, &(ContactDesc){.tolerance = tolerance}, &solids, NULL,
                         &detail, &err))
        fail_msg("%d and %d: %s", (int)a, (int)b, err.text);
    enum PairState found = detail.state;
    contact_detail_free(&detail);
    return found;
}

static bool is_apart(enum PairState found)
{
    return found == PAIR_CLEAR || found == PAIR_TOUCH || found == PAIR_FACETS;
}

// Every few millimetres on its way out, against all that has not left.
static int64_t check_step(const App *app, const RemovalOrder *order, size_t number,
                          const bool *there)
{
    const double EVERY = 4;
    const RemovalStep *step = &order->steps[number];
    int samples = (int)ceil(fmax(step->distance, EVERY) / EVERY); // 0: it is out where it stands
    int64_t looks = 0;
    for (int s = 0; s <= samples; ++s) {
        Vec3d shift = vec3d_scale(step->direction, step->distance * s / samples);
        for (size_t k = 0; k < step->count; ++k)
            for (int32_t b = 0; b < app->document.part_count; ++b) {
                int32_t a = order->parts[step->first + k];
                if (!there[b])
                    continue;
                enum PairState found = state_at(a, b, shift, app->document.tolerance);
                ++looks;
                if (!is_apart(found))
                    fail_msg("step %zu: %s after %g of %g is in %s: %s", number + 1,
                             app->assembly.parts[a].name, step->distance * s / samples,
                             step->distance, app->assembly.parts[b].name, pair_state_name(found));
            }
    }
    return looks;
}

// What is said to be in the way of what stays has not left, and is met where it is said to be.
static void check_rest(const App *app, const RemovalOrder *order, const RemovalRest *rest,
                       const bool *there)
{
    char words[512];
    removal_rest_words(app, order, rest, words, sizeof words);
    print_message("stays: %s\n", words);
    assert_true(there[rest->part] && rest->count >= 1);
    for (size_t i = 0; i < rest->count; ++i) {
        const RemovalBlock *block = &order->blocks[rest->first + i];
        assert_true(there[block->part] && block->part != rest->part);
        if (block->state != PULL_BLOCKED)
            continue;
        Vec3d shift = vec3d_scale(rest->direction, block->met);
        enum PairState found = state_at(rest->part, block->part, shift, app->document.tolerance);
        if (is_apart(found))
            fail_msg("%s; but %s at %g", words, pair_state_name(found), block->met);
    }
}

// NO_STEP: it stays.
enum { NO_STEP = -1 };
static int step_of(const App *app, const RemovalOrder *order, const char *name)
{
    for (size_t i = 0; i < order->step_count; ++i)
        for (size_t k = 0; k < order->steps[i].count; ++k) {
            int32_t part = order->parts[order->steps[i].first + k];
            if (strcmp(app->assembly.parts[part].name, name) == 0)
                return (int)i;
        }
    return NO_STEP;
}

// Each part leaves once, stays, or is what they are taken off.
static void check_all_are_told(const App *app, const RemovalOrder *order)
{
    int told[64] = {0};
    if (removal_state(app)->base != NO_PART)
        ++told[removal_state(app)->base];
    for (size_t i = 0; i < order->part_count; ++i)
        ++told[order->parts[i]];
    for (size_t i = 0; i < order->rest_count; ++i)
        ++told[order->rests[i].part];
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (told[i] + app->document.parts[i].locked != posed[i].active)
            fail_msg("%s is told %d times", app->assembly.parts[i].name, told[i]);
}

static const RemovalOrder *check_order(App *app)
{
    bool there[64];
    char words[512];
    int64_t looks = 0;
    const RemovalOrder *order = find_order(app);
    check_all_are_told(app, order);
    for (int32_t i = 0; i < app->document.part_count; ++i)
        there[i] = posed[i].active;
    for (size_t i = 0; i < order->step_count; ++i) {
        const RemovalStep *step = &order->steps[i];
        for (size_t k = 0; k < step->count; ++k)
            there[order->parts[step->first + k]] = false;
        looks += check_step(app, order, i, there);
        removal_step_words(app, order, step, words, sizeof words);
        print_message("%zu: %s, %.0f along (%.2f %.2f %.2f)\n", i + 1, words, step->distance,
                      step->direction.x, step->direction.y, step->direction.z);
    }
    for (size_t i = 0; i < order->rest_count; ++i)
        check_rest(app, order, &order->rests[i], there);
    removal_order_words(app, words, sizeof words);
    print_message("%s Looked at %lld times.\n", words, (long long)looks);
    return order;
}

// Nothing locked, all of it comes off a fender, but what the thread and the belt hold together leaves together.
// With body, engine and bracket locked, as in the garage, that stays: by straight pulls alone no wheel is unscrewed.
static void the_engine_bay_comes_apart_as_far_as_it_says(void **state)
{
    (void)state;
    static const char *const LOCKED[] = {"Engine block",       "Cylinder head", "Timing cover",
                                         "Alternator bracket", "Firewall",      "Front panel",
                                         "Fender left",        "Fender right",  "Intake plenum"};
    if (!full_tier())
        skip();
    App app = start();
    Error err = {""};
    app.draws_nothing = true;
    assert_true(stages_open_scene(&app, scene_find("Engine bay"), &err));
    stages_wait(&app);
    pose_all(&app);
    const RemovalOrder *order = check_order(&app);
    assert_true(order->rest_count == 0 && removal_state(&app)->base != NO_PART);
    int wheel = step_of(&app, order, "Fixing wheel");
    assert_true(wheel != NO_STEP && order->steps[wheel].count > 1);
    assert_int_equal(step_of(&app, order, "Alternator"), wheel);

    for (size_t i = 0; i < sizeof LOCKED / sizeof *LOCKED; ++i)
        lock(&app, assembly_find(&app.assembly, LOCKED[i]));
    order = check_order(&app);
    assert_int_equal(removal_state(&app)->staying, sizeof LOCKED / sizeof *LOCKED);
    assert_int_equal(removal_state(&app)->base, NO_PART);
    assert_int_equal(step_of(&app, order, "Fixing wheel"), NO_STEP);
    assert_int_equal(step_of(&app, order, "Alternator"), NO_STEP);
    assert_true(step_of(&app, order, "Hood") != NO_STEP);
    for (int32_t i = 0; i < app.document.part_count; ++i)
        bvh_release((Bvh *)posed[i].tree);
    solid_cache_free(&solids);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_is_in_the_way_is_named),
        cmocka_unit_test(what_is_not_proven_is_said_to_be),
        cmocka_unit_test(what_stays_is_said_plainly),
        cmocka_unit_test_setup_teardown(the_table_has_steps_and_what_stays, make_folder,
                                        remove_folder),
        cmocka_unit_test(the_engine_bay_comes_apart_as_far_as_it_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
