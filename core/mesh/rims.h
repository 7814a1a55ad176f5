// Round rims of a mesh: circles and arcs of its creases, where holes, shafts and rings end.
// They say where the axes of a part are.
#ifndef SNUG_CORE_MESH_RIMS_H
#define SNUG_CORE_MESH_RIMS_H

#include "core/base/job.h"
#include "core/mesh/mesh.h"

#include <stddef.h>

// A line about which the part is round, in its frame.
typedef struct RoundAxis {
    Vec3d point;     // the middle of its largest rim
    Vec3d direction; // of length 1; its largest component is positive
    double radius;   // of that rim
} RoundAxis;

// Of rims that go round at least a third of a turn; each axis once, the largest radius first. At
// most `most`. False: cancelled or memory is short, *axes is then NULL. Linear in the size of the
// mesh.
bool round_axes(const Mesh *mesh, size_t most, Job *job, RoundAxis **axes, size_t *count);

#endif
