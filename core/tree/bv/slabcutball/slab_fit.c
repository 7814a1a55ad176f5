// Larsson 2008, section 2: the smallest ball of the 26-DOP's extremal points, grown to all points;
// the narrowest of the DOP's slabs and of those parallel to thirteen large triangles.
#include "core/tree/bv/slabcutball/slab_fit.h"
#include "core/shape/dop26.h"
#include "core/shape/min_ball.h"

enum { FEW = 2 * DOP26_DIRECTIONS };

// All points of a small set, each once, or the extremal points of a large one.
typedef struct Sample {
    Extremals extremals;
    Vec3d points[FEW];
    int32_t count;
    bool all;
} Sample;

static int32_t corner_index(const FitItems *items, int32_t i)
{
    return items->mesh->triangles[items->items[i / 3]][i % 3];
}

static void sample(const FitItems *items, Sample *s)
{
    int32_t seen[FEW];
    s->count = 0;
    s->all = true;
    for (int32_t i = 0; s->all && i < 3 * items->count; ++i) {
        int32_t index = corner_index(items, i), k = 0;
        while (k < s->count && seen[k] != index)
            ++k;
        if (k < s->count)
            continue;
        s->all = s->count < FEW;
        if (s->all) {
            seen[s->count] = index;
            s->points[s->count++] = fit_corner(items, i);
        }
    }
    extremals_begin(&s->extremals);
    if (s->all) {
        for (int32_t i = 0; i < s->count; ++i)
            extremals_add(&s->extremals, s->points[i]);
        return;
    }
    for (int32_t i = 0; i < 3 * items->count; ++i)
        extremals_add(&s->extremals, fit_corner(items, i));
    s->count = FEW;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        s->points[2 * i] = s->extremals.lo_point[i];
        s->points[2 * i + 1] = s->extremals.hi_point[i];
    }
}

static void fit_ball(const FitItems *items, const Sample *s, SlabBall *out)
{
    Vec3d points[FEW];
    for (int32_t i = 0; i < s->count; ++i)
        points[i] = s->points[i];
    Ball ball = min_ball(points, s->count);
    for (int32_t i = 0; !s->all && i < 3 * items->count; ++i)
        ball_grow(&ball, fit_corner(items, i));
    out->centre = vec3d_from(vec3_from(ball.centre));
    out->radius = 0;
    for (int32_t i = 0; i < 3 * items->count; ++i) {
        Vec3d p = fit_corner(items, i);
        out->radius = fmax(out->radius, ball_radius_about(out->centre, &p, 1));
    }
}

// Widths are compared after division by the directions' lengths 1, sqrt 2, sqrt 3: the paper does
// not say so, and without it the choice is wrong for most point sets.
static double narrowest_dop_slab(const Extremals *e, Vec3d *normal)
{
    double best = INFINITY;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        double width = (e->hi[i] - e->lo[i]) / vec3d_length(dop26_direction[i]);
        if (width < best) {
            best = width;
            *normal = vec3d_normalised(dop26_direction[i]);
        }
    }
    return best;
}

// Normals of the triangles spanned by an extremal pair and the sample point farthest from its line.
// A set on one line gives a normal across it.
static int triangle_normals(const Sample *s, Vec3d normals[DOP26_DIRECTIONS])
{
    int count = 0;
    Vec3d longest = vec3d(0, 0, 0);
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        Vec3d from = s->extremals.hi_point[i];
        Vec3d along = vec3d_sub(s->extremals.lo_point[i], from), best = vec3d(0, 0, 0);
        double length = vec3d_dot(along, along), area = 0;
        for (int32_t k = 0; k < s->count; ++k) {
            Vec3d n = vec3d_cross(along, vec3d_sub(s->points[k], from));
            if (vec3d_dot(n, n) > area) {
                area = vec3d_dot(n, n);
                best = n;
            }
        }
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

// Replaces *normal by the candidate with the narrowest slab, if that is narrower than `best`.
static bool narrowest_of(const FitItems *items, const Sample *s, Vec3d centre,
                         const Vec3d normals[DOP26_DIRECTIONS], int count, double best,
                         Vec3d *normal)
{
    double lo[DOP26_DIRECTIONS], hi[DOP26_DIRECTIONS];
    bool found = false;
    for (int k = 0; k < count; ++k) {
        lo[k] = INFINITY;
        hi[k] = -INFINITY;
    }
    int32_t points = s->all ? s->count : 3 * items->count;
    for (int32_t i = 0; i < points; ++i) {
        Vec3d d = vec3d_sub(s->all ? s->points[i] : fit_corner(items, i), centre);
        for (int k = 0; k < count; ++k) {
            double at = vec3d_dot(normals[k], d);
            lo[k] = at < lo[k] ? at : lo[k];
            hi[k] = at > hi[k] ? at : hi[k];
        }
    }
    for (int k = 0; k < count; ++k) {
        if (hi[k] - lo[k] < best) {
            best = hi[k] - lo[k];
            *normal = normals[k];
            found = true;
        }
    }
    return found;
}

SlabBall slab_fit(const FitItems *items)
{
    Sample s;
    SlabBall ball = {.normal = vec3d(1, 0, 0)};
    sample(items, &s);
    fit_ball(items, &s, &ball);
    double best = narrowest_dop_slab(&s.extremals, &ball.normal);
    Vec3d normals[DOP26_DIRECTIONS];
    int count = triangle_normals(&s, normals);
    narrowest_of(items, &s, ball.centre, normals, count, best, &ball.normal);
    return ball;
}

bool slab_second_normal(const FitItems *items, const SlabBall *ball, Vec3d *normal)
{
    Sample s;
    Vec3d normals[DOP26_DIRECTIONS];
    int count = 0;
    sample(items, &s);
    for (int i = 0; i < DOP26_DIRECTIONS; ++i) {
        Vec3d along = vec3d_sub(s.extremals.hi_point[i], s.extremals.lo_point[i]);
        Vec3d across = vec3d_cross(vec3d_normalised(along), ball->normal);
        if (vec3d_length(across) > 1e-6)
            normals[count++] = vec3d_normalised(across);
    }
    return narrowest_of(items, &s, ball->centre, normals, count, INFINITY, normal);
}

void slab_extent(const FitItems *items, SlabBall *ball)
{
    ball->lo = INFINITY;
    ball->hi = -INFINITY;
    for (int32_t i = 0; i < 3 * items->count; ++i) {
        double at = vec3d_dot(ball->normal, vec3d_sub(fit_corner(items, i), ball->centre));
        ball->lo = fmin(ball->lo, at);
        ball->hi = fmax(ball->hi, at);
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
