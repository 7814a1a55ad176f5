// The fit stage: the report in words follows the contacts that are shown, which it shares with the
// query stage, and what was said about pairs, on a worker of its own; nothing waits for it. The
// same worker writes the report into files.
#include "app/stages/stages.h"

#include "app/io/file.h"
#include "app/report/report_pictures.h"
#include "core/base/array.h"

#include <stdio.h>

struct FitTask {
    uint32_t generation;
    FitKey key;
    Assembly assembly; // names and meshes: another one may be opened while this runs
    PosedPart *posed;
    SharedRules *rules; // retained
    FitBase base;       // brought up to date; that of an export starts from nothing
    FitCheck check;
    char *path; // of an export
    bool done;
    Error err;
};

static void fit_key_free(FitKey *key)
{
    rule_set_release(key->rules);
    *key = (FitKey){0};
}

void fit_base_free(FitBase *base)
{
    query_target_free(&base->target);
    assembly_report_free(&base->contacts);
    contact_report_free(&base->details);
    fit_curves_free(&base->curves);
    *base = (FitBase){0};
}

void stage_fit_drop(FitTask *task)
{
    if (!task)
        return;
    fit_key_free(&task->key);
    assembly_free(&task->assembly);
    shared_rules_release(task->rules);
    fit_report_free(&task->check.fit);
    fit_base_free(&task->base);
    free(task->posed);
    free(task->path);
    free(task);
}

void stage_fit_reset(App *app)
{
    Stages *stages = app->stages;
    fit_key_free(&stages->fit_key);
    fit_base_free(&stages->fit_base);
    fit_places_free(&app->fit_places);
    fit_curves_free(&app->fit_curves);
    fit_report_free(&app->fit);
    app->fit_current = false;
    ++app->fit_version;
    if (stages->fitting && !stages->fitting->path) // an export goes on: it has all it needs
        worker_cancel(stages->fit_worker);
}

const char *fit_task_label(const FitTask *task)
{
    return task->path ? file_base_name(task->path) : NULL;
}

static bool write_file(FitTask *task, Job *job)
{
    enum ReportFormat format = report_format_of(task->path);
    ReportInput input = {&task->assembly, &task->check.fit, task->key.tolerance, NULL, NULL};
    ReportPicture *pictures = NULL;
    Error no_pictures = {""};
    if (format == REPORT_html && task->check.fit.count > 0) {
        pictures = report_pictures_draw(&task->check, job, &no_pictures);
        if (job_cancelled(job))
            return false;
        input.pictures = pictures;
        input.no_pictures = pictures ? NULL : no_pictures.text;
    }
    char *text = report_make(format, &input);
    report_pictures_free(pictures, task->check.fit.count);
    bool ok = text ? file_write_atomic(task->path, text, strlen(text), &task->err)
                   : error_set(&task->err, "not enough memory for the report");
    free(text);
    return ok;
}

static void work(void *argument, Job *job)
{
    worker_give_way();
    FitTask *task = argument;
    task->check.contacts = task->base.contacts;
    task->check.details = task->base.details;
    task->done =
        fit_check_run(&task->check, job, &task->err) && (!task->path || write_file(task, job));
    task->base.contacts = task->check.contacts;
    task->base.details = task->check.details;
    if (task->done && !task->path)
        fit_curves_update(&task->base.curves, &task->base.contacts, &task->base.details);
}

// With the meshes as they are shown: parts may be deformed.
static bool copy_assembly(const Assembly *from, const QueryTarget *shown, Assembly *to)
{
    *to = (Assembly){
        .title = strdup(from->title ? from->title : ""), .unit = from->unit, .up = from->up};
    bool ok = to->title != NULL;
    for (int32_t i = 0; ok && i < shown->count; ++i) {
        const Part *part = &from->parts[i];
        Mesh *mesh = mesh_retain(shown->parts[i].tree->mesh);
        ok = assembly_add(to, part->key, mesh, &part->rest, part->colour);
        if (!ok)
            mesh_release(mesh);
        if (ok)
            to->parts[i].gone = part->gone;
        ok = ok && (strcmp(part->name, part->key) == 0 || assembly_rename(to, i, part->name));
    }
    return ok;
}

// What is shown has all contacts, for the same ignored pairs: they need not be listed again.
static bool take_contacts(App *app, FitTask *task, const SharedRules *rules)
{
    const QueryTarget *shown = &app->stages->shown;
    bool same = shown->desc.mode == QUERY_ALL && shown->desc.witnesses && !shown->desc.leaf_volumes;
    for (int32_t i = 0; same && i < shown->count; ++i)
        same = shown->parts[i].ignored == rules->signatures[i];
    AssemblyReport contacts;
    if (!same || !assembly_report_share(&contacts, &app->report))
        return false;
    assembly_report_free(&task->base.contacts);
    task->base.contacts = contacts;
    return true;
}

// Everything the worker needs, and which parts changed since the base.
static bool prepare(App *app, FitTask *task)
{
    const QueryTarget *shown = &app->stages->shown;
    size_t count = (size_t)shown->count;
    QueryTarget *base = &task->base.target;
    SharedRules *rules = stages_rules(app);
    QueryPart *parts = array_alloc(count, sizeof *parts);
    task->posed = array_alloc(count, sizeof *task->posed);
    if (!parts || !rules || !task->posed ||
        !copy_assembly(&app->assembly, shown, &task->assembly)) {
        free(parts);
        return false;
    }
    task->rules = shared_rules_retain(rules);
    for (int32_t i = 0; i < shown->count; ++i) {
        parts[i] = shown->parts[i];
        parts[i].ignored = rules->signatures[i];
        bool changed = i >= base->count || !query_part_equal(&base->parts[i], &parts[i]);
        task->posed[i] = (PosedPart){parts[i].tree, parts[i].placement, parts[i].active, changed};
        bvh_retain(parts[i].tree);
    }
    query_target_free(base);
    *base = (QueryTarget){parts, shown->count, shown->desc, shown->effort};
    task->check = (FitCheck){.assembly = &task->assembly,
                             .parts = task->posed,
                             .query = shown->desc,
                             .contact = {.tolerance = task->key.tolerance},
                             .desc = {task->key.clearance, &task->rules->rules},
                             .listed = take_contacts(app, task, rules)};
    task->check.query.pool = app->document.effort.threads ? app->stages->pool : NULL;
    return true;
}

static bool key_equal(const FitKey *a, const FitKey *b)
{
    return a->valid && b->valid && a->report_version == b->report_version &&
           a->names_version == b->names_version && a->rules == b->rules &&
           !(a->clearance < b->clearance) && !(a->clearance > b->clearance) &&
           !(a->tolerance < b->tolerance) && !(a->tolerance > b->tolerance);
}

// Not retained.
static FitKey wanted_key(const App *app)
{
    const Document *document = &app->document;
    return (FitKey){app->report_version, app->names_version,  document->rules,
                    document->clearance, document->tolerance, app->stages->shown.parts != NULL};
}

static FitTask *create_task(const App *app)
{
    FitTask *task = calloc(1, sizeof *task);
    if (!task)
        return NULL;
    task->generation = app->stages->generation;
    task->key = wanted_key(app);
    rule_set_retain(task->key.rules);
    return task;
}

static void finish_export(App *app, FitTask *task)
{
    if (task->done)
        app_notify(app, NOTICE_INFO, "Wrote the report into %s", task->path);
    else if (app->stages->export_stopped_by_user)
        app_notify(app, NOTICE_INFO, "Writing %s was cancelled", fit_task_label(task));
    else
        app_notify(app, NOTICE_ERROR, "%s", task->err.text);
    app->stages->export_stopped_by_user = false;
}

static void finish(App *app, FitTask *task)
{
    Stages *stages = app->stages;
    if (task->path) {
        finish_export(app, task);
    } else if (task->generation == stages->generation) {
        // What failed is not tried again until something changes.
        fit_key_free(&stages->fit_key);
        stages->fit_key = task->key;
        task->key = (FitKey){0};
        if (task->done) {
            fit_report_free(&app->fit);
            fit_places_free(&app->fit_places);
            fit_places_make(&app->fit_places, &task->base.details);
            fit_curves_free(&app->fit_curves);
            fit_curves_share(&app->fit_curves, &task->base.curves);
            app->fit = task->check.fit;
            task->check.fit = (FitReport){0};
            stages->fit_base = task->base;
            task->base = (FitBase){0};
            ++app->fit_version;
        } else if (task->err.text[0]) {
            app_notify(app, NOTICE_ERROR, "The list of clashes: %s", task->err.text);
        }
    }
    stage_fit_drop(task);
}

static void start(App *app, FitTask *task)
{
    if (!task->path) {
        task->base = app->stages->fit_base;
        app->stages->fit_base = (FitBase){0};
    }
    if (!prepare(app, task)) {
        stage_fit_drop(task); // tried again with the next update
        return;
    }
    app->stages->fitting = task;
    worker_post(app->stages->fit_worker, work, task, app->wake);
}

void stage_fit_update(App *app)
{
    Stages *stages = app->stages;
    if (stages->fitting && worker_take(stages->fit_worker)) {
        FitTask *task = stages->fitting;
        stages->fitting = NULL;
        finish(app, task);
    }
    FitKey wanted = wanted_key(app);
    bool settled = wanted.valid && !stages->querying && stages->trees_ready;
    app->fit_current = settled && key_equal(&stages->fit_key, &wanted);
    if (stages->fitting || !wanted.valid)
        return;
    FitTask *task = stages->waiting_export;
    stages->waiting_export = NULL;
    if (!task && !key_equal(&stages->fit_key, &wanted))
        task = create_task(app);
    if (task)
        start(app, task);
}

bool stages_export(App *app, const char *path, Error *err)
{
    if (!app->stages->shown.parts)
        return error_set(err, "the contacts are not known yet");
    FitTask *task = create_task(app);
    if (task)
        task->path = strdup(path);
    if (!task || !task->path) {
        stage_fit_drop(task);
        return error_set(err, "not enough memory to write the report");
    }
    stage_fit_drop(app->stages->waiting_export); // the newest wish counts
    app->stages->waiting_export = task;
    app->stages->export_stopped_by_user = false;
    return true;
}
