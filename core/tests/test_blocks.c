// Blocks: processors with and without AVX2 find and count the same, to the last bit; nothing that
// touches is left out by fours; and they are as small as they are meant to be.
#include "core/base/cpu.h"
#include "core/mesh/shapes.h"
#include "core/shape/triangle/tri_packet.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const BvType *const kinds[] = {&bv_obb_blocks, &bv_aabb_blocks};
enum { KINDS = 2 };

typedef struct Found {
    ContactList list;
    QueryStats stats, distance_stats;
    Distance distance;
} Found;

static void search(Found *out, const Bvh *a, const Bvh *b, const Affine *pose, int rule)
{
    *out = (Found){.list = {0}};
    QueryDesc desc = {.mode = QUERY_ALL, .rule = rule};
    assert_true(query_contacts(a, b, pose, &desc, NULL, &out->list, &out->stats, NULL));
    assert_true(query_distance(a, b, pose, NULL, NULL, &out->distance, &out->distance_stats, NULL));
}

static void assert_same_stats(const QueryStats *x, const QueryStats *y)
{
    assert_int_equal(x->volume_tests, y->volume_tests);
    assert_int_equal(x->triangle_tests, y->triangle_tests);
    assert_int_equal(x->updates, y->updates);
    assert_memory_equal(x->exits, y->exits, sizeof x->exits);
}

static void assert_same_contacts(const ContactList *x, const ContactList *y)
{
    assert_int_equal(x->count, y->count);
    for (size_t i = 0; i < x->count; ++i)
        assert_true(x->items[i].a == y->items[i].a && x->items[i].b == y->items[i].b &&
                    x->items[i].kind == y->items[i].kind);
}

// The same contacts as boxes one by one find, which other tests compare with all pairs of triangles.
static void assert_same_pairs(const ContactList *found, const Bvh *a, const Bvh *b,
                              const Affine *pose)
{
    ContactList want = {0};
    Bvh *single_a = bvh_build(a->mesh, &(BvhDesc){.type = &bv_aabb}, NULL, NULL);
    Bvh *single_b = bvh_build(b->mesh, &(BvhDesc){.type = &bv_aabb}, NULL, NULL);
    QueryDesc all = {.mode = QUERY_ALL};
    assert_true(query_contacts(single_a, single_b, pose, &all, NULL, &want, NULL, NULL));
    assert_same_contacts(found, &want);
    contact_list_free(&want);
    bvh_release(single_a);
    bvh_release(single_b);
}

static void every_instruction_set_finds_the_same(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    size_t contacts = 0;
    uint64_t tests = 0;
    for (int k = 0; k < KINDS; ++k)
        for (int p = 0; p < MESH_PAIRS; ++p) {
            BvhDesc desc = {.type = kinds[k], .leaf_size = p % 3 == 0 ? 1 : 0};
            Bvh *a = bvh_build(pairs[p].a, &desc, NULL, NULL);
            Bvh *b = bvh_build(pairs[p].b, &desc, NULL, NULL);
            for (int i = 0; i < 24; ++i) {
                Affine pose = mesh_pair_pose(&pairs[p], (uint64_t)(900 + i));
                Found wide, narrow;
                cpu_pretend(CPU_VECTORS_FOUND);
                search(&wide, a, b, &pose, i % descent_rule_count);
                cpu_pretend(CPU_VECTORS_BASELINE);
                assert_false(cpu_has_avx2());
                search(&narrow, a, b, &pose, i % descent_rule_count);
                assert_same_stats(&wide.stats, &narrow.stats);
                assert_same_stats(&wide.distance_stats, &narrow.distance_stats);
                assert_true(wide.distance.value == narrow.distance.value);
                assert_same_contacts(&wide.list, &narrow.list);
                assert_same_pairs(&wide.list, a, b, &pose);
                contacts += wide.list.count;
                tests += wide.stats.volume_tests;
                contact_list_free(&wide.list);
                contact_list_free(&narrow.list);
            }
            bvh_release(a);
            bvh_release(b);
        }
    mesh_pairs_free(pairs);
    cpu_pretend(CPU_VECTORS_FOUND);
    printf("RAN: %zu contacts in %llu volume tests, with and without AVX2 (%s here)\n", contacts,
           (unsigned long long)tests, cpu_has_avx2() ? "it is" : "it is not");
    assert_true(contacts > 1000 && tests > 10000);
}

// A triangle of B and four of A that touch it in a point, an edge or more, at any size and far from
// the origin: none may be left out. Where they are apart by much, most are.
static void what_touches_is_never_left_out(void **state)
{
    (void)state;
    int touching = 0, apart = 0, left_out = 0, beyond = 0, cases = sanitised() ? 20000 : 100000;
    for (int i = 0; i < cases; ++i) {
        Rng rng = rng_create(7000 + (uint64_t)i);
        double size = (double[]){1, 1e-4, 1e3, 1e-19}[rng_below(&rng, 4)];
        double away = size * (double[]){0, 1, 1e3, 1e6}[rng_below(&rng, 4)];
        Affine pose = rng_rotation(&rng), back;
        pose.p = vec3d_scale(rng_direction(&rng), away);
        assert_true(affine_invert(&pose, &back));
        Triangle four[4], one;
        Vec3d middle = vec3d_scale(rng_direction(&rng), away);
        for (int c = 0; c < 3; ++c)
            one.p[c] =
                affine_apply(&back, vec3d_add(middle, vec3d_scale(rng_in_cube(&rng, 1), size)));
        Triangle moved = triangle_transformed(&one, &pose);
        float corners_a[4][3][3], corners_b[4][3][3];
        double radius_a = 0, radius_b = 0;
        for (int k = 0; k < 4; ++k) {
            for (int c = 0; c < 3; ++c)
                four[k].p[c] = vec3d_add(middle, vec3d_scale(rng_in_cube(&rng, 1), size));
            int how = rng_below(&rng, 4);
            if (how == 0) // a corner in common
                four[k].p[0] = moved.p[rng_below(&rng, 3)];
            if (how == 1) // a corner on it, but for rounding
                four[k].p[0] = vec3d_lerp(moved.p[0], vec3d_lerp(moved.p[1], moved.p[2], 0.5), 0.3);
            if (how == 2) // flat
                four[k].p[2] = vec3d_lerp(four[k].p[0], four[k].p[1], 0.5);
            for (int c = 0; c < 3; ++c)
                for (int x = 0; x < 3; ++x) {
                    corners_a[k][c][x] = (float)four[k].p[c].v[x];
                    corners_b[k][c][x] = (float)one.p[c].v[x];
                    radius_a = fmax(radius_a, vec3d_length(four[k].p[c]));
                    radius_b = fmax(radius_b, vec3d_length(one.p[c]));
                }
        }
        TriFilter filter = tri_filter(&pose, radius_a, radius_b);
        TriPacket of_a, of_b;
        tri_packet_load(&of_a, (const TriCorners *)corners_a, &filter);
        tri_packet_load_moved(&of_b, (const TriCorners *)corners_b, &filter);
        unsigned left = tri_packet_left(&of_a, &of_b, (unsigned)i % 4, &filter);
        for (int k = 0; k < 4; ++k) {
            // What is nearer than it is said to be is not left out either; half as near mostly is.
            TriClosest closest;
            double distance = tri_closest(&four[k], &moved, INFINITY, &closest);
            unsigned lane = (unsigned)i % 4;
            double above = nextafter(distance * (1 + 1e-12), INFINITY);
            if (!(tri_packet_nearer(&of_a, &of_b, lane, &filter, above) >> k & 1))
                fail_msg("seed %d: triangle %d of four is %g away and left out", 7000 + i, k,
                         distance);
            beyond += !(tri_packet_nearer(&of_a, &of_b, lane, &filter, 0.5 * distance) >> k & 1);
            bool meet = tri_exact.contact(&four[k], &moved, NULL) != TRI_DISJOINT;
            if (meet && !(left >> k & 1))
                fail_msg("seed %d: triangle %d of four touches and is left out", 7000 + i, k);
            touching += meet;
            apart += !meet;
            left_out += !(left >> k & 1);
        }
    }
    printf("RAN: %d pairs that touch, none left out; %d apart, %d of them left out, %d at half "
           "their distance\n",
           touching, apart, left_out, beyond);
    assert_true(touching > cases && left_out > apart / 4 && beyond > apart / 5);
}

static void blocks_are_small(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_ico_sphere(1, 4), shape_knot(2, 3, 2, 0.8, 0.42, 180, 16),
                      shape_torus(1, 0.3, 80, 40)};
    for (int m = 0; m < 3; ++m) {
        double each[KINDS];
        for (int k = 0; k < KINDS; ++k) {
            Bvh *bvh = bvh_build(meshes[m], &(BvhDesc){.type = kinds[k]}, NULL, NULL);
            size_t corners = bvh->slot_count * sizeof *bvh->corners;
            each[k] = (double)(bvh_bytes(bvh) - (k == 1 ? corners : 0)) / meshes[m]->triangle_count;
            bvh_release(bvh);
        }
        printf("RAN: %d triangles, bytes for each: OBB blocks with corners %.1f, AABB blocks "
               "without %.1f\n",
               meshes[m]->triangle_count, each[0], each[1]);
        assert_true(each[0] <= 80 && each[1] <= 40);
        mesh_release(meshes[m]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_instruction_set_finds_the_same),
        cmocka_unit_test(what_touches_is_never_left_out),
        cmocka_unit_test(blocks_are_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
