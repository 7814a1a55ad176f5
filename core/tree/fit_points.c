#include "core/tree/fit_points.h"

#include "core/base/array.h"

bool fit_room_init(FitRoom *room, const Mesh *mesh, int32_t most)
{
    int64_t corners = 3 * (int64_t)most, points = mesh->vertex_count;
    *room = (FitRoom){.seen = mem_calloc((size_t)points + 1, sizeof *room->seen),
                      .points = array_alloc((size_t)(corners < points ? corners : points) + 1,
                                            sizeof *room->points)};
    if (room->seen && room->points)
        return true;
    fit_room_free(room);
    return false;
}

void fit_room_free(FitRoom *room)
{
    mem_free(room->seen);
    mem_free(room->points);
    *room = (FitRoom){0};
}

FitPoints fit_points(const FitItems *items)
{
    FitRoom *room = items->room;
    if (!room)
        return (FitPoints){items, NULL, 3 * items->count};
    const Vec3d *vertices = items->mesh->vertices;
    uint32_t list = ++room->list; // of fewer than 2^32 nodes
    int32_t count = 0;
    for (int32_t i = 0; i < items->count; ++i) {
        const int32_t *corners = items->mesh->triangles[items->items[i]];
        for (int k = 0; k < 3; ++k) {
            uint32_t *seen = &room->seen[corners[k]];
            room->points[count] = vertices[corners[k]]; // written over if it is there already
            count += *seen != list;
            *seen = list;
        }
    }
    return (FitPoints){items, room->points, count};
}

// What lies clearly within the ball when it first comes does so whenever it comes again.
static bool holds_clearly(const Ball *ball, const FitPoints *points)
{
    double most = ball->radius * (1 - 1e-9), square = most * most;
    for (int32_t i = 0; i < points->count; ++i) {
        Vec3d d = vec3d_sub(points->once[i], ball->centre);
        if (!(vec3d_dot(d, d) < square))
            return false;
    }
    return true;
}

void fit_grow_ball(const FitPoints *points, Ball *ball)
{
    const FitItems *items = points->items;
    if (points->once && holds_clearly(ball, points))
        return;
    for (int32_t i = 0; i < items->count; ++i) {
        Vec3d p[3];
        fit_triangle(items, i, p);
        for (int k = 0; k < 3; ++k)
            ball_grow(ball, p[k]);
    }
}

// Roots and rounding up keep the order of numbers: the radius about the farthest point is the largest.
double fit_radius_about(const FitPoints *points, Vec3d centre)
{
    double most = 0;
    Vec3d farthest = centre;
    for (int32_t i = 0; i < points->count; ++i) {
        Vec3d p = fit_point(points, i), d = vec3d_sub(p, centre);
        double square = vec3d_dot(d, d);
        farthest = square > most ? p : farthest;
        most = square > most ? square : most;
    }
    return ball_radius_about(centre, &farthest, 1);
}
