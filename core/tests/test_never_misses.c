// No overlap test ever calls two volumes separate that have a point in common. Volumes of every
// type are fitted to small sets of triangles and posed so that a point of one's convex hull meets
// one of the other's; all volumes are convex, so both contain it. How often tests keep pairs whose
// triangles are apart is reported, not asserted.
#include "core/mesh/shapes.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { POOL = 400 };

// One volume: a tree whose root is its only leaf.
typedef struct Item {
    Mesh *mesh;
    Bvh *tree;
} Item;

static Mesh *small_mesh(uint64_t seed)
{
    Rng rng = rng_create(seed);
    static const double sizes[] = {1, 1e-3, 1e3, 1e6};
    double size = sizes[rng_below(&rng, 4)];
    int32_t count = 1 + rng_below(&rng, BVH_MAX_LEAF);
    Mesh *mesh = rng_below(&rng, 8) == 0 ? shape_degenerates(count, size, seed)
                                         : shape_soup(count, size, size / 2, seed);
    Vec3d stretch = vec3d(1, rng_uniform(&rng, 0, 1), rng_below(&rng, 4) ? rng_unit(&rng) : 0);
    Affine turn = rng_rotation(&rng);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = mesh->vertices[i];
        p = vec3d(p.x * stretch.x, p.y * stretch.y, p.z * stretch.z);
        mesh->vertices[i] = affine_apply_vector(&turn, p);
    }
    mesh_recentre(mesh);
    return mesh;
}

// In the hull of one leaf. Leaves that hold pieces of triangles are several: there it is a point of
// one triangle.
static Vec3d hull_point(const Item *item, Rng *rng)
{
    const Mesh *mesh = item->mesh;
    unsigned traits = item->tree->type->traits;
    bool pieces = (traits & BV_REPEATS_TRIANGLES) && !(traits & BV_SPACE_PARTITION);
    const int32_t *t = pieces ? mesh->triangles[rng_below(rng, mesh->triangle_count)] : NULL;
    Vec3d p = mesh->vertices[t ? t[rng_below(rng, 3)] : rng_below(rng, mesh->vertex_count)];
    // Corners and edges often: that is where volumes touch.
    for (int n = rng_below(rng, 4); n > 0; --n) {
        int32_t to = t ? t[rng_below(rng, 3)] : rng_below(rng, mesh->vertex_count);
        p = vec3d_lerp(p, mesh->vertices[to], rng_unit(rng));
    }
    return p;
}

static Affine map_between(Rng *rng, bool scaled)
{
    Affine map = rng_rotation(rng);
    int kind = rng_below(rng, 4);
    if (kind == 0)
        map = affine_rotation(rng_direction(rng),
                              rng_below(rng, 2) ? 0 : rng_uniform(rng, -1e-5, 1e-5));
    if (kind == 1 && scaled)
        for (int k = 0; k < 9; ++k)
            map.m[k / 3][k % 3] *= k % 3 == 0 ? 0.3 : k % 3 == 1 ? -1 : 2.5;
    return map;
}

static bool note_leaf(Query *query, NodeLinks a, NodeLinks b)
{
    (void)a, (void)b;
    *(bool *)query->user = true;
    return true;
}

static bool kept(const Item *a, const Item *b, const Affine *pose, const QueryDesc *desc)
{
    bool reached = false;
    Query query;
    Error err = {""};
    if (!query_begin(&query, a->tree, b->tree, pose, desc, note_leaf, &reached, &err))
        fail_msg("%s", err.text);
    assert_int_equal(query_run(&query, NULL), QUERY_DONE);
    query_end(&query);
    return reached;
}

static bool triangles_apart(const Mesh *a, const Mesh *b, const Affine *pose)
{
    for (int32_t j = 0; j < b->triangle_count; ++j) {
        Triangle tb = mesh_triangle(b, j);
        tb = triangle_transformed(&tb, pose);
        for (int32_t i = 0; i < a->triangle_count; ++i) {
            Triangle ta = mesh_triangle(a, i);
            if (tri_exact.contact(&ta, &tb, NULL) != TRI_DISJOINT)
                return false;
        }
    }
    return true;
}

static void check_test(const Item *pool, const BvType *type, int test, bool lift, int cases)
{
    QueryDesc desc = {.test = test, .lift = lift};
    bool scaled = type->tests[test].can & TEST_SCALE;
    for (int i = 0; i < cases; ++i) {
        uint64_t seed = 3000000 + (uint64_t)i;
        Rng rng = rng_create(seed);
        const Item *a = &pool[rng_below(&rng, POOL)], *b = &pool[rng_below(&rng, POOL)];
        Affine pose = map_between(&rng, scaled);
        Vec3d in_a = hull_point(a, &rng), in_b = hull_point(b, &rng);
        pose.p = vec3d_sub(in_a, affine_apply_vector(&pose, in_b));
        if (!kept(a, b, &pose, &desc))
            fail_msg("%s / %s%s, seed %llu: called separate around a common point", type->name,
                     type->tests[test].name, lift ? " lifted" : "", (unsigned long long)seed);
    }
    int apart = 0, wrong = 0;
    for (int i = 0; i < 4000; ++i) {
        Rng rng = rng_create(8000000 + (uint64_t)i);
        const Item *a = &pool[rng_below(&rng, POOL)], *b = &pool[rng_below(&rng, POOL)];
        Affine pose = map_between(&rng, false);
        pose.p = vec3d_scale(rng_direction(&rng), 0.8 * (a->tree->radius + b->tree->radius));
        if (triangles_apart(a->mesh, b->mesh, &pose)) {
            ++apart;
            wrong += kept(a, b, &pose, &desc);
        }
    }
    assert_true(apart > 1000);
    assert_true(wrong < apart); // a test that never separates would pass everything above
    printf("RAN: never misses: %s / %s%s: %d pairs around a common point; keeps %.1f %% of pairs "
           "whose "
           "triangles are apart\n",
           type->name, type->tests[test].name, lift ? " lifted" : "", cases, 100.0 * wrong / apart);
}

static void no_overlap_test_misses_a_common_point(void **state)
{
    (void)state;
    int cases = (sanitised() ? 10000 : 100000) * (long_tier() ? 10 : 1);
    for (int t = 0; t < bv_type_count; ++t) {
        Item pool[POOL];
        // Triangles may be repeated in several cells of a space partition: then the root has
        // children, and some pair of leaves must be reached all the same.
        BvhDesc desc = {.type = bv_types[t], .leaf_size = BVH_MAX_LEAF};
        for (int i = 0; i < POOL; ++i) {
            pool[i].mesh = small_mesh(77000 + (uint64_t)i);
            pool[i].tree = bvh_build(pool[i].mesh, &desc, NULL, NULL);
            assert_non_null(pool[i].tree);
        }
        for (int test = 0; test < bv_types[t]->test_count; ++test)
            for (int lift = 0; lift <= (bv_types[t]->tests[test].run_lifted != NULL); ++lift)
                check_test(pool, bv_types[t], test, lift, cases);
        for (int i = 0; i < POOL; ++i) {
            bvh_release(pool[i].tree);
            mesh_release(pool[i].mesh);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_overlap_test_misses_a_common_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
