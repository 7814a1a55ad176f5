// Parts that are dragged through each other at random while something is switched, and what comparing all of their
// triangles finds.
#ifndef SNUG_APP_TESTS_RANDOM_SWITCHES_H
#define SNUG_APP_TESTS_RANDOM_SWITCHES_H

#include "app/actions/list_parts.h"
#include "app/document/fields.h"
#include "app/document/lists.h"
#include "app/document/presets.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"
#include "core/tests/brute_force.h"

enum { SMALL_BALL = 2 };

// A plate, a torus and a ball, coarser than the usual ones: all triangles are compared with all, many times.
static inline Assembly small_assembly(const char *title)
{
    Assembly assembly = {.title = strdup(title)};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Plate", shape_box(vec3d(10, 1, 10)), &at, 0x808080));
    at.p = vec3d(0, 8, 0);
    assert_true(assembly_add(&assembly, "Torus", shape_torus(5, 1.5, 14, 8), &at, 0x909090));
    at.p = vec3d(0, 3, 0);
    assert_true(assembly_add(&assembly, "Ball", shape_ico_sphere(2.5, 1), &at, 0xa0a0a0));
    return assembly;
}

static inline void contacts_of_all(const App *app, int32_t a, int32_t b, ContactList *out)
{
    Affine b_to_a;
    QueryStats stats;
    assert_true(placement_between(&app->document.parts[a].placement,
                                  &app->document.parts[b].placement, &b_to_a));
    assert_true(brute_force_contacts(app->assembly.parts[a].mesh, app->assembly.parts[b].mesh,
                                     &b_to_a, tri_tests[0], out, &stats));
}

// The ball goes on, in gestures of forty steps each.
static inline void drag_small_ball(App *app, Rng *rng, int step)
{
    Affine to = rng_rotation(rng);
    to.p = vec3d(rng_uniform(rng, -4, 4), rng_uniform(rng, -2, 9), rng_uniform(rng, -4, 4));
    ActionArgs move = {.part = SMALL_BALL, .placement = to};
    action_submit_merged(&app->queue, &action_part_move, &move, 1000 + (uint64_t)(step / 40));
    app_apply_actions(app);
    stages_update(app, 0);
}

// Actions that switch something; the last ones of one kind may be NULL.
enum { MOST_SWITCHES = 8 };
typedef struct Switches {
    const Action *lists[MOST_SWITCHES], *flags[MOST_SWITCHES];
    const Action *leaf_sizes[MOST_SWITCHES], *arities[MOST_SWITCHES], *presets[MOST_SWITCHES];
} Switches;

static inline const Action *one_of(const Action *const *all, Rng *rng)
{
    int count = 0;
    while (count < MOST_SWITCHES && all[count])
        ++count;
    return all[rng_below(rng, count)];
}

// Some switch or other; what the volume does not take is refused, as by a key. Its name.
static inline const char *switch_one(App *app, Rng *rng, const Switches *switches)
{
    static const int arities[] = {2, 4, 8};
    const Action *action;
    ActionArgs args = {.part = NO_PART};
    switch (rng_below(rng, 10)) {
    case 0:
        action = one_of(switches->leaf_sizes, rng);
        args.index = 1 + rng_below(rng, BVH_MAX_LEAF);
        break;
    case 1:
        action = one_of(switches->arities, rng);
        args.index = arities[rng_below(rng, 3)];
        break;
    case 2:
        action = one_of(switches->flags, rng);
        args.flag = rng_below(rng, 2) == 1;
        break;
    case 3:
        action = one_of(switches->presets, rng);
        args.index = rng_below(rng, preset_count());
        break;
    default:
        action = one_of(switches->lists, rng);
        args.index = rng_below(rng, list_count(action->field->list, &app->document));
        break;
    }
    action_submit(&app->queue, action, &args);
    app_apply_actions(app);
    return action->name;
}

#endif
