#include "core/motion/joint_grip.h"

#include "core/base/array.h"

#include <assert.h>

static bool no_memory(Error *err)
{
    return error_set(err, "not enough memory for joints");
}

static int32_t parent_of(const JointSet *set, const int32_t *joint_of, int32_t part)
{
    return joint_of[part] >= 0 ? set->joints[joint_of[part]].parent : -1;
}

// Up to the part by which what it is fixed to moves. -1: that is the ground.
static int32_t top_of(const JointSet *set, const int32_t *joint_of, int32_t part)
{
    while (part >= 0 && joint_of[part] >= 0 && set->joints[joint_of[part]].kind == JOINT_FIXED)
        part = set->joints[joint_of[part]].parent;
    return part;
}

static bool has_top_above(const JointSet *set, const int32_t *joint_of, const bool *tops,
                          int32_t part)
{
    for (part = parent_of(set, joint_of, part); part >= 0; part = parent_of(set, joint_of, part))
        if (tops[part])
            return true;
    return false;
}

// Marks the parts by which the hand moves, each without another one above it, and finds the joint.
static bool find_tops(const JointSet *set, const int32_t *joint_of, int32_t part_count,
                      const bool *taken, bool *tops, int32_t *joint, Error *err)
{
    int32_t count = 0;
    for (int32_t i = 0; i < part_count; ++i)
        tops[i] = false;
    for (int32_t i = 0; i < part_count; ++i) {
        int32_t top = taken[i] ? top_of(set, joint_of, i) : i;
        if (top < 0)
            return error_set(err, "it is fixed to the ground");
        tops[top] |= taken[i];
    }
    *joint = -1;
    for (int32_t i = 0; i < part_count; ++i) {
        if (!tops[i] || has_top_above(set, joint_of, tops, i))
            continue;
        ++count;
        if (count > 1 && (*joint >= 0 || joint_of[i] >= 0))
            return error_set(err, "parts on different joints cannot be moved together");
        *joint = joint_of[i];
    }
    return true;
}

// The hand's joint, and those that are coupled with it, become bodies.
static bool find_bodies(const JointSet *set, JointGrip *grip, int32_t *body_of_joint, Error *err)
{
    JointLink *links = array_alloc((size_t)set->count + 1, sizeof *links);
    bool ok = links ? joint_set_links(set, links, NULL, err) : no_memory(err);
    grip->hangs[0] = grip->joint;
    grip->ratio[0] = 1;
    grip->body_count = 1;
    for (int32_t i = 0; i < set->count; ++i)
        body_of_joint[i] = ok && i == grip->joint ? 0 : -1;
    for (int32_t i = 0; ok && grip->joint >= 0 && i < set->count; ++i) {
        if (i == grip->joint || links[i].root != links[grip->joint].root)
            continue;
        body_of_joint[i] = grip->body_count;
        grip->hangs[grip->body_count] = i;
        grip->ratio[grip->body_count++] = links[i].ratio / links[grip->joint].ratio;
    }
    mem_free(links);
    return ok;
}

// Each part moves with the nearest moved joint above it, or with the free hand that took it or what
// carries it.
static int32_t body_of(const JointSet *set, const int32_t *joint_of, const bool *tops,
                       const int32_t *body_of_joint, bool free, int32_t part)
{
    for (; part >= 0; part = parent_of(set, joint_of, part)) {
        if (free && tops[part])
            return 0;
        if (joint_of[part] >= 0 && body_of_joint[joint_of[part]] >= 0)
            return body_of_joint[joint_of[part]];
    }
    return -1;
}

bool joint_grip_make(const JointSet *set, int32_t part_count, const bool *taken, JointGrip *out,
                     Error *err)
{
    assert(set && taken && out);
    size_t parts = (size_t)part_count + 1, joints = (size_t)set->count + 1;
    *out = (JointGrip){.joint = -1,
                       .body_of = array_alloc(parts, sizeof *out->body_of),
                       .hangs = array_alloc(joints, sizeof *out->hangs),
                       .ratio = array_alloc(joints, sizeof *out->ratio),
                       .start = array_alloc(joints, sizeof *out->start)};
    int32_t *joint_of = array_alloc(parts, sizeof *joint_of);
    int32_t *body_of_joint = array_alloc(joints, sizeof *body_of_joint);
    bool *tops = array_alloc(parts, sizeof *tops);
    bool ok = (out->body_of && out->hangs && out->ratio && out->start && joint_of &&
               body_of_joint && tops) ||
              no_memory(err);
    if (ok) {
        joint_set_parents(set, part_count, joint_of);
        ok = find_tops(set, joint_of, part_count, taken, tops, &out->joint, err) &&
             find_bodies(set, out, body_of_joint, err);
    }
    for (int32_t i = 0; ok && i < part_count; ++i)
        out->body_of[i] = body_of(set, joint_of, tops, body_of_joint, out->joint < 0, i);
    mem_free(joint_of);
    mem_free(body_of_joint);
    mem_free(tops);
    if (!ok)
        joint_grip_free(out);
    return ok;
}

void joint_grip_free(JointGrip *grip)
{
    mem_free(grip->body_of);
    mem_free(grip->hangs);
    mem_free(grip->ratio);
    mem_free(grip->start);
    *grip = (JointGrip){.joint = -1};
}
