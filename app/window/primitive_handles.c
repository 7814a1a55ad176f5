#include "app/window/primitive_handles.h"

static Vec3d unit(int k)
{
    return vec3d(k == 0, k == 1, k == 2);
}

// Two directions at right angles to a third and to each other.
static void across(Vec3d n, Vec3d *u, Vec3d *v)
{
    int least = 0;
    for (int k = 1; k < 3; ++k)
        least = fabs(n.v[k]) < fabs(n.v[least]) ? k : least;
    *u = vec3d_normalised(vec3d_cross(n, unit(least)));
    *v = vec3d_cross(n, *u);
}

static Vec3d capsule_direction(const Capsule *capsule)
{
    double length = vec3d_length(capsule->along);
    return length > 0 ? vec3d_scale(capsule->along, 1 / length) : unit(0);
}

static int add(PrimitiveHandle *out, int count, Vec3d from, Vec3d along, double far)
{
    out[count] = (PrimitiveHandle){vec3d_add_scaled(from, along, far), along};
    return count + 1;
}

// Four around a direction, at the distance of the radius.
static int add_radius(PrimitiveHandle *out, int count, Vec3d centre, Vec3d n, double radius)
{
    Vec3d u, v;
    across(n, &u, &v);
    count = add(out, count, centre, u, radius);
    count = add(out, count, centre, vec3d_scale(u, -1), radius);
    count = add(out, count, centre, v, radius);
    return add(out, count, centre, vec3d_scale(v, -1), radius);
}

int primitive_handles(const HybridVolume *volume, PrimitiveHandle out[PRIMITIVE_MAX_HANDLES])
{
    int count = 1;
    const Vec3d any = vec3d(0, 0, 0);
    switch (volume->kind) {
    case VOLUME_BOX:
        out[0] = (PrimitiveHandle){volume->box.centre, any};
        for (int k = 0; k < 3; ++k)
            for (int side = 1; side >= -1; side -= 2)
                count = add(out, count, volume->box.centre, vec3d_scale(volume->box.axis[k], side),
                            volume->box.half.v[k]);
        return count;
    case VOLUME_CAPSULE: {
        const Capsule *c = &volume->capsule;
        Vec3d middle = vec3d_add_scaled(c->from, c->along, 0.5);
        out[0] = (PrimitiveHandle){middle, any};
        out[1] = (PrimitiveHandle){c->from, any};
        out[2] = (PrimitiveHandle){vec3d_add(c->from, c->along), any};
        return add_radius(out, 3, middle, capsule_direction(c), c->radius);
    }
    case VOLUME_SLAB_BALL: {
        const SlabBall *b = &volume->slab_ball;
        out[0] = (PrimitiveHandle){b->centre, any};
        count = add(out, 1, b->centre, b->normal, b->hi);
        out[count++] = (PrimitiveHandle){vec3d_add_scaled(b->centre, b->normal, b->lo), b->normal};
        return add_radius(out, count, b->centre, b->normal, b->radius);
    }
    default:
        out[0] = (PrimitiveHandle){volume->ball.centre, any};
        for (int k = 0; k < 3; ++k)
            for (int side = 1; side >= -1; side -= 2)
                count = add(out, count, volume->ball.centre, vec3d_scale(unit(k), side),
                            volume->ball.radius);
        return count;
    }
}

HybridVolume primitive_moved(const HybridVolume *start, Vec3d by)
{
    HybridVolume v = *start;
    Vec3d *at = v.kind == VOLUME_BOX         ? &v.box.centre
                : v.kind == VOLUME_CAPSULE   ? &v.capsule.from
                : v.kind == VOLUME_SLAB_BALL ? &v.slab_ball.centre
                                             : &v.ball.centre;
    *at = vec3d_add(*at, by);
    return v;
}

static void drag_slab(SlabBall *b, int handle, double by)
{
    if (handle == 1)
        b->hi = fmin(fmax(b->hi + by, b->lo), b->radius);
    else if (handle == 2)
        b->lo = fmax(fmin(b->lo + by, b->hi), -b->radius);
    else {
        b->radius = fmax(b->radius + by, fmax(fabs(b->lo), fabs(b->hi)));
    }
}

HybridVolume primitive_dragged(const HybridVolume *start, int handle, Vec3d by)
{
    PrimitiveHandle handles[PRIMITIVE_MAX_HANDLES];
    int count = primitive_handles(start, handles);
    if (handle <= 0 || handle >= count)
        return primitive_moved(start, by);
    HybridVolume v = *start;
    double out = vec3d_dot(by, handles[handle].along);
    switch (v.kind) {
    case VOLUME_BOX: { // the opposite side stays
        int k = (handle - 1) / 2;
        out = fmax(out, -2 * v.box.half.v[k]);
        v.box.half.v[k] = fmax(0, v.box.half.v[k] + out / 2);
        v.box.centre = vec3d_add_scaled(v.box.centre, handles[handle].along, out / 2);
        break;
    }
    case VOLUME_CAPSULE:
        if (handle == 1) {
            v.capsule.from = vec3d_add(v.capsule.from, by);
            v.capsule.along = vec3d_sub(v.capsule.along, by);
        } else if (handle == 2) {
            v.capsule.along = vec3d_add(v.capsule.along, by);
        } else {
            v.capsule.radius = fmax(0, v.capsule.radius + out);
        }
        break;
    case VOLUME_SLAB_BALL:
        drag_slab(&v.slab_ball, handle, out);
        break;
    default:
        v.ball.radius = fmax(0, v.ball.radius + out);
    }
    return v;
}

HybridVolume primitive_turned(const HybridVolume *box, int axis, double radians)
{
    HybridVolume v = *box;
    int i = (axis + 1) % 3, j = (axis + 2) % 3;
    double c = cos(radians), s = sin(radians);
    Vec3d a = box->box.axis[i], b = box->box.axis[j];
    v.box.axis[i] = vec3d_normalised(vec3d_add_scaled(vec3d_scale(a, c), b, s));
    v.box.axis[j] = vec3d_normalised(vec3d_cross(box->box.axis[axis], v.box.axis[i]));
    return v;
}
