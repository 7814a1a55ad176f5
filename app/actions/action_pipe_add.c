#include "app/actions/action_tools.h"
#include "app/actions/list_pipes.h"
#include "app/document/lists.h"
#include "app/scenes/kit.h"
#include "app/session/pipe_kit.h"

static bool pipe_add(App *app, const ActionArgs *args, Error *err)
{
    int pieces[PIPE_PIECES_MOST], count = pipe_pieces(pieces);
    if (args->index < 0 || args->index >= count)
        return error_set(err, "there is no segment number %d", (int)args->index);
    return pipe_kit_add(app, args->part, pieces[args->index], args->number, err);
}

// Also where nothing is open yet.
static const char *obstacle(const App *app)
{
    (void)app;
    return NULL;
}

const Action action_pipe_add = {
    .name = "pipe.add",
    .title = "Add a pipe segment",
    .note = "index: which one; part: at its widest open end, bolt hole over bolt hole, or beside "
            "everything; number: nominal width in mm, 0: the one that fits",
    .args = {{.type = ARG_SELECTED, .optional = true},
             {.type = ARG_INDEX, .list = &list_pipe_pieces},
             {.type = ARG_NUMBER, .optional = true, .what = "the width", .most = 1000}},
    .obstacle = obstacle,
    .apply = pipe_add,
    .example = "index=0",
};
