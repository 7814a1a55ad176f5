// Rays against meshes: what the tree finds equals looking at every triangle, bit for bit, and
// nothing slips through a closed surface. Two threads ask one tree. ctest labels: threads
#include "core/mesh/deform/deform.h"
#include "core/mesh/shapes.h"
#include "core/query/ray.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"
#include "core/tree/quality/quality.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static int ray_count(void)
{
    return long_tier() ? 20000 : sanitised() ? 150 : 1000;
}

static Vec3d corner(const Mesh *mesh, Rng *rng)
{
    return mesh->vertices[rng_below(rng, mesh->vertex_count)];
}

// Rays that are hard for one reason or another: exactly through corners and along edges and faces,
// along the axes, from far away, from within, over hugely different lengths.
static Ray some_ray(const Mesh *mesh, double size, Rng *rng)
{
    const int32_t *t = mesh->triangles[rng_below(rng, mesh->triangle_count)];
    Vec3d a = mesh->vertices[t[0]], b = mesh->vertices[t[1]], c = mesh->vertices[t[2]];
    Vec3d from = vec3d_scale(rng_direction(rng), 2 * size), to = rng_in_cube(rng, size);
    Ray ray = {from, vec3d(0, 0, 0), 0, INFINITY};
    switch (rng_below(rng, 10)) {
    case 0: // through a corner
        to = a;
        break;
    case 1: // through the middle of an edge
        to = vec3d_lerp(a, b, 0.5);
        break;
    case 2: // along an edge
        ray.origin = from = vec3d_lerp(a, b, -2);
        to = b;
        break;
    case 3: // within the plane of a triangle
        ray.origin = from = vec3d_lerp(a, vec3d_lerp(b, c, 0.25), -3);
        to = vec3d_lerp(b, c, 0.25);
        break;
    case 4: // along an axis, through a corner
        ray.origin = from = to = corner(mesh, rng);
        to.v[rng_below(rng, 3)] += rng_unit(rng) < 0.5 ? 1 : -1;
        break;
    case 5: // from a corner
        ray.origin = from = corner(mesh, rng);
        break;
    case 6: // from far away
        ray.origin = from = vec3d_scale(rng_direction(rng), 1e6 * size);
        to = vec3d_lerp(a, c, rng_unit(rng));
        break;
    case 7: // nearly along an axis
        to = vec3d_add(from, vec3d(1, 1e-17, 1e-35));
        ray.origin = from = vec3d(-3 * size, a.y, a.z);
        ray.direction = vec3d(1, 1e-17, 1e-35);
        return ray;
    default:
        break;
    }
    ray.direction = vec3d_scale(vec3d_sub(to, from), rng_unit(rng) < 0.3 ? 1e-9 : 1);
    if (rng_unit(rng) < 0.2)
        ray.from = -INFINITY;
    if (rng_unit(rng) < 0.2) {
        double length = vec3d_length(ray.direction);
        ray.to = rng_uniform(rng, 0, 4) * size / (length > 0 ? length : 1);
    }
    return ray;
}

static void assert_same(const char *name, int number, const Bvh *tree, const Ray *ray)
{
    RayHit found = ray_nearest(tree, ray), sure = ray_nearest_of_all(tree->mesh, ray);
    if (found.triangle != sure.triangle || memcmp(&found.t, &sure.t, sizeof sure.t) != 0)
        fail_msg("%s, ray %d: triangle %d at %.17g instead of %d at %.17g", name, number,
                 found.triangle, found.t, sure.triangle, sure.t);
}

static int compare(const char *name, const Bvh *tree, uint64_t seed)
{
    Rng rng = rng_create(seed);
    int hits = 0;
    for (int i = 0; i < ray_count(); ++i) {
        Ray ray = some_ray(tree->mesh, tree->radius > 0 ? tree->radius : 1, &rng);
        assert_same(name, i, tree, &ray);
        hits += ray_nearest(tree, &ray).triangle >= 0;
    }
    return hits;
}

static void trees_find_what_looking_at_every_triangle_finds(void **state)
{
    (void)state;
    int hits = 0;
    for (int m = 0; m < test_mesh_count; ++m) {
        Mesh *mesh = test_meshes[m].make();
        assert_non_null(mesh);
        BvhDesc descs[] = {ray_tree_desc(),
                           {.type = &bv_aabb, .split = &split_object_median},
                           {.type = &bv_obb_blocks},
                           {.type = &bv_aabb_blocks}};
        for (size_t d = 0; d < sizeof descs / sizeof *descs && mesh->triangle_count > 0; ++d) {
            Bvh *tree = bvh_build(mesh, &descs[d], NULL, NULL);
            assert_non_null(tree);
            hits += compare(test_meshes[m].name, tree, 100 + (uint64_t)m);
            bvh_release(tree);
        }
        mesh_release(mesh);
    }
    print_message("%d hits on %d meshes\n", hits, test_mesh_count);
    assert_true(hits > 5 * ray_count());
}

static void refitted_trees_do_too(void **state)
{
    (void)state;
    Mesh *rest = shape_knot(2, 3, 1, 0.4, 0.15, 60, 10);
    Mesh *mesh = deform_mesh_create(rest);
    BvhDesc desc = ray_tree_desc();
    Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(tree);
    for (int i = 0; i < deform_rule_count; ++i) {
        deform_mesh(mesh, rest, &(Deformation){.rule = i, .amount = 0.7});
        assert_true(quality_refit(tree, NULL, NULL));
        assert_true(compare(deform_rules[i]->name, tree, 40) > ray_count() / 10);
    }
    bvh_release(tree);
    mesh_release(mesh);
    mesh_release(rest);
}

// From within a closed surface every ray gets out once at least: through faces, edges and corners.
static void nothing_slips_through_a_closed_surface(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_box(vec3d(1, 2, 3)), shape_ico_sphere(1, 3), shape_uv_sphere(1, 40, 20),
                      shape_cone(1, 4, 200), shape_blob(2000, 4, 1, 0.4, 3)};
    BvhDesc desc = ray_tree_desc();
    for (size_t m = 0; m < sizeof meshes / sizeof *meshes; ++m) {
        Bvh *tree = bvh_build(meshes[m], &desc, NULL, NULL);
        assert_non_null(tree);
        Rng rng = rng_create(7);
        for (int i = 0; i < 4 * ray_count(); ++i) {
            const int32_t *t = meshes[m]->triangles[rng_below(&rng, meshes[m]->triangle_count)];
            Vec3d from = i % 8 ? rng_in_cube(&rng, 0.05) : vec3d(0, 0, 0);
            Vec3d a = meshes[m]->vertices[t[0]], b = meshes[m]->vertices[t[1]];
            Vec3d to = i % 3 == 0 ? a : vec3d_lerp(a, b, i % 3 == 1 ? 0.5 : rng_unit(&rng));
            Ray ray = {from, vec3d_sub(to, from), 0, INFINITY};
            RayHit hit = ray_nearest(tree, &ray);
            if (hit.triangle < 0)
                fail_msg("mesh %zu, ray %d slips through", m, i);
            assert_same("closed", i, tree, &ray);
            // Where it is said to be: on the triangle's plane.
            Triangle tri = mesh_triangle(meshes[m], hit.triangle);
            Vec3d n = vec3d_normalised(
                vec3d_cross(vec3d_sub(tri.p[1], tri.p[0]), vec3d_sub(tri.p[2], tri.p[0])));
            Vec3d at = vec3d_add_scaled(ray.origin, ray.direction, hit.t);
            assert_true(fabs(vec3d_dot(n, vec3d_sub(at, tri.p[0]))) < 1e-12);
        }
        bvh_release(tree);
        mesh_release(meshes[m]);
    }
}

// Known places, both sides, ends of the range, and the lowest of equals.
static void known_hits_come_out(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(2, 2, 2));
    BvhDesc desc = ray_tree_desc();
    Bvh *tree = bvh_build(box, &desc, NULL, NULL);
    assert_non_null(tree);
    Ray ray = {vec3d(0.25, 0.5, 5), vec3d(0, 0, -2), 0, INFINITY};
    assert_true(ray_nearest(tree, &ray).t == 2);
    ray.from = 2.5; // the way out
    assert_true(ray_nearest(tree, &ray).t == 3);
    ray.to = 2.75;
    assert_int_equal(ray_nearest(tree, &ray).triangle, -1);
    ray.from = ray.to = 3;
    assert_true(ray_nearest(tree, &ray).t == 3);
    ray.from = -INFINITY;
    ray.to = 0;
    assert_int_equal(ray_nearest(tree, &ray).triangle, -1);
    // Through a corner of the box: of the triangles there, the first.
    int32_t first = 0;
    Ray diagonal = {vec3d(4, 4, 4), vec3d(-1, -1, -1), 0, INFINITY};
    while (ray_nearest(tree, &diagonal).triangle != first && first < box->triangle_count)
        ++first;
    for (int32_t i = 0; i < first; ++i)
        for (int k = 0; k < 3; ++k)
            assert_false(vec3d_distance(mesh_triangle(box, i).p[k], vec3d(1, 1, 1)) < 1e-9);
    assert_true(ray_nearest(tree, &diagonal).t == 3);
    // What cannot meet anything.
    Ray bad[] = {{vec3d(0, 0, 5), vec3d(0, 0, 0), 0, INFINITY},
                 {vec3d(0, NAN, 5), vec3d(0, 0, -1), 0, INFINITY},
                 {vec3d(0, 0, 5), vec3d(0, 0, INFINITY), 0, INFINITY},
                 {vec3d(0, 0, 5), vec3d(0, 0, -1), 1, -1},
                 {vec3d(0, 0, 5), vec3d(0, 0, -1), NAN, INFINITY}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i)
        assert_int_equal(ray_nearest(tree, &bad[i]).triangle, -1);
    bvh_release(tree);
    mesh_release(box);
    Mesh *empty = mesh_create(0, 0);
    tree = bvh_build(empty, &desc, NULL, NULL);
    assert_non_null(tree);
    assert_int_equal(ray_nearest(tree, &diagonal).triangle, -1);
    bvh_release(tree);
    mesh_release(empty);
}

// On a face across an axis, t is what that axis says, also where the triangle is so thin that its
// corners say little.
static void needles_are_met_in_their_plane(void **state)
{
    (void)state;
    enum { NEEDLES = 200 };
    Mesh *mesh = mesh_create(3 * NEEDLES, NEEDLES);
    Rng rng = rng_create(31);
    for (int i = 0; i < NEEDLES; ++i) {
        Vec3d *p = &mesh->vertices[3 * i];
        for (int k = 0; k < 3; ++k) {
            p[k] = vec3d(rng_uniform(&rng, -1, 1), 0, rng_uniform(&rng, -1, 1));
            mesh->triangles[i][k] = 3 * i + k;
        }
        double width = pow(10, rng_uniform(&rng, -9, -2));
        p[2] = vec3d_lerp(vec3d_lerp(p[0], p[1], rng_unit(&rng)), p[2], width);
    }
    BvhDesc desc = ray_tree_desc();
    Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(tree);
    for (int i = 0; i < NEEDLES; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        Vec3d to = vec3d_lerp(vec3d_lerp(t.p[0], t.p[1], rng_uniform(&rng, 0.1, 0.9)), t.p[2], 0.4);
        Vec3d back = vec3d_scale(rng_direction(&rng), 9);
        Ray ray = {vec3d_add(to, back), vec3d_scale(back, -1.5), 0, INFINITY};
        RayHit hit = ray_nearest(tree, &ray);
        assert_same("needles", i, tree, &ray);
        assert_true(hit.triangle >= 0);
        assert_true(fabs(hit.t - -ray.origin.y / ray.direction.y) <= 4e-16);
    }
    bvh_release(tree);
    mesh_release(mesh);
}

// In the frame of a part that is scaled unequally and sheared, t stays what it is in the world.
static void rays_keep_their_t_in_the_frame_of_a_scaled_part(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 24, 12);
    BvhDesc desc = ray_tree_desc();
    Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(tree);
    Rng rng = rng_create(12);
    int hits = 0;
    for (int i = 0; i < ray_count(); ++i) {
        Affine turn = rng_rotation(&rng), place = rng_rotation(&rng), to_local;
        Affine scale = {.m = {{rng_uniform(&rng, 0.1, 9), 0.2, 0},
                              {0, -rng_uniform(&rng, 0.1, 9), 0},
                              {0, 0, rng_uniform(&rng, 0.1, 9)}}};
        place = affine_compose(&place, &scale);
        place = affine_compose(&place, &turn);
        place.p = rng_in_cube(&rng, 3);
        assert_true(affine_invert(&place, &to_local));
        Vec3d from = vec3d_scale(rng_direction(&rng), 30);
        Vec3d to = affine_apply(&place, corner(mesh, &rng));
        Ray world = {from, vec3d_sub(vec3d_scale(to, 0.97), from), 0, INFINITY}, local = world;
        local.origin = affine_apply(&to_local, world.origin);
        local.direction = affine_apply_vector(&to_local, world.direction);
        RayHit hit = ray_nearest(tree, &local);
        if (hit.triangle < 0)
            continue;
        ++hits;
        Triangle t = mesh_triangle(mesh, hit.triangle);
        t = triangle_transformed(&t, &place);
        Vec3d n =
            vec3d_normalised(vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0])));
        Vec3d at = vec3d_add_scaled(world.origin, world.direction, hit.t);
        assert_true(fabs(vec3d_dot(n, vec3d_sub(at, t.p[0]))) < 1e-9);
    }
    assert_true(hits > ray_count() / 4);
    bvh_release(tree);
    mesh_release(mesh);
}

static void boxes_are_entered_before_what_is_in_them(void **state)
{
    (void)state;
    for (int m = 0; m < test_mesh_count; ++m) {
        Mesh *mesh = test_meshes[m].make();
        if (mesh->triangle_count > 0) {
            Box3d box = mesh_bounds(mesh);
            Rng rng = rng_create(60 + (uint64_t)m);
            for (int i = 0; i < ray_count() / 4; ++i) {
                Ray ray = some_ray(mesh, mesh_radius(mesh), &rng);
                RayHit hit = ray_nearest_of_all(mesh, &ray);
                if (hit.triangle >= 0)
                    assert_true(ray_enters_box(&ray, &box, INFINITY) <= hit.t);
            }
        }
        mesh_release(mesh);
    }
    Box3d none = box3d_empty();
    Ray ray = {vec3d(0, 0, 5), vec3d(0, 0, -1), 0, INFINITY};
    assert_true(ray_enters_box(&ray, &none, INFINITY) == INFINITY);
    Box3d unit = {vec3d(-1, -1, -1), vec3d(1, 1, 1)};
    assert_true(fabs(ray_enters_box(&ray, &unit, INFINITY) - 4) < 1e-9);
    assert_true(ray_enters_box(&ray, &unit, 3) == INFINITY);
}

static void *ask(void *argument)
{
    const Bvh *tree = argument;
    Rng rng = rng_create(3);
    double sum = 0;
    for (int i = 0; i < 2000; ++i) {
        Ray ray = {vec3d_scale(rng_direction(&rng), 3), vec3d(0, 0, 0), 0, INFINITY};
        ray.direction = vec3d_sub(rng_in_cube(&rng, 1), ray.origin);
        RayHit hit = ray_nearest(tree, &ray);
        sum += hit.triangle >= 0 ? hit.t + hit.triangle : 0;
    }
    double *result = malloc(sizeof *result);
    *result = sum;
    return result;
}

static void two_threads_ask_one_tree(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 60, 30);
    BvhDesc desc = ray_tree_desc();
    Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(tree);
    pthread_t threads[2];
    void *sums[2];
    for (int i = 0; i < 2; ++i)
        assert_int_equal(pthread_create(&threads[i], NULL, ask, tree), 0);
    for (int i = 0; i < 2; ++i)
        pthread_join(threads[i], &sums[i]);
    assert_memory_equal(sums[0], sums[1], sizeof(double));
    assert_true(*(double *)sums[0] > 0);
    free(sums[0]);
    free(sums[1]);
    bvh_release(tree);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_find_what_looking_at_every_triangle_finds),
        cmocka_unit_test(refitted_trees_do_too),
        cmocka_unit_test(nothing_slips_through_a_closed_surface),
        cmocka_unit_test(known_hits_come_out),
        cmocka_unit_test(needles_are_met_in_their_plane),
        cmocka_unit_test(rays_keep_their_t_in_the_frame_of_a_scaled_part),
        cmocka_unit_test(boxes_are_entered_before_what_is_in_them),
        cmocka_unit_test(two_threads_ask_one_tree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
