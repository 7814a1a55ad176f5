// What is under the cursor is what is drawn there: parts that are hidden, ghosted, cut, exploded,
// scaled and deformed, against every triangle looked at in the world, by another formula.
#include "app/stages/explode.h"
#include "app/tests/app_fixture.h"
#include "app/window/aim.h"
#include "app/window/pick.h"
#include "core/base/rng.h"
#include "core/query/ray.h"
#include "core/tree/bv/variants.h"

#include <math.h>

typedef struct Crossing {
    double along;
    int crossings; // behind it, and itself
} Crossing;

// Where the ray meets the mesh in the world at or behind `from` and up to `to`.
static Crossing first_crossing(const Mesh *mesh, const Affine *shown, Vec3d o, Vec3d d, double from,
                               double to)
{
    Crossing found = {INFINITY, 0};
    for (int32_t k = 0; k < mesh->triangle_count; ++k) {
        Triangle t = mesh_triangle(mesh, k);
        t = triangle_transformed(&t, shown);
        Vec3d e = vec3d_sub(t.p[1], t.p[0]), f = vec3d_sub(t.p[2], t.p[0]);
        Vec3d n = vec3d_cross(e, f);
        double along = vec3d_dot(n, vec3d_sub(t.p[0], o)) / vec3d_dot(n, d);
        if (!(along >= from && along <= to))
            continue;
        Vec3d x = vec3d_sub(vec3d_add_scaled(o, d, along), t.p[0]);
        double u = vec3d_dot(vec3d_cross(x, f), n), v = vec3d_dot(vec3d_cross(e, x), n);
        if (!(u >= 0 && v >= 0 && u + v <= vec3d_dot(n, n)))
            continue;
        found.along = fmin(found.along, along);
        ++found.crossings;
    }
    return found;
}

// All parts of the fixture are closed: a ray that begins in the plane and crosses one an odd number
// of times begins within it, on its cap.
static Pick pick_by_force(const App *app, Mesh *const *meshes, Vec3d o, Vec3d d, bool ghosts)
{
    const SectionPlane *plane = &app->document.view.section;
    Pick best = {.part = NO_PART, .along = INFINITY};
    double from = 0, to = INFINITY;
    bool cut = false;
    if (plane->on) {
        double at = section_depth(plane, o), after = section_depth(plane, vec3d_add(o, d));
        double meets = at / (at - after);
        if (at < 0 && !(meets > 0))
            return best;
        cut = at < 0;
        if (cut)
            from = meets;
        else if (meets > 0)
            to = meets;
    }
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        const PartState *state = &app->document.parts[i];
        if (!state->visible || state->ghost != ghosts)
            continue;
        Affine shown = state->placement;
        shown.p = vec3d_add(shown.p, app_shown_shift(app, i));
        Crossing c = first_crossing(meshes[i], &shown, o, d, from, to);
        Pick pick = {.part = i, .along = c.along, .on_cap = cut && c.crossings % 2 == 1};
        if (pick.on_cap)
            pick.along = from;
        if (pick.along < best.along)
            best = pick;
    }
    return best.part == NO_PART && !ghosts ? pick_by_force(app, meshes, o, d, true) : best;
}

// Some state of the view and the parts; meshes: as they are drawn then.
static void change_everything(App *app, Rng *rng, double reach, Mesh *const *meshes)
{
    Document *document = &app->document;
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i) {
        PartState *state = &document->parts[i];
        state->visible = rng_unit(rng) < 0.8;
        state->ghost = rng_unit(rng) < 0.3;
        state->shape = (Deformation){0};
        if (i >= 2 && rng_unit(rng) < 0.5) // twisted, a plate would cross itself
            state->shape =
                (Deformation){rng_below(rng, deform_rule_count), rng_uniform(rng, 0.1, 0.8)};
        deform_mesh(meshes[i], app->assembly.parts[i].mesh, &state->shape);
        Affine scale = affine_identity(), turn = rng_rotation(rng);
        for (int k = 0; k < 3; ++k)
            scale.m[k][k] = rng_uniform(rng, 0.3, 3);
        state->placement = affine_compose(&turn, &scale);
        state->placement.p = rng_in_cube(rng, reach);
    }
    document->view.explode = rng_unit(rng) < 0.5 ? 0 : rng_unit(rng);
    Vec3d near = document->parts[rng_below(rng, FIXTURE_PARTS)].placement.p;
    document->view.section = (SectionPlane){.on = rng_unit(rng) < 0.6,
                                            .point = vec3d_add(near, rng_in_cube(rng, 1)),
                                            .normal = rng_direction(rng)};
    stages_update(app, 0);
    stages_wait(app);
}

static void what_is_drawn_is_picked(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    Mesh *meshes[FIXTURE_PARTS];
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
        meshes[i] = deform_mesh_create(app.assembly.parts[i].mesh);
    Rng rng = rng_create(4);
    int hits = 0, caps = 0, ghosts = 0, shaped = 0;
    for (int scene = 0; scene < 40; ++scene) {
        change_everything(&app, &rng, scene % 2 ? 20 : 5, meshes);
        for (int i = 0; i < 60; ++i) {
            Vec3d o = vec3d_scale(rng_direction(&rng), 90);
            int32_t aimed = rng_below(&rng, FIXTURE_PARTS);
            Vec3d to = vec3d_add(app_shown_placement(&app, aimed).p, rng_in_cube(&rng, 4));
            if (i % 3 == 0 && app.document.view.section.on)
                to = vec3d_add(app.document.view.section.point, rng_in_cube(&rng, 1));
            Vec3d d = vec3d_scale(vec3d_sub(to, o), 0.7);
            Pick wanted = pick_by_force(&app, meshes, o, d, false), pick = pick_ray(&app, o, d);
            if (pick.part != wanted.part || pick.on_cap != wanted.on_cap)
                fail_msg("scene %d, ray %d: part %d%s instead of %d%s", scene, i, pick.part,
                         pick.on_cap ? " (cap)" : "", wanted.part, wanted.on_cap ? " (cap)" : "");
            if (pick.part == NO_PART)
                continue;
            assert_true(fabs(pick.along - wanted.along) < 1e-9 * wanted.along);
            ++hits;
            caps += pick.on_cap;
            ghosts += app.document.parts[pick.part].ghost;
            shaped += app.document.parts[pick.part].shape.amount > 0;
        }
    }
    print_message("%d hits: %d on caps, %d on ghosts, %d on deformed parts\n", hits, caps, ghosts,
                  shaped);
    assert_true(hits > 600 && caps > 50 && ghosts > 50 && shaped > 50);
    for (int32_t i = 0; i < FIXTURE_PARTS; ++i)
        mesh_release(meshes[i]);
    app_free(&app);
}

// More parts behind each other than are sorted at once, in no order; the kind of tree that contacts
// are looked for with does not matter.
static void of_many_parts_the_nearest_is_picked(void **state)
{
    (void)state;
    enum { MANY = 700 };
    App app;
    Error err = {""};
    assert_true(app_init(&app, &err));
    Assembly assembly = {.title = strdup("many")};
    Mesh *mesh = shape_ico_sphere(0.4, 1);
    for (int i = 0; i < MANY; ++i) {
        Affine at = affine_translation(vec3d(0, 0, (i * 257) % MANY));
        assert_true(assembly_add(&assembly, "Ball", mesh_retain(mesh), &at, 0x808080));
    }
    mesh_release(mesh);
    stages_open_assembly(&app, &assembly);
    stages_wait(&app);
    app.document.build = bvh_desc_filled(&(BvhDesc){.type = &bv_sphere});
    stages_update(&app, 0);
    stages_wait(&app);
    for (int i = 0; i < MANY; ++i) {
        Vec3d o = vec3d(0.01, 0.02, (i * 257) % MANY - 0.6);
        assert_int_equal(pick_ray(&app, o, vec3d(0, 0, 1e-3)).part, i);
        assert_int_equal(pick_ray(&app, vec3d(0.01, 0.02, -9), vec3d(0, 0, 1)).part, 0);
        o.x = 0.5;
        assert_int_equal(pick_ray(&app, o, vec3d(0, 0, 1)).part, NO_PART);
    }
    app_free(&app);
}

// The tree in use is of the mesh at rest for a while, but what is drawn is not.
static void a_deformed_part_stays_under_the_cursor_while_its_tree_changes(void **state)
{
    (void)state;
    App app;
    fixture_open(&app);
    app.document.parts[3].shape = (Deformation){0, 0.8};
    stages_update(&app, 0);
    stages_wait(&app);
    enum { RAYS = 50 };
    Ray rays[RAYS];
    double along[RAYS];
    Rng rng = rng_create(9);
    int hits = 0, steps = 0, behind = 0;
    for (int i = 0; i < RAYS; ++i) {
        Vec3d o = vec3d_scale(rng_direction(&rng), 90);
        Vec3d to = vec3d_add(app.document.parts[3].placement.p, rng_in_cube(&rng, 8));
        rays[i] = (Ray){o, vec3d_sub(to, o), 0, INFINITY};
        along[i] = pick_ray(&app, o, rays[i].direction).along;
        hits += along[i] < INFINITY;
    }
    assert_true(hits > RAYS / 4);
    app.document.build = bvh_desc_filled(&(BvhDesc){.type = &bv_sphere});
    for (bool busy = true; busy || steps < 2; ++steps) {
        busy = stages_update(&app, 0);
        behind += app_part_mesh(&app, 3) == app.assembly.parts[3].mesh;
        for (int i = 0; i < RAYS; ++i)
            assert_memory_equal(&along[i],
                                &(double){pick_ray(&app, rays[i].origin, rays[i].direction).along},
                                sizeof *along);
    }
    assert_true(behind > 0);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_drawn_is_picked),
        cmocka_unit_test(of_many_parts_the_nearest_is_picked),
        cmocka_unit_test(a_deformed_part_stays_under_the_cursor_while_its_tree_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
