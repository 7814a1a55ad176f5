// The triangle tests and the predicates against whole-number arithmetic, on a million adversarial
// pairs. Tests that do not claim exactness are counted, not judged.
#include "core/base/named.h"
#include "core/shape/predicates.h"
#include "core/shape/segment.h"
#include "core/shape/triangle/variants.h"
#include "core/tests/exact_oracle.h"
#include "core/tests/tri_cases.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOW_BUILD 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SLOW_BUILD 1
#endif
#endif
#ifndef SLOW_BUILD
#define SLOW_BUILD 0
#endif

// Cases of each kind: SNUG_CASES in all if set, a million in an ordinary build, ten million in the
// long tier, a tenth of either under a sanitizer.
static uint64_t cases_per_kind(void)
{
    const char *wanted = getenv("SNUG_CASES"), *full = getenv("SNUG_FULL");
    uint64_t total = full && *full == '1' ? 10400000 : 1040000;
    if (SLOW_BUILD)
        total /= 10;
    if (wanted && strtoull(wanted, NULL, 10) > 0)
        total = strtoull(wanted, NULL, 10);
    return total / TRI_CASE_COUNT + 1;
}

static double distance_to(const Triangle *t, Vec3d p)
{
    ClosestPair best = {INFINITY, p, p};
    for (int i = 0; i < 3; ++i)
        closest_pair_improve(&best, p, segment_closest_to(t->p[i], t->p[(i + 1) % 3], p));
    double distance = sqrt(best.square);
    Vec3d u = vec3d_sub(t->p[1], t->p[0]), v = vec3d_sub(t->p[2], t->p[0]);
    Vec3d n = vec3d_cross(u, v), w = vec3d_sub(p, t->p[0]);
    double square = vec3d_dot(n, n), s = vec3d_dot(vec3d_cross(w, v), n);
    double r = vec3d_dot(vec3d_cross(u, w), n);
    if (square > 0 && s >= 0 && r >= 0 && s + r <= square)
        distance = fmin(distance, fabs(vec3d_dot(n, w)) / sqrt(square));
    return distance;
}

// How far the points are from either triangle, relative to the size of the pair and what its
// coordinates can resolve.
static double witness_error(const TriPair *pair, const TriWitness *witness)
{
    double extent = 0, magnitude = 0, error = 0;
    for (int i = 0; i < 3; ++i) {
        extent = fmax(extent, vec3d_distance(pair->a.p[i], pair->b.p[0]));
        extent = fmax(extent, vec3d_distance(pair->b.p[i], pair->b.p[0]));
        magnitude = fmax(magnitude, vec3d_length(pair->a.p[i]));
        magnitude = fmax(magnitude, vec3d_length(pair->b.p[i]));
    }
    double unit = extent + 1e-6 * magnitude; // 1e-6: then 1e-9 is a few ulp of the coordinates
    for (int i = 0; i < witness->count; ++i) {
        error = fmax(error, distance_to(&pair->a, witness->point[i]));
        error = fmax(error, distance_to(&pair->b, witness->point[i]));
    }
    return unit > 0 ? error / unit : error;
}

static bool count_fits(int count, const OracleAnswer *answer)
{
    switch (answer->kind) {
    case TRI_DISJOINT:
        return count == 0;
    case TRI_PROPER:
        return count == (answer->dimension_a == 2 && answer->dimension_b == 2 ? 2 : 1);
    case TRI_COPLANAR:
        return count >= 3 && count <= 6;
    default:
        return count == 1 || count == 2;
    }
}

static const double WITNESS_TOLERANCE = 4e-9; // the points are promised to 2^-30

typedef struct Tally {
    uint64_t wrong_verdict, wrong_kind, wrong_witness, asymmetric;
    double worst_witness;
} Tally;

static void judge(const TriTest *test, const TriPair *pair, const OracleAnswer *answer,
                  Tally *tally)
{
    TriWitness witness = {.count = -1}, swapped = {.count = -1};
    enum TriContact kind = test->contact(&pair->a, &pair->b, &witness);
    tally->wrong_verdict += (kind == TRI_DISJOINT) != (answer->kind == TRI_DISJOINT);
    tally->wrong_kind += kind != answer->kind;
    bool symmetric = test->contact(&pair->b, &pair->a, &swapped) == kind &&
                     swapped.count == witness.count &&
                     test->contact(&pair->a, &pair->b, NULL) == kind;
    tally->asymmetric += !symmetric;
    double error = fmax(witness_error(pair, &witness), witness_error(pair, &swapped));
    tally->worst_witness = fmax(tally->worst_witness, error);
    tally->wrong_witness += !count_fits(witness.count, answer) || !(error <= WITNESS_TOLERANCE);
}

static void exact_tests_agree_with_whole_numbers(void **state)
{
    (void)state;
    uint64_t count = cases_per_kind(), disagreements = 0;
    Oracle oracle;
    oracle_init(&oracle);
    Tally tally[TRI_CASE_COUNT][NAMED_MOST] = {{{0}}};
    uint64_t seen[TRI_CASE_COUNT][TRI_CONTACT_COUNT] = {{0}};
    for (int kind = 0; kind < TRI_CASE_COUNT; ++kind) {
        for (uint64_t i = 0; i < count; ++i) {
            TriPair pair = tri_case_make((enum TriCase)kind, i);
            OracleAnswer answer = oracle_contact(&oracle, &pair.a, &pair.b);
            ++seen[kind][answer.kind];
            for (int t = 0; t < tri_test_count; ++t) {
                Tally *mine = &tally[kind][t];
                judge(tri_tests[t], &pair, &answer, mine);
                if (tri_tests[t]->exact &&
                    mine->wrong_kind + mine->wrong_witness + mine->asymmetric > 0)
                    fail_msg("%s: %s, number %llu: verdict or kind %llu, witness %llu (%g), swap "
                             "%llu; expected kind %d",
                             tri_tests[t]->name, tri_case_names[kind], (unsigned long long)i,
                             (unsigned long long)mine->wrong_kind,
                             (unsigned long long)mine->wrong_witness, mine->worst_witness,
                             (unsigned long long)mine->asymmetric, (int)answer.kind);
            }
        }
    }
    oracle_clear(&oracle);
    for (int kind = 0; kind < TRI_CASE_COUNT; ++kind) {
        printf("  %-16s disjoint %llu touch %llu proper %llu coplanar %llu", tri_case_names[kind],
               (unsigned long long)seen[kind][0], (unsigned long long)seen[kind][1],
               (unsigned long long)seen[kind][2], (unsigned long long)seen[kind][3]);
        for (int t = 0; t < tri_test_count; ++t) {
            const Tally *mine = &tally[kind][t];
            disagreements += tri_tests[t]->exact ? mine->wrong_kind : 0;
            if (tri_tests[t]->exact)
                printf("; witness off by at most %.1e", mine->worst_witness);
            else
                printf("; %s: %llu wrong verdicts, %llu wrong kinds", tri_tests[t]->name,
                       (unsigned long long)mine->wrong_verdict,
                       (unsigned long long)mine->wrong_kind);
        }
        printf("\n");
    }
    printf("RAN: exact triangle test: %llu cases, %llu disagreements\n",
           (unsigned long long)(count * TRI_CASE_COUNT), (unsigned long long)disagreements);
    // Each kind of contact must really have been met, else the generators rotted.
    for (int contact = 0; contact < TRI_CONTACT_COUNT; ++contact) {
        uint64_t sum = 0;
        for (int kind = 0; kind < TRI_CASE_COUNT; ++kind)
            sum += seen[kind][contact];
        assert_true(sum > count / 10);
    }
}

static void order_of_corners_does_not_matter(void **state)
{
    (void)state;
    static const int orders[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                     {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    uint64_t count = cases_per_kind() / 40 + 1;
    for (int kind = 0; kind < TRI_CASE_COUNT; ++kind) {
        for (uint64_t i = 0; i < count; ++i) {
            TriPair pair = tri_case_make((enum TriCase)kind, i);
            TriWitness expected, got;
            enum TriContact contact = tri_exact.contact(&pair.a, &pair.b, &expected);
            for (int k = 0; k < 36; ++k) {
                TriPair turned;
                for (int c = 0; c < 3; ++c) {
                    turned.a.p[c] = pair.a.p[orders[k / 6][c]];
                    turned.b.p[c] = pair.b.p[orders[k % 6][c]];
                }
                if (tri_exact.contact(&turned.a, &turned.b, &got) != contact ||
                    got.count != expected.count)
                    fail_msg("%s, number %llu, order %d", tri_case_names[kind],
                             (unsigned long long)i, k);
            }
        }
    }
}

static int sign(double x)
{
    return (x > 0) - (x < 0);
}

static int exact_orient(Oracle *o, const Vec3d p[4], int dimension, int drop)
{
    double x[12];
    mpz_t *out[12];
    for (int i = 0; i < 12; ++i) {
        x[i] = p[i / 3].v[i % 3];
        out[i] = &o->point[i / 3][i % 3];
    }
    oracle_scale(3 * (dimension + 1), x, out);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            mpz_sub(o->c[i][k], o->point[i + 1][k], o->point[0][k]);
    oracle_cross(o->n, o->c[0], o->c[1]);
    return dimension == 2 ? mpz_sgn(o->n[drop]) : oracle_dot_sign(o, o->n, o->c[2]);
}

static Vec2d flat(Vec3d p, int drop)
{
    return (Vec2d){p.v[(drop + 1) % 3], p.v[(drop + 2) % 3]};
}

static void predicates_agree_with_whole_numbers(void **state)
{
    (void)state;
    uint64_t count = cases_per_kind() / 4 + 1, ran = 0, zeros = 0, unsure = 0;
    Oracle oracle;
    oracle_init(&oracle);
    for (int kind = 0; kind < TRI_CASE_COUNT; ++kind) {
        for (uint64_t i = 0; i < count; ++i) {
            TriPair pair = tri_case_make((enum TriCase)kind, i + 1000000000);
            const Vec3d p[4] = {pair.a.p[0], pair.a.p[1], pair.a.p[2], pair.b.p[i % 3]};
            int expected = exact_orient(&oracle, p, 3, 0);
            double d[3], last = orient3d_expansion(&p[0], &p[1], &p[2], &p[3]);
            orient3d_plane(pair.a.p, pair.b.p, d);
            if (sign(orient3d(&p[0], &p[1], &p[2], &p[3])) != expected || sign(last) != expected ||
                sign(d[i % 3]) != expected)
                fail_msg("orient3d: %s, number %llu", tri_case_names[kind], (unsigned long long)i);
            orient3d_plane_widened(pair.a.p, pair.b.p, d, ORIENT_ACCURATE);
            if (fabs(d[i % 3] - last) > 0x1p-29 * fabs(last))
                fail_msg("orient3d_plane_widened: %s, number %llu: %g is not %g",
                         tri_case_names[kind], (unsigned long long)i, d[i % 3], last);
            zeros += expected == 0;
            unsure +=
                fabs(orient3d_adapt(&p[0], &p[1], &p[2], &p[3], 1) - last) > 0x1p-29 * fabs(last);

            int drop = (int)(i % 3);
            Vec2d a = flat(p[0], drop), b = flat(p[1], drop), c = flat(p[3], drop);
            const Vec3d q[4] = {p[0], p[1], p[3], p[3]};
            expected = exact_orient(&oracle, q, 2, drop);
            if (sign(orient2d(a, b, c)) != expected ||
                sign(orient2d_expansion(a, b, c)) != expected ||
                sign(orient2d_adapt(a, b, c, 1)) != expected)
                fail_msg("orient2d: %s, number %llu", tri_case_names[kind], (unsigned long long)i);
            ++ran;
        }
    }
    oracle_clear(&oracle);
    assert_int_equal(unsure, 0);
    assert_true(zeros > count);
    printf("RAN: orientation predicates: %llu cases, %llu exact zeros\n", (unsigned long long)ran,
           (unsigned long long)zeros);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exact_tests_agree_with_whole_numbers),
        cmocka_unit_test(order_of_corners_does_not_matter),
        cmocka_unit_test(predicates_agree_with_whole_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
