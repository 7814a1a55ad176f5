// Lists of near triangles on several threads: the same bits as on one, whole and left at a budget, and
// every near pair is in them. Whoever cancels is heard as soon.
#include "core/base/pool.h"
#include "core/motion/motion.h"
#include "core/shape/triangle/tri.h"
#include "core/tests/motion_world.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/bv/variants.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { COUNTS = 3 };
static const int thread_counts[COUNTS] = {1, 2, 4};

static void same_pairs(const NearList *a, const NearList *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; ++i) {
        const NearPair *x = &a->items[i], *y = &b->items[i];
        assert_true(x->pair == y->pair && x->triangle[0] == y->triangle[0] &&
                    x->triangle[1] == y->triangle[1] && x->shape == y->shape &&
                    x->edge[0] == y->edge[0] && x->edge[1] == y->edge[1] && x->stale == y->stale);
        assert_memory_equal(&x->normal, &y->normal, sizeof x->normal);
    }
    assert_memory_equal(a->until, b->until, a->count * sizeof *a->until);
}

static void same_fronts(const NearList *a, const NearList *b)
{
    assert_int_equal(a->front_count, b->front_count);
    for (size_t i = 0; i < a->front_count; ++i) {
        const NearFront *x = &a->fronts[i], *y = &b->fronts[i];
        assert_int_equal(x->front.count, y->front.count);
        assert_int_equal(x->entry_size, y->entry_size);
        if (x->front.count == 0)
            continue;
        assert_memory_equal(x->front.entries, y->front.entries, x->front.count * x->entry_size);
        assert_memory_equal(x->front.until, y->front.until,
                            x->front.count * sizeof *x->front.until);
    }
}

static void same_lists(const World *a, const World *b)
{
    assert_true(a->list.made == b->list.made && a->list.near == b->list.near &&
                a->list.radius == b->list.radius);
    assert_memory_equal(&a->scene.work, &b->scene.work, sizeof a->scene.work);
    same_pairs(&a->list, &b->list);
    same_fronts(&a->list, &b->list);
}

static bool is_listed(const NearList *list, int32_t a, int32_t b)
{
    size_t low = 0, high = list->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const NearPair *near = &list->items[middle];
        bool before = near->triangle[0] < a || (near->triangle[0] == a && near->triangle[1] < b);
        if (near->triangle[0] == a && near->triangle[1] == b)
            return true;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    return false;
}

// Every triangle with every other.
static size_t judge(const World *world, double radius)
{
    const MotionPair *pair = &world->pairs[0];
    const Mesh *mesh[2] = {pair->tree[0]->mesh, pair->tree[1]->mesh};
    Affine place[2] = {pair_placement(&world->scene, pair, 0),
                       pair_placement(&world->scene, pair, 1)};
    size_t near = 0;
    for (int32_t a = 0; a < mesh[0]->triangle_count; ++a) {
        Triangle ta = mesh_triangle(mesh[0], a);
        ta = triangle_transformed(&ta, &place[0]);
        for (int32_t b = 0; b < mesh[1]->triangle_count; ++b) {
            Triangle tb = mesh_triangle(mesh[1], b);
            tb = triangle_transformed(&tb, &place[1]);
            TriClosest found;
            bool nearer = tri_closest(&ta, &tb, radius, &found) < radius * (1 - 1e-12);
            near += nearer;
            if (nearer && !is_listed(&world->list, a, b))
                fail_msg("triangles %d and %d are near and not listed", a, b);
        }
    }
    return near;
}

static void two_rings(World *world, struct Pool *pool, int32_t fine, const struct BvType *kind)
{
    *world = (World){.build = {.type = kind}, .scene = {.pool = pool}};
    world_add(world, shape_torus(1, 0.3, 3 * fine, fine), affine_identity());
    world_add(world, shape_torus(1, 0.3, 3 * fine, fine),
              affine_translation(vec3d(0.2, 0.65, 0.1)));
}

// One list after the other, of bodies that move: with any number of pairs and with few, whole and left at
// a number of tests, or of units of work. Returns how many of them were left.
static int make_lists(World *world, int lists, uint64_t seed)
{
    Rng rng = rng_create(seed);
    Error err = {""};
    int left = 0;
    for (int i = 0; i < lists; ++i) {
        double radius = rng_uniform(&rng, 0.1, 0.4);
        size_t most = i % 5 == 3 ? 3000 : 0;
        Budget tests = {.volume_tests = i % 4 == 2 ? 3000 + 700 * (uint64_t)i : 0};
        scene_begin_work(&world->scene, i % 4 == 1 ? 900 + 400 * (uint64_t)i : 0, NULL);
        enum NearStatus status =
            near_list_make(&world->list, &world->scene, radius, most, &tests, &err);
        scene_end_work(&world->scene);
        assert_true(status != NEAR_FAILED);
        left += status != NEAR_WHOLE;
        RigidStep step = {rng_in_cube(&rng, 0.05), rng_in_cube(&rng, 0.05)};
        world->bodies[1].pose = rigid_pose_moved(&world->bodies[1].pose, &step, 1);
        world->list.odometer += rigid_step_bound(&step, world->bodies[1].reach) * (1 + 1e-12);
    }
    return left;
}

static void lists_are_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    int lists = 0, all_left = 0;
    uint64_t tests = 0;
    for (int more = 2; more <= (sanitised() ? 12 : 17); more += 5) {
        int left[COUNTS];
        World world[COUNTS];
        Pool *pool[COUNTS];
        for (int i = 0; i < COUNTS; ++i) {
            pool[i] = pool_create(thread_counts[i]);
            two_rings(&world[i], pool[i], 16, more == 7 ? &bv_obb_blocks : &bv_aabb);
            left[i] = make_lists(&world[i], more, (uint64_t)more);
        }
        tests += world[0].scene.work.tests;
        all_left += left[0];
        lists += more;
        for (int i = 1; i < COUNTS; ++i) {
            assert_int_equal(left[0], left[i]);
            same_lists(&world[0], &world[i]);
        }
        for (int i = 0; i < COUNTS; ++i) {
            world_free(&world[i]);
            pool_free(pool[i]);
        }
    }
    printf("RAN: %d lists, of which %d were left, and %llu volumes compared\n", lists, all_left,
           (unsigned long long)tests);
    assert_true(all_left > 2 && tests > 10000 * (uint64_t)lists);
}

static void shared_lists_are_complete(void **state)
{
    (void)state;
    Pool *pool = pool_create(4);
    World world;
    Error err = {""};
    const double radius = 0.25;
    size_t near[2];
    uint64_t tests[2];
    two_rings(&world, pool, 12, NULL);
    for (int i = 0; i < 2; ++i) { // from the roots, and on from there
        uint64_t before = world.scene.work.tests;
        assert_int_equal(near_list_make(&world.list, &world.scene, radius, 0, NULL, &err),
                         NEAR_WHOLE);
        tests[i] = world.scene.work.tests - before;
        near[i] = judge(&world, radius);
        RigidStep step = {vec3d(0.02, -0.1, 0.01), vec3d(0.05, 0.1, 0)};
        world.bodies[1].pose = rigid_pose_moved(&world.bodies[1].pose, &step, 1);
    }
    printf("RAN: %zu and %zu pairs are near, %llu and %llu volumes were compared\n", near[0],
           near[1], (unsigned long long)tests[0], (unsigned long long)tests[1]);
    assert_true(near[0] > 1000 && near[1] > near[0]);
    assert_true(tests[0] > 5000 && tests[1] > 5000);
    world_free(&world);
    pool_free(pool);
}

// --- a drag

typedef struct Fit { // a bolt in a hole of its own size
    PosedPart parts[2];
    LimitBook book;
    SolidCache solids;
    Motion *motion;
} Fit;

static void fit_begin(Fit *fit, Pool *pool, const struct BvType *kind)
{
    Error err = {""};
    static const uint8_t roles[2] = {MOTION_STANDS, MOTION_HAND};
    Mesh *meshes[2] = {shape_ring(5, 12, 10, 48), shape_cylinder(5, 16, 48)};
    *fit = (Fit){.motion = NULL};
    for (int i = 0; i < 2; ++i) {
        fit->parts[i] =
            (PosedPart){.tree = bvh_build(meshes[i], &(BvhDesc){.type = kind}, NULL, &err),
                        .placement = affine_translation(vec3d(0, 3.0 * i, 0)),
                        .active = true};
        assert_non_null(fit->parts[i].tree);
        mesh_release(meshes[i]);
    }
    MotionDesc desc = {.parts = fit->parts,
                       .roles = roles,
                       .part_count = 2,
                       .pivot = vec3d(0, 3, 0),
                       .book = &fit->book,
                       .solids = &fit->solids,
                       .pool = pool};
    fit->motion = motion_begin(&desc, NULL, &err);
    assert_non_null(fit->motion);
}

static void fit_end(Fit *fit)
{
    motion_end(fit->motion);
    for (int i = 0; i < 2; ++i)
        bvh_release((Bvh *)fit->parts[i].tree);
    solid_cache_free(&fit->solids);
    limit_book_free(&fit->book);
}

enum { FRAMES = 14 };

static MotionWish wish_at(Rng *rng, int frame, uint64_t work)
{
    Vec3d to = vec3d_add(vec3d(0.3, 3 + 0.8 * frame, -0.2), rng_in_cube(rng, 0.2));
    return (MotionWish){.target = rigid_pose_at(to), .mode = MOTION_SLIDE, .work = work};
}

typedef struct Drag {
    RigidPose poses[FRAMES];
    MotionWork work[FRAMES];
} Drag;

static Drag drag(int threads, uint64_t work, const struct BvType *kind)
{
    Fit fit;
    Drag out;
    Rng rng = rng_create(5);
    Pool *pool = pool_create(threads);
    fit_begin(&fit, pool, kind);
    for (int i = 0; i < FRAMES; ++i) {
        Error err = {""};
        MotionWish wish = wish_at(&rng, i, work);
        MotionResult result;
        assert_true(motion_step(fit.motion, &wish, &result, &err));
        out.poses[i] = motion_pose(fit.motion);
        out.work[i] = result.work;
    }
    fit_end(&fit);
    pool_free(pool);
    return out;
}

static void drags_are_the_same_on_any_number_of_threads(void **state)
{
    (void)state;
    uint64_t tests = 0;
    for (uint64_t work = 0; work <= 3000; work += 3000) {
        const struct BvType *kind = work > 0 ? NULL : &bv_aabb;
        Drag alone = drag(1, work, kind);
        for (int i = 1; i < COUNTS; ++i) {
            Drag shared = drag(thread_counts[i], work, kind);
            assert_memory_equal(alone.poses, shared.poses, sizeof alone.poses);
            assert_memory_equal(alone.work, shared.work, sizeof alone.work);
        }
        for (int i = 0; i < FRAMES; ++i)
            tests += alone.work[i].tests;
        assert_true(alone.poses[FRAMES - 1].pivot.y > 6);
    }
    printf("RAN: %llu volumes compared in %d frames\n", (unsigned long long)tests, 2 * FRAMES);
    assert_true(tests > 20000);
}

// --- cancelling

typedef struct Watch { // a clock that counts the looks at it, and cancels at one of them
    _Atomic uint64_t looks;
    uint64_t end;
} Watch;

static double look(void *user)
{
    Watch *watch = user;
    return atomic_fetch_add(&watch->looks, 1) + 1 >= watch->end ? 1 : 0;
}

// Between two looks a thread takes no more than 128 closest points.
static void cancel_is_heard_on_all_threads(void **state)
{
    (void)state;
    enum { THREADS = 4, MOST_BETWEEN = 140 };
    int cancelled = 0;
    uint64_t worst = 0;
    Pool *pool = pool_create(THREADS);
    for (uint64_t end = 1; end < 1500; end += 88) {
        World world;
        Error err = {""};
        Watch watch = {.end = end};
        const Deadline deadline = {look, &watch, 0.5};
        const Budget budget = {.deadline = &deadline};
        two_rings(&world, pool, 16, NULL);
        enum NearStatus status = near_list_make(&world.list, &world.scene, 0.3, 0, &budget, &err);
        uint64_t units = motion_work_units(&world.scene.work), looks = watch.looks;
        if (units > MOST_BETWEEN * (looks + THREADS))
            fail_msg("%llu units of work and %llu looks", (unsigned long long)units,
                     (unsigned long long)looks);
        worst = units / looks > worst ? units / looks : worst;
        cancelled += looks >= end;
        assert_true(looks <= end + 4 * THREADS); // nobody goes on: a few who all find it out
        if (status != NEAR_WHOLE)                // but they can
            assert_int_equal(near_list_make(&world.list, &world.scene, 0.3, 0, NULL, &err),
                             NEAR_WHOLE);
        world_free(&world);
    }
    pool_free(pool);
    printf("RAN: %d lists cancelled, at most %llu units of work for a look\n", cancelled,
           (unsigned long long)worst);
    assert_true(cancelled > 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_are_the_same_on_any_number_of_threads),
        cmocka_unit_test(shared_lists_are_complete),
        cmocka_unit_test(drags_are_the_same_on_any_number_of_threads),
        cmocka_unit_test(cancel_is_heard_on_all_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
