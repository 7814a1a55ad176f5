// Size and shape of slab cut balls.
#include "slab.h"

#define PI 3.14159265358979323846

bool slab_contains(const SlabBall *ball, Vec3d p)
{
    Vec3d d = vec3d_sub(p, ball->centre);
    double at = vec3d_dot(ball->normal, d);
    return vec3d_length(d) <= ball->radius && ball->lo <= at && at <= ball->hi;
}

static double clamped(double at, double radius)
{
    return fmin(radius, fmax(-radius, at));
}

double slab_measure(const SlabBall *ball, enum Measure what)
{
    double r = ball->radius, e = clamped(ball->hi, r), f = clamped(ball->lo, r);
    // Right for any signs of e and f, where the paper's |f| is not.
    if (what == MEASURE_VOLUME)
        return PI / 3 * (e * (3 * r * r - e * e) - f * (3 * r * r - f * f));
    if (what == MEASURE_AREA)
        return PI * (2 * r * (e - f) + 2 * r * r - e * e - f * f);
    return r;
}

// A polygon through the extremes of the shape along the coordinate axes, so that the drawn lines
// reach as far as the volume does.
enum { STEPS = 18, AXES = 6, ARC_STEPS = 7 };

typedef struct Frame {
    Vec3d centre, n, u, v;
} Frame;

static Vec3 point_at(const Frame *f, double height, double radius, double angle)
{
    Vec3d p = vec3d_add_scaled(f->centre, f->n, height);
    p = vec3d_add_scaled(p, f->u, radius * cos(angle));
    return vec3_from(vec3d_add_scaled(p, f->v, radius * sin(angle)));
}

static void insert_sorted(double *values, int count, double value)
{
    int at = count;
    for (; at > 0 && values[at - 1] > value; --at)
        values[at] = values[at - 1];
    values[at] = value;
}

// Where the coordinate axis k / 2, towards + for even k, points as seen around the normal.
static double azimuth(const Frame *f, int k)
{
    double sign = k % 2 ? -1 : 1;
    return atan2(sign * f->v.v[k / 2], sign * f->u.v[k / 2]);
}

static void ring(const Frame *f, double radius, double height, LineFn *line, void *user)
{
    double rim = sqrt(fmax(0, (radius - height) * (radius + height)));
    double angles[STEPS + AXES];
    int count = 0;
    for (; count < STEPS; ++count)
        angles[count] = -PI + 2 * PI * count / STEPS;
    for (int k = 0; k < AXES; ++k)
        insert_sorted(angles, count++, azimuth(f, k));
    for (int i = 0; i < count; ++i)
        line(user, point_at(f, height, rim, angles[i]),
             point_at(f, height, rim, angles[(i + 1) % count]));
}

static void meridian(const Frame *f, const SlabBall *ball, int k, double lo, double hi,
                     LineFn *line, void *user)
{
    double r = ball->radius, heights[ARC_STEPS + 2], angle = azimuth(f, k);
    int count = 0;
    for (; count <= ARC_STEPS; ++count)
        heights[count] = lo + (hi - lo) * count / ARC_STEPS;
    double extreme = r * (k % 2 ? -1 : 1) * f->n.v[k / 2];
    if (lo < extreme && extreme < hi)
        insert_sorted(heights, count++, extreme);
    for (int i = 1; i < count; ++i) {
        double h0 = heights[i - 1], h1 = heights[i];
        line(user, point_at(f, h0, sqrt(fmax(0, (r - h0) * (r + h0))), angle),
             point_at(f, h1, sqrt(fmax(0, (r - h1) * (r + h1))), angle));
    }
}

void slab_outline(const SlabBall *ball, LineFn *line, void *user)
{
    double r = ball->radius, hi = clamped(ball->hi, r), lo = clamped(ball->lo, r);
    Vec3d n = vec3d_normalised(ball->normal);
    int least = fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z) ? 0
                : fabs(n.y) <= fabs(n.z)                         ? 1
                                                                 : 2;
    Vec3d u = vec3d_normalised(vec3d_cross(n, vec3d(least == 0, least == 1, least == 2)));
    Frame f = {ball->centre, n, u, vec3d_cross(n, u)};
    ring(&f, r, hi, line, user);
    ring(&f, r, lo, line, user);
    if (lo < 0 && 0 < hi)
        ring(&f, r, 0, line, user);
    for (int k = 0; k < AXES; ++k)
        meridian(&f, ball, k, lo, hi, line, user);
}
