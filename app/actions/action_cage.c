// Two parts bounce in a cage.
#include "app/actions/action_tools.h"
#include "app/stages/cage_state.h"

static const char *obstacle(const App *app)
{
    int32_t parts[2];
    return app->path.recording ? "stop recording first" : cage_parts(app, parts);
}

static void path_cage(App *app, const ActionArgs *args)
{
    cage_ask(app, (uint64_t)args->number);
}

const Action action_path_cage = {
    .name = "path.cage",
    .title = "Bounce two parts in a cage",
    .note = "number: another motion for each; the selected two, or the first two that nothing "
            "holds, move and turn in a cage and exchange velocities where they meet. The path "
            "that was there goes",
    .args = {{.type = ARG_NUMBER, .what = "number", .least = 0, .most = 1000000, .optional = true}},
    .obstacle = obstacle,
    .act = path_cage,
    .example = "number=3",
};
