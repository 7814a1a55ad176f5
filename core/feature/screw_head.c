#include "core/feature/screw_head.h"

#include <math.h>

#define WIDEST 0.9     // of the largest radius: what belongs to the head
#define CORNER 0.985   // likewise: a corner of it
#define CORNER_OFF 0.1 // radians that a corner may be off

static const Feature *thickest(const Features *features)
{
    const Feature *best = NULL;
    for (int32_t i = 0; i < features->count; ++i) {
        const Feature *f = &features->items[i];
        if (f->kind == FEATURE_CYLINDER && !f->inward && (!best || f->area > best->area))
            best = f;
    }
    return best;
}

typedef struct Seen {
    double along, radius;
    Vec3d across;
} Seen;

static Seen see(const Feature *f, Vec3d p)
{
    Vec3d from = vec3d_sub(p, f->origin);
    double along = vec3d_dot(from, f->axis);
    Vec3d across = vec3d_sub(from, vec3d_scale(f->axis, along));
    return (Seen){along, vec3d_length(across), across};
}

static bool corners_fit(const Mesh *mesh, const Feature *f, const ScrewHead *head, double lo,
                        double hi)
{
    Vec3d other = vec3d_cross(head->axis, head->side);
    int sixths = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Seen s = see(f, mesh->vertices[i]);
        if (s.along < lo || s.along > hi || s.radius < CORNER * head->radius)
            continue;
        double sixth = 3.14159265358979323846 / 3;
        double angle = atan2(vec3d_dot(s.across, other), vec3d_dot(s.across, head->side));
        double nearest = round(angle / sixth);
        if (fabs(angle - nearest * sixth) > CORNER_OFF)
            return false;
        sixths |= 1 << ((int)nearest + 6) % 6;
    }
    return sixths == 63;
}

bool screw_head_find(const Mesh *mesh, const Features *features, ScrewHead *out)
{
    const Feature *f = thickest(features);
    if (!f)
        return false;
    double all[2] = {INFINITY, -INFINITY}, lo = INFINITY, hi = -INFINITY;
    *out = (ScrewHead){0};
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Seen s = see(f, mesh->vertices[i]);
        all[0] = fmin(all[0], s.along), all[1] = fmax(all[1], s.along);
        if (s.radius > out->radius) {
            out->radius = s.radius;
            out->side = vec3d_scale(s.across, 1 / s.radius);
        }
    }
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Seen s = see(f, mesh->vertices[i]);
        if (s.radius < WIDEST * out->radius)
            continue;
        lo = fmin(lo, s.along), hi = fmax(hi, s.along);
    }
    bool up = lo + hi >= all[0] + all[1];
    out->axis = vec3d_scale(f->axis, up ? 1 : -1);
    out->origin = vec3d_add(f->origin, vec3d_scale(f->axis, up ? lo : hi));
    out->height = hi - lo;
    out->hexagon = corners_fit(mesh, f, out, lo, hi);
    return true;
}

double screw_head_flats(const ScrewHead *head)
{
    return head->hexagon ? sqrt(3) * head->radius : 2 * head->radius;
}
