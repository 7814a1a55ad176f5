// The features of parts that look as what comes out of CAD, and parts of our scenes that are put where
// they belong by snapping.
#include "app/tests/workshop.h"

// Cylinders of about this radius.
static int32_t count_round(const Workshop *w, const char *part, bool inward, double radius)
{
    const Features *features = &w->features[scene_find_part(&w->data, part)];
    int32_t count = 0;
    for (int32_t i = 0; i < features->count; ++i) {
        const Feature *f = &features->items[i];
        count += f->kind == FEATURE_CYLINDER && f->inward == inward && f->even &&
                 fabs(f->radius - radius) < 1e-9;
    }
    return count;
}

static void scenes_have_the_features_they_were_built_with(void **state)
{
    (void)state;
    Workshop w;
    open_workshop(&w, &scene_gearbox);
    assert_int_equal(count_round(&w, "Housing", true, 3.4), 6);
    assert_int_equal(count_round(&w, "Housing", true, 4.5), 4);
    assert_int_equal(count_round(&w, "Output cover", true, 2.4), 4);
    assert_int_equal(count_round(&w, "Output cover", false, 39.5), 1);
    assert_int_equal(count_round(&w, "Gear wheel", true, 16), 1);
    assert_int_equal(count_round(&w, "Bridge bolt M6 1", false, 3), 1);
    close_workshop(&w);
    open_workshop(&w, &scene_bolted_plate);
    assert_int_equal(count_round(&w, "Plate", true, 5), 6);
    assert_int_equal(count_round(&w, "Left bracket", true, 8), 1);
    assert_int_equal(count_round(&w, "Rod", false, 8), 1);
    close_workshop(&w);
    open_workshop(&w, &scene_two_tori);
    for (int32_t i = 0; i < w.count; ++i)
        assert_int_equal(w.features[i].count, 0); // round in two ways
    close_workshop(&w);
}

// Where a part is taken to from its rest, and where it must come to, from its rest as well.
typedef struct Taken {
    const Scene *scene;
    const char *part;
    Vec3d away, axis;
    double angle;
    Vec3d home;
    const char *onto, *held_by;
} Taken;

static void put_back(Workshop *w, const Taken *taken)
{
    Error err = {""};
    int32_t hand = scene_find_part(&w->data, taken->part);
    Affine rest = w->posed[hand].placement, end;
    Affine turn = affine_rotation(vec3d_normalised(taken->axis), taken->angle);
    w->posed[hand].placement = affine_compose(&turn, &rest);
    w->posed[hand].placement.p = vec3d_add(rest.p, taken->away);
    w->parts[hand].placement = w->posed[hand].placement;
    w->roles[hand] = MOTION_HAND;
    OfferDesc desc = {
        .parts = w->parts, .part_count = w->count, .roles = w->roles, .distance = 15, .angle = 0.3};
    Offer offer;
    assert_true(offer_find(&desc, NULL, &offer, &err));
    assert_true(offer.found);
    assert_string_equal(w->data.assembly.parts[offer.fixed_part].name, taken->onto);
    offer_fits(&desc, &offer, w->fits);
    Snap snap = go(w, hand, &offer, &end);
    Vec3d off = vec3d_sub(vec3d_sub(end.p, rest.p), taken->home);
    if (snap.phase != SNAP_SEATED || !snap.exact || !snap.touches || vec3d_length(off) > 1e-3)
        fail_msg("%s: phase %d, %.6g missing, %.6g %.6g %.6g off", taken->part, snap.phase,
                 snap.missing, off.x, off.y, off.z);
    // The axis is that of the rest, to rounding.
    Vec3d axis = vec3d_normalised(offer.mate.home);
    Vec3d beside = vec3d_add_scaled(off, axis, -vec3d_dot(off, axis));
    assert_true(vec3d_length(beside) <= 1e-9 * snap.size);
    assert_string_equal(w->data.assembly.parts[snap.blocker.part].name, taken->held_by);
    w->posed[hand].placement = w->parts[hand].placement = rest;
    w->roles[hand] = MOTION_STANDS;
}

// Bolts into flush holes through bracket, plate and nut, of which some stand out of phase; a nut onto its
// bolt until the plate holds it; screws with threads; a pin that is half in.
static void parts_snap_back(void **state)
{
    (void)state;
    const Taken taken[] = {
        {&scene_bolted_plate,
         "Bolt 1",
         {{3, 46, -2}},
         {{1, 9, 2}},
         0.1,
         {{0, 0, 0}},
         "Left bracket",
         "Left bracket"},
        {&scene_bolted_plate,
         "Bolt 6",
         {{3, 46, -2}},
         {{1, 9, 2}},
         0.6,
         {{0, 0, 0}},
         "Right bracket",
         "Right bracket"},
        {&scene_bolted_plate,
         "Nut 1",
         {{3, -16, -2}},
         {{1, 9, 2}},
         0.1,
         {{0, 0, 0}},
         "Bolt 1",
         "Plate"},
        {&scene_gearbox,
         "Bridge bolt M6 1",
         {{3, 42, -2}},
         {{1, 9, 2}},
         0.1,
         {{0, -0.3, 0}},
         "Bearing bridge front",
         "Bearing bridge front"},
        {&scene_gearbox,
         "Cover screw M4 1",
         {{23, 3, -2}},
         {{1, 9, 2}},
         0.1,
         {{-0.3, 0, 0}},
         "Output cover",
         "Output cover"},
        {&scene_pin_and_plate,
         "Pin",
         {{0, 0, 0}},
         {{0, 1, 0}},
         0.2,
         {{0, -14, 0}},
         "Plate",
         "Plate"},
    };
    Workshop w = {.count = 0};
    for (size_t i = 0; i < sizeof taken / sizeof *taken; ++i) {
        if (i == 0 || taken[i].scene != taken[i - 1].scene)
            open_workshop(&w, taken[i].scene);
        put_back(&w, &taken[i]);
        if (i + 1 == sizeof taken / sizeof *taken || taken[i + 1].scene != taken[i].scene)
            close_workshop(&w);
    }
}

// The bearing bridge with its bolts in it: threads go into the housing before the shanks that fit its holes,
// and what ends the way is that the bridge lies on the bearings. A little beside it, half a bore comes down
// over a bearing: over its outer ring, as far to the side as the ring's flank lets it.
static void several_parts_snap_back_together(void **state)
{
    (void)state;
    static const char *const GROUP[] = {"Bearing bridge front", "Bridge bolt M6 1",
                                        "Bridge bolt M6 2", "Bridge bolt M6 3"};
    static const struct {
        Vec3d away;
        const char *onto;
        double low; // at rest it is opened 0.3 above where it lies
    } taken[] = {{{{3, 42, -2}}, "Housing", -0.3},
                 {{{-1.5, 20, -0.6}}, "Housing", -0.3},
                 {{{0.05, -0.2, 0.05}}, "Housing", -0.3},
                 {{{1, 3, 1}}, "Output bearing front, outer ring", 0}};
    for (size_t k = 0; k < sizeof taken / sizeof *taken; ++k) {
        Workshop w;
        Error err = {""};
        open_workshop(&w, &scene_gearbox);
        int32_t hand = scene_find_part(&w.data, GROUP[0]);
        for (int32_t i = 0; i < w.count; ++i) { // the cover's screws are in the way
            if (strncmp(w.data.assembly.parts[i].name, "Cover screw", 11) == 0 ||
                i == scene_find_part(&w.data, "Output cover"))
                w.posed[i].placement.p.x += 60;
            w.parts[i].placement = w.posed[i].placement;
        }
        for (size_t i = 0; i < sizeof GROUP / sizeof *GROUP; ++i) {
            int32_t part = scene_find_part(&w.data, GROUP[i]);
            w.posed[part].placement.p = vec3d_add(w.posed[part].placement.p, taken[k].away);
            w.parts[part].placement = w.posed[part].placement;
            w.roles[part] = MOTION_HAND;
        }
        OfferDesc desc = {.parts = w.parts,
                          .part_count = w.count,
                          .roles = w.roles,
                          .distance = 40,
                          .angle = 0.3};
        Offer offer;
        Affine end;
        assert_true(offer_find(&desc, NULL, &offer, &err));
        assert_true(offer.found);
        assert_string_equal(w.data.assembly.parts[offer.fixed_part].name, taken[k].onto);
        offer_fits(&desc, &offer, w.fits);
        Snap snap = go(&w, hand, &offer, &end);
        Vec3d off = vec3d_sub(end.p, w.data.assembly.parts[hand].rest.p);
        if (snap.phase != SNAP_SEATED || !snap.exact || !snap.touches)
            fail_msg("case %zu: phase %d, %.6g missing, %.6g %.6g %.6g off", k, snap.phase,
                     snap.missing, off.x, off.y, off.z);
        assert_true(fabs(off.y - taken[k].low) <= 1e-3);
        assert_true(fabs(off.z) <= 1e-9 * snap.size && fabs(off.x) < 0.5);
        assert_string_equal(w.data.assembly.parts[snap.blocker.part].name,
                            "Output bearing front, outer ring");
        close_workshop(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scenes_have_the_features_they_were_built_with),
        cmocka_unit_test(parts_snap_back),
        cmocka_unit_test(several_parts_snap_back_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
