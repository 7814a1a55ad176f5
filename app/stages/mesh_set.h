// The meshes of the assembly, each once, and how they are drawn.
#ifndef SNUG_APP_STAGES_MESH_SET_H
#define SNUG_APP_STAGES_MESH_SET_H

#include "app/picture/render_mesh.h"
#include "core/assembly/assembly.h"

typedef struct MeshSet {
    Mesh **meshes; // borrowed from the assembly, sorted by address
    RenderMesh **drawn;
    int32_t count;
    int32_t *of_part; // per part: index into the above
} MeshSet;

bool mesh_set_init(MeshSet *set, const Assembly *assembly);
void mesh_set_free(MeshSet *set);
bool mesh_set_has(const MeshSet *set, const Mesh *mesh);
// Moves what is drawn of the meshes that both have.
void mesh_set_take_drawn(MeshSet *to, MeshSet *from);

#endif
