// Joints with each other: who hangs on whom, and who follows whom.
#include "core/motion/joint.h"

#include "core/base/array.h"

#include <assert.h>

#define SAME_RATIO 1e-9  // of the ratio
#define SAME_OFFSET 1e-6 // of a radian or of a length: what a chain of measured ones may add up to

static void name(int32_t at[2], int32_t first, int32_t second)
{
    if (at)
        at[0] = first, at[1] = second;
}

void joint_set_parents(const JointSet *set, int32_t part_count, int32_t *joint_of)
{
    for (int32_t i = 0; i < part_count; ++i)
        joint_of[i] = -1;
    for (int32_t i = 0; i < set->count; ++i)
        joint_of[set->joints[i].child] = i;
}

// --- who hangs on whom

static bool hang_once(const JointSet *set, int32_t *joint_of, int32_t at[2], Error *err)
{
    for (int32_t i = 0; i < set->count; ++i) {
        int32_t *mine = &joint_of[set->joints[i].child];
        if (*mine != i && *mine >= 0) {
            name(at, i, *mine);
            return error_set(err, "joints %d and %d have the same child: a part hangs on one",
                             i + 1, *mine + 1);
        }
    }
    return true;
}

// Up from each part to the ground. seen: by which walk, so that no way is walked twice.
static bool hang_on_ground(const JointSet *set, const int32_t *joint_of, int32_t *seen,
                           int32_t part_count, int32_t at[2], Error *err)
{
    for (int32_t i = 0; i < part_count; ++i)
        seen[i] = -1;
    for (int32_t i = 0; i < set->count; ++i) {
        int32_t part = set->joints[i].child, last = i;
        while (part >= 0 && seen[part] < 0) {
            seen[part] = i;
            if (joint_of[part] >= 0)
                last = joint_of[part];
            part = joint_of[part] >= 0 ? set->joints[joint_of[part]].parent : -1;
        }
        if (part >= 0 && seen[part] == i) {
            name(at, last, joint_of[part]);
            return error_set(err, "joints %d and %d hang on each other in a circle",
                             joint_of[part] + 1, last + 1);
        }
    }
    return true;
}

static bool hanging_check(const JointSet *set, int32_t part_count, int32_t at[2], Error *err)
{
    int32_t *joint_of = array_alloc((size_t)part_count + 1, sizeof *joint_of);
    int32_t *seen = array_alloc((size_t)part_count + 1, sizeof *seen);
    bool ok = joint_of && seen;
    if (!ok)
        error_set(err, "not enough memory for joints");
    if (ok) {
        joint_set_parents(set, part_count, joint_of);
        ok = hang_once(set, joint_of, at, err) &&
             hang_on_ground(set, joint_of, seen, part_count, at, err);
    }
    mem_free(joint_of);
    mem_free(seen);
    return ok;
}

// --- who follows whom

static bool coupling_check(const JointSet *set, const JointCoupling *coupling, Error *err)
{
    for (int k = 0; k < 2; ++k) {
        int32_t j = coupling->joint[k];
        if (j < 0 || j >= set->count)
            return error_set(err, "a coupling names joint %d, and there is none", j + 1);
        if (joint_main(set->joints[j].kind) < 0)
            return error_set(err, "joint %d is fixed: it can neither lead nor follow", j + 1);
    }
    if (coupling->joint[0] == coupling->joint[1])
        return error_set(err, "joint %d is coupled with itself", coupling->joint[0] + 1);
    if (!isfinite(coupling->ratio) || coupling->ratio == 0 || !isfinite(coupling->offset))
        return error_set(err, "the ratio of joints %d and %d must be a number other than 0",
                         coupling->joint[0] + 1, coupling->joint[1] + 1);
    return true;
}

// What a joint is of its root, with the ways of all that were asked shortened.
static JointLink link_of(JointLink *links, int32_t joint)
{
    JointLink found = {joint, 1, 0};
    while (links[found.root].root != found.root) {
        const JointLink *up = &links[found.root];
        found =
            (JointLink){up->root, found.ratio * up->ratio, found.ratio * up->offset + found.offset};
    }
    return links[joint] = found;
}

// x_b = ratio x_a + offset joins the roots of the two; where they have one root already it must say the
// same.
static bool join(JointLink *links, const JointCoupling *c)
{
    JointLink a = link_of(links, c->joint[0]), b = link_of(links, c->joint[1]);
    double ratio = c->ratio * a.ratio, offset = c->ratio * a.offset + c->offset;
    if (a.root == b.root)
        return fabs(ratio - b.ratio) <= SAME_RATIO * fabs(b.ratio) &&
               fabs(offset - b.offset) <= SAME_OFFSET * (1 + fabs(offset) + fabs(b.offset));
    JointLink joined = {a.root, ratio / b.ratio, (offset - b.offset) / b.ratio};
    if (!isfinite(joined.ratio) || joined.ratio == 0 || !isfinite(joined.offset))
        return false;
    links[b.root] = joined;
    return true;
}

bool joint_set_links(const JointSet *set, JointLink *links, int32_t at[2], Error *err)
{
    assert(set && links);
    name(at, -1, -1);
    for (int32_t i = 0; i < set->count; ++i)
        links[i] = (JointLink){i, 1, 0};
    for (int32_t i = 0; i < set->coupling_count; ++i) {
        const JointCoupling *c = &set->couplings[i];
        name(at, c->joint[0], c->joint[1]);
        if (!coupling_check(set, c, err))
            return false;
        if (!join(links, c))
            return error_set(err, "the ratio of joints %d and %d contradicts the other couplings",
                             c->joint[0] + 1, c->joint[1] + 1);
    }
    name(at, -1, -1);
    for (int32_t i = 0; i < set->count; ++i)
        link_of(links, i);
    return true;
}

bool joint_set_check(const JointSet *set, int32_t part_count, int32_t at[2], Error *err)
{
    assert(set && part_count >= 0);
    Error why = {""};
    for (int32_t i = 0; i < set->count; ++i) {
        name(at, i, -1);
        if (!joint_check(&set->joints[i], part_count, &why))
            return error_set(err, "joint %d: %s", i + 1, why.text);
    }
    name(at, -1, -1);
    if (!hanging_check(set, part_count, at, err))
        return false;
    JointLink *links = array_alloc((size_t)set->count + 1, sizeof *links);
    if (!links)
        return error_set(err, "not enough memory for joints");
    bool ok = joint_set_links(set, links, at, err);
    mem_free(links);
    return ok;
}
