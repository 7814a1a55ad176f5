// What exactness costs: the exact triangle test against the very same code with bare determinants
// in place of the predicates, on six mixes of pairs; or on pairs of triangles whose boxes meet along somebody's own
// motion.
//
// Targets: at most 1.5 times on the hit-heavy mix, at most 10 times on the flush ones, verdict
// alone.
#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/bench/bench.h"
#include "core/bench/run.h"
#include "core/query/query.h"
#include "core/shape/triangle/planar.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"

// The bare versions: what is left of predicates.h without bounds and later stages.
static inline double bare_orient2d(Vec2d a, Vec2d b, Vec2d c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

static inline double bare_orient3d(const Vec3d *a, const Vec3d *b, const Vec3d *c, const Vec3d *d)
{
    Vec3d n = vec3d_cross(vec3d_sub(*b, *a), vec3d_sub(*c, *a));
    return vec3d_dot(n, vec3d_sub(*d, *a));
}

static inline void bare_orient3d_plane(const Vec3d p[3], const Vec3d q[3], double d[3])
{
    Vec3d n = vec3d_cross(vec3d_sub(p[1], p[0]), vec3d_sub(p[2], p[0]));
    for (int i = 0; i < 3; ++i)
        d[i] = vec3d_dot(n, vec3d_sub(q[i], p[0]));
}

#define TRI_CONTACT bare_contact
#define TRI_BOUND(p, q) 0
#define TRI_PLANE(p, q, d, bound, widen)                                                           \
    ((void)(widen), (void)(bound), bare_orient3d_plane(p, q, d))
#define TRI_ORIENT3(a, b, c, d, bound) bare_orient3d(a, b, c, d)
#define TRI_ORIENT2 bare_orient2d
#include "core/base/memory.h"
#include "core/shape/triangle/tri_exact.inl"
#include "core/shape/triangle/variants.h"

typedef enum TriContact ContactFn(const Triangle *a, const Triangle *b, TriWitness *witness);

// All mixes fit the second cache, so that arithmetic is measured and not memory.
enum { PAIRS = 1024, REPEATS = 8, ROUNDS = 40, METHODS = 3 };

typedef struct Pair {
    Triangle a, b;
} Pair;

static Triangle random_triangle(Rng *rng, Vec3d at, double half)
{
    Triangle t;
    for (int i = 0; i < 3; ++i)
        t.p[i] = vec3d_add(at, rng_in_cube(rng, half));
    return t;
}

static void fill_random(Pair *pairs, double apart, uint64_t seed)
{
    Rng rng = rng_create(seed);
    for (int i = 0; i < PAIRS; ++i) {
        Vec3d at = rng_in_cube(&rng, 100);
        pairs[i].a = random_triangle(&rng, at, 1);
        pairs[i].b = random_triangle(&rng, vec3d_add(at, rng_in_cube(&rng, apart)), 1);
    }
}

// Most pairs meet: two large triangles about the same point.
static void fill_hits(Pair *pairs)
{
    Rng rng = rng_create(11);
    for (int i = 0; i < PAIRS;) {
        Vec3d at = rng_in_cube(&rng, 100);
        Pair pair = {random_triangle(&rng, at, 1), random_triangle(&rng, at, 1)};
        if (tri_exact.contact(&pair.a, &pair.b, NULL) != TRI_DISJOINT || rng_below(&rng, 12) == 0)
            pairs[i++] = pair;
    }
}

static void fill_rejects(Pair *pairs)
{
    fill_random(pairs, 0.7, 12);
}

// Two plates of rectangles lying on each other, the pairs whose boxes touch: half of them both in
// the plane of contact, half with a side wall that stands on it.
enum FlushPose { FLUSH_AXIS, FLUSH_SKEW, FLUSH_MIRROR, FLUSH_ROTATED };

static void fill_flush(Pair *pairs, enum FlushPose pose)
{
    Rng rng = rng_create(13);
    for (int i = 0; i < PAIRS; ++i) {
        Triangle t[2];
        double x = rng_below(&rng, 8), y = rng_below(&rng, 8);
        for (int k = 0; k < 2; ++k) {
            double x0 = x + 0.25 * (rng_below(&rng, 5) - 2),
                   y0 = y + 0.25 * (rng_below(&rng, 5) - 2);
            double wide = 1 + 0.5 * rng_below(&rng, 3), deep = 1 + 0.5 * rng_below(&rng, 3);
            bool wall = k == 1 && rng_below(&rng, 2);
            Vec3d u = vec3d(wide, 0, 0), v = wall ? vec3d(0, 0, deep) : vec3d(0, deep, 0);
            Vec3d p = vec3d(x0, y0, 5), far = vec3d_add(vec3d_add(p, u), v);
            t[k] = (Triangle){{p, vec3d_add(p, u), far}};
            if (rng_below(&rng, 2))
                t[k].p[1] = vec3d_add(p, v);
        }
        if (pose == FLUSH_SKEW) {
            // Whole-number coordinates in a plane across no axis: true zeros, the last stage
            // decides.
            Affine shear = {.m = {{24, 4, 12}, {-8, 20, 4}, {16, -12, 28}}, .p = vec3d(7, -3, 11)};
            t[0] = triangle_transformed(&t[0], &shear);
            t[1] = triangle_transformed(&t[1], &shear);
        }
        if (pose == FLUSH_MIRROR) {
            // The plane x = y, coordinates with all their bits: true zeros by cancellation.
            double sx = rng_uniform(&rng, 1, 2), sz = rng_uniform(&rng, 1, 2);
            Affine turn = {.m = {{sx, 0, 0.7}, {sx, 0, -0.7}, {0, sz, 0}}};
            for (int k = 0; k < 6; ++k) {
                Vec3d *q = &t[k / 3].p[k % 3];
                q->z -= 5;
                *q = affine_apply(&turn, *q);
            }
        }
        if (pose == FLUSH_ROTATED) {
            // Each part has its own placement in a real assembly; together they are flush up to
            // rounding.
            Affine turn = rng_rotation(&rng);
            turn.p = rng_in_cube(&rng, 50);
            t[0] = triangle_transformed(&t[0], &turn);
            Affine shift = affine_translation(vec3d(-3, 2, -5));
            Affine moved = affine_compose(&turn, &shift),
                   back = affine_translation(vec3d(3, -2, 5));
            t[1] = triangle_transformed(&t[1], &back);
            t[1] = triangle_transformed(&t[1], &moved);
        }
        pairs[i] = (Pair){t[0], t[1]};
    }
}

static void fill_flush_axis(Pair *pairs)
{
    fill_flush(pairs, FLUSH_AXIS);
}

static void fill_flush_skew(Pair *pairs)
{
    fill_flush(pairs, FLUSH_SKEW);
}

static void fill_flush_mirror(Pair *pairs)
{
    fill_flush(pairs, FLUSH_MIRROR);
}

static void fill_flush_rotated(Pair *pairs)
{
    fill_flush(pairs, FLUSH_ROTATED);
}

typedef struct Mix {
    const char *name;
    void (*fill)(Pair *pairs);
    double target; // of exact / bare; 0: none
} Mix;

static const Mix mixes[] = {
    {"hit-heavy", fill_hits, 1.5},
    {"reject-heavy", fill_rejects, 0},
    {"flush, across an axis", fill_flush_axis, 10},
    {"flush, skew", fill_flush_skew, 10},
    {"flush, mirror", fill_flush_mirror, 10},
    {"flush, rotated", fill_flush_rotated, 10},
};

// ns per pair; *hits counts pairs in contact, so that the calls cannot be dropped.
static double time_once(ContactFn *contact, const Pair *pairs, bool want_witness, int *hits)
{
    TriWitness witness;
    *hits = 0;
    double start = clock_seconds();
    for (int r = 0; r < REPEATS; ++r)
        for (int i = 0; i < PAIRS; ++i)
            *hits +=
                contact(&pairs[i].a, &pairs[i].b, want_witness ? &witness : NULL) != TRI_DISJOINT;
    *hits /= REPEATS;
    return (clock_seconds() - start) / (REPEATS * PAIRS) * 1e9;
}

// Of the pairs that it was filled with. False: it misses its target.
static bool measure(FILE *out, const Pair *pairs, const char *name, double exact_target)
{
    bool met = true;
    int rounds = bench_is_quick() ? ROUNDS / 4 : ROUNDS;
    // Through the table for each, so that none is inlined.
    ContactFn *volatile methods[METHODS] = {bare_contact, tri_exact.contact, tri_moeller.contact};
    for (int witness = 0; witness < 2; ++witness) {
        if (!bench_wants("\"%s\",%d", name, witness))
            continue;
        double best[METHODS] = {INFINITY, INFINITY, INFINITY}, most[METHODS] = {0};
        int hits[METHODS] = {0, 0, 0};
        // Interleaved, so that a change of clock speed meets all alike; the least of the
        // rounds.
        for (int round = 0; round < rounds; ++round)
            for (int k = 0; k < METHODS; ++k) {
                double ns = time_once(methods[k], pairs, witness, &hits[k]);
                best[k] = fmin(best[k], ns);
                most[k] = fmax(most[k], ns);
                bench_went_on((witness + (round + 1.0) / rounds) / 2);
            }
        double ratio = best[1] / best[0], target = witness ? 0 : exact_target;
        met &= target == 0 || ratio <= target || !bench_has_targets();
        fprintf(out, "\"%s\",%d,%.1f,%.1f,%.1f,%.1f,%.2f,", name, witness, 100.0 * hits[1] / PAIRS,
                best[0], best[1], best[2], ratio);
        if (target > 0)
            fprintf(out, "%.1f", target);
        fprintf(out, ",%.1f,%.1f,%.1f\n", most[0], most[1], most[2]);
        fflush(out);
    }
    return met;
}

// Of all pairs of triangles that come by, PAIRS are kept, any of them as likely as any other.
typedef struct Sample {
    Pair *pairs;
    uint64_t seen;
    Rng rng;
} Sample;

static bool take_leaves(Query *query, NodeLinks a, NodeLinks b)
{
    Sample *sample = query->user;
    for (uint32_t i = 0; i < a.count; ++i)
        for (uint32_t k = 0; k < b.count; ++k) {
            uint64_t seen = sample->seen++;
            uint64_t place = seen < PAIRS ? seen : rng_next(&sample->rng) % (seen + 1);
            if (place >= PAIRS)
                continue;
            Triangle other = mesh_triangle(query->b->mesh, query->b->slots[b.first + k]);
            sample->pairs[place] =
                (Pair){mesh_triangle(query->a->mesh, query->a->slots[a.first + i]),
                       triangle_transformed(&other, &query->b_to_a)};
        }
    return true;
}

// Pairs whose boxes meet along the motion: what a query leaves to triangle tests. False: a failure.
static bool fill_own(const BenchPair *own, Sample *sample)
{
    BvhDesc kind = {.type = &bv_aabb};
    Bvh *a = bvh_build(own->a, &kind, NULL, NULL), *b = bvh_build(own->b, &kind, NULL, NULL);
    QueryDesc desc = {.mode = QUERY_ALL, .rule = kind.type->rule};
    bool ok = a && b;
    for (int f = 0; ok && f < own->frames; ++f) {
        Query query;
        ok = query_begin(&query, a, b, &own->b_to_a[f], &desc, take_leaves, sample, NULL);
        if (ok) {
            ok = query_run(&query, &(Budget){.job = NULL}) == QUERY_DONE;
            query_end(&query);
        }
    }
    for (uint64_t i = sample->seen; ok && i > 0 && i < PAIRS; ++i) // fewer are taken again
        sample->pairs[i] = sample->pairs[i % sample->seen];
    bvh_release(a);
    bvh_release(b);
    return ok;
}

static bool measure_own(FILE *out, const BenchOwn *own, Pair *pairs)
{
    bool ok = true;
    for (int i = 0; ok && i < own->pair_count; ++i) {
        const char *name = own->pairs[i].name;
        BenchSpan span = bench_span(i, own->pair_count);
        Sample sample = {.pairs = pairs, .rng = rng_create(14)};
        bool wanted = bench_wants("\"%s\",0", name) || bench_wants("\"%s\",1", name);
        ok = !wanted || fill_own(&own->pairs[i], &sample);
        if (ok && wanted && sample.seen > 0)
            ok = measure(out, pairs, name, 0);
        else if (ok && wanted)
            fprintf(out, "# %s: no boxes of triangles meet along this motion\n", name);
        bench_span_end(span);
    }
    return ok;
}

bool bench_tri(FILE *out)
{
    enum { MIXES = sizeof mixes / sizeof *mixes };
    Pair *pairs = mem_alloc(PAIRS * sizeof *pairs);
    if (!pairs)
        return false;
    fprintf(out, "mix,witness,hits_percent,bare_ns,exact_ns,moeller_ns,exact_over_bare,target,"
                 "bare_most_ns,exact_most_ns,moeller_most_ns\n");
    bool met = !bench_has_own() || measure_own(out, bench_own(), pairs);
    for (int m = 0; m < MIXES && !bench_has_own(); ++m) {
        BenchSpan span = bench_span(m, MIXES);
        mixes[m].fill(pairs);
        met = measure(out, pairs, mixes[m].name, mixes[m].target) && met;
        bench_span_end(span);
    }
    mem_free(pairs);
    return met;
}
