#include "core/meaning/containment.h"
#include "core/shape/triangle/tri.h"

#include <float.h>

// A body of a part that does not meet the other's surface lies on one side of it, unless it reaches
// through a hole that was closed.
typedef struct Asking {
    const Solid *inner;
    const Affine *to_frame;
    PlacedSolid around;
} Asking;

static Vec3d point_of_body(const Asking *ask, int32_t body)
{
    const Solid *inner = ask->inner;
    return affine_apply(ask->to_frame, inner->mesh->vertices[inner->topology->bodies[body]]);
}

typedef struct Meeting {
    const PlacedSolid *surface;
    const Triangle *triangle; // in the frame
    double slack;
} Meeting;

static bool stays_clear(void *user, int32_t triangle)
{
    const Meeting *meeting = user;
    double slack = meeting->slack, below = slack > 0 ? slack * (1 + 1e-9) : DBL_MIN;
    Triangle own = placed_solid_triangle(meeting->surface, triangle);
    TriClosest closest;
    return !(tri_closest(&own, meeting->triangle, below, &closest) <= slack);
}

// Does the surface come within `slack` of the triangle (in the frame)? Exact for a slack of 0.
static bool surface_meets(const PlacedSolid *surface, const Triangle *t, double slack)
{
    const Solid *solid = surface->solid;
    double stretch = affine_stretch(&surface->to_local);
    // Corners are moved with rounding; what is compared with is widened by more.
    double margin =
        slack * stretch * (1 + 1e-9) + 1e-13 * (stretch * vec3d_length(t->p[0]) + solid->radius);
    Box3d box = box3d_empty();
    for (int k = 0; k < 3; ++k)
        box = box3d_including(box, affine_apply(&surface->to_local, t->p[k]));
    for (int k = 0; k < 3; ++k) {
        margin = fmax(margin, 1e-12 * (fabs(box.lo.v[k]) + fabs(box.hi.v[k])));
        box.lo.v[k] -= margin;
        box.hi.v[k] += margin;
    }
    Meeting meeting = {surface, t, slack};
    return !solid_visit_near(solid, &box, stays_clear, &meeting);
}

// Does anything of the inner part run through the caps?
static bool reaches_caps(const Asking *ask, const Solid *outer, const Affine *outer_to_frame)
{
    PlacedSolid caps, inner;
    const Material *material = outer->material;
    if (!material->caps)
        return false;
    if (!placed_solid_init(&caps, material->caps, outer_to_frame) ||
        !placed_solid_init(&inner, ask->inner, ask->to_frame))
        return true;
    double slack = material->cap_slack * affine_stretch(outer_to_frame);
    for (int32_t i = 0; i < material->caps->mesh->triangle_count; ++i) {
        Triangle t = placed_solid_triangle(&caps, i);
        if (surface_meets(&inner, &t, slack))
            return true;
    }
    return false;
}

static enum Containment in_solid(Asking *ask, const Solid *outer, const Affine *outer_to_frame,
                                 bool *through)
{
    int32_t inside = 0, count = ask->inner->topology->body_count;
    if (!placed_solid_init(&ask->around, outer->material->inside, outer_to_frame))
        return CONTAINED_UNKNOWN;
    for (int32_t i = 0; i < count; ++i) {
        int winding;
        if (!solid_winding(&ask->around, point_of_body(ask, i), &winding))
            return CONTAINED_UNKNOWN;
        inside += winding != 0;
    }
    *through = reaches_caps(ask, outer, outer_to_frame);
    if (*through)
        return CONTAINED_PARTLY;
    return inside == 0 ? CONTAINED_OUTSIDE : inside == count ? CONTAINED_INSIDE : CONTAINED_PARTLY;
}

// Large holes: nobody knows whether they are meant.
static enum Containment in_open(Asking *ask, const Solid *outer, const Affine *outer_to_frame)
{
    if (!placed_solid_init(&ask->around, outer->material->maybe, outer_to_frame))
        return CONTAINED_UNKNOWN;
    for (int32_t i = 0; i < ask->inner->topology->body_count; ++i) {
        int winding;
        if (!solid_winding(&ask->around, point_of_body(ask, i), &winding) || winding != 0)
            return CONTAINED_UNKNOWN;
    }
    return CONTAINED_OUTSIDE;
}

enum Containment containment_of(const Solid *inner, const Affine *to_frame, const Solid *outer,
                                const Affine *outer_to_frame, bool *through)
{
    *through = false;
    Asking ask = {.inner = inner, .to_frame = to_frame};
    enum Containment answer = CONTAINED_OUTSIDE;
    if (inner->topology->body_count == 0)
        return answer;
    if (outer->material->inside)
        answer = in_solid(&ask, outer, outer_to_frame, through);
    if (answer == CONTAINED_OUTSIDE && outer->material->maybe)
        answer = in_open(&ask, outer, outer_to_frame);
    return answer;
}
