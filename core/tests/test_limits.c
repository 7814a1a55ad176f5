// What may happen between a part and its neighbours once it is grabbed.
#include "core/base/memory.h"
#include "core/motion/limits.h"
#include "core/tests/contact_bench.h"
#include "core/tests/depth_oracle.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

static int64_t allocations, fails_at; // 0: never
static bool fails_on;                 // from there on, not only once

static bool fails(void)
{
    if (fails_at == 0)
        return false;
    ++allocations;
    return fails_on ? allocations >= fails_at : allocations == fails_at;
}

static void *allocate(void *user, size_t size)
{
    (void)user;
    return fails() ? NULL : malloc(size);
}

static void *resize(void *user, void *old, size_t size)
{
    (void)user;
    return fails() ? NULL : realloc(old, size);
}

static void release(void *user, void *block)
{
    (void)user;
    free(block);
}

// The first part is grabbed; the second is its neighbour.
typedef struct Case {
    ContactBench bench;
    LimitBook book;
    Limits limits;
} Case;

static void case_create(Case *c, Mesh *dragged, Mesh *neighbour, Vec3d at)
{
    *c = (Case){0};
    contact_bench_create(&c->bench, dragged, neighbour, NULL);
    c->bench.part[0].placement.p = at;
}

static const LimitPair *grab(Case *c, bool fits)
{
    limits_free(&c->limits);
    contact_bench_examine(&c->bench, &(ContactDesc){0});
    LimitStart start = limit_start(&c->bench.detail, 1, 4711, 0);
    start.fits = fits;
    LimitsDesc desc = {.parts = c->bench.part,
                       .dragged = 0,
                       .starts = &start,
                       .start_count = 1,
                       .book = &c->book,
                       .solids = &c->bench.solids};
    Error err = {""};
    if (!limits_make(&desc, NULL, &c->limits, &err))
        fail_msg("%s", err.text);
    assert_int_equal(c->limits.pair_count, 1);
    assert_int_equal(c->limits.exempt, c->limits.pairs[0].kind == LIMIT_EXEMPT);
    return &c->limits.pairs[0];
}

static void case_free(Case *c)
{
    limits_free(&c->limits);
    limit_book_free(&c->book);
    contact_bench_free(&c->bench);
}

// Does the variant that stands for one of the parts meet the other one, when the dragged one has gone
// by `way`? Asked of another kind of tree than limits_make did.
static bool variant_meets(const Case *c, Vec3d way)
{
    const LimitVariant *variant = &c->limits.variants[c->limits.pairs[0].variant];
    Affine place = variant->placement, other = c->bench.part[1 - variant->part].placement, b_to_a;
    Affine *goes = variant->part == 0 ? &place : &other;
    goes->p = vec3d_add(goes->p, way);
    assert_true(placement_between(&place, &other, &b_to_a));
    BvhDesc kind = {.type = bv_types[bv_type_count - 1]};
    Bvh *a = bvh_build(variant->shrunk.mesh, &kind, NULL, NULL);
    Bvh *b = bvh_build(c->bench.mesh[1 - variant->part], &kind, NULL, NULL);
    ContactList contacts = {0};
    QueryDesc desc = {.mode = QUERY_FIRST};
    assert_true(query_contacts(a, b, &b_to_a, &desc, NULL, &contacts, NULL, NULL));
    bool meets = contacts.count > 0;
    contact_list_free(&contacts);
    bvh_release(a);
    bvh_release(b);
    return meets;
}

static void check_limited(Case *c, const LimitPair *pair, enum LimitKind kind, int32_t shrunk_part)
{
    if (pair->kind != kind || pair->variant < 0)
        fail_msg("kind %d, %s, report: %s %g", pair->kind, limit_reason_word(pair->reason),
                 pair_state_name(c->bench.detail.state), c->bench.detail.depth);
    const LimitVariant *variant = &c->limits.variants[pair->variant];
    const ContactDetail *detail = &c->bench.detail;
    double deep = detail->state == PAIR_CLEAR ? 0 : detail->depth + detail->depth_error;
    assert_int_equal(variant->part, shrunk_part);
    assert_true(affine_is_rigid(&variant->placement));
    assert_true(variant->shrunk.moved <= pair->limit);
    assert_true(pair->limit >= detail->tolerance);
    assert_true(pair->limit <= fmax(detail->tolerance, 1.05 * deep) * (1 + 1e-12));
    assert_false(variant_meets(c, vec3d(0, 0, 0)));
    assert_float_equal((float)c->limits.stand_off, (float)(0.05 * detail->tolerance), 1e-9f);
}

static void check_exempt(Case *c, const LimitPair *pair, enum LimitReason reason)
{
    if (pair->kind != LIMIT_EXEMPT || pair->reason != reason)
        fail_msg("kind %d, %s instead of %s, report: %s %g", pair->kind,
                 limit_reason_word(pair->reason), limit_reason_word(reason),
                 pair_state_name(c->bench.detail.state), c->bench.detail.depth);
    assert_int_equal(pair->variant, -1);
}

static void flush_blocks_keep_to_the_tolerance(void **state)
{
    (void)state;
    Case c;
    case_create(&c, shape_box(vec3d(4, 4, 4)), shape_box(vec3d(10, 10, 2)), vec3d(0, 0, 3));
    const LimitPair *pair = grab(&c, false);
    check_limited(&c, pair, LIMIT_FLUSH, 0);
    assert_true(pair->limit == c.bench.detail.tolerance);
    // Sideways it goes freely, down it does not.
    assert_false(variant_meets(&c, vec3d(3, 0, 0)));
    assert_true(variant_meets(&c, vec3d(0, 0, -pair->limit)));
    // Deeper within the tolerance, there is a mesh for this pair alone.
    c.bench.part[0].placement.p.z -= 0.8 * pair->limit;
    pair = grab(&c, false);
    check_limited(&c, pair, LIMIT_FLUSH, 0);
    assert_true(c.limits.variants[pair->variant].inset > 0.8 * pair->limit);
    case_free(&c);
}

static void parts_that_are_apart_never_touch_unless_they_fit(void **state)
{
    (void)state;
    Case c;
    case_create(&c, shape_box(vec3d(4, 4, 4)), shape_box(vec3d(10, 10, 2)), vec3d(0, 0, 3.5));
    const LimitPair *pair = grab(&c, false);
    assert_true(pair->kind == LIMIT_APART && pair->variant == -1 && pair->limit == 0);
    assert_int_equal(c.limits.variant_count, 0);
    assert_true(c.limits.tolerance > 0);
    pair = grab(&c, true);
    check_limited(&c, pair, LIMIT_FLUSH, 0);
    case_free(&c);
}

static void bolts_and_press_fits_have_their_limits(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        Case c;
        double radius = i == 1 ? 5.05 : 5;
        case_create(&c, shape_cylinder(radius, 30, 48), shape_ring(5, 10, 20, 48), vec3d(0, 0, 0));
        if (i == 2) // facets against facets
            c.bench.part[0].placement = affine_rotation(vec3d(0, 1, 0), 3.14159265358979 / 48);
        const LimitPair *pair = grab(&c, false);
        check_limited(&c, pair, i == 1 ? LIMIT_DEEP : LIMIT_FLUSH, 0);
        // Out along the axis, and not sideways.
        assert_false(variant_meets(&c, vec3d(0, 4, 0)));
        assert_true(variant_meets(&c, vec3d(2 * pair->limit, 0, 0)));
        case_free(&c);
    }
}

static void a_sunk_box_stays_as_deep_as_it_is(void **state)
{
    (void)state;
    Case c;
    case_create(&c, shape_box(vec3d(10, 10, 10)), shape_box(vec3d(40, 40, 20)), vec3d(1, 2, 12));
    const LimitPair *pair = grab(&c, false);
    check_limited(&c, pair, LIMIT_DEEP, 0);
    assert_true(pair->limit > 3 && pair->limit < 3.3);
    assert_false(variant_meets(&c, vec3d(4, 0, 0)));
    assert_true(variant_meets(&c, vec3d(0, 0, -0.3)));
    // The same, scaled and mirrored.
    case_free(&c);
    case_create(&c, shape_box(vec3d(5, 20, 2)), shape_box(vec3d(40, 40, 20)), vec3d(1, 2, 12));
    c.bench.part[0].placement.m[0][0] = -2;
    c.bench.part[0].placement.m[1][1] = 0.5;
    c.bench.part[0].placement.m[2][2] = 5;
    pair = grab(&c, false);
    check_limited(&c, pair, LIMIT_DEEP, 0);
    assert_false(variant_meets(&c, vec3d(4, 0, 0)));
    assert_true(variant_meets(&c, vec3d(0, 0, -0.3)));
    case_free(&c);
}

static void of_what_nobody_knows_nothing_is_promised(void **state)
{
    (void)state;
    Case c;
    case_create(&c, shape_box(vec3d(1, 1, 1)), shape_box(vec3d(10, 10, 10)), vec3d(1, 0, 0));
    check_exempt(&c, grab(&c, false), LIMIT_INSIDE);
    case_free(&c);
    case_create(&c, shape_box(vec3d(4, 4, 4)), shape_box(vec3d(4, 4, 4)), vec3d(0, 0, 0));
    check_exempt(&c, grab(&c, false), LIMIT_SAME_PLACE);
    case_free(&c);
    case_create(&c, shape_grid(4, 4, 3, 3), shape_grid(6, 6, 2, 2), vec3d(0, 0, 0));
    c.bench.part[0].placement = affine_rotation(vec3d(1, 0, 0), 1);
    check_exempt(&c, grab(&c, false), LIMIT_UNKNOWN);
    case_free(&c);
    case_create(&c, shape_grid(4, 4, 3, 3), shape_grid(6, 6, 2, 2), vec3d(0, 0, 0));
    check_exempt(&c, grab(&c, false), LIMIT_OPEN);
    // A touch by the word of a report that is not sure.
    LimitStart start = {.part = 1, .pair = 1, .state = PAIR_TOUCH, .depth = 0.1, .tolerance = 1};
    LimitsDesc desc = {c.bench.part, 0, &start, 1, &c.book, &c.bench.solids};
    Limits limits;
    start.estimated = true;
    assert_true(limits_make(&desc, NULL, &limits, NULL));
    assert_int_equal(limits.pairs[0].reason, LIMIT_ESTIMATED);
    limits_free(&limits);
    start.estimated = false;
    start.depth_error = NAN;
    assert_true(limits_make(&desc, NULL, &limits, NULL));
    assert_int_equal(limits.pairs[0].reason, LIMIT_UNKNOWN);
    limits_free(&limits);
    start.state = PAIR_UNDECIDED;
    assert_true(limits_make(&desc, NULL, &limits, NULL));
    assert_int_equal(limits.pairs[0].reason, LIMIT_UNDECIDED);
    limits_free(&limits);
    case_free(&c);
}

static void of_an_open_part_and_a_closed_one_the_closed_one_is_shrunk(void **state)
{
    (void)state;
    Case c;
    case_create(&c, shape_grid(4, 4, 3, 3), shape_box(vec3d(10, 2, 10)), vec3d(0, 1, 0));
    check_limited(&c, grab(&c, false), LIMIT_FLUSH, 1);
    case_free(&c);
    case_create(&c, shape_box(vec3d(10, 2, 10)), shape_grid(4, 4, 3, 3), vec3d(0, 1, 0));
    check_limited(&c, grab(&c, false), LIMIT_FLUSH, 0);
    case_free(&c);
}

// A fit that cannot be given a limit is apart, as it would be without: nothing is exempt for it.
static void a_fit_without_a_limit_stays_apart(void **state)
{
    (void)state;
    Case c;
    case_create(&c, shape_grid(4, 4, 3, 3), shape_grid(6, 6, 2, 2), vec3d(0, 3, 0));
    const LimitPair *pair = grab(&c, true);
    assert_int_equal(pair->kind, LIMIT_APART);
    assert_true(pair->limit == 0 && pair->variant == -1);
    LimitStart start = {.part = 1, .pair = 1, .state = PAIR_CLEAR, .fits = true};
    LimitsDesc desc = {c.bench.part, 0, &start, 1, &c.book, &c.bench.solids};
    Limits limits; // without a tolerance
    assert_true(limits_make(&desc, NULL, &limits, NULL));
    assert_int_equal(limits.pairs[0].kind, LIMIT_APART);
    limits_free(&limits);
    case_free(&c);
}

// Shrunk by half its height, a plate that lies in a block, flush with its top, is within it without
// any contact: no way to hold it. The block's top gives way instead.
static void what_would_be_inside_is_not_taken_for_free(void **state)
{
    (void)state;
    Case c;
    case_create(&c, shape_box(vec3d(4, 4, 2)), shape_box(vec3d(20, 20, 20)), vec3d(0, 0, 9));
    check_limited(&c, grab(&c, false), LIMIT_DEEP, 1);
    case_free(&c);
}

// A foil on a block: the block is shrunk instead. Two foils: too thin, and said to be so.
static void foils_are_left_alone(void **state)
{
    (void)state;
    Case c;
    const double thin = 0x1p-14; // so that they touch exactly
    case_create(&c, shape_box(vec3d(10, thin, 10)), shape_box(vec3d(20, 2, 20)),
                vec3d(0, 1 + thin / 2, 0));
    check_limited(&c, grab(&c, false), LIMIT_FLUSH, 1);
    case_free(&c);
    case_create(&c, shape_box(vec3d(10, thin, 10)), shape_box(vec3d(20, thin, 20)),
                vec3d(0, thin, 0));
    check_exempt(&c, grab(&c, false), LIMIT_THIN);
    case_free(&c);
}

// Grabs, presses as far as it goes, lets go, and again: it never gets deeper.
static void twenty_grabs_never_raise_the_limit(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        Case c;
        case_create(&c, i == 2 ? shape_ico_sphere(4, 2) : shape_box(vec3d(6, 6, 6)),
                    shape_box(vec3d(20, 20, 10)),
                    vec3d(0, 0,
                          i == 0   ? 8
                          : i == 1 ? 7.4
                                   : 8.4));
        double limit = INFINITY, first = 0, moved = 0;
        for (int k = 0; k < 20; ++k) {
            const LimitPair *pair = grab(&c, false);
            if (pair->kind == LIMIT_EXEMPT)
                fail_msg("case %d, grab %d: %s", i, k, limit_reason_word(pair->reason));
            assert_true(pair->limit <= limit);
            limit = pair->limit;
            first = k == 0 ? limit : first;
            moved = k == 0 ? c.limits.variants[pair->variant].shrunk.moved : moved;
            double lo = 0, hi = 1;
            for (int step = 0; step < 20; ++step) {
                double middle = (lo + hi) / 2;
                if (variant_meets(&c, vec3d(0, 0, -middle)))
                    hi = middle;
                else
                    lo = middle;
            }
            // Motion leaves a gap.
            c.bench.part[0].placement.p.z -= fmax(0, lo - 0.2 * c.limits.stand_off);
        }
        OracleSolid solids[2];
        for (int s = 0; s < 2; ++s)
            solids[s] = oracle_solid_create(c.bench.mesh[s], &c.bench.part[s].placement);
        DepthOracle oracle = {0};
        assert_true(moved <= first);
        assert_false(oracle_is_deep(&oracle, &solids[0], &solids[1], moved * (1 + 1e-9)));
        oracle_solid_free(&solids[0]);
        oracle_solid_free(&solids[1]);
        // Once it has been apart, it begins anew.
        c.bench.part[0].placement.p.z += 5;
        assert_int_equal(grab(&c, false)->kind, LIMIT_APART);
        assert_int_equal(c.book.count, 0);
        case_free(&c);
    }
}

static Mesh *any_shape(Rng *rng)
{
    switch (rng_below(rng, 5)) {
    case 0:
        return shape_box(vec3d(6, 4, 2));
    case 1:
        return shape_cylinder(3, 5, 24);
    case 2:
        return shape_ring(2, 4, 2, 24);
    case 3:
        return shape_cone(3, 6, 16);
    default:
        return shape_ico_sphere(3, 1);
    }
}

// How far the dragged part goes along the direction before the parts, or the variant, meet.
static double way_to_contact(const Case *c, Vec3d direction, double most, bool variant)
{
    double lo = 0, hi = most;
    for (int i = 0; i < 30; ++i) {
        double middle = (lo + hi) / 2;
        Vec3d way = vec3d_scale(direction, middle);
        bool meets = false;
        if (variant) {
            meets = variant_meets(c, way);
        } else {
            Affine place = c->bench.part[0].placement, b_to_a;
            Distance distance;
            place.p = vec3d_add(place.p, way);
            assert_true(placement_between(&place, &c->bench.part[1].placement, &b_to_a));
            assert_true(query_tolerance(c->bench.tree[0], c->bench.tree[1], &b_to_a, 0, NULL, NULL,
                                        &meets, &distance, NULL, NULL));
        }
        lo = meets ? lo : middle;
        hi = meets ? middle : hi;
    }
    return lo;
}

// Random parts, sunk into each other by a random amount, pressed in random directions: as long as the
// variant is free, the oracle finds nothing deeper than the limit.
static void whatever_is_free_is_within_its_limit(void **state)
{
    (void)state;
    int total = long_tier() ? 400 : 12, held = 0, exempt = 0;
    Rng rng = rng_create(1311);
    for (int i = 0; i < total; ++i) {
        Case c;
        case_create(&c, any_shape(&rng), any_shape(&rng), vec3d(0, 0, 0));
        Vec3d from = i % 2 ? rng_direction(&rng) : vec3d(0, 1, 0);
        if (i % 2)
            c.bench.part[0].placement = rng_rotation(&rng);
        c.bench.part[0].placement.p = vec3d_scale(from, 20);
        double sunk = i % 3 == 0 ? 0 : rng_uniform(&rng, 0, i % 3 == 1 ? 0.01 : 0.2);
        double way = way_to_contact(&c, vec3d_scale(from, -1), 20, false) + sunk;
        c.bench.part[0].placement.p = vec3d_scale(from, 20 - way);
        const LimitPair *pair = grab(&c, false);
        exempt += pair->kind == LIMIT_EXEMPT;
        if (pair->variant >= 0) {
            Vec3d press =
                vec3d_normalised(vec3d_add(rng_direction(&rng), vec3d_scale(from, i % 4 ? -1 : 0)));
            double pressed = way_to_contact(&c, press, 3 * pair->limit, true);
            Vec3d *at = &c.bench.part[0].placement.p;
            *at = vec3d_add_scaled(*at, press, pressed);
            OracleSolid solids[2];
            for (int s = 0; s < 2; ++s)
                solids[s] = oracle_solid_create(c.bench.mesh[s], &c.bench.part[s].placement);
            DepthOracle oracle = {0};
            if (oracle_is_deep(&oracle, &solids[0], &solids[1], pair->limit * (1 + 1e-9)))
                fail_msg("case %d: deeper than %g", i, pair->limit);
            oracle_solid_free(&solids[0]);
            oracle_solid_free(&solids[1]);
            ++held;
        }
        case_free(&c);
    }
    print_message("%d of %d held, %d exempt\n", held, total, exempt);
    assert_true(held > total / 2 && exempt <= total / 10);
}

static void limits_fall_and_are_forgotten(void **state)
{
    (void)state;
    LimitBook book = {0};
    for (uint64_t i = 0; i < 50; ++i)
        assert_true(limit_book_lower(&book, i * 37 % 50, 3)->limit == 3);
    for (uint64_t i = 0; i < 50; i += 2)
        limit_book_forget(&book, i);
    assert_int_equal(book.count, 25);
    for (uint64_t i = 0; i < 50; ++i) {
        assert_int_equal(limit_book_find(&book, i) != NULL, i % 2);
        assert_true(limit_book_lower(&book, i, 5)->limit == (i % 2 ? 3 : 5));
        assert_true(limit_book_lower(&book, i, 2)->limit == 2);
        assert_true(limit_book_find(&book, i) == &book.entries[i]);
    }
    limit_book_free(&book);
}

// Memory runs short at each allocation in turn: the grab fails, or the pair is exempt, or all is
// well.
static void without_memory_nothing_is_promised(void **state)
{
    (void)state;
    Case c;
    int exempt = 0, failed = 0;
    case_create(&c, shape_box(vec3d(10, 10, 10)), shape_box(vec3d(40, 40, 20)), vec3d(1, 2, 12));
    check_limited(&c, grab(&c, false), LIMIT_DEEP, 0);
    LimitStart start = limit_start(&c.bench.detail, 1, 4711, 0);
    for (int64_t n = 1; n > 0; ++n) {
        LimitBook book = {0};
        SolidCache solids = {0};
        LimitsDesc desc = {c.bench.part, 0, &start, 1, &book, &solids};
        Limits limits;
        allocations = 0;
        fails_at = n;
        bool ok = limits_make(&desc, NULL, &limits, NULL), reached = allocations >= n;
        fails_at = 0;
        if (ok && limits.pairs[0].kind == LIMIT_EXEMPT)
            assert_int_equal(limits.pairs[0].reason, LIMIT_MEMORY);
        exempt += ok && limits.pairs[0].kind == LIMIT_EXEMPT;
        failed += !ok;
        limits_free(&limits);
        limit_book_free(&book);
        solid_cache_free(&solids);
        if (!reached && fails_on)
            break;
        if (!reached) {
            fails_on = true;
            n = 0;
        }
    }
    fails_on = false;
    print_message("%d grabs failed, %d pairs exempt\n", failed, exempt);
    assert_true(exempt > 20 && failed > 0);
    case_free(&c);
}

int main(void)
{
    mem_set_hooks(&(MemoryHooks){allocate, resize, release, NULL});
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(flush_blocks_keep_to_the_tolerance),
        cmocka_unit_test(parts_that_are_apart_never_touch_unless_they_fit),
        cmocka_unit_test(bolts_and_press_fits_have_their_limits),
        cmocka_unit_test(a_sunk_box_stays_as_deep_as_it_is),
        cmocka_unit_test(of_what_nobody_knows_nothing_is_promised),
        cmocka_unit_test(of_an_open_part_and_a_closed_one_the_closed_one_is_shrunk),
        cmocka_unit_test(a_fit_without_a_limit_stays_apart),
        cmocka_unit_test(what_would_be_inside_is_not_taken_for_free),
        cmocka_unit_test(foils_are_left_alone),
        cmocka_unit_test(twenty_grabs_never_raise_the_limit),
        cmocka_unit_test(whatever_is_free_is_within_its_limit),
        cmocka_unit_test(limits_fall_and_are_forgotten),
        cmocka_unit_test(without_memory_nothing_is_promised),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
