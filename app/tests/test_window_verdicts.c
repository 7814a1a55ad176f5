// Everything that says or colours a verdict says the same, nothing before it is known, and nothing
// that the next frame takes back.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/draw/contact_colours.h"
#include "app/scenes/scene.h"
#include "app/stages/rows.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"
#include "core/tree/bv/variants.h"

#include <stdio.h>
#include <time.h>

static void do_it(App *app, const Action *action, ActionArgs args)
{
    assert_true(app_do(app, action, &args, 0));
}

static void settle(App *app)
{
    stages_update(app, 0);
    stages_wait(app);
    stages_update(app, 0);
}

// What the report, the sentence, the counters, the legend and the marks say must be one thing.
static void assert_agrees(const App *app)
{
    const ContactState *contacts = &app->contacts;
    FitVerdict said;
    fit_verdict_now(app, &said);
    if (!app->fit_known) {
        assert_int_equal(said.tone, VERDICT_NEUTRAL);
        return;
    }
    assert_int_equal(said.tone == VERDICT_GOOD, fit_report_fits(&app->fit));
    assert_int_equal(said.tone == VERDICT_BAD, app->fit.violations > 0);
    assert_int_equal(contacts->of_kind[FIT_CHECKING], 0);
    for (int kind = FIT_CHECKING + 1; kind < FIT_KIND_COUNT; ++kind)
        if (contacts->of_kind[FIT_VOLUMES] == 0)
            assert_int_equal(contacts->of_kind[kind], app->fit.of_kind[kind]);
    for (size_t p = 0; p < contacts->pair_count; ++p) {
        const FitRow *row = contacts->fit[p];
        assert_non_null(row);
        assert_int_equal(contacts->kinds[p], fit_row_kind(row));
        assert_ptr_equal(row, contact_row(app, row->b, row->a));
        assert_false(contacts->stale[p]);
        assert_true(contacts->quiet[p] || contacts->shows[contacts->kinds[p]]);
    }
    for (int32_t i = 0; i < contacts->part_count; ++i)
        for (int kind = FIT_NONE + 1; kind < FIT_KIND_COUNT; ++kind)
            assert_true(contacts->parts[i].polygons[kind] == 0 || contacts->shows[kind]);
}

// The two plates, one pushed into the other by `deep`.
static void push(App *app, double deep)
{
    do_it(app, &action_part_move, move_args(1, vec3d(0, 1 - deep, 0)));
}

static void say_of_plates(App *app, enum PairRule rule)
{
    do_it(app, &action_pair_rule, (ActionArgs){.part = 0, .other = 1, .rule = rule});
}

static void an_intentional_pair_fits_everywhere(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    FitVerdict said;
    push(&app, 0.4);
    do_it(&app, &action_part_select, (ActionArgs){.part = 1});
    settle(&app);
    assert_agrees(&app);
    fit_verdict_now(&app, &said);
    assert_string_equal(said.text, "1 interference");
    assert_true(app.contacts.parts[0].polygons[FIT_INTERFERENCE] > 0 &&
                app.contacts.parts[0].blocks && app.contacts.parts[0].wires);

    say_of_plates(&app, RULE_INTENTIONAL);
    settle(&app);
    assert_agrees(&app);
    fit_verdict_now(&app, &said);
    assert_string_equal(said.text, "It fits: 1 intentional contact");
    assert_int_equal(said.tone, VERDICT_GOOD);
    assert_int_equal(app.contacts.kinds[0], FIT_INTENTIONAL);
    assert_true(app.contacts.shows[FIT_INTENTIONAL] && !app.contacts.shows[FIT_INTERFERENCE]);
    assert_int_equal(app.contacts.parts[0].polygons[FIT_INTERFERENCE], 0);
    assert_true(app.contacts.parts[0].polygons[FIT_INTENTIONAL] > 0);
    assert_false(app.contacts.parts[0].blocks || app.contacts.parts[0].wires);
    assert_int_equal(app.contacts.parts[0].wrong, 0);
    assert_int_equal(app.contacts.parts[0].worst, FIT_INTENTIONAL);
    assert_int_equal(app.contacts.crossing_pairs, 1); // they do run into each other

    push(&app, 0);
    say_of_plates(&app, RULE_FORBIDDEN);
    settle(&app);
    assert_agrees(&app);
    fit_verdict_now(&app, &said);
    assert_string_equal(said.text, "1 forbidden contact");
    assert_int_equal(said.tone, VERDICT_BAD);
    assert_true(app.contacts.shows[FIT_FORBIDDEN] && !app.contacts.shows[FIT_TOUCH]);
    assert_true(app.contacts.parts[1].polygons[FIT_FORBIDDEN] > 0 && app.contacts.parts[1].wires);
    assert_true(contact_colour(&app, FIT_FORBIDDEN) != contact_colour(&app, FIT_INTENTIONAL));

    // Both at once: two counters.
    do_it(&app, &action_part_move, move_args(2, vec3d(0.3, -1.6, 0.2)));
    settle(&app);
    do_it(&app, &action_pair_rule, (ActionArgs){.part = 0, .other = 2, .rule = RULE_INTENTIONAL});
    settle(&app);
    assert_agrees(&app);
    fit_verdict_now(&app, &said);
    assert_string_equal(said.text, "1 forbidden contact, besides 1 intentional contact");
    app_free(&app);
}

// A part in a box without a lid may be in its way: nobody knows.
static void an_undecided_pair_is_no_pass(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    Assembly assembly = {.title = strdup("cover")};
    Affine here = affine_identity();
    Mesh *box = shape_box(vec3d(10, 10, 10)), *cover = mesh_create(box->vertex_count, 10);
    memcpy(cover->vertices, box->vertices, (size_t)box->vertex_count * sizeof *box->vertices);
    memcpy(cover->triangles, box->triangles, 10 * sizeof *box->triangles);
    for (int32_t i = 0; i < 10; ++i)
        cover->polygon_of[i] = i;
    cover->polygon_count = 10;
    mesh_release(box);
    assert_true(assembly_add(&assembly, "Cover", cover, &here, 0x808080));
    assert_true(assembly_add(&assembly, "Block", shape_box(vec3d(1, 1, 1)), &here, 0x909090));
    stages_open_assembly(&app, &assembly);
    settle(&app);
    FitVerdict said;
    fit_verdict_now(&app, &said);
    printf("RAN: %s\n", said.text);
    assert_agrees(&app);
    assert_int_equal(said.tone, VERDICT_OPEN);
    assert_int_equal(app.contacts.of_kind[FIT_UNDECIDED], 1);
    assert_true(app.contacts.shows[FIT_UNDECIDED]);
    assert_true(app.contacts.parts[1].polygons[FIT_UNDECIDED] > 0);
    app_free(&app);
}

// The frame in which a part has moved knows nothing of its pairs, whatever was said before; the
// others keep their verdicts.
static void what_is_pending_is_checking(void **state)
{
    (void)state;
    App app;
    FitVerdict said;
    fixture_open(&app);
    do_it(&app, &action_part_move, move_args(2, vec3d(40, 0, 6))); // the ball in the ring
    push(&app, 0);
    settle(&app);
    assert_int_equal(app.report.count, 2);
    assert_int_equal(app.contacts.kinds[0], FIT_TOUCH);
    assert_int_equal(app.contacts.kinds[1], FIT_INTERFERENCE);
    push(&app, 0.4);
    stages_update(&app, 0);
    fit_verdict_now(&app, &said);
    assert_string_equal(said.text, "Checking");
    assert_int_equal(said.tone, VERDICT_NEUTRAL);
    assert_int_equal(app.contacts.kinds[0], FIT_CHECKING); // not "touch", as a moment ago
    assert_true(app.contacts.stale[0] && !app.contacts.fit[0] && !contact_row(&app, 0, 1));
    assert_int_equal(app.contacts.kinds[1], FIT_INTERFERENCE); // nobody moved those
    assert_non_null(contact_row(&app, 2, 3));
    char verb[64];
    contact_verb(&app, 0, verb, sizeof verb);
    assert_string_equal(verb, "checking");
    settle(&app);
    assert_int_equal(app.contacts.kinds[0], FIT_INTERFERENCE);
    assert_agrees(&app);
    // What is said about pairs is pending, too.
    say_of_plates(&app, RULE_INTENTIONAL);
    stages_update(&app, 0);
    assert_true(app.fit_known || app.contacts.kinds[0] == FIT_CHECKING);
    settle(&app);
    assert_int_equal(app.contacts.kinds[0], FIT_INTENTIONAL);
    do_it(&app, &action_check_tolerance, (ActionArgs){.number = 0.5});
    stages_update(&app, 0);
    assert_true(app.fit_known || app.contacts.kinds[1] == FIT_CHECKING);
    settle(&app);
    // Another kind of hierarchy finds the same: nothing to be checked.
    do_it(&app, &action_build_volume, (ActionArgs){.index = bv_index(&bv_obb)});
    for (int frame = 0; frame < 1000 && (stages_update(&app, 0) || !stages_settled(&app)); ++frame)
        assert_true(app.fit_known && app.contacts.kinds[0] == FIT_INTENTIONAL);
    app_free(&app);
}

// With a time budget the list of contacts is that of where the parts rested last.
static void contacts_of_an_older_pose_are_not_drawn_as_current(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    do_it(&app, &action_query_budget, (ActionArgs){.number = 1});
    push(&app, 0.4);
    do_it(&app, &action_part_select, (ActionArgs){.part = 1});
    settle(&app);
    assert_int_equal(app.contacts.kinds[0], FIT_INTERFERENCE);
    int answered = 0;
    for (int i = 1; i <= 200; ++i) { // up and out of it
        push(&app, 0.4 - 0.01 * i);
        stages_update(&app, 2);
        answered += app.timed.current;
        for (size_t p = 0; p < app.contacts.pair_count; ++p) {
            bool as_it_was = affine_equal(&app.document.parts[1].placement, &app.parts[1].reported);
            if (!as_it_was)
                assert_true(app.contacts.stale[p] && app.contacts.kinds[p] == FIT_CHECKING);
        }
        FitVerdict said;
        fit_verdict_now(&app, &said);
        assert_true(!app.timed.current || app.fit_known || said.tone == VERDICT_NEUTRAL);
        for (int32_t part = 0; part < app.contacts.part_count; ++part)
            assert_true(app.fit_known || !app.contacts.parts[part].polygons[FIT_INTERFERENCE]);
    }
    assert_true(answered > 0);
    printf("RAN: %d of 200 frames were answered in time\n", answered);
    app_free(&app);
}

static void wait_for_cost(App *app)
{
    for (int i = 0; i < 20000 && !app->cost.current; ++i) {
        stages_update(app, 0);
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    assert_true(app->cost.current);
}

// What searches cost is told of the hierarchy that is chosen, and counts of where the parts stand.
static void costs_are_of_what_is_chosen(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    push(&app, 0.4);
    do_it(&app, &action_part_select, (ActionArgs){.part = 3});
    wait_for_cost(&app);
    assert_true(app.cost.known && app.cost.part == 3 && app.cost.build.type == bv_types[0]);
    do_it(&app, &action_part_move, move_args(3, vec3d(41, 0, 0)));
    stages_update(&app, 0);
    assert_true(app.cost.known && !app.cost.current); // the constants hold, the counts do not
    wait_for_cost(&app);
    do_it(&app, &action_build_volume, (ActionArgs){.index = bv_index(&bv_obb)});
    do {
        stages_update(&app, 0);
        assert_true(!app.cost.known || app.cost.build.type == &bv_obb);
    } while (!stages_settled(&app));
    wait_for_cost(&app);
    assert_true(app.cost.build.type == &bv_obb);
    do_it(&app, &action_query_test, (ActionArgs){.index = app.document.query.test == 0});
    stages_update(&app, 0);
    assert_false(app.cost.known);
    wait_for_cost(&app);
    do_it(&app, &action_part_select, (ActionArgs){.part = 2});
    stages_update(&app, 0);
    assert_false(app.cost.known);
    app_free(&app);
}

// What was brought up to date step by step, and begun again in between, is what a check from
// nothing finds.
static void assert_true_verdicts(const App *app)
{
    const Document *document = &app->document;
    PosedPart *posed = calloc((size_t)document->part_count + 1, sizeof *posed);
    PairRules rules = {0};
    for (int32_t i = 0; i < document->part_count; ++i)
        posed[i] = (PosedPart){app->parts[i].tree, document->parts[i].placement,
                               document->parts[i].visible, true};
    assert_true(pair_rules_resolve(&rules, document->rules, &app->assembly));
    FitCheck fresh = {.assembly = &app->assembly,
                      .parts = posed,
                      .contact = {.tolerance = document->tolerance},
                      .desc = {.clearance = document->clearance, .rules = &rules}};
    Error err = {""};
    if (!fit_check_run(&fresh, NULL, &err))
        fail_msg("%s", err.text);
    assert_int_equal(fresh.fit.count, app->fit.count);
    for (size_t i = 0; i < fresh.fit.count; ++i)
        assert_string_equal(fresh.fit.rows[i].text, app->fit.rows[i].text);
    assert_memory_equal(fresh.fit.of_kind, app->fit.of_kind, sizeof app->fit.of_kind);
    fit_check_free(&fresh);
    pair_rules_free(&rules);
    free(posed);
}

// A check that was stopped half-way leaves nothing behind that is taken for its result.
static void a_stopped_check_is_made_again(void **state)
{
    (void)state;
    App app;
    Error err = {""};
    int stopped = 0;
    assert_true(app_init(&app, &err));
    app.draws_nothing = true;
    assert_true(stages_open_scene(&app, SCENE_bolted_plate, &err));
    settle(&app);
    Vec3d home = app.assembly.parts[0].rest.p, up = vec3d_add(home, vec3d(0, 0.4, 0));
    for (int i = 0; i < 3 && stopped == 0; ++i) {
        do_it(&app, &action_part_move, move_args(0, home));
        settle(&app);
        do_it(&app, &action_part_move, move_args(0, up));
        do {
            stages_update(&app, 0);
        } while (!stage_task(&app, &stage_fit) && !app.fit_known);
        uint32_t dropped = stage_run(&app, &stage_fit)->dropped;
        stage_stop(&app, &stage_fit); // as a step of a drag does
        settle(&app);
        stopped += stage_run(&app, &stage_fit)->dropped > dropped;
        assert_true_verdicts(&app);
    }
    assert_true(stopped > 0);
    app_free(&app);
}

// --- every frame of a session

enum { MOST_PAIRS = 64 };
typedef struct Story {
    uint64_t pose;
    FitVerdict said;
    int pairs;
    struct {
        int32_t a, b;
        enum FitKind kind;
    } pair[MOST_PAIRS];
    int frames, verdicts, poses;
} Story;

static uint64_t mixed(uint64_t sum, const void *bytes, size_t size)
{
    for (size_t i = 0; i < size; ++i)
        sum = (sum ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001B3);
    return sum;
}

// Everything a verdict follows from.
static uint64_t pose_of(const App *app)
{
    uint64_t sum = app->assembly_version;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *part = &app->document.parts[i];
        sum = mixed(sum, &part->placement, sizeof part->placement);
        sum = mixed(sum, &part->visible, sizeof part->visible);
    }
    sum = mixed(sum, &app->document.rules, sizeof app->document.rules);
    sum = mixed(sum, &app->document.tolerance, sizeof app->document.tolerance);
    return mixed(sum, &app->document.clearance, sizeof app->document.clearance);
}

static enum FitKind *told_of(Story *story, int32_t a, int32_t b)
{
    for (int i = 0; i < story->pairs; ++i)
        if (story->pair[i].a == a && story->pair[i].b == b)
            return &story->pair[i].kind;
    assert_true(story->pairs < MOST_PAIRS);
    story->pair[story->pairs].a = a;
    story->pair[story->pairs].b = b;
    story->pair[story->pairs].kind = FIT_NONE;
    return &story->pair[story->pairs++].kind;
}

static void frame(Story *story, App *app)
{
    uint64_t pose = pose_of(app);
    FitVerdict said;
    fit_verdict_now(app, &said);
    ++story->frames;
    if (pose != story->pose) {
        story->pose = pose;
        story->pairs = 0;
        story->said = (FitVerdict){VERDICT_NEUTRAL, ""};
        ++story->poses;
    }
    if (story->said.tone != VERDICT_NEUTRAL && strcmp(story->said.text, said.text) != 0)
        fail_msg("frame %d takes back \"%s\": \"%s\"", story->frames, story->said.text, said.text);
    story->said = said;
    story->verdicts += said.tone != VERDICT_NEUTRAL;
    for (size_t p = 0; p < app->contacts.pair_count; ++p) {
        const PairReport *pair = &app->report.pairs[p];
        enum FitKind now = app->contacts.kinds[p], *told = told_of(story, pair->a, pair->b);
        if (now > FIT_CHECKING && *told > FIT_CHECKING && now != *told)
            fail_msg("frame %d: %s and %s: %s, but %s before", story->frames,
                     app->assembly.parts[pair->a].name, app->assembly.parts[pair->b].name,
                     fit_kind_info(now)->word, fit_kind_info(*told)->word);
        *told = now > FIT_CHECKING ? now : *told;
    }
    assert_agrees(app);
}

static void frames_until_settled(Story *story, App *app)
{
    do {
        stages_update(app, 0);
        frame(story, app);
        nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL);
    } while (!stages_settled(app));
}

static void a_random_act(App *app, Rng *rng, int32_t part, Vec3d home)
{
    static const double depths[] = {0, 0, 1e-6, 0.01, 0.4, 4};
    int act = rng_below(rng, 12);
    if (act < 8) {
        Affine at = app->document.parts[part].placement;
        Vec3d way = {{0, 0, 0}};
        way.v[rng_below(rng, 3)] = rng_below(rng, 2) ? 1 : -1;
        at.p = vec3d_add_scaled(home, way, depths[rng_below(rng, 6)]);
        do_it(app, &action_part_move, (ActionArgs){.part = part, .placement = at});
    } else if (act == 8) {
        do_it(app, &action_part_select, (ActionArgs){.part = part});
    } else if (act == 9) {
        do_it(app, &action_check_clearance, (ActionArgs){.number = rng_below(rng, 2) ? 0.5 : 0});
    } else if (act == 10 && app->fit_known && app->fit.count > 0) {
        const FitRow *row = &app->fit.rows[rng_below(rng, (int32_t)app->fit.count)];
        do_it(app, &action_pair_rule,
              (ActionArgs){.part = row->a,
                           .other = row->b,
                           .rule = rng_below(rng, 2) ? RULE_INTENTIONAL : RULE_FORBIDDEN});
    } else if (history_can_undo(app->history)) {
        do_it(app, &action_edit_undo, (ActionArgs){0});
    }
}

static void no_frame_takes_back_a_verdict(void **state)
{
    (void)state;
    Story story = {0};
    for (int scene = 0; scene < SCENE_COUNT; ++scene) {
        App app;
        Error err = {""};
        assert_true(app_init(&app, &err));
        app.draws_nothing = true;
        assert_true(stages_open_scene(&app, scene, &err));
        frames_until_settled(&story, &app); // opening: no pair flashes
        Rng rng = rng_create((uint64_t)scene + 1);
        for (int act = 0; act < (full_tier() ? 100 : 8); ++act) {
            int32_t part = rng_below(&rng, app.document.part_count);
            a_random_act(&app, &rng, part, app.assembly.parts[part].rest.p);
            for (int32_t i = rng_below(&rng, 4); i > 0; --i) { // a hand does not wait
                stages_update(&app, i == 1 ? 2 : 0);
                frame(&story, &app);
            }
            if (rng_below(&rng, 3) == 0)
                frames_until_settled(&story, &app);
        }
        frames_until_settled(&story, &app);
        assert_true(app.fit_known);
        assert_true_verdicts(&app);
        app_free(&app);
    }
    printf("RAN: %d frames of %d poses, %d with a verdict\n", story.frames, story.poses,
           story.verdicts);
    assert_true(story.poses > 20 && story.verdicts > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_intentional_pair_fits_everywhere),
        cmocka_unit_test(an_undecided_pair_is_no_pass),
        cmocka_unit_test(what_is_pending_is_checking),
        cmocka_unit_test(contacts_of_an_older_pose_are_not_drawn_as_current),
        cmocka_unit_test(costs_are_of_what_is_chosen),
        cmocka_unit_test(a_stopped_check_is_made_again),
        cmocka_unit_test(no_frame_takes_back_a_verdict),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
