// The same drag ends in the same bits, whichever compiler built the program: one hash over all poses of
// drags in every mode, turning locked and free, and over the work that was done for them. ./test.sh runs
// this program as built by gcc and by clang.
#include "core/base/cpu.h"
#include "core/base/utf8.h"
#include "core/tests/motion_bench.h"
#include "core/tests/odd_shapes.h"
#include "core/tests/test_set.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { SCENES = 18, FRAMES = 21 };
static const uint64_t EXPECTED = UINT64_C(0xae6f317151ae86f6);

static const char WHAT_TO_DO[] =
    "If parts were meant to move as they did, something depends on the compiler, the machine or\n"
    "chance: write the poses of two builds and compare them,\n"
    "    SNUG_POSES=/tmp/poses.txt build/release/core/tests/test_core_motion_bytes\n"
    "    SNUG_POSES=/tmp/others.txt build/core/core/tests/test_core_motion_bytes\n"
    "If they are meant to move otherwise, and everything else passes, put the new hash into\n"
    "core/tests/test_motion_bytes.c.";

typedef struct Poses {
    uint64_t hash;
    FILE *file; // NULL: only the hash
    size_t held;
} Poses;

static void say_frame(Poses *out, const Bench *bench, const MotionResult *result)
{
    char line[400];
    for (int32_t i = 0; i < bench->count; ++i) {
        const Affine *p = &bench->parts[i].placement;
        snprintf(line, sizeof line, "%a %a %a  %a %a %a  %a %a %a  %a %a %a\n", p->m[0][0],
                 p->m[0][1], p->m[0][2], p->m[1][0], p->m[1][1], p->m[1][2], p->m[2][0], p->m[2][1],
                 p->m[2][2], p->p.x, p->p.y, p->p.z);
        out->hash = utf8_hash(line, out->hash);
        if (out->file)
            fputs(line, out->file);
    }
    snprintf(line, sizeof line, "end %d, %llu units of work\n", (int)result->end,
             (unsigned long long)motion_work_units(&result->work));
    out->hash = utf8_hash(line, out->hash);
    if (out->file)
        fputs(line, out->file);
}

// Arguments are evaluated in any order: what is drawn is drawn one after the other.
static Affine place_on_grid(Rng *rng)
{
    int x = rng_below(rng, 5), y = rng_below(rng, 3), z = rng_below(rng, 3);
    return affine_translation(vec3d(2 * (x - 2), 2 * (y - 1), 2 * (z - 1)));
}

static void add_parts(Bench *bench, Rng *rng, bool grid, bool loose)
{
    int32_t parts = 2 + rng_below(rng, 4);
    for (int32_t i = 0; i < parts; ++i) {
        Affine place = grid ? place_on_grid(rng) : rng_rotation(rng);
        if (!grid)
            place.p = rng_in_cube(rng, 4);
        bench_add(bench,
                  grid || i % 3 == 0 ? shape_box(vec3d(2, 2, 2))
                  : i % 3 == 1       ? shape_cylinder(1, 3, 12)
                                     : shape_torus(1.2, 0.4, 12, 8),
                  place);
        bench->roles[i] = loose ? MOTION_LOOSE : MOTION_STANDS;
    }
}

static void drag_about(Poses *out, uint64_t seed)
{
    Rng rng = rng_create(seed);
    Bench bench = {0};
    enum MotionMode mode = seed % 3 == 0 ? MOTION_STOP : seed % 3 == 1 ? MOTION_SLIDE : MOTION_PUSH;
    add_parts(&bench, &rng, seed % 2, mode == MOTION_PUSH);
    grab(&bench, false);
    Vec3d at = place_of(&bench);
    for (int frame = 0; frame < FRAMES; ++frame) {
        Vec3d turn = rng_in_cube(&rng, 0.4);
        at = vec3d_scale(vec3d_add(at, rng_in_cube(&rng, 1.5)), 0.9);
        MotionResult result = pull(&bench, mode, at, turn, frame / 7 % 2);
        say_frame(out, &bench, &result);
    }
    out->held += bench.held;
    bench_free(&bench);
}

// In a hole with little play, pressed to all sides, where least constraint has most to do.
static void drag_peg(Poses *out)
{
    Rng rng = rng_create(3);
    Bench bench = {0};
    bench_add(&bench, shape_ring(5.01, 12, 10, 24), affine_identity());
    bench_add(&bench, shape_cylinder(5, 16, 24), affine_identity());
    grab(&bench, false);
    for (int frame = 0; frame < FRAMES; ++frame) {
        Vec3d turn = rng_in_cube(&rng, 0.035);
        Vec3d to = vec3d_add(vec3d(0, 0.8 * frame, 0), rng_in_cube(&rng, 0.5));
        MotionResult result = pull(&bench, MOTION_SLIDE, to, turn, true);
        say_frame(out, &bench, &result);
    }
    out->held += bench.held;
    bench_free(&bench);
}

static void the_same_drags_end_in_the_same_bits(void **state)
{
    (void)state;
    const char *path = getenv("SNUG_POSES");
    // With what the processor has, and as if it had no vectors of eight.
    for (int narrow = 0; narrow < 2; ++narrow) {
        Poses out = {.hash = 0};
        cpu_pretend(narrow ? CPU_VECTORS_BASELINE : CPU_VECTORS_FOUND);
        if (path && !narrow)
            assert_non_null(out.file = fopen(path, "w"));
        for (uint64_t seed = 1; seed <= SCENES; ++seed)
            drag_about(&out, seed);
        drag_peg(&out);
        if (out.file)
            assert_int_equal(fclose(out.file), 0);
        printf("RAN: %d drags, %zu frames held\n", SCENES + 1, out.held);
        assert_true(out.held > 50);
        if (out.hash != EXPECTED)
            fail_msg("%s: the hash of all poses is 0x%016llx, expected 0x%016llx.\n%s",
                     narrow ? "vectors of four" : "as the processor can",
                     (unsigned long long)out.hash, (unsigned long long)EXPECTED, WHAT_TO_DO);
    }
    cpu_pretend(CPU_VECTORS_FOUND);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_drags_end_in_the_same_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
