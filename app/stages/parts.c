#include "app/stages/parts.h"

#include "app/document/names.h"
#include "app/io/group_path.h"
#include "app/stages/stage.h"
#include "core/base/array.h"

#include <stdio.h>

enum { MAX_PARTS = 1 << 20 };

// All arrays per part, made longer: all or none.
typedef struct Grown {
    RenderMesh **render_meshes;
    Bvh **part_trees;
    Affine *report_placements;
    PartShape *shapes;
    PartState *states;
    int32_t *of_part;
} Grown;

static void grown_free(Grown *grown)
{
    free(grown->render_meshes);
    free(grown->part_trees);
    free(grown->report_placements);
    free(grown->shapes);
    free(grown->states);
    free(grown->of_part);
}

static void *longer(const void *from, size_t count, size_t more, size_t item)
{
    void *to = array_alloc(count + more, item);
    if (to && count > 0)
        memcpy(to, from, count * item);
    return to;
}

static bool grow(const App *app, Grown *to, size_t more)
{
    size_t n = (size_t)app->document.part_count;
    *to = (Grown){longer(app->render_meshes, n, more, sizeof *to->render_meshes),
                  longer(app->part_trees, n, more, sizeof *to->part_trees),
                  longer(app->report_placements, n, more, sizeof *to->report_placements),
                  longer(app->shapes, n, more, sizeof *to->shapes),
                  longer(app->document.parts, n, more, sizeof *to->states),
                  longer(app->stages->meshes.of_part, n, more, sizeof *to->of_part)};
    if (to->render_meshes && to->part_trees && to->report_placements && to->shapes && to->states &&
        to->of_part)
        return true;
    grown_free(to);
    return false;
}

static void use(App *app, Grown *to)
{
    Grown old = {app->render_meshes, app->part_trees,     app->report_placements,
                 app->shapes,        app->document.parts, app->stages->meshes.of_part};
    grown_free(&old);
    app->render_meshes = to->render_meshes;
    app->part_trees = to->part_trees;
    app->report_placements = to->report_placements;
    app->shapes = to->shapes;
    app->document.parts = to->states;
    app->stages->meshes.of_part = to->of_part;
}

// "Bolt (2)" and "Bolt" have the same copies: "Bolt (3)", "Bolt (4)".
static size_t stem_length(const char *text)
{
    size_t length = strlen(text), end = length;
    if (length < 4 || text[--end] != ')')
        return length;
    while (end > 0 && text[end - 1] >= '0' && text[end - 1] <= '9')
        --end;
    return end > 2 && text[end - 1] == '(' && text[end - 2] == ' ' && end + 1 < length ? end - 2
                                                                                       : length;
}

static bool add_copy(App *app, int32_t part, const Affine *rest)
{
    Stages *stages = app->stages;
    const Part *source = &app->assembly.parts[part];
    int32_t n = app->document.part_count;
    Mesh *mesh = mesh_retain(source->mesh);
    const char *stem = name_intern_part(source->name, stem_length(source->name));
    if (!assembly_add(&app->assembly, stem, mesh, rest, source->own_colour)) {
        mesh_release(mesh);
        return false;
    }
    Bvh *tree = tree_cache_find(&app->trees, mesh, &stages->tree_desc);
    app->render_meshes[n] = app->render_meshes[part];
    app->part_trees[n] = stages->trees_ready && tree ? bvh_retain(tree) : NULL;
    if (!app->part_trees[n])
        stages->trees_ready = false; // all are looked for again
    app->report_placements[n] = *rest;
    app->shapes[n] = (PartShape){0};
    stages->meshes.of_part[n] = stages->meshes.of_part[part];
    PartState *state = &app->document.parts[n];
    *state = app->document.parts[part];
    state->placement = *rest;
    state->name = NULL;
    state->removed = true;
    ++app->document.part_count;
    return true;
}

bool parts_add_copies(App *app, const int32_t *parts, const Affine *rests, int32_t count,
                      Error *err)
{
    Grown to;
    if (count > MAX_PARTS - app->document.part_count)
        return error_set(err, "more than %d parts, with the deleted ones, are too many",
                         (int)MAX_PARTS);
    if (!grow(app, &to, (size_t)count))
        return error_set(err, "not enough memory for more parts");
    use(app, &to);
    bool good = true;
    for (int32_t i = 0; good && i < count; ++i)
        good = add_copy(app, parts[i], &rests[i]);
    document_settle(&app->document);
    ++app->names_version; // rules may name them
    return good || error_set(err, "not enough memory for more parts");
}

static const char *wanted_name(const App *app, int32_t part)
{
    const char *name = app->document.parts[part].name;
    return name ? name : app->assembly.parts[part].key;
}

void parts_follow_document(App *app)
{
    document_settle(&app->document);
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        Part *part = &app->assembly.parts[i];
        part->gone = app->document.parts[i].removed;
        uint32_t colour = app->document.parts[i].colour;
        part->colour = colour == OWN_COLOUR ? part->own_colour : colour;
        const char *name = wanted_name(app, i);
        // Without memory the old name stays until the next action.
        if (strcmp(part->name, name) != 0 && assembly_rename(&app->assembly, i, name))
            ++app->names_version;
    }
}

int32_t parts_find_name(const App *app, const char *name)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (!app->document.parts[i].removed && strcmp(wanted_name(app, i), name) == 0)
            return i;
    return NO_PART;
}

static bool group_exists(const App *app, const char *name)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (!app->document.parts[i].removed && group_path_holds(name, app->document.parts[i].group))
            return true;
    return false;
}

static const char *numbered(const char *text, int number)
{
    char name[GROUP_PATH_MAX + 16];
    int stem = (int)stem_length(text), most = GROUP_PATH_MAX - 12;
    snprintf(name, sizeof name, "%.*s (%d)", stem > most ? most : stem, text, number);
    return name_intern(name);
}

const char *parts_free_group(const App *app, const char *text)
{
    const char *name = name_intern(text);
    for (int number = 2; group_exists(app, name); ++number)
        name = numbered(text, number);
    return name;
}
