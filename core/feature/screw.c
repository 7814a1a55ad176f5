#include "core/feature/screw.h"
#include "core/feature/screw_head.h"

#include <assert.h>

#define SAME 1e-6    // of the head's radius
#define CREST 0.995  // of the widest radius: drawn circles have corners, and middles between them
#define SHORTEST 0.5 // of the diameter: what is flatter is a disc
#define SLICES 72    // of the circle: 5 degrees
#define WIDEST_GAP 9 // so many without a crest: eight corners are round, six are a hexagon
#define TAU 6.283185307179586

typedef struct Seat {
    const Mesh *mesh;
    Vec3d origin, axis, side, other;
} Seat;

static double along(const Seat *seat, int32_t vertex)
{
    return vec3d_dot(vec3d_sub(seat->mesh->vertices[vertex], seat->origin), seat->axis);
}

static double radius_at(const Seat *seat, int32_t vertex, double *angle)
{
    Vec3d from = vec3d_sub(seat->mesh->vertices[vertex], seat->origin);
    double x = vec3d_dot(from, seat->side), y = vec3d_dot(from, seat->other);
    *angle = atan2(y, x);
    return hypot(x, y);
}

// The widest of what lies below this height.
static double crest_radius(const Seat *seat, double height)
{
    double most = 0, angle;
    for (int32_t i = 0; i < seat->mesh->vertex_count; ++i)
        if (along(seat, i) <= height)
            most = fmax(most, radius_at(seat, i, &angle));
    return most;
}

static bool goes_round(const Seat *seat, double height, double radius)
{
    bool slices[SLICES] = {false};
    for (int32_t i = 0; i < seat->mesh->vertex_count; ++i) {
        double angle;
        if (along(seat, i) > height || radius_at(seat, i, &angle) < CREST * radius)
            continue;
        int slice = (int)floor((angle / TAU + 0.5) * SLICES);
        slices[(slice + SLICES) % SLICES] = true;
    }
    int gap = 0, most = 0;
    for (int i = 0; i < 2 * SLICES; ++i) {
        gap = slices[i % SLICES] ? 0 : gap + 1;
        most = gap > most ? gap : most;
    }
    return most <= WIDEST_GAP;
}

bool screw_find(const Mesh *mesh, const Features *features, Screw *out)
{
    assert(mesh && features && out);
    ScrewHead head;
    *out = (Screw){0};
    if (!screw_head_find(mesh, features, &head))
        return false;
    Seat seat = {mesh, head.origin, head.axis, head.side, vec3d_cross(head.axis, head.side)};
    double low = INFINITY;
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        low = fmin(low, along(&seat, i));
    // Without a head all of it is as wide: a stud, a grub screw; but also a nut, which has none.
    bool headed = low < -SAME * head.radius;
    double top = headed ? 0 : head.height, length = top - low;
    double height = low + 0.5 * length;
    double radius = crest_radius(&seat, height);
    if (length < SHORTEST * 2 * radius || !goes_round(&seat, height, radius))
        return false;
    *out = (Screw){head.origin, head.axis, radius, length, headed && head.hexagon};
    return true;
}
