// Variants: other meshes that a part can have in place of its own.
#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/document/pose.h"
#include "app/io/tokens.h"
#include "app/session/save.h"
#include "app/session/scene_file.h"
#include "app/stages/stage.h"
#include "core/base/decimal.h"

#define WHICH                                                                                      \
    {                                                                                              \
        .type = ARG_INDEX, .what = "variant", .most = VARIANTS_MOST                                \
    }

static const char *needs_variants(const App *app)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (app->document.parts[i].variants && !app->document.parts[i].removed)
            return NULL;
    return "no part has variants: add one first";
}

// The part's list, to be changed and then set.
static int take_list(const App *app, int32_t part, Variant list[VARIANTS_MOST])
{
    Error err;
    int count = 0;
    variants_read(app->document.parts[part].variants, list, &count, &err);
    return count;
}

static void set_list(App *app, int32_t part, const Variant *list, int count)
{
    app->document.parts[part].variants = variants_intern(list, count);
}

// The list and the entry that is meant; false: there is none.
static bool find(const App *app, const ActionArgs *args, Variant list[VARIANTS_MOST], int *count,
                 Variant **out, Error *err)
{
    *count = take_list(app, args->part, list);
    if (args->index < 1 || args->index > *count)
        return error_set(err, "%s has no variant number %d", app->assembly.parts[args->part].name,
                         (int)args->index);
    *out = &list[args->index - 1];
    return true;
}

// The first part that has this mesh: it came from a file, which its copies did not.
static int32_t origin_of(const App *app, int32_t part)
{
    int32_t first = 0;
    while (app->assembly.parts[first].loaded != app->assembly.parts[part].loaded)
        ++first;
    return first;
}

static bool variant_add(App *app, const ActionArgs *args, Error *err)
{
    if (scene_file_is(args->text))
        return error_set(err, "a scene is no variant of a part");
    stages_variant(app, args->part, args->text, args->index);
    return true;
}

const Action action_variant_add = {
    .name = "variant.add",
    .title = "Add a variant from a file",
    .note = "part; text: the path, of whose parts each becomes a variant; index: what is aligned, "
            "0 = origins, 1 = middles of the boxes, 2 = lower faces of the boxes",
    .args =
        {{.type = ARG_SELECTED},
         {.type = ARG_INDEX, .optional = true, .what = "alignment", .list = &list_variant_aligns},
         {.type = ARG_PATH}},
    .apply = variant_add,
    .example = "text=\"no such file.obj\" index=1",
};

// Of itself: the one in use once more, to be changed while the other stays as it is.
static bool variant_take(App *app, const ActionArgs *args, Error *err)
{
    Variant list[VARIANTS_MOST], added = {.scale = {{1, 1, 1}}};
    int count = take_list(app, args->part, list);
    const PartState *state = &app->document.parts[args->part];
    if (count == VARIANTS_MOST)
        return error_set(err, "a part has at most %d variants", (int)VARIANTS_MOST);
    const Part *donor = &app->assembly.parts[origin_of(app, args->other)];
    if (strlen(donor->key) >= sizeof added.donor)
        return error_set(err, "the name of the part is too long for a variant");
    memcpy(added.donor, donor->key, strlen(donor->key) + 1);
    if (args->other == args->part && state->variant > 0 && state->variant <= count)
        added = list[state->variant - 1];
    else
        added.shift = variant_aligned(&added, donor->loaded, app->assembly.parts[args->part].loaded,
                                      (enum VariantAlign)args->index, app_up_in(app, args->part));
    if (!variant_name_clean(args->text[0] ? args->text : app->assembly.parts[args->other].name,
                            added.name))
        return error_set(err, "a variant needs a name");
    list[count] = added;
    set_list(app, args->part, list, count + 1);
    return true;
}

const Action action_variant_take = {
    .name = "variant.take",
    .title = "Take another part as a variant",
    .note = "part; other: the part whose mesh it gets, or itself: what it is now, to be changed; "
            "index: what is aligned, 0 = origins, 1 = middles of the boxes, 2 = lower faces; text: "
            "its name",
    .flags = ACTION_UNDOABLE,
    .args =
        {{.type = ARG_PART},
         {.type = ARG_OTHER},
         {.type = ARG_INDEX, .optional = true, .what = "alignment", .list = &list_variant_aligns},
         {.type = ARG_TEXT}},
    .apply = variant_take,
    .example = "index=1 text=\"Alternative\"",
};

static bool variant_choose(App *app, const ActionArgs *args, Error *err)
{
    Variant list[VARIANTS_MOST], *chosen;
    int count;
    if (args->index == VARIANT_LOADED) {
        app->document.parts[args->part].variant = VARIANT_LOADED;
        return true;
    }
    if (!find(app, args, list, &count, &chosen, err))
        return false;
    if (assembly_find(&app->assembly, chosen->donor) < 0)
        return error_set(err, "the part %s, whose mesh the variant has, is not here",
                         chosen->donor);
    app->document.parts[args->part].variant = args->index;
    return true;
}

const Action action_variant_choose = {
    .name = "variant.choose",
    .title = "Use a variant",
    .note =
        "part; index: which of its variants, from 1; 0: the mesh that it was loaded with. Pose, "
        "connectors, joints, rules and colour stay",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, WHICH},
    .apply = variant_choose,
    .example = "index=0",
};

// The mesh as it would be must be a mesh: within the range of coordinates.
static bool check(const App *app, const Variant *variant, Error *err)
{
    int32_t donor = assembly_find(&app->assembly, variant->donor);
    if (!variant_check(variant, err) || donor < 0)
        return donor < 0 ? error_set(err, "the part %s, whose mesh the variant has, is not here",
                                     variant->donor)
                         : false;
    Affine map = variant_map(variant);
    Box3d box = part_world_bounds(app->assembly.parts[donor].loaded, &map);
    for (int i = 0; i < 3; ++i)
        if (box.lo.v[i] < -MESH_MAX_COORDINATE || box.hi.v[i] > MESH_MAX_COORDINATE)
            return error_set(err, "the variant would be too large or too far away");
    return true;
}

static bool variant_place(App *app, const ActionArgs *args, Error *err)
{
    Variant list[VARIANTS_MOST], *changed;
    int count;
    if (!find(app, args, list, &count, &changed, err))
        return false;
    Pose pose = {.position = changed->shift, .scale = changed->scale}, before;
    pose_set_angles(&pose, changed->turn);
    before = pose;
    if (!pose_read(&pose, args->text, app->assembly.unit, err))
        return false;
    changed->shift = pose.position;
    changed->scale = pose.scale;
    if (!affine_equal(&pose.rotation, &before.rotation)) // else the angles stay as they were typed
        changed->turn = pose_angles(&pose);
    if (!check(app, changed, err))
        return false;
    set_list(app, args->part, list, count);
    return true;
}

const Action action_variant_place = {
    .name = "variant.place",
    .title = "Shift, turn or scale a variant",
    .note = "part; index: which of its variants, from 1; text: position x y z; angles x y z; scale "
            "x y z, in the part's coordinates, of which any may be left out",
    .flags = ACTION_UNDOABLE | ACTION_MERGES,
    .args = {{.type = ARG_PART}, WHICH, {.type = ARG_TEXT}},
    .obstacle = needs_variants,
    .apply = variant_place,
    .example = "index=1 text=\"scale 1.1 1 1\"",
};

static bool variant_align(App *app, const ActionArgs *args, Error *err)
{
    Variant list[VARIANTS_MOST], *changed;
    int count;
    if (!find(app, args, list, &count, &changed, err))
        return false;
    int32_t donor = assembly_find(&app->assembly, changed->donor);
    if (donor < 0)
        return check(app, changed, err);
    changed->shift = variant_aligned(
        changed, app->assembly.parts[donor].loaded, app->assembly.parts[args->part].loaded,
        (enum VariantAlign)(int)args->number, app_up_in(app, args->part));
    set_list(app, args->part, list, count);
    return true;
}

const Action action_variant_align = {
    .name = "variant.align",
    .title = "Align a variant",
    .note = "part; index: which of its variants, from 1; number: what comes together with the "
            "part's own mesh, 0 = origins, 1 = middles of the boxes, 2 = lower faces of the boxes",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART},
             WHICH,
             {.type = ARG_NUMBER, .what = "the alignment", .most = VARIANT_ALIGNS - 1}},
    .obstacle = needs_variants,
    .apply = variant_align,
    .example = "index=1 number=1",
};

// "x y z to x y z".
static bool read_points(const char *text, Vec3d points[2], Error *err)
{
    void *before = plain_numbers_begin();
    for (int i = 0; text && i < 2; ++i) {
        text += strspn(text, " ");
        if (i == 1 && strncmp(text, "to", 2) == 0)
            text += 2;
        for (int k = 0; text && k < 3; ++k)
            text = decimal_parse(text + strspn(text, " "), &points[i].v[k]);
    }
    plain_numbers_end(before);
    return text || error_set(err, "two points are wanted: x y z to x y z");
}

static bool variant_match(App *app, const ActionArgs *args, Error *err)
{
    Variant list[VARIANTS_MOST], *changed;
    int count;
    Vec3d points[2];
    if (!find(app, args, list, &count, &changed, err) || !read_points(args->text, points, err))
        return false;
    changed->shift = vec3d_add(changed->shift, vec3d_sub(points[1], points[0]));
    if (!check(app, changed, err))
        return false;
    set_list(app, args->part, list, count);
    return true;
}

const Action action_variant_match = {
    .name = "variant.match",
    .title = "Bring a point of a variant to a point",
    .note = "part; index: which of its variants, from 1; text: x y z to x y z, both in the part's "
            "coordinates",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, WHICH, {.type = ARG_TEXT}},
    .obstacle = needs_variants,
    .apply = variant_match,
    .example = "index=1 text=\"0 0 0 to 1 2 3\"",
};

static bool variant_rename(App *app, const ActionArgs *args, Error *err)
{
    Variant list[VARIANTS_MOST], *changed;
    int count;
    if (!find(app, args, list, &count, &changed, err))
        return false;
    if (!variant_name_clean(args->text, changed->name))
        return error_set(err, "a variant needs a name");
    set_list(app, args->part, list, count);
    return true;
}

const Action action_variant_rename = {
    .name = "variant.rename",
    .title = "Rename variant",
    .note = "part; index: which of its variants, from 1; text: the new name",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, WHICH, {.type = ARG_TEXT}},
    .obstacle = needs_variants,
    .apply = variant_rename,
    .example = "index=1 text=\"Larger\"",
};

// The part goes back to its own mesh if it was this one.
static bool variant_delete(App *app, const ActionArgs *args, Error *err)
{
    Variant list[VARIANTS_MOST], *gone;
    PartState *state = &app->document.parts[args->part];
    int count;
    if (!find(app, args, list, &count, &gone, err))
        return false;
    for (int i = args->index; i < count; ++i)
        list[i - 1] = list[i];
    set_list(app, args->part, list, count - 1);
    if (state->variant == args->index)
        state->variant = VARIANT_LOADED;
    else if (state->variant > args->index)
        --state->variant;
    return true;
}

const Action action_variant_delete = {
    .name = "variant.delete",
    .title = "Delete variant",
    .note = "part; index: which of its variants, from 1",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_PART}, WHICH},
    .obstacle = needs_variants,
    .apply = variant_delete,
    .example = "index=1",
};

static void variant_check_all(App *app, const ActionArgs *args)
{
    app->variant_table.wanted = true;
    app->variant_table.wanted_part = args->part;
}

const Action action_variant_check = {
    .name = "variant.check",
    .title = "Which variants fit?",
    .note =
        "part: all of its variants are tried against the other parts, where they stand and along "
        "the whole path that is open; on a worker",
    .args = {{.type = ARG_SELECTED}},
    .act = variant_check_all,
};

static const char *needs_table(const App *app)
{
    return app->variant_table.count > 0 ? NULL : "nobody has asked which variants fit";
}

static bool variant_save(App *app, const ActionArgs *args, Error *err)
{
    char *text = variant_table_csv(&app->variant_table, &app->assembly);
    if (!text)
        return error_set(err, "not enough memory for the table");
    save_text(app, args->text, text, "the table of variants");
    return true;
}

const Action action_variant_save = {
    .name = "variant.save",
    .title = "Save which variants fit",
    .note = "text: a CSV file, one line per variant",
    .args = {{.type = ARG_PATH}},
    .obstacle = needs_table,
    .apply = variant_save,
    .example = "text=/nonexistent/a.csv",
};
