#include "app/window/tools/trace_shape.h"

#include <stddef.h>

static void add_line(void *user, Vec3 from, Vec3 to)
{
    TraceShape *shape = user;
    if (shape->count + 2 > TRACE_SHAPE_MOST)
        return;
    shape->ends[shape->count++] = affine_apply(&shape->map, vec3d_from(from));
    shape->ends[shape->count++] = affine_apply(&shape->map, vec3d_from(to));
}

bool trace_shape(const TraceShown *shown, bool of_b, NodeId node, TraceShape *out)
{
    union {
        max_align_t aligned;
        unsigned char bytes[2048];
    } volume;
    const BvType *type = shown->trace.a->type;
    out->map = shown->placed[of_b];
    out->count = 0;
    if (type->volume_size > sizeof volume || !trace_volume(&shown->trace, of_b, node, volume.bytes))
        return false;
    type->outline(volume.bytes, add_line, out);
    return true;
}

void trace_shape_lines(const View *view, const TraceShape *shape, MarkStyle style)
{
    for (int i = 0; i + 1 < shape->count; i += 2)
        mark_line(view, shape->ends[i], shape->ends[i + 1], style);
}

void trace_shape_fill(const View *view, const TraceShape *shape, MarkStyle style)
{
    mark_hull(view, shape->ends, shape->count, style);
}
