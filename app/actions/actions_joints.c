// Joints between parts. What they do to parts that are moved is document/joint_hold.h.
#include "app/actions/action_tools.h"
#include "app/actions/joint_tools.h"
#include "app/document/lists.h"
#include "app/document/rotation.h"
#include "core/base/decimal.h"
#include "core/base/utf8.h"

#include <ctype.h>

static const char *without_joints(const App *app)
{
    return joint_list_count(app->document.joints) > 0 ? NULL : "there are no joints";
}

static const char *name_of(const App *app, int32_t part)
{
    return app->assembly.parts[part].name;
}

// The joint that the part hangs on; NO_JOINT with err filled: none.
static int32_t joint_of(const App *app, int32_t part, Error *err)
{
    int32_t joint = joint_list_find(app->document.joints, part);
    if (joint == NO_JOINT)
        error_set(err, "%s hangs on no joint", name_of(app, part));
    return joint;
}

// The joint anew, in a list of its own; NULL: memory ran short.
static JointList *with_joint(const App *app, int32_t index, const Joint *joint)
{
    JointList *list = joint_list_copy(app->document.joints);
    if (list)
        list->joints[index] = *joint;
    return list;
}

// --- making one

// An axis: "at 1 2 3 along 0 0 1" after this word; *text goes on behind it.
static bool read_axis(const char **text, const char *word, Vec3d *at, Vec3d *along, Error *err)
{
    const char *words[2] = {word, "along"};
    Vec3d *to[2] = {at, along};
    for (int i = 0; i < 2; ++i) {
        size_t length = strlen(words[i]);
        while (isspace((unsigned char)**text))
            ++*text;
        if (strncmp(*text, words[i], length) != 0)
            return error_set(err, "an axis is written as: %s x y z along x y z", word);
        *text += length;
        for (int k = 0; k < 3; ++k) {
            while (isspace((unsigned char)**text))
                ++*text;
            const char *end = decimal_parse(*text, &to[i]->v[k]);
            if (!end || !isfinite(to[i]->v[k]) || fabs(to[i]->v[k]) > MESH_MAX_COORDINATE)
                return error_set(err, "an axis is written as: %s x y z along x y z", word);
            *text = end;
        }
    }
    return vec3d_length(*along) > 1e-9 || error_set(err, "the axis has no direction");
}

static bool nothing_left(const char *text)
{
    while (isspace((unsigned char)*text))
        ++text;
    return !*text;
}

static bool joint_add(App *app, const ActionArgs *args, Error *err)
{
    Document *document = &app->document;
    Vec3d at, along, from, own;
    const char *text = args->text;
    if (!read_axis(&text, "at", &at, &along, err))
        return false;
    bool moves = !nothing_left(text);
    if (moves && !read_axis(&text, "from", &from, &own, err))
        return false;
    if (!nothing_left(text))
        return error_set(err, "the axis is followed by what is no axis: %.60s", text);
    Affine before = document->parts[args->part].placement;
    if (moves) {
        Affine to = joint_laid_onto(&before, from, own, at, along);
        if (!action_check_movable(app, args, err) ||
            !action_check_placement(app, args->part, &to, err))
            return false;
        document->parts[args->part].placement = to;
    }
    JointFrame world = joint_frame_along(at, along);
    if (joint_hang(app, (enum JointKind)args->index, args->part, args->other, &world, err))
        return true;
    document->parts[args->part].placement = before;
    return false;
}

const Action action_joint_add = {
    .name = "joint.add",
    .title = "Add joint",
    .note = "part hangs on other, or on the ground: index of the kind; text: at x y z along x y z, "
            "the axis in the world; followed by from x y z along x y z the part is first laid onto "
            "it with this axis of its own",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_OTHER, .optional = true},
             {.type = ARG_INDEX, .list = &list_joint_kinds},
             {.type = ARG_TEXT}},
    .apply = joint_add,
    .example = "index=hinge text=\"at 0 0 0 along 0 0 1\"",
};

// --- changing it

static bool moves(const Joint *joint, int coordinate)
{
    return coordinate == JOINT_TURN ? joint_turns(joint->kind) : joint_shifts(joint->kind);
}

static bool check_moves(const App *app, const Joint *joint, int coordinate, Error *err)
{
    return moves(joint, coordinate) ||
           error_set(err, "%s does not %s in its joint", name_of(app, joint->child),
                     coordinate == JOINT_TURN ? "turn" : "shift");
}

// As people say it: degrees, or the assembly's unit.
static double value_of(int coordinate, double number)
{
    return coordinate == JOINT_TURN ? number / DEGREES_PER_RADIAN : number;
}

static bool joint_set(App *app, const ActionArgs *args, Error *err)
{
    int32_t index = joint_of(app, args->part, err);
    if (index == NO_JOINT || !action_check_movable(app, args, err))
        return false;
    const Joint *joint = &app->document.joints->joints[index];
    JointCoordinates *at = &app->document.parts[args->part].joint;
    double value = value_of(args->index, args->number);
    if (!check_moves(app, joint, args->index, err))
        return false;
    at->v[args->index] = value;
    if (joint->kind == JOINT_SCREW && args->index == JOINT_SHIFT)
        at->turn = value / joint_lead(joint);
    return true;
}

const Action action_joint_set = {
    .name = "joint.set",
    .title = "Move along joint",
    .note = "part: what hangs on the joint; index: its turn or its shift; number: degrees, or in "
            "the assembly's unit; it stops at its limits",
    .flags = ACTION_UNDOABLE | ACTION_MERGES | ACTION_MOVES,
    .args = {{.type = ARG_PART},
             {.type = ARG_INDEX, .list = &list_joint_coordinates},
             {.type = ARG_NUMBER, .what = "a coordinate", .least = -1e9, .most = 1e9}},
    .obstacle = without_joints,
    .apply = joint_set,
    .example = "index=turn number=30",
};

// "-90 90", "none", or one of them "none".
static bool read_limits(const char *text, int coordinate, double *low, double *high, Error *err)
{
    double *to[2] = {low, high};
    static const double NONE[2] = {-INFINITY, INFINITY};
    int count = 0;
    for (; count < 2; ++count) {
        while (isspace((unsigned char)*text))
            ++text;
        const char *end = decimal_parse(text, to[count]);
        if (end && fabs(*to[count]) <= 1e9) {
            *to[count] = value_of(coordinate, *to[count]);
            text = end;
        } else if (strncmp(text, "none", 4) == 0) {
            *to[count] = NONE[count];
            text += 4;
        } else {
            break;
        }
    }
    if (count == 1 && *low == NONE[0]) {
        *high = NONE[1];
        count = 2;
    }
    return (count == 2 && nothing_left(text)) ||
           error_set(err, "limits are two numbers, the lower one first, or none");
}

static bool joint_limits(App *app, const ActionArgs *args, Error *err)
{
    int32_t index = joint_of(app, args->part, err);
    if (index == NO_JOINT)
        return false;
    Joint joint = app->document.joints->joints[index];
    if (!check_moves(app, &joint, args->index, err) ||
        !read_limits(args->text, args->index, &joint.low.v[args->index], &joint.high.v[args->index],
                     err) ||
        !joint_list_take(app, with_joint(app, index, &joint), err))
        return false;
    JointCoordinates *at = &app->document.parts[args->part].joint;
    *at = joint_clamped(&joint, *at);
    return true;
}

const Action action_joint_limits = {
    .name = "joint.limits",
    .title = "Limits of joint",
    .note = "part: what hangs on the joint; index: of its turn or its shift; text: two numbers, in "
            "degrees or the assembly's unit, or none",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_INDEX, .list = &list_joint_coordinates},
             {.type = ARG_TEXT}},
    .obstacle = without_joints,
    .apply = joint_limits,
    .example = "index=turn text=\"-90 90\"",
};

// The joint where its part is now; coordinates begin at 0 again.
static bool begin_anew(App *app, int32_t index, Joint *joint, Error *err)
{
    const Document *document = &app->document;
    JointFrame world;
    for (int32_t i = 0; i < document->joints->coupling_count; ++i)
        if (document->joints->couplings[i].joint[0] == index ||
            document->joints->couplings[i].joint[1] == index)
            return error_set(err, "%s is coupled: undo that first", name_of(app, joint->child));
    if (!joint_frame_at(&joint->frame[1], &document->parts[joint->child].placement, &world) ||
        !joint_frame_here(document, joint, &world, err))
        return err->text[0] ? false : error_set(err, "a part is flat: it cannot have a joint");
    for (int k = 0; k < 2; ++k)
        if (!moves(joint, k)) {
            joint->low.v[k] = -INFINITY;
            joint->high.v[k] = INFINITY;
        } else {
            joint->low.v[k] -= document->parts[joint->child].joint.v[k];
            joint->high.v[k] -= document->parts[joint->child].joint.v[k];
        }
    if (!joint_list_take(app, with_joint(app, index, joint), err))
        return false;
    app->document.parts[joint->child].joint = (JointCoordinates){{0, 0}};
    return true;
}

static bool joint_pitch(App *app, const ActionArgs *args, Error *err)
{
    int32_t index = joint_of(app, args->part, err);
    if (index == NO_JOINT)
        return false;
    Joint joint = app->document.joints->joints[index];
    if (joint.kind != JOINT_SCREW)
        return error_set(err, "%s has no pitch: only screws have one", name_of(app, args->part));
    joint.pitch = args->number;
    return begin_anew(app, index, &joint, err);
}

const Action action_joint_pitch = {
    .name = "joint.pitch",
    .title = "Pitch of joint",
    .note = "part: what hangs on the screw; number: how far one turn shifts it, below 0 for a "
            "left-hand one; its coordinates begin at 0 again",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_NUMBER, .what = "the pitch", .least = -1e9, .most = 1e9}},
    .obstacle = without_joints,
    .apply = joint_pitch,
    .example = "number=1.5",
};

static bool joint_kind(App *app, const ActionArgs *args, Error *err)
{
    int32_t index = joint_of(app, args->part, err);
    if (index == NO_JOINT)
        return false;
    Joint joint = app->document.joints->joints[index];
    joint.kind = (enum JointKind)args->index;
    joint.pitch = joint_default(joint.kind, 0, 1).pitch;
    return begin_anew(app, index, &joint, err);
}

const Action action_joint_kind = {
    .name = "joint.kind",
    .title = "Kind of joint",
    .note = "part: what hangs on the joint; index: of the kind; its coordinates begin at 0 again",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .list = &list_joint_kinds}},
    .obstacle = without_joints,
    .apply = joint_kind,
    .example = "index=slide",
};

static bool joint_rename(App *app, const ActionArgs *args, Error *err)
{
    int32_t index = joint_of(app, args->part, err);
    if (index == NO_JOINT)
        return false;
    if (!args->text[0] || !utf8_is_clean(args->text) || strlen(args->text) >= JOINT_NAME_SIZE)
        return error_set(err, "a name is 1 to %d bytes of plain text", JOINT_NAME_SIZE - 1);
    JointList *list = document_edit_joints(&app->document);
    if (!list)
        return error_set(err, "not enough memory");
    joint_list_rename(list, index, args->text);
    return true;
}

const Action action_joint_rename = {
    .name = "joint.rename",
    .title = "Rename joint",
    .note = "part: what hangs on the joint; text: its name",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_TEXT}},
    .obstacle = without_joints,
    .apply = joint_rename,
    .example = "text=\"Door\"",
};

static bool joint_delete(App *app, const ActionArgs *args, Error *err)
{
    int32_t index = joint_of(app, args->part, err);
    JointList *list = index == NO_JOINT ? NULL : document_edit_joints(&app->document);
    if (!list)
        return index != NO_JOINT ? error_set(err, "not enough memory") : false;
    joint_list_remove(list, index);
    app->document.parts[args->part].joint = (JointCoordinates){{0, 0}};
    return true;
}

const Action action_joint_delete = {
    .name = "joint.delete",
    .title = "Delete joint",
    .note = "part: what hangs on the joint; it stays where it is and is free",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}},
    .obstacle = without_joints,
    .apply = joint_delete,
};

// --- coupling

static double main_value(const App *app, const Joint *joint)
{
    return app->document.parts[joint->child].joint.v[joint_main(joint->kind)];
}

static bool joint_couple(App *app, const ActionArgs *args, Error *err)
{
    int32_t first = joint_of(app, args->other, err);
    int32_t second = first == NO_JOINT ? NO_JOINT : joint_of(app, args->part, err);
    if (second == NO_JOINT)
        return false;
    const JointList *list = app->document.joints;
    const Joint *joints[2] = {&list->joints[first], &list->joints[second]};
    for (int k = 0; k < 2; ++k)
        if (joints[k]->kind == JOINT_FIXED)
            return error_set(err, "%s is fixed: there is nothing to couple",
                             name_of(app, joints[k]->child));
    JointCoupling coupling = {.joint = {first, second}, .ratio = args->number};
    coupling.offset = main_value(app, joints[1]) - args->number * main_value(app, joints[0]);
    int32_t before = joint_list_find_coupling(list, first, second);
    JointList *changed = joint_list_copy(list);
    if (changed && before != NO_JOINT)
        joint_list_uncouple(changed, before);
    if (changed && !joint_list_couple(changed, &coupling)) {
        joint_list_release(changed);
        changed = NULL;
    }
    return joint_list_take(app, changed, err);
}

const Action action_joint_couple = {
    .name = "joint.couple",
    .title = "Couple joints",
    .note = "part turns number times as far as other, or shifts, from where both are now; below 0: "
            "the other way round, as gears do",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_OTHER},
             {.type = ARG_NUMBER, .what = "the ratio", .least = -1e6, .most = 1e6}},
    .obstacle = without_joints,
    .apply = joint_couple,
    .example = "number=-0.5",
};

static bool joint_uncouple(App *app, const ActionArgs *args, Error *err)
{
    int32_t index = joint_of(app, args->part, err);
    JointList *list = index == NO_JOINT ? NULL : document_edit_joints(&app->document);
    if (!list)
        return index != NO_JOINT ? error_set(err, "not enough memory") : false;
    for (int32_t i = list->coupling_count; i-- > 0;)
        if (list->couplings[i].joint[0] == index || list->couplings[i].joint[1] == index)
            joint_list_uncouple(list, i);
    return true;
}

const Action action_joint_uncouple = {
    .name = "joint.uncouple",
    .title = "Uncouple joint",
    .note = "part: what hangs on the joint; it moves by itself again",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}},
    .obstacle = without_joints,
    .apply = joint_uncouple,
};
