// The meshes of the assembly, each once, how they are drawn, and what finds them under the cursor.
#ifndef SNUG_APP_STAGES_MESH_SET_H
#define SNUG_APP_STAGES_MESH_SET_H

#include "app/picture/render_mesh.h"
#include "core/assembly/assembly.h"

typedef struct MeshSet {
    Mesh **meshes; // borrowed from the assembly, sorted by address
    RenderMesh **drawn;
    Bvh **rays; // core/query/ray.h
    int32_t count;
} MeshSet;

bool mesh_set_init(MeshSet *set, const Assembly *assembly);
void mesh_set_free(MeshSet *set);
int32_t mesh_set_find(const MeshSet *set, const Mesh *mesh); // its index; -1: it is not there
// Moves what is drawn and picked of the meshes that both have.
void mesh_set_take_drawn(MeshSet *to, MeshSet *from);

#endif
