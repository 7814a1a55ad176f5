// Each plane's face: a large square in the plane, clipped by all other half-spaces.
#include "core/shape/polytope.h"

#include <string.h>

static int clip(Vec3d *corners, int count, const HalfSpace *by, double slack)
{
    Vec3d kept[POLYTOPE_MAX_CORNERS];
    int n = 0;
    for (int i = 0; i < count; ++i) {
        Vec3d p = corners[i], q = corners[(i + 1) % count];
        double dp = vec3d_dot(by->normal, p) - by->offset - slack;
        double dq = vec3d_dot(by->normal, q) - by->offset - slack;
        if (dp <= 0 && n < POLYTOPE_MAX_CORNERS)
            kept[n++] = p;
        if (dp * dq < 0 && n < POLYTOPE_MAX_CORNERS)
            kept[n++] = vec3d_lerp(p, q, dp / (dp - dq));
    }
    memcpy(corners, kept, (size_t)n * sizeof *kept);
    return n;
}

static void square_in_plane(const HalfSpace *plane, double half, Vec3d corners[4])
{
    Vec3d n = vec3d_normalised(plane->normal);
    Vec3d other = fabs(n.x) < 0.6 ? vec3d(1, 0, 0) : vec3d(0, 1, 0);
    Vec3d u = vec3d_normalised(vec3d_cross(n, other)), v = vec3d_cross(n, u);
    Vec3d middle = vec3d_scale(n, plane->offset / vec3d_length(plane->normal));
    for (int i = 0; i < 4; ++i) {
        double su = i == 0 || i == 3 ? -half : half, sv = i < 2 ? -half : half;
        corners[i] = vec3d_add_scaled(vec3d_add_scaled(middle, u, su), v, sv);
    }
}

void polytope_faces(const HalfSpace *planes, int count, double reach, PolytopeFaceFn *face,
                    void *user)
{
    for (int i = 0; i < count; ++i) {
        Vec3d corners[POLYTOPE_MAX_CORNERS];
        int n = 4;
        square_in_plane(&planes[i], 2 * reach, corners);
        // The slack keeps faces of flat polytopes, where opposite planes coincide but for rounding.
        for (int j = 0; j < count && n >= 3; ++j)
            if (j != i)
                n = clip(corners, n, &planes[j], 1e-12 * reach);
        if (n >= 3)
            face(user, i, corners, n);
    }
}

typedef struct Sizes {
    Vec3d apex;
    bool started;
    PolytopeSize size;
} Sizes;

// Pyramids from one corner of the polytope to all faces.
static void add_face(void *user, int plane, const Vec3d *corners, int count)
{
    (void)plane;
    Sizes *s = user;
    if (!s->started) {
        s->apex = corners[0];
        s->started = true;
    }
    for (int i = 1; i + 1 < count; ++i) {
        Vec3d cross =
            vec3d_cross(vec3d_sub(corners[i], corners[0]), vec3d_sub(corners[i + 1], corners[0]));
        s->size.area += vec3d_length(cross) / 2;
        s->size.volume += fabs(vec3d_dot(cross, vec3d_sub(corners[0], s->apex))) / 6;
    }
}

PolytopeSize polytope_size(const HalfSpace *planes, int count, double reach)
{
    Sizes s = {0};
    polytope_faces(planes, count, reach, add_face, &s);
    return s.size;
}
