// Doing things to variants, for tests of them.
#ifndef SNUG_APP_TESTS_VARIANT_FIXTURE_H
#define SNUG_APP_TESTS_VARIANT_FIXTURE_H

#include "app/actions/list_variants.h"
#include "app/document/variants.h"
#include "app/tests/scene_fixture.h"

#include <math.h>

static inline void assert_near(double a, double b, double within)
{
    if (!(fabs(a - b) <= within))
        fail_msg("%.17g is not %.17g", a, b);
}

// By their trees, as they stand.
static inline double apart(const App *app, int32_t a, int32_t b)
{
    PosedPart posed[2] = {{app->parts[a].tree, app->document.parts[a].placement, true, true},
                          {app->parts[b].tree, app->document.parts[b].placement, true, true}};
    Distance d;
    assert_true(assembly_distance(&posed[0], &posed[1], NULL, NULL, &d, NULL));
    return d.value;
}

static inline bool act(App *app, const Action *action, ActionArgs args)
{
    bool done = app_do(app, action, &args, 0);
    stages_wait(app);
    return done;
}

static inline bool take(App *app, int32_t part, int32_t other, enum VariantAlign align,
                        const char *name)
{
    ActionArgs args = {.part = part, .other = other, .index = (int32_t)align};
    snprintf(args.text, sizeof args.text, "%s", name);
    return act(app, &action_variant_take, args);
}

static inline bool choose(App *app, int32_t part, int number)
{
    return act(app, &action_variant_choose, (ActionArgs){.part = part, .index = number});
}

static inline bool place(App *app, int32_t part, int number, const char *text)
{
    ActionArgs args = {.part = part, .index = number};
    snprintf(args.text, sizeof args.text, "%s", text);
    return act(app, &action_variant_place, args);
}

#endif
