// The stage of variants: makes the mesh that a part is to have instead of its own, ready to be drawn and
// found under the cursor. Until then the part is shown as it was, and nothing is said about contacts.
#include "app/stages/rows.h"

typedef struct VariantTask {
    StageTask head;
    int32_t part;
    VariantMesh *made;
    bool draws_nothing;
} VariantTask;

typedef struct VariantState {
    uint32_t swept; // the generation of which the book has nothing older
} VariantState;

static void drop(void *argument)
{
    VariantTask *task = argument;
    variant_mesh_free(task->made);
    free(task);
}

static void work(void *argument, Job *job)
{
    VariantTask *task = argument;
    task->head.done = variant_mesh_make(task->made, task->draws_nothing, job, &task->head.err);
    task->head.done = task->head.done && !job_cancelled(job);
}

// Asked for once more after something else, it is a new wish.
static bool is_refused(App *app, int32_t part)
{
    PartVariant *shown = &app->parts[part].variant;
    const PartState *state = &app->document.parts[part];
    if (shown->refused_of != state->variants || shown->refused != state->variant)
        shown->refused_of = NULL;
    return shown->refused_of != NULL;
}

static void refuse(App *app, int32_t part)
{
    PartVariant *shown = &app->parts[part].variant;
    shown->refused_of = app->document.parts[part].variants;
    shown->refused = app->document.parts[part].variant;
}

// Of another assembly nothing is left, but for what of it is still open.
static void sweep(App *app)
{
    VariantState *state = stage_state(app, &stage_variants);
    VariantBook *book = &app->stages->variants;
    size_t kept = 0;
    if (state->swept == app->stages->generation)
        return;
    state->swept = app->stages->generation;
    for (size_t i = 0; i < book->count; ++i) {
        if (mesh_set_find(&app->stages->meshes, book->items[i]->donor) >= 0)
            book->items[kept++] = book->items[i];
        else
            variant_mesh_free(book->items[i]);
    }
    book->count = kept;
}

static void *start(App *app)
{
    sweep(app);
    variants_follow(app);
    for (int32_t i = 0; app->parts && i < app->document.part_count; ++i) {
        Mesh *donor;
        Affine map;
        if (is_refused(app, i) || !variant_behind(app, i))
            continue;
        if (!variant_wanted(app, i, &donor, &map)) {
            app_notify(app, NOTICE_ERROR, "The variant of %s is not here: choose another one",
                       app->assembly.parts[i].name);
            refuse(app, i);
            continue;
        }
        VariantTask *task = stage_task_create(sizeof *task);
        VariantMesh *made = calloc(1, sizeof *made);
        if (!task || !made) {
            free(task);
            free(made);
            return NULL; // tried again with the next update
        }
        *made = (VariantMesh){.donor = mesh_retain(donor), .map = map};
        task->part = i;
        task->made = made;
        task->draws_nothing = app->draws_nothing;
        return task;
    }
    return NULL;
}

static void show(App *app, void *argument)
{
    VariantTask *task = argument;
    if (variant_book_add(&app->stages->variants, task->made))
        task->made = NULL;
    variants_follow(app);
}

static bool is_still_wanted(const App *app, const VariantTask *task)
{
    Mesh *donor;
    Affine map;
    return variant_wanted(app, task->part, &donor, &map) && donor == task->made->donor &&
           affine_equal(&map, &task->made->map);
}

// What cannot be made is not pretended: contacts are unknown until another one is chosen.
static void fail(App *app, void *argument, bool stopped)
{
    const VariantTask *task = argument;
    const char *name = app->assembly.parts[task->part].name;
    if (is_still_wanted(app, task))
        refuse(app, task->part);
    if (stopped)
        app_notify(app, NOTICE_INFO,
                   "Exchanging %s was cancelled; contacts are unknown until it is chosen again",
                   name);
    else
        app_notify(app, NOTICE_ERROR, "%s cannot be exchanged: %s", name, task->head.err.text);
}

// A slow one that is no longer wanted is not worth waiting for.
static bool stale(App *app, const void *task)
{
    return !is_still_wanted(app, task);
}

static bool current(const App *app)
{
    return !variants_behind(app);
}

static void end(App *app)
{
    variant_book_free(&app->stages->variants);
}

const Stage stage_variants = {.name = "variants",
                              .label = "Exchanging a part",
                              .wait = STAGE_BUSY,
                              .state_size = sizeof(VariantState),
                              .stale = stale,
                              .start = start,
                              .show = show,
                              .fail = fail,
                              .drop = drop,
                              .current = current,
                              .work = work,
                              .end = end};
