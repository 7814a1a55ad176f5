#include "core/motion/room.h"

#include "core/base/array.h"
#include "core/motion/advance.h"

#include <math.h>

enum { BODY, GROUND };

static MotionBody body_of(const RoomDesc *desc, const Affine *rest)
{
    MotionBody body = {.pose = rigid_pose_at(desc->pivot),
                       .step = desc->step,
                       .reach = rigid_reach(desc->body.tree->mesh, rest)};
    double angle = vec3d_length(desc->step.turn);
    if (angle > 0) {
        body.axis = vec3d_scale(desc->step.turn, 1 / angle);
        body.arm = rigid_arm(desc->body.tree->mesh, rest, body.axis);
    }
    return body;
}

bool room_find(const RoomDesc *desc, Room *out, Error *err)
{
    *out = (Room){.share = 1, .blocker = -1};
    if (desc->other_count == 0)
        return true;
    MotionPair *pairs = array_alloc((size_t)desc->other_count, sizeof *pairs);
    if (!pairs)
        return error_set(err, "not enough memory to look for room");
    Affine rest = rigid_rest(&desc->body.placement, desc->pivot);
    MotionBody bodies[2] = {body_of(desc, &rest), {.pose = rigid_pose_at(desc->pivot)}};
    for (int32_t i = 0; i < desc->other_count; ++i) {
        const RoomBody *other = &desc->others[i];
        pairs[i] = (MotionPair){
            .body = {BODY, GROUND},
            .tree = {desc->body.tree, other->tree},
            .rest = {rest, rigid_rest(&other->placement, desc->pivot)},
        };
        bodies[GROUND].reach =
            fmax(bodies[GROUND].reach, rigid_reach(other->tree->mesh, &pairs[i].rest[1]));
    }
    MotionScene scene = {
        .bodies = bodies, .body_count = 2, .pairs = pairs, .pair_count = desc->other_count};
    NearList list = {0};
    AdvanceDesc how = {.stand_off = desc->stand_off, .budget = &(Budget){.job = desc->job}};
    Advance gone = advance(&scene, &list, &how, err);
    near_list_free(&list);
    mem_free(pairs);
    if (gone.end == ADVANCE_BLOCKED)
        *out = (Room){gone.fraction, gone.blocker, gone.place};
    return gone.end == ADVANCE_ARRIVED || gone.end == ADVANCE_BLOCKED;
}
