#include "app/actions/action_tools.h"
#include "app/document/selection.h"
#include "app/stages/move.h"

enum { ALL_AXES = 3 };

// What happens to the world: it grows about the pivot along axes of the leading part.
typedef struct Scaling {
    const Affine *lead;
    Vec3d pivot, axes[3];
    double factors[3];
    bool all; // by the same factor along all axes
} Scaling;

static const Affine *start_of(const App *app, int32_t part)
{
    return &app->step_start->parts[part].placement;
}

static Scaling plan(const App *app, const ActionArgs *args)
{
    const Affine *lead = start_of(app, args->part);
    Scaling s = {.lead = lead, .pivot = lead->p, .all = args->axis == ALL_AXES && args->flag};
    if (selection_has(app->step_start, args->part)) // what the handles show is about the selection
        move_pivot(app, app->step_start, &s.pivot);
    for (int k = 0; k < 3; ++k) {
        bool wanted = args->axis == k || args->axis == ALL_AXES;
        double scale = args->flag ? 1 : affine_axis_scale(lead, k);
        s.factors[k] = wanted ? args->amount / scale : 1;
        s.axes[k] = vec3d_normalised(vec3d(lead->m[0][k], lead->m[1][k], lead->m[2][k]));
    }
    return s;
}

// From where the step began: a drag that is taken back leaves nothing behind, since a factor of 1
// is exact. False: too large or too small.
static bool scaled(const App *app, const Scaling *s, int32_t part, Affine *to)
{
    const Affine *start = start_of(app, part);
    Vec3d from_pivot = vec3d_sub(start->p, s->pivot);
    *to = *start;
    for (int k = 0; k < 3; ++k) {
        double factor = s->factors[k];
        int own = s->all ? k : move_scaled_axis(s->lead, k, start);
        double scale = affine_axis_scale(start, own) * factor;
        if (!(scale >= PART_LEAST_SCALE * (1 - 1e-12) && scale <= PART_MOST_SCALE * (1 + 1e-12)))
            return false;
        for (int i = 0; i < 3; ++i)
            to->m[i][own] = to->m[i][own] * factor;
        double along = vec3d_dot(from_pivot, s->axes[k]);
        to->p = vec3d_add_scaled(to->p, s->axes[k], (factor - 1) * along);
    }
    return true;
}

static bool goes(const App *app, const ActionArgs *args, int32_t part)
{
    const Document *document = &app->document;
    if (part == args->part)
        return true;
    return args->flag && selection_goes_along(document, args->part, part) &&
           !document->parts[part].locked;
}

// Along axes of the part: placements are rotations times scales.
static bool apply(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err))
        return false;
    Affine to;
    Scaling scaling = plan(app, args);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        if (!goes(app, args, i))
            continue;
        if (!scaled(app, &scaling, i, &to))
            return error_set(err, "a scale must lie between %g and %g", PART_LEAST_SCALE,
                             PART_MOST_SCALE);
        if (!action_check_placement(app, i, &to, err))
            return false;
    }
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (goes(app, args, i) && scaled(app, &scaling, i, &to))
            app->document.parts[i].placement = to;
    return true;
}

const Action action_part_scale = {
    .name = "part.scale",
    .title = "Scale part",
    .note =
        "about the pivot; part, index of its axis or 3 for all, number: scale along it; flag: the "
        "number is a factor, for all that is selected",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART},
             {.type = ARG_INDEX, .what = "axis", .least = 0, .most = 3},
             {.type = ARG_NUMBER},
             {.type = ARG_FLAG}},
    .apply = apply,
    .example = "index=1 number=1.5 flag=off",
};
