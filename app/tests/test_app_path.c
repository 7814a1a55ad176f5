// Paths in a document: what is recorded comes back, with few keys; a replay is one step of the history
// or none; and what does not fit is told.
#include "app/actions/list.h"
#include "app/document/path_pose.h"
#include "app/document/pose.h"
#include "app/document/rotation.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"
#include "core/mesh/mesh_hash.h"

#include <math.h>

enum { PLATE, PLATE_2, BALL, RING };

static void set_flag(App *app, const Action *action, bool flag)
{
    assert_true(app_do(app, action, &(ActionArgs){.part = NO_PART, .flag = flag}, 0));
}

static void move(App *app, int32_t part, Vec3d to, uint64_t gesture)
{
    ActionArgs args = move_args(part, to);
    assert_true(app_do(app, &action_part_move, &args, gesture));
}

static bool seek(App *app, double time, bool back)
{
    ActionArgs args = {.part = NO_PART, .number = time, .flag = back};
    return app_do(app, &action_path_seek, &args, PATH_FIRST_KEY + app->path.replay);
}

static Vec3d place(const App *app, int32_t part)
{
    return app->document.parts[part].placement.p;
}

static bool near(Vec3d a, Vec3d b, double within)
{
    return vec3d_distance(a, b) <= within;
}

// --- the record alone

static Affine turned_about(Vec3d point, Vec3d axis, double degrees, const Affine *start)
{
    Affine turn = rotation_degrees(axis, degrees);
    turn = motion_about(&turn, point);
    return affine_compose(&turn, start);
}

// At 60 steps per second, from placements by number.
static RecordedPart *record_steps(PathRecord *record, const Affine *places, size_t count)
{
    *record = (PathRecord){0};
    for (size_t i = 1; i < count; ++i) {
        assert_true(path_record_step(record, 100 + (double)i / 60, 1));
        assert_true(path_record_part(record, 7, &places[i - 1], &places[i]));
    }
    assert_int_equal(record->part_count, 1);
    assert_int_equal(record->parts[0].count, count);
    return &record->parts[0];
}

static double worst_error(const PathPart *part, const RecordedPart *recorded, double radius)
{
    double worst = 0;
    for (size_t i = 0; i < recorded->count; ++i) {
        Affine there = path_placement(part, recorded->samples[i].time);
        for (int k = 0; k < 4; ++k) {
            Vec3d x = {{k == 1 ? radius : 0, k == 2 ? radius : 0, k == 3 ? radius : 0}};
            worst = fmax(worst, vec3d_distance(affine_apply(&there, x),
                                               affine_apply(&recorded->samples[i].at, x)));
        }
    }
    return worst;
}

static void even_motions_need_few_keys(void **state)
{
    (void)state;
    enum { STEPS = 200 };
    static Affine places[STEPS];
    Vec3d hinge = vec3d(30, -5, 12), axis = vec3d_normalised(vec3d(1, 2, 3));
    for (int kind = 0; kind < 3; ++kind) {
        Affine start = rotation_degrees(vec3d(0, 1, 0), 20);
        start.p = vec3d(1, 2, 3);
        if (kind == 2)
            for (int i = 0; i < 3; ++i)
                start.m[i][1] *= -2.5; // mirrored and stretched
        for (int i = 0; i < STEPS; ++i) {
            places[i] = kind == 0 ? start : turned_about(hinge, axis, 0.4 * i, &start);
            if (kind == 0)
                places[i].p.x += 0.25 * i;
        }
        PathRecord record;
        RecordedPart *recorded = record_steps(&record, places, STEPS);
        MotionPath path = {0};
        Error err = {""};
        assert_true(path_record_keys(recorded, "a", 1, 10, &path, &err));
        if (path.key_count > 3)
            fail_msg("%d: %zu keys for an even motion", kind, path.key_count);
        assert_true(worst_error(path.parts, recorded, 10) <= 10 * PATH_THIN_ERROR);
        motion_path_free(&path);
        path_record_free(&record);
    }
}

// Jerky and with turns: every sample is given back to a millionth of the part's size.
static void any_motion_is_given_back(void **state)
{
    (void)state;
    enum { STEPS = 120 };
    static Affine places[STEPS];
    Rng rng = rng_create(3);
    for (int round = 0; round < 20; ++round) {
        places[0] = affine_identity();
        for (int i = 1; i < STEPS; ++i) {
            Vec3d axis = vec3d_normalised(
                vec3d(rng_unit(&rng) - 0.5, rng_unit(&rng) - 0.5, rng_unit(&rng) - 0.5));
            places[i] = i % 40 < 20
                            ? turned_about(places[i - 1].p, axis,
                                           rng_unit(&rng) * (round == 0 ? 180 : 9), &places[i - 1])
                            : places[i - 1];
            if (i % 7)
                places[i].p.y += rng_unit(&rng);
        }
        PathRecord record;
        RecordedPart *recorded = record_steps(&record, places, STEPS);
        MotionPath path = {0}, again;
        Error err = {""};
        if (!path_record_keys(recorded, "a", 1, 4, &path, &err))
            fail_msg("%s", err.text);
        assert_true(path.key_count > 20 && path.key_count <= 2 * STEPS);
        double worst = worst_error(path.parts, recorded, 4);
        if (worst > 2 * 4 * PATH_THIN_ERROR)
            fail_msg("%g off", worst);
        char *text = motion_path_text(&path);
        assert_true(motion_path_parse(&again, "p", text, strlen(text), &err));
        free(text);
        motion_path_free(&again);
        motion_path_free(&path);
        path_record_free(&record);
    }
}

static void pauses_are_cut_short_and_parts_rest_in_them(void **state)
{
    (void)state;
    PathRecord record = {0};
    Affine at[3] = {affine_identity(), affine_translation(vec3d(1, 0, 0)),
                    affine_translation(vec3d(2, 0, 0))};
    assert_true(path_record_step(&record, 10, 1));
    assert_true(path_record_part(&record, 0, &at[0], &at[1]));
    assert_true(path_record_step(&record, 700, 2));
    assert_true(path_record_part(&record, 0, &at[1], &at[2]));
    assert_true(record.time > 0.4 && record.time < 0.6);
    MotionPath path = {0};
    Error err = {""};
    assert_true(path_record_keys(&record.parts[0], "a", 1, 1, &path, &err));
    Affine between = path_placement(path.parts, 0.5 * record.time);
    assert_true(near(between.p, at[1].p, 1e-9));
    motion_path_free(&path);
    path_record_free(&record);
}

// --- in a document

static void what_is_recorded_is_replayed(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    set_flag(&app, &action_path_record, true);
    assert_true(app.path.recording);
    for (int i = 1; i <= 20; ++i)
        move(&app, BALL, vec3d(i, 5 + (i % 3), 0), 1);
    move(&app, RING, vec3d(50, 0, 0), 0);
    set_flag(&app, &action_path_record, false);
    assert_int_equal(app.path.path.part_count, 2);
    assert_true(app.path.unsaved && app.path.trouble_count == 0);
    const PathPart *ball = motion_path_find(&app.path.path, "Ball");
    assert_non_null(ball);
    assert_true(ball->mesh == mesh_hash(app_part_mesh(&app, BALL)));
    double end = motion_path_end(&app.path.path);
    assert_true(app.path.time == end);

    int steps = history_done(app.history);
    assert_true(seek(&app, 0, false));
    assert_true(near(place(&app, BALL), vec3d(0, 5, 0), 1e-12));
    assert_true(near(place(&app, RING), vec3d(40, 0, 0), 1e-12));
    assert_true(seek(&app, 0.5 * end, false) && seek(&app, 1e9, false));
    assert_true(app.path.time == end);
    assert_true(near(place(&app, BALL), vec3d(20, 7, 0), 1e-5));
    assert_true(seek(&app, 0, false));
    assert_int_equal(history_done(app.history), steps + 1); // one step
    assert_true(path_state_shows(&app));
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(near(place(&app, BALL), vec3d(20, 7, 0), 0));
    assert_false(path_state_shows(&app));

    // Put back: as if nothing had been.
    assert_true(seek(&app, 0, false) && seek(&app, 0.3 * end, false));
    assert_true(seek(&app, 0, true));
    assert_true(near(place(&app, BALL), vec3d(20, 7, 0), 0));
    assert_int_equal(history_done(app.history), steps);
    // Left there: the next replay is another step.
    assert_true(seek(&app, 0, false));
    set_flag(&app, &action_path_leave, false);
    assert_true(seek(&app, 0.1, false));
    assert_int_equal(history_done(app.history), steps + 2);
    app_free(&app);
}

static void what_is_undone_or_cancelled_is_not_recorded(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    set_flag(&app, &action_path_record, true);
    move(&app, BALL, vec3d(1, 5, 0), 1);
    move(&app, BALL, vec3d(2, 5, 0), 1);
    move(&app, BALL, vec3d(2, 90, 0), 2); // cancelled
    move(&app, BALL, vec3d(2, 5, 0), 2);
    move(&app, BALL, vec3d(2, 5, 77), 3); // undone
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    move(&app, BALL, vec3d(3, 5, 0), 4);
    set_flag(&app, &action_path_record, false);
    const PathPart *ball = motion_path_find(&app.path.path, "Ball");
    assert_non_null(ball);
    for (double t = 0; t <= motion_path_end(&app.path.path); t += 1e-4) {
        Vec3d p = path_placement(ball, t).p;
        if (p.y > 5 + 1e-5 || p.z > 1e-5 || p.x > 3 + 1e-5)
            fail_msg("at %g s it is at %g %g %g", t, p.x, p.y, p.z);
    }
    set_flag(&app, &action_path_record, true);
    set_flag(&app, &action_path_record, false); // nothing moved: the path stays
    assert_true(has_notice(&app, "Nothing was moved"));
    assert_int_equal(app.path.path.part_count, 1);
    app_free(&app);
}

static void scaling_ends_in_a_message(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    set_flag(&app, &action_path_record, true);
    move(&app, BALL, vec3d(1, 5, 0), 1);
    Affine larger = app.document.parts[BALL].placement;
    larger.m[0][0] = 2;
    ActionArgs args = {.part = BALL, .placement = larger};
    assert_true(app_do(&app, &action_part_move, &args, 0));
    set_flag(&app, &action_path_record, false);
    assert_true(has_notice(&app, "Ball was scaled while"));
    assert_int_equal(app.path.path.part_count, 0);
    app_free(&app);
}

static void open_text(App *app, const char *text)
{
    MotionPath path;
    Error err = {""};
    if (!motion_path_parse(&path, "p", text, strlen(text), &err))
        fail_msg("%s", err.text);
    path_state_set(app, &path, "p");
}

static void what_does_not_fit_is_told(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    char text[512];
    snprintf(text, sizeof text,
             "snug-path 1\nunit cm\npart \"Plate (2)\"\nmesh %016llx\nkey 0 0 2 0 1 0 0 0\n"
             "key 1 4 2 0 0.6 0.8 0 0\n",
             (unsigned long long)mesh_hash(app.assembly.parts[PLATE_2].mesh));
    open_text(&app, text);
    assert_int_equal(app.path.trouble_count, 0);
    assert_true(seek(&app, 1, false));
    assert_true(near(place(&app, PLATE_2), vec3d(40, 20, 0), 1e-12)); // centimetres

    app.document.parts[PLATE_2].locked = true;
    assert_false(seek(&app, 0, false));
    assert_true(has_notice(&app, "Plate (2) is locked"));
    app.document.parts[PLATE_2].locked = false;
    app.document.parts[PLATE_2].placement.m[0][0] *= 2;
    assert_false(seek(&app, 0, false));
    assert_true(has_notice(&app, "is not scaled as it was"));
    assert_true(near(place(&app, PLATE_2), vec3d(40, 20, 0), 1e-12)); // nothing moved
    assert_true(app_do(&app, &action_path_adopt, NULL, 0));
    assert_true(seek(&app, 0, false));
    assert_true(fabs(app.document.parts[PLATE_2].placement.m[0][0] - 2) < 1e-12);

    app.path.path.parts[0].mesh ^= 1;
    ++app.path.version;
    stages_wait(&app);
    assert_true(has_notice(&app, "Plate (2) has not the mesh"));
    assert_false(seek(&app, 1, false));
    assert_true(app_do(&app, &action_path_adopt, NULL, 0));
    assert_true(seek(&app, 1, false));

    // A deformed part has another mesh.
    app.document.parts[PLATE_2].shape = (Deformation){0, 0.4};
    stages_wait(&app);
    assert_int_equal(app.path.trouble_count, 1);
    assert_false(seek(&app, 0, false));
    app.document.parts[PLATE_2].shape = (Deformation){0};
    stages_wait(&app);
    assert_true(seek(&app, 0, false));

    // Another assembly: the path stays and says what it misses; back again, it fits.
    Assembly other = {.title = strdup("other")};
    Affine rest = affine_identity();
    assert_true(assembly_add(&other, "Box", shape_box(vec3d(1, 1, 1)), &rest, 0));
    stages_open_assembly(&app, &other);
    stages_wait(&app);
    assert_true(has_notice(&app, "Plate (2) is not here"));
    assert_false(app_do(&app, &action_path_adopt, NULL, 0));
    Assembly again = fixture_assembly("again");
    stages_open_assembly(&app, &again);
    stages_wait(&app);
    assert_int_equal(app.path.trouble_count, 1); // it was adopted for a scaled plate
    assert_true(app_do(&app, &action_path_adopt, NULL, 0));
    assert_true(seek(&app, 0, false));
    app_free(&app);
}

static void opening_another_assembly_keeps_what_was_recorded(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    set_flag(&app, &action_path_record, true);
    move(&app, BALL, vec3d(1, 5, 0), 1);
    Assembly again = fixture_assembly("again");
    stages_open_assembly(&app, &again);
    stages_wait(&app);
    assert_false(app.path.recording);
    assert_int_equal(app.path.path.part_count, 1);
    assert_int_equal(app.path.trouble_count, 0);
    assert_true(seek(&app, 1e9, false));
    assert_true(near(place(&app, BALL), vec3d(1, 5, 0), 1e-9));
    app_free(&app);
}

// Where the two meet they turn back before: at no frame of the path are they in each other.
static void two_parts_bounce_in_a_cage(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs seed = {.part = NO_PART, .number = 2};
    const int32_t pair[2] = {BALL, RING};
    for (int32_t i = 0; i < app.document.part_count; ++i)
        app.document.parts[i].selected = i == BALL || i == RING;
    app.document.parts[RING].locked = true;
    assert_false(app_do(&app, &action_path_cage, &seed, 0));
    app.document.parts[RING].locked = false;
    const Affine before = app.document.parts[BALL].placement;
    assert_true(app_do(&app, &action_path_cage, &seed, 0));
    stages_wait(&app);
    assert_int_equal(app.path.path.part_count, 2);
    assert_int_equal(app.path.trouble_count, 0);
    assert_true(affine_equal(&before, &app.document.parts[BALL].placement)); // until it is played
    double end = motion_path_end(&app.path.path), farthest = 0;
    assert_true(end > 60 && end < 70);
    for (int frame = 0; frame < 2000; frame += 7) {
        Affine b_to_a;
        ContactList list = {0};
        Error err = {""};
        // Frames in which they met are not in it; between their neighbours a sample says nothing.
        assert_true(seek(&app, frame / 30.0, false));
        const Affine *placed[2] = {&app.document.parts[BALL].placement,
                                   &app.document.parts[RING].placement};
        farthest = fmax(farthest, vec3d_distance(placed[0]->p, placed[1]->p));
        assert_true(placement_between(placed[0], placed[1], &b_to_a));
        assert_true(query_contacts(app.parts[pair[0]].tree, app.parts[pair[1]].tree, &b_to_a, NULL,
                                   NULL, &list, NULL, &err));
        if (list.count > 0)
            fail_msg("frame %d: %zu contacts", frame, list.count);
        contact_list_free(&list);
    }
    assert_true(farthest > 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(even_motions_need_few_keys),
        cmocka_unit_test(any_motion_is_given_back),
        cmocka_unit_test(pauses_are_cut_short_and_parts_rest_in_them),
        cmocka_unit_test(what_is_recorded_is_replayed),
        cmocka_unit_test(what_is_undone_or_cancelled_is_not_recorded),
        cmocka_unit_test(scaling_ends_in_a_message),
        cmocka_unit_test(what_does_not_fit_is_told),
        cmocka_unit_test(opening_another_assembly_keeps_what_was_recorded),
        cmocka_unit_test(two_parts_bounce_in_a_cage),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
