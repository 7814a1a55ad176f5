// A thousand random actions over the whole registry, with each one's example, other good arguments
// and hostile ones; then everything is undone and redone. Every single step is compared with what
// there was before it by a hash of all that document_equal compares, the ends by that itself as well.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/document/names.h"
#include "app/document/study_actions.h"
#include "app/tests/document_hash.h"
#include "app/tests/examples.h"
#include "core/base/rng.h"

#include <math.h>
#include <stdio.h>

enum { ACTIONS = 1000, MOST_PARTS = 40 };
#define UNKNOWN UINT64_C(0) // a hash that is not compared

// What it says of the parts that lies in the assembly, and what differs between documents that document_equal
// tells apart.
static uint64_t scene_hash(const App *app)
{
    const Document *d = &app->document;
    uint64_t hash = document_hash(d);
    for (int32_t i = 0; i < d->part_count; ++i) {
        const Part *part = &app->assembly.parts[i];
        if (!d->parts[i].removed)
            hash = MIX(mixed_text(mixed_text(hash, part->key), part->name), part->colour);
    }
    return hash;
}

// What the steps that were compared had in their documents.
typedef struct Seen {
    int variants, used, rigid, connectors, joints, coordinates, studies;
} Seen;

static void look(const Document *d, Seen *seen)
{
    bool variants = false, used = false, rigid = false, connectors = false, coordinates = false;
    for (int32_t i = 0; i < d->part_count; ++i) {
        const PartState *p = &d->parts[i];
        if (p->removed)
            continue;
        variants |= p->variants != NULL;
        used |= p->variant > 0;
        rigid |= p->rigid > 0;
        connectors |= p->connectors != NULL;
        coordinates |= fabs(p->joint.turn) > 0 || fabs(p->joint.shift) > 0;
    }
    seen->variants += variants;
    seen->used += used;
    seen->rigid += rigid;
    seen->connectors += connectors;
    seen->coordinates += coordinates;
    seen->joints += joint_list_count(d->joints) > 0;
    seen->studies += fabs(field_number(d, &action_sweep_cell)) > 0;
}

// What opens another assembly ends the history, and files are not to be written here. All that can
// be undone stays in.
static bool left_out(const Action *action)
{
    if (action->flags & ACTION_UNDOABLE)
        return false;
    // Figures of the papers are measured for up to a minute each, and change nothing in the document.
    if (strncmp(action->name, "figure.", 7) == 0)
        return true;
    // A cancel meets what happens to be under way; test_app_storms has it.
    return action == &action_app_quit || action == &action_app_cancel ||
           action == &action_scene_open || action_takes(action, ARG_TEXT) ||
           action_takes(action, ARG_PATH);
}

static double some_number(Rng *rng)
{
    static const double odd[] = {NAN, INFINITY, -INFINITY, 1e300, -1, 0, 1e-300, 1, 2, 0.5};
    return rng_below(rng, 3) == 0 ? odd[rng_below(rng, sizeof odd / sizeof *odd)] : rng_unit(rng);
}

static int32_t some_index(Rng *rng, int32_t most)
{
    static const int32_t odd[] = {INT32_MIN, INT32_MAX, -1, -2, 1 << 24, 0xFFFFFF};
    return rng_below(rng, 6) == 0 ? odd[rng_below(rng, sizeof odd / sizeof *odd)]
                                  : rng_below(rng, most);
}

static void random_arguments(Rng *rng, const App *app, ActionArgs *args)
{
    static const char *const texts[] = {"",     "A",        "Group", "B\xC3\xB6lt", "\xFF\x01 x",
                                        "a/b",  "%s%n",     "##",    "Ring",        "  ",
                                        "/nix", "\xE2\x82", "Plate"};
    *args = (ActionArgs){.part = some_index(rng, app->document.part_count),
                         .index = some_index(rng, 8),
                         .number = some_number(rng),
                         .flag = rng_below(rng, 2),
                         .placement = rng_rotation(rng),
                         .camera = app->document.view.camera};
    args->placement.p = rng_in_cube(rng, 30);
    if (rng_below(rng, 10) == 0)
        args->placement.m[rng_below(rng, 3)][rng_below(rng, 3)] = some_number(rng);
    const char *text = texts[rng_below(rng, sizeof texts / sizeof *texts)];
    snprintf(args->text, sizeof args->text, "%s", text);
    if (rng_below(rng, 20) == 0)
        memset(args->text, 'x', sizeof args->text - 1);
}

// What the steps of the history lead from and to.
typedef struct Model {
    uint64_t before[HISTORY_MAX_STEPS + 1];
    int done;
    uint64_t seed;
    int compared;
    Seen seen;
} Model;

static void undo_one(App *app, Model *m, uint64_t *after)
{
    *after = scene_hash(app);
    assert_true(app_do(app, &action_edit_undo, NULL, 0));
    --m->done;
    ++m->compared;
    look(&app->document, &m->seen);
    if (m->before[m->done] != UNKNOWN && scene_hash(app) != m->before[m->done])
        fail_msg("seed %d: undoing step %d (%s) leaves another scene", (int)m->seed, m->done,
                 history_title(app->history, m->done));
}

static void redo_one(App *app, Model *m, uint64_t after)
{
    m->before[m->done] = scene_hash(app);
    assert_true(app_do(app, &action_edit_redo, NULL, 0));
    ++m->done;
    ++m->compared;
    if (scene_hash(app) != after)
        fail_msg("seed %d: redoing step %d (%s) leaves another scene", (int)m->seed, m->done - 1,
                 history_title(app->history, m->done - 1));
}

static void act(App *app, Model *m, Rng *rng, int *applied)
{
    // What others need something of.
    static const Action *const often[] = {&action_part_select,  &action_parts_select_all,
                                          &action_part_select,  &action_parts_select_all,
                                          &action_variant_take, &action_variant_choose,
                                          &action_joint_add,    &action_joint_set};
    const Action *action = actions[rng_below(rng, action_count)];
    if (rng_below(rng, 6) == 0)
        action = often[rng_below(rng, sizeof often / sizeof *often)];
    if (action == &action_edit_undo || action == &action_edit_redo || action == &action_edit_jump ||
        left_out(action) ||
        (action == &action_part_duplicate &&
         document_live_count(&app->document) > MOST_PARTS / 2) ||
        app->document.part_count > 50 * MOST_PARTS)
        return;
    ActionArgs args = {.part = NO_PART};
    if (rng_below(rng, 2) == 0)
        action_example(app, action, &args);
    else
        random_arguments(rng, app, &args);
    if (action == &action_variant_choose)
        args.index = rng_below(rng, 3);
    uint64_t before = scene_hash(app);
    int steps = history_done(app->history);
    bool done = app_do(app, action, &args, (uint64_t)rng_below(rng, 3));
    *applied += done;
    int now = history_done(app->history);
    if (!done && (scene_hash(app) != before || now != steps))
        fail_msg("seed %d: %s was refused and yet changed something", (int)m->seed, action->name);
    if (now == steps + 1)
        m->before[steps] = before;
    // A merged action that leads back to where its step began takes the step away.
    m->done = now;
}

// Results that come in may be steps too: what a worker has made for the user. What there was just
// before such a step is not known here.
static void take_results(App *app, Model *m)
{
    int steps = history_done(app->history);
    stages_wait(app); // never just a look: the same seed does the same every time
    for (int i = steps; i < history_done(app->history); ++i)
        m->before[i] = UNKNOWN;
    m->done = history_done(app->history);
}

// Back a few steps and forth again, or on from there.
static void wander(App *app, Model *m, Rng *rng)
{
    enum { FAR = 12 };
    uint64_t after[FAR];
    int back = rng_below(rng, FAR) + 1, made = 0;
    while (made < back && m->done > 0)
        undo_one(app, m, &after[made++]);
    int forth = rng_below(rng, made + 1);
    for (int i = made - 1; i >= made - forth; --i)
        redo_one(app, m, after[i]);
}

static void add_up(Seen *sum, const Seen *seen)
{
    sum->variants += seen->variants;
    sum->used += seen->used;
    sum->rigid += seen->rigid;
    sum->connectors += seen->connectors;
    sum->joints += seen->joints;
    sum->coordinates += seen->coordinates;
    sum->studies += seen->studies;
}

static void run(uint64_t seed, int *applied, int *steps, int *compared, Seen *seen)
{
    static Model m;
    m = (Model){.seed = seed};
    Rng rng = rng_create(seed);
    App app;
    fixture_open(&app);
    Document start, end;
    assert_true(document_copy(&start, &app.document));
    uint64_t start_hash = scene_hash(&app);
    for (int i = 0; i < ACTIONS; ++i) {
        if (rng_below(&rng, 25) == 0)
            wander(&app, &m, &rng);
        else
            act(&app, &m, &rng, applied);
        if (rng_below(&rng, 40) == 0)
            take_results(&app, &m);
    }
    take_results(&app, &m);
    assert_true(history_count(app.history) < HISTORY_MAX_STEPS); // else the start is forgotten
    while (history_can_redo(app.history)) {
        m.before[m.done++] = scene_hash(&app);
        assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    }
    assert_true(document_copy(&end, &app.document));
    uint64_t end_hash = scene_hash(&app);
    *steps += m.done;
    static uint64_t after[HISTORY_MAX_STEPS];
    int made = 0;
    bool selected_first = m.done > 0; // what was selected before the first step comes back with it
    while (m.done > 0)
        undo_one(&app, &m, &after[made++]);
    if (selected_first)
        start.selected = app.document.selected;
    for (int32_t i = 0; i < start.part_count; ++i)
        start.parts[i].selected = app.document.parts[i].selected;
    if (!document_equal(&start, &app.document))
        fail_msg("seed %d: all undone, it is another document", (int)seed);
    app_do(&app, &action_parts_select_none, NULL, 0);
    if (scene_hash(&app) != start_hash)
        fail_msg("seed %d: all undone, it is another scene", (int)seed);
    stages_wait(&app);
    if (app.parts[0].tree && bvh_desc_equal(&app.parts[0].tree->desc, &app.document.build))
        check_report(&app, "all undone");
    while (made > 0) {
        --made;
        redo_one(&app, &m, after[made]);
    }
    if (!document_equal(&end, &app.document) || scene_hash(&app) != end_hash)
        fail_msg("seed %d: all redone, it is another scene", (int)seed);
    // In one leap each.
    int all = history_count(app.history);
    assert_true(app_do(&app, &action_edit_jump, &(ActionArgs){.index = 0}, 0));
    assert_true(app_do(&app, &action_edit_jump, &(ActionArgs){.index = all}, 0));
    assert_true(document_equal(&end, &app.document));
    *compared += m.compared;
    add_up(seen, &m.seen);
    document_free(&start);
    document_free(&end);
    app_free(&app);
}

static void anything_can_be_undone_and_redone(void **state)
{
    (void)state;
    int seeds = full_tier() ? 150 : 6, applied = 0, steps = 0, compared = 0;
    Seen seen = {0};
    const char *only = getenv("SNUG_SEED");
    uint64_t first = only ? strtoull(only, NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + (uint64_t)(only ? 1 : seeds); ++seed)
        run(seed, &applied, &steps, &compared, &seen);
    print_message("RAN: seeds %d to %d, %d actions each: %d applied, %d steps, %d compared\n",
                  (int)first, (int)first + (only ? 0 : seeds - 1), (int)ACTIONS, applied, steps,
                  compared);
    print_message("RAN: undone to %d documents with variants, %d that use them, %d with rigid "
                  "groups, %d with "
                  "connectors, %d with joints, %d moved on them, %d with cells of sweeps\n",
                  seen.variants, seen.used, seen.rigid, seen.connectors, seen.joints,
                  seen.coordinates, seen.studies);
    assert_true(only || applied > 300 * seeds);
    assert_true(only ||
                (seen.variants > 50 * seeds && seen.used > 10 * seeds && seen.rigid > 10 * seeds &&
                 seen.connectors > 5 * seeds && seen.joints > 50 * seeds &&
                 seen.coordinates > 20 * seeds && seen.studies > 50 * seeds));
}

// One bit of every byte of a member.
static void flip(const Document *a, Document *b, void *member, size_t size, const char *what)
{
    unsigned char *bytes = member;
    for (size_t i = 0; i < size; ++i) {
        bytes[i] ^= 1;
        if (document_equal(a, b) != (document_hash(a) == document_hash(b)))
            fail_msg("%s: byte %zu, which document_equal %s", what, i,
                     document_equal(a, b) ? "leaves out" : "compares");
        bytes[i] ^= 1;
    }
}

// Members that point somewhere are not flipped, but for interned texts, which nobody reads here.
static void the_hash_tells_apart_what_equality_does(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = {.part = 1, .other = 0, .index = JOINT_CYLINDRICAL};
    snprintf(args.text, sizeof args.text, "at 0 0 0 along 0 1 0");
    assert_true(app_do(&app, &action_joint_add, &args, 0));
    for (int i = 0; i < 2; ++i) { // limits that are numbers
        args = (ActionArgs){.part = 1, .index = i};
        snprintf(args.text, sizeof args.text, "-3 5");
        assert_true(app_do(&app, &action_joint_limits, &args, 0));
    }
    Document *a = &app.document, b;
    assert_true(document_copy(&b, a));
    assert_true(document_edit_joints(&b) != a->joints);
    flip(a, &b, &b.parts[2], sizeof b.parts[2], "PartState");
    flip(a, &b, b.joints->joints, sizeof *b.joints->joints, "Joint");
    flip(a, &b, b.own_flags, sizeof b.own_flags, "flags");
    flip(a, &b, b.own_numbers, sizeof b.own_numbers, "numbers");
    flip(a, &b, &b.view, sizeof b.view, "ViewSettings");
    flip(a, &b, &b.effort, sizeof b.effort, "QueryEffort");
    flip(a, &b, &b.selected, sizeof b.selected, "selected");
    flip(a, &b, &b.clearance, sizeof b.clearance, "clearance");
    flip(a, &b, &b.tolerance, sizeof b.tolerance, "tolerance");
    flip(a, &b, &b.query.mode, offsetof(QueryDesc, tri), "QueryDesc");
    flip(a, &b, &b.query.limit, sizeof b.query.limit, "limit");
    flip(a, &b, &b.build.leaf_size, sizeof b.build - offsetof(BvhDesc, leaf_size), "BvhDesc");
    flip(a, &b, b.primitives.desc.types,
         offsetof(HybridDesc, seconds) - offsetof(HybridDesc, types), "HybridDesc");
    document_free(&b);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_hash_tells_apart_what_equality_does),
        cmocka_unit_test(anything_can_be_undone_and_redone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
