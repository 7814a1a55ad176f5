// A tool on a screw: it becomes coaxial and one with it, so that whoever pulls at the tool turns the screw by
// its joint, as far as contact lets both. A screw without a joint gets one with it. Taken off it is free again.
#include "app/actions/action_tools.h"
#include "app/actions/joint_tools.h"
#include "app/actions/list_joints.h"
#include "app/document/connectors.h"
#include "app/document/rotation.h"
#include "app/stages/screw_found.h"
#include "core/feature/flats.h"

#include <math.h>
#include <stdio.h>

static const double TAU = 6.283185307179586476925;

static const char *name_of(const App *app, int32_t part)
{
    return app->assembly.parts[part].name;
}

static const char *without_screws(const App *app)
{
    const JointList *list = app->document.joints;
    for (int32_t i = 0; i < joint_list_count(list); ++i)
        if (joint_turns(list->joints[i].kind))
            return NULL;
    return "there is no screw, and nothing else that turns";
}

// The axis that the screw turns about, in the world, from where it is now.
static bool screw_axis(const App *app, int32_t screw, JointFrame *out, Error *err)
{
    int32_t index = joint_list_find(app->document.joints, screw);
    const Joint *joint = index == NO_JOINT ? NULL : &app->document.joints->joints[index];
    if (!joint || !joint_turns(joint->kind))
        return error_set(err, "%s is no screw: it does not turn in its joint", name_of(app, screw));
    return joint_frame_at(&joint->frame[1], &app->document.parts[screw].placement, out) ||
           error_set(err, "%s is flat", name_of(app, screw));
}

// Of a connector of its own, or as our tools have it: up from the origin.
static void tool_axis(const App *app, int32_t tool, Vec3d *point, Vec3d *axis)
{
    const PartState *part = &app->document.parts[tool];
    NamedConnector list[CONNECTORS_MOST];
    int count = 0;
    Error ignored;
    connectors_read(part->connectors, list, &count, &ignored);
    *point = affine_apply(&part->placement, count > 0 ? list[0].at.origin : vec3d(0, 0, 0));
    *axis = affine_apply_vector(&part->placement, count > 0 ? list[0].at.axis : vec3d(0, 1, 0));
}

static Affine rolled(const Affine *placement, const JointFrame *axis, double angle, double along)
{
    Affine turn = affine_rotation(axis->axis, angle);
    turn = motion_about(&turn, axis->origin);
    Affine to = affine_compose(&turn, placement);
    to.p = vec3d_add_scaled(to.p, axis->axis, along);
    return to;
}

// The flats of a head lie outside; those of a socket are found where there are none.
static Flats head_flats(const Mesh *mesh, const Affine *placement, FlatsAxis *about)
{
    static const double RIM = 0.8;
    about->to = flats_reach(mesh, placement, about);
    about->from = RIM * about->to;
    Flats flats = flats_around(mesh, placement, about);
    if (flats.fold > 0)
        return flats;
    about->from = 0;
    return flats_around(mesh, placement, about);
}

// In line with the screw; and where both have flats, rolled onto them and as far along as they are. Who has put the
// jaw at the height of the head already, has a reason, as what is below it.
static Affine put_on(const App *app, int32_t tool, int32_t screw, const JointFrame *axis)
{
    const Document *document = &app->document;
    Vec3d point, own;
    tool_axis(app, tool, &point, &own);
    Affine to =
        joint_laid_onto(&document->parts[tool].placement, point, own, axis->origin, axis->axis);
    FlatsAxis about = {.origin = axis->origin, .axis = axis->axis, .side = axis->side};
    Flats head = head_flats(app_part_mesh(app, screw), &document->parts[screw].placement, &about);
    about.to *= 1.25; // a jaw is wider than its head
    about.from *= 0.85;
    Flats jaw = flats_around(app_part_mesh(app, tool), &to, &about);
    if (head.fold == 0 || jaw.fold == 0)
        return to;
    bool is_there = jaw.along >= head.low && jaw.along <= head.high;
    return rolled(&to, axis, flats_roll(&jaw, &head), is_there ? 0 : head.along - jaw.along);
}

static bool lay_on(App *app, const ActionArgs *args, const JointFrame *axis, Error *err)
{
    PartState *tool = &app->document.parts[args->part];
    Affine before = tool->placement, to = put_on(app, args->part, args->other, axis);
    if (!action_check_placement(app, args->part, &to, err))
        return false;
    tool->placement = to;
    if (joint_hang(app, JOINT_FIXED, args->part, args->other, axis, err))
        return true;
    tool->placement = before;
    return false;
}

// By its shape, in the hole that it is in; the ground, if that is none.
static bool make_screw(App *app, const ActionArgs *args, JointFrame *axis, Error *err)
{
    ScrewFound found;
    char pitch[48], into[64] = "";
    if (!screw_recognise(app, args->other, args->part, &found, err) ||
        !joint_hang(app, JOINT_SCREW, args->other, found.into, &found.axis, err))
        return false;
    JointList *list = app->document.joints; // another one since, of nobody else's
    list->joints[joint_list_find(list, args->other)].pitch = found.pitch;
    *axis = found.axis;
    length_format(found.pitch, app->assembly.unit, pitch, sizeof pitch);
    if (found.into != JOINT_GROUND)
        snprintf(into, sizeof into, " into %.40s", name_of(app, found.into));
    snprintf(app->done_text, sizeof app->done_text, "%.40s got a screw joint%s: M%g, pitch %s",
             name_of(app, args->other), into, found.nominal, pitch);
    return true;
}

// Its joint is made as well, in the same step, if it has none.
static bool put_on_bare_screw(App *app, const ActionArgs *args, Error *err)
{
    JointList *before = joint_list_retain(app->document.joints);
    JointCoordinates was = app->document.parts[args->other].joint;
    JointFrame axis;
    if (make_screw(app, args, &axis, err) && lay_on(app, args, &axis, err)) {
        joint_list_release(before);
        return true;
    }
    joint_list_release(app->document.joints);
    app->document.joints = before;
    app->document.parts[args->other].joint = was;
    return false;
}

static bool tool_engage(App *app, const ActionArgs *args, Error *err)
{
    JointFrame axis;
    if (args->part == args->other)
        return error_set(err, "a tool does not turn itself");
    if (joint_list_find(app->document.joints, args->part) != NO_JOINT)
        return error_set(err, "%s hangs on a joint already", name_of(app, args->part));
    if (!action_check_movable(app, args, err))
        return false;
    if (joint_list_find(app->document.joints, args->other) == NO_JOINT)
        return put_on_bare_screw(app, args, err);
    return screw_axis(app, args->other, &axis, err) && lay_on(app, args, &axis, err);
}

const Action action_tool_engage = {
    .name = "tool.engage",
    .title = "Put tool on screw",
    .note =
        "part: the tool; other: a part that turns in its joint, or a screw without one, which gets "
        "it by its shape; the tool comes onto its axis and its flats, and from then on turns it",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, {.type = ARG_OTHER}},
    .apply = tool_engage,
};

// The joint that holds the tool on its screw; NULL with err filled: it is on none.
static const Joint *held_by(const App *app, int32_t tool, JointFrame *axis, Error *err)
{
    int32_t index = joint_list_find(app->document.joints, tool);
    const Joint *joint = index == NO_JOINT ? NULL : &app->document.joints->joints[index];
    bool on = joint && joint->kind == JOINT_FIXED && joint->parent != JOINT_GROUND &&
              screw_axis(app, joint->parent, axis, err);
    if (!on)
        error_set(err, "%s is on no screw", name_of(app, tool));
    return on ? joint : NULL;
}

static bool tool_back(App *app, const ActionArgs *args, Error *err)
{
    JointFrame axis;
    const Joint *held = held_by(app, args->part, &axis, err);
    if (!held || !action_check_movable(app, args, err))
        return false;
    Joint joint = *held;
    Affine to =
        rolled(&app->document.parts[args->part].placement, &axis, -args->number * TAU / 6, 0);
    // Its place on the screw is another: where the frames meet, it is turned back.
    if (!action_check_placement(app, args->part, &to, err) ||
        !joint_frame_of(&axis, &to, &joint.frame[1]) ||
        !joint_frame_of(&axis, &app->document.parts[joint.parent].placement, &joint.frame[0]))
        return err->text[0] ? false : error_set(err, "a part is flat: it cannot have a joint");
    int32_t index = joint_list_find(app->document.joints, args->part);
    JointList *list = joint_list_copy(app->document.joints);
    if (list)
        list->joints[index] = joint;
    if (!joint_list_take(app, list, err))
        return false;
    app->document.parts[args->part].placement = to;
    return true;
}

const Action action_tool_back = {
    .name = "tool.back",
    .title = "Turn tool back on its screw",
    .note = "part: a tool that is on a screw; number: flats of a hexagon, 60 degrees each; it is "
            "lifted off, turned back so far and put on again, while the screw stays",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             {.type = ARG_NUMBER, .what = "the number of flats", .least = -12, .most = 12}},
    .obstacle = without_screws,
    .apply = tool_back,
    .example = "number=1",
};

static bool tool_off(App *app, const ActionArgs *args, Error *err)
{
    JointFrame axis;
    if (!held_by(app, args->part, &axis, err))
        return false;
    JointList *list = document_edit_joints(&app->document);
    if (!list)
        return error_set(err, "not enough memory");
    joint_list_remove(list, joint_list_find(list, args->part));
    app->document.parts[args->part].joint = (JointCoordinates){{0, 0}};
    return true;
}

const Action action_tool_off = {
    .name = "tool.off",
    .title = "Take tool off its screw",
    .note = "part: a tool that is on a screw; it stays where it is and is free",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}},
    .obstacle = without_screws,
    .apply = tool_off,
};
