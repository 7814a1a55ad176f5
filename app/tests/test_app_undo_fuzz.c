// A thousand random actions over the whole registry, with each one's example, other good arguments
// and hostile ones; then everything is undone and redone. Every single step is compared with what
// there was before it, the ends also by a hash of the scene that knows nothing of document_equal.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/history.h"
#include "app/document/names.h"
#include "app/tests/app_fixture.h"
#include "app/tests/examples.h"
#include "core/base/rng.h"
#include "core/base/utf8.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <math.h>
#include <stdio.h>

enum { ACTIONS = 1000, MOST_PARTS = 40 };
#define UNKNOWN UINT64_C(0) // a hash that is not compared

static uint64_t mixed(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; ++i)
        hash = (hash ^ b[i]) * UINT64_C(1099511628211);
    return hash;
}

#define MIX(hash, value) mixed(hash, &(value), sizeof(value))

static uint64_t mixed_text(uint64_t hash, const char *text)
{
    return utf8_hash(text ? text : "", hash);
}

static uint64_t part_hash(const App *app, int32_t i, uint64_t hash)
{
    const PartState *p = &app->document.parts[i];
    const Part *part = &app->assembly.parts[i];
    hash = MIX(hash, i);
    hash = mixed_text(mixed_text(mixed_text(hash, part->key), part->name), p->group);
    hash = MIX(MIX(MIX(MIX(hash, part->colour), p->visible), p->ghost), p->rigid);
    hash = MIX(MIX(MIX(hash, p->locked), p->selected), p->overlay_level);
    hash = MIX(MIX(hash, p->shape.rule), p->shape.amount);
    // By value: -0 and 0 are the same place.
    for (int k = 0; k < 12; ++k) {
        double v = (k < 9 ? p->placement.m[k / 3][k % 3] : p->placement.p.v[k - 9]) + 0.0;
        hash = MIX(hash, v);
    }
    return hash;
}

static uint64_t scene_hash(const App *app)
{
    const Document *d = &app->document;
    uint64_t hash = UTF8_HASH_START;
    for (int32_t i = 0; i < d->part_count; ++i)
        if (!d->parts[i].removed)
            hash = part_hash(app, i, hash);
    hash = MIX(MIX(MIX(hash, d->selected), d->clearance), d->tolerance);
    hash = mixed_text(mixed_text(hash, d->build.type->name), d->build.split->name);
    hash = mixed_text(MIX(MIX(hash, d->build.leaf_size), d->build.arity), d->build.builder->name);
    hash = MIX(MIX(MIX(hash, d->query.mode), d->query.test), d->query.rule);
    hash = mixed_text(MIX(hash, d->query.lift), d->query.tri->name);
    hash = MIX(hash, d->query.leaf_volumes);
    for (size_t i = 0; d->rules && i < d->rules->count; ++i) {
        const Rule *rule = &d->rules->rules[i];
        hash = MIX(MIX(mixed_text(mixed_text(hash, rule->a), rule->b), rule->kind), rule->length);
    }
    const ViewSettings *v = &d->view;
    hash = MIX(MIX(MIX(hash, v->feature_edges), v->wire_on_contact), v->intersection_lines);
    return MIX(MIX(MIX(hash, v->grid), v->look), v->overlay_opacity);
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
} Model;

static void undo_one(App *app, Model *m, uint64_t *after)
{
    *after = scene_hash(app);
    assert_true(app_do(app, &action_edit_undo, NULL, 0));
    --m->done;
    ++m->compared;
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
    const Action *action = actions[rng_below(rng, action_count)];
    if (rng_below(rng, 8) == 0)
        action = rng_below(rng, 2) ? &action_part_select : &action_parts_select_all;
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

static void run(uint64_t seed, int *applied, int *steps, int *compared)
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
    document_free(&start);
    document_free(&end);
    app_free(&app);
}

static void anything_can_be_undone_and_redone(void **state)
{
    (void)state;
    int seeds = full_tier() ? 150 : 6, applied = 0, steps = 0, compared = 0;
    const char *only = getenv("SNUG_SEED");
    uint64_t first = only ? strtoull(only, NULL, 10) : 1;
    for (uint64_t seed = first; seed < first + (uint64_t)(only ? 1 : seeds); ++seed)
        run(seed, &applied, &steps, &compared);
    print_message("RAN: seeds %d to %d, %d actions each: %d applied, %d steps, %d compared\n",
                  (int)first, (int)first + (only ? 0 : seeds - 1), (int)ACTIONS, applied, steps,
                  compared);
    assert_true(only || applied > 300 * seeds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(anything_can_be_undone_and_redone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
