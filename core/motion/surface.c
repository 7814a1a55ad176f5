#include "core/motion/surface.h"

// Sine of ten degrees: facets of a fine cylinder lean so much towards the neighbour, and still the one
// is as good as the other.
#define CONE 0.17
#define FLAT 0.99985 // cosine of a degree

bool surface_init(Surface *surface, const Mesh *mesh, const Affine *placement)
{
    *surface = (Surface){.mesh = mesh,
                         .topology = mesh_topology(mesh, NULL),
                         .placement = *placement,
                         .side = affine_determinant(placement) < 0 ? -1 : 1};
    return surface->topology != NULL;
}

Triangle surface_triangle(const Surface *surface, int32_t triangle)
{
    Triangle t = mesh_triangle(surface->mesh, triangle);
    return triangle_transformed(&t, &surface->placement);
}

Vec3d surface_normal(const Surface *surface, int32_t triangle)
{
    Triangle t = surface_triangle(surface, triangle);
    return vec3d_scale(triangle_normal(&t), surface->side);
}

static Vec3d corner(const Surface *surface, int32_t triangle, int k)
{
    return affine_apply(&surface->placement,
                        surface->mesh->vertices[surface->mesh->triangles[triangle][k]]);
}

// The corner of the neighbour across an edge that does not lie on it.
static bool apex_across(const Surface *surface, int32_t triangle, int edge, int32_t *other,
                        Vec3d *apex)
{
    int32_t twin = side_twin(surface->topology, 3 * triangle + edge);
    if (twin < 0)
        return false;
    *other = twin / 3;
    *apex = corner(surface, *other, (twin % 3 + 2) % 3);
    return true;
}

bool surface_edge_is_convex(const Surface *surface, int32_t triangle, int edge)
{
    int32_t other;
    Vec3d apex;
    if (!apex_across(surface, triangle, edge, &other, &apex))
        return true;
    Vec3d normal = surface_normal(surface, triangle);
    return vec3d_dot(normal, surface_normal(surface, other)) < FLAT &&
           vec3d_dot(normal, vec3d_sub(apex, corner(surface, triangle, edge))) < 0;
}

static bool edge_is_nearest(const Surface *surface, int32_t triangle, int edge, Vec3d to)
{
    int32_t other;
    Vec3d apex, start = corner(surface, triangle, edge);
    if (!apex_across(surface, triangle, edge, &other, &apex))
        return true;
    Vec3d along = vec3d_normalised(vec3d_sub(corner(surface, triangle, (edge + 1) % 3), start));
    Vec3d inward = vec3d_sub(apex, start);
    inward = vec3d_normalised(vec3d_add_scaled(inward, along, -vec3d_dot(inward, along)));
    if (vec3d_dot(inward, to) > CONE)
        return false;
    return !surface->topology->closed || vec3d_dot(surface_normal(surface, triangle), to) >= -0.5 ||
           vec3d_dot(surface_normal(surface, other), to) >= -0.5;
}

// Around the corner, from triangle to triangle across their common sides; both ways where it ends.
static bool corner_is_nearest(const Surface *surface, int32_t triangle, int k, Vec3d to)
{
    enum { MOST_AROUND = 256 };
    Vec3d here = corner(surface, triangle, k);
    for (int way = 0; way < 2; ++way) {
        int32_t t = triangle;
        int at = k;
        for (int n = 0; n < MOST_AROUND; ++n) {
            for (int j = 1; j < 3; ++j) {
                Vec3d edge = vec3d_sub(corner(surface, t, (at + j) % 3), here);
                if (vec3d_dot(vec3d_normalised(edge), to) > CONE)
                    return false;
            }
            // The side that leaves the corner, or the one that leads to it.
            int32_t twin = side_twin(surface->topology, 3 * t + (way == 0 ? at : (at + 2) % 3));
            if (twin < 0)
                break;
            int32_t point = surface->topology->point_of[surface->mesh->triangles[t][at]];
            t = twin / 3;
            at = side_point(surface->topology, surface->mesh, twin) == point ? twin % 3
                                                                             : (twin % 3 + 1) % 3;
            if (t == triangle)
                return true;
        }
    }
    return true;
}

bool surface_is_nearest(const Surface *surface, int32_t triangle, TriFeature feature, Vec3d to)
{
    if (feature.part == TRI_FACE)
        return !surface->topology->closed ||
               vec3d_dot(surface_normal(surface, triangle), to) > -1e-9;
    return feature.part == TRI_EDGE ? edge_is_nearest(surface, triangle, feature.index, to)
                                    : corner_is_nearest(surface, triangle, feature.index, to);
}

// Ericson, Real-Time Collision Detection, 5.1.5.
Vec3d triangle_foot(const Triangle *t, Vec3d p, TriFeature *feature)
{
    Vec3d a = t->p[0], b = t->p[1], c = t->p[2];
    Vec3d ab = vec3d_sub(b, a), ac = vec3d_sub(c, a);
    Vec3d ap = vec3d_sub(p, a), bp = vec3d_sub(p, b), cp = vec3d_sub(p, c);
    double d1 = vec3d_dot(ab, ap), d2 = vec3d_dot(ac, ap), d3 = vec3d_dot(ab, bp);
    double d4 = vec3d_dot(ac, bp), d5 = vec3d_dot(ab, cp), d6 = vec3d_dot(ac, cp);
    double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    if (d1 <= 0 && d2 <= 0)
        return *feature = (TriFeature){TRI_VERTEX, 0}, a;
    if (d3 >= 0 && d4 <= d3)
        return *feature = (TriFeature){TRI_VERTEX, 1}, b;
    if (vc <= 0 && d1 >= 0 && d3 <= 0)
        return *feature = (TriFeature){TRI_EDGE, 0}, vec3d_add_scaled(a, ab, d1 / (d1 - d3));
    if (d6 >= 0 && d5 <= d6)
        return *feature = (TriFeature){TRI_VERTEX, 2}, c;
    if (vb <= 0 && d2 >= 0 && d6 <= 0)
        return *feature = (TriFeature){TRI_EDGE, 2}, vec3d_add_scaled(a, ac, d2 / (d2 - d6));
    if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0)
        return *feature = (TriFeature){TRI_EDGE, 1},
               vec3d_lerp(b, c, (d4 - d3) / ((d4 - d3) + (d5 - d6)));
    double scale = 1 / (va + vb + vc);
    *feature = (TriFeature){TRI_FACE, 0};
    return vec3d_add_scaled(vec3d_add_scaled(a, ab, vb * scale), ac, vc * scale);
}
