// Topologies and hierarchies that were made before: found by the contents of the mesh, and for
// hierarchies by how they are built. Small meshes are left out: theirs are sooner made than found.
#ifndef SNUG_APP_IO_MESH_CACHE_H
#define SNUG_APP_IO_MESH_CACHE_H

#include "core/tree/build/build.h"

// Gives meshes the topologies that are there.
void mesh_cache_take_topologies(Mesh *const *meshes, int32_t count, Job *job);
// Keeps the topologies that meshes have by now and that are not there yet.
void mesh_cache_keep_topologies(Mesh *const *meshes, int32_t count, Job *job);

// bvh_build_all for those that are not there, which are kept then.
bool mesh_cache_build_all(Mesh *const *meshes, int32_t count, const BvhDesc *desc,
                          struct Pool *pool, Job *job, Bvh **trees, Error *err);

// For tests: meshes with fewer triangles are left out. 4096 to begin with.
void mesh_cache_set_least(int32_t triangles);

#endif
