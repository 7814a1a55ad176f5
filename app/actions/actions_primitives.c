// Primitives: volumes that are made by hand.
#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/io/file.h"
#include "app/io/hybrid_samples.h"
#include "app/io/hybrid_xml.h"
#include "app/stages/app.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <string.h>

static const char *needs_primitives(const App *app)
{
    return primitive_list_count(app->document.primitives.list) > 0 ? NULL
                                                                   : "there are no primitives";
}

static const char *primitive_name(const App *app, const ActionArgs *args)
{
    const PrimitiveList *list = app->document.primitives.list;
    return args->index >= 0 && args->index < primitive_list_count(list)
               ? list->set.items[args->index].name
               : "";
}

// To be changed and then set; NULL: memory ran short.
static PrimitiveList *copy_primitives(const App *app, Error *err)
{
    PrimitiveList *copy = primitive_list_copy(app->document.primitives.list);
    if (!copy)
        error_set(err, "not enough memory for the primitives");
    return copy;
}

// Takes the list over when it is good, drops it otherwise; returns good.
static bool set_primitives(App *app, PrimitiveList *list, bool good)
{
    primitive_list_release(good ? app->document.primitives.list : list);
    if (good)
        app->document.primitives.list = list;
    return good;
}

static bool fit_volume(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {
        .kind = PRIMITIVE_FIT, .type = (enum VolumeType)args->index, .part = args->part};
    return stages_primitive(app, &request, err);
}

const Action action_primitive_fit = {
    .name = "primitive.fit",
    .title = "Fit a volume to the part",
    .note = "part: this one, or all selected ones if it is selected; index: type of volume",
    .args = {{.type = ARG_PART}, {.type = ARG_INDEX, .list = &list_volume_types}},
    .apply = fit_volume,
    .example = "index=\"Capsule\"",
};

static bool primitive_lasso(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {.kind = PRIMITIVE_LASSO, .part = NO_PART};
    if (!lasso_from_text(args->text, &request.lasso, err))
        return false;
    if (!(args->camera.distance > 0))
        return error_set(err, "the view has no usable shape");
    request.type = (enum VolumeType)args->index;
    request.lasso.camera = args->camera;
    request.lasso.aspect = args->aspect;
    request.lasso.through = args->flag;
    return stages_primitive(app, &request, err);
}

const Action action_primitive_lasso = {
    .name = "primitive.lasso",
    .title = "Fit a volume to the triangles inside a line",
    .note = "text: points of the line as 1234,5678 in ten-thousandths of the view; camera and "
            "number (width / height): of the view; index: type of volume; flag: also triangles "
            "that are hidden",
    .args = {{.type = ARG_INDEX, .list = &list_volume_types},
             {.type = ARG_NUMBER, .what = "the shape of the view", .least = 0.05, .most = 20},
             {.type = ARG_FLAG},
             {.type = ARG_TEXT},
             {.type = ARG_CAMERA}},
    .obstacle = action_needs_parts,
    .apply = primitive_lasso,
    .example = "index=1 number=1.6 flag=off camera=0,0,0,0.7,0.45,100,0.7 text=\"0,0 10000,0 "
               "10000,10000 0,10000\"",
};

static bool primitive_add(App *app, const ActionArgs *args, Error *err)
{
    HybridVolume volume;
    if (!primitive_from_text(args->text, &volume, err))
        return false;
    PrimitiveList *list = copy_primitives(app, err);
    char name[PRIMITIVE_NAME_SIZE];
    snprintf(name, sizeof name, "%s %d", volume_type_titles[hybrid_volume_type(&volume)],
             (int)primitive_list_count(list) + 1);
    bool good = list && primitive_list_add(list, &volume, name, NULL, err);
    int32_t added = primitive_list_count(list) - 1;
    if (!set_primitives(app, list, good))
        return false;
    app->document.primitives.selected = added;
    return true;
}

const Action action_primitive_add = {
    .name = "primitive.add",
    .title = "Add a primitive",
    .note = "text: the volume, for example sphere 0 0 0 1",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_TEXT}},
    .apply = primitive_add,
    .example = "text=\"sphere 0 0 0 1\"",
};

static const char *primitives_take_obstacle(const App *app)
{
    return app->incoming.list ? NULL : "no new primitives are waiting";
}

// What a worker has made: fitted to triangles, or read from a file.
static bool primitives_take(App *app, const ActionArgs *args, Error *err)
{
    (void)args;
    const IncomingPrimitives *in = &app->incoming;
    PrimitiveList *list = in->replace ? primitive_list_create() : copy_primitives(app, err);
    bool good = list || error_set(err, "not enough memory");
    for (int32_t i = 0; good && i < in->list->set.count; ++i) {
        const Primitive *item = &in->list->set.items[i];
        good = primitive_list_add(list, &item->volume, item->name, in->list->covers[i], err);
    }
    int32_t last = in->replace ? NO_PRIMITIVE : primitive_list_count(list) - 1;
    if (!set_primitives(app, list, good))
        return false;
    app->document.primitives.selected = last;
    return true;
}

const Action action_primitives_take = {
    .name = "primitives.take",
    .title = "Take new primitives",
    .note = "the ones that were just fitted or read",
    .flags = ACTION_UNDOABLE | ACTION_UNRECORDED,
    .obstacle = primitives_take_obstacle,
    .apply = primitives_take,
};

static void primitive_select(App *app, const ActionArgs *args)
{
    app->document.primitives.selected = args->index;
}

const Action action_primitive_select = {
    .name = "primitive.select",
    .title = "Select primitive",
    .note = "index, or -1 for none",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PRIMITIVE, .optional = true}},
    .act = primitive_select,
};

static bool primitive_set(App *app, const ActionArgs *args, Error *err)
{
    HybridVolume volume;
    if (!primitive_from_text(args->text, &volume, err))
        return false;
    // A hand that rests asks for the same in every frame: what follows must not start anew.
    if (hybrid_volume_equal(&volume, &app->document.primitives.list->set.items[args->index].volume))
        return true;
    PrimitiveList *list = copy_primitives(app, err);
    if (list)
        list->set.items[args->index].volume = volume;
    return set_primitives(app, list, list != NULL);
}

const Action action_primitive_set = {
    .name = "primitive.set",
    .title = "Change primitive",
    .note = "index: which one; text: the volume it is to have, for example sphere 0 0 0 1",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PRIMITIVE}, {.type = ARG_TEXT}},
    .apply = primitive_set,
    .subject = primitive_name,
    .example = "text=\"capsule 0 0 0 1 0 0 0.5\"",
};

static bool primitive_rename(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveList *list = copy_primitives(app, err);
    if (list) {
        char *name = list->set.items[args->index].name;
        snprintf(name, PRIMITIVE_NAME_SIZE, "%.63s", args->text);
        utf8_sanitise(name); // the cut may have gone through a character
    }
    return set_primitives(app, list, list != NULL);
}

const Action action_primitive_rename = {
    .name = "primitive.rename",
    .title = "Rename primitive",
    .note = "index, text: the new name",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PRIMITIVE}, {.type = ARG_TEXT}},
    .apply = primitive_rename,
    .subject = primitive_name,
    .example = "text=\"Arm\"",
};

static bool primitive_delete(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveList *list = copy_primitives(app, err);
    if (list)
        primitive_list_remove(list, args->index);
    if (!set_primitives(app, list, list != NULL))
        return false;
    // The next one takes its place, so that several can be deleted in a row.
    int32_t left = primitive_list_count(app->document.primitives.list);
    int32_t *selected = &app->document.primitives.selected;
    *selected = args->index < left ? args->index : left - 1;
    return true;
}

const Action action_primitive_delete = {
    .name = "primitive.delete",
    .title = "Delete primitive",
    .note = "index: which one",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PRIMITIVE}},
    .apply = primitive_delete,
};

static void primitives_clear(App *app, const ActionArgs *args)
{
    (void)args;
    primitive_list_release(app->document.primitives.list);
    app->document.primitives.list = NULL;
    app->document.primitives.selected = NO_PRIMITIVE;
}

const Action action_primitives_clear = {
    .name = "primitives.clear",
    .title = "Delete all primitives",
    .note = "deletes all of them",
    .flags = ACTION_UNDOABLE,
    .obstacle = needs_primitives,
    .act = primitives_clear,
};

static bool primitives_open(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {.kind = PRIMITIVE_OPEN, .part = NO_PART};
    _Static_assert(sizeof request.path >= sizeof args->text, "any path fits");
    strcpy(request.path, args->text);
    return stages_primitive(app, &request, err);
}

const Action action_primitives_open = {
    .name = "primitives.open",
    .title = "Open primitives",
    .note = "text: the path of a file of primitives or of a hybrid hierarchy; it replaces those "
            "there are",
    .args = {{.type = ARG_PATH}},
    .apply = primitives_open,
    .example = "text=assets/hybrid/chair.xml",
};

static bool primitives_sample(App *app, const ActionArgs *args, Error *err)
{
    PrimitiveRequest request = {.kind = PRIMITIVE_OPEN, .part = NO_PART};
    hybrid_sample_path(hybrid_samples[args->index], request.path, sizeof request.path);
    return stages_primitive(app, &request, err);
}

const Action action_primitives_sample = {
    .name = "primitives.sample",
    .title = "Open the primitive set",
    .note = "index: chair, helicopter, cannon or interceptor, which come with the program",
    .args = {{.type = ARG_INDEX, .list = &list_primitive_samples}},
    .apply = primitives_sample,
    .example = "index=1",
};

static bool primitives_save(App *app, const ActionArgs *args, Error *err)
{
    if (!hybrid_xml_write(args->text, &app->document.primitives.list->set, NULL, err))
        return false;
    app_notify(app, NOTICE_INFO, "Saved %d primitives to %s",
               (int)primitive_list_count(app->document.primitives.list),
               file_base_name(args->text));
    return true;
}

const Action action_primitives_save = {
    .name = "primitives.save",
    .title = "Save primitives",
    .note = "text: the path of an XML file",
    .args = {{.type = ARG_PATH}},
    .obstacle = needs_primitives,
    .apply = primitives_save,
};
