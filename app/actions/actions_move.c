// Where parts are, and how they are moved.
#include "app/actions/move_tools.h"
#include "app/document/lists.h"
#include "app/document/pose.h"
#include "app/document/rotation.h"
#include "app/document/selection.h"

static bool part_move(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err) ||
        !action_check_placement(app, args->part, &args->placement, err))
        return false;
    app->document.parts[args->part].placement = args->placement;
    return true;
}

const Action action_part_move = {
    .name = "part.move",
    .title = "Move part",
    .note = "part, placement: from the part to the world",
    .flags = ACTION_UNDOABLE | ACTION_MERGES | ACTION_MOVES | ACTION_PLACES,
    .args = {{.type = ARG_PART}, {.type = ARG_PLACEMENT}},
    .apply = part_move,
    .example = "by=1,2,3",
};

// A drag neither drifts, nor leaves anything behind when it is taken back by the identity.
static bool parts_move(App *app, const ActionArgs *args, Error *err)
{
    return (args->part == NO_PART || action_check_movable(app, args, err)) &&
           move_together(app, &args->placement, NULL, err);
}

const Action action_parts_move = {
    .name = "parts.move",
    .title = "Move selected parts",
    .note =
        "placement: a motion of the world that all selected parts make; part: the one that leads",
    .flags = ACTION_UNDOABLE | ACTION_MERGES | ACTION_MOVES | ACTION_PLACES,
    .args = {{.type = ARG_PART, .optional = true}, {.type = ARG_MOTION}},
    .obstacle = action_needs_selection,
    .apply = parts_move,
    .example = "part=none by=1,2,3",
};

static bool part_pose(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err))
        return false;
    Affine *placement = &app->document.parts[args->part].placement;
    Pose pose = pose_from(placement);
    if (!pose_read(&pose, args->text, app->assembly.unit, err))
        return false;
    Affine to = pose_affine(&pose);
    if (!action_check_placement(app, args->part, &to, err))
        return false;
    *placement = to;
    return true;
}

const Action action_part_pose = {
    .name = "part.pose",
    .title = "Place part",
    .note = "part, text: position 1 2 3 mm; rotation w x y z, or angles x y z; scale x y z",
    .flags = ACTION_UNDOABLE | ACTION_MOVES,
    .args = {{.type = ARG_PART}, {.type = ARG_TEXT}},
    .apply = part_pose,
    .example = "text=\"position 1 2 3 cm; angles 0 90 0\"",
};

static bool part_nudge(App *app, const ActionArgs *args, Error *err)
{
    Vec3d axes[3];
    move_axes(app->step_start, args->flag, axes);
    Affine to = *move_lead(app);
    to.p = vec3d_add_scaled(to.p, axes[args->axis], args->number);
    return move_selection(app, &to, err);
}

const Action action_part_nudge = {
    .name = "part.nudge",
    .title = "Nudge",
    .note = "moves the selection: index of an axis, number: how far, flag: its own axes",
    .flags = ACTION_UNDOABLE | ACTION_MERGES | ACTION_MOVES,
    .args = {{.type = ARG_INDEX, .what = "axis", .least = 0, .most = 2},
             {.type = ARG_NUMBER},
             {.type = ARG_FLAG}},
    .obstacle = action_needs_selection,
    .apply = part_nudge,
    .subject = move_subject,
    .example = "index=1 number=2 flag=off",
};

// A part that is not selected is turned by itself, about its own pivot.
static bool turn_alone(App *app, const ActionArgs *args, Error *err)
{
    Document as_if = *app->step_start; // with this part selected; nothing of it is changed
    Vec3d axes[3], pivot;
    if (!action_check_movable(app, args, err))
        return false;
    as_if.selected = args->part;
    move_axes(&as_if, args->flag, axes);
    if (as_if.move.pivot == PIVOT_CENTRE) {
        Box3d box = app_part_rays(app, args->part)->box;
        pivot = affine_apply(&as_if.parts[args->part].placement, vec3d_lerp(box.lo, box.hi, 0.5));
    } else {
        move_pivot(app, &as_if, &pivot);
    }
    const Affine *from = &as_if.parts[args->part].placement;
    Affine turn = rotation_degrees(axes[args->axis], args->number);
    turn = motion_about(&turn, pivot);
    Affine to = affine_compose(&turn, from);
    if (as_if.move.pivot == PIVOT_ORIGIN)
        to.p = from->p; // about itself: rounding does not move it
    if (!action_check_placement(app, args->part, &to, err))
        return false;
    app->document.parts[args->part].placement = to;
    return true;
}

static bool part_turn(App *app, const ActionArgs *args, Error *err)
{
    Vec3d axes[3], pivot;
    if (args->part != NO_PART && !selection_has(&app->document, args->part))
        return turn_alone(app, args, err);
    if (app->document.selected == NO_PART)
        return error_set(err, "no part is selected, and none is named");
    move_axes(app->step_start, args->flag, axes);
    Affine to = *move_lead(app);
    if (move_pivot(app, app->step_start, &pivot) && (args->number < 0 || args->number > 0)) {
        Affine turn = rotation_degrees(axes[args->axis], args->number);
        turn = motion_about(&turn, pivot);
        to = affine_compose(&turn, &to);
        if (app->document.move.pivot == PIVOT_ORIGIN)
            to.p = move_lead(app)->p; // about itself: rounding does not move it
    }
    return move_selection(app, &to, err);
}

static const char *turn_subject(const App *app, const ActionArgs *args)
{
    bool alone = args->part != NO_PART && !selection_has(&app->document, args->part);
    return alone ? action_part_name(app, args) : move_subject(app, args);
}

const Action action_part_turn = {
    .name = "part.turn",
    .title = "Turn",
    .note =
        "turns the selection about the pivot, or the part that is named, if it is not selected: "
        "index of an axis, number: degrees, flag: its own axes",
    .flags = ACTION_UNDOABLE | ACTION_MERGES | ACTION_MOVES,
    .args = {{.type = ARG_PART, .optional = true},
             {.type = ARG_INDEX, .what = "axis", .least = 0, .most = 2},
             {.type = ARG_NUMBER, .what = "the angle"},
             {.type = ARG_FLAG, .optional = true}},
    .apply = part_turn,
    .subject = turn_subject,
    .example = "index=1 number=30 flag=off",
};

static bool part_move_along(App *app, const ActionArgs *args, Error *err)
{
    Vec3d direction = args->placement.p;
    double length = vec3d_length(direction);
    if (!vec3d_is_finite(direction) || !(length > 0) || !isfinite(length))
        return error_set(err, "the direction is none");
    Affine to = *move_lead(app);
    to.p = vec3d_add_scaled(to.p, vec3d_scale(direction, 1 / length), args->number);
    return move_selection(app, &to, err);
}

const Action action_part_move_along = {
    .name = "part.move_along",
    .title = "Move along a direction",
    .note = "moves the selection: placement: a shift whose direction counts, number: how far",
    .flags = ACTION_UNDOABLE | ACTION_MERGES | ACTION_MOVES,
    .args = {{.type = ARG_NUMBER}, {.type = ARG_MOTION}},
    .obstacle = action_needs_selection,
    .apply = part_move_along,
    .subject = move_subject,
    .example = "number=2 by=3,0,4",
};

static const char *not_held(const App *app)
{
    if (app->document.move.contact == HAND_FREE)
        return "parts go through each other anyway: only Stop, Slide and Push hold them";
    return app->through.count > 0 || through_next(app) != NO_PART
               ? NULL
               : "nothing holds a part in the hand";
}

static bool part_go_through(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    return through_change(app) ||
           error_set(err, "no more than %d pairs at a time", (int)THROUGH_MOST);
}

const Action action_part_go_through = {
    .name = "part.go_through",
    .title = "Go through what holds the part",
    .shortcut = "Shift+X",
    .note = "the part in the hand goes on, through what holds it, until the two are apart; where "
            "nothing holds it, it is held again",
    .obstacle = not_held,
    .apply = part_go_through,
};

// What is selected with the part, or everything.
static void reset(App *app, int32_t part)
{
    Document *document = &app->document;
    int32_t locked = 0;
    for (int32_t i = 0; i < document->part_count; ++i) {
        if (part != NO_PART && !selection_goes_along(document, part, i))
            continue;
        locked += document->parts[i].locked;
        if (!document->parts[i].locked)
            document->parts[i].placement = app->assembly.parts[i].rest;
    }
    action_notify_locked(app, locked);
}

static bool part_reset(App *app, const ActionArgs *args, Error *err)
{
    if (!action_check_movable(app, args, err))
        return false;
    reset(app, args->part);
    return true;
}

const Action action_part_reset = {
    .name = "part.reset",
    .title = "Reset part",
    .shortcut = "R",
    .note = "part: back to where it was when opened",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_SELECTED}},
    .apply = part_reset,
};

static void parts_reset_all(App *app, const ActionArgs *args)
{
    (void)args;
    reset(app, NO_PART);
}

const Action action_parts_reset_all = {
    .name = "parts.reset_all",
    .title = "Reset all parts",
    .shortcut = "Ctrl+R",
    .note = "every part back to where it was when opened",
    .flags = ACTION_UNDOABLE,
    .obstacle = action_needs_parts,
    .act = parts_reset_all,
};

static bool choose_pivot(App *app, const ActionArgs *args, Error *err)
{
    MoveSettings *move = &app->document.move;
    int32_t part = args->part;
    Vec3d point = args->placement.p;
    if (args->index == PIVOT_CONTACT && part == NO_PART) {
        part = app->document.selected;
        if (part == NO_PART)
            return error_set(err, "select a part first");
        if (!move_contact_point(app, part, &point))
            return error_set(err, "%s touches nothing now", app->assembly.parts[part].name);
    }
    if (args->index == PIVOT_POINT || args->index == PIVOT_CONTACT) {
        if (!action_check_part(app, &(ActionArgs){.part = part}, err))
            return false;
        if (!vec3d_is_finite(point))
            return error_set(err, "the point is not a number");
        move->pivot_part = part;
        move->pivot_point = point;
    }
    move->pivot = args->index;
    return true;
}

const Action action_move_pivot = {
    .name = "move.pivot",
    .title = "Turn about",
    .note = "index: what stays in place; for a picked point: part, and at: its place on the part; "
            "the last contact is looked up where no part is given",
    .args = {{.type = ARG_PART, .optional = true},
             {.type = ARG_INDEX, .what = "pivot", .most = PIVOT_COUNT - 1, .list = &list_pivots},
             {.type = ARG_PLACEMENT, .optional = true}},
    .apply = choose_pivot,
    .example = "part=none index=\"Centre\"",
};

static bool choose_step(App *app, const ActionArgs *args, Error *err)
{
    bool angle = args->step == STEP_ANGLE || args->step == STEP_TURN;
    double most = angle ? 180 : MESH_MAX_COORDINATE;
    // Smaller steps than these are none: positions are rounded more coarsely.
    double least = angle ? 1e-6 : 1e-12;
    if (!(args->number == 0 || (args->number >= least && args->number <= most)))
        return error_set(err, angle ? "a step must lie between 0 and 180 degrees"
                                    : "a step must be a length that parts can be moved by");
    app->document.move.steps[args->step] = args->number;
    return true;
}

const Action action_move_step = {
    .name = "move.step",
    .title = "Step for moving",
    .note = "index: which step; number: its size in the assembly's unit or in degrees, 0: chosen "
            "to suit the assembly",
    .args = {{.type = ARG_INDEX, .list = &list_steps}, {.type = ARG_NUMBER}},
    .flags = ACTION_SETTING,
    .apply = choose_step,
    .example = "index=\"Angle\" number=30",
};
