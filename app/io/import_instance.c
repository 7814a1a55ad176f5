#include "app/io/import_instance.h"

#include "core/base/array.h"

// Scales that differ by less are one: placements in files are often floats.
#define SAME_SCALE 1e-6

void shared_mesh_free(SharedMesh *shared)
{
    mesh_release(shared->mesh);
    mesh_release(shared->scaled);
    *shared = (SharedMesh){0};
}

enum ImportExtent import_extent(const Affine *t)
{
    double scale = 0;
    for (int k = 0; k < 9; ++k)
        scale = fmax(scale, fabs(t->m[k / 3][k % 3]));
    bool flat = !(fabs(affine_determinant(t)) > 1e-9 * scale * scale * scale);
    return !(scale > 0) ? EXTENT_NONE : flat ? EXTENT_FLAT : EXTENT_WHOLE;
}

// A copy with the whole transform in its vertices. Mirrors do not turn it inside out.
static Mesh *baked(const SharedMesh *shared, const Affine *to)
{
    const Mesh *from = shared->mesh;
    Mesh *mesh = mesh_create(from->vertex_count, from->triangle_count);
    size_t count = (size_t)from->triangle_count;
    if (mesh && from->colour_of && !(mesh->colour_of = array_alloc(count, sizeof(int32_t)))) {
        mesh_release(mesh);
        mesh = NULL;
    }
    if (!mesh)
        return NULL;
    for (int32_t i = 0; i < from->vertex_count; ++i) {
        mesh->vertices[i] = affine_apply(to, vec3d_add(from->vertices[i], shared->centre));
        import_check_point(&mesh->vertices[i]); // whoever validates the mesh says what is too far
    }
    bool mirror = affine_determinant(to) < 0;
    for (size_t i = 0; i < count; ++i) {
        const int32_t *t = from->triangles[i];
        mesh->triangles[i][0] = t[0];
        mesh->triangles[i][1] = t[mirror ? 2 : 1];
        mesh->triangles[i][2] = t[mirror ? 1 : 2];
    }
    memcpy(mesh->polygon_of, from->polygon_of, count * sizeof *mesh->polygon_of);
    mesh->polygon_count = from->polygon_count;
    if (mesh->colour_of)
        memcpy(mesh->colour_of, from->colour_of, count * sizeof *mesh->colour_of);
    mesh->stated_chord_error = affine_lengthening(to) * from->stated_chord_error;
    return mesh;
}

// Whether it is a turn but for a scale, which is taken out of it; negative, if it mirrors.
static bool take_scale(Affine *t, double *scale)
{
    double determinant = affine_determinant(t);
    *scale = cbrt(determinant);
    if (*scale == 0 || !isfinite(*scale))
        return false;
    Affine turn = *t;
    for (int k = 0; k < 9; ++k)
        turn.m[k / 3][k % 3] /= *scale;
    if (!import_make_rigid(&turn))
        return false;
    *t = turn;
    return true;
}

static bool count_copy(const ImportFile *file, const SharedMesh *shared, int64_t *copied)
{
    *copied += shared->mesh->triangle_count;
    return *copied <= IMPORT_MOST_COPIED ||
           error_set(file->err, "%s: too many scaled copies of large meshes", file->name);
}

static bool make_scaled(const ImportFile *file, SharedMesh *shared, double scale, int64_t *copied)
{
    if (shared->scaled && fabs(shared->scale - scale) <= SAME_SCALE * fabs(scale))
        return true;
    if (!count_copy(file, shared, copied))
        return false;
    Affine to = {.m = {{scale, 0, 0}, {0, scale, 0}, {0, 0, scale}}};
    Mesh *mesh = baked(shared, &to);
    bool memory_short = !mesh;
    Vec3d centre = mesh ? import_recentre(mesh, &memory_short) : shared->centre;
    Error reason;
    if (memory_short || !mesh_validate(mesh, &reason)) {
        mesh_release(mesh);
        return memory_short ? import_out_of_memory(file)
                            : error_set(file->err, "%s: a scaled part is not usable: %s",
                                        file->name, reason.text);
    }
    mesh_release(shared->scaled);
    shared->scaled = mesh;
    shared->scaled_centre = centre;
    shared->scale = scale;
    return true;
}

static bool drop(ImportedPart *part, bool good)
{
    free(part->name);
    free(part->group);
    *part = (ImportedPart){0};
    return good;
}

bool import_instance(ImportFile *file, SharedMesh *shared, const Affine *world, ImportedPart *part,
                     int64_t *copied)
{
    Affine placement = *world;
    double scale = 1;
    if (import_extent(world) == EXTENT_NONE)
        return drop(part, true);
    if (!isfinite(affine_lengthening(world))) // no chord error could be said of it
        return drop(part,
                    error_set(file->err, "%s: a part is scaled beyond all measure", file->name));
    bool rigid = import_make_rigid(&placement);
    if (!rigid && !take_scale(&placement, &scale)) {
        if (!count_copy(file, shared, copied))
            return drop(part, false);
        part->mesh = baked(shared, world);
        return import_add_part(file->out, file->name, part, file->job, file->err);
    }
    if (!rigid && !make_scaled(file, shared, scale, copied))
        return drop(part, false);
    Affine shift = affine_translation(rigid ? shared->centre : shared->scaled_centre);
    placement = affine_compose(&placement, &shift);
    part->mesh = mesh_retain(rigid ? shared->mesh : shared->scaled);
    part->placement = import_y_up(&placement, file->out->options.up);
    return import_append(file->out, file->name, part, file->err);
}
