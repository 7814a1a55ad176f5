// Variants: another mesh in place of a part's own. As text, by actions, in scenes, undone and redone; and
// at random, contacts compared with all triangles of meshes made afresh.
#include "app/actions/list_files.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/stages/rows.h"
#include "app/tests/variant_fixture.h"
#include "core/base/rng.h"
#include "core/tests/brute_force.h"

#include <math.h>

#define LARGER "\"Larger\" \"Ball\" 0 0 0 0 0 0 1.1 1.1 1.1"
#define QUOTED "\"a \\\"b\\\"; c\" \"k;\\\\ey\" 1e-3 -2 3 10 20 -30 1 -2 0.5"

enum { PLATE, PLATE_2, BALL, RING };

static void texts_come_back(void **state)
{
    (void)state;
    Variant list[VARIANTS_MOST];
    int count;
    Error err = {""};
    if (!variants_read(LARGER "; " QUOTED, list, &count, &err))
        fail_msg("%s", err.text);
    assert_int_equal(count, 2);
    assert_string_equal(list[1].name, "a \"b\"; c");
    assert_string_equal(list[1].donor, "k;\\ey");
    assert_true(list[1].scale.y == -2 && list[1].turn.z == -30 && list[1].shift.x == 1e-3);
    const char *text = variants_intern(list, count);
    assert_ptr_equal(variants_accepted(text), text);
    assert_int_equal(variants_count(text), 2);
    Variant found;
    assert_true(variants_find(text, 2, &found) && strcmp(found.name, list[1].name) == 0);
    assert_false(variants_find(text, 0, &found) || variants_find(text, 3, &found) ||
                 variants_find(NULL, 1, &found));
    assert_true(variants_read(NULL, list, &count, &err) && count == 0);
    assert_null(variants_intern(list, 0));
}

static void what_no_variant_can_be_is_refused(void **state)
{
    (void)state;
    static const char *const TEXTS[] = {
        "Larger \"Ball\" 0 0 0 0 0 0 1 1 1",            // no quotes
        "\"\" \"Ball\" 0 0 0 0 0 0 1 1 1",              // no name
        "\"Larger\" \"\" 0 0 0 0 0 0 1 1 1",            // of no part
        "\"Larger\" \"Ball\" 0 0 0 0 0 0 1 1",          // too few numbers
        "\"Larger\" \"Ball\" 0 0 0 0 0 0 1 1 1 1",      // too many
        "\"Larger\" \"Ball\" 0 0 0 0 0 0 1 1 0",        // flat
        "\"Larger\" \"Ball\" 0 0 0 0 0 0 1 1 1e9",      // too large
        "\"Larger\" \"Ball\" nan 0 0 0 0 0 1 1 1",      // nowhere
        "\"Larger\" \"Ball\" 1e300 0 0 0 0 0 1 1 1",    // too far
        "\"Larger\" \"Ball\" 0 0 0 1e9 0 0 1 1 1",      // turned too far
        "\"Larger\" \"Ball\" 0x1 0 0 0 0 0 1 1 1",      // no decimal number
        "\"Larger\" \"Ball\" 0 0 0 0 0 0 1 1 1; \"b\"", // the second
        "\"Larger\" \"B\xff\" 0 0 0 0 0 0 1 1 1",       // no text
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; ++i) {
        int count;
        Error err = {""};
        if (variants_read(TEXTS[i], NULL, &count, &err))
            fail_msg("was read: %s", TEXTS[i]);
        assert_true(err.text[0]);
        assert_null(variants_accepted(TEXTS[i]));
    }
}

static Box3d box_of(const App *app, int32_t part)
{
    return mesh_bounds(app_part_mesh(app, part));
}

static void only_the_mesh_is_exchanged(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    const Mesh *ball = app_part_mesh(&app, BALL);
    assert_true(act(&app, &action_part_rename, (ActionArgs){.part = BALL, .text = "Pump"}));
    assert_true(act(&app, &action_part_move, move_args(BALL, vec3d(1, 6, 2))));
    assert_true(act(&app, &action_rules_add, (ActionArgs){.text = "forbid Ball Ring"}));
    ActionArgs bore = {.part = BALL, .text = "hole 0 0 0 0 1 0 1 0 0 5 20 48 1 Bore"};
    assert_true(act(&app, &action_connector_add, bore));
    PartState before = app.document.parts[BALL];
    assert_true(take(&app, BALL, RING, VARIANT_CENTRES, "As the ring"));
    assert_ptr_equal(app_part_mesh(&app, BALL), ball); // added, not used
    assert_true(choose(&app, BALL, 1));
    const PartState *now = &app.document.parts[BALL];
    assert_int_equal(app_part_mesh(&app, BALL)->triangle_count,
                     app_part_mesh(&app, RING)->triangle_count);
    assert_true(affine_equal(&now->placement, &before.placement) && now->name == before.name &&
                now->connectors == before.connectors && now->colour == before.colour);
    assert_string_equal(app.assembly.parts[BALL].name, "Pump");
    assert_int_equal(app.document.rules->count, 1);
    check_report(&app, "as the ring");
    assert_true(app.fit_current);
    // The ring around the ball's place is wider than the plate is far.
    assert_true(assembly_report_find(&app.report, PLATE, BALL) == NULL);
    assert_true(act(&app, &action_edit_undo, (ActionArgs){0}));
    assert_ptr_equal(app_part_mesh(&app, BALL), ball);
    assert_true(act(&app, &action_edit_redo, (ActionArgs){0}));
    assert_ptr_not_equal(app_part_mesh(&app, BALL), ball);
    assert_false(choose(&app, BALL, 2));
    assert_non_null(strstr(last_notice(&app), "no variant number 2"));
    app_free(&app);
}

static void boxes_and_points_are_aligned(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Box3d ball = box_of(&app, BALL);
    assert_true(take(&app, BALL, PLATE, VARIANT_FLOORS, "Slab"));
    assert_true(choose(&app, BALL, 1));
    Box3d slab = box_of(&app, BALL);
    assert_near(slab.lo.y, ball.lo.y, 1e-12); // y is up
    assert_near(slab.lo.x + slab.hi.x, ball.lo.x + ball.hi.x, 1e-12);
    ActionArgs align = {.part = BALL, .index = 1, .number = VARIANT_CENTRES};
    assert_true(act(&app, &action_variant_align, align));
    slab = box_of(&app, BALL);
    assert_near(slab.lo.y + slab.hi.y, ball.lo.y + ball.hi.y, 1e-12);
    ActionArgs match = {.part = BALL, .index = 1, .text = "1 2 3 to 1.5 2 0"};
    assert_true(act(&app, &action_variant_match, match));
    Box3d moved = box_of(&app, BALL);
    assert_near(moved.lo.x, slab.lo.x + 0.5, 1e-12);
    assert_near(moved.hi.z, slab.hi.z - 3, 1e-12);
    assert_true(place(&app, BALL, 1, "position 0 0 0; scale 1 2 0.5; angles 0 90 0"));
    Box3d scaled = box_of(&app, BALL), plate = box_of(&app, PLATE);
    assert_near(scaled.hi.y - scaled.lo.y, 2 * (plate.hi.y - plate.lo.y), 1e-12);
    assert_near(scaled.hi.x - scaled.lo.x, 0.5 * (plate.hi.z - plate.lo.z), 1e-12);
    assert_near(scaled.hi.z - scaled.lo.z, plate.hi.x - plate.lo.x, 1e-12);
    // Itself once more: what it is now, to be changed while the other stays.
    assert_true(take(&app, BALL, BALL, VARIANT_FRAMES, "Wider"));
    assert_true(place(&app, BALL, 2, "scale 1 2 0.7"));
    Variant list[VARIANTS_MOST];
    int count;
    Error err;
    assert_true(variants_read(app.document.parts[BALL].variants, list, &count, &err));
    assert_true(count == 2 && list[0].scale.z == 0.5 && list[1].scale.z == 0.7 &&
                list[1].turn.y == 90);
    assert_false(place(&app, BALL, 1, "scale 1 0 1") || place(&app, BALL, 1, "position 1e30 0 0") ||
                 place(&app, BALL, 3, "scale 1 1 1"));
    // A deleted one hands its place to those behind it.
    assert_true(choose(&app, BALL, 2));
    ActionArgs first = {.part = BALL, .index = 1};
    assert_true(act(&app, &action_variant_delete, first));
    assert_int_equal(app.document.parts[BALL].variant, 1);
    assert_true(act(&app, &action_variant_delete, first));
    assert_int_equal(app.document.parts[BALL].variant, 0);
    assert_null(app.document.parts[BALL].variants);
    assert_near(box_of(&app, BALL).lo.y, ball.lo.y, 0);
    app_free(&app);
}

// Meshes, pictures and hierarchies of variants stay: nothing is made on the way back.
static void going_back_takes_no_work(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    assert_true(take(&app, BALL, BALL, VARIANT_FRAMES, "Larger"));
    assert_true(place(&app, BALL, 1, "scale 1.5 1.5 1.5"));
    assert_true(choose(&app, BALL, 1) && choose(&app, BALL, 0));
    const StageRun *variants = stage_run(&app, &stage_variants);
    const StageRun *build = stage_run(&app, &stage_build);
    uint32_t made = variants->started, built = build->started;
    for (int i = 0; i < 10; ++i) {
        assert_true(app_do(&app, &action_variant_choose,
                           &(ActionArgs){.part = BALL, .index = (i + 1) % 2}, 0));
        assert_false(stage_shape_behind(&app)); // at once
        stages_wait(&app);
        check_report(&app, "there and back");
    }
    assert_int_equal(variants->started, made);
    assert_int_equal(build->started, built);
    // Another kind of hierarchy is made of all, those not in use as well.
    app.document.build = bvh_desc_filled(&(BvhDesc){.type = bv_types[1]});
    stages_wait(&app);
    built = build->started;
    assert_true(choose(&app, BALL, 1));
    assert_int_equal(build->started, built);
    check_report(&app, "of another kind");
    app_free(&app);
}

static void scaling_on_and_on_keeps_little(void **state)
{
    (void)state;
    App app;
    char text[64];
    fixture_open(&app);
    assert_true(take(&app, BALL, BALL, VARIANT_FRAMES, "Larger") && choose(&app, BALL, 1));
    for (int i = 0; i < 60; ++i) {
        snprintf(text, sizeof text, "scale 1 %.3f 1", 1 + 0.01 * i);
        assert_true(place(&app, BALL, 1, text));
    }
    assert_true(app.stages->variants.count <= 26);
    assert_true(app.trees.count <= 40);
    check_report(&app, "scaled");
    for (int i = 0; i < 60; ++i)
        assert_true(act(&app, &action_edit_undo, (ActionArgs){0}));
    Variant variant;
    assert_true(variants_find(app.document.parts[BALL].variants, 1, &variant));
    assert_true(variant.scale.y == 1);
    check_report(&app, "scaled back");
    app_free(&app);
}

static void deformed_parts_are_deformed_again(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    ActionArgs bend = {.part = BALL, .index = 0, .amount = 0.5};
    assert_true(act(&app, &action_part_deform, bend));
    assert_true(take(&app, BALL, RING, VARIANT_CENTRES, "Ring") && choose(&app, BALL, 1));
    const Mesh *shaped = app_part_mesh(&app, BALL);
    assert_int_equal(shaped->triangle_count, app_part_mesh(&app, RING)->triangle_count);
    Mesh *right = deform_mesh_create(app.assembly.parts[BALL].mesh);
    deform_mesh(right, app.assembly.parts[BALL].mesh, &app.document.parts[BALL].shape);
    for (int32_t i = 0; i < right->vertex_count; ++i)
        assert_true(vec3d_distance(right->vertices[i], shaped->vertices[i]) < 1e-12);
    mesh_release(right);
    check_report(&app, "deformed");
    assert_true(choose(&app, BALL, 0));
    assert_int_equal(app_part_mesh(&app, BALL)->triangle_count,
                     app.assembly.parts[BALL].loaded->triangle_count);
    bend.amount = 0;
    assert_true(act(&app, &action_part_deform, bend) && choose(&app, BALL, 1));
    assert_ptr_equal(app_part_mesh(&app, BALL), app.assembly.parts[BALL].mesh);
    check_report(&app, "straight again");
    app_free(&app);
}

// --- files and scenes

static void save_as(App *app, const char *name)
{
    ActionArgs save = {0};
    snprintf(save.text, sizeof save.text, "%s", in_folder(name));
    assert_true(act(app, &action_file_save, save));
}

static void variants_come_from_files_and_stay_in_scenes(void **state)
{
    (void)state;
    App app = start(), other = start();
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    copy_file(MESHES "cube.ply", in_folder("cube.ply"));
    open_path(&app, in_folder("two.stl"));
    int32_t live = document_live_count(&app.document);
    ActionArgs add = {.part = 0, .index = VARIANT_CENTRES};
    snprintf(add.text, sizeof add.text, "%s", in_folder("cube.ply"));
    assert_true(act(&app, &action_variant_add, add));
    assert_true(has_notice(&app, "1 more variants of cube.ply"));
    assert_int_equal(document_live_count(&app.document), live); // nobody sees its part
    assert_int_equal(variants_count(app.document.parts[0].variants), 1);
    assert_true(choose(&app, 0, 1) && place(&app, 0, 1, "scale 1 1.25 1"));
    check_report(&app, "the cube");
    save_as(&app, "scene.json");
    open_path(&other, in_folder("scene.json"));
    assert_true(document_equal(&app.document, &other.document));
    assert_int_equal(other.document.parts[0].variant, 1);
    Box3d here = box_of(&app, 0), there = box_of(&other, 0);
    assert_true(vec3d_distance(here.lo, there.lo) == 0 && vec3d_distance(here.hi, there.hi) == 0);
    assert_int_equal(app.report.contact_count, other.report.contact_count);
    check_report(&other, "from the scene");
    // Undone, it is no variant any more, nor a part.
    while (app.document.parts[0].variants)
        assert_true(act(&app, &action_edit_undo, (ActionArgs){0}));
    assert_int_equal(document_live_count(&app.document), live);
    // Another version of the file: the part follows.
    Vec3d size = vec3d_sub(there.hi, there.lo);
    char *text = read_text(in_folder("two.stl"));
    free(text);
    write_text(in_folder("cube.ply"),
               "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
               "property float z\nelement face 4\nproperty list uchar int vertex_index\n"
               "end_header\n0 0 0\n9 0 0\n0 9 0\n0 0 9\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n");
    assert_true(act(&other, &action_file_reload, (ActionArgs){0}));
    assert_int_equal(app_part_mesh(&other, 0)->triangle_count, 4);
    Box3d again = box_of(&other, 0);
    assert_near(again.hi.y - again.lo.y, 9 * 1.25, 1e-9);
    assert_true(fabs(size.y - 9 * 1.25) > 1e-3);
    check_report(&other, "read again");
    app_free(&app);
    app_free(&other);
}

// Its part has gone from the file: nothing is said about contacts, and why is.
static void a_lost_variant_is_no_answer(void **state)
{
    (void)state;
    App app = start(), other = start();
    copy_file(MESHES "two.stl", in_folder("two.stl"));
    open_path(&app, in_folder("two.stl"));
    assert_true(take(&app, 0, 1, VARIANT_CENTRES, "The other") && choose(&app, 0, 1));
    save_as(&app, "lost.json");
    char *text = read_text(in_folder("lost.json")), *at = strstr(text, "variants");
    at = strstr(at, app.assembly.parts[1].key);
    assert_non_null(at);
    *at ^= 1;
    write_text(in_folder("lost.json"), text);
    free(text);
    open_path(&other, in_folder("lost.json"));
    assert_true(has_notice(&other, "is not here: choose another one"));
    assert_true(variants_behind(&other) && !other.fit_current);
    assert_true(choose(&other, 0, 0));
    assert_true(other.fit_current);
    check_report(&other, "its own");
    app_free(&app);
    app_free(&other);
}

static void scenes_that_lie_are_refused(void **state)
{
    (void)state;
    static const char *const PARTS[] = {
        "\"variants\": \"nonsense\"",
        "\"variant\": 1",
        "\"variants\": \"\\\"a\\\" \\\"b\\\" 0 0 0 0 0 0 1 1 1\", \"variant\": 2",
        "\"variants\": \"\\\"a\\\" \\\"b\\\" 0 0 0 0 0 0 1 1 1\", \"variant\": -1",
        "\"variants\": \"\\\"a\\\" \\\"b\\\" 0 0 0 0 0 0 1 1 0\"",
        "\"variants\": 7",
    };
    for (size_t i = 0; i < sizeof PARTS / sizeof *PARTS; ++i) {
        char text[512];
        SceneFile file;
        Error err = {""};
        snprintf(text, sizeof text,
                 "{\"snug\": 1, \"files\": [{\"path\": \"a.stl\"}], \"parts\": [{\"key\": \"b\", "
                 "\"file\": 0, %s,\n\"placement\": [[1,0,0,0],[0,1,0,0],[0,0,1,0]]}]}",
                 PARTS[i]);
        if (scene_file_parse(&file, "lie", text, strlen(text), &err))
            fail_msg("was read: %s", PARTS[i]);
        assert_non_null(strstr(err.text, "lie:"));
    }
}

// --- at random

static Assembly small_assembly(void)
{
    Assembly assembly = {.title = strdup("variants")};
    Affine at = affine_identity();
    assert_true(assembly_add(&assembly, "Plate", shape_box(vec3d(10, 1, 10)), &at, 0x808080));
    at.p = vec3d(0, 4, 0);
    assert_true(assembly_add(&assembly, "Torus", shape_torus(5, 1.5, 12, 7), &at, 0x909090));
    at.p = vec3d(0, 2.5, 0);
    assert_true(assembly_add(&assembly, "Ball", shape_ico_sphere(2.5, 1), &at, 0xa0a0a0));
    return assembly;
}

// As the document says, by nothing that the program makes variants with.
static Mesh *fresh_mesh(const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    Assembly anew = small_assembly();
    Variant v = {.scale = {{1, 1, 1}}};
    int32_t donor = part;
    if (state->variant > 0) {
        assert_true(variants_find(state->variants, state->variant, &v));
        donor = assembly_find(&anew, v.donor);
    }
    Mesh *mesh = mesh_retain(anew.parts[donor].mesh);
    assembly_free(&anew);
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d p = mesh->vertices[i];
        for (int k = 0; k < 3; ++k)
            p.v[k] *= v.scale.v[k];
        for (int k = 0; k < 3; ++k) {
            double s = sin(v.turn.v[k] * (PI / 180)), c = cos(v.turn.v[k] * (PI / 180));
            double y = p.v[(k + 1) % 3], z = p.v[(k + 2) % 3];
            p.v[(k + 1) % 3] = c * y - s * z;
            p.v[(k + 2) % 3] = s * y + c * z;
        }
        mesh->vertices[i] = vec3d_add(p, v.shift);
    }
    return mesh;
}

static void compare(const App *app, uint64_t seed, int step)
{
    Mesh *meshes[3];
    ContactList right = {0};
    size_t pairs = 0;
    for (int32_t i = 0; i < 3; ++i)
        meshes[i] = fresh_mesh(app, i);
    for (int32_t a = 0; a < 3; ++a)
        for (int32_t b = a + 1; b < 3; ++b) {
            Affine b_to_a;
            QueryStats stats;
            assert_true(placement_between(&app->document.parts[a].placement,
                                          &app->document.parts[b].placement, &b_to_a));
            assert_true(
                brute_force_contacts(meshes[a], meshes[b], &b_to_a, tri_tests[0], &right, &stats));
            const PairReport *shown = assembly_report_find(&app->report, a, b);
            bool same = (shown ? shown->contacts.count : 0) == right.count;
            for (size_t i = 0; same && i < right.count; ++i)
                same = shown->contacts.items[i].a == right.items[i].a &&
                       shown->contacts.items[i].b == right.items[i].b;
            if (!same)
                fail_msg("seed %d, step %d: parts %d and %d: %zu pairs of triangles, %zu are right",
                         (int)seed, step, (int)a, (int)b, shown ? shown->contacts.count : 0,
                         right.count);
            pairs += right.count > 0;
        }
    assert_int_equal(pairs, app->report.count);
    for (int32_t i = 0; i < 3; ++i)
        mesh_release(meshes[i]);
    contact_list_free(&right);
}

static void random_step(App *app, Rng *rng)
{
    int32_t part = rng_below(rng, 3);
    int count = variants_count(app->document.parts[part].variants);
    char text[160];
    Vec3d to = vec3d_add(vec3d(0, 3, 0), rng_in_cube(rng, 3));
    switch (rng_below(rng, 8)) {
    case 0:
    case 1:
        take(app, part, rng_below(rng, 3), (enum VariantAlign)rng_below(rng, 3), "Random");
        break;
    case 2:
        snprintf(text, sizeof text, "angles %.3f %.3f %.3f; scale %.3f %.3f %.3f",
                 rng_uniform(rng, -180, 180), rng_uniform(rng, -90, 90),
                 rng_uniform(rng, -180, 180), rng_uniform(rng, 0.5, 1.5),
                 rng_uniform(rng, 0.5, 1.5), rng_uniform(rng, 0.5, 1.5));
        if (count > 0)
            place(app, part, 1 + rng_below(rng, count), text);
        break;
    case 3:
        act(app, &action_part_move, move_args(part, to));
        break;
    case 4:
        if (count > 0)
            act(app, &action_variant_delete,
                (ActionArgs){.part = part, .index = 1 + rng_below(rng, count)});
        break;
    case 5:
        act(app, rng_below(rng, 2) ? &action_edit_undo : &action_edit_redo, (ActionArgs){0});
        break;
    default:
        choose(app, part, rng_below(rng, count + 1));
    }
}

static void random_switching_finds_the_contacts_of_fresh_meshes(void **state)
{
    (void)state;
    int steps = full_tier() ? 2000 : 150;
    for (uint64_t seed = 1; seed <= 2; ++seed) {
        App app;
        Assembly assembly = small_assembly();
        Rng rng = rng_create(seed);
        size_t met = 0, used = 0;
        fixture_open_this(&app, &assembly);
        for (int i = 0; i < steps; ++i) {
            random_step(&app, &rng);
            compare(&app, seed, i);
            met += app.report.count;
            for (int32_t k = 0; k < 3; ++k)
                used += app.document.parts[k].variant > 0;
        }
        assert_true(met > (size_t)steps / 4 && used > (size_t)steps / 4);
        app_free(&app);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(what_no_variant_can_be_is_refused),
        cmocka_unit_test(only_the_mesh_is_exchanged),
        cmocka_unit_test(boxes_and_points_are_aligned),
        cmocka_unit_test(going_back_takes_no_work),
        cmocka_unit_test(scaling_on_and_on_keeps_little),
        cmocka_unit_test(deformed_parts_are_deformed_again),
        cmocka_unit_test_setup_teardown(variants_come_from_files_and_stay_in_scenes, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_lost_variant_is_no_answer, make_folder, remove_folder),
        cmocka_unit_test(scenes_that_lie_are_refused),
        cmocka_unit_test(random_switching_finds_the_contacts_of_fresh_meshes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
