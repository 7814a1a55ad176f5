#include "core/bench/peers/setting.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/bench/tumble.h"

#include <stdio.h>

enum { TUMBLE_FRAMES = 60 };

static bool room_for_poses(Setting *setting, int frames)
{
    setting->poses = array_alloc((size_t)frames, sizeof *setting->poses);
    setting->frames = frames;
    return setting->poses != NULL;
}

bool setting_of_scene(Setting *out, const Scene *scene)
{
    *out = (Setting){.knots = scene->name[0] == 'K'};
    snprintf(out->name, sizeof out->name, "%s", scene->name);
    out->a = scene->make_a();
    out->b = scene->make_b();
    bool ok = out->a && out->b && room_for_poses(out, scene->frames);
    for (int i = 0; ok && i < scene->frames; ++i)
        out->poses[i] = scene->b_to_a(i);
    if (ok && scene->first_frames > 0) {
        out->first_poses = array_alloc((size_t)scene->first_frames, sizeof *out->first_poses);
        out->first_frames = scene->first_frames;
        ok = out->first_poses != NULL;
        for (int i = 0; ok && i < scene->first_frames; ++i)
            out->first_poses[i] = scene->first_b_to_a(i);
    }
    if (!ok)
        setting_free(out);
    return ok;
}

void setting_free(Setting *setting)
{
    mesh_release(setting->a);
    mesh_release(setting->b);
    mem_free(setting->poses);
    mem_free(setting->first_poses);
    *setting = (Setting){.a = NULL};
}

static double radius_of(const Mesh *mesh, Vec3d *middle)
{
    Vec3d sum = vec3d(0, 0, 0);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        sum = vec3d_add(sum, vec3d_scale(mesh->vertices[i], 1.0 / mesh->vertex_count));
    double most = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        most = fmax(most, vec3d_length(vec3d_sub(mesh->vertices[i], sum)));
    *middle = sum;
    return most;
}

bool setting_tumble(Setting *out)
{
    Vec3d middle_a, middle_b;
    double size = radius_of(out->a, &middle_a) + radius_of(out->b, &middle_b);
    if (!room_for_poses(out, TUMBLE_FRAMES))
        return false;
    for (int i = 0; i < TUMBLE_FRAMES; ++i) {
        // The tori of Z have 1 as their radius.
        Affine pose = tumble_pose(2.0 - 0.2 * (i / 10), 10 * (i % 10), 100);
        Vec3d at = vec3d_add(middle_a, vec3d_scale(pose.p, size / 2));
        pose.p = vec3d(0, 0, 0);
        pose.p = vec3d_sub(at, affine_apply_vector(&pose, middle_b));
        out->poses[i] = pose;
    }
    return true;
}
