// Rounding, u = 2^-53. Corners of boxes and ends of capsules are the result of at most four
// roundings of numbers no larger than |centre| + radius; distances, products and sums add a few
// more. What is fitted is padded by 64 u of its own size and distance from the origin, which is
// more than the difference between any two ways of computing the same thing here.
#include "core/tree/bv/hybrid/hybrid_fit.h"
#include "core/shape/dop26.h"
#include "core/shape/eigen3.h"
#include "core/tree/bv/capsule/capsule_fit.h"

#include <assert.h>

static const Vec3d coordinate_axes[3] = {{.v = {1, 0, 0}}, {.v = {0, 1, 0}}, {.v = {0, 0, 1}}};

static double padding(Vec3d centre, double size)
{
    return 64 * 0x1p-53 * (vec3d_length(centre) + size);
}

// --- beads: balls whose hull holds the volume; a convex set that holds them holds it

static int bead_count(const HybridVolume *volume)
{
    return volume->kind == VOLUME_BOX ? 8 : volume->kind == VOLUME_CAPSULE ? 2 : 1;
}

static Ball bead_at(const HybridVolume *volume, int i)
{
    switch (volume->kind) {
    case VOLUME_BOX: {
        Vec3d p = volume->box.centre;
        for (int k = 0; k < 3; ++k)
            p = vec3d_add_scaled(p, volume->box.axis[k],
                                 i >> k & 1 ? volume->box.half.v[k] : -volume->box.half.v[k]);
        return (Ball){p, 0};
    }
    case VOLUME_CAPSULE: {
        const Capsule *c = &volume->capsule;
        return (Ball){i ? vec3d_add(c->from, c->along) : c->from, c->radius};
    }
    default:
        return hybrid_volume_ball(volume);
    }
}

// The volumes to be enclosed, or what is seen of them along axes[0].
typedef struct Source {
    const HybridVolume *const *volumes;
    int32_t count;
    const Vec3d *flat; // NULL: as they are
} Source;

static Ball seen(const Source *source, Ball ball)
{
    if (source->flat)
        ball.centre = vec3d(vec3d_dot(ball.centre, source->flat[1]),
                            vec3d_dot(ball.centre, source->flat[2]), 0);
    return ball;
}

static Ball bead_of(const Source *source, int32_t i, int k)
{
    return seen(source, bead_at(source->volumes[i], k));
}

// The largest distance of a point of any bead, and that point.
static double farthest(const Source *source, Vec3d from, Vec3d *point)
{
    double most = -1;
    Ball best = {.radius = 0};
    for (int32_t i = 0; i < source->count; ++i) {
        // Most volumes are too near to be asked for their corners.
        Ball around = seen(source, hybrid_volume_ball(source->volumes[i]));
        if ((vec3d_distance(from, around.centre) + around.radius) * (1 + 1e-12) <= most)
            continue;
        for (int k = bead_count(source->volumes[i]); k-- > 0;) {
            Ball bead = bead_of(source, i, k);
            double distance = vec3d_distance(from, bead.centre) + bead.radius;
            if (distance > most) {
                most = distance;
                best = bead;
            }
        }
    }
    Vec3d way = vec3d_normalised(vec3d_sub(best.centre, from));
    if (!(vec3d_dot(way, way) > 0.5))
        way = vec3d(1, 0, 0);
    *point = vec3d_add_scaled(best.centre, way, best.radius);
    return most;
}

// The smallest ball of a few points, to which the point farthest outside is added until none is.
static Ball smallest_ball(const Source *source)
{
    enum { MOST = 32 };
    Vec3d points[MOST], sum = vec3d(0, 0, 0), point;
    int32_t beads = 0;
    for (int32_t i = 0; i < source->count; ++i)
        for (int k = bead_count(source->volumes[i]); k-- > 0; ++beads)
            sum = vec3d_add(sum, bead_of(source, i, k).centre);
    Ball ball = {vec3d_scale(sum, 1.0 / beads), 0};
    for (int32_t count = 0; count < MOST;) {
        double reach = farthest(source, ball.centre, &point);
        if (count > 0 && reach <= ball.radius * (1 + 1e-7))
            break;
        points[count++] = point;
        if (count == 1) { // the point opposite, so that a lone ball is found at once
            farthest(source, point, &points[count]);
            ++count;
        }
        ball = min_ball(points, count);
    }
    ball.radius = farthest(source, ball.centre, &point);
    ball.radius += padding(ball.centre, ball.radius);
    return ball;
}

// --- enclosure

static bool interval_inside(const HybridVolume *inner, Vec3d n, double lo, double hi)
{
    double least, most;
    hybrid_volume_interval(inner, n, &least, &most);
    return least >= lo && most <= hi;
}

static double distance_to_segment(const Capsule *c, Vec3d p)
{
    return vec3d_distance(p, segment_nearest(c->from, c->along, p));
}

bool hybrid_volume_encloses(const HybridVolume *outer, const HybridVolume *inner)
{
    assert(outer && inner);
    switch (outer->kind) {
    case VOLUME_BOX:
        for (int k = 0; k < 3; ++k) {
            double at = vec3d_dot(outer->box.axis[k], outer->box.centre);
            double half = outer->box.half.v[k];
            if (!interval_inside(inner, outer->box.axis[k], at - half, at + half))
                return false;
        }
        return true;
    case VOLUME_CAPSULE:
        for (int k = bead_count(inner); k-- > 0;) {
            Ball bead = bead_at(inner, k);
            if (!(distance_to_segment(&outer->capsule, bead.centre) + bead.radius <=
                  outer->capsule.radius))
                return false;
        }
        return true;
    default: {
        Ball ball = hybrid_volume_ball(outer);
        Vec3d point;
        if (!(farthest(&(Source){&inner, 1, NULL}, ball.centre, &point) <= ball.radius))
            return false;
        if (outer->kind == VOLUME_BALL)
            return true;
        double at = vec3d_dot(outer->slab_ball.normal, outer->slab_ball.centre);
        return interval_inside(inner, outer->slab_ball.normal, at + outer->slab_ball.lo,
                               at + outer->slab_ball.hi);
    }
    }
}

bool hybrid_volume_contains(const HybridVolume *volume, Vec3d p)
{
    Ball ball = hybrid_volume_ball(volume);
    double size = vec3d_length(ball.centre) + ball.radius;
    return vec3d_distance(hybrid_volume_nearest(volume, p), p) <= 1e-12 * size;
}

// --- fitting

static void interval_of_all(const Source *source, Vec3d n, double *lo, double *hi)
{
    *lo = INFINITY;
    *hi = -INFINITY;
    for (int32_t i = 0; i < source->count; ++i) {
        double least, most;
        hybrid_volume_interval(source->volumes[i], n, &least, &most);
        *lo = fmin(*lo, least);
        *hi = fmax(*hi, most);
    }
}

// Sizes are measured from the rounded centre.
static HybridVolume box_along(const Source *source, const Vec3d axes[3])
{
    HybridVolume fitted = {.kind = VOLUME_BOX};
    double lo[3], hi[3];
    for (int k = 0; k < 3; ++k) {
        interval_of_all(source, axes[k], &lo[k], &hi[k]);
        fitted.box.axis[k] = axes[k];
        fitted.box.centre = vec3d_add_scaled(fitted.box.centre, axes[k], (lo[k] + hi[k]) / 2);
    }
    for (int k = 0; k < 3; ++k) {
        double at = vec3d_dot(axes[k], fitted.box.centre);
        double half = fmax(0, fmax(hi[k] - at, at - lo[k]));
        fitted.box.half.v[k] = half + padding(fitted.box.centre, half);
    }
    return fitted;
}

static void add_moment(double m[3][3], Vec3d v, double weight)
{
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            m[i][j] += weight * v.v[i] * v.v[j];
}

// Second moments of a box's eight corners, of the six extreme points of a ball, and of those of
// both ends of a capsule; of a slab cut ball those across the slab are taken from the slab.
static double add_extremes(double m[3][3], const HybridVolume *volume, Vec3d about)
{
    switch (volume->kind) {
    case VOLUME_BOX:
        for (int k = 0; k < 3; ++k)
            add_moment(m, vec3d_scale(volume->box.axis[k], volume->box.half.v[k]), 8);
        add_moment(m, vec3d_sub(volume->box.centre, about), 8);
        return 8;
    case VOLUME_SLAB_BALL: {
        const SlabBall *ball = &volume->slab_ball;
        double half = (ball->hi - ball->lo) / 2, r = ball->radius;
        for (int k = 0; k < 3; ++k)
            add_moment(m, vec3d_scale(coordinate_axes[k], r), 2);
        add_moment(m, ball->normal, 2 * (half * half - r * r));
        Vec3d middle = vec3d_add_scaled(ball->centre, ball->normal, (ball->lo + ball->hi) / 2);
        add_moment(m, vec3d_sub(middle, about), 6);
        return 6;
    }
    default:
        for (int i = bead_count(volume); i-- > 0;) {
            Ball bead = bead_at(volume, i);
            for (int k = 0; k < 3; ++k)
                add_moment(m, vec3d_scale(coordinate_axes[k], bead.radius), 2);
            add_moment(m, vec3d_sub(bead.centre, about), 6);
        }
        return 6 * bead_count(volume);
    }
}

static void principal_axes(const Source *source, Vec3d axes[3])
{
    double m[3][3] = {{0}}, weight = 0, values[3];
    Vec3d mean = vec3d(0, 0, 0);
    for (int32_t i = 0; i < source->count; ++i)
        for (int k = bead_count(source->volumes[i]); k-- > 0;) {
            double share = source->volumes[i]->kind == VOLUME_BOX ? 1 : 6;
            mean = vec3d_add_scaled(mean, bead_at(source->volumes[i], k).centre, share);
            weight += share;
        }
    mean = vec3d_scale(mean, 1 / weight);
    for (int32_t i = 0; i < source->count; ++i)
        add_extremes(m, source->volumes[i], mean);
    for (int i = 0; i < 9; ++i)
        m[i / 3][i % 3] /= weight;
    eigen3_symmetric(m[0], axes, values);
}

static HybridVolume fit_capsule(const Source *source, const Vec3d axes[3])
{
    Ball circle = smallest_ball(&(Source){source->volumes, source->count, axes});
    CapsuleLine line = {
        vec3d_add(vec3d_scale(axes[1], circle.centre.x), vec3d_scale(axes[2], circle.centre.y)),
        axes[0]};
    double radius = 0, lo = INFINITY, hi = -INFINITY, reach = 0;
    for (int pass = 0; pass < 2; ++pass)
        for (int32_t i = 0; i < source->count; ++i)
            for (int k = bead_count(source->volumes[i]); k-- > 0;) {
                Ball ball = bead_of(source, i, k);
                CapsuleBead bead = capsule_bead(&line, ball.centre, ball.radius);
                if (pass == 0)
                    radius = fmax(radius, bead.across + bead.radius);
                else
                    capsule_trim(&bead, radius, &lo, &hi);
            }
    HybridVolume fitted = {.kind = VOLUME_CAPSULE, .capsule = capsule_between(&line, lo, hi)};
    for (int32_t i = 0; i < source->count; ++i)
        for (int k = bead_count(source->volumes[i]); k-- > 0;) {
            Ball ball = bead_of(source, i, k);
            reach = fmax(reach, distance_to_segment(&fitted.capsule, ball.centre) + ball.radius);
        }
    fitted.capsule.radius =
        reach + padding(fitted.capsule.from, vec3d_length(fitted.capsule.along) + reach);
    return fitted;
}

static HybridVolume fit_slab_ball(const Source *source, Ball ball, const Vec3d axes[3])
{
    enum { OWN = 4, MOST = DOP26_DIRECTIONS + 3 + 3 * OWN };
    Vec3d normals[MOST];
    int count = 0;
    for (int i = 0; i < DOP26_DIRECTIONS; ++i)
        normals[count++] = vec3d_normalised(dop26_direction[i]);
    for (int k = 0; k < 3; ++k)
        normals[count++] = axes[k];
    for (int32_t i = 0; i < source->count && i < OWN; ++i) {
        const HybridVolume *volume = source->volumes[i];
        for (int k = 0; volume->kind == VOLUME_BOX && k < 3; ++k)
            normals[count++] = volume->box.axis[k];
        if (volume->kind == VOLUME_SLAB_BALL)
            normals[count++] = volume->slab_ball.normal;
    }
    SlabBall best = {.centre = ball.centre, .radius = ball.radius};
    double width = INFINITY;
    for (int i = 0; i < count; ++i) {
        double lo, hi;
        interval_of_all(source, normals[i], &lo, &hi);
        if (hi - lo < width) {
            width = hi - lo;
            double at = vec3d_dot(normals[i], ball.centre);
            double wider = padding(ball.centre, ball.radius);
            best.normal = normals[i];
            best.lo = lo - at - wider;
            best.hi = hi - at + wider;
        }
    }
    return hybrid_slab_ball(&best);
}

HybridVolume hybrid_fitter_fit(HybridFitter *fitter, enum VolumeType type)
{
    Source source = {fitter->volumes, fitter->count, NULL};
    if (!fitter->has_ball && (type == VOLUME_TYPE_SPHERE || type == VOLUME_TYPE_SCB)) {
        fitter->ball = smallest_ball(&source);
        fitter->has_ball = true;
    }
    if (!fitter->has_axes && type != VOLUME_TYPE_SPHERE && type != VOLUME_TYPE_AABB) {
        principal_axes(&source, fitter->axes);
        fitter->has_axes = true;
    }
    switch (type) {
    case VOLUME_TYPE_AABB:
        return box_along(&source, coordinate_axes);
    case VOLUME_TYPE_OBB:
        return box_along(&source, fitter->axes);
    case VOLUME_TYPE_SPHERE:
        return hybrid_ball(fitter->ball.centre, fitter->ball.radius);
    case VOLUME_TYPE_CAPSULE:
        return fit_capsule(&source, fitter->axes);
    default:
        return fit_slab_ball(&source, fitter->ball, fitter->axes);
    }
}

HybridVolume hybrid_volume_fit(enum VolumeType type, const HybridVolume *const *volumes,
                               int32_t count)
{
    assert(volumes && count >= 1 && type < VOLUME_TYPE_COUNT);
    HybridFitter fitter = {.volumes = volumes, .count = count};
    return hybrid_fitter_fit(&fitter, type);
}
