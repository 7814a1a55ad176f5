// What the hierarchies are measured against: the seeds' "simple" algorithm, which knows edges and
// polygons only.
#include "core/query/contacts.h"
#include "core/shape/triangle/variants.h"

#include <assert.h>

static Triangle moved_triangle(const Mesh *mesh, int32_t i, const Affine *to)
{
    Triangle t = mesh_triangle(mesh, i);
    return triangle_transformed(&t, to);
}

static Box3d triangle_bounds(const Triangle *t)
{
    Box3d box = {vec3d_min(t->p[0], vec3d_min(t->p[1], t->p[2])),
                 vec3d_max(t->p[0], vec3d_max(t->p[1], t->p[2]))};
    return box;
}

static bool boxes_meet(const Box3d *a, const Box3d *b)
{
    for (int k = 0; k < 3; ++k)
        if (a->lo.v[k] > b->hi.v[k] || b->lo.v[k] > a->hi.v[k])
            return false;
    return true;
}

// Does an edge of `edges` meet `polygon`? An edge is a triangle with two equal corners, so the
// exact test serves here too.
static bool edge_meets(const Triangle *edges, const Triangle *polygon, const Box3d *polygon_box,
                       QueryStats *stats)
{
    for (int e = 0; e < 3; ++e) {
        Triangle edge = {{edges->p[e], edges->p[(e + 1) % 3], edges->p[(e + 1) % 3]}};
        Box3d box = triangle_bounds(&edge);
        if (!boxes_meet(&box, polygon_box))
            continue;
        ++stats->triangle_tests;
        if (tri_exact.contact(&edge, polygon, NULL) != TRI_DISJOINT)
            return true;
    }
    return false;
}

// One direction alone misses about a fifth of the pairs: a triangle may pierce another without any
// of the other's edges meeting it. The contact's kind is not determined here.
bool simple_contacts(const Mesh *a, const Mesh *b, const Affine *b_to_a, ContactList *out,
                     QueryStats *stats)
{
    assert(a && b && b_to_a && out);
    QueryStats s = {0};
    out->count = out->point_count = 0;
    out->truncated = false;
    Box3d bounds_a = mesh_bounds(a);
    for (int32_t j = 0; j < b->triangle_count; ++j) {
        Triangle tb = moved_triangle(b, j, b_to_a);
        Box3d box_b = triangle_bounds(&tb);
        if (!boxes_meet(&bounds_a, &box_b))
            continue;
        for (int32_t i = 0; i < a->triangle_count; ++i) {
            Triangle ta = mesh_triangle(a, i);
            Box3d box_a = triangle_bounds(&ta);
            if (!boxes_meet(&box_a, &box_b))
                continue;
            if ((edge_meets(&ta, &tb, &box_b, &s) || edge_meets(&tb, &ta, &box_a, &s)) &&
                !contact_list_add(out, i, j, TRI_DISJOINT, NULL))
                return false;
        }
    }
    if (stats)
        *stats = s;
    return contact_list_sort(out);
}
