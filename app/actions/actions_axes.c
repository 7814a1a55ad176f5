// What the numbers of the files mean: a file that does not say it was opened in the wrong unit, or lies
// on its side. Nothing is read again.
#include "app/actions/list_files.h"
#include "app/document/lists.h"
#include "app/stages/app.h"
#include "core/shape/up_axis.h"

static const char *without_files(const App *app)
{
    if (stages_loading(app))
        return "something is being opened; cancel it first";
    for (int32_t i = 0; i < app->sources.count; ++i)
        if (app->sources.files[i].path)
            return NULL;
    return "no file is open";
}

static bool file_unit(App *app, const ActionArgs *args, Error *err)
{
    enum LengthUnit unit = (enum LengthUnit)args->index, before = app->assembly.unit;
    for (int32_t i = 0; i < app->sources.count; ++i)
        if (!app->sources.files[i].path)
            return error_set(err, "something of ours is open beside the files; its unit is known");
    if (unit == before)
        return true;
    // What was converted to join the others would have to be read again, in a unit that may not exist.
    for (int32_t i = 0; i < app->sources.count; ++i)
        if (app->sources.files[i].converted)
            return error_set(err,
                             "the files are in several units; open them again, each with its own");
    for (int32_t i = 0; i < app->sources.count; ++i) {
        app->sources.files[i].options.unit = unit;
        app->sources.files[i].options.unit_said = true;
    }
    app->assembly.unit = unit;
    ++app->names_version; // sentences say lengths
    app_notify(app, NOTICE_INFO,
               "What is open is in %s now, not in %s: every number stays as it is",
               length_unit_info(unit)->name, length_unit_info(before)->name);
    return true;
}

const Action action_file_unit = {
    .name = "file.unit",
    .title = "Unit of the open files",
    .note = "index: the unit that the numbers of the open files are in; the numbers stay",
    .args = {{.type = ARG_INDEX, .list = &list_units}},
    .obstacle = without_files,
    .apply = file_unit,
    .example = "index=0",
};

static void turn_ground(JointList *joints, const Affine *turn)
{
    for (int32_t i = 0; i < joint_list_count(joints); ++i) {
        Joint *joint = &joints->joints[i];
        if (joint->parent >= 0)
            continue;
        joint->frame[0].origin = affine_apply(turn, joint->frame[0].origin);
        joint->frame[0].axis = affine_apply_vector(turn, joint->frame[0].axis);
        joint->frame[0].side = affine_apply_vector(turn, joint->frame[0].side);
    }
}

static const char *cannot_turn(const App *app)
{
    return app->task.start ? "the task is about the axes as they are: end it first"
                           : without_files(app);
}

// The world is turned under the parts; their meshes stay as they are.
static bool file_up(App *app, const ActionArgs *args, Error *err)
{
    enum UpAxis up = (enum UpAxis)args->index, before = app->assembly.up;
    Document *document = &app->document;
    if (up == before)
        return true;
    if (primitive_list_count(document->primitives.list) > 0 || app->path.path.key_count > 0)
        return error_set(err,
                         "primitives and paths are about the axes as they are; clear them first");
    Affine old = up_axis_turn(before), back, turn = up_axis_turn(up);
    JointList *joints = document->joints ? document_edit_joints(document) : NULL;
    if (!affine_invert(&old, &back) || (document->joints && !joints))
        return error_set(err, "not enough memory");
    turn = affine_compose(&turn, &back);
    turn_ground(joints, &turn);
    for (int32_t i = 0; i < app->assembly.part_count; ++i) {
        Affine *all[] = {&app->assembly.parts[i].rest, &document->parts[i].placement,
                         &app->parts[i].opened};
        for (size_t k = 0; k < sizeof all / sizeof *all; ++k)
            *all[k] = affine_compose(&turn, all[k]);
    }
    for (int32_t i = 0; i < app->sources.count; ++i) {
        app->sources.files[i].options.up = up;
        app->sources.files[i].options.up_said = true;
    }
    app->assembly.up = up;
    document->view.section.on = false;
    history_clear(app->history);
    ++app->assembly_version; // the floor, and whatever knows places
    ++app->framing_version;
    app_notify(app, NOTICE_INFO, "%s is up now", up == UP_Z ? "z" : "y");
    return true;
}

const Action action_file_up = {
    .name = "file.up",
    .title = "Axis that points up",
    .note = "index: the axis of the open files that points up, 0 = y, 1 = z; the whole assembly is "
            "turned, coordinates stay those of the files; not undone but by choosing the other one",
    .args = {{.type = ARG_INDEX, .list = &list_up_axes}},
    .obstacle = cannot_turn,
    .apply = file_up,
    .example = "index=0",
};
