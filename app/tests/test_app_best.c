// Which kind is best: what the viewer's table counts is what `snug bench files` counts on the files that were
// saved with it, a click takes a kind, and nothing is compared that cannot be.
// ctest labels: threads
#include "app/actions/list_best.h"
#include "app/actions/list_figures.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_path.h"
#include "app/actions/list_primitives.h"
#include "app/actions/list_session.h"
#include "app/commands/command.h"
#include "app/document/selection.h"
#include "app/io/file.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { PLATE, PLATE_2, BALL, RING };

static char folder[] = "/tmp/snug-best-XXXXXX";

static void select_two(App *app, int32_t a, int32_t b)
{
    for (int32_t i = 0; i < app->document.part_count; ++i)
        app->document.parts[i].selected = i == a || i == b;
    app->document.selected = a;
    stages_wait(app);
}

static void compare_by(App *app, const Action *action, int motion, const char *kinds, int frames)
{
    ActionArgs args = {.part = NO_PART, .index = motion, .number = frames};
    snprintf(args.text, sizeof args.text, "%s", kinds);
    uint32_t version = app->best.version;
    assert_true(app_do(app, action, &args, 0));
    stages_wait(app);
    if (app->best.version != version + 1 || !app->best.found)
        fail_msg("nothing was compared: %s", last_notice(app));
}

static void compare(App *app, int motion, const char *kinds, int frames)
{
    compare_by(app, &action_best_run, motion, kinds, frames);
}

// The line as a shell would take it apart: no word here needs quotes.
static int run_line(const char *line, const char *csv)
{
    char words[4096], *argv[64];
    int argc = 0;
    snprintf(words, sizeof words, "%s --csv %s", line, csv);
    for (char *word = strtok(words, " "); word && argc < 63; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    assert_string_equal(argv[0], "snug");
    assert_string_equal(argv[1], "bench");
    int code = command_bench(argc - 1, argv + 1);
    return code;
}

// Of the row of a kind: N_v, N_p, N_u, contacts, bytes.
static bool read_row(const char *csv, const char *kind, double out[5])
{
    char quoted[LAB_KIND_TEXT + 8];
    snprintf(quoted, sizeof quoted, ",\"%s\",\"", kind);
    const char *at = strstr(csv, quoted);
    double unused;
    at = at ? strstr(at + strlen(quoted), "\",") : NULL;
    return at && sscanf(at + 2, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &unused, &unused, &unused,
                        &out[0], &out[1], &out[2], &out[3], &unused, &out[4]) == 9;
}

static void check_against_bench(App *app, const char *name)
{
    char path[128], csv[128];
    FileBytes bytes;
    Error err = {""};
    ActionArgs args = {.part = NO_PART};
    snprintf(args.text, sizeof args.text, "%s/%s.html", folder, name);
    assert_true(app_do(app, &action_best_save, &args, 0));
    stages_wait(app);
    snprintf(path, sizeof path, "%s/%s.html", folder, name);
    if (access(path, R_OK) != 0)
        fail_msg("nothing was saved: %s", last_notice(app));
    snprintf(csv, sizeof csv, "%s/bench.csv", folder);
    char here[1024];
    assert_non_null(getcwd(here, sizeof here));
    assert_int_equal(chdir(folder), 0); // the line names files beside the page
    int code = run_line(app->best.found->command, csv);
    assert_int_equal(chdir(here), 0);
    assert_int_equal(code, 0);
    assert_true(file_read_whole(csv, 1 << 20, &bytes, &err));
    const char *text = bytes.data;
    const BestFound *found = app->best.found;
    for (int k = 0; k < found->kinds.count; ++k) {
        const ContestResult *r = &found->results[k];
        char kind[LAB_KIND_TEXT];
        double row[5];
        lab_kind_text(&found->kinds, k, kind, sizeof kind);
        if (!read_row(text, kind, row))
            fail_msg("the bench has no row of %s:\n%s", kind, text);
        const double here_too[5] = {r->volume_tests, r->triangle_tests, r->updates, r->contacts,
                                    r->bytes};
        for (int i = 0; i < 5; ++i)
            if (fabs(row[i] - here_too[i]) > 1e-7 * here_too[i])
                fail_msg("%s, figure %d: %.9g in the table, %.9g by the bench", kind, i,
                         here_too[i], row[i]);
    }
    free(bytes.data);
}

static void the_table_counts_what_the_bench_counts(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_two(&app, BALL, RING);
    compare(&app, 1, "all", 3);
    assert_int_equal(app.best.found->subject.pair_count, 1);
    assert_true(app.best.found->results[0].contacts > 0);
    check_against_bench(&app, "tumble");
    app_free(&app);
}

// A drag of the ball into the plates, as a path.
static void record_drag(App *app)
{
    ActionArgs flag = {.part = NO_PART, .flag = true};
    assert_true(app_do(app, &action_path_record, &flag, 0));
    for (int i = 0; i < 9; ++i) { // turned a little, into the plate that is not at the origin
        ActionArgs to = move_args(BALL, vec3d(-4 + i, 15 + 0.6 * i, 0.3 * i));
        Affine turn = affine_rotation(vec3d(0.6, 0, 0.8), 0.1 * i);
        turn.p = to.placement.p;
        to.placement = turn;
        action_submit_merged(&app->queue, &action_part_move, &to, 77);
        app_apply_actions(app);
        stages_wait(app);
    }
    flag.flag = false;
    assert_true(app_do(app, &action_path_record, &flag, 0));
    stages_wait(app);
}

static void a_recorded_drag_is_replayed(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    record_drag(&app);
    compare(&app, 0, "presets,obb:leaf=4,boxtree:lifted", 10);
    const BestFound *found = app.best.found;
    assert_int_equal(found->subject.frames, 10);
    assert_int_equal(found->subject.pair_count, 2); // both plates, the ring is far
    assert_true(found->results[0].contacts > 0);
    check_against_bench(&app, "drag");
    app_free(&app);
}

static void builders_are_compared_over_a_set(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = {.part = NO_PART, .index = 1};
    assert_false(app_do(&app, &action_best_primitives, &args, 0)); // there are none
    args.index = 0;
    assert_true(app_do(&app, &action_primitives_sample, &args, 0));
    stages_wait(&app);
    compare_by(&app, &action_best_primitives, 1, "builders,merging:branching=2:types=5", 24);
    const BestFound *found = app.best.found;
    assert_int_equal(found->kinds.count, hybrid_builder_count + 1);
    assert_int_equal(found->subject.part_count, 1);
    assert_true(found->results[0].contacts > 0);
    check_against_bench(&app, "chair");
    LabTable table = best_table(found);
    int order[LAB_KINDS_MOST];
    lab_order(&table, order);
    for (int i = 0; i < found->kinds.count; ++i) {
        assert_true(app_do(&app, &action_best_apply, &(ActionArgs){.index = i + 1}, 0));
        stages_wait(&app);
        assert_true(hybrid_desc_equal(&app.hybrid.desc, &found->kinds.builders[order[i]]));
    }
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    int before = order[found->kinds.count - 2];
    assert_true(hybrid_desc_equal(&app.hybrid.desc, &found->kinds.builders[before]));
    app_free(&app);
}

// In its part's frame each primitive lies so that it is where it was fitted, when the part is where it stands.
static void check_places(const App *app)
{
    const LabSubject *subject = &app->best.found->subject;
    const PrimitiveSet *all = &app->document.primitives.list->set;
    for (int32_t k = 0; k < subject->part_count; ++k) {
        const LabPart *part = &subject->parts[k];
        int32_t number = 0;
        while (strcmp(app->assembly.parts[number].key, part->key) != 0)
            ++number;
        const HybridVolume *fitted = &all->items[3 * number + 1].volume; // the ball of three
        HybridVolume there = hybrid_volume_moved(&part->set->items[1].volume,
                                                 &app->document.parts[number].placement);
        assert_true(there.kind == fitted->kind && there.kind == VOLUME_BALL);
        assert_true(vec3d_length(vec3d_sub(there.ball.centre, fitted->ball.centre)) < 1e-4);
    }
}

// Primitives of parts go with them along the path, in the parts' own frames.
static void builders_are_compared_along_a_path(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    record_drag(&app);
    ActionArgs run = {.part = NO_PART, .index = 0, .number = 20};
    for (int32_t part = 0; part < 3; ++part) {
        if (part == 1) { // of one part alone there is no pair
            assert_false(app_do(&app, &action_best_primitives, &run, 0));
            assert_true(has_notice(&app, "fitted to two parts"));
        }
        for (int32_t type = 1; type < 4; ++type) {
            ActionArgs fit = {.part = part, .index = type};
            assert_true(app_do(&app, &action_primitive_fit, &fit, 0));
            stages_wait(&app);
        }
    }
    compare_by(&app, &action_best_primitives, 0, "", 20);
    const BestFound *found = app.best.found;
    assert_int_equal(found->subject.pair_count, 2);
    assert_int_equal(found->subject.parts[0].set->count, 3);
    assert_true(found->results[0].contacts > 0);
    check_places(&app);
    check_against_bench(&app, "fitted");
    app_free(&app);
}

// What is told while it is measured: first counts, then times, and at the end what the table says.
static void rows_come_while_it_is_measured(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_two(&app, BALL, RING);
    ActionArgs args = {.part = NO_PART, .index = 1, .number = 40, .text = "volumes"};
    LabTable live;
    static ContestResult rows[LAB_KINDS_MOST], last[LAB_KINDS_MOST];
    assert_false(best_live(&app, &live, rows));
    uint32_t version = app.best.version;
    assert_true(app_do(&app, &action_best_run, &args, 0));
    int most = 0, partly = 0, count = 0;
    for (bool begun = false;;) {
        stages_update(&app, 1);
        stages_nap(&app, 1); // the worker gives way
        if (!best_live(&app, &live, rows)) {
            if (begun || app.best.version != version)
                break;
            continue;
        }
        begun = true;
        int counted = 0, timed = 0;
        count = live.count;
        for (int k = 0; k < count; ++k) {
            assert_null(rows[k].frames);
            assert_true(rows[k].rounds >= last[k].rounds);
            counted += rows[k].counted;
            timed += rows[k].timed;
        }
        assert_true(counted >= most);
        most = counted;
        partly += counted > 0 && timed == 0;
        memcpy(last, rows, sizeof last);
    }
    assert_true(partly > 0); // rows were there before the end
    const BestFound *found = app.best.found;
    assert_non_null(found);
    assert_int_equal(found->kinds.count, count);
    for (int k = 0; k < count; ++k)
        if (last[k].counted)
            assert_true(fabs(last[k].volume_tests - found->results[k].volume_tests) < 1e-9);
    app_free(&app);
}

static void a_click_takes_a_kind(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    select_two(&app, BALL, PLATE);
    compare(&app, 2, "sphere,obb:sat-lite:leaf=2,boxtree:lifted", 3);
    const BestFound *found = app.best.found;
    LabTable table = best_table(found);
    int order[LAB_KINDS_MOST];
    lab_order(&table, order);
    for (int i = 0; i < found->kinds.count; ++i) {
        assert_true(app_do(&app, &action_best_apply, &(ActionArgs){.index = i + 1}, 0));
        SearchKind now = {.build = app.document.build, .query = app.document.query};
        assert_true(search_kind_equal(&now, &found->kinds.searches[order[i]]));
        stages_wait(&app);
        check_report(&app, "after a kind was taken");
    }
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    SearchKind before = {.build = app.document.build, .query = app.document.query};
    assert_true(search_kind_equal(&before, &found->kinds.searches[order[1]]));
    assert_false(app_do(&app, &action_best_apply, &(ActionArgs){.index = 4}, 0));
    assert_true(has_notice(&app, "kinds 1 to 3"));
    app_free(&app);
}

static void what_cannot_be_compared_is_refused(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs args = {.part = NO_PART, .index = 1};
    snprintf(args.text, sizeof args.text, "nonsense");
    select_two(&app, BALL, PLATE);
    assert_false(app_do(&app, &action_best_run, &args, 0));
    assert_true(has_notice(&app, "neither a preset nor a volume"));
    args.text[0] = 0;
    args.index = 0;
    assert_false(app_do(&app, &action_best_run, &args, 0));
    assert_true(has_notice(&app, "there is no path"));
    assert_false(stage_asked(&app, &stage_best));
    const char *why = NULL;
    assert_false(app_can(&app, &action_best_apply, &why));
    args.index = 1;
    args.number = 3;
    assert_true(app_do(&app, &action_best_run, &args, 0));
    stages_cancel(&app); // before it has begun, and then at work
    stages_wait(&app);
    assert_null(app.best.found);
    snprintf(args.text, sizeof args.text, "all");
    args.number = 5000;
    assert_true(app_do(&app, &action_best_run, &args, 0));
    while (!stage_run(&app, &stage_best)->task)
        stages_update(&app, 5);
    stages_cancel(&app);
    stages_wait(&app);
    assert_null(app.best.found);
    args.number = 3;
    assert_true(app_do(&app, &action_best_run, &args, 0));
    stages_wait(&app);
    assert_non_null(app.best.found);
    snprintf(args.text, sizeof args.text, "%s/a.txt", folder);
    assert_false(app_do(&app, &action_best_save, &args, 0));
    snprintf(args.text, sizeof args.text, "%s/a.svg", folder);
    assert_true(app_do(&app, &action_best_save, &args, 0));
    stages_wait(&app);
    char path[128];
    snprintf(path, sizeof path, "%s/a-tests.svg", folder);
    assert_int_equal(access(path, R_OK), 0);
    assert_true(app_do(&app, &action_best_clear, NULL, 0));
    assert_null(app.best.found);
    app_free(&app);
}

static double levels_of(const FigureData *data)
{
    for (int i = 0; data && i < data->row_count; ++i)
        if (strcmp(data->rows[i].what, "levels") == 0)
            return data->rows[i].ours;
    return NAN;
}

// The panel Figure shows what was chosen last, with what was measured for it. Two of unlike trees, which take a moment.
static void the_figure_is_the_one_that_was_chosen_last(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    static const char *const ids[] = {"andersen2006-c4", "andersen2006-c1", "andersen2006-c4"};
    double levels[3];
    for (int i = 0; i < 3; ++i) {
        ActionArgs args = {.part = NO_PART};
        while (strcmp(paper_figures[args.index]->id, ids[i]) != 0)
            ++args.index;
        assert_true(app_do(&app, &action_figure_show, &args, 0));
        stages_wait(&app);
        assert_ptr_equal(app.figure.figure, paper_figures[args.index]);
        Error err;
        FigureData alone;
        FigureRun run = {.quick = true};
        assert_true(figure_measure(paper_figures[args.index], &run, &alone, &err));
        levels[i] = levels_of(app.figure.data);
        assert_true(fabs(levels[i] - levels_of(&alone)) < 0.5);
        figure_data_free(&alone);
    }
    assert_true(fabs(levels[0] - levels[1]) > 0.5 && fabs(levels[0] - levels[2]) < 0.5);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_counts_what_the_bench_counts),
        cmocka_unit_test(a_recorded_drag_is_replayed),
        cmocka_unit_test(builders_are_compared_over_a_set),
        cmocka_unit_test(builders_are_compared_along_a_path),
        cmocka_unit_test(rows_come_while_it_is_measured),
        cmocka_unit_test(the_figure_is_the_one_that_was_chosen_last),
        cmocka_unit_test(a_click_takes_a_kind),
        cmocka_unit_test(what_cannot_be_compared_is_refused),
    };
    if (!mkdtemp(folder))
        return 1;
    int failed = cmocka_run_group_tests_name("best", tests, NULL, NULL);
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command) != 0 ? 1 : failed;
}
