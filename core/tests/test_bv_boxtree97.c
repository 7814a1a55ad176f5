// What is particular to the 1997 BoxTree: its cells, what they list, and its overlap tests against
// each other.
#include "core/mesh/shapes.h"
#include "core/shape/clip_triangle.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/bv/boxtree97/boxtree97.h"
#include "core/tree/bv/variants.h"
#include "core/tree/quality/quality.h"
#include "core/tree/split/split.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static Bvh *built(Mesh *mesh, double gamma, double thickness)
{
    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_boxtree97});
    desc.params[PARAM_GAMMA] = gamma;
    desc.params[PARAM_THICKNESS] = thickness;
    Error err = {""};
    Bvh *bvh = bvh_build(mesh, &desc, NULL, &err);
    if (!bvh)
        fail_msg("%s", err.text);
    return bvh;
}

// --- what cells list

typedef struct Listing {
    const Bvh *bvh;
    bool *listed; // scratch, per triangle
    uint32_t leaves, empty_leaves, meetings;
    double empty_volume;
} Listing;

static Box3d grown(const Box3 *box, double by)
{
    Box3d out;
    for (int k = 0; k < 3; ++k) {
        out.lo.v[k] = (double)box->lo.v[k] - by;
        out.hi.v[k] = (double)box->hi.v[k] + by;
    }
    return out;
}

static bool meets(const Triangle *t, const Box3d *box)
{
    Vec3d corner[CLIP_MAX_CORNERS];
    for (int k = 0; k < 3; ++k)
        if (box->lo.v[k] > box->hi.v[k])
            return false;
    return clip_triangle(t, box, corner) > 0;
}

static bool check_leaf(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)level, (void)node;
    Listing *l = user;
    if (!links.leaf)
        return true;
    const Mesh *mesh = l->bvh->mesh;
    const Box3 *cell = volume; // it comes first
    double delta = boxtree97_of(l->bvh)->thickness, rounding = 0x1p-38 * l->bvh->radius;
    Box3d inner = grown(cell, -delta - rounding), outer = grown(cell, delta + rounding);
    memset(l->listed, 0, (size_t)mesh->triangle_count);
    for (uint32_t i = 0; i < links.count; ++i) {
        int32_t index = l->bvh->slots[links.first + i];
        assert_false(l->listed[index]); // once per leaf
        l->listed[index] = true;
    }
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        if (meets(&t, &inner)) {
            ++l->meetings;
            if (!l->listed[i])
                fail_msg("triangle %d meets the cell of leaf %u, which does not list it", i, node);
        }
        if (l->listed[i] && !meets(&t, &outer))
            fail_msg("triangle %d does not meet the cell of leaf %u that lists it", i, node);
    }
    ++l->leaves;
    l->empty_leaves += links.count == 0;
    if (links.count == 0)
        l->empty_volume += box3_volume(cell);
    return true;
}

static void triangles_are_listed_in_every_cell_they_meet_and_no_other(void **state)
{
    (void)state;
    static const double thicknesses[] = {1e-5, 0, 1e-3};
    uint32_t leaves = 0, meetings = 0;
    for (int m = 0; m < test_mesh_count; ++m) {
        Mesh *mesh = test_meshes[m].make();
        for (int i = 0; i < 6; ++i) {
            Bvh *bvh = built(mesh, i % 2 ? 0 : 1.5, thicknesses[i / 2]);
            Listing l = {.bvh = bvh, .listed = calloc((size_t)mesh->triangle_count + 1, 1)};
            assert_true(bvh_visit(bvh, check_leaf, &l));
            const Boxtree97 *tree = boxtree97_of(bvh);
            assert_int_equal(l.empty_leaves, tree->counts[STOP_EMPTY]);
            assert_true(fabs(l.empty_volume - tree->empty_volume) <= 1e-9 * l.empty_volume);
            leaves += l.leaves;
            meetings += l.meetings;
            free(l.listed);
            bvh_release(bvh);
        }
        mesh_release(mesh);
    }
    assert_true(meetings > 10000);
    printf("RAN: listing: %u leaves, %u meetings of a triangle with a cell\n", leaves, meetings);
}

// Every inner node has two children, every leaf one reason.
static void counters_account_for_every_node(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 60, 42);
    for (int i = 0; i < 2; ++i) {
        Bvh *bvh = built(mesh, i ? 0 : 1.5, 1e-5);
        const uint32_t *c = boxtree97_of(bvh)->counts;
        uint32_t leaves = 0, inner = c[CUT_EMPTY] + c[CUT_BALANCED];
        for (int k = STOP_EMPTY; k <= STOP_REFERENCES; ++k)
            leaves += c[k];
        assert_int_equal(leaves, inner + 1);
        assert_int_equal(leaves + inner, bvh->node_count);
        assert_int_equal(c[STOP_EMPTY], c[CUT_EMPTY]);
        CountRow shown[BV_MAX_COUNTS];
        assert_int_equal(bvh->type->counts(bvh, shown), BOXTREE97_COUNTS);
        for (int k = 0; k < BOXTREE97_COUNTS; ++k) {
            assert_int_equal(shown[k].count, c[k]);
            bool leaf = k == STOP_EMPTY || strncmp(shown[k].what, "leaf: ", 6) == 0;
            assert_int_equal(leaf, k <= STOP_REFERENCES);
        }
        NodeMeasures measured;
        assert_true(quality_measure(bvh, NULL, &measured));
        double empty = quality_of(&measured).empty;
        assert_true(empty > 0.05 && fabs(empty - boxtree97_coverage(bvh)) < 1e-9);
        node_measures_free(&measured);
        MemoryRow rows[3];
        assert_int_equal(bvh->type->bytes(bvh, rows, 3), 3);
        assert_int_equal(rows[0].bytes, 8 * bvh->node_count);
        assert_int_equal(rows[1].bytes, 4 * bvh->slot_count);
        bvh_release(bvh);
    }
    // Each rule ends the recursion where it is the first to apply.
    struct {
        int param;
        double value;
        enum Boxtree97Count reason;
    } cases[] = {
        {PARAM_DEPTH, 3, STOP_DEPTH}, {PARAM_FEW, 64, STOP_FEW}, {PARAM_SHARE, 0.5, STOP_SHARE}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = &bv_boxtree97});
        desc.params[PARAM_DEPTH] = 20;
        desc.params[cases[i].param] = cases[i].value;
        Bvh *bvh = bvh_build(mesh, &desc, NULL, NULL);
        assert_true(boxtree97_of(bvh)->counts[cases[i].reason] > 0);
        if (cases[i].param == PARAM_DEPTH)
            assert_true(boxtree97_of(bvh)->counts[CUT_BALANCED] <= 7);
        bvh_release(bvh);
    }
    mesh_release(mesh);
}

static void coverage_and_pointer_factor_are_near_the_published_ones(void **state)
{
    (void)state;
    struct {
        const char *name;
        Mesh *mesh;
    } set[] = {{"torus 400", shape_torus(1, 0.3, 20, 10)},
               {"torus 2000", shape_torus(1, 0.3, 40, 25)},
               {"torus 10000", shape_torus(1, 0.3, 100, 50)},
               {"ball 5120", shape_ico_sphere(1, 4)},
               {"UV ball 4800", shape_uv_sphere(1, 60, 41)}};
    for (size_t i = 0; i < sizeof set / sizeof *set; ++i) {
        for (int g = 0; g < 2; ++g) {
            Bvh *bvh = built(set[i].mesh, g ? 0 : 1.5, 1e-5);
            double factor = boxtree97_pointer_factor(bvh), coverage = boxtree97_coverage(bvh);
            const uint32_t *c = boxtree97_of(bvh)->counts;
            printf("RAN: %s, gamma %g: empty cells cover %.0f %%, pointer factor %.2f, depth %u, "
                   "leaves:",
                   set[i].name, g ? 0 : 1.5, 100 * coverage, factor, bvh->depth);
            static const char *const names[] = {"empty",    "depth",    "few triangles",
                                                "lopsided", "no plane", "references"};
            for (int k = STOP_EMPTY; k <= STOP_REFERENCES; ++k)
                printf(" %s %u", names[k], c[k]);
            printf("\n");
            assert_true(factor >= 1 && factor < 4);
            if (set[i].mesh->triangle_count > 4000)
                assert_true(coverage > 0.4);
            bvh_release(bvh);
        }
        mesh_release(set[i].mesh);
    }
}

// A symmetric mesh whose triangles touch the best planes: thin planes call them crossing.
static void thick_planes_keep_symmetric_meshes_balanced(void **state)
{
    (void)state;
    Mesh *mesh = shape_uv_sphere(1, 32, 32);
    Bvh *thick = built(mesh, 1.5, 1e-5), *thin = built(mesh, 1.5, 0);
    double with = boxtree97_pointer_factor(thick), without = boxtree97_pointer_factor(thin);
    // The first cut goes through the middle and crosses nothing.
    const Boxtree97 *tree = boxtree97_of(thick);
    NodeLinks root = boxtree97_links(&tree->nodes[0]);
    assert_false(root.leaf);
    assert_true(fabsf(tree->nodes[0].plane) < 1e-6f);
    printf("RAN: thick planes: UV ball, pointer factor %.2f, %.2f with thin ones\n", with, without);
    assert_true(with < without);
    bvh_release(thick);
    bvh_release(thin);
    mesh_release(mesh);
}

// --- overlap tests

typedef struct LeafPairs {
    uint64_t count, hash;
} LeafPairs;

static bool note_pair(Query *query, NodeLinks a, NodeLinks b)
{
    LeafPairs *pairs = query->user;
    assert_true(a.count > 0 && b.count > 0); // empty cells are never handed out
    ++pairs->count;
    pairs->hash += ((uint64_t)a.first << 32 | b.first) * UINT64_C(0x9E3779B97F4A7C15);
    return true;
}

static LeafPairs leaf_pairs(const Bvh *a, const Bvh *b, const Affine *pose, int test, bool lift,
                            int rule, QueryStats *stats)
{
    LeafPairs pairs = {0};
    Query query;
    QueryDesc desc = {.test = test, .lift = lift, .rule = rule};
    assert_true(query_begin(&query, a, b, pose, &desc, note_pair, &pairs, NULL));
    assert_int_equal(query_run(&query, NULL), QUERY_DONE);
    *stats = query.stats;
    query_end(&query);
    return pairs;
}

static int test_named(const char *name)
{
    for (int t = 0; t < bv_boxtree97.test_count; ++t)
        if (strcmp(bv_boxtree97.tests[t].name, name) == 0)
            return t;
    fail_msg("no test %s", name);
    return -1;
}

// In whole queries: clipping visits the same pairs either way, aligned boxes too, and exits add up.
static void queries_visit_the_same_pairs_incrementally(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 40, 24);
    Bvh *bvh = built(mesh, 1.5, 1e-5);
    int clip = test_named("clipping"), direct = test_named("direct clipping"),
        sat = test_named("SAT"), lite = test_named("SAT lite"), align = test_named("alignment");
    QueryStats sum[4] = {{0}};
    for (int i = 0; i < 40; ++i) {
        Rng rng = rng_create(600 + (uint64_t)i);
        Affine pose = rng_rotation(&rng);
        pose.p = vec3d_scale(rng_direction(&rng), 1.5);
        for (int r = 0; r < descent_rule_count; ++r) {
            int rule = r;
            QueryStats s[6];
            LeafPairs one = leaf_pairs(bvh, bvh, &pose, clip, false, rule, &s[0]);
            LeafPairs two = leaf_pairs(bvh, bvh, &pose, direct, false, rule, &s[1]);
            LeafPairs three = leaf_pairs(bvh, bvh, &pose, sat, false, rule, &s[2]);
            LeafPairs four = leaf_pairs(bvh, bvh, &pose, lite, false, rule, &s[3]);
            LeafPairs five = leaf_pairs(bvh, bvh, &pose, align, false, rule, &s[4]);
            LeafPairs six = leaf_pairs(bvh, bvh, &pose, align, true, rule, &s[5]);
            assert_true(one.hash == two.hash && one.count == two.count);
            assert_true(s[0].volume_tests == s[1].volume_tests);
            assert_true(five.hash == six.hash && s[4].volume_tests == s[5].volume_tests);
            assert_true(s[5].updates < s[4].updates);
            assert_true(one.count <= three.count && three.count <= four.count);
            assert_true(one.count <= five.count);
            for (int k = 0; k < 4; ++k)
                query_stats_add(&sum[k], &s[k]);
        }
    }
    // Early: A's child missed the whole of B's cell already, where both were opened.
    assert_true(sum[0].exits[1] > 0 && sum[0].exits[3] > 0);
    assert_true(sum[0].exits[2] + sum[0].exits[3] == sum[1].exits[2]);
    printf(
        "RAN: torus 1920, 160 queries: %.0f tests each by clipping, %.0f by SAT, %.0f by SAT lite; "
        "%.0f empty pairs rejected, %.0f early\n",
        (double)sum[0].volume_tests / 160, (double)sum[2].volume_tests / 160,
        (double)sum[3].volume_tests / 160, (double)sum[0].exits[1] / 160,
        (double)sum[0].exits[3] / 160);
    bvh_release(bvh);
    mesh_release(mesh);
}

// Planes are thick: triangles reach beyond the cells that list them, by up to the thickness. Tiny
// triangles are put through points of a mesh, near planes too; every test finds what they meet.
static void contacts_inside_thick_planes_are_found(void **state)
{
    (void)state;
    Mesh *mesh = shape_ico_sphere(1, 4), *tiny = mesh_create(3, 1);
    double size = 1e-6;
    tiny->vertices[0] = vec3d(0, 0, size);
    tiny->vertices[1] = vec3d(size, 0, -size);
    tiny->vertices[2] = vec3d(-size, 0, -size);
    for (int k = 0; k < 3; ++k)
        tiny->triangles[0][k] = k;
    Bvh *a = built(mesh, 1.5, 1e-3), *b = built(tiny, 1.5, 1e-3);
    ContactList list = {0};
    int cases = sanitised() ? 1000 : 5000;
    for (int i = 0; i < cases; ++i) {
        Rng rng = rng_create(8100 + (uint64_t)i);
        int32_t index = rng_below(&rng, mesh->triangle_count);
        Triangle t = mesh_triangle(mesh, index);
        Vec3d across = vec3d_lerp(t.p[1], t.p[2], rng_uniform(&rng, 0.1, 0.9));
        Vec3d p = vec3d_lerp(t.p[0], across, rng_uniform(&rng, 0.1, 0.9));
        // Upright on the triangle, so that it goes through it.
        Vec3d z =
            vec3d_normalised(vec3d_cross(vec3d_sub(t.p[1], t.p[0]), vec3d_sub(t.p[2], t.p[0])));
        Vec3d x = vec3d_normalised(vec3d_cross(z, rng_direction(&rng))), y = vec3d_cross(z, x);
        Affine pose = {.p = p};
        for (int k = 0; k < 3; ++k) {
            pose.m[k][0] = x.v[k];
            pose.m[k][1] = y.v[k];
            pose.m[k][2] = z.v[k];
        }
        for (int test = 0; test < bv_boxtree97.test_count; ++test) {
            QueryDesc desc = {.mode = QUERY_ALL, .test = test, .lift = i % 2};
            assert_true(query_contacts(a, b, &pose, &desc, NULL, &list, NULL, NULL));
            bool found = false;
            for (size_t k = 0; k < list.count; ++k)
                found |= list.items[k].a == index;
            if (!found)
                fail_msg("case %d, %s: triangle %d is missed", i, bv_boxtree97.tests[test].name,
                         index);
        }
    }
    printf("RAN: thick planes: %d tiny triangles found by every test\n", cases);
    contact_list_free(&list);
    bvh_release(a);
    bvh_release(b);
    mesh_release(mesh);
    mesh_release(tiny);
}

static void other_criteria_are_refused_with_a_reason(void **state)
{
    (void)state;
    Mesh *mesh = shape_box(vec3d(1, 1, 1));
    Error err = {""};
    assert_null(
        bvh_build(mesh, &(BvhDesc){.type = &bv_boxtree97, .split = split_rules[1]}, NULL, &err));
    assert_non_null(strstr(err.text, "penalty"));
    mesh_release(mesh);
}

// A validator that accepts everything would make the tests of all hierarchies worthless.
static void the_validator_sees_a_missing_listing(void **state)
{
    (void)state;
    Mesh *mesh = shape_torus(1, 0.3, 24, 12);
    Bvh *bvh = built(mesh, 1.5, 1e-5);
    Error err = {""};
    assert_true(bvh_validate(bvh, &err));
    Boxtree97 *tree = bvh->nodes;
    for (uint32_t i = 0; i < bvh->node_count; ++i) {
        Boxtree97Node *node = &tree->nodes[i];
        NodeLinks links = boxtree97_links(node);
        if (!links.leaf || links.count < 2)
            continue;
        // The first slot stands for another triangle's second listing.
        int32_t kept = bvh->slots[links.first];
        bvh->slots[links.first] = bvh->slots[links.first + 1];
        assert_false(bvh_validate(bvh, &err));
        bvh->slots[links.first] = kept;
        break;
    }
    assert_true(bvh_validate(bvh, &err));
    for (uint32_t i = 0; i < bvh->node_count; ++i) {
        Boxtree97Node *node = &tree->nodes[i];
        if (boxtree97_links(node).leaf ||
            !boxtree97_is_empty(&tree->nodes[node->ref & BOXTREE97_INDEX]))
            continue;
        // The empty cell grows beyond the widened plane, into what the other one lists.
        node->plane += (float)(0.05 * bvh->radius);
        assert_false(bvh_validate(bvh, &err));
        break;
    }
    bvh_release(bvh);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(triangles_are_listed_in_every_cell_they_meet_and_no_other),
        cmocka_unit_test(counters_account_for_every_node),
        cmocka_unit_test(coverage_and_pointer_factor_are_near_the_published_ones),
        cmocka_unit_test(thick_planes_keep_symmetric_meshes_balanced),
        cmocka_unit_test(queries_visit_the_same_pairs_incrementally),
        cmocka_unit_test(contacts_inside_thick_planes_are_found),
        cmocka_unit_test(other_criteria_are_refused_with_a_reason),
        cmocka_unit_test(the_validator_sees_a_missing_listing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
