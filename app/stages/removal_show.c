// An order as it is played, and what was found as a path.
#include "app/stages/removal_state.h"
#include "core/base/array.h"
#include "core/mesh/mesh_hash.h"

double removal_step_seconds(const RemovalState *state, size_t step)
{
    // Long ways are gone faster.
    const RemovalStep *at = &state->order.steps[step];
    double share = at->distance > 0 ? at->end / at->distance : 1;
    return 0.8 + 0.4 * fmin(share, 2);
}

static double share_of(double position, size_t step)
{
    return fmax(0, fmin(1, position - (double)step));
}

Affine removal_placement(const RemovalState *state, int32_t part, double position)
{
    const RemovalOrder *order = &state->order;
    Affine to = state->order_key.target.parts[part].placement;
    for (size_t i = 0; i < order->step_count && share_of(position, i) > 0; ++i)
        for (size_t k = 0; k < order->steps[i].count; ++k) {
            if (order->parts[order->steps[i].first + k] != part)
                continue;
            double share = share_of(position, i);
            share = share * share * (3 - 2 * share); // starts and stops gently
            to.p = vec3d_add_scaled(to.p, order->steps[i].direction, share * order->steps[i].end);
        }
    return to;
}

// Joints of those that have left are off.
static bool take_joints_off(App *app, double position, Error *err)
{
    const RemovalState *state = removal_state(app);
    const RemovalOrder *order = &state->order;
    JointList *left = NULL;
    if (joint_list_count(state->order_key.joints) > 0 &&
        !(left = joint_list_copy(state->order_key.joints)))
        return error_set(err, "not enough memory");
    for (size_t i = 0; left && i < order->step_count && share_of(position, i) > 0; ++i)
        for (size_t k = 0; k < order->steps[i].count; ++k)
            for (int32_t j = joint_list_count(left) - 1; j >= 0; --j) {
                int32_t part = order->parts[order->steps[i].first + k];
                if (left->joints[j].child == part || left->joints[j].parent == part)
                    joint_list_remove(left, j);
            }
    joint_list_release(app->document.joints);
    app->document.joints = left;
    return true;
}

bool removal_place(App *app, double position, Error *err)
{
    RemovalState *state = removal_state_mut(app);
    const RemovalOrder *order = &state->order;
    if (!state->order_known)
        return error_set(err, "there is no order yet: find one first");
    if (state->order_old)
        return error_set(err, "the order is about something else than what is open: find it anew");
    position = fmax(0, fmin(position, (double)order->step_count));
    if (!take_joints_off(app, position, err))
        return false;
    for (size_t i = 0; i < order->part_count; ++i)
        app->document.parts[order->parts[i]].placement =
            removal_placement(state, order->parts[i], position);
    state->position = position;
    return true;
}

// --- paths

static bool add_part(const App *app, MotionPath *path, int32_t part, const Affine *from, Vec3d way,
                     double start, double end, Error *err)
{
    const Mesh *mesh = app_part_mesh(app, part);
    PathSample samples[2] = {{start, *from}, {end, *from}};
    samples[1].at.p = vec3d_add(from->p, way);
    RecordedPart recorded = {.part = part, .samples = samples, .count = 2};
    return path_record_keys(&recorded, app->assembly.parts[part].key, mesh_hash(mesh),
                            mesh_radius(mesh) * affine_stretch(from), path, err);
}

bool removal_order_path(const App *app, MotionPath *path, Error *err)
{
    const RemovalState *state = removal_state(app);
    const RemovalOrder *order = &state->order;
    double time = 0;
    *path = (MotionPath){.unit = app->assembly.unit};
    if (!state->order_known || order->step_count == 0)
        return error_set(err, "there is no order in which parts come out");
    for (size_t i = 0; i < order->step_count; ++i) {
        const RemovalStep *step = &order->steps[i];
        double end = time + removal_step_seconds(state, i);
        for (size_t k = 0; k < step->count; ++k) {
            int32_t part = order->parts[step->first + k];
            if (!add_part(app, path, part, &state->order_key.target.parts[part].placement,
                          vec3d_scale(step->direction, step->end), time, end, err)) {
                motion_path_free(path);
                return false;
            }
        }
        time = end;
    }
    return true;
}

bool removal_way_path(const App *app, size_t way, MotionPath *path, Error *err)
{
    const RemovalState *state = removal_state(app);
    *path = (MotionPath){.unit = app->assembly.unit};
    if (!state->ways_known || way >= state->ways.count)
        return error_set(err, "there is no way number %zu", way);
    const RemovalWay *at = &state->ways.items[way];
    Box3d box = part_world_bounds(app_part_mesh(app, state->part),
                                  &state->ways_key.target.parts[state->part].placement);
    double length = at->distance + 0.1 * vec3d_distance(box.lo, box.hi);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        bool along = state->ways_key.units[i] == state->ways_key.units[state->part];
        if (along && !app->document.parts[i].removed &&
            !add_part(app, path, i, &state->ways_key.target.parts[i].placement,
                      vec3d_scale(at->direction, length), 0, 2, err)) {
            motion_path_free(path);
            return false;
        }
    }
    return true;
}
