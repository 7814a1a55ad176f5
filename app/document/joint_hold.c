#include "app/document/joint_hold.h"

#include "app/document/rigid_joints.h"
#include "core/base/array.h"
#include "core/mesh/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDING 1e-14
#define WISH 1e-6      // less than that is not asked for: a hand that rests
#define SAME_TURN 1e-9 // of axes of length 1: the motion is a shift

// --- the work

typedef struct Holding {
    Document *document;
    const JointGuard *before;
    RigidJoints whole;
    JointSet set; // of it
    PartMiddleFn *middle;
    void *user;
    JointOutcome *out;
    int32_t *joint_of;       // per part
    int32_t *order;          // joints, parents before children
    int32_t *depth;          // per joint: how many it hangs on
    Affine *placements;      // per part: where it goes
    bool *wished;            // per part that others are fixed to: it is to go ...
    Affine *wishes;          // ... there
    bool *driven;            // per joint: the action moves it
    JointCoordinates *wants; // per joint
} Holding;

static bool is_before(const Holding *h, int32_t part)
{
    return affine_equal(&h->document->parts[part].placement, &h->before->placements[part]);
}

static bool same_frame(const JointFrame *a, const JointFrame *b)
{
    double turned = vec3d_distance(a->axis, b->axis) + vec3d_distance(a->side, b->side);
    return !(vec3d_distance(a->origin, b->origin) + turned > 0);
}

// Its joint was made, or made anew, where it stands now.
static bool is_newly_jointed(const Holding *h, int32_t part)
{
    if (h->joint_of[part] == NO_JOINT)
        return false;
    int32_t before = joint_list_find(h->before->joints, part), now = h->joint_of[part];
    if (now >= h->whole.own)
        return false;
    return before == NO_JOINT || !same_frame(&h->before->joints->joints[before].frame[1],
                                             &h->document->joints->joints[now].frame[1]);
}

// The part by which it is moved, through what it is fixed to.
static int32_t root_of(const Holding *h, int32_t part)
{
    int32_t joint = h->joint_of[part];
    while (joint != NO_JOINT && h->set.joints[joint].kind == JOINT_FIXED &&
           h->set.joints[joint].parent != JOINT_GROUND) {
        part = h->set.joints[joint].parent;
        joint = h->joint_of[part];
    }
    return part;
}

static const Affine *parent_of(const Holding *h, const Joint *joint)
{
    return joint->parent == JOINT_GROUND ? NULL : &h->placements[joint->parent];
}

static int32_t depth_of(const Holding *h, int32_t joint)
{
    int32_t depth = 0;
    for (int32_t parent = h->set.joints[joint].parent; parent != JOINT_GROUND; ++depth) {
        int32_t above = h->joint_of[parent];
        parent = above == NO_JOINT ? JOINT_GROUND : h->set.joints[above].parent;
    }
    return depth;
}

static void sort_joints(Holding *h)
{
    int32_t placed = 0;
    for (int32_t i = 0; i < h->set.count; ++i)
        h->depth[i] = depth_of(h, i);
    for (int32_t depth = 0; placed < h->set.count; ++depth)
        for (int32_t i = 0; i < h->set.count; ++i)
            if (h->depth[i] == depth)
                h->order[placed++] = i;
}

// What is fixed to another part passes on what it was meant to do; where several say something, the
// selected one does, or else the first.
static void collect_wishes(Holding *h)
{
    Document *document = h->document;
    for (int32_t i = 0; i < h->before->count; ++i) {
        if (is_before(h, i) || is_newly_jointed(h, i))
            continue;
        int32_t root = root_of(h, i);
        if (h->wished[root] && i != document->selected)
            continue;
        const Affine *now = &document->parts[i].placement;
        Affine back, motion;
        if (i == root) {
            h->wishes[root] = *now;
        } else {
            if (!affine_invert(&h->before->placements[i], &back))
                continue;
            motion = affine_compose(now, &back);
            // What makes the one part larger does not do so with what it is fixed to.
            if (!(fabs(affine_determinant(&motion) - 1) < 1e-6))
                continue;
            h->wishes[root] = affine_compose(&motion, &h->before->placements[root]);
        }
        h->wished[root] = true;
    }
}

static bool only_shifts(const Affine *from, const Affine *to)
{
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k)
            if (!(fabs(from->m[i][k] - to->m[i][k]) <= SAME_TURN))
                return false;
    return true;
}

static bool same_coordinates(JointCoordinates a, JointCoordinates b)
{
    return a.turn == b.turn && a.shift == b.shift;
}

// The coordinates that come nearest to a wished placement.
static bool wanted(const Holding *h, int32_t index, const Affine *wish, JointCoordinates *out)
{
    const Joint *joint = &h->set.joints[index];
    const PartState *part = &h->document->parts[joint->child];
    JointCoordinates last = h->before->at[joint->child];
    Affine now;
    if (!joint_coordinates(joint, parent_of(h, joint), wish, part->joint, out) ||
        !joint_placement(joint, parent_of(h, joint), wish, last, &now))
        return false;
    // What turns about an axis cannot be shifted across it: it turns towards where it is wanted, unless
    // it was said how far it is to be turned.
    bool turns_only = (joint->kind == JOINT_HINGE || joint->kind == JOINT_SCREW) &&
                      same_coordinates(part->joint, last);
    if (turns_only && only_shifts(&now, wish)) {
        Vec3d point = h->middle ? h->middle(h->user, joint->child) : vec3d(0, 0, 0);
        return joint_follow(joint, parent_of(h, joint), last, affine_apply(&now, point),
                            affine_apply(wish, point), out);
    }
    return true;
}

// But for rounding.
static bool nearly_there(const Affine *a, const Affine *b, double slack)
{
    double size = 1 + vec3d_length(a->p);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 4; ++k) {
            double off = k < 3 ? a->m[i][k] - b->m[i][k] : (a->p.v[i] - b->p.v[i]) / size;
            if (!(fabs(off) <= slack))
                return false;
        }
    return true;
}

// Parents first: where the child of this joint goes at these coordinates. What nothing moves keeps its
// placement to the bit.
static bool place(Holding *h, int32_t index, JointCoordinates at)
{
    const Joint *joint = &h->set.joints[index];
    int32_t child = joint->child;
    bool rests =
        is_before(h, child) && same_coordinates(at, h->before->at[child]) &&
        (joint->parent == JOINT_GROUND ||
         affine_equal(&h->placements[joint->parent], &h->before->placements[joint->parent]));
    if (rests) {
        h->placements[child] = h->before->placements[child];
        return true;
    }
    if (!joint_placement(joint, parent_of(h, joint), &h->document->parts[child].placement, at,
                         &h->placements[child])) {
        h->out->lost = child;
        return false;
    }
    if (nearly_there(&h->placements[child], &h->before->placements[child], ROUNDING))
        h->placements[child] = h->before->placements[child];
    return true;
}

static bool place_all(Holding *h)
{
    for (int32_t i = 0; i < h->set.count; ++i)
        if (!place(h, h->order[i], h->wants[h->order[i]]))
            return false;
    return true;
}

// Where parts would go by themselves, and which joints are moved by that.
static bool find_wants(Holding *h)
{
    const Document *document = h->document;
    for (int32_t i = 0; i < h->before->count; ++i)
        h->placements[i] = h->joint_of[i] == NO_JOINT && h->wished[i]
                               ? h->wishes[i]
                               : document->parts[i].placement;
    for (int32_t i = 0; i < h->set.count; ++i) {
        int32_t index = h->order[i];
        const Joint *joint = &h->set.joints[index];
        JointCoordinates *wants = &h->wants[index];
        *wants = h->before->at[joint->child];
        if (joint->kind == JOINT_FIXED) {
            *wants = (JointCoordinates){{0, 0}};
            if (h->wished[joint->child])
                h->out->still = index;
        } else if (h->wished[joint->child]) {
            h->driven[index] = true;
            if (!wanted(h, index, &h->wishes[joint->child], wants)) {
                h->out->lost = joint->child;
                return false;
            }
        } else if (!same_coordinates(document->parts[joint->child].joint, *wants)) {
            h->driven[index] = true;
            *wants = document->parts[joint->child].joint;
        }
        if (!place(h, index, *wants))
            return false;
    }
    return true;
}

// --- couplings

static void note_stop(Holding *h, int32_t joint, int coordinate, bool high)
{
    if (h->out->stopped != NO_JOINT)
        return;
    h->out->stopped = joint;
    h->out->coordinate = coordinate;
    h->out->high = high;
}

// Within its own limits; those of both coordinates.
static void clamp(Holding *h, int32_t index)
{
    const Joint *joint = &h->set.joints[index];
    JointCoordinates is = joint_clamped(joint, h->wants[index]);
    for (int k = 0; k < 2; ++k) {
        double over = h->wants[index].v[k] - is.v[k];
        // The turn of a screw says its shift, and the limits of both hold for it.
        bool moves = k == JOINT_TURN ? joint_turns(joint->kind)
                                     : joint_shifts(joint->kind) && joint->kind != JOINT_SCREW;
        if (moves && fabs(over) > 1e-9 * (1 + fabs(is.v[k])))
            note_stop(h, index, k, over > 0);
    }
    h->wants[index] = is;
}

// What is coupled with a joint, as value = rate * that of the joint + offset.
typedef struct Follower {
    int32_t joint;
    double rate, offset;
} Follower;

static bool is_among(const Follower *list, int32_t count, int32_t joint)
{
    for (int32_t i = 0; i < count; ++i)
        if (list[i].joint == joint)
            return true;
    return false;
}

// list[0] is the joint itself.
static int32_t find_followers(const Holding *h, int32_t joint, Follower *list)
{
    int32_t count = 1;
    list[0] = (Follower){joint, 1, 0};
    for (int32_t i = 0; i < count; ++i)
        for (int32_t c = 0; c < h->set.coupling_count; ++c) {
            const JointCoupling *coupling = &h->set.couplings[c];
            bool first = coupling->joint[0] == list[i].joint;
            int32_t other = coupling->joint[first];
            if ((!first && coupling->joint[1] != list[i].joint) || is_among(list, count, other))
                continue;
            double rate = first ? coupling->ratio : 1 / coupling->ratio;
            double offset = first ? coupling->offset : -coupling->offset / coupling->ratio;
            list[count++] = (Follower){other, rate * list[i].rate, rate * list[i].offset + offset};
        }
    return count;
}

// The driver goes as far as the limits of all let it.
static void follow(Holding *h, int32_t driver, const Follower *list, int32_t count)
{
    int main = joint_main(h->set.joints[driver].kind);
    double want = h->wants[driver].v[main];
    for (int32_t i = 0; i < count; ++i) {
        const Joint *joint = &h->set.joints[list[i].joint];
        int own = joint_main(joint->kind);
        JointCoordinates there = h->wants[list[i].joint];
        there.v[own] = list[i].rate * want + list[i].offset;
        JointCoordinates is = joint_clamped(joint, there);
        double over = there.v[own] - is.v[own];
        if (fabs(over) > 1e-9 * (1 + fabs(is.v[own]))) {
            note_stop(h, list[i].joint, own, over > 0);
            want = (is.v[own] - list[i].offset) / list[i].rate;
        }
    }
    for (int32_t i = 0; i < count; ++i) {
        const Joint *joint = &h->set.joints[list[i].joint];
        JointCoordinates *to = &h->wants[list[i].joint];
        to->v[joint_main(joint->kind)] = list[i].rate * want + list[i].offset;
        if (joint->kind == JOINT_SCREW)
            to->shift = joint_lead(joint) * to->turn;
        if (joint->kind == JOINT_CYLINDRICAL) // what the action wanted of it
            to->shift = joint_clamped(joint, *to).shift;
        if (i > 0)
            h->driven[list[i].joint] = false; // it has been seen to
    }
}

static bool couple(Holding *h)
{
    Follower *list = array_alloc((size_t)h->set.count, sizeof *list);
    int32_t first = NO_JOINT;
    if (!list)
        return false;
    if (h->document->selected != NO_PART)
        first = joint_that_moves(h->document, h->document->selected, NULL);
    for (int32_t i = -1; i < h->set.count; ++i) { // what is selected says where to
        int32_t driver = i < 0 ? first : i;
        if (driver == NO_JOINT || !h->driven[driver])
            continue;
        h->driven[driver] = false;
        int32_t count = find_followers(h, driver, list);
        clamp(h, driver); // both coordinates: only the main one is coupled
        if (count > 1)
            follow(h, driver, list, count);
        const Joint *joint = &h->set.joints[driver];
        JointCoordinates was = h->before->at[joint->child], is = h->wants[driver];
        if (fabs(was.turn - is.turn) + fabs(was.shift - is.shift) <= ROUNDING) {
            h->wants[driver] = was;
            if (h->wished[joint->child] && h->out->stopped == NO_JOINT &&
                !nearly_there(&h->wishes[joint->child], &h->before->placements[joint->child], WISH))
                h->out->still = driver;
        }
    }
    free(list);
    return true;
}

// --- all of it

// How bodies are to stay: as they stood when the step began. What is made larger is so, where it is.
static bool make_whole(Holding *h, const Document *start)
{
    const Document *document = h->document;
    Affine *stand = array_alloc((size_t)document->part_count, sizeof *stand);
    for (int32_t i = 0; stand && i < document->part_count; ++i)
        stand[i] = document->parts[i].placement;
    for (int32_t i = 0; stand && i < h->before->count; ++i) {
        const Affine *then = i < start->part_count ? &start->parts[i].placement : &stand[i];
        Affine back, motion;
        if (affine_invert(then, &back)) {
            motion = affine_compose(&stand[i], &back);
            if (affine_is_rigid(&motion) && affine_determinant(&motion) > 0)
                stand[i] = *then;
        }
    }
    bool good = stand && rigid_joints_make(document, stand, NULL, &h->whole);
    free(stand);
    h->set = joint_list_set(h->whole.list);
    return good;
}

static bool hold_reserve(Holding *h)
{
    size_t parts = (size_t)h->before->count, joints = (size_t)h->set.count;
    h->joint_of = array_alloc(parts, sizeof *h->joint_of);
    h->order = array_alloc(joints, sizeof *h->order);
    h->depth = array_alloc(joints, sizeof *h->depth);
    h->placements = array_alloc(parts, sizeof *h->placements);
    h->wished = array_alloc(parts, sizeof *h->wished);
    h->wishes = array_alloc(parts, sizeof *h->wishes);
    h->driven = array_alloc(joints, sizeof *h->driven);
    h->wants = array_alloc(joints, sizeof *h->wants);
    return h->joint_of && h->order && h->depth && h->placements && h->wished && h->wishes &&
           h->driven && h->wants;
}

static void hold_free(Holding *h)
{
    free(h->joint_of);
    free(h->order);
    free(h->depth);
    free(h->placements);
    free(h->wished);
    free(h->wishes);
    free(h->driven);
    free(h->wants);
    rigid_joints_free(&h->whole);
}

static bool anything_changed(const Document *document, const JointGuard *before)
{
    for (int32_t i = 0; i < before->count; ++i)
        if (!affine_equal(&document->parts[i].placement, &before->placements[i]) ||
            !same_coordinates(document->parts[i].joint, before->at[i]))
            return true;
    return false;
}

// The joints that bodies have overruled let their parts go there all the same.
static bool is_whole(Holding *h)
{
    h->out->torn = rigid_joints_torn(&h->whole, h->document, h->before, h->placements, h->wants);
    return h->out->torn == NO_PART;
}

static bool is_let(const Holding *h)
{
    for (int32_t i = 0; i < h->before->count; ++i)
        if (h->document->parts[i].locked &&
            !affine_equal(&h->placements[i], &h->before->placements[i])) {
            h->out->locked = i;
            return false;
        }
    return true;
}

// Turns and ratios multiply: whatever came of them, it can be shown, saved and opened again.
static bool is_in_reach(const Holding *h)
{
    for (int32_t i = 0; i < h->before->count; ++i) {
        const Affine *to = &h->placements[i];
        bool near = affine_is_finite(to);
        for (int k = 0; k < 3; ++k)
            near = near && fabs(to->p.v[k]) <= MESH_MAX_COORDINATE;
        int32_t joint = h->joint_of[i];
        near = near || affine_equal(to, &h->before->placements[i]);
        if (joint != NO_JOINT && !same_coordinates(h->wants[joint], h->before->at[i]))
            near = near && joint_counts(h->wants[joint]);
        if (!near) {
            h->out->lost = i;
            return false;
        }
    }
    return true;
}

static void take(Holding *h)
{
    for (int32_t i = 0; i < h->before->count; ++i)
        h->document->parts[i].placement = h->placements[i];
    for (int32_t i = 0; i < h->set.count; ++i)
        h->document->parts[h->set.joints[i].child].joint = h->wants[i];
}

bool joints_hold(Document *document, const JointGuard *before, const Document *start,
                 PartMiddleFn *middle, void *user, JointOutcome *out)
{
    *out = (JointOutcome){.stopped = NO_JOINT,
                          .still = NO_JOINT,
                          .locked = NO_PART,
                          .lost = NO_PART,
                          .torn = NO_PART};
    Holding h = {
        .document = document, .before = before, .middle = middle, .user = user, .out = out};
    if (before->count == 0 || !anything_changed(document, before))
        return true;
    bool good = make_whole(&h, start);
    good = good && hold_reserve(&h);
    if (good && h.set.count > 0) {
        for (int32_t i = 0; i < before->count; ++i) {
            h.joint_of[i] = NO_JOINT;
            h.wished[i] = false;
        }
        for (int32_t i = 0; i < h.set.count; ++i) {
            h.joint_of[h.set.joints[i].child] = i;
            h.driven[i] = false;
        }
        sort_joints(&h);
        collect_wishes(&h);
        good = find_wants(&h) && couple(&h) && place_all(&h) && is_whole(&h) && is_in_reach(&h) &&
               is_let(&h);
    }
    if (good && h.set.count > 0)
        take(&h);
    hold_free(&h);
    return good;
}
