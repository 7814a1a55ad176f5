// A depth where the other part has no inside: how far the surface goes on beyond the triangles it
// crosses.
#include "core/meaning/depth.h"

#include "core/base/array.h"
#include "core/base/memory.h"

typedef struct Flood {
    DepthSearch *search;
    int32_t *queue;
    int8_t *seen; // per triangle and side, bits
    size_t count, capacity;
    double deepest[2]; // behind the nearest triangles, and before them
    Vec3d at[2];
} Flood;

static bool push(Flood *flood, int32_t triangle)
{
    if (!array_reserve(&flood->queue, &flood->capacity, flood->count + 1, sizeof *flood->queue))
        return false;
    flood->queue[flood->count++] = triangle;
    return true;
}

// Height over the plane of the nearest triangle, as a distance with a sign; 0 beside the border of
// the open surface, where there is neither behind nor before.
static double height_at(DepthSearch *search, Vec3d p, int32_t *hint)
{
    Nearest nearest = solid_nearest(search->solid, p, INFINITY, *hint);
    --search->samples;
    *hint = nearest.triangle;
    if (nearest.triangle < 0)
        return 0;
    Triangle t = placed_solid_triangle(search->solid, nearest.triangle);
    Vec3d n = triangle_normal(&t);
    Vec3d from = vec3d_sub(p, nearest.foot);
    double height = vec3d_dot(n, from);
    return height < 0 ? -nearest.distance : height > 0 ? nearest.distance : 0;
}

// One side (0: behind, 1: before), from the triangles in contact over neighbours with corners on
// that side.
static bool flood_side(Flood *flood, int side)
{
    DepthSearch *search = flood->search;
    const Solid *solid = search->surface->solid;
    int32_t hint = -1;
    for (size_t next = 0; next < flood->count; ++next) {
        if ((next & 31) == 0 && job_cancelled(search->job))
            return false;
        if (search->samples <= 0)
            return true;
        int32_t triangle = flood->queue[next];
        Triangle t = placed_solid_triangle(search->surface, triangle);
        double height[3];
        for (int k = 0; k < 3; ++k) {
            height[k] = height_at(search, t.p[k], &hint) * (side == 0 ? -1 : 1);
            if (height[k] > flood->deepest[side]) {
                flood->deepest[side] = height[k];
                flood->at[side] = t.p[k];
            }
        }
        for (int k = 0; k < 3; ++k) {
            int32_t other = triangle_neighbour(solid->topology, triangle, k);
            if (other < 0 || flood->seen[other] >> side & 1 ||
                (height[k] <= 0 && height[(k + 1) % 3] <= 0))
                continue;
            flood->seen[other] = (int8_t)(flood->seen[other] | 1 << side);
            if (!push(flood, other))
                return false;
        }
    }
    return true;
}

bool depth_estimate(DepthSearch *search, const int32_t *triangles, const int32_t *place_of,
                    size_t count)
{
    const Solid *solid = search->surface->solid;
    size_t triangle_count = (size_t)solid->mesh->triangle_count;
    Flood flood = {.search = search, .seen = mem_calloc(triangle_count + 1, 1)};
    bool ok = flood.seen;
    for (size_t place = 0; ok && place < search->place_count; ++place) {
        memset(flood.seen, 0, triangle_count);
        flood.deepest[0] = flood.deepest[1] = 0;
        for (int side = 0; ok && side < 2; ++side) {
            flood.count = 0;
            for (size_t i = 0; ok && i < count; ++i) {
                if ((size_t)place_of[i] != place || flood.seen[triangles[i]] >> side & 1)
                    continue;
                flood.seen[triangles[i]] = (int8_t)(flood.seen[triangles[i]] | 1 << side);
                ok = push(&flood, triangles[i]);
            }
            ok = ok && flood_side(&flood, side);
        }
        int side = flood.deepest[0] <= flood.deepest[1] ? 0 : 1;
        depth_note(search, place, flood.deepest[side], flood.at[side]);
    }
    mem_free(flood.queue);
    mem_free(flood.seen);
    return ok;
}
