#include "app/stages/stages.h"

#include "app/session/save.h"

#include "core/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>

// All workers, in the order in which they are to be stopped; NULL after the last one.
static Worker **worker_at(Stages *stages, int i)
{
    Worker **all[] = {&stages->fit_worker,     &stages->gap_worker,       &stages->bands_worker,
                      &stages->quality_worker, &stages->cost_worker,      &stages->shape_worker,
                      &stages->query_worker,   &stages->primitive_worker, &stages->hybrid_worker,
                      &stages->cover_worker,   &stages->long_worker,      NULL};
    return all[i];
}

static void destroy_workers(Stages *stages)
{
    for (int i = 0; worker_at(stages, i); ++i) {
        worker_destroy(*worker_at(stages, i));
        *worker_at(stages, i) = NULL;
    }
}

Stages *stages_create(Error *err)
{
    Stages *stages = calloc(1, sizeof *stages);
    bool ok = stages != NULL;
    for (int i = 0; ok && worker_at(stages, i); ++i)
        ok = (*worker_at(stages, i) = worker_create()) != NULL;
    ok = ok && (stages->gap = gap_watch_create());
    // Without a pool everything works, on one processor.
    if (ok && worker_processors() > 1)
        stages->pool = pool_create(worker_processors());
    if (ok)
        return stages;
    if (stages)
        destroy_workers(stages);
    free(stages);
    error_set(err, "cannot start the worker threads");
    return NULL;
}

static void stop_worker(Worker *worker)
{
    worker_cancel(worker);
    worker_wait(worker, -1);
    worker_take(worker); // the task itself is freed through the stage that posted it
}

void stages_free(App *app)
{
    Stages *stages = app->stages;
    worker_cancel(stages->long_worker);
    for (int i = 0; worker_at(stages, i); ++i)
        stop_worker(*worker_at(stages, i));
    stage_load_drop(stages->waiting_load);
    stage_load_drop(stages->loading);
    stage_build_drop(stages->building);
    stage_shape_drop(stages->shaping);
    stage_query_drop(stages->querying);
    stage_fit_drop(stages->fitting);
    stage_fit_drop(stages->waiting_export);
    stage_quality_drop(stages->measuring);
    stage_cost_drop(stages->costing);
    stage_gap_drop(stages->gauging);
    stage_bands_drop(stages->painting);
    stage_primitives_drop(stages->making_primitive);
    stage_hybrid_drop(stages->building_hybrid);
    stage_cover_drop(stages->covering);
    destroy_workers(stages);
    pool_free(stages->pool);
    stages->pool = NULL;
    stages->loading = stages->waiting_load = NULL;
    stages->building = NULL;
    stages->shaping = NULL;
    stages->querying = NULL;
    stages->measuring = NULL;
    stages->costing = NULL;
    stages->gauging = NULL;
    stages->painting = NULL;
    stages->making_primitive = NULL;
    stages->building_hybrid = NULL;
    stages->covering = NULL;
    stages->fitting = stages->waiting_export = NULL;
    stage_fit_reset(app);
    stage_gap_reset(app);
    stage_bands_reset(app);
    gap_watch_free(stages->gap);
    shared_rules_release(stages->rules);
    stages->rules = NULL;
    stage_quality_reset(app);
    stage_cost_reset(app);
    stage_hybrid_reset(app);
    stage_cover_reset(app);
    stage_query_reset(app);
    stage_shape_reset(app);
    stage_build_reset(app, NULL);
    free(app->part_trees);
    free(app->report_placements);
    free(app->render_meshes);
    mesh_set_free(&stages->meshes);
    assembly_free(&app->assembly);
    sources_free(&app->sources);
    free(stages);
    app->stages = NULL;
}

bool stages_update(App *app, double wait_ms)
{
    stage_load_update(app);
    stage_build_update(app);
    stage_shape_update(app);
    stage_query_update(app, wait_ms);
    stage_fit_update(app);
    stage_gap_update(app);
    stage_bands_update(app);
    stage_quality_update(app);
    stage_cost_update(app);
    stage_primitives_update(app);
    stage_hybrid_update(app);
    stage_cover_update(app);
    save_update(app);
    return stages_busy(app);
}

bool stages_busy(const App *app)
{
    const Stages *stages = app->stages; // figures about trees are not waited for
    return stages->waiting_load || stages->loading || stages->building || stages->shaping ||
           stages->querying || stages->timed_pending || stages->making_primitive ||
           stages->building_hybrid || save_busy(app) || app->pictures.count > 0;
}

bool stages_loading(const App *app)
{
    return app->stages->waiting_load || app->stages->loading;
}

bool stages_settled(const App *app)
{
    const Stages *stages = app->stages;
    return !stages_busy(app) && !stages->fitting && !stages->waiting_export && !stages->measuring &&
           !stages->covering;
}

void stages_activity(const App *app, Activity *out)
{
    const Stages *stages = app->stages;
    *out = (Activity){0};
    const char *step = "";
    if (stages->waiting_load || stages->loading) {
        const LoadTask *task = stages->waiting_load ? stages->waiting_load : stages->loading;
        double fraction = worker_progress(stages->long_worker, &step);
        bool running = stages->loading && !stages->waiting_load;
        snprintf(out->text, sizeof out->text, "Opening %s%s%s", load_task_label(task),
                 running && step[0] ? ": " : "", running ? step : "");
        out->fraction = running ? fraction : 0;
    } else if (stages->building) {
        out->fraction = worker_progress(stages->long_worker, &step);
        snprintf(out->text, sizeof out->text, "Building hierarchies");
    } else if (stages->shaping) {
        out->fraction = worker_progress(stages->shape_worker, &step);
        snprintf(out->text, sizeof out->text, "Deforming");
    } else if (stages->querying) {
        out->fraction = worker_progress(stages->query_worker, &step);
        snprintf(out->text, sizeof out->text, "Looking for contacts");
    } else if (stages->waiting_export || (stages->fitting && fit_task_label(stages->fitting))) {
        const FitTask *task = stages->waiting_export ? stages->waiting_export : stages->fitting;
        double fraction = worker_progress(stages->fit_worker, &step);
        snprintf(out->text, sizeof out->text, "Writing %.80s%s%s", fit_task_label(task),
                 step[0] ? ": " : "", step);
        out->fraction = fraction;
    } else if (stages->making_primitive) {
        out->fraction = worker_progress(stages->primitive_worker, &step);
        snprintf(out->text, sizeof out->text, "Primitives: %.80s",
                 primitive_task_label(stages->making_primitive));
    } else if (stages->building_hybrid) {
        out->fraction = worker_progress(stages->hybrid_worker, &step);
        snprintf(out->text, sizeof out->text, "Building the hybrid hierarchy");
    }
    if (app->pictures.count > 1) {
        snprintf(out->text, sizeof out->text, "Picture %d of %d", app->pictures.taken + 1,
                 app->pictures.count);
        out->fraction = (double)app->pictures.taken / app->pictures.count;
    }
    utf8_sanitise(out->text); // a long name may have been cut inside a character
    out->can_cancel = out->text[0] != 0;
}

void stages_cancel(App *app)
{
    Stages *stages = app->stages;
    if (app->pictures.count > 0) {
        app_notify(app, NOTICE_INFO, "%d pictures were taken, then it was cancelled",
                   app->pictures.taken);
        if (app->pictures.begun)
            app->document.view.camera = app->pictures.camera;
        app->pictures = (PictureWish){0};
    }
    if (stages->waiting_load) {
        app_notify(app, NOTICE_INFO, "Opening %s was cancelled",
                   load_task_label(stages->waiting_load));
        stage_load_drop(stages->waiting_load);
        stages->waiting_load = NULL;
    }
    if (stages->loading || stages->building) {
        stages->stopped_by_user = true;
        worker_cancel(stages->long_worker);
    }
    if (stages->querying) {
        stages->query_stopped_by_user = true;
        worker_cancel(stages->query_worker);
    }
    if (stages->making_primitive) {
        stages->primitive_stopped_by_user = true;
        worker_cancel(stages->primitive_worker);
    }
    if (stages->building_hybrid) {
        stages->hybrid_stopped_by_user = true;
        worker_cancel(stages->hybrid_worker);
    }
    if (stages->waiting_export || (stages->fitting && fit_task_label(stages->fitting))) {
        stages->export_stopped_by_user = true;
        worker_cancel(stages->fit_worker);
    }
}

void stages_wait(App *app)
{
    const Stages *stages = app->stages;
    while (stages_update(app, 20) || stages->fitting || stages->waiting_export ||
           stages->measuring || stages->gauging || stages->painting || stages->covering) {
        if (stages->loading || stages->building)
            worker_wait(stages->long_worker, 20);
        else if (stages->fitting)
            worker_wait(stages->fit_worker, 20);
        else if (stages->measuring)
            worker_wait(stages->quality_worker, 20);
        else if (stages->gauging)
            worker_wait(stages->gap_worker, 20);
        else if (stages->painting)
            worker_wait(stages->bands_worker, 20);
        else if (stages->making_primitive)
            worker_wait(stages->primitive_worker, 20);
        else if (stages->building_hybrid)
            worker_wait(stages->hybrid_worker, 20);
        else if (stages->covering)
            worker_wait(stages->cover_worker, 20);
    }
}
