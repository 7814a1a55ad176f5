// The budget of a frame: a drag with it ends where it does without, in the same bits every time, and
// whoever cancels is heard soon. All of it counted, nothing timed.
#include "core/base/memory.h"
#include "core/motion/mover.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"
#include "core/tree/build/build.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { FRAMES = 24, REST = 10, ALL = FRAMES + REST };

// A flush bolt in its block.
typedef struct Fit {
    PosedPart parts[2];
    LimitBook book;
    SolidCache solids;
    Motion *motion;
} Fit;

// Memory that counts how often it is asked for, and cancels a job at one of the requests.
static struct Counter {
    Job *job;                  // NULL: it does not count
    uint64_t asked, at, after; // since the grab began; to cancel; and since then
} memory;

static void fit_begin(Fit *fit, int32_t segments, Job *job)
{
    Error err = {""};
    static const uint8_t roles[2] = {MOTION_STANDS, MOTION_HAND};
    Mesh *meshes[2] = {shape_ring(5, 12, 10, segments), shape_cylinder(5, 16, segments)};
    *fit = (Fit){.motion = NULL};
    for (int i = 0; i < 2; ++i) {
        fit->parts[i] = (PosedPart){.tree = bvh_build(meshes[i], NULL, NULL, &err),
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
                       .solids = &fit->solids};
    memory.job = job;
    memory.asked = memory.after = 0;
    fit->motion = motion_begin(&desc, job, &err);
    memory.job = NULL;
    assert_true(fit->motion || (job_cancelled(job) && err.text[0] == 0));
}

static void fit_end(Fit *fit)
{
    motion_end(fit->motion);
    for (int i = 0; i < 2; ++i)
        bvh_release((Bvh *)fit->parts[i].tree);
    solid_cache_free(&fit->solids);
    limit_book_free(&fit->book);
}

// A hand that pulls it out, trembling and pressing, and then holds still.
static MotionWish wish_at(Rng *rng, int frame, RigidPose *target, uint64_t work)
{
    if (frame < FRAMES)
        *target =
            rigid_pose_at(vec3d_add(vec3d(0.3, 3 + 0.4 * frame, -0.2), rng_in_cube(rng, 0.2)));
    return (MotionWish){.target = *target, .mode = MOTION_SLIDE, .work = work};
}

typedef struct Run {
    RigidPose poses[ALL];
    uint64_t most; // units in a frame
    int stopped;
} Run;

static Run run(uint64_t work)
{
    Fit fit;
    Run out = {.most = 0};
    Rng rng = rng_create(3);
    RigidPose target;
    fit_begin(&fit, 32, NULL);
    for (int i = 0; i < ALL; ++i) {
        Error err = {""};
        MotionWish wish = wish_at(&rng, i, &target, work);
        MotionResult result;
        assert_true(motion_step(fit.motion, &wish, &result, &err));
        uint64_t units = motion_work_units(&result.work);
        out.most = units > out.most ? units : out.most;
        out.stopped += result.end == ADVANCE_STOPPED;
        out.poses[i] = motion_pose(fit.motion);
    }
    fit_end(&fit);
    return out;
}

static void a_budget_does_not_change_where_a_drag_ends(void **state)
{
    (void)state;
    Fit fit;
    fit_begin(&fit, 32, NULL);
    double inset = motion_inset(fit.motion);
    fit_end(&fit);
    Run without = run(0), with = run(without.most / 4), again = run(without.most / 4);
    double off = vec3d_distance(without.poses[ALL - 1].pivot, with.poses[ALL - 1].pivot);
    printf("RAN: at most %llu units in a frame, %llu with a quarter of it, which %d frames missed;"
           " ends %.3f insets apart\n",
           (unsigned long long)without.most, (unsigned long long)with.most, with.stopped,
           off / inset);
    assert_true(without.stopped == 0 && with.stopped > 0 && with.most < without.most);
    assert_true(off <= 4 * inset);
    // It is pulled out in both, and rests when the hand has been still for a while.
    assert_true(with.poses[ALL - 1].pivot.y > 3 + 0.3 * FRAMES);
    assert_memory_equal(&with.poses[ALL - 2], &with.poses[ALL - 1], sizeof with.poses[0]);
    // The same budget, the same bits.
    assert_memory_equal(with.poses, again.poses, sizeof with.poses);
}

// From far above, where lists reach far because nothing is near, down to where very much is, in one leap:
// as a window sees the hand that draws few pictures in a second.
static void a_leap_takes_few_frames(void **state)
{
    (void)state;
    enum { RINGS = 5, PARTS = RINGS + 1, MOST = 20 };
    Error err = {""};
    Fit fit = {.motion = NULL};
    PosedPart parts[PARTS];
    uint8_t roles[PARTS] = {MOTION_HAND};
    for (int i = 0; i < PARTS; ++i) {
        Mesh *mesh = i == 0 ? shape_ring(14, 30, 10, 384) : shape_ring(5, 12, 10, 160);
        Affine at =
            affine_translation(i == 0 ? vec3d(0, 80, 0) : vec3d(26.0 * (i - 3), 0, 2.0 * i));
        parts[i] =
            (PosedPart){.tree = bvh_build(mesh, NULL, NULL, &err), .placement = at, .active = true};
        assert_non_null(parts[i].tree);
        mesh_release(mesh);
        roles[i] = i == 0 ? MOTION_HAND : MOTION_STANDS;
    }
    MotionDesc desc = {.parts = parts,
                       .roles = roles,
                       .part_count = PARTS,
                       .pivot = vec3d(0, 80, 0),
                       .book = &fit.book,
                       .solids = &fit.solids};
    fit.motion = motion_begin(&desc, NULL, &err);
    assert_non_null(fit.motion);
    MotionResult result = {.end = ADVANCE_STOPPED};
    int frames = 0;
    for (; frames < MOST && (result.moved || result.end != ADVANCE_BLOCKED); ++frames) {
        RigidPose target = rigid_pose_at(vec3d(0, frames < 4 ? 80 - 10 * frames : 3, 0));
        MotionWish wish = {.target = target, .mode = MOTION_SLIDE, .work = 5000};
        assert_true(motion_step(fit.motion, &wish, &result, &err));
    }
    double height = motion_pose(fit.motion).pivot.y;
    printf("RAN: %d frames, ends at %g\n", frames, height);
    // It stands on the others.
    assert_true(result.end == ADVANCE_BLOCKED && result.blocker_count > 0);
    assert_true(height > 10 && height < 10 + 4 * motion_gap(fit.motion));
    assert_true(frames < MOST);
    motion_end(fit.motion);
    for (int i = 0; i < PARTS; ++i)
        bvh_release((Bvh *)parts[i].tree);
    solid_cache_free(&fit.solids);
    limit_book_free(&fit.book);
}

// A clock that sees how much work was done between two looks at it, and cancels at one of them.
typedef struct Watch {
    const MotionScene *scene; // of the hand
    uint64_t looks, end;
    uint64_t units, most; // at the last look, and between two of them
} Watch;

// Without that of lists, which is counted when they are made: see test_motion_threads.
static uint64_t units_of(const Watch *watch)
{
    MotionWork work = watch->scene->work;
    work.tests = work.closest = 0;
    return motion_work_units(&work);
}

static void note_units(Watch *watch)
{
    uint64_t units = units_of(watch);
    watch->most = units - watch->units > watch->most ? units - watch->units : watch->most;
    watch->units = units;
}

static double look(void *user)
{
    Watch *watch = user;
    note_units(watch);
    return ++watch->looks >= watch->end ? 1 : 0;
}

// Whoever cancels is heard within so many units of work, some 0.1 ms, whatever is being done.
static void cancel_is_heard_soon(void **state)
{
    (void)state;
    enum { MOST_BETWEEN = 330 };
    uint64_t cancelled = 0, most = 0, rows = 0;
    for (uint64_t end = 1; end <= 120; end += 17) {
        Fit fit;
        Rng rng = rng_create(3);
        RigidPose target;
        fit_begin(&fit, 96, NULL);
        for (int i = 0; i < 6; ++i) {
            Error err = {""};
            Watch watch = {.scene = &fit.motion->movers[HAND_BODY]->scene, .end = end};
            const Deadline deadline = {look, &watch, 0.5};
            const Budget budget = {.deadline = &deadline};
            MotionWish wish = wish_at(&rng, i, &target, 0);
            MotionResult result;
            wish.budget = &budget;
            watch.units = units_of(&watch);
            assert_true(motion_step(fit.motion, &wish, &result, &err));
            note_units(&watch);
            most = watch.most > most ? watch.most : most;
            rows += result.work.rows;
            cancelled += result.end == ADVANCE_STOPPED;
        }
        fit_end(&fit);
    }
    printf("RAN: %llu frames cancelled, at most %llu units of work between two looks; %llu rows\n",
           (unsigned long long)cancelled, (unsigned long long)most, (unsigned long long)rows);
    assert_true(cancelled > 10 && most <= MOST_BETWEEN);
}

// --- the grab

static void count(void)
{
    if (!memory.job)
        return;
    memory.after += job_cancelled(memory.job);
    if (++memory.asked == memory.at)
        job_cancel(memory.job);
}

static void *counted_alloc(void *user, size_t size)
{
    (void)user;
    count();
    return malloc(size);
}

static void *counted_resize(void *user, void *old, size_t size)
{
    (void)user;
    count();
    return realloc(old, size);
}

static void counted_free(void *user, void *block)
{
    (void)user;
    free(block);
}

// A grab asks for memory all the way, some 500 times: wherever it is cancelled, it ends a few requests later.
static void a_grab_is_cancelled_soon(void **state)
{
    (void)state;
    enum { PLACES = 40, MOST_AFTER = 64 };
    Fit fit;
    Job never = {0};
    fit_begin(&fit, 64, &never);
    uint64_t all = memory.asked, most = 0;
    fit_end(&fit);
    for (uint64_t i = 1; i <= PLACES; ++i) {
        Job job = {0};
        memory.at = all * i / PLACES;
        fit_begin(&fit, 64, &job);
        assert_null(fit.motion);
        most = memory.after > most ? memory.after : most;
        fit_end(&fit);
    }
    memory.at = 0;
    printf("RAN: a grab asks %llu times for memory, at most %llu times after it was cancelled\n",
           (unsigned long long)all, (unsigned long long)most);
    assert_true(all > 4 * MOST_AFTER && most <= MOST_AFTER);
}

int main(void)
{
    assert_true(mem_set_hooks(&(MemoryHooks){counted_alloc, counted_resize, counted_free, NULL}));
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_does_not_change_where_a_drag_ends),
        cmocka_unit_test(a_leap_takes_few_frames),
        cmocka_unit_test(cancel_is_heard_soon),
        cmocka_unit_test(a_grab_is_cancelled_soon),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
