#include "action_tools.h"

// The rows of a usable placement are not more lopsided than this: beyond it the inverse is noise.
#define MIN_RELATIVE_DETERMINANT 1e-12

static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_part(app, args, err))
        return false;
    const Affine *to = &args->placement;
    const char *name = app->assembly.parts[args->part].name;
    if (!affine_is_finite(to))
        return error_set(err, "%s stays where it is: the placement is not a number", name);
    double scale = 0;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            scale = fmax(scale, fabs(to->m[i][j]));
        if (fabs(to->p.v[i]) > MESH_MAX_COORDINATE)
            return error_set(err, "%s stays where it is: the place is too far away", name);
    }
    Affine inverse;
    // Written so that a determinant that is not a number is refused too.
    if (!(fabs(affine_determinant(to)) > MIN_RELATIVE_DETERMINANT * scale * scale * scale) ||
        !affine_invert(to, &inverse) || !affine_is_finite(&inverse))
        return error_set(err, "%s stays where it is: the placement would flatten it", name);
    app->document.parts[args->part].placement = *to;
    return true;
}

static void example(const App *app, ActionArgs *args)
{
    action_example_part(app, args);
    args->placement = affine_translation(vec3d(1, 2, 3));
}

const Action action_part_move = {
    .id = ACTION_part_move,
    .name = "part.move",
    .title = "Move part",
    .note = "part, placement: from the part to the world",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .enabled = action_needs_parts,
    .apply = apply,
    .subject = action_part_name,
    .example = example,
};
