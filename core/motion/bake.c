// Scale and mirror done to the mesh itself.
#include "core/motion/shrink.h"

#include "core/base/array.h"

#include <assert.h>

// Below this share of the largest scale, a direction counts as gone.
#define SINGULAR 1e-9

static bool is_singular(const Affine *placement)
{
    Affine inverse;
    return !affine_invert(placement, &inverse) ||
           affine_stretch(placement) * affine_stretch(&inverse) > 1 / SINGULAR;
}

Mesh *mesh_baked(const Mesh *mesh, const Affine *placement, Error *err)
{
    Affine linear = *placement;
    linear.p = vec3d(0, 0, 0);
    return mesh_placed(mesh, &linear, err);
}

Mesh *mesh_placed(const Mesh *mesh, const Affine *placement, Error *err)
{
    assert(mesh && placement);
    if (is_singular(placement)) {
        error_set(err, "the part is scaled to nothing along a direction");
        return NULL;
    }
    Mesh *baked = mesh_create(mesh->vertex_count, mesh->triangle_count);
    if (!baked) {
        error_set(err, "not enough memory for a mesh");
        return NULL;
    }
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = affine_apply(placement, mesh->vertices[i]);
        for (int k = 0; k < 3; ++k)
            baked->vertices[i].v[k] = fabs(p.v[k]) < MESH_NOISE ? 0 : p.v[k];
    }
    bool mirrored = affine_determinant(placement) < 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        const int32_t *t = mesh->triangles[i];
        baked->triangles[i][0] = t[0];
        baked->triangles[i][1] = t[mirrored ? 2 : 1];
        baked->triangles[i][2] = t[mirrored ? 1 : 2];
        baked->polygon_of[i] = mesh->polygon_of[i];
    }
    baked->polygon_count = mesh->polygon_count;
    baked->stated_chord_error = affine_lengthening(placement) * mesh->stated_chord_error;
    if (mesh_validate(baked, err))
        return baked;
    mesh_release(baked);
    return NULL;
}
