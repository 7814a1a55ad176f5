// Fronts, threads and time budgets change what a search costs and what is said first, never what is
// found in the end.
// ctest labels: threads
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/stages/fit_work.h"
#include "app/stages/rows.h"
#include "app/stages/timed_state.h"
#include "app/tests/app_fixture.h"

#include <stdio.h>

enum { KNOT, TORUS, FAR_TORUS, FRAMES = 14, SLOW_FRAMES = 10 };

// Two that are dragged through each other, large enough to be shared out, and one far away.
static void open_tangle(App *app)
{
    Assembly assembly = {.title = strdup("tangle")};
    Affine at = affine_identity();
    Mesh *torus = shape_torus(10, 3, 120, 60);
    assert_true(
        assembly_add(&assembly, "Knot", shape_knot(2, 3, 10, 4, 1.5, 300, 16), &at, 0x808080));
    at.p = vec3d(9, 1, 2);
    assert_true(assembly_add(&assembly, "Torus", mesh_retain(torus), &at, 0x909090));
    at.p = vec3d(100, 0, 0);
    assert_true(assembly_add(&assembly, "Far torus", torus, &at, 0xa0a0a0));
    fixture_open_this(app, &assembly);
    assert_int_equal(app->document.part_count, 3);
}

static Affine drag_at(int frame)
{
    Affine pose = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.0002 * frame);
    pose.p = vec3d(9 - 0.002 * frame, 1, 2 + 0.001 * frame);
    if (frame >= SLOW_FRAMES)
        pose.p.y += 0.5 * (frame - SLOW_FRAMES); // too fast for fronts
    return pose;
}

static uint64_t hash_of(const AssemblyReport *report)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t p = 0; p < report->count; ++p)
        for (size_t i = 0; i < report->pairs[p].contacts.count; ++i) {
            const Contact *c = &report->pairs[p].contacts.items[i];
            uint64_t words[] = {(uint64_t)report->pairs[p].a, (uint64_t)report->pairs[p].b,
                                (uint64_t)c->a, (uint64_t)c->b, c->kind};
            for (size_t k = 0; k < sizeof words / sizeof *words; ++k)
                hash = (hash ^ words[k]) * 1099511628211u;
        }
    return hash;
}

typedef struct Drag {
    uint64_t hashes[FRAMES];
    uint64_t volume_tests, contacts; // tests of the slow part
    bool shared;                     // a query went beyond what one thread does alone
} Drag;

static void drag(App *app, bool fronts, bool threads, double budget, Drag *out)
{
    *out = (Drag){0};
    app_do(app, &action_parts_reset_all, NULL, 0);
    app_do(app, &action_query_fronts, &(ActionArgs){.flag = fronts}, 0);
    app_do(app, &action_query_threads, &(ActionArgs){.flag = threads}, 0);
    app_do(app, &action_query_budget, &(ActionArgs){.number = budget}, 0);
    stages_wait(app);
    for (int frame = 0; frame < FRAMES; ++frame) {
        ActionArgs move = {.part = TORUS, .placement = drag_at(frame)};
        assert_true(app_do(app, &action_part_move, &move, 7));
        while (stages_update(app, 20)) {
        }
        assert_false(app->timed.current); // at rest everything is listed
        out->hashes[frame] = hash_of(&app->report);
        if (frame < SLOW_FRAMES)
            out->volume_tests += app->report.stats.volume_tests;
        out->contacts += (uint64_t)app->report.contact_count;
        out->shared |= app->report.stats.volume_tests > QUERY_PARALLEL_FROM;
    }
    stages_wait(app);
    check_report(app, "after the drag");
}

static void a_drag_finds_the_same_in_every_mode(void **state)
{
    (void)state;
    App app;
    open_tangle(&app);
    // As if there were two processors, on any machine.
    pool_free(app.stages->pool);
    app.stages->pool = pool_create(2);
    Drag plain, other;
    drag(&app, false, false, 0, &plain);
    assert_true(plain.contacts > 1000 && plain.shared);
    for (int mode = 1; mode < 8; ++mode) {
        drag(&app, mode & 1, mode & 2, mode & 4 ? 300 : 0, &other);
        for (int frame = 0; frame < FRAMES; ++frame)
            if (other.hashes[frame] != plain.hashes[frame])
                fail_msg("mode %d, frame %d: other contacts than from the roots on one thread",
                         mode, frame);
        if (mode == 1)
            assert_true(other.volume_tests < plain.volume_tests / 2); // fronts were used
        if (mode == 2)
            assert_int_equal(other.volume_tests, plain.volume_tests);
    }
    drag(&app, true, true, 0, &other);
    printf("RAN: effort: %llu volume tests from the roots, %llu from fronts\n",
           (unsigned long long)plain.volume_tests, (unsigned long long)other.volume_tests);
    printf("RAN: effort: %d frames in 8 modes, %llu contacts each\n", FRAMES,
           (unsigned long long)plain.contacts);
    app_free(&app);
}

// The pair is decided step by step, never wrongly, and then listed.
static void a_budget_says_how_far_it_got(void **state)
{
    (void)state;
    App app;
    open_tangle(&app);
    assert_false(app_do(&app, &action_query_budget, &(ActionArgs){.number = -1}, 0));
    assert_false(app_do(&app, &action_query_budget, &(ActionArgs){.number = NAN}, 0));
    assert_true(app_do(&app, &action_query_budget, &(ActionArgs){.number = 1}, 0));
    stages_wait(&app);
    uint64_t undecided = 0, decided = 0;
    // Apart with boxes that meet, where much has to be looked at, and run into each other.
    static const Vec3d places[] = {{{9, 7.4, 2}}, {{9, 1, 2.5}}, {{0, 0, 0.1}}};
    for (size_t p = 0; p < sizeof places / sizeof *places; ++p) {
        ActionArgs move = move_args(TORUS, places[p]);
        assert_true(app_do(&app, &action_part_move, &move, 0));
        uint64_t begun = app.timed.frames;
        double error = INFINITY;
        enum Verdict last = VERDICT_UNDECIDED;
        while (stages_update(&app, 50)) {
            if (!app.timed.current)
                continue;
            assert_int_equal(app.timed.count, 1);
            const TimedRow *row = &app.timed.rows[0];
            assert_true(row->a == KNOT && row->b == TORUS);
            last = row->answer.verdict;
            undecided += last == VERDICT_UNDECIDED;
            if (last == VERDICT_UNDECIDED) {
                assert_true(row->answer.unresolved > 0 && app.timed.error <= error + 1e-9);
                assert_true(app.timed.unresolved == row->answer.unresolved && app.timed.level >= 0);
                error = app.timed.error;
            }
        }
        assert_int_equal(app.timed.frames, begun + 1); // then gone on with, not begun again
        stages_wait(&app);
        check_report(&app, "listed in the end");
        decided += last != VERDICT_UNDECIDED;
        if (last != VERDICT_UNDECIDED)
            assert_int_equal(last, app.report.count > 0 ? VERDICT_YES : VERDICT_NO);
    }
    assert_true(undecided > 10 && app.timed.resumed > 10 && decided > 0);
    printf("RAN: budgets: %llu frames undecided, %llu gone on with\n",
           (unsigned long long)undecided, (unsigned long long)app.timed.resumed);
    // A budget is a wish like any other: undone, it is gone.
    for (int i = 0; i < 4; ++i)
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(app.document.effort.budget_us <= 0);
    stages_wait(&app);
    check_report(&app, "undone");
    app_free(&app);
}

// What was left at the deadline stays to be looked at while the parts stand there, and the truth lies in its band.
static void what_was_left_can_be_looked_at(void **state)
{
    (void)state;
    App app;
    open_tangle(&app);
    assert_true(app_do(&app, &action_query_budget, &(ActionArgs){.number = 1}, 0));
    stages_wait(&app);
    int open = 0, apart = 0;
    for (int p = 0; p < 8; ++p) {
        ActionArgs move =
            move_args(TORUS, vec3d(9 - 0.02 * p, p < 4 ? 8.2 + 0.08 * p : 1, 2 + 0.1 * p));
        assert_true(app_do(&app, &action_part_move, &move, 0));
        stages_wait(&app); // it was gone on with and listed
        const TimedFrontier *frontier = &app.timed.frontier;
        assert_int_equal(app.timed.log_count, (int)app.timed.frames);
        const TimedFrame *logged = timed_log_at(&app.timed, app.timed.log_count - 1);
        assert_true(frontier->count == logged->undecided && frontier->count <= 1);
        assert_int_equal(timed_frontier_shown(&app), frontier->count > 0);
        if (frontier->count == 0)
            continue;
        const FrontierRow *row = &frontier->rows[0];
        const TimedAnswer *answer = &row->row.answer;
        assert_true(row->row.a == KNOT && row->row.b == TORUS && row->count > 0);
        assert_int_equal(answer->unresolved, logged->unresolved);
        Distance exact;
        Affine b_to_a;
        assert_true(placement_between(&row->placed[0], &row->placed[1], &b_to_a));
        assert_true(
            query_distance(row->tree[0], row->tree[1], &b_to_a, NULL, NULL, &exact, NULL, NULL));
        assert_true(exact.value <= answer->farthest && exact.value <= logged->farthest);
        assert_true(answer->error <= row->rest[0].thickness + 1e-9);
        assert_int_equal(exact.value > 0, app.report.count == 0);
        apart += exact.value > 0;
        ++open;
    }
    printf("RAN: deadlines: %d with something left, %d of them apart\n", open, apart);
    assert_true(open > 3 && apart > 0 && apart < open);
    // Another place, another budget, or nobody wants to see it.
    assert_true(app_do(&app, &action_query_frontier, &(ActionArgs){.flag = false}, 0));
    assert_false(timed_frontier_shown(&app));
    assert_true(app_do(&app, &action_query_frontier, &(ActionArgs){.flag = true}, 0));
    app.document.parts[TORUS].placement.p.x += 0.5;
    assert_false(timed_frontier_shown(&app));
    char text[160];
    timed_band_say(0.4, 1.2, UNIT_MM, text, sizeof text);
    assert_non_null(strstr(text, "0.4 mm at most"));
    assert_non_null(strstr(text, "1.2 mm apart"));
    app_free(&app);
}

static void the_fit_report_shares_the_contacts(void **state)
{
    (void)state;
    App app;
    open_tangle(&app);
    const FitState *fit = stage_state(&app, &stage_fit);
    const AssemblyReport *kept = &fit->base.contacts;
    for (int frame = 0; frame < 4; ++frame) {
        ActionArgs move = {.part = TORUS, .placement = drag_at(frame)};
        assert_true(app_do(&app, &action_part_move, &move, 7));
        stages_wait(&app);
        assert_true(app.fit_current && app.report.count == 1 && kept->count == 1);
        assert_ptr_equal(kept->pairs[0].contacts.items, app.report.pairs[0].contacts.items);
    }
    // One contact per pair tells nothing of depths: then it makes its own list.
    double depth = app.fit.rows[0].depth;
    assert_true(depth > 0.1);
    assert_true(app_do(&app, &action_query_mode, &(ActionArgs){.index = QUERY_FIRST}, 0));
    stages_wait(&app);
    assert_int_equal(app.report.contact_count, 1);
    assert_true(kept->contact_count > 100 && fabs(app.fit.rows[0].depth - depth) < 1e-9);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drag_finds_the_same_in_every_mode),
        cmocka_unit_test(a_budget_says_how_far_it_got),
        cmocka_unit_test(what_was_left_can_be_looked_at),
        cmocka_unit_test(the_fit_report_shares_the_contacts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
