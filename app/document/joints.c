#include "app/document/joints.h"

#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

JointList *joint_list_create(void)
{
    JointList *list = calloc(1, sizeof *list);
    if (list)
        list->references = 1;
    return list;
}

JointList *joint_list_retain(JointList *list)
{
    if (list)
        ++list->references;
    return list;
}

void joint_list_release(JointList *list)
{
    if (!list || --list->references > 0)
        return;
    free(list->joints);
    free(list->names);
    free(list->couplings);
    free(list);
}

JointList *joint_list_copy(const JointList *list)
{
    JointList *copy = joint_list_create();
    bool good = copy != NULL;
    for (int32_t i = 0; good && i < joint_list_count(list); ++i)
        good = joint_list_add(copy, &list->joints[i], list->names[i].text);
    for (int32_t i = 0; good && list && i < list->coupling_count; ++i)
        good = joint_list_couple(copy, &list->couplings[i]);
    if (good)
        return copy;
    joint_list_release(copy);
    return NULL;
}

static bool same(double a, double b)
{
    return !(a < b) && !(a > b);
}

static bool same_vector(Vec3d a, Vec3d b)
{
    return same(a.x, b.x) && same(a.y, b.y) && same(a.z, b.z);
}

static bool same_joint(const Joint *a, const Joint *b)
{
    for (int k = 0; k < 2; ++k)
        if (!same_vector(a->frame[k].origin, b->frame[k].origin) ||
            !same_vector(a->frame[k].axis, b->frame[k].axis) ||
            !same_vector(a->frame[k].side, b->frame[k].side) || !same(a->low.v[k], b->low.v[k]) ||
            !same(a->high.v[k], b->high.v[k]))
            return false;
    return a->parent == b->parent && a->child == b->child && a->kind == b->kind &&
           same(a->pitch, b->pitch);
}

static bool same_coupling(const JointCoupling *a, const JointCoupling *b)
{
    return a->joint[0] == b->joint[0] && a->joint[1] == b->joint[1] && same(a->ratio, b->ratio) &&
           same(a->offset, b->offset);
}

bool joint_list_equal(const JointList *a, const JointList *b)
{
    if (a == b)
        return true;
    if (joint_list_count(a) != joint_list_count(b))
        return false;
    if (joint_list_count(a) == 0)
        return true;
    if (a->coupling_count != b->coupling_count)
        return false;
    for (int32_t i = 0; i < a->count; ++i)
        if (strcmp(a->names[i].text, b->names[i].text) != 0 ||
            !same_joint(&a->joints[i], &b->joints[i]))
            return false;
    for (int32_t i = 0; i < a->coupling_count; ++i)
        if (!same_coupling(&a->couplings[i], &b->couplings[i]))
            return false;
    return true;
}

bool joint_list_keeps(const JointList *list, const JointList *by, int32_t *child)
{
    for (int32_t i = 0; i < joint_list_count(list); ++i) {
        *child = list->joints[i].child;
        int32_t other = joint_list_find(by, *child);
        if (other == NO_JOINT || !same_joint(&list->joints[i], &by->joints[other]))
            return false;
    }
    for (int32_t i = 0; list && i < list->coupling_count; ++i) {
        JointCoupling coupling = list->couplings[i];
        *child = list->joints[coupling.joint[1]].child;
        for (int k = 0; k < 2; ++k)
            coupling.joint[k] = joint_list_find(by, list->joints[coupling.joint[k]].child);
        int32_t other = joint_list_find_coupling(by, coupling.joint[0], coupling.joint[1]);
        if (other == NO_JOINT || !same_coupling(&coupling, &by->couplings[other]))
            return false;
    }
    return true;
}

size_t joint_list_bytes(const JointList *list)
{
    return !list ? 0
                 : sizeof *list + list->capacity * sizeof *list->joints +
                       list->name_capacity * sizeof *list->names +
                       list->coupling_capacity * sizeof *list->couplings;
}

JointSet joint_list_set(const JointList *list)
{
    return list ? (JointSet){list->joints, list->count, list->couplings, list->coupling_count}
                : (JointSet){0};
}

bool joint_list_add(JointList *list, const Joint *joint, const char *name)
{
    size_t count = (size_t)list->count + 1;
    if (!array_reserve(&list->joints, &list->capacity, count, sizeof *list->joints) ||
        !array_reserve(&list->names, &list->name_capacity, count, sizeof *list->names))
        return false;
    list->joints[list->count] = *joint;
    joint_list_rename(list, list->count++, name);
    return true;
}

void joint_list_rename(JointList *list, int32_t joint, const char *name)
{
    snprintf(list->names[joint].text, JOINT_NAME_SIZE, "%s", name);
    utf8_sanitise(list->names[joint].text); // it may have been cut inside a character
}

bool joint_list_couple(JointList *list, const JointCoupling *coupling)
{
    if (!array_reserve(&list->couplings, &list->coupling_capacity, (size_t)list->coupling_count + 1,
                       sizeof *list->couplings))
        return false;
    list->couplings[list->coupling_count++] = *coupling;
    return true;
}

void joint_list_uncouple(JointList *list, int32_t coupling)
{
    size_t behind = (size_t)(--list->coupling_count - coupling);
    memmove(list->couplings + coupling, list->couplings + coupling + 1,
            behind * sizeof *list->couplings);
}

void joint_list_remove(JointList *list, int32_t joint)
{
    for (int32_t i = list->coupling_count; i-- > 0;) {
        JointCoupling *coupling = &list->couplings[i];
        if (coupling->joint[0] == joint || coupling->joint[1] == joint) {
            joint_list_uncouple(list, i);
            continue;
        }
        for (int k = 0; k < 2; ++k)
            coupling->joint[k] -= coupling->joint[k] > joint;
    }
    size_t behind = (size_t)(--list->count - joint);
    memmove(list->joints + joint, list->joints + joint + 1, behind * sizeof *list->joints);
    memmove(list->names + joint, list->names + joint + 1, behind * sizeof *list->names);
}

int32_t joint_list_find(const JointList *list, int32_t child)
{
    for (int32_t i = 0; i < joint_list_count(list); ++i)
        if (list->joints[i].child == child)
            return i;
    return NO_JOINT;
}

int32_t joint_list_find_coupling(const JointList *list, int32_t a, int32_t b)
{
    for (int32_t i = 0; list && i < list->coupling_count; ++i) {
        const int32_t *joint = list->couplings[i].joint;
        if ((joint[0] == a && joint[1] == b) || (joint[0] == b && joint[1] == a))
            return i;
    }
    return NO_JOINT;
}

JointList *joint_list_renumbered(const JointList *list, const int32_t *map, int32_t part_count)
{
    JointList *out = joint_list_copy(list);
    for (int32_t i = joint_list_count(out); i-- > 0;) {
        Joint *joint = &out->joints[i];
        bool ground = joint->parent == JOINT_GROUND;
        int32_t child = joint->child < part_count ? map[joint->child] : -1;
        int32_t parent = ground                       ? JOINT_GROUND
                         : joint->parent < part_count ? map[joint->parent]
                                                      : -1;
        joint->child = child;
        joint->parent = parent;
        if (child < 0 || (parent < 0 && !ground))
            joint_list_remove(out, i);
    }
    return out;
}

bool joint_counts(JointCoordinates at)
{
    return fabs(at.turn) <= JOINT_MOST_TURN && fabs(at.shift) <= MESH_MAX_COORDINATE;
}

// What files keep: whatever is taken into a document can be saved and opened again.
static bool check_range(const JointList *list, Error *err)
{
    for (int32_t i = 0; i < joint_list_count(list); ++i) {
        const Joint *joint = &list->joints[i];
        JointCoordinates ends[2] = {joint->low, joint->high};
        bool fits = true;
        for (int e = 0; e < 2; ++e) {
            for (int k = 0; k < 2; ++k)
                if (isinf(ends[e].v[k]))
                    ends[e].v[k] = 0; // no limit
            fits = fits && joint_counts(ends[e]);
        }
        if (!fits)
            return error_set(err, "joint \"%.100s\": its limits are too far away",
                             list->names[i].text);
    }
    for (int32_t i = 0; list && i < list->coupling_count; ++i) {
        const JointCoupling *coupling = &list->couplings[i];
        if (!(fabs(coupling->ratio) <= JOINT_MOST_RATIO) ||
            !(fabs(coupling->offset) <= JOINT_MOST_OFFSET))
            return error_set(
                err, "joints \"%.100s\" and \"%.100s\" are too far apart to be coupled",
                list->names[coupling->joint[0]].text, list->names[coupling->joint[1]].text);
    }
    return true;
}

bool joint_list_check(const JointList *list, int32_t part_count, Error *err)
{
    int32_t at[2] = {NO_JOINT, NO_JOINT};
    JointSet set = joint_list_set(list);
    Error why = {""};
    if (set.count > JOINTS_MOST || set.coupling_count > JOINT_COUPLINGS_MOST)
        return error_set(err, "there are at most %d joints and %d couplings", JOINTS_MOST,
                         JOINT_COUPLINGS_MOST);
    if (joint_set_check(&set, part_count, at, &why))
        return check_range(list, err);
    if (at[0] < 0)
        return error_set(err, "%s", why.text);
    if (at[1] < 0 || at[1] == at[0])
        return error_set(err, "joint \"%.100s\": %s", list->names[at[0]].text, why.text);
    return error_set(err, "joints \"%.100s\" and \"%.100s\": %s", list->names[at[0]].text,
                     list->names[at[1]].text, why.text);
}
