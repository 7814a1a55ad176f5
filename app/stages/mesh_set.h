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
    int32_t *of_part; // per part: index into the above
} MeshSet;

bool mesh_set_init(MeshSet *set, const Assembly *assembly);
void mesh_set_free(MeshSet *set);
bool mesh_set_has(const MeshSet *set, const Mesh *mesh);
// Moves what is drawn and picked of the meshes that both have.
void mesh_set_take_drawn(MeshSet *to, MeshSet *from);

#endif
