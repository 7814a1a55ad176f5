// Parts that are pulled straight out: what is free and what is blocked, and in which order parts leave;
// against known answers, against samples, and against the same question from the other side.
#include "core/motion/removal.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { MOST = 12, SAMPLES = 60 };

typedef struct Table {
    PosedPart parts[MOST];
    bool stays[MOST];
    int32_t units[MOST];
    int32_t count;
} Table;

// Takes over the mesh.
static int32_t put(Table *table, Mesh *mesh, Affine placement)
{
    Error err = {""};
    int32_t part = table->count++;
    assert_true(part < MOST);
    table->parts[part] =
        (PosedPart){.tree = bvh_build(mesh, &(BvhDesc){.type = &bv_aabb}, NULL, &err),
                    .placement = placement,
                    .active = true};
    assert_non_null(table->parts[part].tree);
    table->units[part] = part;
    mesh_release(mesh);
    return part;
}

static int32_t put_box(Table *table, Vec3d size, Vec3d at)
{
    return put(table, shape_box(size), affine_translation(at));
}

static void clear(Table *table)
{
    for (int32_t i = 0; i < table->count; ++i)
        bvh_release((Bvh *)table->parts[i].tree);
    *table = (Table){0};
}

static RemovalDesc describe(const Table *table)
{
    return (RemovalDesc){.parts = table->parts,
                         .part_count = table->count,
                         .units = table->units,
                         .stays = table->stays,
                         .up = vec3d(0, 1, 0)};
}

static const RemovalWay *find_way(const RemovalWays *ways, Vec3d direction)
{
    for (size_t i = 0; i < ways->count; ++i)
        if (vec3d_distance(ways->items[i].direction, direction) < 1e-6)
            return &ways->items[i];
    fail_msg("(%g, %g, %g) was not tried", direction.x, direction.y, direction.z);
    return NULL;
}

static void expect_way(const RemovalWays *ways, Vec3d direction, enum PullState state, int32_t by)
{
    const RemovalWay *way = find_way(ways, direction);
    if (way->state != state || (by < 0) != (way->count == 0) ||
        (by >= 0 && ways->blocks[way->first].part != by))
        fail_msg("(%g, %g, %g): state %d, %zu in the way, first %d", direction.x, direction.y,
                 direction.z, (int)way->state, way->count,
                 way->count > 0 ? (int)ways->blocks[way->first].part : -1);
}

// --- known answers

// A box of 2 in a channel that is open above and towards -z: walls at its sides, its back and below.
static void a_box_leaves_its_channel(void **state)
{
    (void)state;
    Error err = {""};
    Table table = {0};
    int32_t box = put_box(&table, vec3d(2, 2, 2), vec3d(0, 0, 0));
    int32_t floor = put_box(&table, vec3d(4, 1, 6), vec3d(0, -1.5, 0));
    int32_t left = put_box(&table, vec3d(1, 4, 6), vec3d(-1.5, 0, 0));
    int32_t right = put_box(&table, vec3d(1, 4, 6), vec3d(2, 0, 0));  // half a unit away
    int32_t back = put_box(&table, vec3d(4, 2, 1), vec3d(0, 0, 2.5)); // one unit away
    RemovalDesc desc = describe(&table);
    RemovalWays ways;
    assert_true(removal_ways(&desc, box, &ways, &err));
    expect_way(&ways, vec3d(0, 1, 0), PULL_FREE, -1);
    expect_way(&ways, vec3d(0, 0, -1), PULL_FREE, -1);
    expect_way(&ways, vec3d(0, -1, 0), PULL_BLOCKED, floor);
    expect_way(&ways, vec3d(-1, 0, 0), PULL_BLOCKED, left);
    expect_way(&ways, vec3d(1, 0, 0), PULL_BLOCKED, right);
    expect_way(&ways, vec3d(0, 0, 1), PULL_BLOCKED, back);
    const RemovalWay *side = find_way(&ways, vec3d(1, 0, 0));
    const RemovalBlock *wall = &ways.blocks[side->first];
    // A touch is no collision: it goes a hair into the wall, and no farther than a touch.
    assert_true(wall->clear >= 0.5 && wall->clear < 0.502 && wall->met > wall->clear);
    assert_true(fabs(find_way(&ways, vec3d(0, 1, 0))->distance - 3) < 1e-9);
    assert_true(fabs(find_way(&ways, vec3d(0, 0, -1))->distance - 4) < 1e-9);
    assert_int_equal(ways.items[0].state, PULL_FREE); // free ones first, the shortest first
    assert_true(ways.items[0].direction.y > 0.99);
    // Hidden ones hold nobody.
    table.parts[left].active = false;
    removal_ways_free(&ways);
    assert_true(removal_ways(&desc, box, &ways, &err));
    expect_way(&ways, vec3d(-1, 0, 0), PULL_FREE, -1);
    removal_ways_free(&ways);
    clear(&table);
}

// All that is in the way is named, not only what comes first.
static void all_that_is_in_the_way_is_named(void **state)
{
    (void)state;
    Error err = {""};
    Table table = {0};
    for (int i = 0; i < 4; ++i)
        put_box(&table, vec3d(1, 1, 1), vec3d(3 * i, 0, 0.1 * i));
    RemovalDesc desc = describe(&table);
    RemovalWays ways;
    assert_true(removal_ways(&desc, 0, &ways, &err));
    const RemovalWay *way = find_way(&ways, vec3d(1, 0, 0));
    assert_int_equal(way->state, PULL_BLOCKED);
    assert_int_equal(way->count, 3);
    for (size_t i = 0; i < 3; ++i) {
        const RemovalBlock *block = &ways.blocks[way->first + i];
        assert_int_equal(block->part, i + 1);
        assert_true(fabs(block->clear - (2 + 3 * (double)i)) < 0.01);
    }
    removal_ways_free(&ways);
    clear(&table);
}

// A pin of the size of its hole, turned anyhow: along the axis alone.
static void a_pin_leaves_along_its_axis(void **state)
{
    (void)state;
    Error err = {""};
    for (uint64_t seed = 1; seed <= 3; ++seed) {
        Rng rng = rng_create(seed);
        Table table = {0};
        Affine turn = rng_rotation(&rng);
        turn.p = rng_in_cube(&rng, 10);
        Vec3d axis = vec3d(turn.m[0][1], turn.m[1][1], turn.m[2][1]);
        put(&table, shape_cylinder(1, 4, 24), turn);
        put(&table, shape_ring(1, 3, 2, 24), turn);
        RemovalDesc desc = describe(&table);
        RemovalWays ways;
        assert_true(removal_ways(&desc, 0, &ways, &err));
        size_t free_ways = 0;
        for (size_t i = 0; i < ways.count; ++i) {
            bool along = fabs(vec3d_dot(ways.items[i].direction, axis)) > 1 - 1e-9;
            if (along != (ways.items[i].state == PULL_FREE))
                fail_msg("seed %llu, way %zu: state %d", (unsigned long long)seed, i,
                         (int)ways.items[i].state);
            free_ways += along;
        }
        assert_int_equal(free_ways, 2);
        removal_ways_free(&ways);
        clear(&table);
    }
}

// One that is inside another stays; where neither has an inside, nothing is promised.
static void what_is_not_proven_is_unknown(void **state)
{
    (void)state;
    Error err = {""};
    Table table = {0};
    put_box(&table, vec3d(1, 1, 1), vec3d(0, 0, 0));
    put_box(&table, vec3d(5, 5, 5), vec3d(0, 0, 0));
    RemovalDesc desc = describe(&table);
    RemovalWays ways;
    assert_true(removal_ways(&desc, 0, &ways, &err));
    for (size_t i = 0; i < ways.count; ++i)
        assert_int_equal(ways.items[i].state, PULL_BLOCKED);
    removal_ways_free(&ways);
    clear(&table);
    put(&table, shape_grid(2, 2, 3, 3), affine_identity());
    put(&table, shape_grid(2, 2, 4, 4), affine_rotation(vec3d(1, 0, 0), 0.5));
    desc = describe(&table);
    assert_true(removal_ways(&desc, 0, &ways, &err));
    for (size_t i = 0; i < ways.count; ++i)
        assert_int_equal(ways.items[i].state, PULL_UNKNOWN);
    assert_true(ways.count > 5);
    removal_ways_free(&ways);
    clear(&table);
}

// --- random pairs

static Mesh *random_mesh(Rng *rng)
{
    switch (rng_below(rng, 4)) {
    case 0:
        return shape_box(vec3d(1 + rng_below(rng, 2), 1 + rng_below(rng, 3), 1));
    case 1:
        return shape_torus(1.5, 0.5, 10, 6);
    case 2:
        return shape_ring(0.5, 1.5, 1, 10);
    default:
        return shape_cylinder(0.5, 2, 10);
    }
}

// Half of them straight and on a grid, where faces lie on faces.
static void random_pair(Rng *rng, Table *table)
{
    bool grid = rng_below(rng, 2) == 0;
    for (int i = 0; i < 2; ++i) {
        Affine place = grid ? affine_identity() : rng_rotation(rng);
        for (int k = 0; k < 3; ++k)
            place.p.v[k] = i == 0 ? 0
                           : grid ? 0.5 * (rng_below(rng, 9) - 4)
                                  : rng_uniform(rng, -2.5, 2.5);
        put(table, random_mesh(rng), place);
    }
}

static double depth_at(const Table *table, Vec3d shift, double *error, SolidCache *solids,
                       double *tolerance)
{
    Error err = {""};
    PosedPart here = table->parts[0];
    ContactDetail detail = {0};
    here.placement.p = vec3d_add(here.placement.p, shift);
    assert_true(
        contact_between(&here, &table->parts[1], &(ContactDesc){0}, solids, NULL, &detail, &err));
    double depth = detail.state == PAIR_CLEAR ? 0 : detail.depth;
    if (detail.state == PAIR_INSIDE || detail.state == PAIR_SAME_PLACE)
        depth = INFINITY;
    *error = detail.depth_error;
    *tolerance = fmax(detail.tolerance, detail.facet_error);
    contact_detail_free(&detail);
    return depth;
}

// Free: nowhere deeper than a touch or than at the start. Blocked: deeper somewhere.
static void check_way(const Table *table, const RemovalWays *ways, const RemovalWay *way,
                      uint64_t seed)
{
    SolidCache solids = {0};
    double error, tolerance, start = depth_at(table, vec3d(0, 0, 0), &error, &solids, &tolerance);
    double allowed = fmax(tolerance, 1.05 * (start + error)), length = 12;
    if (way->state == PULL_FREE)
        for (int i = 0; i <= SAMPLES; ++i) {
            Vec3d shift = vec3d_scale(way->direction, length * i / SAMPLES);
            double depth = depth_at(table, shift, &error, &solids, &tolerance);
            if (depth > fmax(allowed, tolerance) * (1 + 1e-9))
                fail_msg("seed %llu: free along (%g, %g, %g), but %g deep",
                         (unsigned long long)seed, way->direction.x, way->direction.y,
                         way->direction.z, depth);
        }
    if (way->state == PULL_BLOCKED) {
        Vec3d shift = vec3d_scale(way->direction, ways->blocks[way->first].met);
        double depth = depth_at(table, shift, &error, &solids, &tolerance);
        if (depth + error < fmin(allowed, tolerance) * 0.99)
            fail_msg("seed %llu: blocked along (%g, %g, %g), but %g deep", (unsigned long long)seed,
                     way->direction.x, way->direction.y, way->direction.z, depth);
    }
    solid_cache_free(&solids);
}

static void random_pulls_are_what_samples_say(void **state)
{
    (void)state;
    int states[3] = {0}, open = 0;
    for (uint64_t seed = 1; seed <= (long_tier() ? 400 : 16); ++seed) {
        Rng rng = rng_create(seed);
        Error err = {""};
        Table table = {0};
        random_pair(&rng, &table);
        RemovalDesc desc = describe(&table);
        RemovalWays ways, back;
        assert_true(removal_ways(&desc, 0, &ways, &err));
        assert_true(removal_ways(&desc, 1, &back, &err));
        for (size_t i = 0; i < ways.count; ++i) {
            const RemovalWay *way = &ways.items[i];
            ++states[way->state];
            open += way->state == PULL_UNKNOWN && ways.blocks[way->first].reason == LIMIT_NONE;
            if (i % 3 == 0)
                check_way(&table, &ways, way, seed);
            // The other one along the other way is held as well, or is not.
            for (size_t k = 0; k < back.count; ++k) {
                const RemovalWay *other = &back.items[k];
                bool opposite = vec3d_length(vec3d_add(way->direction, other->direction)) < 1e-12;
                bool differ = (way->state == PULL_FREE && other->state == PULL_BLOCKED) ||
                              (way->state == PULL_BLOCKED && other->state == PULL_FREE);
                if (opposite && differ)
                    fail_msg("seed %llu: (%g, %g, %g) is %d, the other way round %d",
                             (unsigned long long)seed, way->direction.x, way->direction.y,
                             way->direction.z, (int)way->state, (int)other->state);
            }
        }
        removal_ways_free(&ways);
        removal_ways_free(&back);
        clear(&table);
    }
    // Neither half of the question is idle, and nothing stays open but what begins deep in each other.
    assert_true(states[PULL_FREE] > 30 && states[PULL_BLOCKED] > 10);
    if (open * 50 > states[PULL_FREE] + states[PULL_BLOCKED])
        fail_msg("%d open, %d free, %d blocked", open, states[PULL_FREE], states[PULL_BLOCKED]);
}

// --- orders

static size_t step_of(const RemovalOrder *order, int32_t part)
{
    for (size_t i = 0; i < order->step_count; ++i)
        for (size_t k = 0; k < order->steps[i].count; ++k)
            if (order->parts[order->steps[i].first + k] == part)
                return i;
    return SIZE_MAX;
}

// A case with a lid, which a bolt holds; something lies in it, and something goes through its wall and
// through that.
static void a_case_is_taken_apart(void **state)
{
    (void)state;
    Error err = {""};
    Table table = {0};
    Affine along_x = affine_rotation(vec3d(0, 0, 1), -1.5707963267948966);
    int32_t floor = put_box(&table, vec3d(6, 1, 6), vec3d(0, -2, 0));
    put_box(&table, vec3d(1, 3, 6), vec3d(-2.5, 0, 0));
    put_box(&table, vec3d(4, 3, 1), vec3d(0, 0, -2.5));
    put_box(&table, vec3d(4, 3, 1), vec3d(0, 0, 2.5));
    int32_t wall = put(&table, shape_ring(0.5, 1.5, 1, 16), along_x);
    table.parts[wall].placement.p = vec3d(2.5, 0, 0);
    int32_t lid = put(&table, shape_ring(0.5, 3, 1, 16), affine_translation(vec3d(0, 2, 0)));
    int32_t thing = put(&table, shape_ring(0.5, 1.4, 2, 16), along_x);
    int32_t pin = put(&table, shape_cylinder(0.45, 6, 16), along_x);
    table.parts[pin].placement.p = vec3d(1.8, 0, 0);
    for (int32_t i = floor; i <= wall; ++i)
        table.stays[i] = true;
    RemovalDesc desc = describe(&table);
    RemovalOrder order;
    assert_true(removal_order(&desc, &order, &err));
    assert_int_equal(order.step_count, 3);
    assert_int_equal(order.rest_count, 0);
    assert_true(step_of(&order, pin) < step_of(&order, thing));
    assert_true(step_of(&order, lid) < step_of(&order, thing));
    assert_true(order.steps[step_of(&order, pin)].direction.x > 0.999);
    assert_true(order.steps[step_of(&order, thing)].direction.y > 0.999);
    removal_order_free(&order);
    // With the lid in its place for good, what is below it stays, and is said to be held by it.
    table.stays[lid] = true;
    assert_true(removal_order(&desc, &order, &err));
    assert_int_equal(order.step_count, 1);
    assert_int_equal(order.rest_count, 1);
    assert_int_equal(order.rests[0].part, thing);
    assert_true(order.rests[0].count >= 1);
    assert_int_equal(order.blocks[order.rests[0].first].state, PULL_BLOCKED);
    removal_order_free(&order);
    // What is one unit leaves as one: the pin holds the thing, which does not get past the wall.
    table.units[pin] = table.units[thing];
    assert_true(removal_order(&desc, &order, &err));
    assert_int_equal(order.step_count, 0);
    removal_order_free(&order);
    clear(&table);
}

// Two links of a chain do not leave each other, but they leave the table together.
static void links_leave_together(void **state)
{
    (void)state;
    Error err = {""};
    Table table = {0};
    Affine upright = affine_rotation(vec3d(1, 0, 0), 1.5707963267948966);
    upright.p = vec3d(2, 0.2, 0);
    int32_t board = put_box(&table, vec3d(12, 1, 12), vec3d(0, -4, 0));
    int32_t first = put(&table, shape_torus(2, 0.4, 16, 8), affine_identity());
    int32_t second = put(&table, shape_torus(2, 0.4, 16, 8), upright);
    table.stays[board] = true;
    RemovalDesc desc = describe(&table);
    RemovalOrder order;
    assert_true(removal_order(&desc, &order, &err));
    assert_int_equal(order.step_count, 1);
    assert_int_equal(order.steps[0].count, 2);
    assert_int_equal(step_of(&order, first), step_of(&order, second));
    removal_order_free(&order);
    table.stays[second] = true;
    assert_true(removal_order(&desc, &order, &err));
    assert_int_equal(order.step_count, 0);
    assert_int_equal(order.rest_count, 1);
    assert_int_equal(order.blocks[order.rests[0].first].part, second);
    removal_order_free(&order);
    clear(&table);
}

// Where they are put: beside each other, and out of the way of who comes later.
static void what_is_out_is_in_nobodys_way(void **state)
{
    (void)state;
    Error err = {""};
    Table table = {0};
    put_box(&table, vec3d(3, 1, 3), vec3d(0, 0, 0));
    for (int i = 1; i < 5; ++i) // a pile
        put_box(&table, vec3d(3 - 0.5 * i, 1, 3), vec3d(0, i, 0));
    table.stays[0] = true;
    put_box(&table, vec3d(9, 9, 0.5), vec3d(0, 0, 2)); // walls: up is the only way
    put_box(&table, vec3d(9, 9, 0.5), vec3d(0, 0, -2));
    put_box(&table, vec3d(0.5, 9, 9), vec3d(2, 0, 0));
    put_box(&table, vec3d(0.5, 9, 9), vec3d(-2, 0, 0));
    for (int i = 5; i < 9; ++i)
        table.stays[i] = true;
    RemovalDesc desc = describe(&table);
    RemovalOrder order;
    assert_true(removal_order(&desc, &order, &err));
    assert_int_equal(order.step_count, 4);
    for (size_t i = 0; i < 4; ++i) {
        assert_int_equal(order.parts[order.steps[i].first], 4 - i);
        assert_true(order.steps[i].end >= order.steps[i].distance);
        // Each stands higher than whoever comes after it.
        double height = 4 - (double)i + order.steps[i].end;
        assert_true(i == 0 || height + 1 <= 5 - (double)i + order.steps[i - 1].end);
    }
    removal_order_free(&order);
    clear(&table);
}

static void cancelled_and_empty(void **state)
{
    (void)state;
    Error err = {""};
    Table table = {0};
    RemovalDesc desc = describe(&table);
    RemovalOrder order;
    assert_true(removal_order(&desc, &order, &err) && order.step_count == 0);
    removal_order_free(&order);
    put(&table, shape_torus(2, 0.5, 30, 20), affine_identity());
    put(&table, shape_torus(2, 0.5, 30, 20), affine_translation(vec3d(1, 1, 0)));
    Job job = {.cancel = true};
    desc = describe(&table);
    desc.job = &job;
    RemovalWays ways;
    assert_false(removal_ways(&desc, 0, &ways, &err));
    assert_false(removal_order(&desc, &order, &err));
    assert_true(ways.count == 0 && order.step_count == 0);
    assert_string_equal(err.text, "");
    clear(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_leaves_its_channel),
        cmocka_unit_test(all_that_is_in_the_way_is_named),
        cmocka_unit_test(a_pin_leaves_along_its_axis),
        cmocka_unit_test(what_is_not_proven_is_unknown),
        cmocka_unit_test(random_pulls_are_what_samples_say),
        cmocka_unit_test(a_case_is_taken_apart),
        cmocka_unit_test(links_leave_together),
        cmocka_unit_test(what_is_out_is_in_nobodys_way),
        cmocka_unit_test(cancelled_and_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
