// Blocks: processors with and without AVX2 find and count the same, to the last bit; what floats are
// sure of is so; and they are as small as they are meant to be.
#include "core/base/cpu.h"
#include "core/mesh/shapes.h"
#include "core/shape/triangle/tri_cross.h"
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
    QueryStats stats, first_stats, distance_stats;
    Distance distance;
} Found;

static void search(Found *out, const Bvh *a, const Bvh *b, const Affine *pose, int rule)
{
    *out = (Found){.list = {0}};
    QueryDesc desc = {.mode = QUERY_ALL, .rule = rule};
    ContactList first = {0};
    assert_true(query_contacts(a, b, pose, &desc, NULL, &out->list, &out->stats, NULL));
    desc.mode = QUERY_FIRST;
    assert_true(query_contacts(a, b, pose, &desc, NULL, &first, &out->first_stats, NULL));
    assert_int_equal(first.count, out->list.count > 0);
    assert_true(out->first_stats.volume_tests <= out->stats.volume_tests);
    contact_list_free(&first);
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
                assert_same_stats(&wide.first_stats, &narrow.first_stats);
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

// Turned, mirrored, scaled alike or differently along each axis, sheared a little.
static Affine any_placement(Rng *rng, const MeshPair *pair)
{
    Affine pose = rng_rotation(rng), after = rng_rotation(rng);
    double size = exp(rng_uniform(rng, -1.5, 1.5));
    int how = rng_below(rng, 4);
    for (int j = 0; j < 3; ++j) {
        double scale = size * (how >= 2 ? exp(rng_uniform(rng, -1, 1)) : 1);
        if ((how & 1) && rng_below(rng, 2))
            scale = -scale;
        for (int i = 0; i < 3; ++i)
            pose.m[i][j] *= scale;
    }
    pose = affine_compose(&pose, &after);
    pose.p = rng_in_cube(rng, pair->reach * fmin(size, 1));
    return pose;
}

static void assert_same_refitted(Bvh *a, const Bvh *b, const Affine *pose, Rng *rng)
{
    for (int32_t i = 0; i < a->mesh->vertex_count; ++i)
        a->mesh->vertices[i] = vec3d_add(a->mesh->vertices[i], rng_in_cube(rng, 0.03));
    ++a->mesh->version;
    assert_true(a->type->refit(a, NULL));
    Bvh *rebuilt = bvh_build(a->mesh, &a->desc, NULL, NULL);
    Found after, anew;
    search(&after, a, b, pose, 0);
    search(&anew, rebuilt, b, pose, 0);
    assert_same_contacts(&after.list, &anew.list);
    assert_true(after.distance.value == anew.distance.value);
    contact_list_free(&after.list);
    contact_list_free(&anew.list);
    bvh_release(rebuilt);
}

// The contacts and distances of boxes one by one under any scale, and those of a tree built anew after
// a refit.
static void any_scale_finds_the_same(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    size_t contacts = 0;
    int poses = sanitised() ? 6 : 30, ran = 0;
    for (int k = 0; k < KINDS; ++k)
        for (int p = 0; p < MESH_PAIRS; ++p) {
            Rng rng = rng_create((uint64_t)(4000 + p));
            BvhDesc desc = {.type = kinds[k]}, single = {.type = &bv_aabb};
            Bvh *a = bvh_build(pairs[p].a, &desc, NULL, NULL);
            Bvh *b = bvh_build(pairs[p].b, &desc, NULL, NULL);
            Bvh *one_a = bvh_build(pairs[p].a, &single, NULL, NULL);
            Bvh *one_b = bvh_build(pairs[p].b, &single, NULL, NULL);
            for (int i = 0; i < poses; ++i, ++ran) {
                Affine pose = any_placement(&rng, &pairs[p]);
                Found found, want;
                cpu_pretend(i % 2 ? CPU_VECTORS_BASELINE : CPU_VECTORS_FOUND);
                search(&found, a, b, &pose, i % descent_rule_count);
                search(&want, one_a, one_b, &pose, 0);
                assert_same_contacts(&found.list, &want.list);
                if (fabs(found.distance.value - want.distance.value) >
                    1e-9 * (1 + want.distance.value))
                    fail_msg("%s, pair %d, pose %d: distance %.17g for %.17g", kinds[k]->name, p, i,
                             found.distance.value, want.distance.value);
                contacts += want.list.count;
                contact_list_free(&found.list);
                contact_list_free(&want.list);
                if (i == poses - 1)
                    assert_same_refitted(a, b, &pose, &rng);
            }
            Bvh *trees[] = {a, b, one_a, one_b};
            for (int t = 0; t < 4; ++t)
                bvh_release(trees[t]);
        }
    mesh_pairs_free(pairs);
    cpu_pretend(CPU_VECTORS_FOUND);
    printf("RAN: %zu contacts at %d placements of any scale\n", contacts, ran);
    assert_true(contacts > (size_t)ran);
}

// A triangle of B and four of A that touch it in a point, an edge or more, or nearly, at any size and far
// from the origin: what floats are sure of is what the exact test says. Of many they are.
static void floats_are_sure_of_what_is_so(void **state)
{
    (void)state;
    int crossing = 0, apart = 0, sure = 0, left_out = 0, beyond = 0, half = 0, aimed = 0,
        cases = sanitised() ? 20000 : 100000;
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
            if (how == 1) // and beside it by little or less
                four[k].p[0] =
                    vec3d_add(four[k].p[0], vec3d_scale(rng_direction(&rng),
                                                        size * pow(10, -1 - rng_below(&rng, 9))));
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
        tri_packet_load(&of_a, (const TriCorners *)corners_a);
        tri_packet_load_moved(&of_b, (const TriCorners *)corners_b, &filter);
        TriEnds ends_a = tri_packet_ends(&of_a, filter.slack);
        TriEnds ends_b = tri_packet_ends(&of_b, filter.slack);
        TriLanes lanes_a, lanes_b;
        tri_lanes_of_a(&lanes_a, &of_a);
        tri_lanes_of_b(&lanes_b, &of_b, (unsigned)i % 4);
        TriCrossing found = tri_cross(&lanes_a, &lanes_b, &filter, 15);
        assert_int_equal(found.cross & found.unsure, 0);
        for (int k = 0; k < 4; ++k) {
            // What is nearer than it is said to be is not left out either; half as near mostly is.
            TriClosest closest;
            double distance = tri_closest(&four[k], &moved, INFINITY, &closest);
            unsigned lane = (unsigned)i % 4;
            double above = nextafter(distance * (1 + 1e-12), INFINITY);
            if (!(tri_packet_nearer(&of_a, &ends_a, &of_b, &ends_b, lane, &filter, above) >> k & 1))
                fail_msg("seed %d: triangle %d of four is %g away and left out", 7000 + i, k,
                         distance);
            beyond += !(
                tri_packet_nearer(&of_a, &ends_a, &of_b, &ends_b, lane, &filter, 0.5 * distance) >>
                    k &
                1);
            // Along the closest points the gap is as wide as it can be.
            TriAim aim = tri_aim(vec3d_sub(closest.on_b, closest.on_a), &filter);
            if (aim.any && !(tri_packet_nearer_along(&of_a, &of_b, lane, &aim, above) >> k & 1))
                fail_msg("seed %d: triangle %d of four is %g away and left out along that",
                         7000 + i, k, distance);
            aimed += aim.any &&
                     !(tri_packet_nearer_along(&of_a, &of_b, lane, &aim, 0.99 * distance) >> k & 1);
            Float4 least = tri_packet_apart(&of_a, &ends_a, &of_b, &ends_b, lane, &filter);
            if (!((double)least[k] <= distance))
                fail_msg("seed %d: triangle %d of four is %g away, at least %g they say", 7000 + i,
                         k, distance, (double)least[k]);
            half += (double)least[k] > 0.5 * distance;
            enum TriContact kind = tri_exact.contact(&four[k], &moved, NULL);
            bool crosses = found.cross >> k & 1, unsure = found.unsure >> k & 1;
            if (!unsure && kind != (crosses ? TRI_PROPER : TRI_DISJOINT))
                fail_msg("seed %d: floats say that triangle %d of four %s", 7000 + i, k,
                         crosses ? "crosses" : "is apart");
            crossing += kind == TRI_PROPER;
            sure += crosses;
            apart += kind == TRI_DISJOINT;
            left_out += kind == TRI_DISJOINT && !unsure;
        }
    }
    printf("RAN: %d pairs that cross, floats are sure of %d; %d apart, of %d, %d left out at half "
           "their distance, %d known to be as far, %d at all but 1 %% of it along the closest "
           "points\n",
           crossing, sure, apart, left_out, beyond, half, aimed);
    assert_true(sure > crossing / 8 && left_out > apart / 3 && beyond > apart / 5);
    assert_true(half > beyond / 2 && aimed > beyond);
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
        cmocka_unit_test(any_scale_finds_the_same),
        cmocka_unit_test(floats_are_sure_of_what_is_so),
        cmocka_unit_test(blocks_are_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
