// Ball and normals of slab_fit.h. Before including, define SLAB_FIT(name), which names what is made.
#include "core/base/double_lanes.h"
#include "core/tree/bv/slabcutball/slab_fit_runs.h"

#include <string.h>

enum {
    FEW = 2 * DOP26_DIRECTIONS,
    SAMPLE_VECTORS = (FEW + DOUBLES - 1) / DOUBLES,
    NORMAL_VECTORS = (DOP26_DIRECTIONS + DOUBLES - 1) / DOUBLES,
};

// All points of a small set, each once, or the extremal points of a large one.
typedef struct Sample {
    Extremals extremals;
    const Vec3d *points;
    int32_t count;
    bool all;
    Vec3d room[FEW];
} Sample;

// Each once. False: there are more.
static bool take_few(const FitPoints *points, Sample *s)
{
    const FitItems *items = points->items;
    int32_t seen[FEW];
    s->points = s->room;
    s->count = 0;
    if (points->once) {
        s->points = points->once;
        s->count = points->count;
        return points->count <= FEW;
    }
    for (int32_t i = 0; i < 3 * items->count; ++i) {
        int32_t index = items->mesh->triangles[items->items[i / 3]][i % 3], k = 0;
        while (k < s->count && seen[k] != index)
            ++k;
        if (k < s->count)
            continue;
        if (s->count == FEW)
            return false;
        seen[s->count] = index;
        s->room[s->count++] = items->mesh->vertices[index];
    }
    return true;
}

static void sample(const FitPoints *points, Sample *s)
{
    s->all = take_few(points, s);
    if (s->all) {
        extremals_of(&s->extremals, s->points, s->count);
        return;
    }
    fit_extremals(points, &s->extremals);
    s->points = s->room;
    s->count = FEW;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        s->room[2 * i] = fit_point(points, extremals_low(&s->extremals, i));
        s->room[2 * i + 1] = fit_point(points, extremals_high(&s->extremals, i));
    }
}

static Vec3d lowest(const Sample *s, int direction)
{
    return s->points[s->all ? extremals_low(&s->extremals, direction) : 2 * direction];
}

static Vec3d highest(const Sample *s, int direction)
{
    return s->points[s->all ? extremals_high(&s->extremals, direction) : 2 * direction + 1];
}

static void fit_ball(const FitPoints *all, const Sample *s, SlabBall *out)
{
    Vec3d points[FEW];
    memcpy(points, s->points, (size_t)s->count * sizeof *points);
    Ball ball;
    if (s->all) {
        ball.centre = min_ball_centre(points, s->count);
    } else {
        ball = min_ball(points, s->count);
        fit_grow_ball(all, &ball);
    }
    out->centre = vec3d_from(vec3_from(ball.centre));
    out->radius = fit_radius_about(all, out->centre);
}

// Widths are compared after division by the directions' lengths 1, sqrt 2, sqrt 3: the paper does
// not say so, and without it the choice is wrong for most point sets.
static double narrowest_dop_slab(const Extremals *e, Vec3d *normal)
{
    static const double root2 = 1.4142135623730951, root3 = 1.7320508075688772;
    static const double length[NORMAL_VECTORS * DOUBLES] = {
        1, 1, 1, root3, root3, root3, root3, root2, root2, root2, root2, root2, root2, root2};
    double best = INFINITY;
    int narrowest = -1;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        double width = extremals_width(e, i) / length[i];
        narrowest = width < best ? i : narrowest;
        best = width < best ? width : best;
    }
    if (narrowest >= 0)
        *normal = vec3d_normalised(dop26_direction[narrowest]);
    return best;
}

// Directions that are near each other often have the same extremal points, and what has been found for
// those once is not found to be any better a second time.
typedef struct PairsSeen {
    uint64_t small; // bit 8 lo + hi, of sets of at most eight points
    uint64_t keys[DOP26_DIRECTIONS];
    int count;
} PairsSeen;

static inline bool pair_seen(PairsSeen *pairs, const Sample *s, int direction)
{
    uint32_t lo = (uint32_t)extremals_low(&s->extremals, direction),
             hi = (uint32_t)extremals_high(&s->extremals, direction);
    if (s->all && s->count <= 8) {
        uint64_t bit = (uint64_t)1 << (8 * lo + hi);
        bool seen = (pairs->small & bit) != 0;
        pairs->small |= bit;
        return seen;
    }
    uint64_t key = (uint64_t)lo << 32 | hi;
    for (int i = 0; i < pairs->count; ++i)
        if (pairs->keys[i] == key)
            return true;
    pairs->keys[pairs->count++] = key;
    return false;
}

// The sample points, several at a time; the last one stands where there is none.
typedef struct Points {
    DoubleN x[SAMPLE_VECTORS], y[SAMPLE_VECTORS], z[SAMPLE_VECTORS];
    int count; // of vectors
} Points;

static void points_init(Points *points, const Sample *s)
{
    int last = s->count - 1;
    points->count = last / DOUBLES + 1;
    for (int k = 0; k < points->count; ++k) {
        const Vec3d *p[4];
        for (int lane = 0; lane < DOUBLES; ++lane)
            p[lane] = &s->points[DOUBLES * k + lane < last ? DOUBLES * k + lane : last];
        points->x[k] = DOUBLEN_EACH(p, ->x);
        points->y[k] = DOUBLEN_EACH(p, ->y);
        points->z[k] = DOUBLEN_EACH(p, ->z);
    }
}

// The first of those points that span the largest triangle with two others, in the operations of
// vec3d_cross and vec3d_dot; 0 if there is none with an area.
static inline int32_t farthest_from_line(const Points *points, Vec3d from, Vec3d along)
{
    DoubleN most = doublen(0), best = doublen_numbered(), at = best;
    for (int k = 0; k < points->count; ++k, at += (double)DOUBLES) {
        DoubleN x = points->x[k] - from.x, y = points->y[k] - from.y, z = points->z[k] - from.z;
        DoubleN nx = along.y * z - along.z * y, ny = along.z * x - along.x * z,
                nz = along.x * y - along.y * x;
        DoubleN area = nx * nx + ny * ny + nz * nz;
        best = doublen_choose(area > most, at, best);
        most = doublen_max(area, most);
    }
    best = doublen_choose(most == doublen_most(most), best, doublen(FEW));
    return (int32_t)doublen_least(best)[0];
}

// Several at a time; the last vector may not be full.
typedef struct Normals {
    DoubleN x[NORMAL_VECTORS], y[NORMAL_VECTORS], z[NORMAL_VECTORS];
    DoubleN square[NORMAL_VECTORS]; // of their lengths
    int count;
} Normals;

static inline void normals_add(Normals *normals, Vec3d n, double square)
{
    int k = normals->count / DOUBLES, lane = normals->count % DOUBLES;
    if (lane == 0) {
        normals->x[k] = normals->y[k] = normals->z[k] = doublen(0);
        normals->square[k] = doublen(1);
    }
    normals->x[k][lane] = n.x;
    normals->y[k][lane] = n.y;
    normals->z[k][lane] = n.z;
    normals->square[k][lane] = square;
    ++normals->count;
}

static Vec3d normals_get(const Normals *normals, int at)
{
    return vec3d(normals->x[at / DOUBLES][at % DOUBLES], normals->y[at / DOUBLES][at % DOUBLES],
                 normals->z[at / DOUBLES][at % DOUBLES]);
}

static inline int normals_vectors(const Normals *normals)
{
    return (normals->count + DOUBLES - 1) / DOUBLES;
}

// In the operations of vec3d_normalised.
static void normals_normalise(Normals *normals)
{
    for (int k = 0; k < normals_vectors(normals); ++k) {
        DoubleN scale = 1 / doublen_root(normals->square[k]);
        normals->x[k] *= scale;
        normals->y[k] *= scale;
        normals->z[k] *= scale;
    }
}

static Vec3d across_line(Vec3d line)
{
    int least = fabs(line.x) <= fabs(line.y) && fabs(line.x) <= fabs(line.z) ? 0
                : fabs(line.y) <= fabs(line.z)                               ? 1
                                                                             : 2;
    Vec3d axis = vec3d(least == 0, least == 1, least == 2);
    return vec3d_normalised(vec3d_cross(vec3d_normalised(line), axis));
}

// Of the normal of a triangle, by the squares of one of its sides and of the area: below that it is made
// of rounding; so is that of lengths whose product of four is below the smallest normal number.
static inline bool has_direction(double length, double area)
{
    return area > 1e-18 * length * length && area >= 1e-290;
}

// Normals of the triangles spanned by an extremal pair and the sample point farthest from its line.
// A set on one line gives a normal across it.
static void triangle_normals(const Sample *s, Normals *normals)
{
    Vec3d longest = vec3d(0, 0, 0);
    Points points;
    PairsSeen pairs;
    pairs.count = 0;
    pairs.small = 0;
    points_init(&points, s);
    normals->count = 0;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        if (pair_seen(&pairs, s, i))
            continue;
        Vec3d from = highest(s, i), along = vec3d_sub(lowest(s, i), from);
        Vec3d third = s->points[farthest_from_line(&points, from, along)];
        Vec3d best = vec3d_cross(along, vec3d_sub(third, from));
        double length = vec3d_dot(along, along), area = vec3d_dot(best, best);
        if (length > vec3d_dot(longest, longest))
            longest = along;
        if (!has_direction(length, area))
            continue;
        normals_add(normals, best, area);
        if (s->all && s->count == 3)
            break; // one triangle has one plane
    }
    normals_normalise(normals);
    if (normals->count == 0 && vec3d_dot(longest, longest) > 0)
        normals_add(normals, across_line(longest), 1);
}

// Replaces *normal by the candidate with the narrowest slab, if that is narrower than `best`. Products in
// the order of vec3d_dot.
static inline __attribute__((always_inline)) bool
narrowest_by(const FitPoints *all, const Sample *s, Vec3d centre, const Normals *normals,
             const int vectors, double best, Vec3d *normal)
{
    DoubleN lo[NORMAL_VECTORS], hi[NORMAL_VECTORS];
    for (int k = 0; k < vectors; ++k) {
        lo[k] = doublen(INFINITY);
        hi[k] = doublen(-INFINITY);
    }
    int32_t count = s->all ? s->count : all->count;
    for (int32_t i = 0; i < count; ++i) {
        Vec3d d = vec3d_sub(s->all ? s->points[i] : fit_point(all, i), centre);
        for (int k = 0; k < vectors; ++k) {
            DoubleN at = (normals->x[k] * d.x + normals->y[k] * d.y) + normals->z[k] * d.z;
            lo[k] = doublen_min(at, lo[k]);
            hi[k] = doublen_max(at, hi[k]);
        }
    }
    int found = -1;
    for (int at = 0; at < normals->count; ++at) {
        double width = hi[at / DOUBLES][at % DOUBLES] - lo[at / DOUBLES][at % DOUBLES];
        found = width < best ? at : found;
        best = width < best ? width : best;
    }
    if (found >= 0)
        *normal = normals_get(normals, found);
    return found >= 0;
}

static bool narrowest_of(const FitPoints *all, const Sample *s, Vec3d centre,
                         const Normals *normals, double best, Vec3d *normal)
{
    // With a number that is known, what is narrowest so far stays in registers.
    switch (normals_vectors(normals)) {
    case 0:
        return false;
    case 1:
        return narrowest_by(all, s, centre, normals, 1, best, normal);
    case 2:
        return narrowest_by(all, s, centre, normals, 2, best, normal);
    case 3:
        return narrowest_by(all, s, centre, normals, 3, best, normal);
    case 4:
        return narrowest_by(all, s, centre, normals, 4, best, normal);
    default:
        return narrowest_by(all, s, centre, normals, normals_vectors(normals), best, normal);
    }
}

// The least of what three points take up along the directions of the 26-DOP, which are not normalised.
static double least_width(const Vec3d p[3])
{
    static const double directions[3][16] = {
        // the last one until they are full
        {1, 0, 0, 1, 1, 1, -1, 1, 1, 1, 1, 0, 0, 0, 0, 0},
        {0, 1, 0, 1, 1, -1, 1, 1, -1, 0, 0, 1, 1, 1, 1, 1},
        {0, 0, 1, 1, -1, 1, 1, 0, 0, 1, -1, 1, -1, -1, -1, -1}};
    DoubleN least = doublen(INFINITY);
    for (int k = 0; k < NORMAL_VECTORS; ++k) {
        DoubleN d[3], at[3];
        for (int i = 0; i < 3; ++i)
            memcpy(&d[i], &directions[i][DOUBLES * k], sizeof d[i]);
        for (int i = 0; i < 3; ++i)
            at[i] = d[0] * p[i].x + d[1] * p[i].y + d[2] * p[i].z;
        DoubleN width = doublen_max(doublen_max(at[0], at[1]), at[2]) -
                        doublen_min(doublen_min(at[0], at[1]), at[2]);
        least = doublen_min(width, least);
    }
    return doublen_least(least)[0];
}

// One triangle, whose own plane is the narrowest slab unless its area is nothing or a direction of the
// DOP is as good: then false. Finds what the long way would, of which it is half of all nodes.
static bool fit_triangle_alone(const FitPoints *points, SlabBall *ball)
{
    Vec3d p[3];
    memcpy(p, points->once, sizeof p);
    int lo = p[1].x<p[0].x, hi = p[1].x> p[0].x;
    lo = p[2].x < p[lo].x ? 2 : lo;
    hi = p[2].x > p[hi].x ? 2 : hi;
    if (lo == hi)
        return false;
    Vec3d along = vec3d_sub(p[lo], p[hi]),
          normal = vec3d_cross(along, vec3d_sub(p[3 - lo - hi], p[hi]));
    double length = vec3d_dot(along, along), area = vec3d_dot(normal, normal);
    if (!has_direction(length, area))
        return false;
    normal = vec3d_normalised(normal);
    double least = least_width(p);
    ball->centre = vec3d_from(vec3_from(min_ball_centre(p, 3)));
    double from = INFINITY, to = -INFINITY;
    for (int i = 0; i < 3; ++i) {
        double at = vec3d_dot(normal, vec3d_sub(points->once[i], ball->centre));
        from = at < from ? at : from;
        to = at > to ? at : to;
    }
    if (!(2 * (to - from) < least)) // 2 is more than any of the directions is long
        return false;
    ball->normal = normal;
    ball->radius = fit_radius_about(points, ball->centre);
    return true;
}

SlabBall SLAB_FIT(slab_fit)(const FitPoints *points)
{
    Sample s;
    SlabBall ball = {.normal = vec3d(1, 0, 0)};
    if (points->once && points->count == 3 && fit_triangle_alone(points, &ball))
        return ball;
    sample(points, &s);
    fit_ball(points, &s, &ball);
    double best = narrowest_dop_slab(&s.extremals, &ball.normal);
    Normals normals;
    triangle_normals(&s, &normals);
    narrowest_of(points, &s, ball.centre, &normals, best, &ball.normal);
    return ball;
}

bool SLAB_FIT(slab_second_normal)(const FitPoints *points, const SlabBall *ball, Vec3d *normal)
{
    Sample s;
    Normals normals;
    normals.count = 0;
    sample(points, &s);
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        Vec3d along = vec3d_sub(highest(&s, i), lowest(&s, i));
        Vec3d across = vec3d_cross(vec3d_normalised(along), ball->normal);
        if (vec3d_length(across) > 1e-6)
            normals_add(&normals, vec3d_normalised(across), 1);
    }
    return narrowest_of(points, &s, ball->centre, &normals, INFINITY, normal);
}
