// snug check: does it fit? What is to be checked is opened as the viewer opens it, and the report is
// the one that the viewer shows. It goes to the standard output and nothing else does, so that other
// programs can read it; no window, no X. On a terminal a line on the error output tells how far it
// got.
#include "app/commands/check_input.h"
#include "app/commands/check_poses.h"
#include "app/commands/command.h"
#include "app/commands/distance_text.h"
#include "app/commands/partial_check.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/draw/row_pictures.h"
#include "app/io/cache.h"
#include "app/io/file.h"
#include "app/io/json.h"
#include "app/io/memory_budget.h"
#include "app/io/mesh_cache.h"
#include "app/io/rules_file.h"
#include "app/report/certificates_file.h"
#include "app/report/path_report.h"
#include "app/stages/fit_work.h"
#include "app/stages/parts.h"
#include "app/stages/stage.h"
#include "core/base/clock.h"
#include "core/tree/build/build.h"
#include "core/tree/split/split.h"

#include <stdio.h>
#include <unistd.h>

static bool is_open(const App *app)
{
    return !stages_loading(app);
}

// Before anything is opened, and once more over what a scene says.
static void choose_hierarchies(Check *check)
{
    const CheckOptions *options = &check->options;
    Document *document = &check->app.document;
    if (!options->build_given)
        return;
    document->build = bvh_desc_filled(&options->build);
    document->query.test = options->query.test;
    document->query.rule = options->query.rule;
    document->query.tri = options->query.tri;
}

static bool read_rules(Check *check)
{
    const CheckOptions *options = &check->options;
    Document *document = &check->app.document;
    if (!options->rules && !options->baseline)
        return true;
    RuleSet *set = document->rules ? rule_set_copy(document->rules) : rule_set_create();
    if (!set)
        return error_set(&check->err, "not enough memory for the rules");
    // The baseline first: what is said by hand holds over it.
    if ((options->baseline && !rules_read(set, options->baseline, &check->err)) ||
        (options->rules && !rules_read(set, options->rules, &check->err))) {
        rule_set_release(set);
        return false;
    }
    rule_set_release(document->rules);
    document->rules = set;
    return true;
}

// What the command line says holds over what the scene says.
static bool apply_options(Check *check)
{
    Document *document = &check->app.document;
    enum LengthUnit unit = check->app.assembly.unit;
    choose_hierarchies(check);
    if (!check_options_length(check->options.clearance, unit, &document->clearance, &check->err) ||
        !check_options_length(check->options.tolerance, unit, &document->tolerance, &check->err))
        return false;
    bool partly = check->options.since || check->options.shards > 0;
    check->visible = calloc((size_t)document->part_count + 1, sizeof *check->visible);
    if (!check->visible)
        return error_set(&check->err, "not enough memory for the check");
    for (int32_t i = 0; i < document->part_count; ++i) {
        document->parts[i].selected = false; // nothing is to be found out about it
        check->visible[i] = document->parts[i].visible;
        if (check->options.distance[0] || partly)
            document->parts[i].visible = false; // nor about what meets, but for what is asked later
    }
    document->selected = NO_PART;
    if (check->options.volumes)
        field_store(action_check_volumes.field, document, true);
    return read_rules(check);
}

static bool open_all_of_it(Check *check)
{
    OpenRequest *open = &check->options.open;
    App *app = &check->app;
    if (!app_init(app, &check->err))
        return false;
    app->allow_outside = open->allow_outside;
    app->draws_nothing = true;
    choose_hierarchies(check);
    if (open->path)
        stages_open(app, open->path, &open->options);
    else
        stages_open_scene(app, open->scene, &check->err);
    for (int32_t i = 0; i < open->more_count; ++i)
        stages_merge(app, open->more[i], &open->options);
    bool good = check_wait(check, is_open);
    check_input_end();
    return good && apply_options(check);
}

static bool write_text(Check *check, const char *path, const char *text)
{
    return check_write(check, path, text, text ? strlen(text) : 0);
}

static bool write_certificates(Check *check, const FitCheck *shown)
{
    const char *path = check->options.certificates;
    char *text = path ? certificates_text(shown, &check->err) : NULL;
    bool ok = !path || (text && write_text(check, path, text));
    free(text);
    return ok;
}

static bool write_report_of(Check *check, const FitCheck *shown)
{
    const CheckOptions *options = &check->options;
    ClashBook *book;
    ReportOrder order = {.draw = options->pictures ? row_pictures_draw : NULL,
                         .date = sources_date(&check->app.sources),
                         .shard = options->shard,
                         .shards = options->shards};
    size_t size = 0;
    if (!check_read_book(check, &book))
        return false;
    order.book = book;
    char *text = report_of(shown, options->format, &order, &size, NULL);
    bool ok = check_write(check, options->output, text, size) && write_certificates(check, shown);
    clash_book_release(book);
    check->examined = shown->details.examined;
    check->examined_ms = shown->details.ms;
    free(text);
    return ok;
}

static bool write_report(Check *check)
{
    FitCheck shown;
    bool ok = fit_check_shown(&check->app, &shown) ? write_report_of(check, &shown)
                                                   : check_write(check, NULL, NULL, 0);
    free((void *)shown.parts);
    return ok;
}

static bool write_baseline(Check *check)
{
    const App *app = &check->app;
    RuleSet *set = rule_set_create();
    bool ok = set != NULL || error_set(&check->err, "not enough memory for the baseline");
    ok = ok && fit_report_baseline(&app->fit, &app->assembly, set, &check->err) &&
         rules_write(set, app->assembly.unit, check->options.write_baseline, &check->err);
    rule_set_release(set);
    return ok;
}

static int check_fit(Check *check)
{
    if (!check_wait(check, check_is_reported) || !write_report(check))
        return BAD_INPUT;
    if (check->options.write_baseline)
        return write_baseline(check) ? FITS : BAD_INPUT;
    return check_code(&check->app.fit);
}

static void print_partly(const Check *check, const PartialCheck *partial)
{
    const CheckOptions *options = &check->options;
    const PairShare *share = &partial->share;
    if (!options->statistics)
        return;
    if (options->shards > 0)
        fprintf(stderr, "shard %d of %d: %zu of %zu pairs near each other, %.2f %% of the cost\n",
                (int)share->number, (int)share->of, share->end - share->first, share->count,
                100 * pair_share_cost(share));
    if (options->since && !partial->comparable)
        fprintf(stderr, "the report was made under other conditions: all is looked at again\n");
    else if (options->since)
        fprintf(stderr, "%d parts have changed; %zu rows taken over\n", (int)partial->changed,
                partial->taken);
    fprintf(stderr, "depths and containment of %zu pairs; %.2f ms wall clock in all\n",
            partial->check.details.examined, partial->ms);
}

static int check_partly(Check *check)
{
    const CheckOptions *options = &check->options;
    PartialOrder order = {check->visible, options->since, options->shard, options->shards};
    PartialCheck partial;
    if (options->shards > 0 && field_flag(&check->app.document, &action_check_volumes)) {
        error_set(&check->err, "--shard: common volumes are told by checks of everything only");
        return BAD_INPUT;
    }
    if (!check_wait(check, check_is_built))
        return BAD_INPUT;
    bool ok = partial_check_run(&partial, &check->app, &order, &check->err) &&
              write_report_of(check, &partial.check);
    // A share that is done is done: mpirun stops all jobs when one ends otherwise.
    int code = !ok ? BAD_INPUT : options->shards > 0 ? FITS : check_code(&partial.check.fit);
    if (ok)
        print_partly(check, &partial);
    partial_check_free(&partial);
    return code;
}

static bool is_proven(const App *app)
{
    return app->path.proof_known;
}

static int check_path(Check *check)
{
    App *app = &check->app;
    MotionPath path;
    if (!motion_path_read(&path, check->options.path, &check->err))
        return BAD_INPUT;
    path_state_set(app, &path, check->options.path);
    if (!check_wait(check, check_is_built))
        return BAD_INPUT;
    path_state_match(app);
    if (!path_state_ready(app, &check->err))
        return BAD_INPUT;
    app->path.check_wanted = true;
    if (!check_wait(check, is_proven))
        return BAD_INPUT;
    char *text = path_report(app, check->options.format);
    bool ok = write_text(check, check->options.output, text);
    free(text);
    enum PathVerdict verdict = app->path.proof.verdict;
    return !ok                         ? BAD_INPUT
           : verdict == PATH_FREE      ? FITS
           : verdict == PATH_UNDECIDED ? UNDECIDED
                                       : DOES_NOT_FIT;
}

static int check_distance(Check *check)
{
    const App *app = &check->app;
    PosedPart posed[2];
    if (!check_wait(check, check_is_reported))
        return BAD_INPUT;
    for (int i = 0; i < 2; ++i) {
        const char *name = check->options.distance[i];
        int32_t part = assembly_find(&app->assembly, name);
        if (part < 0)
            part = parts_find_name(app, name);
        if (part < 0) {
            error_set(&check->err, "%s has no part \"%.200s\"", app->assembly.title, name);
            return BAD_INPUT;
        }
        posed[i] =
            (PosedPart){app->parts[part].tree, app->document.parts[part].placement, true, true};
    }
    Distance distance;
    if (!assembly_distance(&posed[0], &posed[1], &app->document.query, NULL, &distance,
                           &check->err))
        return BAD_INPUT;
    char *text = distance_text(&app->assembly, check->options.distance, &distance,
                               check->options.format == REPORT_json);
    bool ok = write_text(check, check->options.output, text);
    free(text);
    return !ok ? BAD_INPUT : distance.value > 0 ? FITS : DOES_NOT_FIT;
}

// Before minutes of work whose result would be lost.
static bool can_write_all(Check *check)
{
    const CheckOptions *options = &check->options;
    const char *const paths[] = {options->output, options->write_baseline, options->certificates};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; ++i)
        if (paths[i] && !file_can_write(paths[i], &check->err))
            return false;
    return true;
}

static void print_statistics(const Check *check)
{
    const App *app = &check->app;
    const BvhDesc *build = &app->document.build;
    const QueryDesc *query = &app->document.query;
    const QueryStats *stats = &app->report.stats;
    fprintf(stderr,
            "%zu pairs of parts queried, %zu in contact, N_v %llu, N_p %llu, %.2f ms wall clock\n",
            app->report.near_pairs, app->report.count, (unsigned long long)stats->volume_tests,
            (unsigned long long)stats->triangle_tests, stats->ms);
    fprintf(stderr, "depths and containment of %zu pairs, %.2f ms wall clock\n", check->examined,
            check->examined_ms);
    fprintf(
        stderr,
        "%s hierarchies by %s, %s, %zu built in %.2f ms wall clock; overlap by %s, descent by %s\n",
        build->type->name, build->builder->name, bvh_criterion_name(build), app->trees.count,
        app->last_build_ms, build->type->tests[query->test].name, descent_rules[query->rule]->name);
    CacheCounts cache = cache_counts();
    fprintf(stderr,
            "taken from the cache: %d files, %d topologies, %d hierarchies; kept in it: %d, "
            "%d, %d\n",
            cache.taken[CACHE_IMPORT], cache.taken[CACHE_TOPOLOGY], cache.taken[CACHE_TREE],
            cache.kept[CACHE_IMPORT], cache.kept[CACHE_TOPOLOGY], cache.kept[CACHE_TREE]);
}

static int run(Check *check)
{
    if (!can_write_all(check) || !check_input_begin(&check->options.open, &check->err))
        return BAD_INPUT;
    if (!check->options.no_cache)
        cache_begin();
    if (!open_all_of_it(check))
        return BAD_INPUT;
    int code = check->options.distance[0]                          ? check_distance(check)
               : check->options.poses                              ? check_poses(check)
               : check->options.path                               ? check_path(check)
               : check->options.since || check->options.shards > 0 ? check_partly(check)
                                                                   : check_fit(check);
    const MeshSet *meshes = &check->app.stages->meshes;
    mesh_cache_keep_topologies(meshes->meshes, meshes->count, NULL);
    return code;
}

int command_check(int argc, char **argv)
{
    Check check = {0};
    int code = BAD_INPUT;
    enum CheckParse parse = check_options_parse(argc, argv, &check.options, &check.err);
    if (parse == CHECK_HELP) {
        check_options_print_help();
        return 0;
    }
    if (parse == CHECK_GO && memory_budget_begin(check.options.memory, &check.err))
        code = run(&check);
    check_input_end();
    check_input_tidy(check.err.text);
    for (size_t i = 0; i < check.app.notice_count; ++i)
        if (check.app.notices[i].kind == NOTICE_WARNING)
            fprintf(stderr, "snug check: %s\n", check.app.notices[i].text);
    Error note;
    if (cache_take_note(&note))
        fprintf(stderr, "snug check: %s\n", note.text);
    size_t size = check.answer.length;
    char *answer = text_take(&check.answer);
    if (answer && !check.err.text[0])
        fwrite(answer, 1, size, stdout);
    if ((!answer || fflush(stdout) != 0 || ferror(stdout)) && !check.err.text[0]) {
        error_set(&check.err, "the report could not be written");
        code = BAD_INPUT;
    }
    free(answer);
    if (check.err.text[0])
        fprintf(stderr, "snug check: %s\n", check.err.text);
    else if (check.options.statistics && parse == CHECK_GO && !check.options.distance[0] &&
             !check.options.path && !check.options.poses && !check.options.since &&
             check.options.shards == 0)
        print_statistics(&check);
    if (check.app.stages)
        app_free(&check.app);
    free(check.visible);
    open_request_free(&check.options.open);
    return code;
}
