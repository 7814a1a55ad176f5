// Size and shape of capsules.
#include "core/shape/capsule.h"
#include "core/base/angle.h"

double capsule_measure(const Capsule *c, enum Measure what)
{
    double length = vec3d_length(c->along), r = c->radius;
    return what == MEASURE_VOLUME ? PI * r * r * (length + 4 * r / 3)
           : what == MEASURE_AREA ? 2 * PI * r * (length + 2 * r)
                                  : length / 2 + r;
}

typedef struct Frame {
    Vec3d n, u, v; // n along the capsule
} Frame;

static Frame frame_along(Vec3d along)
{
    Frame f = {vec3d_normalised(along), vec3d(0, 0, 0), vec3d(0, 0, 0)};
    if (!(vec3d_dot(f.n, f.n) > 0.5))
        f.n = vec3d(0, 0, 1);
    int least = fabs(f.n.x) <= fabs(f.n.y) && fabs(f.n.x) <= fabs(f.n.z) ? 0
                : fabs(f.n.y) <= fabs(f.n.z)                             ? 1
                                                                         : 2;
    f.u.v[least] = 1;
    f.v = vec3d_normalised(vec3d_cross(f.n, f.u));
    f.u = vec3d_cross(f.v, f.n);
    return f;
}

static void arc(const Capsule *c, Vec3d middle, Vec3d x, Vec3d y, double from, double to, int steps,
                LineFn *line, void *user)
{
    Vec3 before = vec3(0, 0, 0);
    for (int i = 0; i <= steps; ++i) {
        double angle = from + (to - from) * i / steps;
        Vec3d p = vec3d_add_scaled(middle, x, c->radius * cos(angle));
        Vec3 here = vec3_from(vec3d_add_scaled(p, y, c->radius * sin(angle)));
        if (i > 0)
            line(user, before, here);
        before = here;
    }
}

// A circle at each end, six lines from one to the other, and half circles over the ends. They lie
// in the planes of the coordinate axes and have a point where each axis is reached furthest, so
// that the drawing is as large as the volume.
void capsule_outline(const Capsule *c, LineFn *line, void *user)
{
    enum { CIRCLE = 24, QUARTER = 5 };
    Frame f = frame_along(c->along);
    Vec3d to = vec3d_add(c->from, c->along);
    bool ball = vec3d_dot(c->along, c->along) == 0;
    arc(c, to, f.u, f.v, 0, 2 * PI, CIRCLE, line, user);
    if (!ball)
        arc(c, c->from, f.u, f.v, 0, 2 * PI, CIRCLE, line, user);
    for (int k = 0; k < 3; ++k) {
        double u = f.u.v[k], v = f.v.v[k], n = f.n.v[k], side = sqrt(u * u + v * v);
        Vec3d out = side > 0 ? vec3d_add(vec3d_scale(f.u, u / side), vec3d_scale(f.v, v / side))
                             : f.u; // the axis is the capsule's: any plane is right
        double top = atan2(n, side), sign = n < 0 ? -1 : 1;
        if (n < 0)
            top = -top;
        // Over the far end: angles from `sign * out` up to n and down to the other side.
        for (int end = 0; end < 2; ++end) {
            Vec3d x = vec3d_scale(out, end ? -sign : sign), y = vec3d_scale(f.n, end ? -1 : 1);
            Vec3d middle = end ? c->from : to;
            arc(c, middle, x, y, 0, top, QUARTER, line, user);
            arc(c, middle, x, y, top, PI, QUARTER, line, user);
            if (!ball) {
                Vec3d side_of = vec3d_scale(x, c->radius);
                line(user, vec3_from(vec3d_add(c->from, side_of)),
                     vec3_from(vec3d_add(to, side_of)));
            }
        }
    }
}
