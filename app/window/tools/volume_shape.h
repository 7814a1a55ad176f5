// Bounding volumes as tools draw them: their outlines in the world, and what these enclose.
#ifndef SNUG_APP_WINDOW_TOOLS_VOLUME_SHAPE_H
#define SNUG_APP_WINDOW_TOOLS_VOLUME_SHAPE_H

#include "app/window/marks.h"
#include "core/tree/bv.h"

#include <stddef.h>

enum { VOLUME_SHAPE_MOST = 640 };

typedef struct VolumeShape {
    Affine map;
    Vec3d ends[VOLUME_SHAPE_MOST]; // of lines, two each
    int count;
} VolumeShape;

// Room for a decoded volume of any type.
typedef union VolumeRoom {
    max_align_t aligned;
    unsigned char bytes[2048];
} VolumeRoom;

void volume_shape(const BvType *type, const void *volume, const Affine *placed, VolumeShape *out);
void volume_shape_lines(const View *view, const VolumeShape *shape, MarkStyle style);
void volume_shape_fill(const View *view, const VolumeShape *shape, MarkStyle style);

#endif
