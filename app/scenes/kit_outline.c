#include "app/scenes/kit_outline.h"

#include <assert.h>

void outline_point(Outline *o, double u, double v)
{
    assert(o->count < OUTLINE_MAX);
    o->p[o->count++] = (Point2){u, v};
}

void outline_arc(Outline *o, double u, double v, double radius, double from, double to,
                 int32_t segments)
{
    for (int32_t i = 0; i <= segments; ++i) {
        double angle = from + (to - from) * i / segments;
        outline_point(o, u + radius * cos(angle), v + radius * sin(angle));
    }
}

static double signed_area(const Outline *o)
{
    double sum = 0;
    for (int32_t i = 0; i < o->count; ++i) {
        const Point2 *a = &o->p[i], *b = &o->p[(i + 1) % o->count];
        sum += a->u * b->v - a->v * b->u;
    }
    return sum / 2;
}

// To the left of the side from a to b, of length 1.
static Point2 left_of(Point2 a, Point2 b)
{
    double u = b.u - a.u, v = b.v - a.v, length = hypot(u, v);
    return (Point2){-v / length, u / length};
}

// Every side moved inwards.
static Outline inset(const Outline *o, double by)
{
    Outline in = {.count = o->count};
    double side = signed_area(o) > 0 ? by : -by;
    for (int32_t i = 0; i < o->count; ++i) {
        Point2 here = o->p[i];
        Point2 before = left_of(o->p[(i + o->count - 1) % o->count], here);
        Point2 after = left_of(here, o->p[(i + 1) % o->count]);
        double scale = side / fmax(0.4, 1 + before.u * after.u + before.v * after.v);
        in.p[i] =
            (Point2){here.u + scale * (before.u + after.u), here.v + scale * (before.v + after.v)};
    }
    return in;
}

static void draw(MeshBuilder *b, Contour *c, SolidFrame frame, const Outline *o, double w)
{
    for (int32_t i = 0; i < o->count; ++i)
        contour_point(b, c, frame, o->p[i].u, o->p[i].v, w);
}

void solid_outline(MeshBuilder *b, SolidFrame frame, const Outline *outline, const Outline *hole,
                   double low, double high, double edge)
{
    Outline within = inset(outline, edge);
    Contour rings[4] = {{0}}, mouths[2] = {{0}};
    draw(b, &rings[0], frame, &within, low);
    draw(b, &rings[1], frame, outline, low + edge);
    draw(b, &rings[2], frame, outline, high - edge);
    draw(b, &rings[3], frame, &within, high);
    for (int i = 0; i < 3; ++i)
        solid_band(b, &rings[i], &rings[i + 1]);
    if (!hole) {
        solid_disc(b, frame.axis, &rings[0]);
        solid_disc(b, frame.axis, &rings[3]);
        return;
    }
    draw(b, &mouths[0], frame, hole, low);
    draw(b, &mouths[1], frame, hole, high);
    solid_band(b, &mouths[0], &mouths[1]);
    solid_ring(b, frame.axis, &rings[0], &mouths[0]);
    solid_ring(b, frame.axis, &rings[3], &mouths[1]);
}
