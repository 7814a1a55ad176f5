// How thick a solid is around its points, where it is thin.
#ifndef SNUG_CORE_MOTION_THICKNESS_H
#define SNUG_CORE_MOTION_THICKNESS_H

#include "core/mesh/topology.h"
#include "core/tree/bvh.h"

// Two triangles that share no point and look away from each other, within 60 degrees, with material
// between them, are walls of a thin place if they are nearer than `reach`. The thickness of a point
// is the least distance of such a pair of which one triangle has it; `reach` where there is none. A
// line through the solid between two such triangles is at least as long as their distance, so it is
// a lower bound for the length of those lines.
//
// normal: per triangle, out of the solid, of length 1 or 0; tree: of the mesh. thickness: per vertex,
// set for the first one at each place. *done: false where it would be too much work.
// False: memory ran short, or cancelled.
bool thickness_find(const Bvh *tree, const MeshTopology *topology, const Vec3d *normal,
                    double reach, double *thickness, bool *done, Job *job, Error *err);

#endif
