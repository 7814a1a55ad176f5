// A tool of ours as a part.
#include "app/scenes/kit.h"
#include "app/session/open_tools.h"

#include <stdio.h>

static Mesh *make(const KitPiece *piece, double size, enum LengthUnit unit)
{
    Mesh *mesh = piece->make(size);
    double factor = length_unit_info(UNIT_MM)->metres / length_unit_info(unit)->metres;
    for (int32_t i = 0; mesh && unit != UNIT_MM && i < mesh->vertex_count; ++i)
        mesh->vertices[i] = vec3d_scale(mesh->vertices[i], factor);
    return mesh;
}

bool open_kit(const char *kit, enum LengthUnit unit, Opened *out, Assembly *parts, Error *err)
{
    const KitPiece *piece;
    double size;
    if (!kit_parse(kit, &piece, &size, err))
        return false;
    char name[KIT_TEXT_MAX];
    snprintf(name, sizeof name, "%s %g mm", piece->name, size);
    name[0] = (char)(name[0] - 'a' + 'A');
    Mesh *mesh = make(piece, size, unit);
    Affine rest = affine_identity();
    if (mesh && assembly_add(parts, name, mesh, &rest, piece->colour))
        return sources_add_kit(&out->sources, kit) >= 0 || open_no_memory(kit, err);
    mesh_release(mesh);
    return open_no_memory(kit, err);
}
