// How much space parts share, in every format: a number with its error, or why there is none; and
// nothing at all where nobody asked.
#include "app/report/report_file.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { BLOCK, PIN, TRAY, FAR, PARTS };

typedef struct Bench {
    Assembly assembly;
    PosedPart parts[PARTS];
    FitCheck check;
} Bench;

static void add(Bench *b, const char *name, Mesh *mesh, Vec3d at)
{
    Affine rest = affine_translation(at);
    int32_t i = b->assembly.part_count;
    assert_true(assembly_add(&b->assembly, name, mesh, &rest, 0));
    b->parts[i] = (PosedPart){bvh_build(mesh, NULL, NULL, NULL), rest, true, true};
    assert_non_null(b->parts[i].tree);
}

// A pin 2 x 2 x 8 that stands 3 deep in a block; a box without a lid that the block runs into, and
// whose name is not to be trusted; a box that is only near.
static void bench_check(Bench *b)
{
    *b = (Bench){.assembly = {.unit = UNIT_MM}};
    add(b, "Block", shape_box(vec3d(10, 10, 10)), vec3d(0, 0, 0));
    add(b, "Pin", shape_box(vec3d(2, 2, 8)), vec3d(0, 0, 6));
    Mesh *open = shape_box(vec3d(10, 10, 10));
    open->triangle_count -= 2;
    add(b, "=<Tray>\"", open, vec3d(0, 9, 0));
    add(b, "Far", shape_box(vec3d(2, 2, 2)), vec3d(7, 0, 0));
    b->check = (FitCheck){.assembly = &b->assembly, .parts = b->parts, .desc = {.clearance = 2}};
    Error err = {""};
    if (!fit_check_run(&b->check, NULL, &err))
        fail_msg("%s", err.text);
    b->check.volumes = true;
}

static void bench_free(Bench *b)
{
    fit_check_free(&b->check);
    for (int i = 0; i < PARTS; ++i)
        bvh_release((Bvh *)b->parts[i].tree);
    assembly_free(&b->assembly);
}

static char *written(const Bench *b, enum ReportFormat format)
{
    char *text = report_of(&b->check, format, NULL, NULL, NULL);
    assert_non_null(text);
    return text;
}

static const cJSON *row_of(const cJSON *json, const char *a, const char *b)
{
    const cJSON *row;
    cJSON_ArrayForEach(row, cJSON_GetObjectItem(json, "pairs"))
    {
        const cJSON *names = cJSON_GetObjectItem(row, "parts");
        if (strcmp(cJSON_GetArrayItem(names, 0)->valuestring, a) == 0 &&
            strcmp(cJSON_GetArrayItem(names, 1)->valuestring, b) == 0)
            return row;
    }
    fail_msg("no row about %s and %s", a, b);
    return NULL;
}

static void test_json(void **state)
{
    (void)state;
    Bench b;
    bench_check(&b);
    char *text = written(&b, REPORT_json);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    const cJSON *pin = row_of(json, "Block", "Pin");
    double volume = cJSON_GetObjectItem(pin, "common_volume")->valuedouble;
    double error = cJSON_GetObjectItem(pin, "common_volume_error")->valuedouble;
    assert_true(fabs(volume - 12) <= error && error < 1e-6);
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(pin, "common_volume_unknown")));
    const cJSON *tray = row_of(json, "Block", "=<Tray>\"");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(tray, "common_volume")));
    assert_string_equal(cJSON_GetObjectItem(tray, "common_volume_unknown")->valuestring,
                        "=<Tray>\" is not closed");
    const cJSON *far = row_of(json, "Block", "Far");
    assert_true(cJSON_IsNull(cJSON_GetObjectItem(far, "common_volume")));
    assert_string_equal(cJSON_GetObjectItem(far, "common_volume_unknown")->valuestring,
                        "not measured");
    cJSON_Delete(json);
    free(text);
    bench_free(&b);
}

static void test_texts(void **state)
{
    (void)state;
    static const struct {
        enum ReportFormat format;
        const char *words;
    } expected[] = {
        {REPORT_text, "\n  common volume 12 mm³\n"},
        {REPORT_text, "\n  common volume unknown: =<Tray>\" is not closed\n"},
        {REPORT_html, "<dt>Common volume</dt><dd>12 mm³</dd>"},
        {REPORT_html, "<dd>unknown: =&lt;Tray&gt;&quot; is not closed</dd>"},
        {REPORT_csv,
         ",facet_error,clearance,common_volume,common_volume_error,common_volume_unknown\r\n"},
        {REPORT_csv, ",,,\"'=<Tray>\"\" is not closed\"\r\n"},
    };
    Bench b;
    bench_check(&b);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        char *text = written(&b, expected[i].format);
        if (!strstr(text, expected[i].words))
            fail_msg("%s is missing in %s", expected[i].words, text);
        free(text);
    }
    b.check.volumes = false;
    for (int format = 0; format < REPORT_FORMAT_COUNT; ++format) {
        char *text = written(&b, (enum ReportFormat)format);
        assert_null(strstr(text, "ommon"));
        free(text);
    }
    bench_free(&b);
}

static void test_cancel(void **state)
{
    (void)state;
    Bench b;
    bench_check(&b);
    Job job = {0};
    job_cancel(&job);
    assert_null(report_of(&b.check, REPORT_json, NULL, NULL, &job));
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
