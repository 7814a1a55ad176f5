// Where parts are in the world, and how far from each other.
#include "core/assembly/assembly.h"
#include "core/tree/pair/variants.h"

#include <assert.h>

// The box of the box: |M| h about the moved centre, a little wider than rounding can make it wrong.
Box3d box3d_moved(const Box3d *box, const Affine *placement)
{
    Vec3d centre = vec3d_scale(vec3d_add(box->lo, box->hi), 0.5);
    Vec3d half = vec3d_scale(vec3d_sub(box->hi, box->lo), 0.5);
    Vec3d moved = affine_apply(placement, centre);
    Box3d world;
    for (int i = 0; i < 3; ++i) {
        double reach = 0, size = fabs(placement->p.v[i]);
        for (int j = 0; j < 3; ++j) {
            reach += fabs(placement->m[i][j]) * half.v[j];
            size += fabs(placement->m[i][j]) * (fabs(centre.v[j]) + half.v[j]);
        }
        reach += 1e-14 * size;
        world.lo.v[i] = moved.v[i] - reach;
        world.hi.v[i] = moved.v[i] + reach;
    }
    return world;
}

Box3d part_world_bounds(const Mesh *mesh, const Affine *placement)
{
    if (mesh->vertex_count == 0)
        return box3d_empty();
    Box3d box = mesh_bounds(mesh);
    return box3d_moved(&box, placement);
}

bool placement_between(const Affine *a, const Affine *b, Affine *b_to_a)
{
    assert(a && b && b_to_a);
    Affine world_to_a;
    if (!affine_is_finite(b) || !affine_invert(a, &world_to_a))
        return false;
    *b_to_a = affine_compose(&world_to_a, b);
    return true;
}

// Distances are those in the world, whatever a's scale is.
static QueryDesc in_world(const PosedPart *a, const QueryDesc *desc)
{
    QueryDesc d = desc ? *desc : query_distance_desc(a->tree->type);
    d.true_frame = &a->placement;
    return d;
}

static void to_world(const PosedPart *a, Distance *distance)
{
    distance->on_a = affine_apply(&a->placement, distance->on_a);
    distance->on_b = affine_apply(&a->placement, distance->on_b);
}

bool assembly_distance(const PosedPart *a, const PosedPart *b, const QueryDesc *desc, Job *job,
                       Distance *out, Error *err)
{
    assert(a && b && out);
    Affine b_to_a;
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "a placement is singular or not finite");
    QueryDesc d = in_world(a, desc);
    if (!query_distance(a->tree, b->tree, &b_to_a, &d, job, out, NULL, err))
        return false;
    to_world(a, out);
    return true;
}

bool assembly_distance_first(const PosedPart *a, const PosedPart *b, const Distance *least,
                             Job *job, Distance *out, Error *err)
{
    assert(a && b && least && out);
    Affine b_to_a;
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "a placement is singular or not finite");
    QueryDesc d = in_world(a, NULL);
    if (!query_distance_first(a->tree, b->tree, &b_to_a, &d, least, job, out, err))
        return false;
    to_world(a, out);
    return true;
}

bool assembly_distance_within(const PosedPart *a, const PosedPart *b, double limit, Job *job,
                              Distance *out, Error *err)
{
    assert(a && b && out);
    Affine b_to_a;
    bool closer;
    Distance found;
    if (!placement_between(&a->placement, &b->placement, &b_to_a))
        return error_set(err, "a placement is singular or not finite");
    QueryDesc d = in_world(a, NULL);
    if (!query_tolerance(a->tree, b->tree, &b_to_a, limit, &d, job, &closer, &found, NULL, err))
        return false;
    if (!closer) {
        *out = (Distance){.value = INFINITY};
        return true;
    }
    // The pair found is a first bound for the closest one.
    QueryDesc desc = query_distance_desc(a->tree->type);
    desc.last = &found;
    return assembly_distance(a, b, &desc, job, out, err);
}
