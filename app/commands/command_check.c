// snug check: does it fit? The report goes to the standard output and nothing else does, so that
// other programs can read it; no window, no X. On a terminal a line on the error output tells how
// far it got.
#include "app/commands/check_options.h"
#include "app/commands/command.h"
#include "app/io/file.h"
#include "app/io/rules_file.h"
#include "app/report/report_pictures.h"
#include "app/stages/worker.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/base/pool.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <stdio.h>
#include <unistd.h>

enum { FITS = 0, DOES_NOT_FIT = 1, BAD_INPUT = 2 };

typedef struct Check {
    CheckOptions options;
    Assembly assembly;
    Affine *placed;       // per part
    bool *left_out;       // per part: hidden or deleted in the scene
    RuleSet *scene_rules; // of the scene, or NULL
    OpenNotices notices;
    TreeCache trees;
    PosedPart *posed;
    double build_ms;
    RuleSet *rules;
    PairRules pair_rules;
    FitCheck fit;
    TextBuffer answer; // for the standard output
    int code;
    Error err;
} Check;

// The tree of one part, shared with the parts that have the same mesh. NULL: err says why.
static const Bvh *tree_of(Check *check, int32_t part, Job *job)
{
    Mesh *mesh = check->assembly.parts[part].mesh;
    BvhDesc desc = bvh_desc_filled(&check->options.build);
    Bvh *tree = tree_cache_find(&check->trees, mesh, &desc);
    if (tree)
        return tree;
    tree = bvh_build(mesh, &desc, job, &check->err);
    if (tree && !tree_cache_keep(&check->trees, tree)) {
        bvh_release(tree);
        tree = NULL;
        error_set(&check->err, "not enough memory for the hierarchies");
    }
    return tree;
}

static bool pose(Check *check, int32_t part, Job *job)
{
    const Bvh *tree = tree_of(check, part, job);
    check->posed[part] = (PosedPart){tree, check->placed[part], !check->left_out[part], true};
    return tree != NULL;
}

static bool read_rules(Check *check)
{
    const CheckOptions *options = &check->options;
    check->rules = check->scene_rules ? rule_set_copy(check->scene_rules) : rule_set_create();
    if (!check->rules)
        return error_set(&check->err, "not enough memory for the rules");
    // The baseline first: what is said by hand holds over it.
    if (options->baseline && !rules_read(check->rules, options->baseline, &check->err))
        return false;
    if (options->rules && !rules_read(check->rules, options->rules, &check->err))
        return false;
    return pair_rules_resolve(&check->pair_rules, check->rules, &check->assembly) ||
           error_set(&check->err, "not enough memory for the rules");
}

static bool write_report(Check *check, Job *job)
{
    const CheckOptions *options = &check->options;
    ReportInput input = {&check->assembly, &check->fit.fit, options->tolerance, NULL, NULL};
    ReportPicture *pictures = NULL;
    Error no_pictures = {""};
    if (options->format == REPORT_html && options->pictures && check->fit.fit.count > 0) {
        pictures = report_pictures_draw(&check->fit, job, &no_pictures);
        input.pictures = pictures;
        input.no_pictures = pictures ? NULL : no_pictures.text;
    }
    char *text = report_make(options->format, &input);
    report_pictures_free(pictures, check->fit.fit.count);
    bool ok = text != NULL || error_set(&check->err, "not enough memory for the report");
    if (ok && options->output)
        ok = file_write_atomic(options->output, text, strlen(text), &check->err);
    else if (ok)
        text_add_bytes(&check->answer, text, strlen(text));
    free(text);
    return ok;
}

static bool write_baseline(Check *check)
{
    RuleSet *set = rule_set_create();
    bool ok = set != NULL || error_set(&check->err, "not enough memory for the baseline");
    ok = ok && fit_report_baseline(&check->fit.fit, &check->assembly, set, &check->err) &&
         rules_write(set, check->assembly.unit, check->options.write_baseline, &check->err);
    rule_set_release(set);
    return ok;
}

static int check_fit(Check *check, Job *job)
{
    const CheckOptions *options = &check->options;
    if (!read_rules(check))
        return BAD_INPUT;
    job_step(job, "hierarchies");
    double start = clock_seconds();
    for (int32_t i = 0; i < check->assembly.part_count; ++i)
        if (!pose(check, i, NULL))
            return BAD_INPUT;
        else
            job_progress(job, (double)(i + 1) / (double)check->assembly.part_count);
    check->build_ms = 1e3 * (clock_seconds() - start);
    check->fit = (FitCheck){.assembly = &check->assembly,
                            .parts = check->posed,
                            .query = options->query,
                            .contact = {.tolerance = options->tolerance},
                            .desc = {options->clearance, &check->pair_rules}};
    // Without one everything works, on one processor.
    Pool *pool = worker_processors() > 1 ? pool_create(worker_processors()) : NULL;
    check->fit.query.pool = pool;
    bool done = fit_check_run(&check->fit, job, &check->err);
    check->fit.query.pool = NULL;
    pool_free(pool);
    if (!done || !write_report(check, job))
        return BAD_INPUT;
    if (options->write_baseline)
        return write_baseline(check) ? FITS : BAD_INPUT;
    return check->fit.fit.violations > 0 ? DOES_NOT_FIT : FITS;
}

static int check_distance(Check *check, Job *job)
{
    int32_t part[2];
    for (int i = 0; i < 2; ++i) {
        const char *name = check->options.distance[i];
        part[i] = assembly_find(&check->assembly, name);
        if (part[i] < 0)
            error_set(&check->err, "%s has no part \"%.200s\"", check->assembly.title, name);
        if (part[i] < 0 || !pose(check, part[i], job))
            return BAD_INPUT;
    }
    Distance distance;
    if (!assembly_distance(&check->posed[part[0]], &check->posed[part[1]], &check->options.query,
                           job, &distance, &check->err))
        return BAD_INPUT;
    const char *unit = length_unit_info(check->assembly.unit)->suffix;
    text_add(&check->answer, "%s to %s: ", check->options.distance[0], check->options.distance[1]);
    if (!isfinite(distance.value)) {
        text_add(&check->answer, "one of them has no triangles\n");
        return FITS;
    }
    const Vec3d *a = &distance.on_a, *b = &distance.on_b;
    text_add(&check->answer, "%.9g %s, from (%.9g, %.9g, %.9g) to (%.9g, %.9g, %.9g)\n",
             distance.value, unit, a->x, a->y, a->z, b->x, b->y, b->z);
    return distance.value > 0 ? FITS : DOES_NOT_FIT;
}

// Of a scene file: where parts are, which of them count, and what was said about pairs. What the
// command line says holds over it.
static void take_scene(Check *check, const Opened *opened)
{
    CheckOptions *options = &check->options;
    const SceneFile *scene = &opened->scene;
    for (int32_t i = 0; i < opened->scene_parts; ++i) {
        const ScenePart *part = &scene->parts[i];
        check->placed[i] = part->placement;
        check->left_out[i] = part->removed || !part->visible;
        if (part->title)
            assembly_rename(&check->assembly, i, part->title); // without memory: the old name
    }
    check->scene_rules = rule_set_retain(scene->settings.rules);
    if (!options->build_given) {
        options->build = scene->settings.build;
        options->query = scene->settings.query;
    }
    if (!(options->clearance > 0))
        options->clearance = scene->settings.clearance;
    if (!(options->tolerance > 0))
        options->tolerance = scene->settings.tolerance;
}

static bool take(Check *check, Opened *opened)
{
    check->assembly = opened->assembly;
    check->notices = opened->notices;
    opened->assembly = (Assembly){0};
    opened->notices = (OpenNotices){0};
    size_t count = (size_t)check->assembly.part_count;
    check->placed = array_alloc(count, sizeof *check->placed);
    check->left_out = array_alloc(count, sizeof *check->left_out);
    if (!check->placed || !check->left_out)
        return error_set(&check->err, "not enough memory");
    for (size_t i = 0; i < count; ++i) {
        check->placed[i] = check->assembly.parts[i].rest;
        check->left_out[i] = false;
    }
    if (opened->is_scene)
        take_scene(check, opened);
    return true;
}

static void run(void *task, Job *job)
{
    Check *check = task;
    check->code = BAD_INPUT;
    job_step(job, "opening");
    Opened opened;
    if (!open_all(&check->options.open, &opened, job, &check->err))
        return;
    bool taken = take(check, &opened);
    opened_free(&opened);
    if (!taken)
        return;
    check->posed = array_alloc((size_t)check->assembly.part_count, sizeof *check->posed);
    if (!check->posed)
        error_set(&check->err, "not enough memory");
    else
        check->code =
            check->options.distance[0] ? check_distance(check, job) : check_fit(check, job);
}

// On a terminal the work is done on a thread and watched from here.
static void run_watched(Check *check)
{
    Worker *worker = isatty(STDERR_FILENO) ? worker_create() : NULL;
    if (!worker) {
        run(check, NULL);
        return;
    }
    static const char CLEAR_LINE[] = "\r\033[K";
    bool shown = false;
    worker_post(worker, run, check, NULL);
    while (!worker_wait(worker, 150)) {
        const char *step;
        double fraction = worker_progress(worker, &step);
        fprintf(stderr, "%ssnug check: %s %.0f %%", CLEAR_LINE, step, 100 * fraction);
        shown = true;
    }
    if (shown)
        fputs(CLEAR_LINE, stderr);
    worker_take(worker);
    worker_destroy(worker);
}

static void print_statistics(const Check *check)
{
    const BvhDesc *build = &check->options.build;
    const QueryDesc *query = &check->options.query;
    const QueryStats *stats = &check->fit.contacts.stats;
    fprintf(stderr, "%zu pairs of parts queried, %zu in contact, N_v %llu, N_p %llu, %.2f ms\n",
            check->fit.contacts.near_pairs, check->fit.contacts.count,
            (unsigned long long)stats->volume_tests, (unsigned long long)stats->triangle_tests,
            stats->ms);
    fprintf(stderr, "depths and containment of %zu pairs, %.2f ms\n", check->fit.details.examined,
            check->fit.details.ms);
    fprintf(
        stderr, "%s hierarchies by %s, %s, %zu built in %.2f ms; overlap by %s, descent by %s\n",
        build->type->name, build->builder->name, build->split->name, check->trees.count,
        check->build_ms, build->type->tests[query->test].name, descent_rules[query->rule]->name);
}

static void check_free(Check *check)
{
    fit_check_free(&check->fit);
    pair_rules_free(&check->pair_rules);
    rule_set_release(check->rules);
    free(check->posed);
    tree_cache_free(&check->trees);
    assembly_free(&check->assembly);
    opened_free(&(Opened){.notices = check->notices});
    rule_set_release(check->scene_rules);
    free(check->placed);
    free(check->left_out);
    open_request_free(&check->options.open);
}

int command_check(int argc, char **argv)
{
    Check check = {.code = BAD_INPUT};
    enum CheckParse parse = check_options_parse(argc, argv, &check.options, &check.err);
    if (parse == CHECK_HELP) {
        check_options_print_help();
        return 0;
    }
    if (parse == CHECK_GO)
        run_watched(&check);
    for (int32_t i = 0; i < check.notices.count; ++i)
        fprintf(stderr, "snug check: %s: %s\n", check.assembly.title, check.notices.texts[i]);
    char *answer = text_take(&check.answer);
    if (answer && !check.err.text[0])
        fputs(answer, stdout);
    if ((!answer || fflush(stdout) != 0 || ferror(stdout)) && !check.err.text[0]) {
        error_set(&check.err, "the report could not be written");
        check.code = BAD_INPUT;
    }
    free(answer);
    if (check.err.text[0])
        fprintf(stderr, "snug check: %s\n", check.err.text);
    else if (check.options.statistics && parse == CHECK_GO && !check.options.distance[0])
        print_statistics(&check);
    check_free(&check);
    return check.code;
}
