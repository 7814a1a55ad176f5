// What is open, as a scene file.
#include "app/io/path.h"
#include "app/session/save.h"
#include "app/session/scene_file_primitives.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

static char *copy_text(const char *text, bool *good)
{
    char *copy = text ? strdup(text) : NULL;
    *good = *good && (copy || !text);
    return copy;
}

static bool collect_sources(const App *app, const char *path, bool absolute, SceneFile *out,
                            Error *err)
{
    out->sources = calloc((size_t)app->sources.count + 1, sizeof *out->sources);
    char *scene = path_absolute(path);
    bool good = out->sources != NULL;
    if (good && !scene)
        error_set(err, "%s: there is no such folder; create it first", path);
    for (int32_t i = 0; i < app->sources.count && good && scene; ++i) {
        const SourceFile *file = &app->sources.files[i];
        SceneSource *source = &out->sources[out->source_count++];
        *source = (SceneSource){.scene = file->path || file->kit ? -1 : file->scene,
                                .unit = (int)file->options.unit,
                                .up = (int)file->options.up,
                                .unit_said = file->options.unit_said,
                                .up_said = file->options.up_said,
                                .drop_degenerate = file->options.drop_degenerate,
                                .deflection = file->options.deflection};
        source->kit = copy_text(file->kit, &good);
        if (!file->path)
            continue;
        source->path = absolute ? strdup(file->path) : path_relative(scene, file->path);
        good = source->path != NULL;
        if (good && !utf8_is_clean(source->path)) {
            free(scene);
            return error_set(err, "%s: its name cannot be written into a scene; rename the file",
                             file->path);
        }
    }
    if (!good)
        error_set(err, "not enough memory to save the scene");
    good = good && scene;
    free(scene);
    return good;
}

static const PartOrigin *origin_of(const App *app, int32_t part)
{
    static const PartOrigin none = {.source = -1};
    return part < app->sources.part_count ? &app->sources.parts[part] : &none;
}

// The part from a file that shares the mesh of a copy, or -1.
static int32_t original_of(const App *app, int32_t part)
{
    for (int32_t i = 0; i < app->assembly.part_count; ++i)
        if (app->assembly.parts[i].loaded == app->assembly.parts[part].loaded &&
            origin_of(app, i)->source >= 0)
            return i;
    return -1;
}

// Copies that are removed: nothing would come of them, but parts behind them keep their numbers, by which
// reports tell them.
static bool leaves_no_trace(const App *app, int32_t part)
{
    if (origin_of(app, part)->source >= 0 || !app->document.parts[part].removed)
        return false;
    for (int32_t i = part + 1; i < app->document.part_count; ++i)
        if (!app->document.parts[i].removed)
            return original_of(app, part) < 0;
    return true;
}

static bool collect_part(const App *app, int32_t index, SceneFile *out, Error *err)
{
    const Part *part = &app->assembly.parts[index];
    const PartState *state = &app->document.parts[index];
    const PartOrigin *origin = origin_of(app, index);
    bool good = true;
    ScenePart *to = &out->parts[out->part_count];
    *to = scene_part_usual();
    if (leaves_no_trace(app, index))
        return true;
    ++out->part_count;
    to->key = copy_text(part->key, &good);
    if (origin->source >= 0) {
        to->file = origin->source;
        if (strcmp(origin->name, part->key) != 0)
            to->name = copy_text(origin->name, &good);
    } else {
        int32_t original = original_of(app, index);
        if (original < 0)
            return error_set(err, "%s was made by a program and is in no file", part->name);
        to->copy_of = copy_text(app->assembly.parts[original].key, &good);
    }
    to->title = copy_text(state->name, &good);
    to->group = copy_text(state->group, &good);
    to->connectors = copy_text(state->connectors, &good);
    to->variants = copy_text(state->variants, &good);
    to->state = *state;
    to->state.name = to->state.group = to->state.connectors = to->state.variants = NULL;
    to->state.visible = state->visible || state->removed;
    return good || error_set(err, "not enough memory to save the scene");
}

// Parts that are not saved are neither covered nor jointed.
static bool collect_lists(const App *app, SceneFile *out)
{
    const PrimitiveList *list = app->document.primitives.list;
    const JointList *joints = app->document.joints;
    int32_t count = app->assembly.part_count, at = 0;
    int32_t *map = list || joints ? array_alloc((size_t)count, sizeof *map) : NULL;
    for (int32_t i = 0; map && i < count; ++i) {
        bool saved =
            at < out->part_count && strcmp(out->parts[at].key, app->assembly.parts[i].key) == 0;
        map[i] = saved ? at++ : -1;
    }
    primitive_list_release(out->settings.primitives.list);
    out->settings.primitives.list =
        map && list ? primitive_list_renumbered(list, map, count, SCENE_MAX_COVERED) : NULL;
    joint_list_release(out->settings.joints);
    out->settings.joints = map && joints ? joint_list_renumbered(joints, map, count) : NULL;
    free(map);
    return (!list || out->settings.primitives.list) && (!joints || out->settings.joints);
}

static bool collect_panels(const App *app, SceneFile *out)
{
    const PanelsShown *shown = &app->panels;
    bool good = true;
    out->panel_settings = shown->settings;
    if (!shown->known)
        return true;
    out->panels = calloc((size_t)shown->open_count + 1, sizeof *out->panels);
    for (int i = 0; i < shown->open_count && out->panels && good; ++i)
        out->panels[out->panel_count++] = copy_text(shown->open[i], &good);
    return out->panels && good;
}

bool save_collect(const App *app, const char *path, bool absolute, SceneFile *out, Error *err)
{
    scene_file_init(out);
    out->unit = (int)app->assembly.unit;
    int32_t count = app->assembly.part_count;
    bool good = true;
    if (count == 0)
        good = error_set(err, "nothing is open that could be saved");
    out->parts = calloc((size_t)count + 1, sizeof *out->parts);
    if (good && !out->parts)
        good = error_set(err, "not enough memory to save the scene");
    good = good && collect_sources(app, path, absolute, out, err);
    for (int32_t i = 0; i < count && good; ++i)
        good = collect_part(app, i, out, err);
    if (good && app->document.selected != NO_PART) {
        out->selected = copy_text(app->assembly.parts[app->document.selected].key, &good);
        if (!good)
            error_set(err, "not enough memory to save the scene");
    }
    if (good) {
        document_free(&out->settings);
        good = document_copy(&out->settings, &app->document) ||
               error_set(err, "not enough memory to save the scene");
        free(out->settings.parts);
        out->settings.parts = NULL;
        out->settings.part_count = 0;
    }
    if (good && !(collect_lists(app, out) && collect_panels(app, out)))
        good = error_set(err, "not enough memory to save the scene");
    if (!good)
        scene_file_free(out);
    return good;
}
