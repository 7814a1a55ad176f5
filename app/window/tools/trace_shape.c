#include "app/window/tools/trace_shape.h"

bool trace_shape(const TraceShown *shown, bool of_b, NodeId node, VolumeShape *out)
{
    VolumeRoom volume;
    const BvType *type = shown->trace.a->type;
    out->count = 0;
    if (type->volume_size > sizeof volume || !trace_volume(&shown->trace, of_b, node, volume.bytes))
        return false;
    volume_shape(type, volume.bytes, &shown->placed[of_b], out);
    return true;
}
