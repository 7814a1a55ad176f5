// Points well inside the bodies of a part, to ask whether another one has material there.
#include "core/meaning/material.h"

#include "core/base/array.h"

enum { SEEDS = 48, MOST_BODIES = 256, HALVINGS = 24 };

// From the middle of a triangle inwards: the deepest of some points.
static DeepPoint look_below(const PlacedSolid *here, int32_t triangle, double size)
{
    DeepPoint best = {0};
    Triangle t = placed_solid_triangle(here, triangle);
    Vec3d middle = vec3d_scale(vec3d_add(vec3d_add(t.p[0], t.p[1]), t.p[2]), 1.0 / 3),
          normal = triangle_normal(&t);
    for (int way = -1; way <= 1; way += 2) {
        double step = 0.5 * size;
        for (int i = 0; i < HALVINGS && step > best.depth; ++i, step *= 0.5) {
            Vec3d p = vec3d_add_scaled(middle, normal, way * step);
            Nearest nearest = solid_nearest(here, p, step * (1 + 1e-9), triangle);
            int winding;
            if (nearest.distance > best.depth && solid_winding(here, p, &winding) && winding != 0)
                best = (DeepPoint){p, nearest.distance};
        }
    }
    return best;
}

static bool add(DeepPoints *points, const PlacedSolid *here, int32_t triangle, double size)
{
    if (!array_reserve(&points->items, &points->capacity, points->count + 1, sizeof *points->items))
        return false;
    DeepPoint found = look_below(here, triangle, size);
    if (found.depth > 0)
        points->items[points->count++] = found;
    return true;
}

// One triangle of each body, as far as there are not too many.
static bool add_bodies(DeepPoints *points, const PlacedSolid *here, double size)
{
    const MeshTopology *topology = here->solid->topology;
    const Mesh *mesh = here->solid->mesh;
    if (topology->body_count < 2)
        return true;
    uint8_t *wanted = mem_calloc((size_t)mesh->vertex_count + 1, 1);
    for (int32_t i = 0; wanted && i < topology->body_count && i < MOST_BODIES; ++i)
        wanted[topology->bodies[i]] = 1;
    bool ok = wanted;
    for (int32_t side = 0; ok && side < 3 * mesh->triangle_count; ++side) {
        uint8_t *here_too = &wanted[side_point(topology, mesh, side)];
        ok = !*here_too || add(points, here, side / 3, size);
        *here_too = 0;
    }
    mem_free(wanted);
    return ok;
}

void deep_points_free(DeepPoints *points)
{
    if (!points)
        return;
    mem_free(points->items);
    mem_free(points);
}

static bool look_into(const Solid *inside, DeepPoints *points)
{
    Affine identity = affine_identity();
    PlacedSolid here;
    bool ok = placed_solid_init(&here, inside, &identity);
    double size = vec3d_distance(inside->nodes[0].box.lo, inside->nodes[0].box.hi);
    int32_t count = inside->mesh->triangle_count, step = count / SEEDS + 1;
    for (int32_t i = 0; ok && i < count; i += step)
        ok = add(points, &here, i, size);
    return ok && add_bodies(points, &here, size);
}

const DeepPoints *material_deep_points(Material *material)
{
    DeepPoints *known = atomic_load(&material->deep), *made;
    if (known || !(made = mem_calloc(1, sizeof *made)))
        return known;
    if ((material->inside && !look_into(material->inside, made)) ||
        !atomic_compare_exchange_strong(&material->deep, &known, made)) {
        deep_points_free(made);
        return known; // another thread's, which are the same, or none
    }
    return made;
}
