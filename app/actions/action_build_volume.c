#include "app/actions/action_tools.h"

#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_index(args->index, BV_TYPE_COUNT, "bounding volume", err))
        return false;
    if (app->document.build.type == bv_types[args->index])
        return true;
    // Parameters, overlap tests and what to open first belong to the volume: the new one starts
    // with its own, and with a builder and a criterion it can be built by.
    BvhDesc build = app->document.build;
    build.type = bv_types[args->index];
    build.params_set = false;
    if (!(build.type->traits & BV_WIDE))
        build.arity = 2;
    build = bvh_desc_filled(&build);
    const char *why;
    for (int i = 0; !bvh_desc_allowed(&build, &why) && i < (BUILDER_COUNT + 1) * SPLIT_RULE_COUNT;
         ++i) {
        if (i >= SPLIT_RULE_COUNT) // no criterion would do with the present builder
            build.builder = builders[i / SPLIT_RULE_COUNT - 1];
        build.split = split_rules[i % SPLIT_RULE_COUNT];
    }
    app->document.build = build;
    app->document.query.test = 0;
    app->document.query.rule = build.type->rule;
    return true;
}

static const char *subject(const App *app, const ActionArgs *args)
{
    (void)app;
    return bv_types[args->index]->name;
}

static void example(const App *app, ActionArgs *args)
{
    (void)app;
    args->index = BV_TYPE_COUNT - 1;
}

const Action action_build_volume = {
    .name = "build.volume",
    .title = "Bounding volume",
    .note = "index of the volume that hierarchies are built of",
    .flags = ACTION_UNDOABLE,
    .reads = READS_INDEX,
    .apply = apply,
    .subject = subject,
    .example = example,
};
