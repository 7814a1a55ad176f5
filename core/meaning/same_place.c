#include "core/meaning/same_place.h"

#include <string.h>

static bool equal_meshes(const Mesh *a, const Mesh *b)
{
    if (a == b)
        return true;
    return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
           memcmp(a->triangles, b->triangles, (size_t)a->triangle_count * sizeof *a->triangles) ==
               0 &&
           memcmp(a->vertices, b->vertices, (size_t)a->vertex_count * sizeof *a->vertices) == 0;
}

// The way of a point is an affine function of where it is: largest at a corner of the box.
static bool is_copy(const Solid *a, const Solid *b, const Affine *b_to_a, const Affine *frame,
                    double tolerance)
{
    if (!equal_meshes(a->mesh, b->mesh) || !a->nodes)
        return false;
    const Box3d *box = &a->nodes[0].box;
    for (int i = 0; i < 8; ++i) {
        Vec3d p = box3d_corner(box, i);
        Vec3d from = affine_apply(frame, p), to = affine_apply(b_to_a, p);
        if (vec3d_distance(from, affine_apply(frame, to)) > tolerance)
            return false;
    }
    return true;
}

// Is a point that is deep in `of` deep in the other one, too?
static bool deep_in_both(const Solid *of, const DeepPoints *points, const Affine *of_to_frame,
                         const Solid *other, const Affine *other_to_frame, double tolerance,
                         Vec3d *at)
{
    PlacedSolid here, there;
    if (!other->material->inside || !placed_solid_init(&here, of, of_to_frame) ||
        !placed_solid_init(&there, other->material->inside, other_to_frame))
        return false;
    for (size_t i = 0; i < points->count; ++i) {
        const DeepPoint *deep = &points->items[i];
        if (!(deep->depth * here.shrink > tolerance))
            continue;
        int winding;
        *at = affine_apply(of_to_frame, deep->at);
        if (solid_nearest(&there, *at, tolerance, -1).triangle < 0 &&
            solid_winding(&there, *at, &winding) && winding != 0)
            return true;
    }
    return false;
}

bool same_place(const Solid *a, const Solid *b, const Affine *b_to_a, Affine frame,
                double tolerance, SamePlace *out)
{
    Affine b_to_frame = affine_compose(&frame, b_to_a);
    bool copy = is_copy(a, b, b_to_a, &frame, tolerance);
    *out = (SamePlace){.same = copy, .copy = copy};
    if (copy)
        return true;
    const DeepPoints *of_a = material_deep_points(a->material);
    const DeepPoints *of_b = of_a ? material_deep_points(b->material) : NULL;
    if (!of_b)
        return false;
    out->same = deep_in_both(a, of_a, &frame, b, &b_to_frame, tolerance, &out->at) ||
                deep_in_both(b, of_b, &b_to_frame, a, &frame, tolerance, &out->at);
    return true;
}
