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

void fit_extremals(const FitPoints *points, Extremals *e)
{
    if (points->once) {
        extremals_of(e, points->once, points->count);
        return;
    }
    extremals_begin(e);
    for (int32_t i = 0; i < points->count; ++i)
        extremals_add(e, fit_point(points, i), i);
}

// What is so near lies clearly within the ball, and within all that it grows to.
static double clearly_within(const Ball *ball)
{
    double most = ball->radius * (1 - 1e-9);
    return most * most;
}

static inline double square_between(Vec3d p, Vec3d q)
{
    Vec3d d = vec3d_sub(p, q);
    return vec3d_dot(d, d);
}

// Nothing to grow to, in whatever order and however often the points come.
static bool holds_all(const Ball *ball, const FitPoints *points)
{
    double near = clearly_within(ball), most = 0;
    for (int32_t i = 0; i < points->count; ++i) {
        double here = square_between(points->once[i], ball->centre);
        most = here > most ? here : most;
    }
    for (int32_t i = 0; !(most < near) && i < points->count; ++i)
        if (!(square_between(points->once[i], ball->centre) < near) &&
            !ball_holds(ball, points->once[i]))
            return false;
    return true;
}

void fit_grow_ball(const FitPoints *points, Ball *ball)
{
    const FitItems *items = points->items;
    if (points->once && holds_all(ball, points))
        return;
    double near = clearly_within(ball);
    for (int32_t i = 0; i < items->count; ++i) {
        Vec3d p[3];
        fit_triangle(items, i, p);
        if (square_between(p[0], ball->centre) < near &&
            square_between(p[1], ball->centre) < near && square_between(p[2], ball->centre) < near)
            continue;
        for (int k = 0; k < 3; ++k)
            ball_grow(ball, p[k]);
        near = clearly_within(ball);
    }
}

// The farthest point decides, as ball_radius_about finds it.
double fit_radius_about(const FitPoints *points, Vec3d centre)
{
    double most = 0;
    for (int32_t i = 0; i < points->count; ++i) {
        double here = square_between(fit_point(points, i), centre);
        most = here > most ? here : most;
    }
    return ball_radius_of_square(most);
}
