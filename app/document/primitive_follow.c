#include "app/document/primitive_follow.h"

static bool motion_of(const Document *now, const Document *start, int32_t part, Affine *motion)
{
    Affine back;
    if (part < 0 || part >= now->part_count || part >= start->part_count ||
        affine_equal(&now->parts[part].placement, &start->parts[part].placement) ||
        !affine_invert(&start->parts[part].placement, &back))
        return false;
    *motion = affine_compose(&now->parts[part].placement, &back);
    return affine_is_finite(motion);
}

// To rounding, for what is inside the ball.
static bool alike(const Affine *a, const Affine *b, const Ball *ball)
{
    for (int k = -1; k < 3; ++k) {
        Vec3d p = ball->centre;
        if (k >= 0)
            p.v[k] += ball->radius;
        Vec3d to = affine_apply(a, p);
        double size = vec3d_length(p) + vec3d_length(to) + ball->radius;
        if (!(vec3d_distance(to, affine_apply(b, p)) <= 1e-9 * size))
            return false;
    }
    return true;
}

// How a primitive was carried along; false: it stays.
static bool carried(const Document *now, const Document *start, const Coverage *covers,
                    const HybridVolume *volume, Affine *motion)
{
    bool any = false;
    Ball ball = hybrid_volume_ball(volume);
    for (size_t i = 0; covers && i < covers->part_count; ++i) {
        int32_t part = covers->parts[i];
        Affine other;
        if (part < now->part_count && now->parts[part].removed)
            continue; // nobody sees it any more
        if (!motion_of(now, start, part, any ? &other : motion) ||
            (any && !alike(motion, &other, &ball)))
            return false;
        any = true;
    }
    return any;
}

static bool anything_moved(const Document *now, const Document *start)
{
    for (int32_t i = 0; i < now->part_count && i < start->part_count; ++i)
        if (!affine_equal(&now->parts[i].placement, &start->parts[i].placement))
            return true;
    return false;
}

void primitives_follow_parts(Document *document, const Document *start, const PrimitiveList *before)
{
    PrimitiveList *from = start->primitives.list, *now = document->primitives.list;
    // What this step did to primitives otherwise, a grip being dragged, is left alone.
    if (now != before || primitive_list_count(from) == 0 || (now != from && !now->carried))
        return;
    // From where the step began, so that a drag does not add up its rounding.
    PrimitiveList *moved =
        anything_moved(document, start) ? primitive_list_copy(from) : primitive_list_retain(from);
    Affine motion;
    Error err;
    for (int32_t i = 0; moved && moved != from && i < moved->set.count; ++i) {
        HybridVolume *volume = &moved->set.items[i].volume;
        if (!carried(document, start, moved->covers[i], volume, &motion))
            continue;
        HybridVolume there = hybrid_volume_moved(volume, &motion);
        if (primitive_check(&there, &err))
            *volume = there;
        moved->carried = true;
    }
    // A hand that rests must not make everything that depends on the list start anew.
    if (!moved || (now != from && primitive_list_equal(moved, now)) ||
        (now == from && moved != from && primitive_list_equal(moved, from))) {
        primitive_list_release(moved);
        return;
    }
    document->primitives.list = moved;
    primitive_list_release(now);
}
