// Shrunk meshes: faces go in, nothing turns over, no point goes further than the limit, and what is
// apart from the shrunk part is no deeper in the whole one than that.
#include "core/motion/shrink.h"
#include "core/tests/contact_bench.h"
#include "core/tests/depth_oracle.h"
#include "core/tests/mesh_copies.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tests/tree_check.h"
#include "core/tree/build/follow.h"

#include <stdio.h>

// The prism over a star-shaped outline around the z axis: radii at equal angles.
static Mesh *star_prism(const double *radii, int32_t count, double height)
{
    MeshBuilder b = {0};
    int32_t low = mesh_builder_vertex(&b, vec3d(0, 0, -height / 2));
    int32_t high = mesh_builder_vertex(&b, vec3d(0, 0, height / 2));
    for (int32_t i = 0; i < 2 * count; ++i) {
        double angle = 6.283185307179586 * (i / 2) / count, r = radii[i / 2];
        mesh_builder_vertex(&b,
                            vec3d(r * cos(angle), r * sin(angle), (i % 2 ? 0.5 : -0.5) * height));
    }
    for (int32_t i = 0; i < count; ++i) {
        int32_t at = 2 + 2 * i, next = 2 + 2 * ((i + 1) % count);
        mesh_builder_face4(&b, at, next, next + 1, at + 1);
        mesh_builder_face3(&b, low, next, at);
        mesh_builder_face3(&b, high, at + 1, next + 1);
    }
    return mesh_builder_finish(&b);
}

static Mesh *make_gear(void)
{
    double radii[96];
    for (int i = 0; i < 96; ++i)
        radii[i] = i % 6 < 2 ? 5 : i % 6 == 2 || i % 6 == 5 ? 4.6 : 4.2;
    return star_prism(radii, 96, 3);
}

static Mesh *make_cross(void) // reflex edges
{
    double radii[8] = {4, 1.5, 4, 1.5, 4, 1.5, 4, 1.5};
    return star_prism(radii, 8, 2);
}

static Mesh *make_box(void)
{
    return shape_box(vec3d(6, 4, 2));
}

static Mesh *make_cylinder(void)
{
    return shape_cylinder(3, 5, 96);
}

static Mesh *make_cone(void)
{
    return shape_cone(2, 12, 24);
}

static Mesh *make_torus(void)
{
    return shape_torus(3, 1, 32, 16);
}

static Mesh *make_ring(void)
{
    return shape_ring(2, 4, 2, 48);
}

static Mesh *make_blob(void)
{
    return shape_blob(600, 5, 1, 0.5, 7);
}

static Mesh *make_hollow(void)
{
    return hollow_box(6, 4, true);
}

static Mesh *make_soldered(void) // two boxes with one corner in common: no way leads inwards there
{
    Mesh *box = shape_box(vec3d(2, 2, 2));
    Affine places[2] = {affine_translation(vec3d(-1, -1, -1)), affine_translation(vec3d(1, 1, 1))};
    Mesh *mesh = combined((const Mesh *const[]){box, box}, places, 2);
    mesh_release(box);
    return mesh;
}

typedef struct Shape {
    const char *name;
    Mesh *(*make)(void);
    int32_t marked[SHRINK_MARKS]; // at an inset of 0.01
} Shape;

static const Shape shapes[] = {
    {"box", make_box, {0}},
    {"cylinder", make_cylinder, {0}},
    {"gear", make_gear, {0}},
    {"cross", make_cross, {0}},
    {"ring", make_ring, {0}},
    {"torus", make_torus, {0}},
    {"blob", make_blob, {0}},
    {"hollow", make_hollow, {0}},
    {"cone", make_cone, {[SHRINK_CLAMPED] = 1}},
    {"soldered", make_soldered, {[SHRINK_SADDLE] = 1}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef struct Sample {
    Mesh *mesh;
    Bvh *tree;
    SolidCache solids;
    Shrinker shrinker;
} Sample;

static void part_create(Sample *part, Mesh *mesh)
{
    *part = (Sample){.mesh = mesh, .tree = bvh_build(mesh, NULL, NULL, NULL)};
    assert_non_null(part->tree);
    const Solid *solid = solid_cache_get(&part->solids, mesh, NULL);
    assert_int_equal(shrinker_create(&part->shrinker, solid, part->tree, NULL, NULL), SHRINK_DONE);
}

static void part_free(Sample *part)
{
    shrinker_free(&part->shrinker);
    solid_cache_free(&part->solids);
    bvh_release(part->tree);
    mesh_release(part->mesh);
}

static Shrunk shrunk_by(const Sample *part, double inset, double limit)
{
    Shrunk shrunk;
    ShrinkDesc desc = {.inset = inset, .limit = limit};
    assert_int_equal(shrink(&part->shrinker, &desc, NULL, &shrunk, NULL), SHRINK_DONE);
    return shrunk;
}

static void check_shrunk(const Sample *part, const Shrunk *shrunk, double inset, double limit,
                         const char *name)
{
    const Mesh *old = part->mesh, *now = shrunk->mesh;
    double noise = 4e-16 * part->tree->radius, furthest = 0;
    for (int32_t i = 0; i < old->vertex_count; ++i)
        furthest = fmax(furthest, vec3d_distance(old->vertices[i], now->vertices[i]));
    if (furthest > limit || furthest != shrunk->moved)
        fail_msg("%s: a point moved by %.17g of %.17g", name, furthest, limit);
    for (int32_t i = 0; i < old->triangle_count; ++i) {
        Vec3d n = part->shrinker.normal[i];
        Triangle before = mesh_triangle(old, i), after = mesh_triangle(now, i);
        if (vec3d_dot(n, n) == 0)
            continue;
        if (!(vec3d_dot(triangle_cross(&before), triangle_cross(&after)) > 0))
            fail_msg("%s: triangle %d turned over", name, i);
        for (int k = 0; k < 3; ++k) {
            double in = vec3d_dot(n, vec3d_sub(before.p[0], after.p[k]));
            if (shrunk->mark[old->triangles[i][k]] == SHRINK_NONE && in < inset - noise)
                fail_msg("%s: triangle %d went in by %.17g instead of %g", name, i, in, inset);
        }
    }
    Error err = {""};
    if (!bvh_validate(shrunk->tree, &err))
        fail_msg("%s: %s", name, err.text);
    const MeshTopology *topology = mesh_topology(now, NULL);
    if (!topology->closed || !topology->outward)
        fail_msg("%s: no solid any more", name);
}

static void every_face_goes_in_and_none_turns_over(void **state)
{
    (void)state;
    for (int s = 0; s < SHAPES; ++s) {
        Sample part;
        part_create(&part, shapes[s].make());
        for (int i = 0; i < 3; ++i) {
            double inset = i == 0 ? 1e-6 : i == 1 ? 0.01 : 0.08, limit = i == 2 ? 0.1 : 1;
            Shrunk shrunk = shrunk_by(&part, inset, limit);
            check_shrunk(&part, &shrunk, inset, limit, shapes[s].name);
            for (int m = SHRINK_CLAMPED; i == 1 && m < SHRINK_MARKS; ++m)
                if (shrunk.counts[m] != shapes[s].marked[m])
                    fail_msg("%s: %d points of kind %d", shapes[s].name, shrunk.counts[m], m);
            shrunk_free(&shrunk);
        }
        part_free(&part);
    }
}

// How far the box around the vertices from `first` on has drawn in at its sides.
static double drawn_in(const Sample *part, const Shrunk *shrunk, int32_t first, int32_t count)
{
    Box3d before = box3d_empty(), after = box3d_empty();
    for (int32_t i = first; i < first + count; ++i) {
        before = box3d_including(before, part->mesh->vertices[i]);
        after = box3d_including(after, shrunk->mesh->vertices[i]);
    }
    return (before.hi.x - after.hi.x + after.lo.x - before.lo.x) / 2;
}

// Coordinates that a file rounded, triangles with corners of their own, all inside out.
static void files_as_they_come_are_shrunk_alike(void **state)
{
    (void)state;
    Mesh *mesh = unwelded(make_gear());
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        for (int k = 0; k < 3; ++k)
            mesh->vertices[i].v[k] = 1e-4 * round(1e4 * mesh->vertices[i].v[k]);
    for (int turned = 0; turned < 2; ++turned) {
        Sample part;
        part_create(&part, mesh_retain(mesh));
        Shrunk shrunk = shrunk_by(&part, 0.01, 0.05);
        int32_t points = 0;
        for (int32_t i = 0; i < mesh->triangle_count; ++i)
            for (int k = 0; k < 3; ++k) {
                Triangle before = mesh_triangle(mesh, i), after = mesh_triangle(shrunk.mesh, i);
                double in = vec3d_dot(part.shrinker.normal[i], vec3d_sub(before.p[0], after.p[k]));
                assert_true(in >= 0.01 - 1e-12);
            }
        assert_true(drawn_in(&part, &shrunk, 0, mesh->vertex_count) > 0.0099);
        for (int m = 0; m < SHRINK_MARKS; ++m)
            points += shrunk.counts[m];
        assert_int_equal(points, 2 + 2 * 96);
        assert_int_equal(shrunk.counts[SHRINK_NONE], points);
        shrunk_free(&shrunk);
        part_free(&part);
        for (int32_t i = 0; i < mesh->triangle_count; ++i) {
            int32_t swap = mesh->triangles[i][0];
            mesh->triangles[i][0] = mesh->triangles[i][1];
            mesh->triangles[i][1] = swap;
        }
        ++mesh->version;
    }
    mesh_release(mesh);
}

static void every_shell_moves_into_its_material(void **state)
{
    (void)state;
    Mesh *box = shape_box(vec3d(2, 2, 2)), *mirrored = shape_box(vec3d(2, 2, 2));
    for (int32_t i = 0; i < mirrored->triangle_count; ++i) {
        int32_t swap = mirrored->triangles[i][0];
        mirrored->triangles[i][0] = mirrored->triangles[i][1];
        mirrored->triangles[i][1] = swap;
    }
    Affine apart[2] = {affine_translation(vec3d(-3, 0, 0)), affine_translation(vec3d(3, 0, 0))};
    Mesh *meshes[] = {combined((const Mesh *const[]){box, mirrored}, apart, 2),
                      combined((const Mesh *const[]){mirrored, box}, apart, 2), make_hollow()};
    for (int i = 0; i < 3; ++i) {
        Sample part;
        part_create(&part, meshes[i]);
        Shrunk shrunk = shrunk_by(&part, 0.01, 0.1);
        assert_int_equal(part.mesh->vertex_count, 16);
        assert_true(fabs(drawn_in(&part, &shrunk, 0, 8) - 0.01) < 1e-9);
        assert_true(fabs(drawn_in(&part, &shrunk, 8, 8) - (i < 2 ? 0.01 : -0.01)) < 1e-9);
        shrunk_free(&shrunk);
        part_free(&part);
    }
    mesh_release(box);
    mesh_release(mirrored);
}

// A chamfer narrower than what faces go in by: its corners go together, and nothing turns over.
static void fillets_finer_than_the_inset_keep_their_shape(void **state)
{
    (void)state;
    const double fine = 0.002;
    const double corner[3][2] = {{2, 2 - fine}, {2 - fine / 4, 2 - fine / 4}, {2 - fine, 2}};
    double radii[12];
    for (int i = 0; i < 12; ++i)
        radii[i] = 3;
    Mesh *mesh = star_prism(radii, 12, 4);
    for (int32_t i = 2; i < mesh->vertex_count; ++i) { // a square with two facets at each corner
        double x = corner[(i - 2) / 2 % 3][0], y = corner[(i - 2) / 2 % 3][1];
        for (int turns = (i - 2) / 6; turns > 0; --turns) {
            double swap = x;
            x = -y;
            y = swap;
        }
        mesh->vertices[i].x = x;
        mesh->vertices[i].y = y;
    }
    assert_true(mesh_topology(mesh, NULL)->outward);
    Sample part;
    part_create(&part, mesh);
    Shrunk shrunk = shrunk_by(&part, 0.01, 0.05);
    check_shrunk(&part, &shrunk, 0.01, 0.05, "chamfers");
    assert_int_equal(shrunk.counts[SHRINK_NONE], 26);
    shrunk_free(&shrunk);
    part_free(&part);
}

static void foils_keep_half_of_their_thickness(void **state)
{
    (void)state;
    Sample part;
    part_create(&part, shape_box(vec3d(10, 10, 0.01)));
    Shrunk shrunk = shrunk_by(&part, 0.02, 0.1);
    check_shrunk(&part, &shrunk, 0.02, 0.1, "foil");
    Box3d box = mesh_bounds(shrunk.mesh);
    assert_int_equal(shrunk.counts[SHRINK_THIN], 8);
    assert_true(fabs(box.hi.z - box.lo.z - 0.005) < 1e-12);
    shrunk_free(&shrunk);
    // A slot as narrow is not thin: the walls of its sides are thick.
    part_free(&part);
    Mesh *block = shape_box(vec3d(4, 4, 4));
    Affine places[2] = {affine_translation(vec3d(-2.005, 0, 0)),
                        affine_translation(vec3d(2.005, 0, 0))};
    part_create(&part, combined((const Mesh *const[]){block, block}, places, 2));
    mesh_release(block);
    shrunk = shrunk_by(&part, 0.02, 0.1);
    assert_int_equal(shrunk.counts[SHRINK_NONE], 16);
    shrunk_free(&shrunk);
    part_free(&part);
}

static void what_is_open_is_refused(void **state)
{
    (void)state;
    Mesh *mesh = shape_grid(4, 4, 3, 3);
    Bvh *tree = bvh_build(mesh, NULL, NULL, NULL);
    SolidCache solids = {0};
    Shrinker shrinker;
    assert_int_equal(
        shrinker_create(&shrinker, solid_cache_get(&solids, mesh, NULL), tree, NULL, NULL),
        SHRINK_OPEN);
    solid_cache_free(&solids);
    bvh_release(tree);
    mesh_release(mesh);
}

// Solids apart: no contact, and none inside the other.
static bool are_apart(const Bvh *a, const Bvh *b, const Affine *b_at)
{
    PosedPart parts[2] = {{.tree = a, .placement = affine_identity()},
                          {.tree = b, .placement = *b_at}};
    ContactList contacts = {0};
    SolidCache solids = {0};
    ContactDetail detail = {0};
    bool apart = false;
    QueryDesc desc = {.mode = QUERY_FIRST};
    assert_true(query_contacts(a, b, b_at, &desc, NULL, &contacts, NULL, NULL));
    if (contacts.count == 0) {
        assert_true(contact_examine(&parts[0], &parts[1], &contacts, &(ContactDesc){0}, &solids,
                                    NULL, &detail, NULL));
        apart = detail.state == PAIR_CLEAR;
    }
    contact_detail_free(&detail);
    contact_list_free(&contacts);
    solid_cache_free(&solids);
    return apart;
}

static void what_is_apart_when_shrunk_is_no_deeper_than_the_limit(void **state)
{
    (void)state;
    const double limit = 0.2, inset = 0.11;
    int deep = 0, judged = 0, rounds = long_tier() ? 12 : 1;
    Rng rng = rng_create(1310);
    static const int others[] = {0, 3, 5};
    for (int i = 0; i < SHAPES * 3 * rounds; ++i) {
        int s = i % SHAPES;
        Sample part;
        Mesh *other = shapes[others[i / SHAPES % 3]].make();
        Bvh *other_tree = bvh_build(other, NULL, NULL, NULL);
        part_create(&part, shapes[s].make());
        Shrunk shrunk = shrunk_by(&part, inset, limit);
        check_shrunk(&part, &shrunk, inset, limit, shapes[s].name);
        // From outside until the shrunk one is just not met.
        Affine at = i % 2 ? rng_rotation(&rng) : affine_identity();
        Vec3d way = i % 2 ? rng_direction(&rng) : vec3d(0, 0, 1);
        double lo = 0, hi = 40;
        for (int k = 0; k < 30; ++k) {
            double middle = (lo + hi) / 2;
            at.p = vec3d_scale(way, middle);
            if (are_apart(shrunk.tree, other_tree, &at))
                hi = middle;
            else
                lo = middle;
        }
        at.p = vec3d_scale(way, hi);
        Affine here = affine_identity();
        OracleSolid solids[2] = {oracle_solid_create(part.mesh, &here),
                                 oracle_solid_create(other, &at)};
        DepthOracle oracle = {0};
        if (oracle_is_deep(&oracle, &solids[0], &solids[1], limit * (1 + 1e-9)))
            fail_msg("%s, case %d: deeper than the limit", shapes[s].name, i);
        deep += oracle_is_deep(&oracle, &solids[0], &solids[1], inset / 2);
        ++judged;
        oracle_solid_free(&solids[0]);
        oracle_solid_free(&solids[1]);
        shrunk_free(&shrunk);
        part_free(&part);
        bvh_release(other_tree);
        mesh_release(other);
    }
    print_message("%d of %d poses deeper than half the inset\n", deep, judged);
    assert_true(deep > judged / 2);
}

static void trees_follow_moved_vertices(void **state)
{
    (void)state;
    Mesh *mesh = make_gear();
    Sample part;
    part_create(&part, mesh);
    Shrunk shrunk = shrunk_by(&part, 0.02, 0.1);
    for (int t = 0; t < bv_type_count; ++t) {
        Error err = {""};
        BvhDesc desc = {.type = bv_types[t], .leaf_size = 3};
        Bvh *tree = bvh_build(mesh, &desc, NULL, NULL);
        uint64_t before = tree_hash(tree);
        Bvh *followed = bvh_follow(tree, shrunk.mesh, NULL, &err);
        assert_non_null(followed);
        assert_true(followed->mesh == shrunk.mesh && bvh_comparable(tree, followed, &err));
        if (!bvh_validate(followed, &err) || tree_hash(tree) != before)
            fail_msg("%s: %s", bv_types[t]->name, err.text);
        bvh_release(followed);
        bvh_release(tree);
    }
    shrunk_free(&shrunk);
    part_free(&part);
}

static void scale_and_mirror_go_into_the_mesh(void **state)
{
    (void)state;
    Mesh *mesh = make_gear();
    Affine turn = affine_rotation(vec3d_normalised(vec3d(1, 2, 3)), 0.7);
    Affine scale = {.m = {{2, 0, 0}, {0, -0.5, 0}, {0, 0, 1}}, .p = {{5, 6, 7}}};
    Affine placement = affine_compose(&turn, &scale);
    mesh->stated_chord_error = 0.01;
    Mesh *baked = mesh_baked(mesh, &placement, NULL);
    assert_non_null(baked);
    // Facets of what is twice as long lie twice as far off.
    assert_true(fabs(baked->stated_chord_error - 0.02) < 1e-12);
    mesh->stated_chord_error = baked->stated_chord_error = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        Vec3d there = affine_apply(&placement, mesh->vertices[i]);
        assert_true(vec3d_distance(vec3d_add(baked->vertices[i], placement.p), there) < 1e-13);
    }
    assert_true(mesh_topology(baked, NULL)->outward);
    Sample part;
    part_create(&part, baked);
    Shrunk shrunk = shrunk_by(&part, 0.01, 0.1);
    check_shrunk(&part, &shrunk, 0.01, 0.1, "scaled and mirrored");
    shrunk_free(&shrunk);
    part_free(&part);
    Error err = {""};
    scale.m[1][1] = 1e-12;
    assert_null(mesh_baked(mesh, &scale, &err));
    assert_string_equal(err.text, "the part is scaled to nothing along a direction");
    scale.m[1][1] = NAN;
    assert_null(mesh_baked(mesh, &scale, &err));
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_face_goes_in_and_none_turns_over),
        cmocka_unit_test(files_as_they_come_are_shrunk_alike),
        cmocka_unit_test(every_shell_moves_into_its_material),
        cmocka_unit_test(fillets_finer_than_the_inset_keep_their_shape),
        cmocka_unit_test(foils_keep_half_of_their_thickness),
        cmocka_unit_test(what_is_open_is_refused),
        cmocka_unit_test(what_is_apart_when_shrunk_is_no_deeper_than_the_limit),
        cmocka_unit_test(trees_follow_moved_vertices),
        cmocka_unit_test(scale_and_mirror_go_into_the_mesh),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
