#include "core/tests/contact_bench.h"
#include "core/base/angle.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void contact_bench_create(ContactBench *bench, Mesh *a, Mesh *b, const BvhDesc *desc)
{
    *bench = (ContactBench){.mesh = {a, b}};
    for (int i = 0; i < 2; ++i) {
        bench->tree[i] = bvh_build(bench->mesh[i], desc, NULL, NULL);
        assert_non_null(bench->tree[i]);
        bench->part[i] = (PosedPart){bench->tree[i], affine_identity(), true, true};
    }
}

void contact_bench_examine(ContactBench *bench, const ContactDesc *desc)
{
    Affine inverse, b_to_a;
    assert_true(affine_invert(&bench->part[0].placement, &inverse));
    b_to_a = affine_compose(&inverse, &bench->part[1].placement);
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    Error err = {""};
    if (!query_contacts(bench->tree[0], bench->tree[1], &b_to_a, &all, NULL, &bench->contacts, NULL,
                        &err) ||
        !contact_examine(&bench->part[0], &bench->part[1], &bench->contacts, desc, &bench->solids,
                         NULL, &bench->detail, &err))
        fail_msg("%s", err.text);
}

void contact_bench_free(ContactBench *bench)
{
    contact_detail_free(&bench->detail);
    solid_cache_free(&bench->solids);
    contact_list_free(&bench->contacts);
    for (int i = 0; i < 2; ++i) {
        bvh_release(bench->tree[i]);
        mesh_release(bench->mesh[i]);
    }
}

double winding_by_angles(const PlacedSolid *placed, Vec3d p)
{
    double sum = 0;
    for (int32_t i = 0; i < placed->solid->mesh->triangle_count; ++i) {
        Triangle t = placed_solid_triangle(placed, i);
        Vec3d a = vec3d_sub(t.p[0], p), b = vec3d_sub(t.p[1], p), c = vec3d_sub(t.p[2], p);
        double la = vec3d_length(a), lb = vec3d_length(b), lc = vec3d_length(c);
        double det = vec3d_dot(a, vec3d_cross(b, c));
        double div =
            la * lb * lc + vec3d_dot(a, b) * lc + vec3d_dot(b, c) * la + vec3d_dot(c, a) * lb;
        sum += 2 * atan2(det, div);
    }
    return sum / (4 * PI);
}

Mesh *hollow_box(double outer, double inner, bool turned)
{
    Mesh *big = shape_box(vec3d(outer, outer, outer)),
         *small = shape_box(vec3d(inner, inner, inner));
    for (int32_t t = 0; turned && t < small->triangle_count; ++t) {
        int32_t swap = small->triangles[t][1];
        small->triangles[t][1] = small->triangles[t][2];
        small->triangles[t][2] = swap;
    }
    MeshBuilder b = {0};
    Affine here = affine_identity();
    mesh_builder_append(&b, big, &here);
    mesh_builder_append(&b, small, &here);
    mesh_release(big);
    mesh_release(small);
    return mesh_builder_finish(&b);
}

void assert_within(double value, double lo, double hi, const char *what)
{
    if (!(value >= lo && value <= hi))
        fail_msg("%s is %.12g, expected within [%.12g, %.12g]", what, value, lo, hi);
}
