// The engine bay: as large as it says, and the service of the alternator true by its shapes: every motion
// certified between poses too, and blocked by the part that was left in its way.
#include "app/scenes/bay.h"
#include "app/scenes/scene.h"
#include "core/mesh/deform/variants.h"
#include "core/motion/path_check.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const double TAU = 6.283185307179586476925;
enum { MOST_PARTS = 64, MOST_KEYS = 12, MOST_PAIRS = 4 * MOST_PARTS };

// What has to be done before the alternator comes out.
enum Step { HOOD, FAN, FILTER, HOSE, WHEEL, STEPS };
static const char *const STEP_PARTS[STEPS] = {"Hood", "Fan", "Oil filter", "Cooling hose",
                                              "Fixing wheel"};
#define PUSHED 0.65 // amount of the hose's deformation

static SceneData bay;
static int32_t part_count;
static Bvh *trees[MOST_PARTS], *pushed_hose, *large_alternator;

static Bvh *tree_of(Mesh *mesh)
{
    Error err = {""};
    Bvh *tree = mesh ? bvh_build(mesh, NULL, NULL, &err) : NULL;
    assert_non_null(tree);
    return tree;
}

static int32_t part(const char *name)
{
    return scene_find_part(&bay, name);
}

static Mesh *hose_pushed_by(double amount)
{
    const Mesh *rest = bay.assembly.parts[part("Cooling hose")].mesh;
    Mesh *mesh = deform_mesh_create(rest);
    assert_non_null(mesh);
    deform_mesh(mesh, rest, &(Deformation){deform_index(&deform_push_aside), amount});
    return mesh;
}

static int open_bay(void **state)
{
    (void)state;
    Error err = {""};
    if (!scene_load(&scene_engine_bay, &bay, &err))
        return -1;
    part_count = bay.assembly.part_count;
    assert_true(part_count <= MOST_PARTS);
    for (int32_t i = 0; i < part_count; ++i)
        trees[i] = tree_of(bay.assembly.parts[i].mesh);
    Mesh *hose = hose_pushed_by(PUSHED), *large = bay_alternator(BAY_ALTERNATOR_RADIUS + 4);
    pushed_hose = tree_of(hose);
    large_alternator = tree_of(large);
    mesh_release(hose);
    mesh_release(large);
    return 0;
}

static int close_bay(void **state)
{
    (void)state;
    for (int32_t i = 0; i < part_count; ++i)
        bvh_release(trees[i]);
    bvh_release(pushed_hose);
    bvh_release(large_alternator);
    scene_data_free(&bay);
    return 0;
}

// Everything in the bay, each part with its way.
typedef struct Service {
    PathTrack tracks[MOST_PARTS];
    double times[MOST_PARTS][MOST_KEYS];
    RigidPose poses[MOST_PARTS][MOST_KEYS];
    PathPair pairs[MOST_PAIRS];
    int32_t pair_count;
    double now;
} Service;

static void put(Service *s, int32_t i, const Bvh *tree)
{
    const Affine *rest = &bay.assembly.parts[i].rest;
    s->poses[i][0] = rigid_pose_at(rest->p);
    Affine about = rigid_rest(rest, rest->p);
    s->tracks[i] = (PathTrack){.tree = tree,
                               .rest = about,
                               .reach = rigid_reach(tree->mesh, &about),
                               .times = s->times[i],
                               .poses = s->poses[i],
                               .count = 1};
}

static void begin(Service *s)
{
    *s = (Service){0};
    for (int32_t i = 0; i < part_count; ++i)
        put(s, i, trees[i]);
}

// Puts it where the step leads to, before the path begins.
static void place(Service *s, const char *name, RigidStep step)
{
    int32_t i = part(name);
    s->poses[i][0] = rigid_pose_moved(&s->poses[i][0], &step, 1);
}

// A box that the part does not leave: its corners at many poses, and half of what a point moves between
// two of them.
static Box3d swept_box(const Service *s, int32_t i)
{
    enum { SAMPLES = 32 };
    const PathTrack *track = &s->tracks[i];
    Box3d all = {{{INFINITY, INFINITY, INFINITY}}, {{-INFINITY, -INFINITY, -INFINITY}}};
    for (size_t k = 0; k < track->count; ++k) {
        size_t next = k + 1 < track->count ? k + 1 : k;
        RigidStep step = rigid_step_between(&track->poses[k], &track->poses[next]);
        double room = rigid_step_bound(&step, track->reach) / SAMPLES / 2;
        for (int n = 0; n <= (next > k ? SAMPLES : 0); ++n) {
            RigidPose pose = rigid_pose_moved(&track->poses[k], &step, (double)n / SAMPLES);
            Affine placement = rigid_placement(&pose, &track->rest);
            Box3d box = part_world_bounds(track->tree->mesh, &placement);
            Vec3d about = vec3d(room, room, room);
            all.lo = vec3d_min(all.lo, vec3d_sub(box.lo, about));
            all.hi = vec3d_max(all.hi, vec3d_add(box.hi, about));
        }
    }
    return all;
}

static void watch_pair(Service *s, const char *a, const char *b)
{
    assert_true(s->pair_count < MOST_PAIRS);
    s->pairs[s->pair_count++] = (PathPair){.track = {part(a), part(b)}};
}

// After all parts know their ways: against every part whose box it comes near.
static void watch(Service *s, const char *name)
{
    int32_t moving = part(name);
    Box3d a = swept_box(s, moving);
    for (int32_t i = 0; i < part_count; ++i) {
        Box3d b = swept_box(s, i);
        bool apart = i == moving;
        for (int k = 0; k < 3; ++k)
            apart = apart || a.lo.v[k] > b.hi.v[k] || b.lo.v[k] > a.hi.v[k];
        if (!apart)
            watch_pair(s, name, bay.assembly.parts[i].name);
    }
}

static void key(Service *s, int32_t i, const RigidPose *pose)
{
    size_t k = s->tracks[i].count++;
    assert_true(k < MOST_KEYS);
    s->times[i][k] = s->now;
    s->poses[i][k] = *pose;
}

// In pieces, each a motion of its own of one second.
static void go(Service *s, const char *name, RigidStep step, int pieces)
{
    int32_t i = part(name);
    RigidPose pose = s->poses[i][s->tracks[i].count - 1];
    RigidStep piece = rigid_step_scaled(&step, 1.0 / pieces);
    key(s, i, &pose);
    for (int k = 0; k < pieces; ++k) {
        s->now += 1;
        pose = rigid_pose_moved(&pose, &piece, 1);
        key(s, i, &pose);
    }
}

static RigidStep turn_by(Vec3d axis, double degrees)
{
    return (RigidStep){.turn = vec3d_scale(axis, TAU * degrees / 360)};
}

static RigidStep shift_by(double x, double y, double z)
{
    return (RigidStep){.shift = vec3d(x, y, z)};
}

static RigidStep hood_opens(void)
{
    return turn_by(vec3d(0, 0, 1), 65);
}

static RigidStep filter_tilts(void)
{
    return turn_by(vec3d(-1, 0, 0), 85);
}
static RigidStep wheel_unscrews(void)
{
    RigidStep step = turn_by(vec3d(1, 0, 0), 360 * BAY_WHEEL_WAY / BAY_THREAD_PITCH);
    step.shift = vec3d(BAY_WHEEL_WAY, 0, 0);
    return step;
}

// As it is after these steps.
static void begin_after(Service *s, const bool done[STEPS])
{
    begin(s);
    if (done[HOOD])
        place(s, "Hood", hood_opens());
    if (done[FAN])
        place(s, "Fan", shift_by(24, 560, 0));
    if (done[FILTER])
        place(s, "Oil filter", filter_tilts());
    if (done[HOSE])
        put(s, part("Cooling hose"), pushed_hose);
    if (done[WHEEL])
        place(s, "Fixing wheel", wheel_unscrews());
}

static void fan_leaves(Service *s)
{
    go(s, "Fan", shift_by(24, 0, 0), 1);
    go(s, "Fan", shift_by(0, 560, 0), 1);
}

static void alternator_leaves(Service *s)
{
    go(s, "Alternator", shift_by(-40, 0, 0), 1);
    go(s, "Alternator", shift_by(0, 480, 0), 1);
}

static void certify(const Service *s, PathCheck *out)
{
    Error err = {""};
    PathCheckDesc desc = {.resolution = 0.02, .verdict_only = true};
    *out = (PathCheck){0};
    if (!path_check(s->tracks, part_count, s->pairs, s->pair_count, &desc, out, &err))
        fail_msg("%s", err.text);
}

static void assert_free(const Service *s, const char *what)
{
    PathCheck out;
    certify(s, &out);
    if (out.verdict != WAY_FREE) {
        const PathStretch *first = &out.stretches[0];
        const int32_t *pair = s->pairs[first->pair].track;
        fail_msg("%s: %s from %g, %s and %s", what,
                 first->state == WAY_COLLIDES ? "collides" : "undecided", first->from,
                 bay.assembly.parts[pair[0]].name, bay.assembly.parts[pair[1]].name);
    }
    print_message("%s: free of %d parts near its way\n", what, s->pair_count);
    assert_true(s->pair_count > 0);
    path_check_free(&out);
}

static void assert_blocked(const Service *s, const char *mover, const char *by)
{
    PathCheck out;
    certify(s, &out);
    if (out.verdict != WAY_COLLIDES)
        fail_msg("%s does not meet %s", mover, by);
    size_t first = 0;
    while (out.stretches[first].state != WAY_COLLIDES)
        ++first;
    print_message("%s meets %s at %.3f\n", mover, by, out.stretches[first].from);
    path_check_free(&out);
}

static void assert_nothing_touches(const PosedPart *posed, int number)
{
    AssemblyReport report = {0};
    Error err = {""};
    assert_true(assembly_report_update(&report, posed, part_count, &(QueryDesc){0}, NULL, &err));
    if (report.count > 0)
        fail_msg("pose %d: %s and %s", number, bay.assembly.parts[report.pairs[0].a].name,
                 bay.assembly.parts[report.pairs[0].b].name);
    assembly_report_free(&report);
}

static void bay_is_as_large_as_it_says(void **state)
{
    (void)state;
    int64_t polygons = 0;
    for (int32_t i = 0; i < part_count; ++i) {
        const Mesh *mesh = bay.assembly.parts[i].mesh;
        polygons += mesh->polygon_of[mesh->triangle_count - 1] + 1;
    }
    print_message("%d parts, %lld polygons, %lld triangles\n", part_count, (long long)polygons,
                  (long long)assembly_triangles(&bay.assembly));
    assert_true(part_count >= 25);
    assert_true(polygons >= 36000 && polygons <= 44000); // "about 40,000 polygons"
}

static void joints_hold_their_parts(void **state)
{
    (void)state;
    const struct {
        const char *child;
        enum JointKind kind;
        RigidStep end; // at its upper limit
    } expected[] = {{"Hood", JOINT_HINGE, hood_opens()},
                    {"Oil filter", JOINT_HINGE, filter_tilts()},
                    {"Fixing wheel", JOINT_SCREW, wheel_unscrews()}};
    assert_int_equal(bay.joint_count, 3);
    for (int i = 0; i < 3; ++i) {
        const Joint *joint = &bay.joints[i];
        const Affine *parent = &bay.assembly.parts[joint->parent].rest;
        const Affine *rest = &bay.assembly.parts[joint->child].rest;
        Affine end;
        assert_int_equal(joint->child, part(expected[i].child));
        assert_int_equal(joint->kind, expected[i].kind);
        assert_true(joint->low.turn == 0 && joint->high.turn > 0);
        JointCoordinates far = joint_clamped(joint, (JointCoordinates){.turn = 1000});
        assert_true(joint_placement(joint, parent, rest, far, &end));
        RigidPose pose = rigid_pose_at(rest->p);
        pose = rigid_pose_moved(&pose, &expected[i].end, 1);
        Affine about = rigid_rest(rest, rest->p), wanted = rigid_placement(&pose, &about);
        Box3d bounds = mesh_bounds(bay.assembly.parts[joint->child].mesh);
        for (int k = 0; k < 8; ++k) {
            Vec3d p = vec3d(k & 1 ? bounds.hi.x : bounds.lo.x, k & 2 ? bounds.hi.y : bounds.lo.y,
                            k & 4 ? bounds.hi.z : bounds.lo.z);
            assert_true(vec3d_distance(affine_apply(&end, p), affine_apply(&wanted, p)) < 1e-9);
        }
    }
}

// Each of the steps, in order, against all that stands there at that time. Hood and wheel take longer and are
// certified in the long tier.
static void alternator_comes_out_after_all_steps(void **state)
{
    (void)state;
    static Service s;
    bool done[STEPS] = {false};
    if (long_tier()) {
        begin_after(&s, done);
        go(&s, "Hood", hood_opens(), 1);
        watch(&s, "Hood");
        assert_free(&s, "hood");
    }
    done[HOOD] = true;
    begin_after(&s, done);
    fan_leaves(&s);
    watch(&s, "Fan");
    assert_free(&s, "fan");
    done[FAN] = true;
    begin_after(&s, done);
    go(&s, "Oil filter", filter_tilts(), 1);
    watch(&s, "Oil filter");
    assert_free(&s, "filter");
    done[FILTER] = done[HOSE] = true;
    if (long_tier()) {
        begin_after(&s, done);
        go(&s, "Fixing wheel", wheel_unscrews(), 3);
        watch(&s, "Fixing wheel");
        assert_free(&s, "wheel");
    }
    done[WHEEL] = true;
    begin_after(&s, done);
    alternator_leaves(&s);
    watch(&s, "Alternator");
    assert_free(&s, "alternator");
}

static void wheel_runs_along_its_thread(void **state)
{
    (void)state;
    enum { POSES = 20 };
    static Service s;
    begin_after(&s, (const bool[STEPS]){true, true, false, false, false});
    int32_t wheel = part("Fixing wheel");
    PosedPart posed[MOST_PARTS];
    for (int32_t i = 0; i < part_count; ++i)
        posed[i] =
            (PosedPart){trees[i], rigid_placement(&s.poses[i][0], &s.tracks[i].rest), true, true};
    for (int k = 0; k <= POSES; ++k) {
        RigidStep step = wheel_unscrews();
        RigidPose pose = rigid_pose_moved(&s.poses[wheel][0], &step, (double)k / POSES);
        posed[wheel].placement = rigid_placement(&pose, &s.tracks[wheel].rest);
        assert_nothing_touches(posed, k);
    }
}

// All steps but one: the part that was left where it was is in the way. Against all others the ways are
// those that were found free above.
static void each_step_is_needed(void **state)
{
    (void)state;
    static Service s;
    for (int left_out = 0; left_out < STEPS; ++left_out) {
        bool done[STEPS];
        for (int i = 0; i < STEPS; ++i)
            done[i] = i != left_out;
        if (left_out == FAN) { // it stands before the wheel, all else before the alternator
            done[WHEEL] = false;
            begin_after(&s, done);
            go(&s, "Fixing wheel", wheel_unscrews(), 3);
        } else {
            begin_after(&s, done);
            alternator_leaves(&s);
        }
        const char *mover = left_out == FAN ? "Fixing wheel" : "Alternator";
        watch_pair(&s, mover, STEP_PARTS[left_out]);
        assert_blocked(&s, mover, STEP_PARTS[left_out]);
    }
}

// The thread holds: straight off its shaft the wheel goes nowhere, nor as far as the fan would let it turn
// is it off; and the belt holds the alternator as long as its shaft is in it.
static void what_holds_holds(void **state)
{
    (void)state;
    static Service s;
    begin_after(&s, (const bool[STEPS]){true, true, true, true, false});
    go(&s, "Fixing wheel", shift_by(BAY_WHEEL_WAY, 0, 0), 1);
    watch_pair(&s, "Fixing wheel", "Alternator");
    assert_blocked(&s, "Fixing wheel", "Alternator");
    begin_after(&s, (const bool[STEPS]){true, true, true, true, false});
    RigidStep turned = wheel_unscrews();
    turned = rigid_step_scaled(&turned, 0.55); // the fan stops it before
    place(&s, "Fixing wheel", turned);
    alternator_leaves(&s);
    watch_pair(&s, "Alternator", "Fixing wheel");
    assert_blocked(&s, "Alternator", "Fixing wheel");
    begin_after(&s, (const bool[STEPS]){true, true, true, true, true});
    go(&s, "Alternator", shift_by(0, 480, 0), 1);
    watch_pair(&s, "Alternator", "V-belt");
    assert_blocked(&s, "Alternator", "V-belt");
}

static void larger_alternator_does_not_come_out(void **state)
{
    (void)state;
    static Service s;
    const bool all[STEPS] = {true, true, true, true, true};
    static const char *const throat[2] = {"Intake plenum", "Fender right"};
    PosedPart posed[MOST_PARTS];
    for (int32_t i = 0; i < part_count; ++i)
        posed[i] = (PosedPart){i == part("Alternator") ? large_alternator : trees[i],
                               bay.assembly.parts[i].rest, true, true};
    assert_nothing_touches(posed, 0);
    for (int side = 0; side < 2; ++side) {
        begin_after(&s, all);
        put(&s, part("Alternator"), large_alternator);
        alternator_leaves(&s);
        watch_pair(&s, "Alternator", throat[side]);
        assert_blocked(&s, "Alternator", throat[side]);
    }
}

// Deforming is no motion that could be certified: poses on the way, 2.4 mm apart at most.
static void hose_is_pushed_aside_without_contact(void **state)
{
    (void)state;
    enum { POSES = 30 };
    int32_t hose = part("Cooling hose");
    const Mesh *rest = bay.assembly.parts[hose].mesh;
    Mesh *mesh = deform_mesh_create(rest);
    assert_non_null(mesh);
    Bvh *tree = tree_of(mesh);
    for (int k = 1; k <= POSES; ++k) {
        deform_mesh(mesh, rest,
                    &(Deformation){deform_index(&deform_push_aside), PUSHED * k / POSES});
        assert_true(tree->type->refit(tree, NULL));
        PosedPart posed[MOST_PARTS];
        for (int32_t i = 0; i < part_count; ++i)
            posed[i] =
                (PosedPart){i == hose ? tree : trees[i], bay.assembly.parts[i].rest, true, true};
        assert_nothing_touches(posed, k);
    }
    Box3d before = mesh_bounds(rest), after = mesh_bounds(mesh);
    assert_true(after.hi.x - before.hi.x > 60 && after.lo.z == before.lo.z);
    bvh_release(tree);
    mesh_release(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bay_is_as_large_as_it_says),
        cmocka_unit_test(joints_hold_their_parts),
        cmocka_unit_test(alternator_comes_out_after_all_steps),
        cmocka_unit_test(each_step_is_needed),
        cmocka_unit_test(wheel_runs_along_its_thread),
        cmocka_unit_test(what_holds_holds),
        cmocka_unit_test(larger_alternator_does_not_come_out),
        cmocka_unit_test(hose_is_pushed_aside_without_contact),
    };
    return cmocka_run_group_tests(tests, open_bay, close_bay);
}
