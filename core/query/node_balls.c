#include "core/query/node_balls.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/rounding.h"

#include <assert.h>

void node_balls_free(NodeBalls *balls)
{
    mem_free(balls->balls);
    mem_free(balls->levels);
    mem_free(balls->above);
    *balls = (NodeBalls){0};
}

static Box3d box_below(const Bvh *bvh, NodeLinks links, const Box3d *boxes)
{
    Box3d box = box3d_empty();
    for (uint32_t i = 0; i < links.count; ++i) {
        if (links.leaf) {
            Triangle t = mesh_triangle(bvh->mesh, bvh->slots[links.first + i]);
            for (int c = 0; c < 3; ++c)
                box = box3d_including(box, t.p[c]);
        } else {
            const Box3d *child = &boxes[links.first + i];
            box.lo = vec3d_min(box.lo, child->lo);
            box.hi = vec3d_max(box.hi, child->hi);
        }
    }
    return box;
}

static NodeBall ball_around(const Box3d *box)
{
    NodeBall ball = {.radius = -1};
    if (!(box->lo.x <= box->hi.x))
        return ball;
    Vec3d reach;
    for (int k = 0; k < 3; ++k) {
        ball.centre[k] = (float)(0.5 * (box->lo.v[k] + box->hi.v[k]));
        double centre = (double)ball.centre[k];
        reach.v[k] = fmax(box->hi.v[k] - centre, centre - box->lo.v[k]);
    }
    ball.radius = float_above(vec3d_length(reach) * (1 + 1e-15));
    return ball;
}

// Children come after their parents: levels in one pass forward, boxes in one pass back.
bool node_balls_make(NodeBalls *balls, const Bvh *bvh)
{
    assert(balls && bvh);
    uint32_t n = bvh->node_count;
    *balls = (NodeBalls){.count = n, .mesh_version = bvh->mesh_version};
    balls->balls = array_alloc(n, sizeof *balls->balls);
    balls->levels = array_alloc(n, sizeof *balls->levels);
    balls->above = array_alloc(n, sizeof *balls->above);
    Box3d *boxes = array_alloc(n, sizeof *boxes);
    if (!balls->balls || !balls->levels || !balls->above || !boxes) {
        mem_free(boxes);
        node_balls_free(balls);
        return false;
    }
    for (NodeId i = 0; i < n; ++i) {
        NodeLinks links = bvh->type->links(bvh, i);
        if (i == 0)
            balls->levels[0] = 0, balls->above[0] = BVH_NO_NODE;
        for (uint32_t k = 0; !links.leaf && k < links.count; ++k) {
            balls->levels[links.first + k] = (uint16_t)(balls->levels[i] + 1);
            balls->above[links.first + k] = i;
        }
    }
    for (NodeId i = n; i-- > 0;) {
        boxes[i] = box_below(bvh, bvh->type->links(bvh, i), boxes);
        balls->balls[i] = ball_around(&boxes[i]);
    }
    mem_free(boxes);
    return true;
}
