#include "core/motion/insets.h"

#include "core/meaning/material.h"
#include "core/query/ray.h"
#include "core/tree/build/build.h"

#include <assert.h>

// Points of a triangle at multiples of 1 / STEPS, its corners moved in by a hair: a ray along a
// wall would meet it.
enum { STEPS = 3 };
#define HAIR 1e-4

static Vec3d point_at(const Triangle *t, int i, int j)
{
    double u = (1 - 3 * HAIR) * i / STEPS + HAIR, v = (1 - 3 * HAIR) * j / STEPS + HAIR;
    return vec3d_add(vec3d_scale(t->p[0], 1 - u - v),
                     vec3d_add(vec3d_scale(t->p[1], u), vec3d_scale(t->p[2], v)));
}

// Two surfaces: rays leave from triangles of one and end where they come out of the other.
typedef struct Rays {
    Affine to_target; // from the frame of the one
    const Bvh *target;
    const Vec3d *normal; // of the target's triangles, out of it; NULL: as they look, or
    bool inwards;        // ... the other way
    double most;
} Rays;

// How far p is inside the target, along the direction, of length 1 in the source's frame, where
// lengths are true. 0: it is not, or further than most. *triangle: where it ends.
static double way_out(const Rays *rays, Vec3d p, Vec3d direction, int32_t *triangle)
{
    Ray ray = {.origin = affine_apply(&rays->to_target, p),
               .direction = affine_apply_vector(&rays->to_target, direction),
               .from = 0,
               .to = rays->most};
    RayHit hit = ray_nearest(rays->target, &ray);
    *triangle = hit.triangle;
    if (hit.triangle < 0)
        return 0;
    Vec3d n =
        rays->normal ? rays->normal[hit.triangle] : mesh_normal(rays->target->mesh, hit.triangle);
    double out = vec3d_dot(n, ray.direction);
    return (rays->inwards ? -out : out) > 0 ? hit.t : 0;
}

static bool looks_inwards(const Solid *solid)
{
    return solid->topology->closed && !solid->topology->outward;
}

// Do its triangles look inwards where it is placed?
static bool is_turned(const Solid *solid, const Affine *placement)
{
    return looks_inwards(solid) != (affine_determinant(placement) < 0);
}

// Of points of the shrunk part inside the other one.
static void ask_own_faces(const Shrinker *s, const Rays *rays, double *insets)
{
    for (int32_t i = 0; i < s->mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(s->mesh, i);
        Vec3d inward = vec3d_scale(s->normal[i], -1);
        int32_t triangle;
        if (vec3d_dot(inward, inward) == 0)
            continue;
        for (int u = 0; u <= STEPS; ++u)
            for (int v = 0; u + v <= STEPS; ++v)
                insets[i] = fmax(insets[i], way_out(rays, point_at(&t, u, v), inward, &triangle));
    }
}

// Of points of the other part inside the shrunk one: the face that they see behind them has to go
// beyond them. Both sides of a sheet may be the one that is met.
static void ask_other_faces(const Solid *other, const Affine *other_placement, const Rays *rays,
                            double *insets)
{
    bool sheet = !other->topology->closed;
    bool turned = is_turned(other, other_placement);
    for (int32_t i = 0; i < other->mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(other->mesh, i);
        t = triangle_transformed(&t, other_placement);
        Vec3d n = vec3d_scale(triangle_normal(&t), turned ? -1 : 1);
        for (int side = 0; side <= sheet; ++side) {
            Vec3d inward = vec3d_scale(n, side ? 1 : -1);
            for (int u = 0; u <= STEPS; ++u)
                for (int v = 0; u + v <= STEPS; ++v) {
                    int32_t face;
                    double way = way_out(rays, point_at(&t, u, v), inward, &face);
                    if (way > 0)
                        insets[face] = fmax(insets[face], way);
                }
        }
    }
}

void insets_find(const InsetPair *pair, double most, double *insets)
{
    assert(pair && pair->shrinker && pair->other && insets && most > 0);
    Affine from_world, other_from_world;
    if (!affine_invert(&pair->placement, &from_world) ||
        !affine_invert(&pair->other_placement, &other_from_world))
        return;
    // Built for this alone: much less work than the rays, and solids need not keep one. Without
    // memory nothing is found.
    const BvhDesc kind = ray_tree_desc();
    const Solid *inside = pair->other->material->inside;
    Bvh *target = inside ? bvh_build(inside->mesh, &kind, NULL, NULL) : NULL;
    if (target) {
        Rays rays = {.to_target = affine_compose(&other_from_world, &pair->placement),
                     .target = target,
                     .inwards = looks_inwards(inside),
                     .most = most};
        ask_own_faces(pair->shrinker, &rays, insets);
    }
    bvh_release(target);
    target = bvh_build(pair->shrinker->solid->mesh, &kind, NULL, NULL);
    if (target) {
        Rays rays = {.to_target = from_world,
                     .target = target,
                     .normal = pair->shrinker->normal,
                     .most = most};
        ask_other_faces(pair->other, &pair->other_placement, &rays, insets);
    }
    bvh_release(target);
}

void insets_raise(const InsetPair *pair, const ContactList *met, double way, Vec3d *sums,
                  double *insets)
{
    assert(pair && met && sums && insets);
    bool turned = is_turned(pair->other, &pair->other_placement);
    for (size_t i = 0; i < met->count; ++i)
        sums[met->items[i].a] = vec3d(0, 0, 0);
    for (size_t i = 0; i < met->count; ++i) {
        Triangle t = mesh_triangle(pair->other->mesh, met->items[i].b);
        t = triangle_transformed(&t, &pair->other_placement);
        Vec3d *sum = &sums[met->items[i].a];
        *sum = vec3d_add_scaled(*sum, triangle_normal(&t), turned ? -1 : 1);
    }
    for (size_t i = 0; i < met->count; ++i) {
        int32_t a = met->items[i].a;
        Vec3d n = affine_apply_vector(&pair->placement, pair->shrinker->normal[a]);
        insets[a] = fmax(insets[a], -way * vec3d_dot(n, vec3d_normalised(sums[a])));
    }
}
