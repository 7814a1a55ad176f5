// Edges as people see them: followed to their ends, recognised as circles, found near a point.
#include "core/base/angle.h"
#include "core/base/rng.h"
#include "core/mesh/creases.h"
#include "core/mesh/shapes.h"
#include "core/mesh/topology.h"
#include "core/shape/capsule.h"
#include "core/tests/odd_shapes.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { SEED = 17 };

// The crease whose middle is nearest to a place.
static int32_t crease_at(const Mesh *mesh, Vec3d at)
{
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    assert_non_null(topology);
    int32_t found = -1;
    double best = INFINITY;
    for (int32_t side = 0; side < 3 * mesh->triangle_count; ++side) {
        if (!side_is_crease(topology, side))
            continue;
        Vec3d middle = vec3d_lerp(mesh->vertices[side_vertex(mesh, side)],
                                  mesh->vertices[side_vertex(mesh, side_after(side))], 0.5);
        if (vec3d_distance(middle, at) < best) {
            best = vec3d_distance(middle, at);
            found = side;
        }
    }
    assert_true(found >= 0);
    return found;
}

static CreaseCurve curve_at(const Mesh *mesh, Vec3d at, const Affine *placement)
{
    CreaseCurve curve;
    assert_true(crease_curve(mesh, crease_at(mesh, at), placement, &curve));
    return curve;
}

static void expect(double value, double wanted, const char *what)
{
    if (!(fabs(value - wanted) <= 1e-9 * fmax(1, fabs(wanted))))
        fail_msg("%s: %.12g instead of %.12g", what, value, wanted);
}

static void straight_edges_are_followed_over_their_pieces(void **state)
{
    (void)state;
    Affine twice = affine_identity();
    for (int k = 0; k < 3; ++k)
        twice.m[k][k] = 2;
    Mesh *grid = shape_grid(6, 4, 12, 7), *box = shape_box(vec3d(1, 2, 3));
    CreaseCurve border = curve_at(grid, vec3d(0.2, 0, 2), &twice);
    assert_false(border.round);
    expect(border.length, 12, "border");
    expect(vec3d_distance(border.ends[0], border.ends[1]), 12, "its ends");
    Affine here = affine_identity();
    expect(curve_at(box, vec3d(0.5, 0, 1.5), &here).length, 2, "edge of a box");
    expect(curve_at(box, vec3d(0.5, 1, 0), &here).length, 3, "edge of a box");
    CreaseCurve none;
    assert_false(crease_curve(box, -1, &here, &none));
    assert_false(crease_curve(box, 36, &here, &none));
    mesh_release(grid);
    mesh_release(box);
}

static void rims_are_circles(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    for (int32_t segments = 12; segments < 80; segments += 3) {
        Mesh *mesh = shape_ring(2, 5, 4, segments);
        Affine at = rng_rotation(&rng);
        at.p = rng_in_cube(&rng, 100);
        for (int inner = 0; inner < 2; ++inner) {
            double radius = inner ? 2 : 5;
            CreaseCurve rim = curve_at(mesh, vec3d(radius, 2, 0), &at);
            assert_true(rim.round);
            expect(rim.radius, radius, "radius");
            expect(rim.length, 2 * radius * segments * sin(PI / segments), "length");
            Vec3d middle = affine_apply(&at, vec3d(0, 2, 0));
            assert_true(vec3d_distance(rim.ends[0], middle) < 1e-9);
            expect(vec3d_distance(rim.ends[1], middle), radius, "a point of it");
        }
        mesh_release(mesh);
    }
}

static void corners_of_several_creases_are_ends(void **state)
{
    (void)state;
    Affine here = affine_identity();
    Mesh *mesh = mesh_create(5, 3);
    assert_non_null(mesh);
    // A straight border from 0 over 1 to 2. Folds go up from 1, until the sheet is made flat.
    static const Vec3d p[] = {{{0, 0, 0}}, {{1, 0, 0}}, {{2, 0, 0}}, {{1, 1, 0}}, {{1.5, 1, 1}}};
    static const int32_t t[3][3] = {{0, 1, 3}, {1, 4, 3}, {1, 2, 4}};
    for (int i = 0; i < 5; ++i)
        mesh->vertices[i] = p[i];
    for (int i = 0; i < 9; ++i)
        mesh->triangles[i / 3][i % 3] = t[i / 3][i % 3];
    expect(curve_at(mesh, vec3d(0.5, 0, 0), &here).length, 1, "up to the folds");
    mesh->vertices[4].z = 0;
    ++mesh->version;
    expect(curve_at(mesh, vec3d(0.5, 0, 0), &here).length, 2, "without them");
    mesh_release(mesh);
}

typedef struct Truth {
    double edge, corner;
} Truth;

static Truth nearest_of_all(const Mesh *mesh, const Affine *placement, Vec3d at, double reach)
{
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    Truth truth = {reach, reach};
    for (int32_t side = 0; side < 3 * mesh->triangle_count; ++side) {
        if (!side_is_crease(topology, side))
            continue;
        Vec3d a = affine_apply(placement, mesh->vertices[side_vertex(mesh, side)]);
        Vec3d b = affine_apply(placement, mesh->vertices[side_vertex(mesh, side_after(side))]);
        truth.edge = fmin(truth.edge, vec3d_distance(segment_nearest(a, vec3d_sub(b, a), at), at));
        truth.corner = fmin(truth.corner, vec3d_distance(a, at));
        truth.corner = fmin(truth.corner, vec3d_distance(b, at));
    }
    return truth;
}

static void the_nearest_crease_is_found(void **state)
{
    (void)state;
    Rng rng = rng_create(SEED);
    Mesh *meshes[] = {shape_box(vec3d(1, 2, 3)), shape_cylinder(1, 2, 40), shape_grid(3, 3, 9, 9),
                      shape_ico_sphere(1, 0), shape_ico_sphere(1, 3)};
    int found = 0, nothing = 0;
    for (int i = 0; i < 2000; ++i) {
        const Mesh *mesh = meshes[i % 5];
        const MeshTopology *topology = mesh_topology(mesh, NULL);
        Affine placement = rng_rotation(&rng);
        placement.p = rng_in_cube(&rng, 10);
        int32_t triangle = rng_below(&rng, mesh->triangle_count);
        Triangle t = mesh_triangle(mesh, triangle);
        double u = rng_uniform(&rng, 0, 1), v = rng_uniform(&rng, 0, 1 - u);
        Vec3d local = vec3d_add_scaled(vec3d_add_scaled(t.p[0], vec3d_sub(t.p[1], t.p[0]), u),
                                       vec3d_sub(t.p[2], t.p[0]), v);
        Vec3d at = affine_apply(&placement, local);
        double reach = rng_uniform(&rng, 0, 0.6);
        CreaseSnap snap;
        assert_true(crease_snap(mesh, triangle, &placement, at, reach, &snap));
        Truth truth = nearest_of_all(mesh, &placement, at, reach);
        assert_int_equal(snap.side >= 0, truth.edge < reach);
        assert_int_equal(snap.corner >= 0, truth.corner < reach);
        nothing += snap.side < 0;
        if (snap.side >= 0) {
            assert_true(side_is_crease(topology, snap.side));
            Vec3d a = affine_apply(&placement, mesh->vertices[side_vertex(mesh, snap.side)]);
            Vec3d b =
                affine_apply(&placement, mesh->vertices[side_vertex(mesh, side_after(snap.side))]);
            expect(vec3d_distance(segment_nearest(a, vec3d_sub(b, a), at), at), truth.edge, "edge");
            ++found;
        }
        if (snap.corner >= 0)
            expect(vec3d_distance(affine_apply(&placement, mesh->vertices[snap.corner]), at),
                   truth.corner, "corner");
    }
    assert_true(found > 500 && nothing > 300);
    print_message("RAN: %d creases found, %d times none (seed %d)\n", found, nothing, SEED);
    for (int i = 0; i < 5; ++i)
        mesh_release(meshes[i]);
}

// Of a sheet of 80,000 triangles that is within reach as a whole, the edge beside the point is found
// and the one a hundred rings away is not looked for.
static void what_is_near_is_found_in_fine_meshes(void **state)
{
    (void)state;
    Mesh *mesh = shape_grid(2, 2, 200, 200);
    Affine placement = affine_identity();
    CreaseSnap snap;
    for (int32_t i = 0; i < mesh->triangle_count; i += 173) {
        Triangle t = mesh_triangle(mesh, i);
        Vec3d at = vec3d_scale(vec3d_add(vec3d_add(t.p[0], t.p[1]), t.p[2]), 1.0 / 3);
        double distance = 1 - fmax(fabs(at.x), fabs(at.z));
        assert_true(crease_snap(mesh, i, &placement, at, 10, &snap));
        if (distance < 0.1) {
            assert_true(snap.side >= 0);
            Vec3d a = mesh->vertices[side_vertex(mesh, snap.side)];
            Vec3d b = mesh->vertices[side_vertex(mesh, side_after(snap.side))];
            expect(vec3d_distance(segment_nearest(a, vec3d_sub(b, a), at), at), distance, "edge");
        } else if (distance > 0.9) {
            assert_int_equal(snap.side, -1);
        }
    }
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_edges_are_followed_over_their_pieces),
        cmocka_unit_test(rims_are_circles),
        cmocka_unit_test(corners_of_several_creases_are_ends),
        cmocka_unit_test(the_nearest_crease_is_found),
        cmocka_unit_test(what_is_near_is_found_in_fine_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
