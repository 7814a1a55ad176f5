// Which edges are drawn: no specks around splinters, no dashes of weak creases, and nothing of a real
// edge is lost.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/picture/drawn_creases.h"
#include "app/picture/edge_sizes.h"
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/tests/feature_shapes.h"

#include <math.h>
#include <string.h>

static size_t creases_of(const Mesh *mesh)
{
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    size_t count = 0;
    assert_non_null(topology);
    for (int32_t side = 0; side < 3 * mesh->triangle_count; ++side)
        count += topology->next[side] >= 0 && topology->next[side] <= side &&
                 side_is_crease(topology, side);
    return count;
}

static size_t features_of(Mesh *mesh)
{
    RenderMesh *drawn = render_mesh_create(mesh, NULL);
    assert_non_null(drawn);
    size_t count = drawn->feature_edge_count;
    assert_int_equal(drawn->feature_counts[EDGE_SIZES - 1], count);
    render_mesh_free(drawn);
    return count;
}

// An edge bursts: the triangle on its far side gets a corner in the middle of it, lifted by a share of
// its length, and a splinter stands between the two.
static Mesh *with_splinters(Mesh *mesh, const int32_t *sides, int32_t count, double lift)
{
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    int32_t v = mesh->vertex_count, t = mesh->triangle_count;
    Mesh *out = mesh_create(v + count, t + 2 * count);
    assert_true(topology && out);
    memcpy(out->vertices, mesh->vertices, (size_t)v * sizeof *out->vertices);
    memcpy(out->triangles, mesh->triangles, (size_t)t * sizeof *out->triangles);
    for (int32_t i = 0; i < count; ++i) {
        int32_t side = sides[i], twin = side_twin(topology, side), m = v + i;
        int32_t a = side_vertex(mesh, side), b = side_vertex(mesh, side_after(side));
        int32_t d = side_vertex(mesh, side_after(side_after(twin)));
        Vec3d from = mesh->vertices[a], to = mesh->vertices[b];
        out->vertices[m] = vec3d_add_scaled(vec3d_lerp(from, to, 0.5), mesh_normal(mesh, side / 3),
                                            lift * vec3d_distance(from, to));
        const int32_t faces[3][3] = {{b, m, d}, {m, a, d}, {b, a, m}};
        memcpy(out->triangles[twin / 3], faces[0], sizeof faces[0]);
        memcpy(out->triangles[t + 2 * i], faces[1], sizeof faces[1]);
        memcpy(out->triangles[t + 2 * i + 1], faces[2], sizeof faces[2]);
    }
    out->polygon_count = out->triangle_count;
    for (int32_t i = 0; i < out->triangle_count; ++i)
        out->polygon_of[i] = i;
    mesh_release(mesh);
    return out;
}

static void splinters_on_a_smooth_part_are_not_outlined(void **state)
{
    (void)state;
    Mesh *ball = shape_ico_sphere(10, 4); // 5,120 triangles
    int32_t sides[60];
    for (int32_t i = 0; i < 60; ++i)
        sides[i] = 3 * (80 * i + 7);
    ball = with_splinters(ball, sides, 60, 0.02);
    assert_int_equal(creases_of(ball), 60 * 3); // each of them a speck
    assert_int_equal(features_of(ball), 0);
    // They are shaded as what is around them.
    RenderMesh *drawn = render_mesh_create(ball, NULL);
    assert_non_null(drawn);
    for (size_t i = 0; i < drawn->vertex_count; ++i) {
        const RenderVertex *v = &drawn->vertices[i];
        Vec3d n = vec3d(v->normal[0] / 32767.0, v->normal[1] / 32767.0, v->normal[2] / 32767.0);
        if (!(vec3d_dot(n, vec3d_normalised(vec3d_from(v->position))) > 0.985)) // 10 degrees
            fail_msg("normal %zu points elsewhere", i);
    }
    render_mesh_free(drawn);
    mesh_release(ball);
}

static void splinters_along_a_real_edge_leave_it_there(void **state)
{
    (void)state;
    for (int flat = 0; flat < 2; ++flat) { // without any area, they had no edges at all
        Mesh *box = shape_box(vec3d(10, 10, 10));
        const MeshTopology *topology = mesh_topology(box, NULL);
        int32_t side = 0;
        while (!side_is_crease(topology, side))
            ++side;
        box = with_splinters(box, &side, 1, flat ? 0 : 0.02);
        assert_int_equal(features_of(box), 14); // eleven edges, and the burst one as three pieces
        mesh_release(box);
    }
}

static void thin_faces_that_are_meant_keep_their_edges(void **state)
{
    (void)state;
    // A step of 0.1 in a plate of 100.
    static const double STEP[6][2] = {{100, 0}, {0, 0}, {0, 10}, {50, 10}, {50, 10.1}, {100, 10.1}};
    Mesh *step = shape_prism(STEP, 6, 20);
    assert_int_equal(creases_of(step), 18);
    assert_int_equal(features_of(step), 18);
    mesh_release(step);
    // A thin needle of eight sides: all its triangles are as thin as splinters.
    MeshBuilder b = {0};
    int32_t rim[8], tip = mesh_builder_vertex(&b, vec3d(0, 100, 0));
    for (int i = 0; i < 8; ++i)
        rim[i] = mesh_builder_vertex(&b, vec3d(2 * cos(i * 0.785398), 0, -2 * sin(i * 0.785398)));
    for (int i = 0; i < 8; ++i)
        mesh_builder_face3(&b, rim[i], rim[(i + 1) % 8], tip);
    for (int i = 1; i < 7; ++i)
        mesh_builder_face3(&b, rim[0], rim[i + 1], rim[i]);
    Mesh *needle = mesh_builder_finish(&b);
    assert_non_null(needle);
    assert_int_equal(creases_of(needle), 16);
    assert_int_equal(features_of(needle), 16);
    mesh_release(needle);
}

static void expect_stay(uint32_t *edges, const char *weak, size_t wanted, const char *what)
{
    uint8_t flags[16];
    size_t count = strlen(weak), stay = 99;
    for (size_t i = 0; i < count; ++i)
        flags[i] = weak[i] == 'w';
    assert_true(weak_ends_last(edges, flags, count, 16, &stay));
    if (stay != wanted)
        fail_msg("%s: %zu edges stay instead of %zu", what, stay, wanted);
}

static void weak_edges_are_drawn_only_as_pieces_of_a_line(void **state)
{
    (void)state;
    expect_stay((uint32_t[]){0, 1, 4, 5, 2, 1, 7, 8}, "wwww", 0, "dashes");
    expect_stay((uint32_t[]){0, 1, 1, 2, 2, 3, 3, 0}, "wwww", 4, "a ring");
    expect_stay((uint32_t[]){0, 1, 1, 2, 2, 3}, "sws", 3, "between strong ones");
    uint32_t edges[] = {8, 9, 0, 1, 1, 2, 2, 0, 9, 1};
    expect_stay(edges, "wwwww", 3, "a ring with a hair");
    const uint32_t sorted[] = {0, 1, 1, 2, 2, 0, 8, 9, 9, 1};
    assert_memory_equal(edges, sorted, sizeof edges);
    expect_stay((uint32_t[]){0, 1, 1, 2}, "sw", 1, "a strong one with a hair");
    expect_stay((uint32_t[]){0, 0}, "w", 1, "an edge from a point to itself is no end");
}

static void what_is_only_a_few_pixels_long_is_left_out(void **state)
{
    (void)state;
    // A triangle with sides of 8, and a dash of 1 listed before it.
    RenderPoint points[6] = {{.position = {{50, 0, 0}}},
                             {.position = {{51, 0, 0}}},
                             {.position = {{0, 0, 0}}},
                             {.position = {{8, 0, 0}}},
                             {.position = {{4, 6.9f, 0}}}};
    uint32_t edges[] = {0, 1, 2, 3, 3, 4, 4, 2}, counts[EDGE_SIZES];
    assert_true(edges_by_size(edges, 4, points, 6, 64, counts));
    const uint32_t sorted[] = {2, 3, 3, 4, 4, 2, 0, 1};
    assert_memory_equal(edges, sorted, sizeof edges);
    assert_int_equal(counts[1], 0); // at least 32 long: none
    assert_int_equal(counts[2], 3);
    assert_int_equal(counts[5], 3);
    assert_int_equal(counts[6], 4);
    assert_int_equal(render_mesh_features_seen(counts, 64, 0.1), 0);
    assert_int_equal(render_mesh_features_seen(counts, 64, 2), 3);
    assert_int_equal(render_mesh_features_seen(counts, 64, 24), 4);
    assert_int_equal(render_mesh_features_seen(counts, 64, 1e30), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(splinters_on_a_smooth_part_are_not_outlined),
        cmocka_unit_test(splinters_along_a_real_edge_leave_it_there),
        cmocka_unit_test(thin_faces_that_are_meant_keep_their_edges),
        cmocka_unit_test(weak_edges_are_drawn_only_as_pieces_of_a_line),
        cmocka_unit_test(what_is_only_a_few_pixels_long_is_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
