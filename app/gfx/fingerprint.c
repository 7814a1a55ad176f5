// Field by field: between fields there may be anything. Meshes and volumes count by serial numbers,
// since another one may come to lie where a freed one was; batches by what is in them.
#include "app/gfx/fingerprint.h"
#include "app/gfx/gpu.h"

#include <string.h>

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word ^ word >> 32) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

static uint64_t mix_doubles(uint64_t hash, const double *values, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        uint64_t word;
        memcpy(&word, &values[i], sizeof word);
        hash = mix(hash, word);
    }
    return hash;
}

static uint64_t mix_float(uint64_t hash, float value)
{
    return mix_doubles(hash, &(double){(double)value}, 1);
}

static uint64_t mix_point(uint64_t hash, const Vec3d *p)
{
    return mix_doubles(hash, p->v, 3);
}

static uint64_t mix_box(uint64_t hash, const Box3d *box)
{
    return mix_point(mix_point(hash, &box->lo), &box->hi);
}

static uint64_t mix_placement(uint64_t hash, const Affine *placement)
{
    return mix_point(mix_doubles(hash, placement->m[0], 9), &placement->p);
}

static uint64_t mix_parts(uint64_t hash, const DrawScene *scene, unsigned skipped)
{
    for (size_t i = 0; i < scene->part_count; ++i) {
        const DrawPart *part = &scene->parts[i];
        hash = mix_placement(mix(hash, part->mesh->serial), &part->placement);
        hash = mix(hash, (uint64_t)part->colour << 32 | (part->flags & ~skipped));
    }
    for (size_t i = 0; i < scene->cap_count; ++i) {
        const DrawCap *cap = &scene->caps[i];
        hash = mix_placement(mix(hash, cap->batch->content), &cap->placement);
        hash = mix(hash, (uint64_t)cap->colour << 32 | (cap->flags & ~skipped));
        hash = mix(hash, (uint64_t)cap->hatching << 32 | (uint64_t)cap->batch->fill);
    }
    return hash;
}

static uint64_t mix_marks(uint64_t hash, const DrawScene *scene)
{
    for (size_t i = 0; i < scene->triangle_count; ++i) {
        const DrawTriangles *t = &scene->triangles[i];
        hash = mix_placement(mix(hash, t->batch->content), &t->placement);
        hash = mix(hash, (uint64_t)t->colour << 32 | (uint64_t)t->layer);
        hash = mix_float(mix_float(hash, t->opacity), t->hidden_opacity);
    }
    for (size_t i = 0; i < scene->line_count; ++i) {
        const DrawLines *l = &scene->lines[i];
        hash = mix_placement(mix(hash, l->batch->content), &l->placement);
        hash = mix(hash, (uint64_t)l->colour << 32 | l->on_top);
        hash = mix_float(mix_float(hash, l->opacity), l->width_px);
    }
    for (size_t i = 0; i < scene->volume_count; ++i) {
        const DrawVolumes *v = &scene->volumes[i];
        hash = mix_placement(mix(hash, v->batch->serial), &v->placement);
        hash = mix_float(mix(hash, (uint64_t)v->colour << 32 | v->hues), v->opacity);
        for (int k = 0; v->palette && k < VOLUME_PALETTE; ++k)
            hash = mix(hash, v->palette[k]);
    }
    return hash;
}

uint64_t draw_scene_fingerprint(const DrawScene *scene, unsigned skipped)
{
    const Camera *camera = &scene->camera;
    const double view[5] = {camera->yaw, camera->pitch, camera->distance, camera->fov_y,
                            camera->roll};
    uint64_t hash = mix_point(mix_doubles(1, view, 5), &camera->target);
    if (scene->section.on)
        hash = mix_point(mix_point(hash, &scene->section.point), &scene->section.normal);
    hash = mix_box(mix_box(hash, &scene->bounds), &scene->floor);
    hash = mix(hash, scene->part_count);
    hash = mix(hash, scene->triangle_count);
    hash = mix(hash, scene->line_count);
    hash = mix(hash, scene->cap_count);
    hash = mix(hash, scene->volume_count);
    hash = mix(hash, (uint64_t)scene->section.on | (uint64_t)scene->hide_triad << 1 |
                         (uint64_t)scene->grid << 2 | (uint64_t)scene->shadow << 3);
    hash = mix(hash, (uint64_t)scene->theme << 32 | (uint64_t)scene->triad_marked);
    hash = mix_float(hash, scene->pixel_scale);
    return mix_marks(mix_parts(hash, scene, skipped), scene);
}
