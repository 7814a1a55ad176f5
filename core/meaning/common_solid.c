#include "core/meaning/common_solid.h"

#include "core/base/array.h"
#include "core/meaning/material.h"

#include <assert.h>

// Of the size of the parts: faces that are nearer to each other lie on each other, and where two of them
// do is found out so far from them.
#define NEAR_SHARE 1e-10
#define BESIDE_SHARE 1e-6

typedef struct Maker {
    CommonSolid *out;
    const PosedPart *parts[2];
    PlacedSolid inside[2]; // in the world, but for the shift
    Vec3d shift;           // so that the parts are near the origin
    double size;
    bool turned[2]; // the triangles turn left seen from inside
} Maker;

static bool add(CommonSolid *out, const Triangle *t, bool turned)
{
    if (!array_reserve(&out->points, &out->capacity, out->count + 3, sizeof *out->points))
        return false;
    for (int k = 0; k < 3; ++k)
        out->points[out->count++] = t->p[turned ? 2 - k : k];
    return true;
}

static double mesh_volume(const Mesh *mesh)
{
    double sum = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        sum += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
    }
    return sum;
}

static double determinant(const Affine *m)
{
    Vec3d x = vec3d(m->m[0][0], m->m[1][0], m->m[2][0]);
    Vec3d y = vec3d(m->m[0][1], m->m[1][1], m->m[2][1]);
    Vec3d z = vec3d(m->m[0][2], m->m[1][2], m->m[2][2]);
    return vec3d_dot(x, vec3d_cross(y, z));
}

static bool inside_both(const Maker *maker, Vec3d p)
{
    for (int i = 0; i < 2; ++i) {
        int winding;
        if (solid_winding(&maker->inside[i], p, &winding) && winding == 0)
            return false;
    }
    return true;
}

// Faces that lie on each other bound what is shared if there is some of it on one side of them.
static bool bounds(const Maker *maker, const Triangle *t)
{
    Vec3d middle = vec3d_scale(vec3d_add(vec3d_add(t->p[0], t->p[1]), t->p[2]), 1.0 / 3);
    Vec3d step = vec3d_scale(triangle_normal(t), BESIDE_SHARE * maker->size);
    middle = vec3d_sub(middle, maker->shift);
    return inside_both(maker, vec3d_add(middle, step)) ||
           inside_both(maker, vec3d_sub(middle, step));
}

static bool take(Maker *maker, const ContactPieces *pieces, int side, enum PieceKind kind, Job *job)
{
    enum { ASK_EVERY = 3 * 256 };
    const PieceList *list = &pieces->side[side][kind];
    bool turned = maker->turned[side];
    for (size_t i = 0; i + 3 <= list->count; i += 3) {
        Triangle t = {{list->points[i], list->points[i + 1], list->points[i + 2]}};
        t = triangle_transformed(&t, &maker->parts[side]->placement);
        if (i % ASK_EVERY == 0 && job_cancelled(job))
            return false;
        if ((kind != PIECE_FLUSH || bounds(maker, &t)) && !add(maker->out, &t, turned))
            return false;
    }
    return true;
}

static bool prepare(Maker *maker, SolidCache *solids, Job *job)
{
    for (int i = 0; i < 2; ++i) {
        const PosedPart *part = maker->parts[i];
        const Solid *solid = solid_cache_get(solids, (Mesh *)part->tree->mesh, job);
        const Solid *inside = !solid            ? NULL
                              : solid->material ? solid->material->inside
                              : solid->encloses ? solid
                                                : NULL;
        Affine near = part->placement;
        near.p = vec3d_sub(near.p, maker->shift);
        if (!inside || !placed_solid_init(&maker->inside[i], inside, &near))
            return false;
        maker->turned[i] =
            (mesh_volume(part->tree->mesh) < 0) != (determinant(&part->placement) < 0);
        maker->size = fmax(maker->size, solid->radius * cbrt(fabs(determinant(&near))));
    }
    return true;
}

bool common_solid_make(CommonSolid *out, const PosedPart *a, const PosedPart *b, SolidCache *solids,
                       Job *job, Error *err)
{
    assert(out && a && b && solids);
    *out = (CommonSolid){0};
    Maker maker = {.out = out, .parts = {a, b}, .shift = a->placement.p};
    ContactPieces pieces = {0};
    bool ok = prepare(&maker, solids, job) &&
              contact_pieces_make(&pieces, a, b, NEAR_SHARE * maker.size, solids, job, err);
    for (int side = 0; ok && side < 2; ++side)
        ok = take(&maker, &pieces, side, PIECE_WITHIN, job);
    ok = ok && take(&maker, &pieces, 0, PIECE_FLUSH, job);
    out->coarse = pieces.coarse;
    contact_pieces_free(&pieces);
    if (!ok) {
        common_solid_free(out);
        return error_set(err, "what the parts share could not be made");
    }
    return true;
}

void common_solid_free(CommonSolid *solid)
{
    mem_free(solid->points);
    *solid = (CommonSolid){0};
}

double common_solid_volume(const CommonSolid *solid)
{
    double sum = 0;
    for (size_t i = 0; i + 3 <= solid->count; i += 3) {
        Vec3d p[3];
        for (int k = 0; k < 3; ++k)
            p[k] = vec3d_sub(solid->points[i + (size_t)k], solid->points[0]);
        sum += vec3d_dot(p[0], vec3d_cross(p[1], p[2]));
    }
    return sum / 6;
}
