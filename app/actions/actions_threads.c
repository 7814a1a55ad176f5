// Bolts in tapped holes: found among the clashes, and said to be meant.
#include "app/actions/action_tools.h"
#include "app/stages/rows.h"

static const char *nothing_clashes(const App *app)
{
    return app->document.part_count == 0 ? "nothing is open"
           : !app->fit_known             ? "the contacts are still being looked for"
           : app->fit.count == 0         ? "nothing touches"
                                         : NULL;
}

static void threads_find(App *app, const ActionArgs *args)
{
    (void)args;
    app->threads.then = NULL;
    stage_ask(app, &stage_threads);
}

const Action action_threads_find = {
    .name = "threads.find",
    .title = "Find bolts in tapped holes",
    .note = "of all clashes: a pin and a hole about one axis that overlap by the depth of a thread",
    .obstacle = nothing_clashes,
    .act = threads_find,
};

static const char *no_threads(const App *app)
{
    return !threads_known(app)        ? "threads were not looked for since something changed"
           : app->threads.count == 0  ? "no clash is a bolt in a tapped hole"
           : app->threads.unsaid == 0 ? "all threads are intentional already"
                                      : NULL;
}

static bool threads_accept(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    const RuleSet *rules = app->document.rules;
    RuleSet *set = rules ? rule_set_copy(rules) : rule_set_create();
    bool good = set || error_set(err, "not enough memory for the rules");
    for (size_t i = 0; good && i < app->threads.count; ++i) {
        const ThreadPair *pair = &app->threads.pairs[i];
        if (pair->meant)
            continue;
        good = rule_set_put(set, RULE_INTENTIONAL, app->assembly.parts[pair->a].key,
                            app->assembly.parts[pair->b].key, 0, err);
    }
    rule_set_release(good ? app->document.rules : set);
    if (good)
        app->document.rules = set;
    return good;
}

const Action action_threads_accept = {
    .name = "threads.accept",
    .title = "Make threads intentional",
    .note = "all bolts in tapped holes that were found: rules about the pairs, one step",
    .flags = ACTION_UNDOABLE,
    .obstacle = no_threads,
    .apply = threads_accept,
};

// The rules are a step of their own, once it is known what they are about.
static void threads_settle(App *app, const ActionArgs *args)
{
    (void)args;
    if (threads_known(app) && app->threads.unsaid > 0) {
        action_submit(&app->queue, &action_threads_accept, NULL);
        return;
    }
    app->threads.then = &action_threads_accept;
    stage_ask(app, &stage_threads);
}

const Action action_threads_settle = {
    .name = "threads.settle",
    .title = "Find threads and make them intentional",
    .note = "both in one: bolts in tapped holes among the clashes are no longer counted",
    .obstacle = nothing_clashes,
    .act = threads_settle,
};
