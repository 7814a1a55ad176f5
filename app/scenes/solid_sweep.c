#include "app/scenes/solid_sweep.h"

#include <assert.h>

static const double TAU = 6.283185307179586476925;

void curve_point(SweepCurve *curve, Vec3d p)
{
    assert(curve->count < SWEEP_POINTS_MAX);
    curve->p[curve->count++] = p;
}

static Vec3d cubic(Vec3d p, Vec3d from, Vec3d q, Vec3d to, double t)
{
    double s = 1 - t;
    Vec3d a = vec3d_add(vec3d_scale(p, s * s * (1 + 2 * t)), vec3d_scale(from, s * s * t));
    Vec3d b = vec3d_add(vec3d_scale(q, t * t * (3 - 2 * t)), vec3d_scale(to, -t * t * s));
    return vec3d_add(a, b);
}

void curve_through(SweepCurve *curve, const Vec3d *points, int32_t count, int32_t steps)
{
    assert(count >= 2);
    curve_point(curve, points[0]);
    for (int32_t i = 0; i + 1 < count; ++i) {
        Vec3d p = points[i], q = points[i + 1];
        Vec3d before = i > 0 ? points[i - 1] : p, after = i + 2 < count ? points[i + 2] : q;
        double inner = i > 0 ? 0.5 : 1, outer = i + 2 < count ? 0.5 : 1;
        Vec3d from = vec3d_scale(vec3d_sub(q, before), inner);
        Vec3d to = vec3d_scale(vec3d_sub(after, p), outer);
        for (int32_t k = 1; k <= steps; ++k)
            curve_point(curve, cubic(p, from, q, to, (double)k / steps));
    }
}

SweepSection section_circle(double radius, int32_t segments)
{
    assert(segments <= SECTION_POINTS_MAX);
    SweepSection section = {.count = segments};
    for (int32_t i = 0; i < segments; ++i)
        section.p[i] = (Point2){radius * cos(TAU * i / segments), radius * sin(TAU * i / segments)};
    return section;
}

SweepSection section_rectangle(double size_u, double size_v, double edge)
{
    double u = size_u / 2, v = size_v / 2, e = edge;
    return (SweepSection){8,
                          {{u, v - e},
                           {u - e, v},
                           {e - u, v},
                           {-u, v - e},
                           {-u, e - v},
                           {e - u, -v},
                           {u - e, -v},
                           {u, e - v}}};
}

// The direction in which the curve passes a point; at a corner, halfway between both.
static Vec3d direction_at(const SweepCurve *curve, int32_t i, bool loop)
{
    int32_t n = curve->count, before = loop ? (i + n - 1) % n : i - 1, after = (i + 1) % n;
    Vec3d in = vec3d(0, 0, 0), out = in;
    if (loop || i > 0)
        in = vec3d_normalised(vec3d_sub(curve->p[i], curve->p[before]));
    if (loop || i + 1 < n)
        out = vec3d_normalised(vec3d_sub(curve->p[after], curve->p[i]));
    return vec3d_normalised(vec3d_add(in, out));
}

static Vec3d across(Vec3d up, Vec3d direction)
{
    return vec3d_normalised(vec3d_add_scaled(up, direction, -vec3d_dot(up, direction)));
}

static void draw_section(MeshBuilder *b, Contour *c, const SweepSection *section, Vec3d at,
                         Vec3d up, Vec3d direction)
{
    Vec3d side = vec3d_cross(up, direction);
    const SolidFrame world = {AXIS_Z, vec3d(0, 0, 0)};
    c->count = 0;
    for (int32_t i = 0; i < section->count; ++i) {
        Vec3d p =
            vec3d_add_scaled(vec3d_add_scaled(at, up, section->p[i].u), side, section->p[i].v);
        contour_point(b, c, world, p.x, p.y, p.z);
    }
}

static SolidAxis nearest_axis(Vec3d direction)
{
    double x = fabs(direction.x), y = fabs(direction.y), z = fabs(direction.z);
    return x >= y && x >= z ? AXIS_X : y >= z ? AXIS_Y : AXIS_Z;
}

typedef struct SweepEnds {
    Contour first, last;
    SolidAxis first_axis, last_axis; // to which the ends' faces are nearest
} SweepEnds;

static void draw_sides(MeshBuilder *b, const SweepCurve *curve, const SweepSection *section,
                       Vec3d up, bool loop, SweepEnds *ends)
{
    assert(curve->count >= 2);
    Contour rings[2] = {{0}};
    for (int32_t i = 0; i < curve->count; ++i) {
        Vec3d direction = direction_at(curve, i, loop);
        Contour *here = &rings[i % 2];
        up = across(up, direction);
        draw_section(b, here, section, curve->p[i], up, direction);
        if (i > 0)
            solid_band(b, &rings[(i + 1) % 2], here);
        if (i == 0) {
            ends->first = *here;
            ends->first_axis = nearest_axis(direction);
        }
        ends->last_axis = nearest_axis(direction);
    }
    ends->last = rings[(curve->count - 1) % 2];
}

void solid_sweep(MeshBuilder *b, const SweepCurve *curve, const SweepSection *section, Vec3d up)
{
    SweepEnds ends;
    draw_sides(b, curve, section, up, false, &ends);
    solid_disc(b, ends.first_axis, &ends.first);
    solid_disc(b, ends.last_axis, &ends.last);
}

void solid_sweep_loop(MeshBuilder *b, const SweepCurve *curve, const SweepSection *section,
                      Vec3d up)
{
    SweepEnds ends;
    draw_sides(b, curve, section, up, true, &ends);
    solid_band(b, &ends.last, &ends.first);
}

void solid_sweep_tube(MeshBuilder *b, const SweepCurve *curve, double outer_radius,
                      double inner_radius, int32_t segments)
{
    SweepEnds outer, inner;
    SweepSection outside = section_circle(outer_radius, segments);
    SweepSection inside = section_circle(inner_radius, segments);
    Vec3d direction = direction_at(curve, 0, false);
    Vec3d up = fabs(direction.y) < 0.8 ? vec3d(0, 1, 0) : vec3d(1, 0, 0);
    draw_sides(b, curve, &outside, up, false, &outer);
    draw_sides(b, curve, &inside, up, false, &inner);
    solid_ring(b, outer.first_axis, &outer.first, &inner.first);
    solid_ring(b, outer.last_axis, &outer.last, &inner.last);
}
