// The space that a body sweeps on its way, in cells: every point of it is in a taken cell at every time, between
// poses as well as at them, and no point of a taken cell is farther from what is really swept than is said.
#ifndef SNUG_CORE_MOTION_SWEEP_H
#define SNUG_CORE_MOTION_SWEEP_H

#include "core/motion/rigid.h"
#include "core/motion/voxels.h"

typedef struct SweepDesc {
    Mesh *mesh;
    Affine rest; // of the mesh about the pivot
    const RigidPose *poses;
    size_t pose_count;
    double cell;       // side of a cell that is wanted
    double most_cells; // coarser than wanted where more would be needed; 0: SWEEP_MOST_CELLS
    Job *job;
} SweepDesc;
#define SWEEP_MOST_CELLS 0x1p27

typedef struct Sweep {
    Voxels cells;
    bool coarser; // than was wanted
    bool solid;   // the mesh is closed, and what it encloses counts; else only its surface
    // Nothing taken is farther away from what is swept than this.
    double bound;
    double volume_most;  // of all cells: what is swept has no more
    double volume_least; // of cells that are wholly inside the body at some pose: it has no less
    uint64_t drawn;      // triangles, each for a piece of the way
    Vec3d corner;        // of the body, where it begins
} Sweep;

// False: cancelled (err stays ""), the mesh is empty, or memory ran short; *out is empty then.
bool sweep_make(const SweepDesc *desc, Sweep *out, Error *err);
void sweep_free(Sweep *sweep);

// Something of the mesh is in a taken cell, or the body may lie within it. False: they are proven to be apart all
// the time. Cancelled: true.
bool sweep_meets(const Sweep *sweep, const Mesh *mesh, const Affine *placement, Job *job);

#endif
