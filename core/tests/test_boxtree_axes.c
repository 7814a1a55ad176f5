// The arithmetic of restricted boxes: increments against direct projections on every visited pair
// of replayed traversals, pairs around a common point deep in the trees, and operations as derived.
static struct {
    long mul, sub, compare;
} operations;
#define BOXTREE_MUL(x, y) (++operations.mul, (x) * (y))
#define BOXTREE_SUB(x, y) (++operations.sub, (x) - (y))
#define BOXTREE_APART(x, y) (++operations.compare, (x) < -(y))
#include "core/mesh/shapes.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/boxtree/boxtree_tables.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

// The sets of axes in the order of the tests: SAT lite, SAT, axis alignment, lookup tables.
typedef struct AxisSet {
    const char *name;
    int axes;
    BoxtreeReach a, b;
    bool tables;
} AxisSet;
enum { LITE, SAT, ALIGNED, TABLES, AXIS_SETS };
static const AxisSet axis_sets[AXIS_SETS] = {
    {"SAT lite", BOXTREE_LITE_AXES, {3, true}, {3, true}, false},
    {"SAT", BOXTREE_SAT_AXES, {9, true}, {9, true}, false},
    {"axis alignment", BOXTREE_ALIGNED_AXES, {0, true}, {3, false}, false},
    {"lookup tables", BOXTREE_ALIGNED_AXES, {0, true}, {3, false}, true},
};

static Bvh *built(Mesh *mesh, const SplitRule *split, int sides, int layout, bool quantised)
{
    const BvType *type = sides == 1 ? &bv_boxtree : &bv_boxtree2;
    BvhDesc desc = bvh_desc_filled(&(BvhDesc){.type = type, .split = split});
    desc.params[0] = sides == 1 ? layout : sides;
    desc.params[1] = sides == 1 && quantised;
    Bvh *bvh = bvh_build(mesh, &desc, NULL, NULL);
    assert_non_null(bvh);
    return bvh;
}

static double interval_low(const float *ends, int axis)
{
    return -(double)ends[2 * axis];
}

// Worked out by hand: the unit cube's upper x side lowered by a quarter; B as A, then turned by 180
// degrees about z and shifted by -1, where the low end rises. Ends of A carry a margin below 1e-5.
static void a_lowered_side_moves_the_right_end(void **state)
{
    (void)state;
    Box3 cube = {vec3(0, 0, 0), vec3(1, 1, 1)};
    for (int turned = 0; turned < 2; ++turned) {
        Affine map = affine_identity(), inverse;
        if (turned) {
            map.m[0][0] = map.m[1][1] = -1;
            map.p = vec3d(0, 0, 0);
        }
        assert_true(affine_invert(&map, &inverse));
        BoxtreeAxes x;
        boxtree_axes_setup(&x, BOXTREE_LITE_AXES, &map, &inverse, &cube, &cube, 2);
        float ends[12];
        memcpy(ends, x.root_b, sizeof ends);
        assert_true(interval_low(ends, 0) == (turned ? -1 : 0));
        assert_true(ends[1] == (turned ? 0 : 1));
        boxtree_move_ends(&x.b[0], axis_sets[LITE].b, 0.25f, ends);
        assert_true(interval_low(ends, 0) == (turned ? -0.75 : 0));
        assert_true(ends[1] == (turned ? 0 : 0.75f));
        for (int s = 1; s < 3; ++s)
            assert_memory_equal(&ends[2 * s], &x.root_b[2 * s], 2 * sizeof *ends);
    }
}

// Operations of one pair of steps and its comparisons, as derived: alignment 3 mul + 4 add + 4
// comparisons, SAT lite 6 + 8 + 8, SAT 18 + 20 + 20. Of four pairs of children: plain 4 times the
// steps, lifted each of the four nodes once (alignment: 12 + 16 against 6 + 8).
static void operations_are_as_derived(void **state)
{
    (void)state;
    static const long mul[] = {6, 18, 3}, add[] = {8, 20, 4}, compare[] = {8, 20, 4};
    Box3 box = {vec3(-1, -1, -1), vec3(1, 1, 1)};
    Rng rng = rng_create(4);
    Affine map = rng_rotation(&rng), inverse;
    assert_true(affine_invert(&map, &inverse));
    for (int set = 0; set < TABLES; ++set) {
        const AxisSet *axes = &axis_sets[set];
        BoxtreeAxes x;
        boxtree_axes_setup(&x, axes->axes, &map, &inverse, &box, &box, 2);
        for (int lifted = 0; lifted < 2; ++lifted) {
            memset(&operations, 0, sizeof operations);
            float a[2][30], b[2][30];
            for (int i = 0; i < 2; ++i) {
                for (int j = 0; j < 2; ++j) {
                    if (!lifted || j == 0) {
                        memcpy(a[i], x.root_a, sizeof a[i]);
                        boxtree_move_ends(&x.a[i], axes->a, 0.1f, a[i]);
                    }
                    if (!lifted || i == 0) {
                        memcpy(b[j], x.root_b, sizeof b[j]);
                        boxtree_move_ends(&x.b[2 + j], axes->b, 0.1f, b[j]);
                    }
                    assert_int_equal(boxtree_moved_apart(&x.b[2 + j], axes->b, b[j], a[i]), 0);
                    assert_int_equal(boxtree_moved_apart(&x.a[i], axes->a, a[i], b[j]), 0);
                }
            }
            int times = lifted ? 2 : 4;
            assert_int_equal(operations.mul, times * mul[set]);
            assert_int_equal(operations.sub, times * add[set]);
            assert_int_equal(operations.compare, 4 * compare[set]);
            printf("RAN: %s%s: %ld mul, %ld add, %ld comparisons for four pairs of children\n",
                   axes->name, lifted ? " lifted" : "", operations.mul, operations.sub,
                   operations.compare);
        }
    }
}

// A traversal that opens both nodes, written again from the definitions: boxes decoded in double
// beside the increments in float.
typedef struct Replay {
    const AxisSet *set;
    const Bvh *a, *b;
    Affine map, inverse;
    BoxtreeAxes x;
    BoxtreeTables *tables;
    double tolerance; // of ends, per unit of the axis' length
    long tests, direct, separated;
    double worst; // of |increment - direct| / tolerance
} Replay;

typedef struct ReplaySide {
    NodeId node;
    int moves; // just made
    uint8_t moved[BOXTREE_MAX_MOVES];
    Box3d box;
    float ends[2 * BOXTREE_SAT_AXES];
} ReplaySide;

static Vec3d axis_at(const Replay *r, int s)
{
    if (s < 3)
        return vec3d(s == 0, s == 1, s == 2);
    if (s < 6)
        return vec3d(r->inverse.m[s - 3][0], r->inverse.m[s - 3][1], r->inverse.m[s - 3][2]);
    int i = (s - 6) / 3, j = (s - 6) % 3;
    Vec3d edge = vec3d(r->map.m[0][j], r->map.m[1][j], r->map.m[2][j]);
    return vec3d_cross(vec3d(i == 0, i == 1, i == 2), vec3d_normalised(edge));
}

static void project_corners(const Replay *r, const Box3d *box, bool is_b, Vec3d axis, double out[2])
{
    out[0] = INFINITY;
    out[1] = -INFINITY;
    for (int c = 0; c < 8; ++c) {
        Vec3d p = vec3d(c & 1 ? box->hi.x : box->lo.x, c & 2 ? box->hi.y : box->lo.y,
                        c & 4 ? box->hi.z : box->lo.z);
        double at = vec3d_dot(axis, is_b ? affine_apply(&r->map, p) : p);
        out[0] = fmin(out[0], at);
        out[1] = fmax(out[1], at);
    }
}

static ReplaySide step(const Replay *r, const ReplaySide *parent, NodeId node, bool is_b)
{
    const Bvh *bvh = is_b ? r->b : r->a;
    ReplaySide side = *parent;
    float offset[BOXTREE_MAX_MOVES];
    boxtree_moves(boxtree_of(bvh), node, offset, side.moved);
    side.moves = boxtree_of(bvh)->config.moves;
    side.node = node;
    bvh->type->decode(bvh, node, &parent->box, &side.box);
    for (int m = 0; m < side.moves; ++m) {
        uint8_t code = side.moved[m];
        const BoxtreeMove *move = is_b ? &r->x.b[code] : &r->x.a[code];
        BoxtreeWord word = {.offset = offset[m]};
        if (side.moves == 1)
            word = boxtree_one_word(boxtree_of(bvh), node, &code);
        if (is_b && r->set->tables)
            boxtree_tables_move(r->tables, move, code >> 1,
                                boxtree_tables_steps(r->tables, boxtree_of(bvh), code >> 1, word),
                                side.ends);
        else
            boxtree_move_ends(move, is_b ? r->set->b : r->set->a, offset[m], side.ends);
    }
    return side;
}

// Ends against direct projections (the tables only widen), moved ends against all ends, and the
// verdict against the direct one wherever the gap is not within the margin.
static bool check_pair(Replay *r, const ReplaySide *a, const ReplaySide *b, bool roots)
{
    int all = boxtree_ends_apart(a->ends, b->ends, r->set->axes), moved = all;
    if (!roots) {
        moved = 0;
        for (int m = 0; m < b->moves && !moved; ++m)
            moved = boxtree_moved_apart(&r->x.b[b->moved[m]], r->set->b, b->ends, a->ends);
        for (int m = 0; m < a->moves && !moved; ++m)
            moved = boxtree_moved_apart(&r->x.a[a->moved[m]], r->set->a, a->ends, b->ends);
    }
    assert_int_equal(all != 0, moved != 0);
    bool apart = false, clearly = false;
    for (int s = 0; s < r->set->axes; ++s) {
        Vec3d axis = axis_at(r, s);
        double pa[2], pb[2], tolerance = r->tolerance * vec3d_length(axis) + 1e-300;
        project_corners(r, &a->box, false, axis, pa);
        project_corners(r, &b->box, true, axis, pb);
        double gap = fmax(pb[0] - pa[1], pa[0] - pb[1]);
        apart |= gap > 0;
        clearly |= gap > 2 * tolerance;
        for (int high = 0; high < 2; ++high) {
            int end = 2 * s + high;
            double wide_a = (double)a->ends[end] - (high ? pa[1] : -pa[0]);
            double wide_b = (double)b->ends[end] - (high ? pb[1] : -pb[0]);
            // A's ends carry the margin; increments must stay within half of it on the safe side.
            assert_true(wide_a >= 0 && wide_a <= 2 * tolerance);
            assert_true(wide_b >= -0.5 * tolerance);
            if (!r->set->tables) {
                assert_true(wide_b <= 0.5 * tolerance);
                r->worst = fmax(r->worst, fabs(wide_b) / tolerance);
            }
        }
    }
    if (all)
        assert_true(apart);
    if (clearly && !r->set->tables)
        assert_true(all != 0);
    ++r->tests;
    r->separated += all != 0;
    r->direct += apart;
    return all == 0;
}

static void visit_pair(Replay *r, const ReplaySide *a, const ReplaySide *b, bool roots)
{
    if (!check_pair(r, a, b, roots))
        return;
    NodeLinks la = r->a->type->links(r->a, a->node), lb = r->b->type->links(r->b, b->node);
    if (la.leaf && lb.leaf)
        return;
    ReplaySide sa[2] = {*a}, sb[2] = {*b};
    sa[0].moves = sb[0].moves = 0; // a leaf keeps its state
    for (uint32_t i = 0; i < 2 && !la.leaf; ++i)
        sa[i] = step(r, a, la.first + i, false);
    for (uint32_t j = 0; j < 2 && !lb.leaf; ++j)
        sb[j] = step(r, b, lb.first + j, true);
    for (int i = 0; i < (la.leaf ? 1 : 2); ++i)
        for (int j = 0; j < (lb.leaf ? 1 : 2); ++j)
            visit_pair(r, &sa[i], &sb[j], false);
}

static double moves_of(const Replay *r)
{
    return (double)r->a->depth * boxtree_of(r->a)->config.moves +
           (double)r->b->depth * boxtree_of(r->b)->config.moves;
}

static void replay_setup(Replay *r, const Affine *map)
{
    const Boxtree *a = boxtree_of(r->a), *b = boxtree_of(r->b);
    double moves = moves_of(r);
    r->map = *map;
    assert_true(affine_invert(map, &r->inverse));
    boxtree_axes_setup(&r->x, r->set->axes, map, &r->inverse, &a->root, &b->root, moves);
    if (r->set->tables)
        boxtree_tables_fill(r->tables, b, map);
    Box3d box[2] = {{vec3d_from(a->root.lo), vec3d_from(a->root.hi)},
                    {vec3d_from(b->root.lo), vec3d_from(b->root.hi)}};
    double reach[2];
    for (int t = 0; t < 2; ++t) {
        Vec3d far;
        for (int k = 0; k < 3; ++k)
            far.v[k] = fmax(fabs(box[t].lo.v[k]), fabs(box[t].hi.v[k]));
        reach[t] = vec3d_length(far);
    }
    r->tolerance = 0x1p-24 * (2 * moves + 32) *
                   (vec3d_length(map->p) + reach[0] + affine_stretch(map) * reach[1]);
}

static void replay_roots(const Replay *r, ReplaySide *a, ReplaySide *b)
{
    *a = *b = (ReplaySide){0};
    r->a->type->decode(r->a, 0, NULL, &a->box);
    r->b->type->decode(r->b, 0, NULL, &b->box);
    memcpy(a->ends, r->x.root_a, 2 * (size_t)r->set->axes * sizeof *a->ends);
    memcpy(b->ends, r->x.root_b, 2 * (size_t)r->set->axes * sizeof *b->ends);
}

static void increments_equal_direct_projections_on_every_visited_pair(void **state)
{
    (void)state;
    MeshPair pairs[MESH_PAIRS];
    mesh_pairs_create(pairs);
    BoxtreeTables *tables = calloc(1, sizeof *tables);
    int poses = sanitised() ? 1 : 5;
    ContactList found = {0};
    for (int n = 0; n < 3 * AXIS_SETS; ++n) {
        int set = n % AXIS_SETS, sides = 1 + n / AXIS_SETS;
        if (set == TABLES && sides > 1)
            continue;
        Replay r = {.set = &axis_sets[set], .tables = tables};
        for (int p = 0; p < MESH_PAIRS; ++p) {
            int layout = 1 + p % 2; // a query wants the same of both
            Bvh *a = built(pairs[p].a, &split_zachmann, sides, layout, set == TABLES);
            Bvh *b = built(pairs[p].b, &split_zachmann_longest, sides, layout, set == TABLES);
            r.a = a;
            r.b = b;
            for (int i = 0; i < poses; ++i) {
                Affine map = mesh_pair_pose(&pairs[p], (uint64_t)(500 + i));
                if (i % 5 == 1) // mirrored and stretched
                    for (int k = 0; k < 9; ++k)
                        map.m[k / 3][k % 3] *= k % 3 == 0 ? 0.3 : k % 3 == 1 ? -1 : 2.5;
                replay_setup(&r, &map);
                ReplaySide root_a, root_b;
                replay_roots(&r, &root_a, &root_b);
                long tests_before = r.tests, separated_before = r.separated;
                visit_pair(&r, &root_a, &root_b, true);
                for (int lift = 0; lift < 2; ++lift) {
                    QueryStats stats;
                    QueryDesc desc = {
                        .mode = QUERY_ALL, .test = set, .rule = DESCEND_both, .lift = lift};
                    assert_true(query_contacts(a, b, &map, &desc, NULL, &found, &stats, NULL));
                    uint64_t exits = 0;
                    for (int e = 1; e <= axis_sets[set].axes; ++e)
                        exits += stats.exits[e];
                    assert_int_equal(stats.volume_tests, r.tests - tests_before);
                    assert_int_equal(exits, r.separated - separated_before);
                }
            }
            bvh_release(a);
            bvh_release(b);
        }
        printf("RAN: %s, %d moved: %ld visited pairs, %ld apart, %ld found; increments err by %.3f "
               "of the margin at most\n",
               r.set->name, sides, r.tests, r.direct, r.separated, r.worst);
        assert_true(r.separated > r.tests / 10);
    }
    contact_list_free(&found);
    free(tables);
    mesh_pairs_free(pairs);
}

static ReplaySide random_node(const Replay *r, bool is_b, const ReplaySide *root, Rng *rng)
{
    const Bvh *bvh = is_b ? r->b : r->a;
    ReplaySide side = *root;
    for (int level = rng_below(rng, (int32_t)bvh->depth); level > 0; --level) {
        NodeLinks links = bvh->type->links(bvh, side.node);
        if (links.leaf)
            break;
        side = step(r, &side, links.first + (uint32_t)rng_below(rng, 2), is_b);
    }
    return side;
}

static Vec3d point_in(const Box3d *box, Rng *rng)
{
    Vec3d p;
    for (int k = 0; k < 3; ++k) {
        int where = rng_below(rng, 4); // corners, edges and faces often
        double at = where == 0 ? 0 : where == 1 ? 1 : rng_unit(rng);
        p.v[k] = at == 1 ? box->hi.v[k] : box->lo.v[k] + at * (box->hi.v[k] - box->lo.v[k]);
    }
    return p;
}

static void nodes_with_a_common_point_are_never_separate(void **state)
{
    (void)state;
    enum { TREES = 6, PER_MAP = 50 };
    int maps = sanitised() ? 2300 : 22300;
    Mesh *mesh[TREES];
    Bvh *tree[TREES];
    static const double sizes[TREES] = {1, 1e-3, 1e3, 1, 1e6, 1};
    for (int i = 0; i < TREES; ++i) {
        mesh[i] = i == 3 ? shape_grid(2, 2, 12, 10) : shape_soup(300, sizes[i], sizes[i] / 8, 5);
        tree[i] = built(mesh[i], i % 2 ? &split_zachmann : &split_spatial_median, i < 3 ? 1 : i - 2,
                        1 + i % 2, i == 2);
    }
    BoxtreeTables *tables = calloc(1, sizeof *tables);
    for (int set = 0; set < AXIS_SETS; ++set) {
        long pairs = 0, apart = 0, kept = 0;
        for (int m = 0; m < maps; ++m) {
            uint64_t seed = (uint64_t)(7000000 + m);
            Rng rng = rng_create(seed);
            Affine map =
                m % 4 ? rng_rotation(&rng)
                      : affine_rotation(rng_direction(&rng), m % 8 ? 0 : 1e-5 * rng_unit(&rng));
            if (m % 5 == 4)
                for (int k = 0; k < 9; ++k)
                    map.m[k / 3][k % 3] *= k % 3 == 0 ? 0.3 : k % 3 == 1 ? -1 : 2.5;
            Replay r = {.set = &axis_sets[set], .tables = tables};
            r.a = tree[rng_below(&rng, TREES)];
            r.b = tree[rng_below(&rng, TREES)];
            replay_setup(&r, &map);
            for (int i = 0; i < PER_MAP; ++i) {
                ReplaySide root_a, root_b;
                replay_roots(&r, &root_a, &root_b);
                Rng again = rng; // the same two nodes, once to find the pose, once to test it
                ReplaySide a = random_node(&r, false, &root_a, &rng);
                ReplaySide b = random_node(&r, true, &root_b, &rng);
                Vec3d at = point_in(&a.box, &rng);
                map.p = vec3d(0, 0, 0);
                Vec3d there = affine_apply(&map, point_in(&b.box, &rng));
                bool common = i % 10 != 0;
                Vec3d off = rng_direction(&rng);
                double reach = vec3d_distance(a.box.lo, a.box.hi) +
                               affine_stretch(&map) * vec3d_distance(b.box.lo, b.box.hi);
                map.p = vec3d_sub(at, there);
                if (!common)
                    map.p = vec3d_add_scaled(map.p, off, 0.4 * reach);
                boxtree_axes_setup(&r.x, r.set->axes, &map, &r.inverse, &boxtree_of(r.a)->root,
                                   &boxtree_of(r.b)->root, moves_of(&r));
                r.map = map;
                replay_roots(&r, &root_a, &root_b);
                a = random_node(&r, false, &root_a, &again);
                b = random_node(&r, true, &root_b, &again);
                int exit = boxtree_ends_apart(a.ends, b.ends, r.set->axes);
                if (common && exit)
                    fail_msg("%s, seed %llu pair %d: exit %d around a common point", r.set->name,
                             (unsigned long long)seed, i, exit);
                if (common && boxtree_gap(&r.x, a.ends, b.ends, r.set->axes) > 0)
                    fail_msg("%s, seed %llu pair %d: distance bound above 0", r.set->name,
                             (unsigned long long)seed, i);
                pairs += common;
                if (!common) {
                    bool separate = false;
                    for (int s = 0; s < BOXTREE_SAT_AXES && !separate; ++s) {
                        double pa[2], pb[2];
                        project_corners(&r, &a.box, false, axis_at(&r, s), pa);
                        project_corners(&r, &b.box, true, axis_at(&r, s), pb);
                        separate = pb[0] > pa[1] || pa[0] > pb[1];
                    }
                    apart += separate;
                    kept += separate && !exit;
                }
            }
        }
        printf("RAN: never misses: %s: %ld pairs of nodes around a common point; keeps %.1f %% of "
               "%ld pairs that are apart\n",
               axis_sets[set].name, pairs, 100.0 * (double)kept / (double)apart, apart);
        assert_true(sanitised() || pairs >= 1000000);
        assert_true(apart > 500 && kept < apart * 3 / 4);
    }
    free(tables);
    for (int i = 0; i < TREES; ++i) {
        bvh_release(tree[i]);
        mesh_release(mesh[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_lowered_side_moves_the_right_end),
        cmocka_unit_test(operations_are_as_derived),
        cmocka_unit_test(increments_equal_direct_projections_on_every_visited_pair),
        cmocka_unit_test(nodes_with_a_common_point_are_never_separate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
