// Meshes of somebody's own at the size that scenes of papers are made for.
#ifndef SNUG_CORE_BENCH_IN_CUBE_H
#define SNUG_CORE_BENCH_IN_CUBE_H

#include "core/mesh/mesh.h"

// A copy whose box is centred on the origin, its longest side twice as long as this. NULL when memory is short.
Mesh *mesh_in_cube(const Mesh *mesh, double half_side);

#endif
