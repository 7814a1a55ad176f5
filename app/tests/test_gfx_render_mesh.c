// What is drawn follows from the triangles: splits at creases, unit normals, edges.
// ctest labels: threads
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/picture/render_mesh.h"
#include "core/mesh/shapes.h"
#include "core/tests/odd_shapes.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static Vec3d unpack(const int16_t n[3])
{
    return vec3d(n[0] / 32767.0, n[1] / 32767.0, n[2] / 32767.0);
}

static RenderMesh *make(Mesh *mesh)
{
    assert_non_null(mesh);
    Error err = {0};
    if (!mesh_validate(mesh, &err))
        fail_msg("%s", err.text);
    RenderMesh *drawn = render_mesh_create(mesh, NULL);
    assert_non_null(drawn);
    assert_int_equal(drawn->index_count, 3 * mesh->triangle_count);
    assert_true(drawn->feature_edge_count <= drawn->edge_count);
    for (size_t i = 0; i < drawn->index_count; ++i) {
        assert_true(drawn->indices[i] < drawn->vertex_count);
        Vec3 p = drawn->vertices[drawn->indices[i]].position;
        Vec3 q = vec3_from(mesh->vertices[mesh->triangles[i / 3][i % 3]]);
        assert_true(p.x == q.x && p.y == q.y && p.z == q.z);
    }
    for (size_t i = 0; i < 2 * drawn->edge_count; ++i)
        assert_true(drawn->edges[i] < drawn->point_count);
    for (size_t i = 0; i < drawn->vertex_count; ++i) {
        double length = vec3d_length(unpack(drawn->vertices[i].normal));
        if (!(fabs(length - 1) < 1e-4))
            fail_msg("normal %zu has length %g", i, length);
    }
    return drawn;
}

static void finish(RenderMesh *drawn, Mesh *mesh)
{
    render_mesh_free(drawn);
    mesh_release(mesh);
}

static void expect_box(const RenderMesh *drawn, const Mesh *mesh)
{
    assert_int_equal(drawn->vertex_count, 24);
    assert_int_equal(drawn->point_count, 8);
    assert_int_equal(drawn->feature_edge_count, 12);
    assert_int_equal(drawn->edge_count, 12); // no diagonals: they are inside polygons
    assert_true(drawn->closed);
    for (size_t i = 0; i < drawn->index_count; ++i) {
        Triangle t = mesh_triangle(mesh, (int32_t)(i / 3));
        Vec3d n =
            vec3d_normalised(vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0])));
        assert_true(vec3d_distance(n, unpack(drawn->vertices[drawn->indices[i]].normal)) < 1e-4);
    }
}

// The mean normal of a corner must not depend on which faces have their diagonal there.
static void expect_diagonal_corners(const RenderMesh *drawn)
{
    for (size_t i = 0; i < drawn->point_count; ++i) {
        Vec3d n = unpack(drawn->points[i].normal);
        for (int k = 0; k < 3; ++k)
            assert_true(fabs(fabs(n.v[k]) - sqrt(1 / 3.0)) < 1e-4);
    }
}

static void a_box_has_24_vertices_and_12_edges(void **state)
{
    (void)state;
    Mesh *mesh = shape_box(vec3d(2, 3, 4));
    RenderMesh *drawn = make(mesh);
    expect_box(drawn, mesh);
    assert_true(fabs((double)drawn->radius - sqrt(29) / 2) < 1e-4);
    assert_true(fabs((double)drawn->edge_spacing - 2 * 52 / 36.0) < 1e-4);
    expect_diagonal_corners(drawn);
    assert_true(drawn->feature_spacing == drawn->edge_spacing);
    finish(drawn, mesh);
}

// The same box as files often give it: every triangle with vertices of its own, some zeros
// negative.
static void repeated_vertices_make_no_difference(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(2, 2, 2)), *apart = mesh_create(36, 12);
    assert_non_null(apart);
    for (int32_t i = 0; i < 36; ++i) {
        Vec3d p = box->vertices[box->triangles[i / 3][i % 3]];
        apart->vertices[i] = vec3d(p.x - 1, p.y - 1, p.z - 1);
        for (int k = 0; k < 3; ++k)
            if (apart->vertices[i].v[k] == 0 && i % 2)
                apart->vertices[i].v[k] = -0.0;
        apart->triangles[i / 3][i % 3] = i;
    }
    memcpy(apart->polygon_of, box->polygon_of, 12 * sizeof *apart->polygon_of);
    apart->polygon_count = box->polygon_count;
    RenderMesh *drawn = make(apart);
    expect_box(drawn, apart);
    finish(drawn, apart);
    mesh_release(box);
}

static void a_fine_sphere_is_smooth_and_has_radial_normals(void **state)
{
    (void)state;
    Mesh *mesh = shape_ico_sphere(3, 4);
    RenderMesh *drawn = make(mesh);
    assert_int_equal(drawn->feature_edge_count, 0);
    assert_int_equal(drawn->edge_count, mesh->triangle_count * 3 / 2);
    assert_int_equal(drawn->vertex_count, mesh->vertex_count);
    assert_true(drawn->closed);
    for (size_t i = 0; i < drawn->vertex_count; ++i) {
        Vec3d radial = vec3d_normalised(vec3d_from(drawn->vertices[i].position));
        double c = vec3d_dot(radial, unpack(drawn->vertices[i].normal));
        if (!(c > 0.9998))
            fail_msg("normal %zu is %g degrees off", i, acos(c) * 57.3);
    }
    finish(drawn, mesh);
}

static void a_cylinder_is_smooth_around_and_sharp_at_its_rims(void **state)
{
    (void)state;
    Mesh *mesh = shape_cylinder(1, 2, 48);
    RenderMesh *drawn = make(mesh);
    assert_int_equal(drawn->feature_edge_count, 2 * 48);
    for (size_t i = 0; i < drawn->vertex_count; ++i) {
        Vec3d n = unpack(drawn->vertices[i].normal);
        assert_true(fabs(n.y) < 1e-3 || fabs(fabs(n.y) - 1) < 1e-3); // wall or cap, no mixture
    }
    finish(drawn, mesh);
}

static void open_meshes_show_their_border(void **state)
{
    (void)state;
    Mesh *mesh = shape_grid(4, 3, 4, 3);
    RenderMesh *drawn = make(mesh);
    assert_int_equal(drawn->feature_edge_count, 2 * (4 + 3));
    assert_int_equal(drawn->edge_count, 4 * 4 + 5 * 3); // quads without their diagonals
    assert_int_equal(drawn->vertex_count, 20);
    assert_false(drawn->closed);
    finish(drawn, mesh);
}

static void neighbours_wound_against_each_other_make_no_crease(void **state)
{
    (void)state;
    Mesh *mesh = mesh_create(4, 2);
    static const Vec3d square[] = {{{0, 0, 0}}, {{1, 0, 0}}, {{1, 1, 0}}, {{0, 1, 0}}};
    memcpy(mesh->vertices, square, sizeof square);
    memcpy(mesh->triangles, (int32_t[2][3]){{0, 1, 2}, {0, 3, 2}}, 6 * sizeof(int32_t));
    RenderMesh *drawn = make(mesh);
    assert_int_equal(drawn->feature_edge_count, 4);
    assert_int_equal(drawn->vertex_count, 6); // but they cannot share a normal
    finish(drawn, mesh);
}

static void an_inside_out_solid_keeps_its_back_faces(void **state)
{
    (void)state;
    Mesh *mesh = shape_box(vec3d(1, 1, 1));
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        int32_t swap = mesh->triangles[i][0];
        mesh->triangles[i][0] = mesh->triangles[i][1];
        mesh->triangles[i][1] = swap;
    }
    RenderMesh *drawn = make(mesh);
    assert_false(drawn->closed);
    finish(drawn, mesh);
}

static void colours_split_vertices_but_make_no_edges(void **state)
{
    (void)state;
    Mesh *mesh = shape_grid(2, 1, 2, 1);
    mesh->colour_of = malloc(4 * sizeof *mesh->colour_of);
    assert_non_null(mesh->colour_of);
    for (int i = 0; i < 4; ++i)
        mesh->colour_of[i] = i < 2 ? 0xFF8000 : COLOUR_NONE;
    RenderMesh *drawn = make(mesh);
    assert_int_equal(drawn->vertex_count, 8);
    assert_int_equal(drawn->feature_edge_count, 6);
    const RenderVertex *first = &drawn->vertices[drawn->indices[0]];
    const RenderVertex *last = &drawn->vertices[drawn->indices[11]];
    assert_true(first->colour[0] == 0xFF && first->colour[1] == 0x80 && first->colour[2] == 0);
    assert_true(first->colour[3] == 255 && last->colour[3] == 0);
    finish(drawn, mesh);
}

static void degenerate_triangles_do_no_harm(void **state)
{
    (void)state;
    Mesh *mesh = shape_degenerates(300, 10, 7);
    finish(make(mesh), mesh); // make() looks at every normal
    Mesh *none = mesh_create(0, 0);
    RenderMesh *drawn = make(none);
    assert_int_equal(drawn->vertex_count, 0);
    finish(drawn, none);
    // A sliver without area between two faces of a flat square: no edge, no wrong normal.
    Mesh *square = mesh_create(5, 3);
    static const Vec3d p[] = {{{0, 0, 0}}, {{2, 0, 0}}, {{2, 2, 0}}, {{0, 2, 0}}, {{1, 1, 0}}};
    memcpy(square->vertices, p, sizeof p);
    memcpy(square->triangles, (int32_t[3][3]){{0, 1, 2}, {0, 2, 4}, {0, 2, 3}}, 9 * 4);
    finish(make(square), square);
}

static void huge_and_tiny_coordinates_have_normals_too(void **state)
{
    (void)state;
    for (int i = 0; i < 2; ++i) {
        double size = i ? 1e15 : 1e-28;
        Mesh *mesh = shape_box(vec3d(size, size, size));
        RenderMesh *drawn = make(mesh);
        expect_box(drawn, mesh);
        finish(drawn, mesh);
    }
}

static void a_cancelled_job_gives_nothing(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 64, 64);
    Job job = {0};
    job_cancel(&job);
    assert_null(render_mesh_create(mesh, &job));
    mesh_release(mesh);
}

static void *cancel_when_begun(void *user)
{
    Job *job = user;
    while (atomic_load(&job->permille) < 1 && !job_cancelled(job))
        continue;
    job_cancel(job);
    return NULL;
}

static void a_job_can_be_cancelled_half_way(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 400, 200);
    assert_non_null(mesh);
    Job job = {0};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, cancel_when_begun, &job), 0);
    RenderMesh *drawn = render_mesh_create(mesh, &job);
    job_cancel(&job); // should the worker have won the race
    pthread_join(thread, NULL);
    // Either it was stopped or it was done before: never half a mesh.
    if (drawn)
        assert_int_equal(drawn->index_count, 3 * mesh->triangle_count);
    finish(drawn, mesh);
}

static void progress_reaches_its_end(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 64, 64);
    Job job = {0};
    RenderMesh *drawn = render_mesh_create(mesh, &job);
    assert_non_null(drawn);
    assert_int_equal(atomic_load(&job.permille), 1000);
    assert_non_null(atomic_load(&job.step));
    finish(drawn, mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_24_vertices_and_12_edges),
        cmocka_unit_test(repeated_vertices_make_no_difference),
        cmocka_unit_test(a_fine_sphere_is_smooth_and_has_radial_normals),
        cmocka_unit_test(a_cylinder_is_smooth_around_and_sharp_at_its_rims),
        cmocka_unit_test(open_meshes_show_their_border),
        cmocka_unit_test(neighbours_wound_against_each_other_make_no_crease),
        cmocka_unit_test(an_inside_out_solid_keeps_its_back_faces),
        cmocka_unit_test(colours_split_vertices_but_make_no_edges),
        cmocka_unit_test(degenerate_triangles_do_no_harm),
        cmocka_unit_test(huge_and_tiny_coordinates_have_normals_too),
        cmocka_unit_test(a_cancelled_job_gives_nothing),
        cmocka_unit_test(a_job_can_be_cancelled_half_way),
        cmocka_unit_test(progress_reaches_its_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
