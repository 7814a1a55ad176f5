// How hierarchies are built, over triangles and over primitives.
#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/document/presets.h"
#include "app/io/file.h"
#include "app/io/hybrid_xml.h"
#include "core/tree/build/build.h"

static void build_preset(App *app, const ActionArgs *args)
{
    preset_take(&app->document, args->index);
}

const Action action_build_preset = {
    .name = "build.preset",
    .title = "Preset of hierarchies",
    .note = "index: how to build and search as in a paper, or as fast as can be; or the chosen "
            "volume as "
            "published",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_INDEX, .list = &list_presets}},
    .act = build_preset,
    .example = "index=fast",
};

static const char *build_param_obstacle(const App *app)
{
    return app->document.build.type->param_count > 0 ? NULL
                                                     : "this bounding volume has no parameters";
}

static bool build_param(App *app, const ActionArgs *args, Error *err)
{
    const BvType *type = app->document.build.type;
    BvhDesc build = bvh_desc_filled(&app->document.build);
    build.params_set = true;
    if (!action_take_param(&type->params[args->index], args->number, &build.params[args->index],
                           err))
        return false;
    app->document.build = build;
    return true;
}

const Action action_build_param = {
    .name = "build.param",
    .title = "Parameter",
    .note = "index of the volume's parameter, number: its value",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .list = &list_volume_params}, {.type = ARG_NUMBER}},
    .obstacle = build_param_obstacle,
    .apply = build_param,
};

static bool hybrid_param(App *app, const ActionArgs *args, Error *err)
{
    HybridDesc *desc = &app->document.primitives.desc;
    return action_take_param(&desc->builder->params[args->index], args->number,
                             &desc->params[args->index], err);
}

const Action action_hybrid_param = {
    .name = "hybrid.param",
    .title = "Parameter of the hybrid builder",
    .note = "index of the parameter, number: its value",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_INDEX, .list = &list_hybrid_params}, {.type = ARG_NUMBER}},
    .apply = hybrid_param,
    .example = "number=2",
};

static void hybrid_factor(App *app, const ActionArgs *args)
{
    app->document.primitives.desc.factors[args->index] = args->number;
}

const Action action_hybrid_factor = {
    .name = "hybrid.factor",
    .title = "Cost of a type",
    .note = "index: type of volume, 0 box, 1 turned box, 2 sphere, 3 capsule, 4 slab cut ball; "
            "number: what its volume is multiplied by",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args =
        {{.type = ARG_INDEX, .what = "type of volume", .least = 0, .most = VOLUME_TYPE_COUNT - 1},
         {.type = ARG_NUMBER, .what = "a factor", .least = 0.01, .most = 100}},
    .act = hybrid_factor,
    .example = "index=1 number=2",
};

static bool hybrid_types(App *app, const ActionArgs *args, Error *err)
{
    if (args->index < 1 || args->index > VOLUME_TYPES_ALL)
        return error_set(err, "groups need at least one type of volume");
    app->document.primitives.desc.types[(int)args->number] = (unsigned)args->index;
    return true;
}

const Action action_hybrid_types = {
    .name = "hybrid.types",
    .title = "Types of groups",
    .note = "index: the sum of 1 box, 2 turned box, 4 sphere, 8 capsule and 16 slab cut ball, as "
            "allowed; number: the level from which this holds",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_INDEX},
             {.type = ARG_NUMBER, .what = "the level", .least = 0, .most = HYBRID_MAX_LEVELS - 1}},
    .apply = hybrid_types,
    .example = "index=4",
};

static const char *hybrid_save_obstacle(const App *app)
{
    return app->hybrid.list ? NULL : "no hybrid hierarchy is built";
}

static bool hybrid_save(App *app, const ActionArgs *args, Error *err)
{
    if (!hybrid_xml_write(args->text, &app->hybrid.list->set, &app->hybrid.tree, err))
        return false;
    app_notify(app, NOTICE_INFO, "Saved the hierarchy over %d primitives to %s",
               (int)primitive_list_count(app->hybrid.list), file_base_name(args->text));
    return true;
}

const Action action_hybrid_save = {
    .name = "hybrid.save",
    .title = "Save hybrid hierarchy",
    .note = "text: the path of an XML file",
    .args = {{.type = ARG_PATH}},
    .obstacle = hybrid_save_obstacle,
    .apply = hybrid_save,
};
