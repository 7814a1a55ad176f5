#include "app/stages/path_joints.h"

#include "app/document/path_pose.h"
#include "core/base/array.h"

// Where a part is at this time, moved by the path or not.
static Affine placement_at(const App *app, const MotionPath *path, int32_t part, double time)
{
    const char *key = app->assembly.parts[part].key;
    for (size_t i = 0; i < path->part_count; ++i)
        if (strcmp(path->parts[i].key, key) == 0)
            return path_placement_in(path, &path->parts[i], time, app->assembly.unit);
    return app->document.parts[part].placement;
}

// From the last key back: between two keys it turns by less than half a turn.
static bool record_part(const App *app, const MotionPath *path, PathPart *part, int32_t number)
{
    const JointList *list = app->document.joints;
    int32_t index = joint_list_find(list, number);
    if (index == NO_JOINT || list->joints[index].kind == JOINT_FIXED)
        return true;
    const Joint *joint = &list->joints[index];
    size_t count = part->key_count * PATH_JOINT_COORDINATES;
    if (!array_reserve(&part->joints, &part->joint_capacity, count, sizeof *part->joints))
        return false;
    part->joint_count = PATH_JOINT_COORDINATES;
    JointCoordinates at = app->document.parts[number].joint;
    for (size_t k = part->key_count; k-- > 0;) {
        double time = part->keys[k].time;
        Affine child = path_placement_in(path, part, time, app->assembly.unit), parent;
        if (joint->parent != JOINT_GROUND)
            parent = placement_at(app, path, joint->parent, time);
        joint_coordinates(joint, joint->parent == JOINT_GROUND ? NULL : &parent, &child, at, &at);
        memcpy(part->joints + k * PATH_JOINT_COORDINATES, at.v, sizeof at.v);
    }
    return true;
}

bool path_joints_record(const App *app, MotionPath *path)
{
    for (size_t i = 0; i < path->part_count; ++i) {
        int32_t number = assembly_find(&app->assembly, path->parts[i].key);
        if (number >= 0 && !record_part(app, path, &path->parts[i], number))
            return false;
    }
    return true;
}

static JointCoordinates coordinates_at(const PathPart *part, double time)
{
    size_t k = 0;
    while (k + 1 < part->key_count && part->keys[k + 1].time <= time)
        ++k;
    const double *from = part->joints + k * PATH_JOINT_COORDINATES;
    JointCoordinates at = {{from[0], from[1]}};
    if (k + 1 == part->key_count || !(time > part->keys[k].time))
        return at;
    double share = (time - part->keys[k].time) / (part->keys[k + 1].time - part->keys[k].time);
    for (int c = 0; c < PATH_JOINT_COORDINATES; ++c)
        at.v[c] += share * (from[PATH_JOINT_COORDINATES + c] - from[c]);
    return at;
}

// Of a part of the path that is open, in the assembly's unit. False: it has none.
static bool coordinates_of(const App *app, size_t i, double time, JointCoordinates *at)
{
    const PathState *state = &app->path;
    const PathPart *part = &state->path.parts[i];
    int32_t number = state->matches ? state->matches[i].part : -1;
    int32_t joint = number < 0 ? NO_JOINT : joint_list_find(app->document.joints, number);
    if (joint == NO_JOINT || part->joint_count != PATH_JOINT_COORDINATES ||
        app->document.joints->joints[joint].kind == JOINT_FIXED)
        return false;
    *at = coordinates_at(part, time);
    at->shift *=
        length_unit_info(state->path.unit)->metres / length_unit_info(app->assembly.unit)->metres;
    return true;
}

bool path_joints_check(const App *app, double time, Error *err)
{
    JointCoordinates at;
    for (size_t i = 0; i < app->path.path.part_count; ++i)
        if (coordinates_of(app, i, time, &at) && !joint_counts(at))
            return error_set(err, "%s would be turned or shifted too far",
                             app->path.path.parts[i].key);
    return true;
}

void path_joints_place(App *app, double time)
{
    JointCoordinates at;
    for (size_t i = 0; i < app->path.path.part_count; ++i)
        if (coordinates_of(app, i, time, &at))
            app->document.parts[app->path.matches[i].part].joint = at;
}
