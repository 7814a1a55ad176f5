// Convex hulls in exact arithmetic, and oriented boxes whose axes follow from corners or hulls.
#include "core/shape/hull.h"

#include "core/mesh/covariance.h"
#include "core/mesh/shapes.h"
#include "core/shape/predicates.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

// Each side of a triangle is another one's, the other way round; nothing is outside of any.
static void check_hull(const Hull *hull, const Vec3d *points, int32_t count, int round)
{
    for (int32_t i = 0; i < hull->count; ++i) {
        const int32_t *t = hull->triangles[i];
        for (int32_t p = 0; p < count; ++p)
            if (orient3d(&points[t[0]], &points[t[1]], &points[t[2]], &points[p]) > 0)
                fail_msg("round %d: point %d is outside of triangle %d", round, (int)p, (int)i);
        for (int k = 0; k < 3; ++k) {
            int twins = 0;
            for (int32_t j = 0; j < hull->count; ++j)
                for (int l = 0; l < 3; ++l)
                    twins += hull->triangles[j][l] == t[(k + 1) % 3] &&
                             hull->triangles[j][(l + 1) % 3] == t[k];
            assert_int_equal(twins, 1);
        }
    }
}

static double volume_of(const Hull *hull, const Vec3d *points)
{
    double sum = 0;
    for (int32_t i = 0; i < hull->count; ++i) {
        const int32_t *t = hull->triangles[i];
        sum += vec3d_dot(points[t[0]], vec3d_cross(points[t[1]], points[t[2]])) / 6;
    }
    return sum;
}

enum { MOST = 120 };

// In a ball, on a sphere, on a coarse grid where most points lie in common planes, or nearly flat.
static int32_t random_points(Rng *rng, Vec3d points[MOST])
{
    int32_t count = 1 + rng_below(rng, MOST), kind = rng_below(rng, 4);
    for (int32_t i = 0; i < count; ++i) {
        points[i] = kind == 1 ? rng_direction(rng) : rng_in_cube(rng, 1);
        for (int k = 0; k < 3 && kind == 2; ++k)
            points[i].v[k] = rng_below(rng, 4);
        if (kind == 3)
            points[i].z *= 1e-14;
    }
    return count;
}

static bool in_one_plane(const Vec3d *p, int32_t count)
{
    for (int32_t a = 0; a < count; ++a)
        for (int32_t b = a + 1; b < count; ++b)
            for (int32_t c = b + 1; c < count; ++c)
                for (int32_t d = c + 1; d < count; ++d)
                    if (orient3d(&p[a], &p[b], &p[c], &p[d]) != 0)
                        return false;
    return true;
}

static void hulls_are_convex_and_closed(void **state)
{
    (void)state;
    Rng rng = rng_create(4);
    int rounds = sanitised() ? 200 : 600, flat = 0;
    int64_t faces = 0;
    for (int round = 0; round < rounds; ++round) {
        Vec3d points[MOST];
        Hull hull;
        int32_t count = random_points(&rng, points);
        if (hull_find(&hull, points, count)) {
            assert_true(hull.count >= 4);
            check_hull(&hull, points, count, round);
        } else {
            assert_true(in_one_plane(points, count));
            ++flat;
        }
        faces += hull.count;
        hull_free(&hull);
    }
    printf("RAN: %d hulls of %lld triangles, %d sets in a plane\n", rounds - flat, (long long)faces,
           flat);
    assert_true(flat > 0 && faces > 10 * rounds);
    // A cube with points all over: twelve triangles, whatever lies in its faces and within.
    Vec3d grid[125];
    for (int i = 0; i < 125; ++i)
        grid[i] = vec3d(i % 5, i / 5 % 5, i / 25);
    Hull hull;
    assert_true(hull_find(&hull, grid, 125));
    check_hull(&hull, grid, 125, -1);
    assert_true(fabs(volume_of(&hull, grid) - 64) < 1e-12);
    hull_free(&hull);
}

// A box one of whose corners is meshed finely, turned, with a long thin piece in the middle.
static Mesh *fine_corner(Vec3d size, const Affine *at)
{
    enum { FINE = 300, SOLID = 12 };
    Mesh *box = shape_box(size), *mesh = mesh_create(box->vertex_count + 3 * FINE, SOLID + FINE);
    Rng rng = rng_create(8);
    assert_int_equal(box->triangle_count, SOLID);
    for (int32_t i = 0; i < box->vertex_count; ++i)
        mesh->vertices[i] = box->vertices[i];
    memcpy(mesh->triangles, box->triangles, SOLID * sizeof *mesh->triangles);
    for (int32_t i = 0; i < FINE; ++i)
        for (int k = 0; k < 3; ++k) {
            Vec3d p = vec3d_scale(rng_in_cube(&rng, 1), 0.05);
            mesh->triangles[SOLID + i][k] = box->vertex_count + 3 * i + k;
            mesh->vertices[box->vertex_count + 3 * i + k] =
                vec3d_add(vec3d_scale(size, 0.4), vec3d(p.x * size.x, p.y * size.y, p.z * size.z));
        }
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        mesh->vertices[i] = affine_apply(at, mesh->vertices[i]);
    mesh_release(box);
    return mesh;
}

// How far the first axis is from the direction, as a cosine that 1 lacks.
static double off(const Vec3d axes[3], Vec3d direction)
{
    return 1 - fabs(vec3d_dot(axes[0], direction));
}

static void what_lies_within_does_not_turn_the_axes_of_a_hull(void **state)
{
    (void)state;
    Affine turned = affine_rotation(vec3d(0, 0.6, 0.8), 0.7);
    Mesh *mesh = fine_corner(vec3d(9, 5, 2), &turned);
    int32_t items[400], count = mesh->triangle_count;
    Vec3d area[3], corners[3], hull[3], along = affine_apply_vector(&turned, vec3d(1, 0, 0));
    for (int32_t i = 0; i < count; ++i)
        items[i] = i;
    covariance_axes(mesh, NULL, items, count, area);
    covariance_axes_of_corners(mesh, items, count, corners);
    assert_true(covariance_axes_of_hull(mesh, items, count, hull));
    printf("RAN: axes off by %.2g by area, %.2g by corners, %.2g by hull\n", off(area, along),
           off(corners, along), off(hull, along));
    assert_true(off(hull, along) < 1e-12);
    assert_true(off(area, along) > 1e-6 && off(corners, along) > off(area, along));
    // In one plane there is no hull.
    assert_false(covariance_axes_of_hull(mesh, items, 1, hull));
    mesh_release(mesh);
}

static double root_volume(Mesh *mesh, const BvhDesc *desc)
{
    Bvh *tree = bvh_build(mesh, desc, NULL, NULL);
    assert_non_null(tree);
    unsigned char *volume = calloc(1, desc->type->volume_size);
    tree->type->decode(tree, 0, NULL, volume);
    double size = tree->type->measure(volume, MEASURE_VOLUME);
    free(volume);
    bvh_release(tree);
    return size;
}

static BvhDesc weighted(double weights)
{
    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_obb});
    desc.params[0] = weights;
    return desc;
}

static void all_weights_enclose_and_find_the_same(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    size_t contacts = 0;
    uint64_t tests[3] = {0};
    int poses = sanitised() ? 3 : 20;
    for (int p = 0; p < MESH_PAIRS; ++p) {
        Bvh *trees[3][2];
        for (int w = 0; w < 3; ++w) {
            BvhDesc desc = weighted(w);
            Mesh *const meshes[2] = {pairs[p].a, pairs[p].b};
            for (int k = 0; k < 2; ++k) {
                Error err = {""};
                trees[w][k] = bvh_build(meshes[k], &desc, NULL, NULL);
                if (!trees[w][k] || !bvh_validate(trees[w][k], &err))
                    fail_msg("%s, weights %d: %s", pairs[p].name, w, err.text);
            }
        }
        for (int i = 0; i < poses; ++i) {
            Affine pose = mesh_pair_pose(&pairs[p], (uint64_t)(5500 + i));
            ContactList first = {0}, list = {0};
            for (int w = 0; w < 3; ++w) {
                QueryStats stats;
                QueryDesc all = {.mode = QUERY_ALL};
                ContactList *out = w ? &list : &first;
                assert_true(
                    query_contacts(trees[w][0], trees[w][1], &pose, &all, NULL, out, &stats, NULL));
                tests[w] += stats.volume_tests;
                assert_int_equal(out->count, first.count);
                for (size_t k = 0; k < first.count; ++k)
                    assert_true(out->items[k].a == first.items[k].a &&
                                out->items[k].b == first.items[k].b);
            }
            contacts += first.count;
            contact_list_free(&first);
            contact_list_free(&list);
        }
        for (int w = 0; w < 3; ++w)
            for (int k = 0; k < 2; ++k)
                bvh_release(trees[w][k]);
    }
    printf("RAN: %zu contacts three times; N_v %llu by area, %llu by corners, %llu by hull\n",
           contacts, (unsigned long long)tests[0], (unsigned long long)tests[1],
           (unsigned long long)tests[2]);
    assert_true(contacts > 500 && tests[1] != tests[0] && tests[2] != tests[0]);
    // Turned and flat: every way beats the box along the axes.
    Affine turned = affine_rotation(vec3d(0, 0.6, 0.8), 0.7);
    Mesh *mesh = fine_corner(vec3d(9, 5, 0.2), &turned);
    double aabb = root_volume(mesh, &(BvhDesc){.type = &bv_aabb});
    for (int w = 0; w < 3; ++w) {
        BvhDesc desc = weighted(w);
        assert_true(root_volume(mesh, &desc) < aabb / 2);
    }
    mesh_release(mesh);
    mesh_pairs_free(pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hulls_are_convex_and_closed),
        cmocka_unit_test(what_lies_within_does_not_turn_the_axes_of_a_hull),
        cmocka_unit_test(all_weights_enclose_and_find_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
