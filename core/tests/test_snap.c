// Parts that snap together: they land exactly where their connectors meet, by certified motion, at any
// roll; and where they cannot get there, it is said why. Judged with the meshes as they are.
#include "core/base/angle.h"
#include "core/feature/offer.h"
#include "core/mesh/chord_error.h"
#include "core/motion/snap.h"
#include "core/tests/motion_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct Fitting {
    Bench bench;
    Connectors connectors[MOST_PARTS];
    OfferPart parts[MOST_PARTS];
    Offer offer;
    Snap snap;
} Fitting;

static void add(Fitting *f, Mesh *mesh, Affine placement)
{
    int32_t i = f->bench.count;
    Features features;
    Error err = {""};
    double chord;
    assert_true(features_find(mesh, NULL, &features, &err));
    assert_true(connectors_from(&features, &f->connectors[i], &err));
    assert_true(mesh_chord_error(mesh, NULL, &chord));
    features_free(&features);
    f->parts[i] = (OfferPart){f->connectors[i].items, f->connectors[i].count, placement, chord};
    bench_add(&f->bench, mesh, placement);
}

static void fitting_free(Fitting *f)
{
    for (int32_t i = 0; i < f->bench.count; ++i)
        connectors_free(&f->connectors[i]);
    bench_free(&f->bench);
}

static void find_offer(Fitting *f, double distance, double angle)
{
    Error err = {""};
    Bench *bench = &f->bench;
    for (int32_t i = 0; i < bench->count; ++i)
        f->parts[i].placement = bench->parts[i].placement;
    bench->roles[hand_of(bench)] = MOTION_HAND;
    OfferDesc desc = {.parts = f->parts,
                      .part_count = bench->count,
                      .roles = bench->roles,
                      .distance = distance,
                      .angle = angle};
    assert_true(offer_find(&desc, NULL, &f->offer, &err));
}

// Until it is done; each pose on the way is judged.
static void snap_home(Fitting *f, enum MotionMode mode, double step, int between)
{
    Error err = {""};
    Bench *bench = &f->bench;
    grab(bench, true);
    SnapDesc desc = {.mate = f->offer.mate, .mode = mode, .step = step};
    f->snap = snap_begin(bench->motion, &desc);
    for (int frame = 0; !snap_done(&f->snap); ++frame) {
        MotionResult result;
        assert_true(frame < 1000);
        assert_true(snap_step(&f->snap, bench->motion, NULL, &result, &err));
        bench->parts[hand_of(bench)].placement = motion_placement(bench->motion, hand_of(bench));
        if (between > 0)
            judge_way(bench, between);
    }
}

// How far the two connectors of the offer are from one axis, over all of the part.
static double off_axis(const Fitting *f, double *deep)
{
    const Bench *bench = &f->bench;
    Connector moving, fixed;
    const Offer *o = &f->offer;
    assert_true(connector_placed(&f->connectors[o->moving_part].items[o->moving],
                                 &bench->parts[o->moving_part].placement, &moving));
    assert_true(connector_placed(&f->connectors[o->fixed_part].items[o->fixed],
                                 &bench->parts[o->fixed_part].placement, &fixed));
    Vec3d from = vec3d_sub(moving.origin, fixed.origin);
    *deep = -vec3d_dot(from, fixed.axis);
    double beside = vec3d_length(vec3d_add_scaled(from, fixed.axis, *deep));
    double lean = vec3d_length(vec3d_cross(moving.axis, fixed.axis));
    assert_true(vec3d_dot(moving.axis, fixed.axis) < 0);
    return (moving.kind == CONNECTOR_FACE ? 0 : beside) + lean * motion_reach(bench->motion);
}

static Affine moved_by(const Affine *world, Affine place)
{
    return affine_compose(world, &place);
}

static void expect(const Fitting *f, enum SnapPhase phase, double deep, const char *what)
{
    double at, off = off_axis(f, &at);
    if (f->snap.phase != phase)
        fail_msg("%s: ended in phase %d, %.9g deep, %.9g missing, held by %d", what, f->snap.phase,
                 at, f->snap.missing, f->snap.blocker.part);
    if (phase == SNAP_SEATED &&
        (!f->snap.exact || off > 1e-9 * f->snap.size || fabs(at - deep) > 1e-9 * f->snap.size))
        fail_msg("%s: %.3g off the axis, %.12g deep, not %.12g", what, off, at, deep);
}

// Diameter 10, length 40, 96 facets, 0.01 of clearance, at any roll; the world turned anyhow.
static void a_pin_goes_into_its_hole_at_any_roll(void **state)
{
    (void)state;
    double deepest = 0;
    size_t judged = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 40 : 4); ++seed) {
        Rng rng = rng_create(seed);
        Fitting f = {0};
        Affine world = rng_rotation(&rng);
        world.p = rng_in_cube(&rng, 100);
        add(&f, shape_ring(5, 12, 20, 96), world);
        Affine roll = affine_rotation(vec3d(0, 1, 0), rng_uniform(&rng, -PI, PI));
        Vec3d lean = rng_direction(&rng);
        Affine tilt = affine_rotation(lean, rng_uniform(&rng, 0, 0.15));
        Affine place = affine_compose(&tilt, &roll);
        place.p = vec3d_add(vec3d(0, 34, 0), rng_in_cube(&rng, 2.5));
        add(&f, shape_cylinder(4.995, 40, 96), moved_by(&world, place));
        find_offer(&f, 12, 0.2);
        assert_true(f.offer.found);
        assert_int_equal(f.connectors[1].items[f.offer.moving].kind, CONNECTOR_PIN);
        assert_int_equal(f.connectors[0].items[f.offer.fixed].kind, CONNECTOR_HOLE);
        snap_home(&f, MOTION_SLIDE, 0, 6);
        expect(&f, SNAP_SEATED, 20, "pin");
        deepest = fmax(deepest, f.bench.deepest);
        judged += f.bench.judged;
        fitting_free(&f);
    }
    printf("RAN: pin: %zu poses judged, at most %.3f of what is allowed\n", judged, deepest);
}

static const double bolt_profile[][2] = {{0, -10}, {5, -10}, {5, 10}, {9, 10}, {9, 16}, {0, 16}};

// A bolt without any play, its head flush on the plate: out by hand, let go, and back by snapping.
static void a_flush_bolt_goes_back(void **state)
{
    (void)state;
    for (int turned = 0; turned < 2; ++turned) {
        Fitting f = {0};
        add(&f, shape_ring(5, 12, 20, 24), affine_identity());
        add(&f, shape_lathe(bolt_profile, 6, 24), affine_identity());
        grab(&f.bench, false);
        assert_false(f.bench.exempt[0][f.bench.hand]);
        for (int i = 1; i <= 12; ++i)
            pull(&f.bench, MOTION_SLIDE, vec3d(0.2, 2.0 * i, -0.1), vec3d(0, 0, 0), false);
        judge(&f.bench, "bolt out");
        Vec3d at = place_of(&f.bench);
        if (fabs(at.y - 24) > 0.01)
            fail_msg("the bolt came out to %.9g %.9g %.9g", at.x, at.y, at.z);
        grab(&f.bench, false);
        for (int i = 1; i <= 4; ++i) // away, and rolled by an angle that its facets do not like
            pull(&f.bench, MOTION_SLIDE, vec3d(1.0 * i, 24 + i, 0.5 * i),
                 vec3d(0, 0.025 * i * turned, 0), turned);
        find_offer(&f, 12, 0.2);
        assert_true(f.offer.found);
        assert_int_equal(f.connectors[1].items[f.offer.moving].kind, CONNECTOR_PIN);
        assert_true(f.offer.mate.held);
        snap_home(&f, MOTION_SLIDE, 0, 4);
        expect(&f, SNAP_SEATED, 20, turned ? "bolt, turned" : "bolt");
        assert_true(f.snap.touches);
        assert_int_equal(f.snap.blocker.part, 0);
        fitting_free(&f);
    }
}

static const double cup_profile[][2] = {{0, -15}, {12, -15}, {12, 10}, {5, 10}, {5, -10}, {0, -10}};

// Onto the bottom of a hole, with the hole in the hand or the pin, in frames of small steps, straight only.
static void a_pin_seats_on_the_bottom(void **state)
{
    (void)state;
    for (int variant = 0; variant < 4; ++variant) {
        Fitting f = {0};
        bool hole_moves = variant & 1;
        Affine pin = affine_rotation(vec3d(0.6, 0, 0.8), 0.05);
        pin.p = vec3d(1, 34, -2);
        Mesh *cup = shape_lathe(cup_profile, 6, 48), *peg = shape_cylinder(4.98, 40, 36);
        add(&f, hole_moves ? peg : cup, hole_moves ? pin : affine_identity());
        add(&f, hole_moves ? cup : peg, hole_moves ? affine_identity() : pin);
        find_offer(&f, 12, 0.2);
        assert_true(f.offer.found && f.offer.mate.held);
        snap_home(&f, variant < 2 ? MOTION_SLIDE : MOTION_STOP, variant < 2 ? 0 : 1.5, 2);
        expect(&f, SNAP_SEATED, 20, "bottom");
        assert_true(f.snap.touches);
        fitting_free(&f);
    }
}

// Rounded under its head, so that its straight part ends before the head is on the plate: it goes on until
// that is met.
static void what_holds_it_is_felt(void **state)
{
    (void)state;
    // A bevel at the mouth, or none: the head is met before the end of its way, or after it.
    const double profile[][2] = {{0, -10}, {4.9, -10}, {4.9, 9.5}, {5.4, 10},
                                 {9, 10},  {9, 16},    {0, 16}};
    const double plates[2][5][2] = {{{12, -10}, {12, 10}, {6, 10}, {5, 9}, {5, -10}},
                                    {{12, -10}, {12, 10}, {5.6, 10}, {5.6, 0}, {5.6, -10}}};
    for (int i = 0; i < 2; ++i) {
        Fitting f = {0};
        add(&f, shape_lathe(plates[i], 5, 48), affine_identity());
        add(&f, shape_lathe(profile, 7, 48), affine_translation(vec3d(2, 24, 1)));
        find_offer(&f, 12, 0.2);
        assert_true(f.offer.found && f.offer.mate.held);
        snap_home(&f, MOTION_SLIDE, 0, 2);
        double y = place_of(&f.bench).y; // on the plate, not pressed into it
        if (f.snap.phase != SNAP_SEATED || y > 2 * motion_gap(f.bench.motion) || y < -1e-6)
            fail_msg("the head is %.9g above the plate, phase %d", y, f.snap.phase);
        assert_true(f.snap.touches && f.snap.exact);
        fitting_free(&f);
    }
}

// Something is in the hole, or all around the part: it says what, and where.
static void what_is_in_the_way_is_named(void **state)
{
    (void)state;
    Fitting f = {0};
    add(&f, shape_ring(5, 12, 20, 48), affine_identity());
    add(&f, shape_box(vec3d(2, 2, 2)), affine_translation(vec3d(0, 7, 0)));
    add(&f, shape_cylinder(4.98, 40, 48), affine_translation(vec3d(1, 32, 1)));
    find_offer(&f, 12, 0.2);
    assert_true(f.offer.found);
    assert_int_equal(f.offer.fixed_part, 0);
    snap_home(&f, MOTION_SLIDE, 0, 2);
    expect(&f, SNAP_REFUSED, 0, "plugged");
    assert_int_equal(f.snap.blocker.part, 1);
    assert_true(vec3d_distance(f.snap.blocker.place, vec3d(0, 8, 0)) < 2);
    assert_true(fabs(f.snap.missing - 18) < 0.1);
    fitting_free(&f);

    Fitting caged = {0};
    add(&caged, shape_ring(5, 12, 20, 48), affine_identity());
    add(&caged, shape_ring(6, 8, 30, 48), affine_translation(vec3d(20, 30, 0)));
    add(&caged, shape_cylinder(4.98, 20, 48), affine_translation(vec3d(20, 30, 0)));
    find_offer(&caged, 30, 0.2);
    assert_true(caged.offer.found);
    caged.bench.roles[1] = MOTION_STANDS;
    snap_home(&caged, MOTION_STOP, 0, 2);
    expect(&caged, SNAP_REFUSED, 0, "caged");
    assert_int_equal(caged.snap.blocker.part, 1);
    fitting_free(&caged);
}

// Too wide, or of kinds that have nothing to do with each other.
static void what_does_not_fit_is_refused(void **state)
{
    (void)state;
    Connector pin = {.kind = CONNECTOR_PIN,
                     .axis = vec3d(0, -1, 0),
                     .side = vec3d(1, 0, 0),
                     .radius = 5.1,
                     .length = 10};
    Connector hole = {.kind = CONNECTOR_HOLE,
                      .axis = vec3d(0, 1, 0),
                      .side = vec3d(1, 0, 0),
                      .radius = 5,
                      .length = 10};
    assert_int_equal(connector_mate(&pin, &hole, 0).verdict, MATE_WIDE);
    assert_int_equal(connector_mate(&pin, &hole, 0.2).verdict, MATE_FITS);
    assert_int_equal(connector_mate(&pin, &pin, 0).verdict, MATE_KINDS);
    Connector face = hole;
    face.kind = CONNECTOR_FACE;
    assert_int_equal(connector_mate(&pin, &face, 0).verdict, MATE_KINDS);
}

// A block onto a plate, a pipe onto a pipe.
static void faces_and_pipes_meet(void **state)
{
    (void)state;
    Rng rng = rng_create(5);
    Affine world = rng_rotation(&rng);
    Fitting f = {0};
    add(&f, shape_box(vec3d(80, 4, 60)), world);
    Affine place = affine_rotation(vec3d_normalised(vec3d(1, 0.2, 1)), 0.08);
    place.p = vec3d(9, 9, -7);
    add(&f, shape_box(vec3d(10, 10, 10)), moved_by(&world, place));
    find_offer(&f, 4, 0.15);
    assert_true(f.offer.found);
    snap_home(&f, MOTION_SLIDE, 0, 4);
    expect(&f, SNAP_SEATED, 0, "block");
    assert_true(f.snap.touches);
    fitting_free(&f);

    Fitting p = {0};
    add(&p, shape_ring(8, 10, 40, 64), world);
    place.p = vec3d(1.5, 43, -1);
    add(&p, shape_ring(8, 10, 40, 64), moved_by(&world, place));
    find_offer(&p, 6, 0.15);
    assert_true(p.offer.found);
    assert_int_equal(p.connectors[1].items[p.offer.moving].kind, CONNECTOR_PIPE);
    snap_home(&p, MOTION_SLIDE, 0, 4);
    expect(&p, SNAP_SEATED, 0, "pipe");
    assert_true(p.snap.touches);
    fitting_free(&p);
}

// An offer comes within the distance, stays until a little farther, and is gone when the part is there.
static void an_offer_stands_for_a_while(void **state)
{
    (void)state;
    Fitting f = {0};
    Error err = {""};
    add(&f, shape_ring(5, 12, 20, 48), affine_identity());
    add(&f, shape_cylinder(4.98, 40, 48), affine_identity());
    f.bench.roles[1] = MOTION_HAND;
    OfferDesc desc = {
        .parts = f.parts, .part_count = 2, .roles = f.bench.roles, .distance = 4, .angle = 0.2};
    Offer offer = {.found = false};
    const struct {
        double front;
        bool found;
    } steps[] = {{9, false},  {5, false},   {3.9, true}, {5, true},
                 {5.9, true}, {6.1, false}, {5, false}};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; ++i) {
        f.parts[1].placement = affine_translation(vec3d(0, 30 + steps[i].front, 0));
        assert_true(offer_find(&desc, &offer, &offer, &err));
        assert_int_equal(offer.found, steps[i].found);
    }
    f.parts[1].placement = affine_translation(vec3d(0, 10, 0)); // all the way in
    assert_true(offer_find(&desc, &offer, &offer, &err));
    assert_false(offer.found);
    fitting_free(&f);
}

// A hand that trembles by half a millimetre and two degrees.
static void tremble(Bench *bench, Rng *rng, Vec3d to, bool shakes, bool turning)
{
    Vec3d noise = rng_in_cube(rng, shakes ? 0.5 : 0);
    pull(bench, MOTION_SLIDE, vec3d_add(to, noise), rng_in_cube(rng, shakes && turning ? 0.035 : 0),
         turning);
    judge_way(bench, long_tier() ? 4 : 1);
}

static void peg_is_at(const Bench *bench, double y, double off_axis, const char *what)
{
    Vec3d at = place_of(bench);
    if (fabs(at.y - y) > 0.02 || hypot(at.x, at.z) > off_axis)
        fail_msg("%s: at %.9g %.9g %.9g instead of %.9g", what, at.x, at.y, at.z, y);
}

// The hand goes from one height to another by so much per frame; how many frames more it takes until the
// peg is there.
static int lead(Bench *bench, Rng *rng, double from, double to, double speed, bool turning)
{
    enum { MOST = 12 };
    int frames = (int)(fabs(to - from) / speed), more = 0;
    for (int i = 1; i <= frames; ++i)
        tremble(bench, rng, vec3d(0, from + (to - from) * i / frames, 0), true, turning);
    while (fabs(place_of(bench).y - to) > 0.6 && more < MOST) {
        tremble(bench, rng, vec3d(0, to, 0), true, turning);
        ++more;
    }
    return more;
}

// From above the plate, where it has to find the hole and gets wedged in its mouth, until its end lies in
// one plane with the far face of the plate; on beyond it, back into that plane, and out.
static void peg_in_and_out(uint64_t seed, double speed, double roll, bool turning)
{
    enum { ABOVE = 34, LEVEL = 10, BEYOND = 5 };
    Rng rng = rng_create(seed);
    Bench bench = {0};
    char what[80];
    snprintf(what, sizeof what, "%s, seed %d, speed %g, roll %g", turning ? "free" : "locked",
             (int)seed, speed, roll);
    double play = 5 * cos(PI / 96) - 4.995;
    Affine start = affine_rotation(vec3d(0, 1, 0), roll);
    start.p = vec3d(0, ABOVE, 0);
    bench_add(&bench, shape_ring(5, 12, 20, 96), affine_identity());
    bench_add(&bench, shape_cylinder(4.995, 40, 96), start);
    grab(&bench, false);
    assert_false(bench.exempt[0][1]);
    int in = lead(&bench, &rng, ABOVE, LEVEL, speed, turning);
    const double stops[] = {LEVEL, BEYOND, LEVEL};
    for (int i = 0; i < 3; ++i) {
        tremble(&bench, &rng, vec3d(0, stops[i], 0), true, turning);
        // Not out of the plane, but sideways as far as it goes.
        tremble(&bench, &rng, vec3d(i == 1 ? 0 : 0.5, stops[i], 0), false, turning);
        peg_is_at(&bench, stops[i], 2 * play, what);
    }
    int out = lead(&bench, &rng, LEVEL, ABOVE, speed, turning);
    tremble(&bench, &rng, vec3d(0, ABOVE, 0), false, turning);
    peg_is_at(&bench, ABOVE, 0.02, what);
    printf("RAN: peg, %s: %d frames more to get in, %d to get out, %zu poses judged\n", what, in,
           out, bench.judged);
    bench_free(&bench);
}

// Clearance of 0.1 %, 96 facets, at any roll.
static void a_peg_goes_in_and_out_of_a_trembling_hand(void **state)
{
    (void)state;
    for (int turning = 0; turning < 2; ++turning)
        for (int seed = long_tier() ? 1 : 23; seed <= (long_tier() ? 24 : 23); ++seed)
            peg_in_and_out((uint64_t)(seed + 3), 1 + seed % 4, seed % 5 * 0.2 * 2 * PI / 96,
                           turning);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pin_goes_into_its_hole_at_any_roll),
        cmocka_unit_test(a_flush_bolt_goes_back),
        cmocka_unit_test(a_pin_seats_on_the_bottom),
        cmocka_unit_test(what_holds_it_is_felt),
        cmocka_unit_test(what_is_in_the_way_is_named),
        cmocka_unit_test(what_does_not_fit_is_refused),
        cmocka_unit_test(faces_and_pipes_meet),
        cmocka_unit_test(an_offer_stands_for_a_while),
        cmocka_unit_test(a_peg_goes_in_and_out_of_a_trembling_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
