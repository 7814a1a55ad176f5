// Distance of two triangles: the closest points lie on two edges, or on a corner and a face.
#include "predicates.h"
#include "segment.h"
#include "tri.h"

#include <float.h>

// The foot of the perpendicular from p, if it falls into the triangle. A collapsed one has no face;
// its edges are looked at anyway.
static bool foot_in_face(const Triangle *t, Vec3d p, Vec3d *foot)
{
    Vec3d u = vec3d_sub(t->p[1], t->p[0]), v = vec3d_sub(t->p[2], t->p[0]);
    Vec3d n = vec3d_cross(u, v), w = vec3d_sub(p, t->p[0]);
    double square = vec3d_dot(n, n);
    double s = vec3d_dot(vec3d_cross(w, v), n), r = vec3d_dot(vec3d_cross(u, w), n);
    if (!(square > 0 && s >= 0 && r >= 0 && s + r <= square))
        return false;
    *foot = vec3d_add_scaled(vec3d_add_scaled(t->p[0], u, s / square), v, r / square);
    return true;
}

double tri_distance(const Triangle *a, const Triangle *b, Vec3d *on_a, Vec3d *on_b)
{
    TriWitness witness;
    if (tri_exact.contact(a, b, &witness) != TRI_DISJOINT) {
        *on_a = *on_b = witness.point[0];
        return 0;
    }
    ClosestPair best = {INFINITY, a->p[0], b->p[0]};
    Vec3d p, q;
    for (int i = 0; i < 3; ++i) {
        if (foot_in_face(b, a->p[i], &q))
            closest_pair_improve(&best, a->p[i], q);
        if (foot_in_face(a, b->p[i], &p))
            closest_pair_improve(&best, p, b->p[i]);
        Vec3d a0 = a->p[i], a1 = a->p[(i + 1) % 3];
        for (int j = 0; j < 3; ++j) {
            Vec3d b0 = b->p[j], b1 = b->p[(j + 1) % 3];
            if (segments_perpendicular(a0, a1, b0, b1, &p, &q))
                closest_pair_improve(&best, p, q);
            closest_pair_improve(&best, a0, segment_closest_to(b0, b1, a0));
            closest_pair_improve(&best, segment_closest_to(a0, a1, b0), b0);
        }
    }
    *on_a = best.on_a;
    *on_b = best.on_b;
    // Triangles an ulp apart may round to the same points, but 0 is kept for those that meet.
    double distance = sqrt(best.square);
    return distance > 0 ? distance : DBL_MIN;
}
