// ctest labels: threads
// Primitives made by hand: fitted to parts and to what a line holds, changed, saved and read, and
// the hierarchy over them.
#include "app/actions/list.h"
#include "app/document/field_actions.h"
#include "app/tests/app_fixture.h"
#include "core/base/rng.h"
#include "core/hybrid/variants.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

enum { BALL = 2, RING = 3 }; // of the fixture

static const PrimitiveList *list_of(const App *app)
{
    return app->document.primitives.list;
}

static HybridVolume random_volume(Rng *rng)
{
    Vec3d at = rng_in_cube(rng, 10), along = rng_in_cube(rng, 5);
    Affine turn = rng_rotation(rng);
    Vec3d axes[3];
    for (int k = 0; k < 3; ++k)
        axes[k] = vec3d(turn.m[0][k], turn.m[1][k], turn.m[2][k]);
    switch (rng_below(rng, 4)) {
    case 0:
        return hybrid_ball(at, rng_uniform(rng, 0.1, 4));
    case 1:
        return hybrid_capsule(at, along, rng_uniform(rng, 0.1, 4));
    case 2:
        return hybrid_slab_ball(&(SlabBall){
            .centre = at, .normal = axes[0], .radius = 3, .lo = -1, .hi = rng_uniform(rng, 0, 2)});
    default:
        return hybrid_box(at, axes, vec3d(1, 2, rng_uniform(rng, 0.1, 4)));
    }
}

static void volumes_survive_their_words(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 500; ++seed) {
        Rng rng = rng_create(seed);
        HybridVolume v = random_volume(&rng), back;
        char text[PRIMITIVE_TEXT_SIZE], again[PRIMITIVE_TEXT_SIZE];
        Error err = {""};
        primitive_to_text(&v, text);
        if (!primitive_from_text(text, &back, &err))
            fail_msg("seed %d: %s: %s", (int)seed, text, err.text);
        primitive_to_text(&back, again);
        if (!hybrid_volume_equal(&v, &back) || strcmp(text, again) != 0)
            fail_msg("seed %d: %s became %s", (int)seed, text, again);
        assert_true(strlen(again) < PRIMITIVE_TEXT_SIZE - 64);
    }
    static const char *const bad[] = {"",
                                      "cube 1 2 3",
                                      "sphere 0 0 0",
                                      "sphere 0 0 0 -1",
                                      "sphere 0 0 0 1 2",
                                      "sphere nan 0 0 1",
                                      "sphere 1e300 0 0 1",
                                      "capsule 0 0 0 1 0 0 inf",
                                      "scb 0 0 0 1 0 0 0 -1 1",
                                      "scb 0 0 0 1 0 0 1 2 3",
                                      "box 0 0 0 1 0 0 0 1 0 0 0 1 1 1"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; ++i) {
        HybridVolume v;
        Error err = {""};
        if (primitive_from_text(bad[i], &v, &err))
            fail_msg("\"%s\" is taken for a volume", bad[i]);
        assert_true(err.text[0] != '\0');
    }
}

static void fit_to(App *app, int32_t part, enum VolumeType type)
{
    assert_true(
        app_do(app, &action_primitive_fit, &(ActionArgs){.part = part, .index = (int32_t)type}, 0));
    stages_wait(app);
}

static void a_fit_holds_the_whole_part(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Affine turn = affine_translation(vec3d(3, -7, 11));
    turn.m[0][0] = turn.m[1][1] = 0.6;
    turn.m[0][1] = -(turn.m[1][0] = 0.8);
    app.document.parts[RING].placement = turn;
    const Mesh *mesh = app.assembly.parts[RING].mesh;
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type) {
        fit_to(&app, RING, (enum VolumeType)type);
        assert_int_equal(primitive_list_count(list_of(&app)), type + 1);
        assert_int_equal(app.document.primitives.selected, type);
        const Primitive *made = &list_of(&app)->set.items[type];
        assert_string_equal(made->name, "Ring");
        assert_int_equal(hybrid_volume_type(&made->volume), type);
        for (int32_t i = 0; i < mesh->vertex_count; ++i)
            assert_true(
                hybrid_volume_contains(&made->volume, affine_apply(&turn, mesh->vertices[i])));
        const PrimitiveCover *cover = cover_shown_of(&app.cover, list_of(&app), type);
        assert_non_null(cover);
        assert_int_equal(cover->covered, mesh->triangle_count);
        assert_int_equal(cover->out, 0);
    }
    PrimitiveList *all = primitive_list_retain(app.document.primitives.list);
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type)
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_int_equal(primitive_list_count(list_of(&app)), 0);
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type)
        assert_true(app_do(&app, &action_edit_redo, NULL, 0));
    assert_true(primitive_list_equal(all, list_of(&app)));
    primitive_list_release(all);
    app_free(&app);
}

static void what_sticks_out_is_said(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    fit_to(&app, 0, VOLUME_TYPE_AABB);
    HybridVolume box = list_of(&app)->set.items[0].volume;
    box.box.centre.x += 2.5;
    ActionArgs args = {.index = 0};
    primitive_to_text(&box, args.text);
    assert_true(app_do(&app, &action_primitive_set, &args, 7));
    stages_wait(&app);
    const PrimitiveCover *cover = cover_shown_of(&app.cover, list_of(&app), 0);
    assert_non_null(cover);
    assert_int_equal(cover->covered, 12);
    assert_true(cover->out > 0 && cover->out < 12);
    assert_true(fabs(cover->farthest - 2.5) < 1e-6);
    // It goes with its part, so that is no way back under it; undone it is.
    Affine to = app.document.parts[0].placement;
    to.p.x += 2.5;
    assert_true(app_do(&app, &action_part_move, &(ActionArgs){.part = 0, .placement = to}, 0));
    stages_wait(&app);
    cover = cover_shown_of(&app.cover, list_of(&app), 0);
    assert_non_null(cover);
    assert_true(fabs(cover->farthest - 2.5) < 1e-6);
    for (int i = 0; i < 2; ++i)
        assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    cover = cover_shown_of(&app.cover, list_of(&app), 0);
    assert_non_null(cover);
    assert_int_equal(cover->out, 0);
    app_free(&app);
}

// --- files

static char *contents(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    char *text = calloc(1, 1 << 16);
    size_t size = fread(text, 1, (1 << 16) - 1, file);
    assert_true(size > 0);
    fclose(file);
    return text;
}

static void open_set(App *app, const char *path)
{
    ActionArgs args = {0};
    strcpy(args.text, path);
    assert_true(app_do(app, &action_primitives_open, &args, 0));
    stages_wait(app);
}

static void a_set_is_saved_and_read(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    char path[] = "/tmp/snug-primitives-XXXXXX", second[] = "/tmp/snug-primitives-XXXXXX";
    int fd = mkstemp(path), other = mkstemp(second);
    assert_true(fd >= 0 && other >= 0);
    for (int type = 0; type < VOLUME_TYPE_COUNT; ++type)
        fit_to(&app, BALL, (enum VolumeType)type);
    ActionArgs args = {.index = 1};
    strcpy(args.text, "A \"name\" & <more>");
    assert_true(app_do(&app, &action_primitive_rename, &args, 0));
    strcpy(args.text, path);
    assert_true(app_do(&app, &action_primitives_save, &args, 0));
    PrimitiveList *saved = primitive_list_retain(app.document.primitives.list);
    open_set(&app, path);
    assert_int_equal(primitive_list_count(list_of(&app)), VOLUME_TYPE_COUNT);
    assert_string_equal(list_of(&app)->set.items[1].name, "A \"name\" & <more>");
    for (int i = 0; i < VOLUME_TYPE_COUNT; ++i) {
        double a = hybrid_volume_measure(&saved->set.items[i].volume, MEASURE_VOLUME);
        double b = hybrid_volume_measure(&list_of(&app)->set.items[i].volume, MEASURE_VOLUME);
        assert_true(fabs(a - b) < 1e-7 * a);
    }
    strcpy(args.text, second);
    assert_true(app_do(&app, &action_primitives_save, &args, 0));
    char *one = contents(path), *two = contents(second);
    assert_string_equal(one, two);
    // A broken file replaces nothing, and says where it is broken.
    PrimitiveList *before = primitive_list_retain(app.document.primitives.list);
    FILE *broken = fopen(path, "w");
    fputs("<hierarchy>\n<volume type=\"sphere\" pos=\"0 0 0\" radius=\"-1\"/>\n</hierarchy>\n",
          broken);
    fclose(broken);
    open_set(&app, path);
    assert_ptr_equal(before, list_of(&app));
    assert_true(strstr(last_notice(&app), ":2") != NULL);
    open_set(&app, "/nonexistent/set.xml");
    assert_ptr_equal(before, list_of(&app));
    // Opening can be undone like all else.
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    assert_true(primitive_list_equal(saved, list_of(&app)));
    free(one);
    free(two);
    primitive_list_release(before);
    primitive_list_release(saved);
    close(fd);
    close(other);
    unlink(path);
    unlink(second);
    app_free(&app);
}

// --- hierarchy

static void build(App *app, bool flag)
{
    assert_true(app_do(app, &action_hybrid_build, &(ActionArgs){.flag = flag}, 0));
}

static void the_hierarchy_follows(void **state)
{
    (void)state;
    static const int32_t counts[] = {13, 15, 17, 27};
    App app;
    fixture_open(&app);
    build(&app, true);
    for (int set = 0; set < 4; ++set) {
        assert_true(app_do(&app, &action_primitives_sample, &(ActionArgs){.index = set}, 0));
        stages_wait(&app);
        assert_int_equal(primitive_list_count(list_of(&app)), counts[set]);
        for (int b = 0; b < hybrid_builder_count; ++b) {
            double before = app.hybrid.quality.volume.full;
            assert_true(app_do(&app, &action_hybrid_builder, &(ActionArgs){.index = b}, 0));
            stages_wait(&app);
            HybridTree tree;
            Error err = {""};
            assert_true(hybrid_build(&tree, &list_of(&app)->set, &app.document.primitives.desc,
                                     NULL, NULL, &err));
            double cost = hybrid_cost(&tree, MEASURE_VOLUME).full;
            hybrid_tree_free(&tree);
            assert_ptr_equal(app.hybrid.list, list_of(&app));
            assert_true(fabs(app.hybrid.quality.volume.full - cost) <= 1e-12 * cost);
            if (set > 0 || b > 0)
                assert_true(b == 0 || fabs(app.hybrid.before - before) <= 1e-12 * before);
            assert_true(hybrid_validate(&app.hybrid.tree, &list_of(&app)->set, &err));
        }
    }
    // A volume that is changed gets another tree; without primitives there is none.
    double cost = app.hybrid.quality.volume.full;
    ActionArgs args = {.index = 0, .text = "sphere 500 0 0 100"};
    assert_true(app_do(&app, &action_primitive_set, &args, 0));
    stages_wait(&app);
    assert_true(app.hybrid.quality.volume.full > cost);
    assert_true(app_do(&app, &action_primitives_clear, NULL, 0));
    stages_wait(&app);
    assert_null(app.hybrid.list);
    assert_true(app_do(&app, &action_edit_undo, NULL, 0));
    stages_wait(&app);
    assert_non_null(app.hybrid.list);
    build(&app, false);
    stages_wait(&app);
    assert_null(app.hybrid.list);
    app_free(&app);
}

// Leaves approximate: the ball's box meets the plate's long before their triangles do.
static void contacts_stop_at_volumes_or_go_on(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    fit_to(&app, 0, VOLUME_TYPE_AABB);
    fit_to(&app, BALL, VOLUME_TYPE_AABB);
    fit_to(&app, BALL, VOLUME_TYPE_SPHERE); // of the same part: no contact with the box around it
    build(&app, true);
    static const struct {
        double x, y; // of the ball; the plate reaches to 5, 0.5
        int volumes, triangles;
    } cases[] = {{0, 5, 0, 0}, {6.6, 2.1, 1, 0}, {0, 2, 2, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i)
        for (int go_on = 0; go_on < 2; ++go_on) {
            // The primitives go where the part goes.
            Vec3d to = vec3d(cases[i].x, cases[i].y, 0);
            assert_true(app_do(&app, &action_part_move,
                               &(ActionArgs){.part = BALL, .placement = affine_translation(to)},
                               0));
            for (int32_t k = 1; k < 3; ++k) {
                ActionArgs args = {.index = k};
                HybridVolume v = list_of(&app)->set.items[k].volume;
                *(v.kind == VOLUME_BOX ? &v.box.centre : &v.ball.centre) = to;
                primitive_to_text(&v, args.text);
                assert_true(app_do(&app, &action_primitive_set, &args, 0));
            }
            assert_true(app_do(&app, &action_hybrid_triangles, &(ActionArgs){.flag = go_on}, 0));
            stages_wait(&app);
            const PrimitiveContacts *found = &app.cover.contacts;
            assert_true(found->known && found->went_on == go_on);
            assert_int_equal(app.cover.tree, app.hybrid.number);
            if (found->volumes != cases[i].volumes)
                fail_msg("case %d: %d volumes meet", (int)i, (int)found->volumes);
            assert_int_equal(found->triangles > 0, go_on && cases[i].triangles);
        }
    app_free(&app);
}

// Sixty volumes on one another without guess, prices or limit: hours.
static void a_cancelled_build_leaves_the_old_one(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Rng rng = rng_create(5);
    for (int i = 0; i < 60; ++i) {
        ActionArgs args = {0};
        HybridVolume v = random_volume(&rng);
        primitive_to_text(&v, args.text);
        assert_true(app_do(&app, &action_primitive_add, &args, 0));
    }
    assert_true(app_do(&app, &action_hybrid_builder,
                       &(ActionArgs){.index = hybrid_builder_index(&hybrid_two_level)}, 0));
    build(&app, true);
    stages_wait(&app);
    double cost = app.hybrid.quality.volume.full;
    assert_int_equal(app.hybrid.quality.depth, 2);
    // All that can be asked for at once, so that the first build is the long one.
    app.document.primitives.desc.builder = &hybrid_bnb_tightest;
    app.document.primitives.desc.params_set = false;
    app.document.primitives.desc = hybrid_desc_filled(&app.document.primitives.desc);
    app.document.primitives.desc.params[0] = 1;
    app.document.primitives.desc.params[1] = 0;
    app.document.primitives.desc.params[2] = 0;
    assert_true(stages_update(&app, 0));
    Activity activity;
    stages_activity(&app, &activity);
    assert_true(activity.can_cancel && strstr(activity.text, "hybrid"));
    assert_true(fabs(app.hybrid.quality.volume.full - cost) <= 0); // still the old one
    stages_cancel(&app);
    stages_wait(&app);
    assert_true(fabs(app.hybrid.quality.volume.full - cost) <= 0);
    assert_true(has_notice(&app, "was cancelled"));
    assert_false(stages_update(&app, 0)); // not tried again by itself
    // A limit ends it instead: flagged, and no worse than merging.
    assert_true(app_do(&app, &action_hybrid_param, &(ActionArgs){.index = 3, .number = 50}, 0));
    stages_wait(&app);
    assert_true(app.hybrid.stats.stopped && !app.hybrid.stats.proven);
    double limited = app.hybrid.quality.volume.full;
    assert_true(app_do(&app, &action_hybrid_builder,
                       &(ActionArgs){.index = hybrid_builder_index(&hybrid_merging)}, 0));
    stages_wait(&app);
    assert_true(limited <= app.hybrid.quality.volume.full * (1 + 1e-12));
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes_survive_their_words),
        cmocka_unit_test(a_fit_holds_the_whole_part),
        cmocka_unit_test(what_sticks_out_is_said),
        cmocka_unit_test(a_set_is_saved_and_read),
        cmocka_unit_test(the_hierarchy_follows),
        cmocka_unit_test(contacts_stop_at_volumes_or_go_on),
        cmocka_unit_test(a_cancelled_build_leaves_the_old_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
