#include "app/document/rigid_joints.h"

#include "app/document/rigid.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>

#define STRAY 1e-9 // of a joint that goes along with its part's body

typedef struct Bodies {
    const Document *document;
    const Affine *stand;
    const bool *apart;
    int32_t *joint_of; // per part, of the document; NO_JOINT: none
    int32_t *first;    // per part: the first one of its body; of none: itself
    int32_t *root;     // per first part: by which the body moves
    int32_t *above;    // per first part: that of the body on which it hangs; JOINT_GROUND: on none
} Bodies;

static bool find_firsts(Bodies *bodies)
{
    if (!rigid_firsts(bodies->document, bodies->first))
        return false;
    for (int32_t i = 0; i < bodies->document->part_count; ++i) {
        bodies->root[i] = NO_PART;
        bodies->above[i] = JOINT_GROUND;
        if (bodies->apart && bodies->apart[i])
            bodies->first[i] = i;
    }
    return true;
}

static bool hangs_on(const Bodies *bodies, int32_t first, int32_t other)
{
    while (first != JOINT_GROUND && first != other)
        first = bodies->above[first];
    return first == other;
}

// False: the body stays where another joint has it, or it is within the body.
static bool leads(Bodies *bodies, const Joint *joint)
{
    int32_t body = bodies->first[joint->child];
    int32_t other = joint->parent == JOINT_GROUND ? JOINT_GROUND : bodies->first[joint->parent];
    if (bodies->root[body] != NO_PART || (other != JOINT_GROUND && hangs_on(bodies, other, body)))
        return false;
    bodies->root[body] = joint->child;
    bodies->above[body] = other;
    return true;
}

// Of bodies that hang on nothing: a part without a joint, as far as there is one.
static void choose_roots(Bodies *bodies)
{
    for (int k = 0; k < 2; ++k)
        for (int32_t i = 0; i < bodies->document->part_count; ++i) {
            int32_t *root = &bodies->root[bodies->first[i]];
            if (*root == NO_PART && (k == 1 || bodies->joint_of[i] == NO_JOINT))
                *root = i;
        }
}

static bool fix(const Bodies *bodies, int32_t parent, int32_t child, Joint *out)
{
    *out = joint_default(JOINT_FIXED, parent, child);
    JointFrame world = joint_frame_along(bodies->stand[child].p, vec3d(0, 0, 1));
    return joint_frame_of(&world, parent == JOINT_GROUND ? NULL : &bodies->stand[parent],
                          &out->frame[0]) &&
           joint_frame_of(&world, &bodies->stand[child], &out->frame[1]);
}

// Couplings with what does not move by itself.
static void uncouple(JointList *list, const bool *overruled)
{
    for (int32_t i = list->coupling_count; i-- > 0;)
        if (overruled[list->couplings[i].joint[0]] || overruled[list->couplings[i].joint[1]])
            joint_list_uncouple(list, i);
}

static bool fix_all(Bodies *bodies, JointList *list, int32_t own, bool *overruled)
{
    const Document *document = bodies->document;
    for (int32_t i = 0; i < own; ++i)
        overruled[i] = !leads(bodies, &list->joints[i]);
    choose_roots(bodies);
    for (int32_t i = 0; i < document->part_count; ++i) {
        int32_t root = bodies->root[bodies->first[i]], index = bodies->joint_of[i];
        Joint joint;
        if (i == root && (index == NO_JOINT || !overruled[index]))
            continue;
        // A part that is flat has no frames; then nothing can be said of where it goes.
        if (!fix(bodies, i == root ? JOINT_GROUND : root, i, &joint))
            continue;
        if (index != NO_JOINT)
            list->joints[index] = joint;
        else if (!joint_list_add(list, &joint, ""))
            return false;
    }
    uncouple(list, overruled);
    return true;
}

static bool has_bodies(const Document *document, const bool *apart)
{
    for (int32_t i = 0; i < document->part_count; ++i)
        if (document->parts[i].rigid > 0 && !(apart && apart[i]))
            return true;
    return false;
}

bool rigid_joints_make(const Document *document, const Affine *stand, const bool *apart,
                       RigidJoints *out)
{
    out->own = joint_list_count(document->joints);
    if (!has_bodies(document, apart)) {
        out->list = joint_list_retain(document->joints);
        return true;
    }
    size_t count = (size_t)document->part_count;
    JointSet set = joint_list_set(document->joints);
    Bodies bodies = {.document = document,
                     .stand = stand,
                     .apart = apart,
                     .joint_of = array_alloc(count, sizeof *bodies.joint_of),
                     .first = array_alloc(count, sizeof *bodies.first),
                     .root = array_alloc(count, sizeof *bodies.root),
                     .above = array_alloc(count, sizeof *bodies.above)};
    bool *overruled = array_alloc((size_t)out->own, sizeof *overruled);
    out->list = joint_list_copy(document->joints);
    bool good =
        out->list && bodies.joint_of && bodies.first && bodies.root && bodies.above && overruled;
    if (good) {
        joint_set_parents(&set, document->part_count, bodies.joint_of);
        good = find_firsts(&bodies) && fix_all(&bodies, out->list, out->own, overruled);
    }
    free(bodies.joint_of);
    free(bodies.first);
    free(bodies.root);
    free(bodies.above);
    free(overruled);
    if (!good)
        rigid_joints_free(out);
    return good;
}

void rigid_joints_free(RigidJoints *joints)
{
    joint_list_release(joints->list);
    joints->list = NULL;
}

bool rigid_joints_overrule(const RigidJoints *joints, const Document *document, int32_t joint)
{
    const Joint *own = &document->joints->joints[joint], *is = &joints->list->joints[joint];
    return own->kind != is->kind || own->parent != is->parent;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) <= STRAY * (1 + fabs(b));
}

static bool goes_along(const Joint *joint, const JointGuard *before, const Affine *placements,
                       JointCoordinates *at)
{
    bool ground = joint->parent == JOINT_GROUND;
    const Affine *parent = ground ? NULL : &placements[joint->parent];
    const Affine *under = ground ? NULL : &before->placements[joint->parent];
    const Affine *to = &placements[joint->child], *was = &before->placements[joint->child];
    JointCoordinates last = before->at[joint->child];
    JointResidual off, usual;
    *at = last;
    if (affine_equal(to, was) && (ground || affine_equal(parent, under)))
        return true;
    if (!joint_coordinates(joint, parent, to, last, at) ||
        !joint_residual(joint, parent, to, &off) || !joint_residual(joint, under, was, &usual))
        return false;
    for (int k = 0; k < 2; ++k)
        at->v[k] = is_near(at->v[k], last.v[k]) ? last.v[k] : at->v[k];
    JointCoordinates inside = joint_clamped(joint, *at);
    bool let = is_near(inside.turn, at->turn) && is_near(inside.shift, at->shift);
    *at = inside;
    return let && off.length <= usual.length + STRAY * (1 + vec3d_length(to->p)) &&
           off.angle <= usual.angle + STRAY;
}

static bool agrees(const JointList *list, const JointCoupling *coupling, const JointCoordinates *at)
{
    double values[2];
    for (int k = 0; k < 2; ++k)
        values[k] = at[coupling->joint[k]].v[joint_main(list->joints[coupling->joint[k]].kind)];
    return is_near(values[1], coupling->ratio * values[0] + coupling->offset);
}

int32_t rigid_joints_torn(const RigidJoints *joints, const Document *document,
                          const JointGuard *before, const Affine *placements, JointCoordinates *at)
{
    const JointList *list = document->joints;
    for (int32_t i = 0; i < joints->own; ++i) {
        const Joint *joint = &list->joints[i];
        JointCoordinates asked = document->parts[joint->child].joint;
        if (!rigid_joints_overrule(joints, document, i))
            continue;
        bool moved = !is_near(asked.turn, before->at[joint->child].turn) ||
                     !is_near(asked.shift, before->at[joint->child].shift);
        if (moved || !goes_along(joint, before, placements, &at[i]))
            return joint->child;
    }
    for (int32_t i = 0; list && i < list->coupling_count; ++i)
        for (int k = 0; k < 2; ++k) {
            int32_t joint = list->couplings[i].joint[k];
            if (rigid_joints_overrule(joints, document, joint) &&
                !agrees(list, &list->couplings[i], at))
                return list->joints[joint].child;
        }
    return NO_PART;
}
