// The shells of a mesh: what hangs together across edges, turned so that each looks one way, with
// the loops that its borders form. For meshes as files bring them: with triangles that are missing,
// repeated, or turned over.
#ifndef SNUG_CORE_MESH_SHELLS_H
#define SNUG_CORE_MESH_SHELLS_H

#include "core/mesh/topology.h"

// Along a border. A surface that closes it has the same loop as its own border, running the other
// way: the points stand in the order in which such a cap would be drawn.
typedef struct ShellLoop {
    int32_t first, count; // MeshShells.points[first .. +count)
} ShellLoop;

typedef struct Shell {
    int32_t first, count; // MeshShells.triangles[first .. +count)
    int32_t first_loop, loop_count;
    double area;
    bool one_sided; // there is no way to turn its triangles that all of them agree with
} Shell;

// Where other than two triangles meet at an edge, they belong together nowhere there. A triangle
// that collapsed, or that repeats an earlier one, belongs to no shell. A shell looks the way most of
// its area does.
typedef struct MeshShells {
    Shell *shells;
    int32_t count;
    int32_t *triangles; // of the first shell, then of the second ...
    uint8_t *turned;    // per triangle of the mesh: 1 if it has to be turned over
    ShellLoop *loops;
    int32_t loop_count;
    int32_t *points; // vertices of the mesh, the first ones at their places
} MeshShells;

// False: memory ran short, or cancelled; *shells is then empty.
bool mesh_shells_find(MeshShells *shells, const Mesh *mesh, const MeshTopology *topology, Job *job);
void mesh_shells_free(MeshShells *shells);

// Makes one shell, the last, of all those with join[i], where borders that run along each other in
// opposite directions vanish; the others keep their places. Loops of the new one are appended.
bool mesh_shells_join(MeshShells *shells, const Mesh *mesh, const MeshTopology *topology,
                      const bool *join);

// The corners of a triangle as its shell looks.
void shell_triangle(const MeshShells *shells, const Mesh *mesh, const MeshTopology *topology,
                    int32_t triangle, int32_t points[3]);

#endif
