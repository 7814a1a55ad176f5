// Pipe end on pipe end, as snapping leaves them: exactly, and bolt hole over bolt hole. Whether two such faces also
// touch is a matter of rounding.
#include "app/script/task_run.h"
#include "core/feature/mate.h"

#include <math.h>

static const double EXACT = 1e-6; // of the end's radius; of axes and bolt holes, radians

static bool end_of(const App *app, int32_t part, int32_t index, Connector *out)
{
    NamedConnector one;
    return app_connector(app, part, index, &one) && one.at.kind == CONNECTOR_PIPE &&
           connector_placed(&one.at, &app->document.parts[part].placement, out);
}

static bool ends_meet(const Connector *a, const Connector *b)
{
    if (!(vec3d_distance(a->origin, b->origin) <= EXACT * fmin(a->radius, b->radius)))
        return false;
    Mate mate = connector_mate(a, b, 0);
    return mate.verdict == MATE_FITS && mate.angle <= EXACT && fabs(mate.roll) <= EXACT;
}

bool task_joined(const App *app, int32_t part, int32_t other)
{
    Connector a, b;
    if (app->hand.snap.on) // it goes farther than home to feel what holds it
        return false;
    for (int32_t i = 0; i < app_connector_count(app, part); ++i)
        for (int32_t k = 0; end_of(app, part, i, &a) && k < app_connector_count(app, other); ++k)
            if (end_of(app, other, k, &b) && ends_meet(&a, &b))
                return true;
    return false;
}

static bool has_end(const App *app, int32_t part)
{
    Connector end;
    for (int32_t i = 0; i < app_connector_count(app, part); ++i)
        if (end_of(app, part, i, &end))
            return true;
    return false;
}

bool task_can_join(const App *app, int32_t part, int32_t other, Error *err)
{
    const int32_t both[] = {part, other};
    if (part == other)
        return error_set(err, "%s cannot be joined to itself", app->assembly.parts[part].name);
    for (int i = 0; i < 2; ++i)
        if (!has_end(app, both[i]))
            return error_set(err, "%s has no pipe end", app->assembly.parts[both[i]].name);
    return true;
}

bool task_ends_known(App *app, const TaskRun *run)
{
    for (int i = 0; i < run->task.step_count; ++i)
        for (int k = 0; k < run->task.steps[i].goal_count; ++k) {
            const TaskStep *step = &run->task.steps[i];
            const ScriptWord *both[] = {step->part, step->goals[k].other};
            for (int n = 0; step->goals[k].kind == GOAL_JOINED && n < 2; ++n) {
                int32_t part;
                Error ignored;
                // What is not there is said by task_resolve.
                if (!script_find_part(app, both[n], &part, &ignored) || part == NO_PART ||
                    !app->parts[part].tree || app_features(app, part))
                    continue;
                features_ask(&app->features, part);
                return false;
            }
        }
    return true;
}
