// Turning an oriented box about its shortest axis until its area is least. Principal axes find the
// normal of a piece of surface well, but of one that is about as long as wide they say nothing of how to
// lie in it.
#include "core/base/simd.h"
#include "core/tree/bv/obb/obb_fit.h"

enum { TURNS = 16, SAMPLES = 64 }; // of a right angle; triangles that are looked at

// Ends along the directions of all turns, and at right angles to them.
typedef struct TurnEnds {
    Float4 lo[2 * TURNS / 4], hi[2 * TURNS / 4];
} TurnEnds;

static void turn_directions(Float4 x[2 * TURNS / 4], Float4 y[2 * TURNS / 4])
{
    static const float cosine[TURNS + 1] = {1,
                                            0.995184727f,
                                            0.980785280f,
                                            0.956940336f,
                                            0.923879533f,
                                            0.881921264f,
                                            0.831469612f,
                                            0.773010453f,
                                            0.707106781f,
                                            0.634393284f,
                                            0.555570233f,
                                            0.471396737f,
                                            0.382683432f,
                                            0.290284677f,
                                            0.195090322f,
                                            0.0980171403f,
                                            0};
    for (int k = 0; k < TURNS; ++k) {
        float c = cosine[k], s = cosine[TURNS - k];
        x[k / 4][k % 4] = c, y[k / 4][k % 4] = s;
        x[(TURNS + k) / 4][k % 4] = -s, y[(TURNS + k) / 4][k % 4] = c;
    }
}

static void ends_add(TurnEnds *ends, const Float4 *x, const Float4 *y, float u, float v)
{
    for (int k = 0; k < 2 * TURNS / 4; ++k) {
        Float4 at = x[k] * u + y[k] * v;
        ends->lo[k] = float4_min(ends->lo[k], at);
        ends->hi[k] = float4_max(ends->hi[k], at);
    }
}

// The turn of least area; 0: as it is.
static int best_turn(const TurnEnds *ends, float thickness)
{
    int best = 0;
    float least = INFINITY;
    for (int k = 0; k < TURNS; ++k) {
        int at = k / 4, lane = k % 4, right = at + TURNS / 4;
        float a = ends->hi[at][lane] - ends->lo[at][lane];
        float b = ends->hi[right][lane] - ends->lo[right][lane];
        float area = a * b + thickness * (a + b);
        if (area < least) {
            least = area;
            best = k;
        }
    }
    return best;
}

void obb_turn(ObbVolume *box, const Mesh *mesh, const int32_t *items, int32_t count)
{
    int thin = box->half[1] < box->half[0] ? 1 : 0;
    thin = box->half[2] < box->half[thin] ? 2 : thin;
    // Orthonormal again, so that what is rounded afterwards is no less so than it was.
    Vec3d n = vec3d_normalised(vec3d_from_floats(box->axis[thin]));
    Vec3d u = vec3d_from_floats(box->axis[(thin + 1) % 3]);
    u = vec3d_normalised(vec3d_sub(u, vec3d_scale(n, vec3d_dot(n, u))));
    Vec3d v = vec3d_cross(n, u), centre = vec3d_from_floats(box->centre);
    Float4 x[2 * TURNS / 4], y[2 * TURNS / 4];
    TurnEnds ends;
    turn_directions(x, y);
    for (int k = 0; k < 2 * TURNS / 4; ++k) {
        ends.lo[k] = (Float4){INFINITY, INFINITY, INFINITY, INFINITY};
        ends.hi[k] = -ends.lo[k];
    }
    for (int s = 0; s < SAMPLES && s < count; ++s) {
        int32_t item = count <= SAMPLES ? s : (int32_t)((int64_t)s * count / SAMPLES);
        Triangle t = mesh_triangle(mesh, items[item]);
        for (int c = 0; c < 3; ++c) {
            Vec3d p = vec3d_sub(t.p[c], centre);
            ends_add(&ends, x, y, (float)vec3d_dot(p, u), (float)vec3d_dot(p, v));
        }
    }
    int turn = best_turn(&ends, 2 * box->half[thin]);
    if (turn == 0)
        return;
    double c = (double)x[turn / 4][turn % 4], s = (double)y[turn / 4][turn % 4];
    double length = sqrt(c * c + s * s);
    ObbVolume turned = *box;
    for (int i = 0; i < 3; ++i) {
        turned.axis[(thin + 1) % 3][i] = (float)((c * u.v[i] + s * v.v[i]) / length);
        turned.axis[(thin + 2) % 3][i] = (float)((c * v.v[i] - s * u.v[i]) / length);
        turned.axis[thin][i] = (float)n.v[i];
    }
    obb_enclose(&turned, mesh, items, count);
    if (obb_area(&turned) < obb_area(box))
        *box = turned;
}

static void swap_axes(ObbVolume *box, int i, int j)
{
    float axis[3], half = box->half[i];
    memcpy(axis, box->axis[i], sizeof axis);
    memcpy(box->axis[i], box->axis[j], sizeof axis);
    memcpy(box->axis[j], axis, sizeof axis);
    box->half[i] = box->half[j];
    box->half[j] = half;
}

void obb_order(ObbVolume *box)
{
    static const int pairs[3][2] = {{0, 1}, {1, 2}, {0, 1}};
    for (int k = 0; k < 3; ++k)
        if (box->half[pairs[k][0]] < box->half[pairs[k][1]])
            swap_axes(box, pairs[k][0], pairs[k][1]);
}
