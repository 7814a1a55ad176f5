// Larsson 2008, section 2: the smallest ball of the 26-DOP's extremal points, grown to all points;
// the narrowest of the DOP's slabs and of those parallel to thirteen large triangles.
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/base/pair_lanes.h"
#include "core/shape/dop26.h"
#include "core/tree/fit_points.h"

enum { FEW = 2 * DOP26_DIRECTIONS, SLAB_PAIRS = (DOP26_DIRECTIONS + 1) / 2 };

// All points of a small set, each once, or the extremal points of a large one.
typedef struct Sample {
    Extremals extremals;
    Vec3d points[FEW];
    int32_t count;
    bool all;
} Sample;

// Each once. False: there are more.
static bool take_few(const FitPoints *points, Sample *s)
{
    const FitItems *items = points->items;
    int32_t seen[FEW];
    s->count = 0;
    for (; points->once && points->count <= FEW && s->count < points->count; ++s->count)
        s->points[s->count] = points->once[s->count];
    if (points->once)
        return points->count <= FEW;
    for (int32_t i = 0; i < 3 * items->count; ++i) {
        int32_t index = items->mesh->triangles[items->items[i / 3]][i % 3], k = 0;
        while (k < s->count && seen[k] != index)
            ++k;
        if (k < s->count)
            continue;
        if (s->count == FEW)
            return false;
        seen[s->count] = index;
        s->points[s->count++] = items->mesh->vertices[index];
    }
    return true;
}

static void sample(const FitPoints *points, Sample *s)
{
    s->all = take_few(points, s);
    extremals_begin(&s->extremals);
    for (int32_t i = 0; s->all && i < s->count; ++i)
        extremals_add(&s->extremals, s->points[i], i);
    for (int32_t i = 0; !s->all && i < points->count; ++i)
        extremals_add(&s->extremals, fit_point(points, i), i);
    s->count = s->all ? s->count : FEW;
    for (int i = 0; !s->all && i < DOP26_DIRECTIONS; ++i) {
        s->points[2 * i] = fit_point(points, extremals_low(&s->extremals, i));
        s->points[2 * i + 1] = fit_point(points, extremals_high(&s->extremals, i));
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
    for (int32_t i = 0; i < s->count; ++i)
        points[i] = s->points[i];
    Ball ball = min_ball(points, s->count);
    if (!s->all)
        fit_grow_ball(all, &ball);
    out->centre = vec3d_from(vec3_from(ball.centre));
    out->radius = fit_radius_about(all, out->centre);
}

// Widths are compared after division by the directions' lengths 1, sqrt 2, sqrt 3: the paper does
// not say so, and without it the choice is wrong for most point sets.
static double narrowest_dop_slab(const Extremals *e, Vec3d *normal)
{
    static const double root2 = 1.4142135623730951, root3 = 1.7320508075688772;
    double best = INFINITY;
    int narrowest = -1;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        double width = extremals_width(e, i) / (i < 3 ? 1 : i < 7 ? root3 : root2);
        narrowest = width < best ? i : narrowest;
        best = width < best ? width : best;
    }
    if (narrowest >= 0)
        *normal = vec3d_normalised(dop26_direction[narrowest]);
    return best;
}

// Directions that are near each other often have the same extremal points, and what has been found for
// those once is not found to be any better a second time.
static bool pair_seen(const Extremals *e, int direction)
{
    int32_t lo = extremals_low(e, direction), hi = extremals_high(e, direction);
    for (int i = 0; i < direction; ++i)
        if (extremals_low(e, i) == lo && extremals_high(e, i) == hi)
            return true;
    return false;
}

// Two sample points at a time.
typedef struct Points2 {
    Pair x[DOP26_DIRECTIONS], y[DOP26_DIRECTIONS], z[DOP26_DIRECTIONS];
    int count;
} Points2;

static void points2_init(Points2 *points, const Sample *s)
{
    points->count = (s->count + 1) / 2;
    for (int k = 0; k < points->count; ++k) {
        Vec3d a = s->points[2 * k], b = s->points[2 * k + 1 < s->count ? 2 * k + 1 : 2 * k];
        points->x[k] = (Pair){a.x, b.x};
        points->y[k] = (Pair){a.y, b.y};
        points->z[k] = (Pair){a.z, b.z};
    }
}

// The first of those points that span the largest triangle with two others, in the operations of
// vec3d_cross and vec3d_dot; 0 if there is none with an area.
static int32_t farthest_from_line(const Points2 *points, Vec3d from, Vec3d along)
{
    Pair most = {0, 0};
    PairMask best = {0, 1}, at = {0, 1};
    for (int k = 0; k < points->count; ++k, at += 2) {
        Pair x = points->x[k] - from.x, y = points->y[k] - from.y, z = points->z[k] - from.z;
        Pair nx = along.y * z - along.z * y, ny = along.z * x - along.x * z,
             nz = along.x * y - along.y * x;
        Pair area = nx * nx + ny * ny + nz * nz;
        PairMask more = area > most;
        most = pair_max(area, most);
        best = (at & more) | (best & ~more);
    }
    bool second = most[1] > most[0] || (most[1] == most[0] && most[1] > 0 && best[1] < best[0]);
    return (int32_t)(second ? best[1] : best[0]);
}

// Normals of the triangles spanned by an extremal pair and the sample point farthest from its line.
// A set on one line gives a normal across it.
static int triangle_normals(const Sample *s, Vec3d normals[DOP26_DIRECTIONS])
{
    int count = 0;
    Vec3d longest = vec3d(0, 0, 0);
    Points2 points;
    points2_init(&points, s);
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        if (pair_seen(&s->extremals, i))
            continue;
        Vec3d from = highest(s, i), along = vec3d_sub(lowest(s, i), from);
        Vec3d third = s->points[farthest_from_line(&points, from, along)];
        Vec3d best = vec3d_cross(along, vec3d_sub(third, from));
        double length = vec3d_dot(along, along), area = vec3d_dot(best, best);
        if (length > vec3d_dot(longest, longest))
            longest = along;
        // Below that the direction is made of rounding; so is that of lengths whose product of
        // four is below the smallest normal number.
        if (!(area > 1e-18 * length * length) || area < 1e-290)
            continue;
        normals[count++] = vec3d_normalised(best);
        if (s->all && s->count == 3)
            break; // one triangle has one plane
    }
    if (count == 0 && vec3d_dot(longest, longest) > 0) {
        int least = fabs(longest.x) <= fabs(longest.y) && fabs(longest.x) <= fabs(longest.z) ? 0
                    : fabs(longest.y) <= fabs(longest.z)                                     ? 1
                                                                                             : 2;
        Vec3d axis = vec3d(least == 0, least == 1, least == 2);
        Vec3d across = vec3d_normalised(vec3d_cross(vec3d_normalised(longest), axis));
        normals[count++] = across;
    }
    return count;
}

// How far a set reaches along several directions, two at a time.
typedef struct Slabs {
    Pair x[SLAB_PAIRS], y[SLAB_PAIRS], z[SLAB_PAIRS], lo[SLAB_PAIRS], hi[SLAB_PAIRS];
    int count; // of pairs
} Slabs;

static void slabs_begin(Slabs *slabs, const Vec3d normals[DOP26_DIRECTIONS], int count)
{
    slabs->count = (count + 1) / 2;
    for (int k = 0; k < slabs->count; ++k) {
        Vec3d a = normals[2 * k], b = normals[2 * k + 1 < count ? 2 * k + 1 : 2 * k];
        slabs->x[k] = (Pair){a.x, b.x};
        slabs->y[k] = (Pair){a.y, b.y};
        slabs->z[k] = (Pair){a.z, b.z};
        slabs->lo[k] = (Pair){INFINITY, INFINITY};
        slabs->hi[k] = (Pair){-INFINITY, -INFINITY};
    }
}

// In the order of vec3d_dot.
static inline void slabs_add(Slabs *slabs, Vec3d d)
{
    for (int k = 0; k < slabs->count; ++k) {
        Pair at = (slabs->x[k] * d.x + slabs->y[k] * d.y) + slabs->z[k] * d.z;
        slabs->lo[k] = pair_min(at, slabs->lo[k]);
        slabs->hi[k] = pair_max(at, slabs->hi[k]);
    }
}

// Replaces *normal by the candidate with the narrowest slab, if that is narrower than `best`.
static bool narrowest_of(const FitPoints *all, const Sample *s, Vec3d centre,
                         const Vec3d normals[DOP26_DIRECTIONS], int count, double best,
                         Vec3d *normal)
{
    bool found = false;
    Slabs slabs;
    slabs_begin(&slabs, normals, count);
    for (int32_t i = 0; s->all && i < s->count; ++i)
        slabs_add(&slabs, vec3d_sub(s->points[i], centre));
    for (int32_t i = 0; !s->all && i < all->count; ++i)
        slabs_add(&slabs, vec3d_sub(fit_point(all, i), centre));
    for (int k = 0; k < count; ++k) {
        double width = slabs.hi[k / 2][k % 2] - slabs.lo[k / 2][k % 2];
        if (width < best) {
            best = width;
            *normal = normals[k];
            found = true;
        }
    }
    return found;
}

SlabBall slab_fit(const FitPoints *points)
{
    Sample s;
    SlabBall ball = {.normal = vec3d(1, 0, 0)};
    sample(points, &s);
    fit_ball(points, &s, &ball);
    double best = narrowest_dop_slab(&s.extremals, &ball.normal);
    Vec3d normals[DOP26_DIRECTIONS];
    int count = triangle_normals(&s, normals);
    narrowest_of(points, &s, ball.centre, normals, count, best, &ball.normal);
    return ball;
}

bool slab_second_normal(const FitPoints *points, const SlabBall *ball, Vec3d *normal)
{
    Sample s;
    Vec3d normals[DOP26_DIRECTIONS];
    int count = 0;
    sample(points, &s);
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        Vec3d along = vec3d_sub(highest(&s, i), lowest(&s, i));
        Vec3d across = vec3d_cross(vec3d_normalised(along), ball->normal);
        if (vec3d_length(across) > 1e-6)
            normals[count++] = vec3d_normalised(across);
    }
    return narrowest_of(points, &s, ball->centre, normals, count, INFINITY, normal);
}

void slab_extent(const FitPoints *points, SlabBall *ball)
{
    ball->lo = INFINITY;
    ball->hi = -INFINITY;
    for (int32_t i = 0; i < points->count; ++i) {
        double at = vec3d_dot(ball->normal, vec3d_sub(fit_point(points, i), ball->centre));
        ball->lo = at < ball->lo ? at : ball->lo;
        ball->hi = at > ball->hi ? at : ball->hi;
    }
}

void slab_widen(SlabBall *ball, double margin)
{
    ball->hi = fmax(ball->hi, fmin(ball->hi + margin, ball->radius));
    ball->lo = fmin(ball->lo, fmax(ball->lo - margin, -ball->radius));
}

// A volume's part of the slab: where its centre lies, and how far it reaches both ways. The normals
// may be 2^-23 longer or shorter than 1. A child's slab is therefore widened by 2^-21 of its radius
// before its support is taken, and the support by the same again, which also covers the rounding of
// all that is done here in double.
static void extent_of(const SlabBall *child, const SlabBall *ball, double *lo, double *hi)
{
    Vec3d cross = vec3d_cross(ball->normal, child->normal);
    double cosine = vec3d_dot(ball->normal, child->normal), sine = vec3d_length(cross);
    double pad = 0x1p-21 * child->radius, r = child->radius;
    Vec3d d = vec3d_sub(child->centre, ball->centre);
    double at = vec3d_dot(ball->normal, d), far = 0x1p-50 * vec3d_length(d);
    *hi = at + slab_support(r, child->lo - pad, child->hi + pad, cosine, sine) + pad + far;
    *lo = at - slab_support(r, child->lo - pad, child->hi + pad, -cosine, sine) - pad - far;
}

void slab_extent_two(const SlabBall *a, const SlabBall *b, SlabBall *ball)
{
    double lo[2], hi[2], most = ball->radius * (1 + 0x1p-22); // |normal| r, at least
    extent_of(a, ball, &lo[0], &hi[0]);
    extent_of(b, ball, &lo[1], &hi[1]);
    ball->hi = fmin(most, fmax(hi[0], hi[1]));
    ball->lo = fmax(-most, fmin(lo[0], lo[1]));
}

static double radius_around_two(Vec3d centre, const SlabBall *a, const SlabBall *b)
{
    return (1 + 1e-15) * fmax(ball_radius_about(centre, &a->centre, 1) + a->radius,
                              ball_radius_about(centre, &b->centre, 1) + b->radius);
}

SlabBall slab_fit_two(const SlabBall *old, const SlabBall *a, const SlabBall *b)
{
    double d = vec3d_distance(a->centre, b->centre);
    double toward_b = d > 0 ? fmin(1, fmax(0, 0.5 * (1 + (b->radius - a->radius) / d))) : 0;
    SlabBall ball = {0};
    ball.centre = vec3d_from(vec3_from(vec3d_lerp(a->centre, b->centre, toward_b)));
    ball.radius = radius_around_two(ball.centre, a, b);
    double kept = radius_around_two(old->centre, a, b);
    if (kept < ball.radius) {
        ball.centre = old->centre;
        ball.radius = kept;
    }
    const Vec3d normals[] = {old->normal, a->normal, b->normal};
    double best = INFINITY;
    Vec3d narrowest = old->normal;
    for (int k = 0; k < 3; ++k) {
        ball.normal = normals[k];
        slab_extent_two(a, b, &ball);
        if (ball.hi - ball.lo < best) {
            best = ball.hi - ball.lo;
            narrowest = ball.normal;
        }
    }
    ball.normal = narrowest;
    return ball;
}
