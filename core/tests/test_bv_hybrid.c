// Trees of hybrid volumes: types are chosen per node, as their factors say; oriented boxes where
// triangles are long and thin; queries that stop at the leaves' volumes.
#include "core/mesh/shapes.h"
#include "core/query/volume_contacts.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/hybrid/bv_hybrid.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

// allowed: factors of the types, 0 for those that are not.
static Bvh *build(Mesh *mesh, const double allowed[VOLUME_TYPE_COUNT], double grown)
{
    BvhDesc desc = {.type = &bv_hybrid, .params_set = allowed != NULL};
    for (int i = 0; allowed && i < VOLUME_TYPE_COUNT; ++i)
        desc.params[i] = allowed[i];
    desc.params[VOLUME_TYPE_COUNT] = grown;
    Error err = {""};
    Bvh *bvh = bvh_build(mesh, &desc, NULL, &err);
    if (!bvh || !bvh_validate(bvh, &err))
        fail_msg("%s", err.text);
    return bvh;
}

static void types_are_mixed(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 40, 24);
    Bvh *bvh = build(mesh, NULL, 0);
    CountRow counts[BV_MAX_COUNTS];
    uint32_t sum = 0;
    int types = 0;
    bvh->type->counts(bvh, counts);
    printf("RAN: torus:");
    for (int i = 0; i < VOLUME_TYPE_COUNT; ++i) {
        printf(" %u %s", counts[i].count, volume_type_names[i]);
        sum += counts[i].count;
        types += counts[i].count > 0;
    }
    printf(" of %u nodes\n", bvh->node_count);
    assert_int_equal(sum, bvh->node_count);
    assert_true(types >= 2);
    bvh_release(bvh);
    // A type alone, and none at all: boxes then.
    for (int only = -1; only < VOLUME_TYPE_COUNT; ++only) {
        double allowed[VOLUME_TYPE_COUNT] = {0};
        if (only >= 0)
            allowed[only] = 1;
        bvh = build(mesh, allowed, 0.1);
        bvh->type->counts(bvh, counts);
        assert_int_equal(counts[only < 0 ? VOLUME_TYPE_AABB : only].count, bvh->node_count);
        bvh_release(bvh);
    }
    mesh_release(mesh);
}

static bool count_children(void *user, NodeId node, int level, NodeLinks at, const void *volume)
{
    (void)node, (void)level, (void)volume;
    ++((int *)user)[at.leaf ? 0 : at.count];
    return true;
}

// Nodes of two to eight children stand beside each other.
static void branching_varies(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 30, 17);
    int children[QUERY_MAX_ARITY + 1] = {0}, kinds = 0;
    Error err = {""};
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_hybrid, .arity = 8}, NULL, &err);
    assert_non_null(bvh);
    assert_true(bvh_validate(bvh, &err) && bvh_visit(bvh, count_children, children));
    for (int i = 2; i <= QUERY_MAX_ARITY; ++i)
        kinds += children[i] > 0;
    assert_true(kinds >= 2 && children[1] == 0);
    bvh_release(bvh);
    mesh_release(mesh);
}

static bool sum_volumes(void *user, NodeId node, int level, NodeLinks at, const void *volume)
{
    (void)node, (void)level, (void)at;
    *(double *)user += bv_hybrid.measure(volume, MEASURE_VOLUME);
    return true;
}

// By volume alone and equal factors, a mixed tree is at most as large as each of its types alone.
static void the_choice_is_the_least(void **state)
{
    (void)state;
    Mesh *meshes[] = {shape_torus(3, 1, 30, 16), shape_cone(1, 6, 64), shape_ico_sphere(1, 3),
                      shape_soup(500, 4, 1, 7)};
    for (int m = 0; m < 4; ++m) {
        double all[VOLUME_TYPE_COUNT] = {1, 1, 1, 1, 1}, mixed = 0;
        Bvh *bvh = build(meshes[m], all, 0);
        bvh_visit(bvh, sum_volumes, &mixed);
        bvh_release(bvh);
        for (int only = 0; only < VOLUME_TYPE_COUNT; ++only) {
            double one[VOLUME_TYPE_COUNT] = {0}, alone = 0;
            one[only] = 1;
            bvh = build(meshes[m], one, 0);
            bvh_visit(bvh, sum_volumes, &alone);
            bvh_release(bvh);
            assert_true(mixed <= alone * (1 + 1e-12));
        }
        mesh_release(meshes[m]);
    }
}

static double obb_share(Mesh *mesh)
{
    double allowed[VOLUME_TYPE_COUNT] = {0};
    CountRow counts[BV_MAX_COUNTS];
    allowed[VOLUME_TYPE_OBB] = 2;
    allowed[VOLUME_TYPE_SCB] = 1.6;
    Bvh *bvh = build(mesh, allowed, 0.1);
    bvh->type->counts(bvh, counts);
    double share = (double)counts[VOLUME_TYPE_OBB].count / bvh->node_count;
    bvh_release(bvh);
    mesh_release(mesh);
    return share;
}

// Slab cut balls suit round triangles, oriented boxes long and thin ones (Larsson 2008, section 6).
static void boxes_on_long_thin_triangles(void **state)
{
    (void)state;
    double sphere = obb_share(shape_ico_sphere(1, 4)), torus = obb_share(shape_torus(3, 1, 60, 40));
    double cone = obb_share(shape_cone(1, 8, 256)), cylinder = obb_share(shape_cylinder(1, 8, 256));
    printf("RAN: share of OBBs among SCBs: sphere %.3f, torus %.3f, cone %.3f, cylinder %.3f\n",
           sphere, torus, cone, cylinder);
    assert_true(cone > 2 * sphere + 0.1 && cylinder > 2 * sphere + 0.1);
    assert_true(cone > torus && cylinder > torus);
}

static void volume_contacts_hold_all_contacts(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(3, 1, 24, 12);
    Rng rng = rng_create(3);
    size_t volumes = 0, contacts = 0;
    for (int leaf = 1; leaf <= 4; leaf += 3)
        for (int type = 0; type < bv_type_count; ++type) {
            BvhDesc desc = {.type = bv_types[type], .leaf_size = leaf};
            Error err = {""};
            Bvh *bvh = bvh_build(mesh, &desc, NULL, &err);
            assert_non_null(bvh);
            ContactList coarse = {0}, exact = {0};
            QueryDesc all = {.mode = QUERY_ALL, .rule = bv_types[type]->rule};
            for (int pose = 0; pose < 6; ++pose) {
                Affine map = rng_rotation(&rng);
                map.p = rng_in_cube(&rng, 3);
                QueryStats stats;
                assert_true(
                    query_volume_contacts(bvh, bvh, &map, &all, NULL, &coarse, &stats, &err));
                assert_int_equal(stats.triangle_tests, 0);
                QueryDesc stopping = all;
                FrontCache front = {0};
                stopping.leaf_volumes = true;
                for (int way = 0; way < 2; ++way) { // whoever asks, no triangle is compared
                    bool ok = way == 0 ? query_contacts(bvh, bvh, &map, &stopping, NULL, &exact,
                                                        &stats, &err)
                                       : query_contacts_again(&front, bvh, bvh, &map, &stopping,
                                                              NULL, &exact, &stats, &err);
                    assert_true(ok && exact.count == coarse.count);
                    assert_int_equal(stats.triangle_tests, 0);
                    for (size_t i = 0; i < exact.count; ++i)
                        assert_true(exact.items[i].a == coarse.items[i].a &&
                                    exact.items[i].b == coarse.items[i].b &&
                                    exact.items[i].kind == TRI_DISJOINT);
                }
                front_cache_free(&front);
                assert_true(query_contacts(bvh, bvh, &map, &all, NULL, &exact, NULL, &err));
                size_t at = 0;
                for (size_t i = 0; i < exact.count; ++i) {
                    while (at < coarse.count && (coarse.items[at].a != exact.items[i].a ||
                                                 coarse.items[at].b != exact.items[i].b))
                        ++at;
                    if (at == coarse.count)
                        fail_msg("%s: a contact without a volume contact", bv_types[type]->name);
                }
                volumes += coarse.count;
                contacts += exact.count;
                QueryDesc first = {.mode = QUERY_FIRST, .rule = bv_types[type]->rule};
                size_t found = coarse.count;
                assert_true(
                    query_volume_contacts(bvh, bvh, &map, &first, NULL, &coarse, &stats, &err));
                assert_true((coarse.count > 0) == (found > 0) && coarse.count <= found);
            }
            contact_list_free(&coarse);
            contact_list_free(&exact);
            bvh_release(bvh);
        }
    mesh_release(mesh);
    printf("RAN: %d volume contacts hold %d contacts\n", (int)volumes, (int)contacts);
    assert_true(contacts > 0 && volumes > contacts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_are_mixed),
        cmocka_unit_test(branching_varies),
        cmocka_unit_test(the_choice_is_the_least),
        cmocka_unit_test(boxes_on_long_thin_triangles),
        cmocka_unit_test(volume_contacts_hold_all_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
