// The stage of features: finds faces, pins and holes of meshes on a worker, one mesh at a time. Of all
// parts while snapping is on; of the selected one while its connectors are listed. Found once per mesh.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <string.h>

typedef struct FeatureWish {
    bool all;         // snapping is on
    int32_t selected; // NO_PART: its connectors are not listed
    int32_t asked;    // NO_PART: nobody points at one
    uint32_t trees_version, assembly_version;
} FeatureWish;

typedef struct FeatureState {
    FeatureWish seen; // all of this is found
    bool settled;
    bool was_all;
    bool stopped; // by a person: not of all parts, until snapping is switched on again
} FeatureState;

typedef struct FeatureTask {
    StageTask head;
    MeshFeatures *features;
} FeatureTask;

static FeatureState *mine(const App *app)
{
    return stage_state(app, &stage_features);
}

static FeatureWish wish(const App *app)
{
    return (FeatureWish){.all = field_flag(&app->document, &action_move_snap),
                         .selected = panels_shown_have(&app->panels, CONNECTORS_PANEL)
                                         ? app->document.selected
                                         : NO_PART,
                         .asked = app->features.asked - 1,
                         .trees_version = app->trees_version,
                         .assembly_version = app->assembly_version};
}

static bool wants(const App *app, const FeatureWish *wanted, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    return (wanted->all || part == wanted->selected || part == wanted->asked) && !state->removed &&
           app->parts[part].tree && !app_features(app, part);
}

// A part whose mesh is not known yet: those that one looks at first.
static int32_t next_part(const App *app, const FeatureWish *wanted)
{
    const int32_t first[] = {wanted->asked, app->document.selected};
    for (int i = 0; app->parts && i < 2; ++i)
        if (first[i] >= 0 && first[i] < app->document.part_count && wants(app, wanted, first[i]))
            return first[i];
    if (!app->parts)
        return NO_PART;
    for (int32_t i = 0; wanted->all && i < app->document.part_count; ++i)
        if (wants(app, wanted, i))
            return i;
    return NO_PART;
}

static bool current(const App *app)
{
    FeatureState *state = mine(app);
    FeatureWish now = wish(app);
    if (state->settled && now.all == state->seen.all && now.selected == state->seen.selected &&
        now.asked == state->seen.asked && now.trees_version == state->seen.trees_version &&
        now.assembly_version == state->seen.assembly_version)
        return true;
    state->settled = next_part(app, &now) == NO_PART;
    state->seen = now;
    return state->settled;
}

// Whoever switches it on again wants it tried again.
static void look(App *app)
{
    FeatureState *state = mine(app);
    FeatureBook *book = &app->features;
    bool all = field_flag(&app->document, &action_move_snap);
    if (all && !state->was_all)
        state->stopped = false;
    for (size_t i = book->count; all && !state->was_all && i-- > 0;)
        if (book->items[i]->refused) {
            mesh_features_release(book->items[i]);
            book->items[i] = book->items[--book->count];
            state->settled = false;
        }
    state->was_all = all;
}

static void *start(App *app)
{
    if (!app->stages->trees_ready || stage_shape_behind(app) || current(app))
        return NULL;
    FeatureWish wanted = wish(app);
    wanted.all = wanted.all && !mine(app)->stopped;
    int32_t part = next_part(app, &wanted);
    if (part == NO_PART)
        return NULL;
    FeatureTask *task = stage_task_create(sizeof *task);
    if (task && !(task->features = mesh_features_create((Mesh *)app->parts[part].tree->mesh))) {
        free(task);
        task = NULL;
    }
    return task;
}

static void work(void *argument, Job *job)
{
    FeatureTask *task = argument;
    worker_give_way();
    task->head.done = mesh_features_find(task->features, job, &task->head.err);
}

// Nobody has such a mesh any more.
static void forget_unused(App *app)
{
    FeatureBook *book = &app->features;
    for (size_t i = book->count; i-- > 0;) {
        bool used = false;
        for (int32_t p = 0; p < app->document.part_count && !used; ++p)
            used = app_part_mesh(app, p) == book->items[i]->mesh &&
                   app_part_mesh(app, p)->version == book->items[i]->mesh_version;
        if (used)
            continue;
        mesh_features_release(book->items[i]);
        book->items[i] = book->items[--book->count];
    }
}

static void keep_found(App *app, FeatureTask *task)
{
    FeatureBook *book = &app->features;
    forget_unused(app);
    if (!array_reserve(&book->items, &book->capacity, book->count + 1, sizeof *book->items))
        return; // it is found again
    book->items[book->count++] = task->features;
    task->features = NULL;
    ++book->version;
    mine(app)->settled = false;
    stage_begin(app, &stage_features); // the next mesh
}

static void show(App *app, void *task)
{
    keep_found(app, task);
}

// Not tried again: the part has none that are known.
static void fail(App *app, void *argument, bool stopped)
{
    FeatureTask *task = argument;
    if (stopped)
        mine(app)->stopped = true;
    else
        app_notify(app, NOTICE_WARNING, "Pins and holes of a part could not be found: %s",
                   task->head.err.text[0] ? task->head.err.text : "not enough memory");
    MeshFeatures *none = mesh_features_create(task->features->mesh);
    mesh_features_release(task->features);
    task->features = none;
    if (!none)
        return;
    none->refused = true;
    keep_found(app, task);
}

static void drop(void *argument)
{
    FeatureTask *task = argument;
    mesh_features_release(task->features);
    free(task);
}

static void reset(App *app)
{
    FeatureBook *book = &app->features;
    for (size_t i = 0; i < book->count; ++i)
        mesh_features_release(book->items[i]);
    free(book->items);
    *book = (FeatureBook){.version = book->version + 1};
    *mine(app) = (FeatureState){0};
}

const Stage stage_features = {.name = "features",
                              .label = "Looking for pins and holes",
                              .wait = STAGE_FOLLOWS,
                              .state_size = sizeof(FeatureState),
                              .look = look,
                              .start = start,
                              .show = show,
                              .fail = fail,
                              .drop = drop,
                              .current = current,
                              .work = work,
                              .reset = reset};
