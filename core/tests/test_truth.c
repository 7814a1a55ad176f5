// One truth: what the query lists, how far apart parts are and what the report says of them never
// contradict each other, for any parts, poses and volumes.
// ctest labels: threads
#include "core/base/pool.h"
#include "core/tests/depth_oracle.h"
#include "core/tests/random_parts.h"
#include "core/tests/test_set.h"

#include <stdio.h>

static const double FAR = 1000; // a wanted clearance that every clear pair is below

typedef struct Truth {
    RandomParts parts;
    FitCheck check;
    uint64_t seed;
    const char *volume;
} Truth;

typedef struct Pair {
    int a, b;
    const FitRow *row;
    const PairReport *listed; // NULL: nothing
    Distance distance;
} Pair;

static void must(bool holds, const Truth *t, const Pair *pair, const char *what)
{
    if (!holds)
        fail_msg("seed %llu, parts %d and %d, %s: not so: %s (%s, depth %.17g + %.3g, tolerance "
                 "%g, distance %.17g, %zu pairs listed)",
                 (unsigned long long)t->seed, pair->a, pair->b, t->volume, what,
                 pair_state_name(pair->row->state), pair->row->depth, pair->row->depth_error,
                 pair->row->tolerance, pair->distance.value,
                 pair->listed ? pair->listed->contacts.count : 0);
}

static Pair find(const Truth *t, int a, int b)
{
    Pair pair = {.a = a, .b = b, .listed = assembly_report_find(&t->check.contacts, a, b)};
    for (size_t i = 0; i < t->check.fit.count; ++i) {
        const FitRow *row = &t->check.fit.rows[i];
        if (row->a != a || row->b != b)
            continue;
        assert_null(pair.row); // one verdict per pair
        pair.row = row;
    }
    if (!pair.row)
        fail_msg("seed %llu: no row for parts %d and %d", (unsigned long long)t->seed, a, b);
    assert_true(assembly_distance(&t->parts.parts[a], &t->parts.parts[b], NULL, NULL,
                                  &pair.distance, NULL));
    return pair;
}

// Contact and distance.
static void surfaces_agree(const Truth *t, const Pair *pair)
{
    const FitRow *row = pair->row;
    const PosedPart *a = &t->parts.parts[pair->a], *b = &t->parts.parts[pair->b];
    bool listed = pair->listed && pair->listed->contacts.count > 0, closer;
    Distance d;
    Affine b_to_a;
    must(listed == (pair->distance.value == 0), t, pair, "distance 0 is contact");
    must(pair->distance.value >= 0, t, pair, "a distance is not negative");
    must(fit_row_meets(row) == listed, t, pair, "polygons are in contact where some are listed");
    assert_true(placement_between(&a->placement, &b->placement, &b_to_a));
    assert_true(query_tolerance(a->tree, b->tree, &b_to_a, 0, NULL, NULL, &closer, &d, NULL, NULL));
    must(closer == listed, t, pair, "tolerance 0 asks for contact");
    bool apart = row->state == PAIR_CLEAR || row->state == PAIR_INSIDE;
    must(row->state == PAIR_UNDECIDED || apart != listed, t, pair, "the state knows of contacts");
    if (row->state == PAIR_CLEAR) {
        must(row->distance > 0, t, pair, "what is clear is apart");
        must(fabs(row->distance - pair->distance.value) <= 1e-9 * row->distance, t, pair,
             "the report and the query measure the same distance");
        // Of places that are as near but for one part in a thousand million, the first is told.
        double told = vec3d_distance(row->closest[0], row->closest[1]);
        must(fabs(told - row->distance) <= 1.1e-9 * row->distance + 1e-12, t, pair,
             "the closest points are as far apart");
    } else {
        must(row->distance == 0, t, pair, "only what is clear has a distance");
    }
}

// Depth, tolerance and state.
static void depths_agree(const Truth *t, const Pair *pair)
{
    const FitRow *row = pair->row;
    bool meets = fit_row_meets(row), closed = t->parts.closed[pair->a] && t->parts.closed[pair->b];
    bool more = row->depth > row->tolerance;
    must(row->depth >= 0 && row->depth_error >= 0, t, pair, "depths are not negative");
    if (row->state == PAIR_INTERFERENCE)
        must(more, t, pair, "interference is deeper than the tolerance");
    if (row->state == PAIR_TOUCH || row->state == PAIR_SAME_PLACE)
        must(row->depth + row->depth_error <= row->tolerance * (1 + 1e-12), t, pair,
             "no surface is deeper than the tolerance, for certain");
    if (row->state == PAIR_FACETS) {
        must(t->parts.tolerance == 0, t, pair, "a tolerance that is given decides alone");
        must(row->depth + row->depth_error <= row->facet_error * (1 + 1e-12), t, pair,
             "no surface is deeper than facets can tell, for certain");
        must(row->depth + row->depth_error > row->tolerance, t, pair, "else it would be a touch");
    }
    if (row->state == PAIR_INTERFERENCE && t->parts.tolerance == 0)
        must(row->depth + row->depth_error > row->facet_error, t, pair,
             "interference is deeper than facets can tell");
    if (more && meets)
        must(row->state == PAIR_INTERFERENCE || row->state == PAIR_FACETS, t, pair,
             "what is deeper than the tolerance interferes");
    if (closed) {
        must(row->state != PAIR_CROSSING && !row->holes_closed, t, pair,
             "a closed part has an inside and no holes");
        must(row->a_in_b != CONTAINED_UNKNOWN && row->b_in_a != CONTAINED_UNKNOWN, t, pair,
             "inside and outside are known of closed parts");
    }
    bool contained = row->a_in_b != CONTAINED_OUTSIDE || row->b_in_a != CONTAINED_OUTSIDE;
    if (row->state == PAIR_INSIDE)
        must(contained, t, pair, "one of them is inside");
    if (row->state == PAIR_CLEAR || (meets && closed))
        must(!contained, t, pair, "neither is inside");
}

static void rows_agree(const Truth *t)
{
    const FitReport *fit = &t->check.fit;
    size_t wrong = 0, undecided = 0, of_state[PAIR_STATE_COUNT] = {0};
    for (size_t i = 0; i < fit->count; ++i) {
        const FitRow *row = &fit->rows[i];
        ++of_state[row->state];
        wrong += row->violation;
        undecided += row->undecided;
        // Without a rule and with a clearance that nothing keeps, whatever is known is wrong.
        assert_true(row->violation == (row->state != PAIR_UNDECIDED || fit_row_meets(row)));
        assert_true(row->undecided == (row->state == PAIR_UNDECIDED && !row->violation));
    }
    assert_true(wrong == fit->violations && undecided == fit->undecided);
    assert_memory_equal(of_state, fit->of_state, sizeof of_state);
    assert_true(fit_report_fits(fit) == (wrong + undecided == 0));
}

// Another look by arithmetic that shares nothing with the core.
static bool oracle_agrees(const Truth *t, const Pair *pair)
{
    const FitRow *row = pair->row;
    if (!t->parts.closed[pair->a] || !t->parts.closed[pair->b] || row->state == PAIR_UNDECIDED)
        return false;
    OracleSolid solids[2];
    DepthOracle oracle = {0};
    const int which[2] = {pair->a, pair->b};
    for (int i = 0; i < 2; ++i)
        solids[i] = oracle_solid_create(t->parts.assembly.parts[which[i]].mesh,
                                        &t->parts.parts[which[i]].placement);
    // Only what meets has a tolerance in its row; what is clear is not deep at all.
    double tolerance = row->tolerance > 0 ? row->tolerance : RANDOM_PARTS_TOLERANCE;
    bool deep = oracle_is_deep(&oracle, &solids[0], &solids[1], tolerance);
    if (row->state == PAIR_INTERFERENCE || row->state == PAIR_FACETS || row->state == PAIR_INSIDE) {
        must(deep == (row->depth > row->tolerance), t, pair, "a depth that others find, too");
        double most = (row->depth + row->depth_error) * 1.001 + 1e-9;
        must(!oracle_is_deep(&oracle, &solids[0], &solids[1], most), t, pair,
             "nothing is deeper than the depth and its error");
        must(!deep || oracle_is_deep(&oracle, &solids[0], &solids[1], 0.999 * row->depth), t, pair,
             "something is as deep as was said");
    } else {
        must(!deep, t, pair, "nothing is deep where nothing is said to be");
    }
    oracle_solid_free(&solids[0]);
    oracle_solid_free(&solids[1]);
    return true;
}

// Two reports of one document, made in other ways.
static void same_rows(const Truth *t, const FitReport *first)
{
    const FitReport *now = &t->check.fit;
    assert_true(now->count == first->count);
    for (size_t i = 0; i < now->count; ++i) {
        const FitRow *x = &first->rows[i], *y = &now->rows[i];
        bool same = x->a == y->a && x->b == y->b && x->state == y->state &&
                    x->violation == y->violation && x->depth == y->depth &&
                    x->depth_error == y->depth_error && x->distance == y->distance &&
                    x->polygons == y->polygons && strcmp(x->text, y->text) == 0;
        if (!same)
            fail_msg("seed %llu: \"%s\" of AABBs is \"%s\" of %s on two threads",
                     (unsigned long long)t->seed, x->text, y->text, t->volume);
    }
}

typedef struct Tally {
    int documents, pairs, proven, of_state[PAIR_STATE_COUNT];
} Tally;

// A document made by t->seed, by AABBs on one thread and by any volume on two.
static void check_document(Truth *t, bool oracle, Pool *pool, Tally *tally)
{
    t->volume = "AABB";
    random_parts_check(&t->parts, FAR, NULL, &t->check);
    FitCheck first = t->check;
    const BvType *type = bv_types[tally->documents++ % bv_type_count];
    t->volume = type->name;
    random_parts_rebuild(&t->parts, &(BvhDesc){.type = type});
    random_parts_check(&t->parts, FAR, pool, &t->check);
    same_rows(t, &first.fit);
    rows_agree(t);
    for (int a = 0; a < RANDOM_PARTS; ++a) {
        for (int b = a + 1; b < RANDOM_PARTS; ++b) {
            Pair pair = find(t, a, b);
            surfaces_agree(t, &pair);
            depths_agree(t, &pair);
            if (oracle)
                tally->proven += oracle_agrees(t, &pair);
            ++tally->of_state[pair.row->state];
            ++tally->pairs;
        }
    }
    fit_check_free(&first);
    fit_check_free(&t->check);
    random_parts_free(&t->parts);
}

static void print_tally(const Tally *tally)
{
    printf("RAN: %d pairs of parts in %d documents, %d of them against the oracle:", tally->pairs,
           tally->documents, tally->proven);
    for (int i = 0; i < PAIR_STATE_COUNT; ++i)
        printf(" %d %s%s", tally->of_state[i], pair_state_name((enum PairState)i),
               i + 1 < PAIR_STATE_COUNT ? "," : "\n");
}

static void query_distance_and_report_tell_one_truth(void **state)
{
    (void)state;
    const int documents = long_tier() ? 20000 : sanitised() ? 60 : 450;
    Pool *pool = pool_create(2);
    Tally tally = {0};
    assert_non_null(pool);
    for (int i = 0; i < documents; ++i) {
        // The first ones were wrong once.
        static const uint64_t wrong[] = {84526};
        const int wrongs = (int)(sizeof wrong / sizeof *wrong);
        Truth t = {.seed = i < wrongs ? wrong[i] : 31000 + (uint64_t)i};
        random_parts_create(&t.parts, t.seed);
        check_document(&t, i % 4 == 0, pool, &tally);
    }
    pool_free(pool);
    print_tally(&tally);
    static const enum PairState wanted[] = {PAIR_CLEAR,    PAIR_TOUCH,    PAIR_INTERFERENCE,
                                            PAIR_INSIDE,   PAIR_CROSSING, PAIR_SAME_PLACE,
                                            PAIR_UNDECIDED};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; ++i)
        assert_true(tally.of_state[wanted[i]] > 0);
}

// Round parts about as deep in each other as facets can tell, and no tolerance that decides.
static void so_they_do_of_what_is_finer_than_facets(void **state)
{
    (void)state;
    const int documents = long_tier() ? 1500 : sanitised() ? 12 : 40;
    Pool *pool = pool_create(2);
    Tally tally = {0};
    assert_non_null(pool);
    for (int i = 0; i < documents; ++i) {
        Truth t = {.seed = 47000 + (uint64_t)i};
        random_round_parts_create(&t.parts, t.seed);
        check_document(&t, i % 4 == 0, pool, &tally);
    }
    pool_free(pool);
    print_tally(&tally);
    assert_true(tally.of_state[PAIR_FACETS] > 0 && tally.of_state[PAIR_TOUCH] > 0 &&
                tally.of_state[PAIR_INTERFERENCE] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(query_distance_and_report_tell_one_truth),
        cmocka_unit_test(so_they_do_of_what_is_finer_than_facets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
