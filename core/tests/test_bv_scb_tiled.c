// Strips of long thin triangles: they cover the triangles, they pay, and nothing is reported twice.
#include "core/mesh/mesh_builder.h"
#include "core/mesh/shapes.h"
#include "core/shape/slab.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/slabcutball/tiles.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { ASPECT = 3, LENGTH, MOST }; // after the three parameters of all slab cut balls

static BvhDesc described(double aspect, double length, double most)
{
    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_scb_tiled});
    desc.params[ASPECT] = aspect;
    desc.params[LENGTH] = length;
    desc.params[MOST] = most;
    return desc;
}

static double area(const Triangle *t)
{
    Vec3d n = vec3d_cross(vec3d_sub(t->p[1], t->p[0]), vec3d_sub(t->p[2], t->p[0]));
    return vec3d_length(n) / 2;
}

static double longest(const Triangle *t)
{
    return fmax(vec3d_distance(t->p[0], t->p[1]),
                fmax(vec3d_distance(t->p[1], t->p[2]), vec3d_distance(t->p[2], t->p[0])));
}

// Needles in all directions, some of them with no width at all, some far from the origin.
static Mesh *needles(int count, uint64_t seed)
{
    MeshBuilder b = {0};
    Rng rng = rng_create(seed);
    for (int i = 0; i < count; ++i) {
        Vec3d p = vec3d_scale(rng_direction(&rng), i % 7 == 0 ? 1000 : 1), d = rng_direction(&rng);
        Vec3d q = vec3d_add_scaled(p, d, 1 + 3 * rng_unit(&rng));
        double width = i % 5 == 0 ? 0 : 0.05 * rng_unit(&rng);
        Vec3d r = vec3d_add_scaled(vec3d_lerp(p, q, rng_unit(&rng)), rng_direction(&rng), width);
        int32_t first = mesh_builder_vertex(&b, p);
        mesh_builder_vertex(&b, q);
        mesh_builder_vertex(&b, r);
        mesh_builder_face3(&b, first, first + 1, first + 2);
    }
    return mesh_builder_finish(&b);
}

static void strips_are_short_and_add_up(void **state)
{
    (void)state;
    enum { COUNT = 200 };
    Mesh *mesh = needles(COUNT, 5);
    TileRule rule = {.aspect = 4, .length = 0.2, .most = 16};
    Tiles tiles;
    assert_true(tiles_cut(mesh, &rule, &tiles));
    double sum[COUNT] = {0};
    int count[COUNT] = {0}, cut = 0;
    for (int32_t i = 0; i < tiles.count; ++i) {
        Triangle whole = mesh_triangle(mesh, tiles.origin[i]);
        double least = INFINITY, most = -INFINITY, length = longest(&whole);
        ++count[tiles.origin[i]];
        for (int32_t k = tiles.first_piece[i]; k < tiles.first_piece[i + 1]; ++k) {
            Triangle t = mesh_triangle(tiles.pieces, k);
            sum[tiles.origin[i]] += area(&t);
            for (int c = 0; c < 3; ++c) { // along the first edge, which is the longest here
                Vec3d along = vec3d_normalised(vec3d_sub(whole.p[1], whole.p[0]));
                double at = vec3d_dot(along, t.p[c]);
                least = fmin(least, at);
                most = fmax(most, at);
            }
        }
        double limit = fmax(0.2, 4 * 2 * area(&whole) / length);
        if (length > vec3d_distance(whole.p[0], whole.p[1])) // the needle's apex is beyond an end
            continue;
        if (most - least > fmax(limit, length / 16) * (1 + 1e-9))
            fail_msg("a strip of %d is %g long, not %g", tiles.origin[i], most - least, limit);
    }
    for (int i = 0; i < COUNT; ++i) {
        Triangle whole = mesh_triangle(mesh, i);
        cut += count[i] > 1;
        assert_true(count[i] >= 1 && count[i] <= 16);
        if (fabs(sum[i] - area(&whole)) > 1e-9 * (area(&whole) + 1e-3))
            fail_msg("triangle %d: %g of %g", i, sum[i], area(&whole));
    }
    printf("RAN: %d needles, %d of them cut, into %d strips\n", COUNT, cut, tiles.count);
    assert_true(cut > 150 && tiles.pieces->triangle_count <= 3 * tiles.count);
    tiles_free(&tiles);
    mesh_release(mesh);
}

typedef struct Sight {
    const Bvh *bvh;
    int32_t triangle;
    Vec3d p;
    bool found;
} Sight;

// Down to the leaves that list the triangle, through volumes that contain the point.
static bool look(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node, (void)level;
    Sight *s = user;
    if (s->found || !s->bvh->type->contains(volume, s->p))
        return false;
    for (uint32_t i = 0; links.leaf && i < links.count; ++i)
        s->found = s->found || s->bvh->slots[links.first + i] == s->triangle;
    return true;
}

static void every_point_of_a_triangle_is_in_one_of_its_leaves(void **state)
{
    (void)state;
    Mesh *mesh = needles(100, 6);
    const BvhDesc descs[] = {described(1, 0, 64), described(4, 0.1, 16), described(1, 0, 2)};
    int points = 0, tries = sanitised() ? 30 : 300;
    for (size_t d = 0; d < sizeof descs / sizeof *descs; ++d) {
        Error err = {""};
        Bvh *bvh = bvh_build(mesh, &descs[d], NULL, &err);
        assert_non_null(bvh);
        if (!bvh_validate(bvh, &err))
            fail_msg("%s", err.text);
        assert_true(bvh->slot_count >= 2 * 100 || d == 1);
        Rng rng = rng_create(9);
        for (int i = 0; i < 100 * tries; ++i, ++points) {
            Triangle t = mesh_triangle(mesh, i % 100);
            Vec3d on_edge = vec3d_lerp(t.p[0], t.p[1], rng_unit(&rng));
            Vec3d p = vec3d_lerp(on_edge, t.p[2], rng_below(&rng, 3) ? rng_unit(&rng) : 0);
            Sight s = {bvh, i % 100, p, false};
            assert_true(bvh_visit(bvh, look, &s));
            if (!s.found)
                fail_msg("a point of triangle %d is in none of its leaves", i % 100);
        }
        bvh_release(bvh);
    }
    printf("RAN: %d points of needles found in their leaves\n", points);
    mesh_release(mesh);
}

static void without_strips_it_is_a_plain_tree(void **state)
{
    (void)state;
    Mesh *mesh = shape_cone(0.5, 2, 40);
    BvhDesc one = described(1, 0, 1);
    Error err = {""};
    Bvh *plain = bvh_build(mesh, &(BvhDesc){.type = &bv_slabcutball}, NULL, &err);
    Bvh *tiled = bvh_build(mesh, &one, NULL, &err);
    assert_int_equal(plain->node_count, tiled->node_count);
    assert_memory_equal(plain->slots, tiled->slots, plain->slot_count * sizeof *plain->slots);
    bvh_release(plain);
    bvh_release(tiled);
    mesh_release(mesh);
}

// The poses of two cones that tumble close to each other.
static QueryStats tumble(Mesh *mesh, const BvhDesc *desc, size_t *contacts)
{
    Error err = {""};
    Bvh *bvh = bvh_build(mesh, desc, NULL, &err);
    ContactList list = {0};
    QueryStats sum = {0};
    assert_non_null(bvh);
    *contacts = 0;
    for (int i = 0; i < 40; ++i) {
        Rng rng = rng_create(500 + (uint64_t)i);
        QueryStats stats;
        Affine pose = rng_rotation(&rng);
        pose.p = vec3d_scale(rng_direction(&rng), rng_uniform(&rng, 0.4, 1.6));
        QueryDesc query = {.mode = QUERY_ALL, .rule = DESCEND_radius};
        assert_true(query_contacts(bvh, bvh, &pose, &query, NULL, &list, &stats, &err));
        for (size_t k = 1; k < list.count; ++k) // sorted: no pair twice
            assert_true(
                list.items[k - 1].a < list.items[k].a ||
                (list.items[k - 1].a == list.items[k].a && list.items[k - 1].b < list.items[k].b));
        *contacts += list.count;
        query_stats_add(&sum, &stats);
    }
    contact_list_free(&list);
    bvh_release(bvh);
    return sum;
}

static void strips_pay_on_a_cone_of_needles(void **state)
{
    (void)state;
    Mesh *mesh = shape_cone(0.5, 2, 150);
    size_t expected, found;
    QueryStats plain = tumble(mesh, &(BvhDesc){.type = &bv_slabcutball}, &expected), tiled;
    for (int most = 2; most <= TILES_MAX; most *= 2) {
        BvhDesc desc = described(4, 0.1, most);
        tiled = tumble(mesh, &desc, &found);
        assert_int_equal(found, expected);
        printf("RAN: cone, at most %d strips: N_v %llu against %llu, N_p %llu against %llu, %zu "
               "contacts\n",
               most, (unsigned long long)tiled.volume_tests, (unsigned long long)plain.volume_tests,
               (unsigned long long)tiled.triangle_tests, (unsigned long long)plain.triangle_tests,
               expected);
    }
    tiled = tumble(mesh, &(BvhDesc){.type = &bv_scb_tiled}, &found);
    assert_true(found == expected && expected > 0);
    // Discs of half the length meet half as many others: tests fall as the strips get shorter.
    assert_true(tiled.volume_tests < plain.volume_tests / 3);
    assert_true(tiled.triangle_tests < plain.triangle_tests / 4);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strips_are_short_and_add_up),
        cmocka_unit_test(every_point_of_a_triangle_is_in_one_of_its_leaves),
        cmocka_unit_test(without_strips_it_is_a_plain_tree),
        cmocka_unit_test(strips_pay_on_a_cone_of_needles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
