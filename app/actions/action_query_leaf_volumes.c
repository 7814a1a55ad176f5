#include "app/actions/action_tools.h"
#include "core/query/volume_contacts.h"

static bool enabled(const App *app, const char **why)
{
    if (query_leaves_approximate(&app->document.build))
        return true;
    *why = "only leaves of hybrid hierarchies are meant to stand for what is in them: choose the "
           "volume \"hybrid\"";
    return false;
}

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    (void)err;
    app->document.query.leaf_volumes = args->flag;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    args->flag = !app->document.query.leaf_volumes;
}

const Action action_query_leaf_volumes = {
    .name = "query.leaf_volumes",
    .title = "Stop at leaf volumes",
    .note = "flag: searches end where volumes of leaves touch and compare no triangles; the list "
            "of clashes and reports still do",
    .flags = ACTION_UNDOABLE,
    .reads = READS_FLAG,
    .enabled = enabled,
    .apply = apply,
    .subject = action_flag_word,
    .example = example,
};
