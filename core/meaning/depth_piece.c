#include "core/meaning/depth_piece.h"

#include <string.h>

Vec3d depth_surface_normal(const DepthSearch *search, int32_t triangle)
{
    Triangle t = placed_solid_triangle(search->surface, triangle);
    return triangle_normal(&t);
}

bool piece_cut(const Piece *from, const double side[PIECE_MAX], double sign, Piece *to)
{
    to->count = 0;
    for (int32_t i = 0; i < from->count; ++i) {
        int32_t j = (i + 1) % from->count;
        double a = sign * side[i], b = sign * side[j];
        if (a >= 0) {
            if (to->count == PIECE_MAX)
                return false;
            to->p[to->count++] = from->p[i];
        }
        if ((a > 0 && b < 0) || (a < 0 && b > 0)) {
            if (to->count == PIECE_MAX)
                return false;
            // From the same end for both parts, so that they share the point.
            to->p[to->count++] = side[i] > 0 ? vec3d_lerp(from->p[i], from->p[j], a / (a - b))
                                             : vec3d_lerp(from->p[j], from->p[i], b / (b - a));
        }
    }
    return to->count >= 3;
}

bool piece_cut_prism(const Triangle *t, const Piece *piece, double side[PIECE_MAX])
{
    Vec3d n = triangle_cross(t);
    double best = 1e-9 * piece->radius;
    bool found = false;
    for (int k = 0; k < 3; ++k) {
        Vec3d edge = vec3d_sub(t->p[(k + 1) % 3], t->p[k]);
        Vec3d out = vec3d_normalised(vec3d_cross(edge, n));
        double s[PIECE_MAX], lo = 0, hi = 0;
        for (int32_t i = 0; i < piece->count; ++i) {
            s[i] = vec3d_dot(out, vec3d_sub(piece->p[i], t->p[k]));
            lo = fmin(lo, s[i]);
            hi = fmax(hi, s[i]);
        }
        if (fmin(hi, -lo) > best) {
            best = fmin(hi, -lo);
            found = true;
            memcpy(side, s, sizeof s);
        }
    }
    return found;
}

void piece_cut_middle(const Piece *piece, double side[PIECE_MAX])
{
    double longest = -1;
    Vec3d axis = {{1, 0, 0}};
    for (int32_t i = 0; i < piece->count; ++i) {
        for (int32_t j = i + 1; j < piece->count; ++j) {
            Vec3d d = vec3d_sub(piece->p[j], piece->p[i]);
            if (vec3d_dot(d, d) > longest) {
                longest = vec3d_dot(d, d);
                axis = d;
            }
        }
    }
    for (int32_t i = 0; i < piece->count; ++i)
        side[i] = vec3d_dot(axis, vec3d_sub(piece->p[i], piece->middle));
}

bool piece_cut_crossing(const DepthSearch *search, const Piece *piece, double side[PIECE_MAX])
{
    double lo = 0, hi = 0;
    if (piece->crossing < 0)
        return false;
    const Vec3d *segment = search->crossings->segments[piece->crossing];
    Vec3d along = vec3d_normalised(vec3d_sub(segment[1], segment[0]));
    Vec3d across = vec3d_cross(depth_surface_normal(search, piece->triangle), along);
    for (int32_t i = 0; i < piece->count; ++i) {
        side[i] = vec3d_dot(across, vec3d_sub(piece->p[i], segment[0]));
        lo = fmin(lo, side[i]);
        hi = fmax(hi, side[i]);
    }
    return lo < 0 && hi > 0;
}

void piece_cut_border(const Piece *piece, double side[PIECE_MAX])
{
    Vec3d edge = vec3d_sub(piece->patch.edge[1], piece->patch.edge[0]);
    Vec3d out = vec3d_normalised(vec3d_cross(edge, piece->patch.normal));
    for (int32_t i = 0; i < piece->count; ++i)
        side[i] = vec3d_dot(out, vec3d_sub(piece->p[i], piece->patch.edge[0]));
}
