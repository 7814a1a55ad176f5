// Leaving out degenerate triangles, on request: as a rule they are kept as segments and points.
#include "app/io/import_part.h"
#include "core/mesh/polygon.h"

#include <stdlib.h>

// In place; once is enough for meshes that parts share.
static void drop_from(Mesh *mesh)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        if (polygon_triangle_is_degenerate(t.p[0], t.p[1], t.p[2]))
            continue;
        for (int k = 0; k < 3; ++k)
            mesh->triangles[kept][k] = mesh->triangles[i][k];
        mesh->polygon_of[kept] = mesh->polygon_of[i];
        if (mesh->colour_of)
            mesh->colour_of[kept] = mesh->colour_of[i];
        ++kept;
    }
    mesh->triangle_count = kept;
}

bool import_drop_degenerate(ImportResult *out, const char *file, Error *err)
{
    int32_t kept = 0, parts = out->part_count;
    out->triangle_count = 0;
    for (int32_t i = 0; i < parts; ++i) {
        ImportedPart part = out->parts[i];
        drop_from(part.mesh);
        if (part.mesh->triangle_count > 0) {
            out->triangle_count += part.mesh->triangle_count;
            out->parts[kept++] = part;
            continue;
        }
        import_notice(out, "part '%s' had no other triangles and was left out", part.name);
        free(part.name);
        free(part.group);
        mesh_release(part.mesh);
    }
    out->part_count = kept;
    if (kept > 0)
        return true;
    import_result_free(out);
    return error_set(err, "%s: all of its triangles are degenerate, nothing is left", file);
}

void import_note_degenerate(ImportResult *out)
{
    if (out->degenerate_count > 0)
        import_notice(out,
                      out->options.drop_degenerate
                          ? "%lld degenerate triangles were left out"
                          : "%lld degenerate triangles are kept as segments or points",
                      (long long)out->degenerate_count);
}
