// Any bytes at all as a path: refused with a message, or read, written and read again bit for bit;
// placements are finite at every time, and keys come back as they are. And as a file of poses. Build with -DSNUG_FUZZ=ON
// (clang).
#include "app/document/path_pose.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void compare(const PathPart *a, const PathPart *b)
{
    size_t joints = a->key_count * (size_t)a->joint_count;
    require(strcmp(a->key, b->key) == 0 && a->mesh == b->mesh && a->key_count == b->key_count &&
            a->joint_count == b->joint_count);
    // Not by bytes: what was -0 is 0 now.
    for (int k = 0; k < 3; ++k)
        require(a->pivot.v[k] == b->pivot.v[k]);
    for (int k = 0; k < 9; ++k)
        require(a->scale.m[k / 3][k % 3] == b->scale.m[k / 3][k % 3]);
    for (size_t i = 0; i < a->key_count; ++i) {
        require(a->keys[i].time == b->keys[i].time);
        for (int k = 0; k < 3; ++k)
            require(a->keys[i].pose.pivot.v[k] == b->keys[i].pose.pivot.v[k]);
        for (int k = 0; k < 4; ++k)
            require(a->keys[i].pose.q[k] == b->keys[i].pose.q[k]);
    }
    for (size_t i = 0; i < joints; ++i)
        require(a->joints[i] == b->joints[i]);
}

static void move(const MotionPath *path, const PathPart *part)
{
    double angle_most = 3.15;
    for (size_t i = 0; i < part->key_count; ++i) {
        double time = part->keys[i].time;
        Affine at = path_placement_in(path, part, time, UNIT_FOOT);
        require(affine_is_finite(&at));
        if (i + 1 == part->key_count)
            continue;
        RigidStep step = rigid_step_between(&part->keys[i].pose, &part->keys[i + 1].pose);
        require(vec3d_is_finite(step.shift) && vec3d_length(step.turn) < angle_most);
        at = path_placement(part, 0.5 * (time + part->keys[i + 1].time));
        require(affine_is_finite(&at));
    }
}

static void read_poses(const char *text, size_t size)
{
    PoseFile file;
    Error err = {""};
    if (!pose_file_parse(&file, "fuzz", text, size, &err)) {
        require(err.text[0] != '\0' && !file.poses && !file.places && !file.things);
        return;
    }
    require(pose_file_is(text, size) && file.pose_count > 0);
    Affine opened = affine_translation(vec3d(1, 2, 3));
    for (size_t i = 0; i < file.place_count; ++i) {
        const PosePlace *place = &file.places[i];
        require(place->pose < file.pose_count && (i == 0 || place[-1].pose <= place->pose));
        require(place->thing < (int32_t)file.thing_count);
        require(place->thing < 0 || strcmp(file.things[place->thing].key, place->key) == 0);
        Affine to = path_posed_placement(&file, place, &opened, UNIT_FOOT);
        require(affine_is_finite(&to));
    }
    pose_file_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    MotionPath path, again;
    Error err = {""};
    char *copy = malloc(size + 1);
    require(copy != NULL);
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = '\0';
    read_poses(copy, size);
    if (!motion_path_parse(&path, "fuzz", copy, size, &err)) {
        require(err.text[0] != '\0' && !path.parts && !path.part_count);
    } else {
        require(motion_path_is(copy, size));
        char *text = motion_path_text(&path);
        require(text && motion_path_parse(&again, "again", text, strlen(text), &err));
        require(again.part_count == path.part_count && again.key_count == path.key_count &&
                again.unit == path.unit);
        for (size_t i = 0; i < path.part_count; ++i) {
            compare(&path.parts[i], &again.parts[i]);
            move(&path, &path.parts[i]);
        }
        free(text);
        motion_path_free(&again);
    }
    motion_path_free(&path);
    free(copy);
    return 0;
}
