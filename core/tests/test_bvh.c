// Every volume x criterion x builder x leaf size on meshes that are hard for each of them.
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/mesh/shapes.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"
#include <cmocka.h>

typedef void ConfigFn(const BvhDesc *desc, const TestMesh *mesh);

static void for_each_config(ConfigFn *fn)
{
    static const int32_t leaf_sizes[] = {1, 3, BVH_MAX_LEAF};
    int count = 0;
    for (int t = 0; t < bv_type_count; ++t)
        for (int b = 0; b < builder_count; ++b)
            for (int s = 0; s < split_rule_count; ++s)
                for (int l = 0; l < 3; ++l) {
                    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = bv_types[t],
                                                              .builder = builders[b],
                                                              .split = split_rules[s],
                                                              .leaf_size = leaf_sizes[l]});
                    const char *why;
                    bool skip = !long_tier() && s > 0 && l != s % 3; // one leaf size will do
                    bool asked = b == 0 || s == 0; // other builders hardly ask the criterion
                    if (skip || !asked || !bvh_desc_allowed(&desc, &why))
                        continue;
                    // Sanitised, each gets some of the meshes, the next one others; the release
                    // gives them all.
                    int step = !sanitised() ? 1 : s > 0 ? 6 : 3, first = (t + b + s + l) % step;
                    for (int m = first; m < test_mesh_count; m += step, ++count)
                        fn(&desc, &test_meshes[m]);
                    // Wider nodes with some of the criteria.
                    desc.arity = l == 0 ? 8 : 4;
                    for (int m = first; m < test_mesh_count && s % 4 == 1; m += step, ++count)
                        if (bvh_desc_allowed(&desc, &why))
                            fn(&desc, &test_meshes[m]);
                }
    printf("RAN: %d combinations of volume, builder, criterion, leaf size and mesh\n", count);
}

static Bvh *built(const BvhDesc *desc, const TestMesh *which)
{
    Mesh *mesh = which->make();
    Error err = {""};
    assert_non_null(mesh);
    assert_true(mesh_validate(mesh, &err));
    Bvh *bvh = bvh_build(mesh, desc, NULL, &err);
    if (!bvh)
        fail_msg("%s: %s", which->name, err.text);
    mesh_release(mesh);
    return bvh;
}

// Bends the mesh under the tree, which then follows.
static void bend_and_refit(Bvh *bvh)
{
    Mesh *mesh = bvh->mesh;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = mesh->vertices[i];
        mesh->vertices[i] = vec3d(p.x + 0.3 * p.y, p.y * 1.7, p.z - 0.2 * p.x);
    }
    ++mesh->version;
    assert_true(bvh->type->refit(bvh, NULL));
    assert_int_equal(bvh->mesh_version, mesh->version);
}

static void check_shape(const Bvh *bvh, const BvhDesc *desc, const TestMesh *which)
{
    // Eight lopsided levels, then a halving one: a factor of at most 9 over the balanced tree.
    double n = bvh->mesh->triangle_count;
    if (n > 0 && bvh->depth > 9 * (log2(n) + 1) + 1)
        fail_msg("%s, %s: depth %u of %g triangles", desc->split->name, which->name, bvh->depth, n);
    if (desc->leaf_size == 1 && desc->arity == 2 && !(desc->type->traits & BV_REPEATS_TRIANGLES) &&
        n > 0)
        assert_int_equal(bvh->node_count, 2 * (uint32_t)n - 1);
}

// Two trees are built of each, since building is what costs: one is looked at, the other shows that
// they are equal, and is then bent.
static void check_config(const BvhDesc *desc, const TestMesh *which)
{
    Bvh *one = built(desc, which), *two = built(desc, which);
    Error err = {""};
    if (!bvh_validate(one, &err))
        fail_msg("%s, %s, leaf %d, arity %d, %s: %s", desc->type->name, desc->split->name,
                 desc->leaf_size, desc->arity, which->name, err.text);
    check_shape(one, desc, which);
    if (tree_hash(one) != tree_hash(two))
        fail_msg("%s, %s, leaf %d, arity %d, %s: built twice, not the same", desc->type->name,
                 desc->split->name, desc->leaf_size, desc->arity, which->name);
    if (desc->type->refit) {
        bend_and_refit(two);
        if (!bvh_validate(two, &err))
            fail_msg("%s, %s after a refit: %s", desc->type->name, which->name, err.text);
    }
    bvh_release(one);
    bvh_release(two);
}

static void every_hierarchy_is_valid_the_same_again_and_follows_its_mesh(void **state)
{
    (void)state;
    for_each_config(check_config);
}

typedef struct Outline {
    Vec3 lo, hi;
    int lines;
} Outline;

static void grow(void *user, Vec3 from, Vec3 to)
{
    Outline *o = user;
    ++o->lines;
    for (int k = 0; k < 3; ++k) {
        o->lo.v[k] = fminf(o->lo.v[k], fminf(from.v[k], to.v[k]));
        o->hi.v[k] = fmaxf(o->hi.v[k], fmaxf(from.v[k], to.v[k]));
    }
}

typedef struct OutlineVisit {
    const Bvh *bvh;
    int level;
    LineFn *line;
    void *user;
} OutlineVisit;

static bool outline_node(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)node;
    OutlineVisit *o = user;
    bool empty = links.leaf && links.count == 0;
    if ((level == o->level || links.leaf) && !empty)
        o->bvh->type->outline(volume, o->line, o->user);
    return level < o->level;
}

// Outlines of one level; leaves above it are drawn too, so that the whole mesh stays covered, but
// no empty cells.
static bool outline_level(const Bvh *bvh, int level, LineFn *line, void *user)
{
    return bvh_visit(bvh, outline_node, &(OutlineVisit){bvh, level, line, user});
}

static void outlines_of_every_level_surround_the_mesh(void **state)
{
    (void)state;
    for (int t = 0; t < bv_type_count; ++t) {
        for (int m = 0; m < test_mesh_count; ++m) {
            Bvh *bvh = built(&(BvhDesc){.type = bv_types[t]}, &test_meshes[m]);
            for (int level = 0; level < (int)bvh->depth; ++level) {
                Outline o = {
                    {{INFINITY, INFINITY, INFINITY}}, {{-INFINITY, -INFINITY, -INFINITY}}, 0};
                assert_true(outline_level(bvh, level, grow, &o));
                assert_true(o.lines > 0);
                Box3d box = mesh_bounds(bvh->mesh);
                double slack = 1e-6 * (1 + bvh->radius);
                for (int k = 0; k < 3; ++k) {
                    assert_true((double)o.lo.v[k] <= box.lo.v[k] + slack);
                    assert_true((double)o.hi.v[k] >= box.hi.v[k] - slack);
                }
            }
            bvh_release(bvh);
        }
    }
}

static void an_aabb_node_takes_28_bytes(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 50, 20);
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, NULL, NULL);
    MemoryRow rows[4];
    assert_int_equal(bvh->type->bytes(bvh, rows, 4), 2);
    assert_int_equal(rows[0].bytes, 28 * (2 * 2000 - 1));
    assert_int_equal(rows[1].bytes, 4 * 2000);
    assert_int_equal(bvh_bytes(bvh), rows[0].bytes + rows[1].bytes);
    bvh_release(bvh);
    mesh_release(mesh);
}

// Complete trees: two levels in one leave a third of the inner nodes, three levels a seventh. Blocks
// choose which nodes they skip, and have no more of them than that.
static void wider_nodes_are_fewer(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 64, 32); // 4096 triangles
    int types = 0;
    for (int t = 0; t < bv_type_count; ++t) {
        BvhDesc desc = {
            .type = bv_types[t], .split = &split_object_median, .leaf_size = 1, .arity = 8};
        const char *why = NULL;
        if (!bvh_desc_allowed(&desc, &why)) {
            assert_non_null(why);
            assert_null(bvh_build(mesh, &desc, NULL, NULL));
            continue;
        }
        static const uint32_t inner[] = {4095, 4095 / 3, 4095 / 7};
        bool chooses = bv_types[t]->arity > 0;
        uint32_t before = UINT32_MAX;
        for (int a = 0; a < 3; ++a) {
            desc.arity = 2 << a;
            Bvh *bvh = bvh_build(mesh, &desc, NULL, NULL);
            if (chooses) {
                assert_true(bvh->node_count < before && bvh->node_count >= 4096 + inner[a]);
                before = bvh->node_count;
            } else if (!(bvh->type->traits & BV_REPEATS_TRIANGLES)) {
                assert_int_equal(bvh->node_count, 4096 + inner[a]);
                assert_int_equal(bvh->depth, 1 + 12 / (a + 1));
            }
            for (NodeId i = 0; i < bvh->node_count; ++i) {
                NodeLinks links = bvh->type->links(bvh, i);
                assert_true(links.leaf || (int32_t)links.count <= desc.arity);
                assert_true(links.leaf || chooses || (int32_t)links.count == desc.arity ||
                            bvh->type->traits & BV_REPEATS_TRIANGLES);
            }
            bvh_release(bvh);
        }
        ++types;
    }
    printf("RAN: 2, 4 and 8 children per node in %d volumes\n", types);
    assert_true(types >= 8);
    mesh_release(mesh);
}

static void a_cancelled_build_gives_nothing_and_says_nothing(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 200, 50);
    Job job = {0};
    Error err = {""};
    job_cancel(&job);
    assert_null(bvh_build(mesh, NULL, &job, &err));
    assert_string_equal(err.text, "");
    assert_int_equal(mesh->references, 1);
    mesh_release(mesh);
}

// Names stand in CSV rows and in lists on the command line.
static void names_of_the_registries_have_no_commas(void **state)
{
    (void)state;
    for (int t = 0; t < bv_type_count; ++t) {
        assert_null(strchr(bv_types[t]->name, ','));
        for (int i = 0; i < bv_types[t]->test_count; ++i)
            assert_null(strchr(bv_types[t]->tests[i].name, ','));
    }
    for (int s = 0; s < split_rule_count; ++s)
        assert_null(strchr(split_rules[s]->name, ','));
    for (int b = 0; b < builder_count; ++b)
        assert_null(strchr(builders[b]->name, ','));
    for (int r = 0; r < descent_rule_count; ++r)
        assert_null(strchr(descent_rules[r]->name, ','));
}

// The middle of -0.5 and 6e-17 is -0.25, and the way from there to 6e-17 rounds to 0.25.
static void an_end_that_rounding_hides_stays_inside(void **state)
{
    (void)state;
    Mesh *mesh = mesh_create(3, 1);
    mesh->vertices[0] = vec3d(-0.5, 0, 6e-17);
    mesh->vertices[1] = vec3d(6e-17, 0.5, 0);
    mesh->vertices[2] = vec3d(0, -6e-17, 0.5);
    for (int k = 0; k < 3; ++k)
        mesh->triangles[0][k] = k;
    for (int t = 0; t < bv_type_count; ++t) {
        Error err = {""};
        Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = bv_types[t]}, NULL, NULL);
        if (!bvh_validate(bvh, &err))
            fail_msg("%s: %s", bv_types[t]->name, err.text);
        bvh_release(bvh);
    }
    mesh_release(mesh);
}

// A validator that accepts everything would make the tests above worthless.
static void the_validator_sees_a_shrunken_box(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 24, 12);
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, NULL, NULL);
    Error err = {""};
    float *half_x = (float *)bvh->nodes + 3;
    *half_x = nextafterf(*half_x * 0.999999f, 0);
    assert_false(bvh_validate(bvh, &err));
    assert_non_null(strstr(err.text, "node 0"));
    bvh_release(bvh);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_hierarchy_is_valid_the_same_again_and_follows_its_mesh),
        cmocka_unit_test(outlines_of_every_level_surround_the_mesh),
        cmocka_unit_test(an_aabb_node_takes_28_bytes),
        cmocka_unit_test(wider_nodes_are_fewer),
        cmocka_unit_test(a_cancelled_build_gives_nothing_and_says_nothing),
        cmocka_unit_test(names_of_the_registries_have_no_commas),
        cmocka_unit_test(an_end_that_rounding_hides_stays_inside),
        cmocka_unit_test(the_validator_sees_a_shrunken_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
