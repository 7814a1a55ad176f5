// Size and shape of slab cut balls.
#include "core/shape/slab.h"
#include "core/base/angle.h"

bool slab_contains(const SlabBall *ball, Vec3d p)
{
    Vec3d d = vec3d_sub(p, ball->centre);
    double at = vec3d_dot(ball->normal, d);
    return vec3d_length(d) <= ball->radius && ball->lo <= at && at <= ball->hi;
}

// The normal counts as of length 1: what it is off by changes these figures by 1e-7.
void slab_reach(const SlabBall *ball, Extent *out)
{
    Vec3d n = vec3d_normalised(ball->normal);
    double r = ball->radius, lo = fmax(-r, ball->lo), hi = fmin(r, ball->hi);
    for (int k = 0; k < 3; ++k) {
        double sine = sqrt(fmax(0, 1 - n.v[k] * n.v[k]));
        out->box.hi.v[k] = ball->centre.v[k] + slab_support(r, lo, hi, n.v[k], sine);
        out->box.lo.v[k] = ball->centre.v[k] - slab_support(r, lo, hi, -n.v[k], sine);
    }
    out->thickness = hi - lo;
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

// The part of a disc that lies between two parallel lines, and the angle that the arcs between them
// take up.
static double disc_between(double radius, double lo, double hi, double *angle)
{
    if (!(radius > 0)) {
        *angle = 0;
        return 0;
    }
    double x = clamped(hi, radius) / radius, y = clamped(lo, radius) / radius;
    *angle = 2 * (acos(y) - acos(x));
    return radius * radius * (x * sqrt(1 - x * x) + asin(x) - y * sqrt(1 - y * y) - asin(y));
}

double slab_measure_two(const SlabBall *a, const SlabBall *b, enum Measure what)
{
    enum { SLICES = 32 };
    double r = a->radius, e = clamped(a->hi, r), f = clamped(a->lo, r), angle;
    if (what == MEASURE_RADIUS)
        return r;
    double volume = 0, area = 0;
    for (int i = 0; i < SLICES; ++i) {
        double h = f + (e - f) * (i + 0.5) / SLICES, rim = sqrt(fmax(0, (r - h) * (r + h)));
        volume += disc_between(rim, b->lo, b->hi, &angle);
        area += r * angle; // a zone of a sphere is as large as its shadow on the cylinder around it
    }
    volume *= (e - f) / SLICES;
    area *= (e - f) / SLICES;
    const SlabBall *cut[2] = {a, b};
    for (int k = 0; k < 4; ++k) {
        double h = clamped(k % 2 ? cut[k / 2]->hi : cut[k / 2]->lo, r);
        const SlabBall *other = cut[1 - k / 2];
        area += disc_between(sqrt(fmax(0, (r - h) * (r + h))), other->lo, other->hi, &angle);
    }
    return what == MEASURE_VOLUME ? volume : area;
}

// A polygon through the extremes of the shape along the coordinate axes, so that the drawn lines
// reach as far as the volume does.
enum { STEPS = 18, AXES = 6, ARC_STEPS = 7, CUTS = 4 };

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

// Where a ring meets the planes of another slab.
static int cut_angles(const Frame *f, double rim, double height, const SlabBall *by,
                      double angles[CUTS])
{
    double x = rim * vec3d_dot(by->normal, f->u), y = rim * vec3d_dot(by->normal, f->v);
    double reach = sqrt(x * x + y * y), base = height * vec3d_dot(by->normal, f->n);
    int count = 0;
    for (int side = 0; side < 2; ++side) {
        double at = (side ? by->hi : by->lo) - base;
        for (int sign = -1; sign <= 1 && fabs(at) < reach; sign += 2) {
            double angle = atan2(y, x) + sign * acos(at / reach);
            angles[count++] = angle > PI ? angle - 2 * PI : angle < -PI ? angle + 2 * PI : angle;
        }
    }
    return count;
}

static void ring(const Frame *f, double radius, double height, const SlabBall *by, LineFn *line,
                 void *user)
{
    double rim = sqrt(fmax(0, (radius - height) * (radius + height)));
    double angles[STEPS + AXES + CUTS], cuts[CUTS];
    int count = 0;
    for (; count < STEPS; ++count)
        angles[count] = -PI + 2 * PI * count / STEPS;
    for (int k = 0; k < AXES; ++k)
        insert_sorted(angles, count++, azimuth(f, k));
    for (int k = by ? cut_angles(f, rim, height, by, cuts) : 0; k-- > 0;)
        insert_sorted(angles, count++, cuts[k]);
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

static void draw(const SlabBall *ball, const SlabBall *by, LineFn *line, void *user)
{
    double r = ball->radius, hi = clamped(ball->hi, r), lo = clamped(ball->lo, r);
    Vec3d n = vec3d_normalised(ball->normal);
    int least = fabs(n.x) <= fabs(n.y) && fabs(n.x) <= fabs(n.z) ? 0
                : fabs(n.y) <= fabs(n.z)                         ? 1
                                                                 : 2;
    Vec3d u = vec3d_normalised(vec3d_cross(n, vec3d(least == 0, least == 1, least == 2)));
    Frame f = {ball->centre, n, u, vec3d_cross(n, u)};
    ring(&f, r, hi, by, line, user);
    ring(&f, r, lo, by, line, user);
    if (lo < 0 && 0 < hi)
        ring(&f, r, 0, by, line, user);
    for (int k = 0; k < AXES; ++k)
        meridian(&f, ball, k, lo, hi, line, user);
}

void slab_outline(const SlabBall *ball, LineFn *line, void *user)
{
    draw(ball, NULL, line, user);
}

typedef struct Clip {
    const SlabBall *by;
    LineFn *line;
    void *user;
} Clip;

// Passes on the part of a line between the planes. They stand back by the rounding of coordinates
// to float, so that far from the origin lines are drawn whole rather than not at all.
static void clip_line(void *user, Vec3 from, Vec3 to)
{
    const Clip *c = user;
    const SlabBall *by = c->by;
    double slack = 1e-6 * (vec3d_length(by->centre) + by->radius);
    Vec3d p = vec3d_from(from), q = vec3d_from(to);
    double a = vec3d_dot(by->normal, vec3d_sub(p, by->centre));
    double b = vec3d_dot(by->normal, vec3d_sub(q, by->centre));
    double ends[2] = {by->lo - slack, by->hi + slack}, first = 0, last = 1;
    if (fmax(a, b) < ends[0] || fmin(a, b) > ends[1])
        return;
    for (int k = 0; a != b && k < 2; ++k) {
        double at = (ends[k] - a) / (b - a);
        if ((a < b) == (k == 0))
            first = fmax(first, at);
        else
            last = fmin(last, at);
    }
    if (first <= last)
        c->line(c->user, vec3_from(vec3d_lerp(p, q, first)), vec3_from(vec3d_lerp(p, q, last)));
}

// The edges where a plane of one slab meets a plane of the other.
static void edges(const SlabBall *a, const SlabBall *b, LineFn *line, void *user)
{
    Vec3d m = vec3d_normalised(a->normal), n = vec3d_normalised(b->normal);
    Vec3d along = vec3d_normalised(vec3d_cross(m, n));
    for (int k = 0; k < 4; ++k) {
        double x = k % 2 ? a->hi : a->lo, y = k / 2 ? b->hi : b->lo;
        double square = a->radius * a->radius - x * x - y * y;
        if (!(square > 0))
            continue;
        Vec3d middle = vec3d_add_scaled(vec3d_add_scaled(a->centre, m, x), n, y);
        line(user, vec3_from(vec3d_add_scaled(middle, along, -sqrt(square))),
             vec3_from(vec3d_add_scaled(middle, along, sqrt(square))));
    }
}

void slab_outline_two(const SlabBall *a, const SlabBall *b, LineFn *line, void *user)
{
    draw(a, b, clip_line, &(Clip){b, line, user});
    draw(b, a, clip_line, &(Clip){a, line, user});
    edges(a, b, line, user);
}
