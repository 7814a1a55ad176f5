// A level of a hierarchy as lines; made on a worker, no GL.
#ifndef SNUG_APP_PICTURE_VOLUME_LINES_H
#define SNUG_APP_PICTURE_VOLUME_LINES_H

#include "core/base/job.h"
#include "core/mesh/mesh.h"
#include "core/tree/bvh.h"

#include <stddef.h>

// Outlines of many volumes in some part's frame, the largest first, each at several degrees of
// detail, so that one buffer serves every zoom: what is small on the screen needs few lines.
enum VolumeDetail {
    VOLUME_FINE,   // as the volume draws itself
    VOLUME_COARSE, // circles as octagons
    VOLUME_ROUGH,  // circles as squares
    VOLUME_SKETCH, // three edges that span it
    VOLUME_SPECK,  // one of them
    VOLUME_DETAIL_COUNT
};
typedef struct VolumePoint {
    Vec3 position;
    uint8_t hue; // index in a palette: the theme's colours, unless others are given
    uint8_t unused[3];
} VolumePoint;
typedef struct VolumeDetailLines {
    VolumePoint *points; // pairs; NULL for a detail that is the same as the one before
    size_t *ends;        // per volume: points up to and with it
    size_t count;        // volumes that have this detail: the largest ones
} VolumeDetailLines;
typedef struct VolumeLines {
    float *sizes; // per volume: its diameter
    size_t count;
    Box3 box; // of all of them
    VolumeDetailLines detail[VOLUME_DETAIL_COUNT];
} VolumeLines;

// One level of a hierarchy, with the leaves above it: the volumes that hold something, or the empty
// cells of a space partition. hues: by NodeId, or NULL: siblings differ. False: cancelled or no memory,
// and nothing is to be freed.
enum VolumeFilling { VOLUMES_FILLED, VOLUMES_EMPTY };
bool volume_lines_build(VolumeLines *out, const Bvh *tree, int level, enum VolumeFilling kind,
                        const uint8_t *hues, Job *job);
void volume_lines_free(VolumeLines *lines);

#endif
