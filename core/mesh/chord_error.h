// How far the facets of a mesh lie from the smooth surface that they stand for: the largest sagitta
// between the two. A cylinder of radius r and n sides has r * (1 - cos(pi / n)). Two parts may seem
// to run into each other by the sum of their errors although the things that were modelled do not.
#ifndef SNUG_CORE_MESH_CHORD_ERROR_H
#define SNUG_CORE_MESH_CHORD_ERROR_H

#include "core/base/job.h"
#include "core/mesh/mesh.h"

// Of the mesh's diagonal: no estimate is larger, and a smaller one is the rounding of coordinates.
#define CHORD_ERROR_CAP 1e-3
#define CHORD_ERROR_NOISE 1e-6

// What the importer states (Mesh.stated_chord_error), else an estimate from the mesh alone: where at
// least three facets in a row turn by nearly equal small angles and are nearly equally wide, they
// are taken for a smooth surface through their corners. Boxes, chamfers and prisms of up to eleven
// sides have none: 0. In the mesh's own frame. Made once per mesh and version, from any thread.
// False: cancelled, or memory is short.
bool mesh_chord_error(const Mesh *mesh, Job *job, double *error);

#endif
