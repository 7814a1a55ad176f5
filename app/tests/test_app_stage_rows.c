// Every stage of the registry, whatever it makes: it is stopped at work, another assembly comes
// while it is at work, and memory runs short at each of its allocations in turn. What was shown
// stays usable, what is stale is never shown, and afterwards everything is as in a program to which
// nothing of that happened. Linked with wrappers around worker_post and the allocating functions.
// ctest labels: threads
#include "app/actions/list_parts.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/move_settings.h"
#include "app/session/save.h"
#include "app/stages/access_state.h"
#include "app/stages/cage_state.h"
#include "app/stages/removal_state.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "app/tests/result_sum.h"
#include "app/tests/stage_wishes.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

// --- memory that runs short in one thread

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
char *__real_strdup(const char *text);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
char *__wrap_strdup(const char *text);

static _Thread_local int fails_in; // the so-many-th allocation from now on fails; 0: none does

static bool fails(void)
{
    return fails_in > 0 && --fails_in == 0;
}

void *__wrap_malloc(size_t size)
{
    return fails() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return fails() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text)
{
    return fails() ? NULL : __real_strdup(text);
}

// --- a stage that is held at the door of its worker

void __real_worker_post(Worker *worker, WorkFn *work, void *task, void (*wake)(void));
void __wrap_worker_post(Worker *worker, WorkFn *work, void *task, void (*wake)(void));

static const Stage *_Atomic watched;             // of the one below
static _Atomic bool holds, is_held, holds_after; // after: its work is done, but nobody knows yet
static _Atomic int starves;       // its next task: the so-many-th allocation fails; 0: none does
static _Atomic bool starved;      // it came that far
static WorkFn *_Atomic real_work; // the same for all stages

static void pause_ms(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

static void wait_at_the_door(void)
{
    atomic_store(&is_held, true);
    while (atomic_load(&holds))
        pause_ms(1);
}

static void work_watched(void *argument, Job *job)
{
    const StageTask *task = argument;
    if (task->stage != atomic_load(&watched)) {
        atomic_load (&real_work)(argument, job);
        return;
    }
    bool after = atomic_load(&holds_after);
    if (!after)
        wait_at_the_door();
    fails_in = atomic_exchange(&starves, 0);
    bool armed = fails_in > 0;
    atomic_load (&real_work)(argument, job);
    if (armed)
        atomic_store(&starved, fails_in == 0);
    fails_in = 0;
    if (after)
        wait_at_the_door();
}

void __wrap_worker_post(Worker *worker, WorkFn *work, void *task, void (*wake)(void))
{
    atomic_store(&real_work, work);
    __real_worker_post(worker, work_watched, task, wake);
}

// --- a program in which every stage has something to do

static char scratch[64];

static const char *scratch_file(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", scratch, name);
    return path;
}

// What is wanted is another for each variant; every stage that follows the document has to work.
static void want(App *app, int variant)
{
    Document *document = &app->document;
    document->build = (BvhDesc){.type = bv_types[0], .leaf_size = 1 + variant};
    document->selected = 2, document->clearance = 1 + variant;
    for (int32_t i = 0; i < document->part_count; ++i) {
        document->parts[i].selected = i == 2;
        document->parts[i].overlay_level = 1 + variant;
    }
    document->parts[2].placement.p = vec3d(variant, 2, 0); // into a plate
    document->parts[1].variants = variants_accepted(variant ? "\"a\" \"Ring\" 0 0 0 0 0 0 1 1 1"
                                                            : "\"a\" \"Ring\" 0 0 0 0 0 0 1 1 1.5");
    document->parts[1].variant = 1;
    document->parts[3].shape = (Deformation){0, 0.2 + 0.2 * variant};
    document->parts[3].placement.p = vec3d(40, 0, 0);
    document->view.contact.bands = document->view.contact.dimension = true;
    field_store(action_contact_band_limit.field, document, 8 + variant); // few samples
    field_store(action_contact_local.field, document, true);
    field_store(action_contact_solid.field, document, true);
    document->view.shown_pair[0] = 0, document->view.shown_pair[1] = 2;
    document->view.explode = 0.5;
    app->panels = (PanelsShown){.open = {TREE_PANEL}, .open_count = 1};
    field_store(action_view_compare.field, document, true);
    field_store(action_compare_volume.field, document, 2 + variant);
    document->primitives.build = true;
    primitive_list_release(document->primitives.list);
    document->primitives.list = some_primitives(variant);
    static uint64_t gesture;
    ActionArgs to = move_args(3, vec3d(40, 1 + variant, 0));
    document->move.contact = HAND_SLIDE;
    field_store(action_move_snap.field, document, variant); // switched on anew it looks again
    hand_hold(app, false);
    app->through = (Through){
        .pairs = {{.hand = 2, .other = 0}}, .count = 1, .version = app->through.version + 1};
    through_follow(app);
    action_submit_merged(&app->queue, &action_part_move, &to, ++gesture);
    app_apply_actions(app);
}

static bool measure_little(const Figure *figure, const FigureRun *run, FigureData *data, Error *err)
{
    (void)figure, (void)err;
    figure_plot(data, "little", "x", "y");
    figure_row_of(data, "value", "", "", 3, JUDGE_VALUE);
    return figure_goes_on(run, 1);
}
static const Figure small_figure = {.id = "small", .measure = measure_little};
static void ask(App *app, const Stage *stage)
{
    Error err = {""};
    app->best.wish = (BestWish){.kinds = "aabb,sphere", .motion = 1, .frames = 2};
    app->figure.figure = &small_figure;
    if (stage == &stage_compare_trace)
        stage_ask(app, &stage_trace);
    if (stage->on_request) {
        stage_ask(app, stage);
    } else if (stage == &stage_build) {
        tree_cache_free(&app->trees); // or it would only look there
    } else if (stage == &stage_variants) {
        forget_variants(app); // or it would only look there
    } else if (stage == &stage_variant_fit) {
        app->variant_table.wanted = true;
        app->variant_table.wanted_part = 1;
    } else if (stage == &stage_load) {
        Assembly again = fixture_assembly("again");
        stages_open_assembly(app, &again);
    } else if (stage == &stage_export) {
        assert_true(stages_export(app, scratch_file("report.json"), &err));
    } else if (stage == &stage_primitives) {
        assert_true(stages_primitive(app, &(PrimitiveRequest){PRIMITIVE_FIT, .part = 2}, &err));
    } else if (stage == &stage_save) {
        save_text(app, scratch_file("text.txt"), strdup("text"), "the text");
    } else if (stage == &stage_features) {
        stage_features.reset(app); // or it knows them
    } else if (stage == &stage_snap) {
        field_store(action_move_snap.field, &app->document, true);
        hand_hold(app, true);
        stages_update(app, 0);
        app->document.parts[2].placement.p.x += 0.25;
    } else if (stage == &stage_removal) {
        removal_ask(app, REMOVAL_ORDER);
    } else if (stage == &stage_access) {
        access_ask(app, 2, 0, 10);
    } else if (stage == &stage_path_check || stage == &stage_sweep) {
        ask_for_path(app); // through the plate: touches are looked at more closely
    } else if (stage == &stage_file_watch) {
        assert_true(sources_add_file(&app->sources, __FILE__, &(ImportOptions){0}) >= 0);
        app->watch_files = true;
    }
}

static void start_app(App *app, int variant)
{
    fixture_open(app);
    pool_free(app->stages->pool); // allocations are to be those of one thread
    app->stages->pool = NULL;
    want(app, variant);
    stages_wait(app);
}

// All that somebody waits for belongs to the document as it is.
static bool stages_current(const App *app)
{
    for (const Stage *const *stage = stage_rows; *stage; ++stage)
        if ((*stage)->wait > STAGE_ALONE && (*stage)->current && !(*stage)->current(app))
            return false;
    return true;
}

static uint64_t right_sum[2]; // of the two variants

static void check_all(App *app, const Stage *stage, int variant, const char *when)
{
    app->watch_files = false;
    stage_stop(app, &stage_file_watch);
    want(app, variant), stages_wait(app);
    if (!stages_current(app))
        fail_msg("%s, %s: afterwards something is not what is wanted", stage->name, when);
    if (sum_of_results(app) != right_sum[variant])
        fail_msg("%s, %s: afterwards something is not as it would have been", stage->name, when);
}

// Until the stage stands at the door of its worker with a task for another wish.
static void hold(App *app, const Stage *stage, int variant)
{
    atomic_store(&is_held, false);
    atomic_store(&holds, true);
    atomic_store(&watched, stage);
    want(app, variant);
    ask(app, stage);
    for (int ms = 0; !atomic_load(&is_held); ++ms) {
        stages_update(app, 0);
        pause_ms(1);
        if (ms > 10000) {
            atomic_store(&holds, false);
            fail_msg("%s: nothing that this test wants or asks makes it work", stage->name);
        }
    }
}

static void let_go(App *app, const Stage *stage, uint32_t started)
{
    const StageRun *run = stage_run(app, stage);
    atomic_store(&holds, false);
    atomic_store(&watched, NULL);
    while (run->task && run->started == started) {
        worker_wait(run->worker, 20);
        stages_update(app, 0);
        sum_of_results(app); // what is shown can be read at any time
    }
}

#define FOR_EACH_WORKING(stage)                                                                    \
    for (const Stage *const *row = stage_rows, *stage = *row; *row; stage = *++row)                \
        if (stage->work)

// They wait for clocks.
static bool is_slow(const Stage *stage)
{
    return stage == &stage_file_watch || stage == &stage_cost;
}

static void stop_each(bool after)
{
    App app;
    start_app(&app, 0);
    atomic_store(&holds_after, after);
    FOR_EACH_WORKING(stage)
    {
        if (after && is_slow(stage))
            continue;
        StageRun *run = stage_run(&app, stage);
        hold(&app, stage, 1);
        uint32_t shown = run->shown, dropped = run->dropped, started = run->started;
        bool was_current = stage->current && stage->current(&app);
        uint32_t version = app.assembly_version;
        Document wish;
        assert_true(document_copy(&wish, &app.document));
        if (stage->label || stage->describe)
            stages_cancel(&app);
        else
            stage_stop(&app, stage);
        let_go(&app, stage, started);
        // What it is asked to once more comes later: this one never did.
        uint32_t more = run->started - started;
        if (run->shown > shown + more || run->dropped <= dropped || app.assembly_version != version)
            fail_msg("%s: was stopped and shown all the same", stage->name);
        if (was_current)
            fail_msg("%s: while it is at work, the old result is taken for the new one",
                     stage->name);
        // Or the wish was taken back.
        if (more == 0 && stage->current && stage->current(&app) &&
            document_equal(&wish, &app.document))
            fail_msg("%s: the old result is taken for what was stopped", stage->name);
        document_free(&wish);
        // Whom nobody but the program stops is wanted again, even for the same: what was left half
        // done must not count. Users mean it.
        if (!stage->label && !stage->describe)
            check_all(&app, stage, 1, "stopped and wanted again");
        check_all(&app, stage, 0, "stopped");
    }
    app_free(&app);
    atomic_store(&holds_after, false);
}

static void what_is_stopped_at_work_is_not_shown(void **state)
{
    (void)state;
    stop_each(false);
}

static void what_is_stopped_when_it_is_done_is_not_shown(void **state)
{
    (void)state;
    stop_each(true);
}

static void open_another_during_each(bool after)
{
    FOR_EACH_WORKING(stage)
    {
        if (after && is_slow(stage))
            continue;
        App app;
        start_app(&app, 0);
        StageRun *run = stage_run(&app, stage);
        atomic_store(&holds_after, after);
        hold(&app, stage, 1);
        uint32_t shown = run->shown, started = run->started, version = app.assembly_version;
        Assembly other = fixture_assembly("other");
        stages_open_assembly(&app, &other);
        // Opening waits until nothing is built: then it has to be let go before.
        for (int ms = 0; ms < 100 && app.assembly_version == version; ++ms) {
            stages_update(&app, 0);
            pause_ms(1);
        }
        let_go(&app, stage, started);
        if (!stage->outlives && run->shown > shown + (run->started - started))
            fail_msg("%s: shows something that belonged to another assembly", stage->name);
        stages_wait(&app);
        assert_int_equal(app.assembly_version, version + 1); // one that was superseded never came
        assert_string_equal(app.assembly.title, "other");
        check_all(&app, stage, 1, "another assembly");
        app_free(&app);
        atomic_store(&holds_after, false);
    }
}

static void what_belongs_to_another_assembly_is_never_shown(void **state)
{
    (void)state;
    open_another_during_each(false);
    if (full_tier()) // it is stopped as by the user, who is tested above
        open_another_during_each(true);
}

// Where threads are watched, a few times are enough: it takes thirty times as long, and memory that runs
// short is nothing between threads.
// Where addresses are, the first ones and some of the later: the release tries all.
#if defined(__SANITIZE_THREAD__)
enum { MOST_STARVED = 3, UPDATES_STARVED = 20 };
#elif defined(__SANITIZE_ADDRESS__)
enum { MOST_STARVED = 4, UPDATES_STARVED = 20 };
#else
enum { MOST_STARVED = INT_MAX, UPDATES_STARVED = 40 };
#endif

// On the worker: it fails or does without, and says so; the next wish is served.
static void memory_runs_short_on_the_worker(void **state)
{
    (void)state;
    App app;
    start_app(&app, 0);
    int variant = 0;
    FOR_EACH_WORKING(stage)
    {
        int tried = 0, step = 1;
        bool went_on = !is_slow(stage);
        for (int n = 1; went_on; n += step) {
            variant = 1 - variant;
            hold(&app, stage, variant);
            atomic_store(&starved, false);
            atomic_store(&starves, n);
            let_go(&app, stage, stage_run(&app, stage)->started);
            stages_wait(&app);
            sum_of_results(&app);
            went_on = atomic_load(&starved) && (tried + 1 < MOST_STARVED || full_tier());
            variant = 1 - variant;
            check_all(&app, stage, variant, "starved");
            ++tried;
            if (tried >= 4 && !full_tier())
                step = 1 + n;
        }
        printf("RAN: %s: starved %d times\n", stage->name, tried);
    }
    app_free(&app);
}

// While wishes are noted, tasks made and results taken: it is tried again.
static void memory_runs_short_between_the_workers(void **state)
{
    (void)state;
    App app;
    start_app(&app, 0);
    int variant = 0, tried = 0;
    for (int n = 1; n <= (full_tier() ? 200 : UPDATES_STARVED); ++n) {
        variant = 1 - variant;
        want(&app, variant);
        for (int i = 0; i < 3; ++i) {
            fails_in = n;
            stages_update(&app, 5);
            tried += fails_in == 0;
            fails_in = 0;
        }
        stages_wait(&app);
        sum_of_results(&app);
        variant = 1 - variant;
        check_all(&app, stage_rows[0], variant, "short between the workers");
    }
    printf("RAN: %d updates starved\n", tried);
    assert_true(tried > 15);
    app_free(&app);
}

int main(void)
{
    snprintf(scratch, sizeof scratch, "/tmp/snug-stages-XXXXXX");
    if (!mkdtemp(scratch))
        return 1;
    for (int variant = 0; variant < 2; ++variant) {
        App app;
        start_app(&app, 1 - variant);
        want(&app, variant);
        stages_wait(&app);
        assert_true(stages_current(&app));
        right_sum[variant] = sum_of_results(&app);
        app_free(&app);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_stopped_at_work_is_not_shown),
        cmocka_unit_test(what_is_stopped_when_it_is_done_is_not_shown),
        cmocka_unit_test(what_belongs_to_another_assembly_is_never_shown),
        cmocka_unit_test(memory_runs_short_on_the_worker),
        cmocka_unit_test(memory_runs_short_between_the_workers),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(scratch_file("report.json"));
    unlink(scratch_file("text.txt"));
    rmdir(scratch);
    return failed;
}
