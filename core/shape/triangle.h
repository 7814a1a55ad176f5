// A triangle by its corners.
#ifndef SNUG_CORE_SHAPE_TRIANGLE_H
#define SNUG_CORE_SHAPE_TRIANGLE_H

#include "core/base/vec.h"

typedef struct Triangle {
    Vec3d p[3];
} Triangle;

// Along the normal, as long as twice the area.
static inline Vec3d triangle_cross(const Triangle *t)
{
    return vec3d_cross(vec3d_sub(t->p[1], t->p[0]), vec3d_sub(t->p[2], t->p[0]));
}

// Of length 1, or zero for a triangle without area.
static inline Vec3d triangle_normal(const Triangle *t)
{
    return vec3d_normalised(triangle_cross(t));
}

static inline Triangle triangle_transformed(const Triangle *t, const Affine *to)
{
    return (Triangle){
        {affine_apply(to, t->p[0]), affine_apply(to, t->p[1]), affine_apply(to, t->p[2])}};
}

#endif
