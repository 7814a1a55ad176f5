// The load stage: file or scene into an assembly and its render meshes, on the worker; then, on the
// main thread, the exchange of everything that belonged to the assembly before.
#include "app/document/history.h"
#include "app/document/names.h"
#include "app/document/selection.h"
#include "app/io/cache.h"
#include "app/io/mesh_cache.h"
#include "app/io/text.h"
#include "app/scenes/kit.h"
#include "app/scenes/scene.h"
#include "app/session/adopt.h"
#include "app/session/pipe_kit.h"
#include "app/session/save.h"
#include "app/stages/parts.h"
#include "app/stages/rows.h"
#include "core/base/array.h"
#include "core/base/utf8.h"
#include "core/query/ray.h"
#include "core/tree/build/build.h"

#include <stdio.h>

// Until the window says how wide it is.
#define USUAL_ASPECT 1.6

enum LoadKind { LOAD_NEW, LOAD_MORE, LOAD_VARIANT, LOAD_AGAIN };

typedef struct LoadTask {
    StageTask head;
    char label[256]; // constant: the main thread shows it while the worker works
    enum LoadKind kind;
    OpenRequest request;
    int32_t *source_of; // of LOAD_AGAIN, per file: the source that it is
    int32_t part;       // of LOAD_VARIANT: whose they are to be, and how they are aligned
    enum VariantAlign align;
    uint32_t asked_in; // the generation when anything but LOAD_NEW was asked for
    Pool *pool;        // NULL: one processor
    bool draws_nothing;
    // Results.
    Opened opened;
    MeshSet meshes;
} LoadTask;

typedef struct LoadState {
    LoadTask *waiting; // as soon as nothing else is loaded or built
} LoadState;

static LoadState *mine(const App *app)
{
    return stage_state(app, &stage_load);
}

static void drop(void *argument)
{
    LoadTask *task = argument;
    if (!task)
        return;
    open_request_free(&task->request);
    free(task->source_of);
    mesh_set_free(&task->meshes);
    opened_free(&task->opened);
    free(task);
}

static void load(void *argument, Job *job)
{
    LoadTask *task = argument;
    if (!open_all(&task->request, &task->opened, job, &task->head.err))
        return;
    if (!mesh_set_init(&task->meshes, &task->opened.assembly)) {
        error_set(&task->head.err, "%s: not enough memory", task->label);
        return;
    }
    mesh_cache_take_topologies(task->meshes.meshes, task->meshes.count, job);
    task->head.done = task->draws_nothing;
    if (task->draws_nothing)
        return;
    job_step(job, "preparing to draw");
    for (int32_t i = 0; i < task->meshes.count; ++i) {
        task->meshes.drawn[i] = render_mesh_create(task->meshes.meshes[i], job);
        if (!task->meshes.drawn[i]) {
            if (!job_cancelled(job))
                error_set(&task->head.err, "%s: not enough memory to draw it", task->label);
            return;
        }
    }
    job_step(job, "preparing to pick");
    BvhDesc rays = ray_tree_desc();
    mesh_cache_keep_topologies(task->meshes.meshes, task->meshes.count, job);
    task->head.done = mesh_cache_build_all(task->meshes.meshes, task->meshes.count, &rays,
                                           task->pool, job, task->meshes.rays, &task->head.err);
}

// How a part was opened. One that was open already keeps what is known, unless it stood so.
static void note_opened(const App *app, const Adoption *adoption, int32_t i, PartResult *part)
{
    const Sources *sources = &adoption->sources;
    const PartState *state = &adoption->document.parts[i];
    int32_t source = i < sources->part_count ? sources->parts[i].source : -1;
    part->from_file = source >= 0 && sources->files[source].path;
    part->opened = state->placement;
    part->opened_shape = state->shape;
    part->opened_variants = state->variants;
    part->opened_variant = state->variant;
    if (adoption->is_new || i >= app->document.part_count)
        return;
    const PartResult *before = &app->parts[i];
    const PartState *stood = &app->document.parts[i];
    if (!affine_equal(&before->opened, &stood->placement))
        part->opened = before->opened;
    part->opened_shape = before->opened_shape;
    part->opened_variants = before->opened_variants;
    part->opened_variant = before->opened_variant;
}

// Everything that can fail happens before anything is replaced.
static bool exchange(App *app, Adoption *adoption, MeshSet *fresh)
{
    Stages *stages = app->stages;
    size_t count = (size_t)adoption->assembly.part_count;
    MeshSet meshes = {0};
    PartResult *parts = array_alloc(count, sizeof *parts);
    if (!parts || !mesh_set_init(&meshes, &adoption->assembly)) {
        free(parts);
        return false;
    }
    mesh_set_take_drawn(&meshes, fresh);
    mesh_set_take_drawn(&meshes, &stages->meshes);
    for (size_t i = 0; i < count; ++i) {
        const Part *part = &adoption->assembly.parts[i];
        int32_t mesh = mesh_set_find(&meshes, part->mesh);
        parts[i] = (PartResult){
            .drawn = meshes.drawn[mesh], .rays = meshes.rays[mesh], .reported = part->rest};
        note_opened(app, adoption, (int32_t)i, &parts[i]);
    }
    if (adoption->looks_at_all) {
        Box3d bounds = adoption_bounds(adoption);
        Camera *camera = &adoption->document.view.camera;
        *camera = camera_standard(camera, VIEW_ISO);
        if (bounds.lo.x <= bounds.hi.x)
            *camera = camera_fitted(camera, bounds, USUAL_ASPECT);
        ++app->framing_version;
    }
    app->opened_version += adoption->is_new || adoption->joins;
    stages_reset(app);
    if (!adoption->keeps_history)
        history_clear(app->history);
    document_free(&app->document);
    free(app->parts);
    mesh_set_free(&stages->meshes);
    assembly_free(&app->assembly);
    sources_free(&app->sources);

    app->assembly = adoption->assembly;
    app->document = adoption->document;
    app->sources = adoption->sources;
    app->parts = parts;
    stages->meshes = meshes;
    *adoption = (Adoption){0};
    ++stages->generation;
    ++app->assembly_version;
    parts_follow_document(app);
    return true;
}

static void tell(App *app, const LoadTask *task, const Adoption *what)
{
    const char *label = task->label;
    char count[32];
    Error note;
    if (!app->draws_nothing && cache_take_note(&note))
        app_notify(app, NOTICE_INFO, "%s", note.text);
    for (int32_t i = 0; i < task->opened.notices.count; ++i)
        app_notify(app, NOTICE_WARNING, "%s: %s", label, task->opened.notices.texts[i]);
    if (task->kind == LOAD_NEW)
        app_notify(app, NOTICE_INFO, "Opened %s: %d parts, %s triangles", label,
                   (int)assembly_live_parts(&app->assembly),
                   format_count(count, sizeof count, assembly_triangles(&app->assembly)));
    else if (task->request.kit)
        app_notify(app, NOTICE_INFO, "Added: %s mm", label);
    else if (task->kind == LOAD_MORE)
        app_notify(app, NOTICE_INFO, "Added %s: %d more parts", label, (int)what->added);
    else if (task->kind == LOAD_VARIANT)
        app_notify(app, what->added > 0 ? NOTICE_INFO : NOTICE_WARNING,
                   "%s has %d more variants of %s", app->assembly.parts[task->part].name,
                   (int)what->added, label);
    else
        app_notify(app, what->removed > 0 ? NOTICE_WARNING : NOTICE_INFO,
                   "Reloaded %s: %d parts, %d of them new, %d are gone", label,
                   (int)(what->replaced + what->added), (int)what->added, (int)what->removed);
}

// As the scene says, if it does; the window knows which panels there are.
static void take_panels(App *app, const SceneFile *scene)
{
    if (!scene->panels)
        return;
    app->panels = (PanelsShown){.known = true, .settings = scene->panel_settings};
    for (int32_t i = 0; i < scene->panel_count && i < PANELS_MOST; ++i)
        app->panels.open[app->panels.open_count++] = name_intern(scene->panels[i]);
    ++app->panels_version;
}

static void show(App *app, void *argument)
{
    LoadTask *task = argument;
    Adoption adoption;
    Document before = {0};
    bool merges = task->kind == LOAD_MORE || task->kind == LOAD_VARIANT;
    bool good = task->kind == LOAD_NEW    ? adopt_new(app, &task->opened, &adoption)
                : task->kind == LOAD_MORE ? adopt_more(app, &task->opened, &adoption)
                : task->kind == LOAD_VARIANT
                    ? adopt_variants(app, &task->opened, task->part, task->align, &adoption)
                    : adopt_again(app, &task->opened, task->source_of, &adoption);
    good = good && (!merges || document_copy(&before, &app->document));
    Adoption what = adoption;
    char title[sizeof task->label];
    memcpy(title, task->label, sizeof title);
    if (!good || !exchange(app, &adoption, &task->meshes)) {
        if (good)
            adoption_free(&adoption);
        document_free(&before);
        app_notify(app, NOTICE_ERROR, "%s: not enough memory", task->label);
        return;
    }
    if (task->request.kit_chosen)
        selection_only(&app->document, app->document.part_count - 1);
    if (merges)
        history_record(app->history, &before, NULL, 0,
                       task->kind == LOAD_VARIANT ? "Add variant" : "Add", title);
    document_free(&before);
    tell(app, task, &what);
    if (task->opened.is_scene)
        take_panels(app, &task->opened.scene);
    save_after_load(app, task->kind == LOAD_NEW, &task->request,
                    task->opened.is_scene ? &task->opened.scene : NULL);
}

static void fail(App *app, void *argument, bool stopped)
{
    LoadTask *task = argument;
    if (stopped) {
        app_notify(app, NOTICE_INFO, "Opening %s was cancelled; what was open stays open",
                   task->label);
    } else if (task->request.was_outside && app->wake) {
        free(app->outside_path); // with a window, a person is asked
        app->outside_path = strdup(task->request.path);
    } else {
        app_notify(app, NOTICE_ERROR, "%s%s", task->head.err.text,
                   task->kind == LOAD_AGAIN ? "; what was loaded before stays" : "");
    }
}

// Something else is to be opened, or what it was to join is gone.
static bool stale(App *app, const void *argument)
{
    const LoadTask *task = argument;
    return mine(app)->waiting ||
           (task->kind != LOAD_NEW && task->asked_in != app->stages->generation);
}

// Opening and building want the whole machine, one at a time.
static void *start(App *app)
{
    LoadTask *task = mine(app)->waiting;
    if (!task || stage_task(app, &stage_build)) {
        if (task)
            stage_stop(app, &stage_build);
        return NULL;
    }
    mine(app)->waiting = NULL;
    return task;
}

static void forget_waiting(App *app)
{
    drop(mine(app)->waiting);
    mine(app)->waiting = NULL;
}

static void cancel(App *app)
{
    if (mine(app)->waiting)
        app_notify(app, NOTICE_INFO, "Opening %s was cancelled", mine(app)->waiting->label);
    forget_waiting(app);
}

static bool pending(const App *app)
{
    return mine(app)->waiting != NULL;
}

static void describe(const App *app, Activity *out)
{
    const LoadTask *waiting = mine(app)->waiting, *task = stage_task(app, &stage_load);
    bool says = !waiting && out->step[0];
    snprintf(out->text, sizeof out->text, "Opening %.100s%s%s",
             waiting ? waiting->label : task->label, says ? ": " : "", says ? out->step : "");
    if (waiting)
        out->fraction = 0;
}

static void end(App *app)
{
    forget_waiting(app);
    free(app->parts);
    app->parts = NULL;
    mesh_set_free(&app->stages->meshes);
    assembly_free(&app->assembly);
    sources_free(&app->sources);
}

const Stage stage_load = {.name = "load",
                          .wait = STAGE_BUSY,
                          .opens = true,
                          .outlives = true,
                          .state_size = sizeof(LoadState),
                          .stale = stale,
                          .start = start,
                          .show = show,
                          .fail = fail,
                          .drop = drop,
                          .work = load,
                          .pending = pending,
                          .describe = describe,
                          .cancel = cancel,
                          .end = end};

// --- wishes

// Takes over what; NULL: memory is short, the user was told.
static LoadTask *request(App *app, enum LoadKind kind, OpenRequest what)
{
    LoadTask *task = stage_task_create(sizeof *task);
    if (!task) {
        open_request_free(&what);
        app_notify(app, NOTICE_ERROR, "not enough memory to open anything");
        return NULL;
    }
    task->kind = kind;
    task->request = what;
    task->asked_in = app->stages->generation;
    task->pool = app->stages->pool;
    task->draws_nothing = app->draws_nothing;
    snprintf(task->label, sizeof task->label, "%s", open_request_label(&what));
    utf8_sanitise(task->label);
    save_before_risk(app);
    forget_waiting(app); // the newest wish counts
    mine(app)->waiting = task;
    return task;
}

static bool set_path(App *app, OpenRequest *what, const char *path)
{
    what->path = strdup(path);
    if (!what->path)
        app_notify(app, NOTICE_ERROR, "not enough memory to open anything");
    return what->path != NULL;
}

// What holds for all files that are opened.
static void add_usual(const App *app, ImportOptions *options)
{
    options->drop_degenerate |= app->drop_degenerate;
    options->deflection = app->deflection;
    options->unit_said |= app->unit_said;
    options->up_said |= app->up_said;
}

void stages_open(App *app, const char *path, const ImportOptions *options)
{
    OpenRequest what = {.options = options ? *options : (ImportOptions){0},
                        .allow_outside = app->allow_outside};
    add_usual(app, &what.options);
    if (set_path(app, &what, path))
        request(app, LOAD_NEW, what);
}

void stages_merge(App *app, const char *path, const ImportOptions *options)
{
    // Files that are dropped together come one after the other.
    LoadTask *waiting = mine(app)->waiting;
    if (waiting &&
        (waiting->kind == LOAD_MORE || (waiting->kind == LOAD_NEW && waiting->request.path))) {
        if (!open_request_add(&waiting->request, path, &waiting->request.options))
            app_notify(app, NOTICE_ERROR, "not enough memory to open anything");
        return;
    }
    OpenRequest what = {.options = options ? *options : (ImportOptions){0},
                        .convert = true,
                        .joins = true,
                        .unit = app->assembly.unit};
    add_usual(app, &what.options);
    if (set_path(app, &what, path))
        request(app, app->assembly.part_count > 0 ? LOAD_MORE : LOAD_NEW, what);
}

void stages_variant(App *app, int32_t part, const char *path, int align)
{
    OpenRequest what = {.convert = true, .joins = true, .unit = app->assembly.unit};
    what.options.unit = app->assembly.unit; // if it does not say
    add_usual(app, &what.options);
    LoadTask *task = set_path(app, &what, path) ? request(app, LOAD_VARIANT, what) : NULL;
    if (!task)
        return;
    task->part = part;
    task->align = (enum VariantAlign)align;
}

bool stages_reload(App *app, const int32_t *sources, int32_t count, const double *deflection)
{
    OpenRequest what = {.convert = true, .unit = app->assembly.unit};
    int32_t *source_of = array_alloc((size_t)count, sizeof *source_of);
    bool good = source_of != NULL;
    int32_t found = 0;
    for (int32_t i = 0; i < count && good; ++i) {
        const SourceFile *file = &app->sources.files[sources[i]];
        if (!file->path)
            continue;
        ImportOptions options = file->options; // each file has its own
        if (deflection)
            options.deflection = *deflection;
        if (found == 0)
            what.options = options;
        good = found > 0 ? open_request_add(&what, file->path, &options)
                         : (what.path = strdup(file->path)) != NULL;
        source_of[found++] = sources[i];
    }
    good = good && found > 0;
    if (!good)
        open_request_free(&what);
    LoadTask *task = good ? request(app, LOAD_AGAIN, what) : NULL;
    if (!task) {
        free(source_of);
        return false;
    }
    task->source_of = source_of;
    return true;
}

bool stages_open_scene(App *app, int scene_index, Error *err)
{
    if (scene_index < 0 || scene_index >= SCENE_COUNT)
        return error_set(err, "there is no scene number %d", scene_index);
    request(app, LOAD_NEW, (OpenRequest){.scene = scene_index});
    return true;
}

bool load_kit(App *app, int piece, double size, const Affine *at, bool chosen, Error *err)
{
    char text[KIT_TEXT_MAX];
    if (mine(app)->waiting)
        return error_set(err, "something is being opened; wait for it");
    if (!kit_allows(kit_pieces[piece], size, err))
        return false;
    kit_text(kit_pieces[piece], size, text);
    OpenRequest what = {.kit = strdup(text),
                        .joins = true,
                        .unit = app->assembly.unit,
                        .kit_at = *at,
                        .kit_chosen = chosen};
    if (!what.kit)
        return error_set(err, "not enough memory for a tool");
    return request(app, app->assembly.part_count > 0 ? LOAD_MORE : LOAD_NEW, what) != NULL ||
           error_set(err, "not enough memory for a tool");
}

void stages_open_assembly(App *app, Assembly *assembly)
{
    OpenRequest what = {.given = *assembly};
    *assembly = (Assembly){0};
    request(app, LOAD_NEW, what);
}
