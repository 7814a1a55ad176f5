// The points that a volume is fitted to: every corner of the triangles, or each point once where there
// is room for a list. A point stands in some six triangles, and most of what is done with points does
// not ask how often they come.
#ifndef SNUG_CORE_TREE_FIT_POINTS_H
#define SNUG_CORE_TREE_FIT_POINTS_H

#include "core/shape/dop26.h"
#include "core/shape/min_ball.h"
#include "core/tree/fit.h"

// Of one thread, for one mesh.
typedef struct FitRoom {
    uint32_t *seen; // per vertex: the number of the list that it was put into last
    uint32_t list;
    Vec3d *points;
} FitRoom;
// most: triangles in a node. False: memory ran short, and there is nothing to free.
bool fit_room_init(FitRoom *room, const Mesh *mesh, int32_t most);
void fit_room_free(FitRoom *room);

typedef struct FitPoints {
    const FitItems *items;
    const Vec3d *once; // each once, in the order in which they first come; NULL: by corners
    int32_t count;
} FitPoints;
// Until the same room is used for another node.
FitPoints fit_points(const FitItems *items);

static inline Vec3d fit_point(const FitPoints *points, int32_t i)
{
    return points->once ? points->once[i] : fit_corner(points->items, i);
}

void fit_extremals(const FitPoints *points, Extremals *e);
// To all corners one after the other, as often as they come.
void fit_grow_ball(const FitPoints *points, Ball *ball);
// As ball_radius_about.
double fit_radius_about(const FitPoints *points, Vec3d centre);

#endif
