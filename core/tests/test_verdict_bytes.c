// The same documents give the same verdicts to the last bit, whichever compiler built the program
// and however many threads it uses: one hash over all that the fit reports of generated documents
// say. ./test.sh runs this program as built by gcc and by clang.
// ctest labels: threads
#include "core/base/pool.h"
#include "core/base/utf8.h"
#include "core/tests/random_parts.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

enum { DOCUMENTS = 150 };
static const uint64_t EXPECTED = UINT64_C(0x6f8f8f2c5d2e35e1);

static const char WHAT_TO_DO[] =
    "If no verdict was meant to change, something depends on the compiler, the machine or chance:\n"
    "write the verdicts of two builds and compare them,\n"
    "    SNUG_VERDICTS=/tmp/verdicts.txt build/release/core/tests/test_core_verdict_bytes\n"
    "    SNUG_VERDICTS=/tmp/others.txt build/core/core/tests/test_core_verdict_bytes\n"
    "If some were meant to, compare with the verdicts of the version before, look at each change,\n"
    "and put the new hash into core/tests/test_verdict_bytes.c.";

typedef struct Verdicts {
    uint64_t hash;
    FILE *file; // NULL: only the hash
} Verdicts;

static void say(Verdicts *out, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(Verdicts *out, const char *format, ...)
{
    char line[1024];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    assert_true(length >= 0 && (size_t)length < sizeof line);
    out->hash = utf8_hash(line, out->hash);
    if (out->file)
        fputs(line, out->file);
}

static void say_point(Verdicts *out, const char *what, Vec3d p)
{
    say(out, "  %s %.17g %.17g %.17g\n", what, p.x, p.y, p.z);
}

static void say_report(Verdicts *out, const FitReport *fit)
{
    char summary[256];
    fit_report_summary(fit, UNIT_MM, summary, sizeof summary);
    say(out, "%s: %zu violations, %zu undecided, %zu near\n", summary, fit->violations,
        fit->undecided, fit->near_pairs);
    for (size_t i = 0; i < fit->count; ++i) {
        const FitRow *row = &fit->rows[i];
        say(out, "%s: %s, %s%s\n", row->text, pair_state_name(row->state), fit_row_verdict(row),
            row->holes_closed ? ", holes closed" : "");
        say(out, "  depth %.17g error %.17g tolerance %.17g distance %.17g inside %d %d\n",
            row->depth, row->depth_error, row->tolerance, row->distance, (int)row->a_in_b,
            (int)row->b_in_a);
        say(out, "  polygons %d curves %d %d length %.17g\n", (int)row->polygons,
            (int)row->curves.closed, (int)row->curves.open, row->curves.length);
        say_point(out, "low", row->where.lo);
        say_point(out, "high", row->where.hi);
        say_point(out, "on a", row->closest[0]);
        say_point(out, "on b", row->closest[1]);
    }
}

static uint64_t hash_of_all(Pool *pool, FILE *file)
{
    Verdicts out = {UTF8_HASH_START, file};
    for (int i = 0; i < DOCUMENTS; ++i) {
        RandomParts parts;
        FitCheck check;
        random_parts_create(&parts, 62000 + (uint64_t)i);
        random_parts_check(&parts, i % 2 ? 5 : 0, pool, &check);
        say(&out, "document %d: ", i);
        say_report(&out, &check.fit);
        fit_check_free(&check);
        random_parts_free(&parts);
    }
    return out.hash;
}

static void verdicts_are_the_same_everywhere(void **state)
{
    (void)state;
    const char *path = getenv("SNUG_VERDICTS");
    FILE *file = path ? fopen(path, "w") : NULL;
    assert_true(!path || file);
    uint64_t alone = hash_of_all(NULL, file);
    assert_true(!file || fclose(file) == 0);
    Pool *pool = pool_create(2);
    assert_non_null(pool);
    uint64_t shared = hash_of_all(pool, NULL);
    pool_free(pool);
    if (alone != shared)
        fail_msg("one thread: 0x%016llx, two: 0x%016llx", (unsigned long long)alone,
                 (unsigned long long)shared);
    if (alone != EXPECTED)
        fail_msg("the hash of all verdicts is 0x%016llx, expected 0x%016llx.\n%s",
                 (unsigned long long)alone, (unsigned long long)EXPECTED, WHAT_TO_DO);
    printf("RAN: verdicts of %d documents, on one and two threads: 0x%016llx\n", DOCUMENTS,
           (unsigned long long)alone);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
