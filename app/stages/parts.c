#include "app/stages/parts.h"

#include "app/document/names.h"
#include "app/io/group_path.h"
#include "app/stages/stage.h"
#include "core/base/array.h"

#include <stdio.h>

enum { MAX_PARTS = 1 << 20 };

static void *longer(const void *from, size_t count, size_t more, size_t item)
{
    void *to = array_alloc(count + more, item);
    if (to && count > 0)
        memcpy(to, from, count * item);
    return to;
}

// Both arrays per part, or none.
static bool grow(App *app, size_t more)
{
    size_t n = (size_t)app->document.part_count;
    PartResult *parts = longer(app->parts, n, more, sizeof *parts);
    PartState *states = longer(app->document.parts, n, more, sizeof *states);
    if (!parts || !states) {
        free(parts);
        free(states);
        return false;
    }
    free(app->parts);
    free(app->document.parts);
    app->parts = parts;
    app->document.parts = states;
    return true;
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
    Mesh *mesh = mesh_retain(source->loaded); // its variants come with its state
    const char *stem = name_intern_part(source->name, stem_length(source->name));
    if (!assembly_add(&app->assembly, stem, mesh, rest, source->own_colour)) {
        mesh_release(mesh);
        return false;
    }
    Bvh *tree = tree_cache_find(&app->trees, mesh, &stages->tree_desc);
    bool has_tree = stages->trees_ready && tree;
    stages->trees_ready = has_tree; // or all are looked for again
    app->parts[n] = (PartResult){.drawn = app->parts[part].drawn,
                                 .rays = app->parts[part].rays,
                                 .tree = has_tree ? bvh_retain(tree) : NULL,
                                 .reported = *rest};
    PartState *state = &app->document.parts[n];
    *state = app->document.parts[part];
    state->placement = *rest;
    state->name = NULL;
    state->joint = (JointCoordinates){{0, 0}}; // the copy hangs on none
    state->removed = true;
    ++app->document.part_count;
    return true;
}

bool parts_add_copies(App *app, const int32_t *parts, const Affine *rests, int32_t count,
                      Error *err)
{
    if (count > MAX_PARTS - app->document.part_count)
        return error_set(err, "more than %d parts, with the deleted ones, are too many",
                         (int)MAX_PARTS);
    if (!grow(app, (size_t)count))
        return error_set(err, "not enough memory for more parts");
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
    variants_follow(app);
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
