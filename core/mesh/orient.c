#include "core/mesh/orient.h"

#include "core/base/array.h"
#include "core/mesh/sides.h"

#include <assert.h>

enum { UNSEEN, KEEP, TURN };

typedef struct Turning {
    Mesh *mesh;
    int32_t *next;  // rings of sides, two in each
    int8_t *mark;   // per triangle
    int32_t *queue; // triangles of a piece
} Turning;

static bool all_edges_join_two(const Turning *turning)
{
    for (int32_t side = 0; side < 3 * turning->mesh->triangle_count; ++side) {
        int32_t twin = turning->next[side];
        if (twin < 0 || twin == side || turning->next[twin] != side)
            return false;
    }
    return true;
}

static double volume_below(const Mesh *mesh, int32_t triangle, Vec3d from)
{
    Triangle t = mesh_triangle(mesh, triangle);
    Vec3d a = vec3d_sub(t.p[0], from), b = vec3d_sub(t.p[1], from), c = vec3d_sub(t.p[2], from);
    return vec3d_dot(a, vec3d_cross(b, c)) / 6;
}

// Marks the piece that `seed` belongs to and returns its size. `queue` holds its triangles then.
static int32_t mark_piece(const Turning *turning, int32_t seed)
{
    int32_t count = 0;
    turning->queue[count++] = seed;
    turning->mark[seed] = KEEP;
    for (int32_t i = 0; i < 3 * count; ++i) {
        int32_t side = 3 * turning->queue[i / 3] + i % 3, twin = turning->next[side];
        if (turning->mark[twin / 3] != UNSEEN)
            continue;
        bool agrees = side_vertex(turning->mesh, side) != side_vertex(turning->mesh, twin);
        bool keep = (turning->mark[side / 3] == KEEP) == agrees;
        turning->mark[twin / 3] = keep ? KEEP : TURN;
        turning->queue[count++] = twin / 3;
    }
    return count;
}

static void turn_pieces(const Turning *turning)
{
    Mesh *mesh = turning->mesh;
    for (int32_t seed = 0; seed < mesh->triangle_count; ++seed) {
        if (turning->mark[seed] != UNSEEN)
            continue;
        int32_t count = mark_piece(turning, seed);
        Vec3d near = mesh->vertices[mesh->triangles[seed][0]];
        double volume = 0;
        for (int32_t i = 0; i < count; ++i) {
            double below = volume_below(mesh, turning->queue[i], near);
            volume += turning->mark[turning->queue[i]] == KEEP ? below : -below;
        }
        for (int32_t i = 0; i < count; ++i) {
            int32_t *t = mesh->triangles[turning->queue[i]];
            if ((turning->mark[turning->queue[i]] == TURN) != (volume < 0)) {
                int32_t swap = t[1];
                t[1] = t[2];
                t[2] = swap;
            }
        }
    }
}

bool mesh_turn_outwards(Mesh *mesh)
{
    assert(mesh);
    size_t count = (size_t)mesh->triangle_count;
    Turning turning = {.mesh = mesh,
                       .next = array_alloc(3 * count, sizeof *turning.next),
                       .mark = array_alloc(count, sizeof *turning.mark),
                       .queue = array_alloc(count, sizeof *turning.queue)};
    bool ok = turning.next && turning.mark && turning.queue &&
              sides_link(mesh, NULL, turning.next, NULL) && all_edges_join_two(&turning);
    if (ok) {
        memset(turning.mark, UNSEEN, count);
        turn_pieces(&turning);
    }
    mem_free(turning.next);
    mem_free(turning.mark);
    mem_free(turning.queue);
    return ok;
}
