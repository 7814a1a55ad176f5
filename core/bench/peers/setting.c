#include "core/bench/peers/setting.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/bench/standard_motion.h"

#include <stdio.h>

// First contacts take so little time that caches would still be cold after as many frames as the others.
enum { TUMBLE_FRAMES = 60, TUMBLE_FIRST_FRAMES = 600 };

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

bool setting_tumble(Setting *out)
{
    out->first_poses = array_alloc(TUMBLE_FIRST_FRAMES, sizeof *out->first_poses);
    out->first_frames = TUMBLE_FIRST_FRAMES;
    return out->first_poses && room_for_poses(out, TUMBLE_FRAMES) &&
           standard_motion_poses(standard_motions[0], out->a, out->b, TUMBLE_FIRST_FRAMES, 0,
                                 out->first_poses) &&
           standard_motion_poses(standard_motions[0], out->a, out->b, TUMBLE_FRAMES, 0, out->poses);
}
