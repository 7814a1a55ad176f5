// Separating axes of two boxes: A's in its own axes, B's a parallelepiped after any invertible
// affine map. What depends on the map alone is computed once per query; each pair of boxes then
// costs a few multiplications per axis. Formulas: van den Bergen 1998, sections 3 and 6.
//
// Rounding. u = 2^-24, N = an upper bound of the map's stretch, scale S = |t| + R_A + N R_B, where
// R is the largest distance of a vertex from its mesh's origin. Components of centres and half
// extents are at most R. All axes are scaled to length at most 1, so gaps are lengths in A's unit.
// Per axis, in units of uS: the moved centre difference carries at most 16 per component (rounded
// entries, three products, four sums), hence at most 16*sqrt(3) + 12 after projection; the radii
// carry at most 15. The sum is below 64, and a separation is accepted only where the gap exceeds 64
// uS: rounding can only suppress separations. On top of it |B| is widened by 1e-6 N, which keeps
// nearly parallel edge axes harmless.
#ifndef SNUG_CORE_SHAPE_BOX_SAT_H
#define SNUG_CORE_SHAPE_BOX_SAT_H

#include "core/base/rounding.h"
#include "core/base/vec.h"

enum { BOX_SAT_AXES = 15, BOX_SAT_FACE_AXES = 6 };
static const char *const box_sat_exits[1 + BOX_SAT_AXES] = {
    "overlap",   "A.x",       "A.y",       "A.z",       "B.x",       "B.y",
    "B.z",       "A.x x B.x", "A.x x B.y", "A.x x B.z", "A.y x B.x", "A.y x B.y",
    "A.y x B.z", "A.z x B.x", "A.z x B.y", "A.z x B.z"};

typedef struct BoxFrames {
    float b[3][3];      // the map's matrix
    float t[3];         // and its translation
    float abs_b[3][3];  // |b|, widened
    float normal[3][3]; // [j]: unit normal of B's faces j
    float abs_normal[3][3];
    float thickness[3]; // B's half thickness along normal j, per unit of half extent
    float edge[3][3];   // [i][j]: component i of the unit vector along B's edges j
    float abs_edge[3][3];
    float edge_b[3][3][2]; // [i][j]: radii of B on axis e_i x edge_j per half extent j+1, j+2
    float eps;
    float volume_factor, area_factor; // of the map: sizes of B in A's unit
    bool right_angles;                // the map is rigid
} BoxFrames;

// One box of each side: centres and half extents in their own frames.
typedef struct BoxPair {
    const float *ca, *ha, *cb, *hb;
} BoxPair;

// The map must be finite and invertible; radius_a and radius_b as in the comment above.
static inline void box_frames_setup(BoxFrames *f, const Affine *b_to_a, const Affine *a_to_b,
                                    double radius_a, double radius_b)
{
    double det = fabs(affine_determinant(b_to_a)), stretch = affine_stretch(b_to_a);
    double guard = 1e-6 * stretch;
    Vec3d edge[3];
    for (int j = 0; j < 3; ++j) {
        Vec3d row = vec3d(a_to_b->m[j][0], a_to_b->m[j][1], a_to_b->m[j][2]);
        double length = vec3d_length(row);
        Vec3d normal = vec3d_scale(row, 1 / length);
        edge[j] = vec3d_normalised(vec3d(b_to_a->m[0][j], b_to_a->m[1][j], b_to_a->m[2][j]));
        f->thickness[j] = float_above((1 + 1e-6) / length);
        for (int i = 0; i < 3; ++i) {
            f->b[i][j] = (float)b_to_a->m[i][j];
            f->abs_b[i][j] = float_above(fabs(b_to_a->m[i][j]) + guard);
            f->normal[j][i] = (float)normal.v[i];
            f->abs_normal[j][i] = float_above(fabs(normal.v[i]) + 1e-6);
            f->edge[i][j] = (float)edge[j].v[i];
            f->abs_edge[i][j] = float_above(fabs(edge[j].v[i]) + 1e-6);
        }
        f->t[j] = (float)b_to_a->p.v[j];
    }
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j) {
            int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            Vec3d s = vec3d(0, 0, 0); // e_i x edge_j
            s.v[i1] = -edge[j].v[i2];
            s.v[i2] = edge[j].v[i1];
            bool parallel = vec3d_dot(s, s) <
                            1e-8; // then the radius is infinite, or NaN for a flat B: no separation
            for (int k = 0; k < 2; ++k) {
                int column = (j + 1 + k) % 3;
                Vec3d other =
                    vec3d(b_to_a->m[0][column], b_to_a->m[1][column], b_to_a->m[2][column]);
                f->edge_b[i][j][k] =
                    parallel ? INFINITY : float_above(fabs(vec3d_dot(s, other)) + guard);
            }
        }
    }
    double scale = vec3d_length(b_to_a->p) + radius_a + stretch * radius_b;
    f->eps = float_above(64 * 0x1p-24 * scale);
    f->right_angles = affine_is_rigid(b_to_a);
    f->volume_factor = (float)det;
    f->area_factor = (float)(stretch * stretch);
}

static inline void box_centre_difference(const BoxFrames *f, const BoxPair *p, float t[3])
{
    for (int i = 0; i < 3; ++i)
        t[i] = f->b[i][0] * p->cb[0] + f->b[i][1] * p->cb[1] + f->b[i][2] * p->cb[2] + f->t[i] -
               p->ca[i];
}

// Gaps along A's axis i and along the normal of B's faces j: positive means apart, before rounding.
static inline float box_gap_a(const BoxFrames *f, const BoxPair *p, const float t[3], int i)
{
    return fabsf(t[i]) - (p->ha[i] + f->abs_b[i][0] * p->hb[0] + f->abs_b[i][1] * p->hb[1] +
                          f->abs_b[i][2] * p->hb[2]);
}

static inline float box_gap_b(const BoxFrames *f, const BoxPair *p, const float t[3], int j)
{
    const float *n = f->normal[j], *an = f->abs_normal[j];
    return fabsf(n[0] * t[0] + n[1] * t[1] + n[2] * t[2]) -
           (f->thickness[j] * p->hb[j] + an[0] * p->ha[0] + an[1] * p->ha[1] + an[2] * p->ha[2]);
}

// Exit 1..3: A's axes, 4..6: B's, 0: not separated by these.
static inline int box_sat_lite(const BoxFrames *f, const BoxPair *p, float t[3])
{
    box_centre_difference(f, p, t);
    for (int i = 0; i < 3; ++i)
        if (box_gap_a(f, p, t, i) > f->eps)
            return 1 + i;
    for (int j = 0; j < 3; ++j)
        if (box_gap_b(f, p, t, j) > f->eps)
            return 4 + j;
    return 0;
}

// All fifteen axes: exits 7..15 are the edge axes A_i x B_j.
static inline int box_sat(const BoxFrames *f, const BoxPair *p)
{
    float t[3];
    int exit = box_sat_lite(f, p, t);
    if (exit)
        return exit;
    for (int i = 0; i < 3; ++i) {
        int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        for (int j = 0; j < 3; ++j) {
            int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
            float distance = fabsf(t[i2] * f->edge[i1][j] - t[i1] * f->edge[i2][j]);
            float radius = p->ha[i1] * f->abs_edge[i2][j] + p->ha[i2] * f->abs_edge[i1][j] +
                           p->hb[j1] * f->edge_b[i][j][0] + p->hb[j2] * f->edge_b[i][j][1];
            if (distance - radius > f->eps)
                return 7 + 3 * i + j;
        }
    }
    return 0;
}

// Gaps along three axes at right angles, the negative ones as 0: their norm is a lower bound of the
// distance.
static inline float box_gaps_norm(float x, float y, float z)
{
    x = fmaxf(x, 0), y = fmaxf(y, 0), z = fmaxf(z, 0);
    return sqrtf(x * x + y * y + z * z);
}

// A lower bound of the distance of two boxes: across A's axes the distance of A's box from the box
// around B's; across B's faces the largest gap, or the same as for A where the map keeps right
// angles. Gaps err by eps, their norm by less than 2 eps.
static inline double box_distance_bound(const BoxFrames *f, const BoxPair *p)
{
    float t[3], a[3], b[3];
    box_centre_difference(f, p, t);
    for (int i = 0; i < 3; ++i) {
        a[i] = box_gap_a(f, p, t, i);
        b[i] = box_gap_b(f, p, t, i);
    }
    float across =
        f->right_angles ? box_gaps_norm(b[0], b[1], b[2]) : fmaxf(b[0], fmaxf(b[1], b[2]));
    float gap = fmaxf(box_gaps_norm(a[0], a[1], a[2]), across);
    return gap > 2 * f->eps ? (double)gap - 2 * (double)f->eps : 0;
}

#endif
