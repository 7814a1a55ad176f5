#include "app/window/tools/volume_shape.h"

static void add_line(void *user, Vec3 from, Vec3 to)
{
    VolumeShape *shape = user;
    if (shape->count + 2 > VOLUME_SHAPE_MOST)
        return;
    shape->ends[shape->count++] = affine_apply(&shape->map, vec3d_from(from));
    shape->ends[shape->count++] = affine_apply(&shape->map, vec3d_from(to));
}

void volume_shape(const BvType *type, const void *volume, const Affine *placed, VolumeShape *out)
{
    out->map = *placed;
    out->count = 0;
    type->outline(volume, add_line, out);
}

void volume_shape_lines(const View *view, const VolumeShape *shape, MarkStyle style)
{
    for (int i = 0; i + 1 < shape->count; i += 2)
        mark_line(view, shape->ends[i], shape->ends[i + 1], style);
}

void volume_shape_fill(const View *view, const VolumeShape *shape, MarkStyle style)
{
    mark_hull(view, shape->ends, shape->count, style);
}
