// The tetra-flake of the 1997 BoxTree paper: a tetrahedron on whose faces smaller ones stand, on
// theirs smaller ones, and so on. 4 * 6^levels triangles, which share no vertices.
#ifndef SNUG_CORE_BENCH_FLAKE_H
#define SNUG_CORE_BENCH_FLAKE_H

#include "core/mesh/mesh.h"

Mesh *tetra_flake(int levels); // edge sqrt(8); NULL when memory is short

#endif
