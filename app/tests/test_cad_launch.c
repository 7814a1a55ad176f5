// Programs in the place of the importer of CAD files, which misbehave: one sentence each, and an end.
#include "app/io/cad_launch.h"
#include "app/tests/cad_machine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[] = "/tmp/snug-cad-XXXXXX";

// Runs a shell script as the importer; false with the reason why it failed.
static bool launch(const char *script, const CadLimits *limits, Job *job, Error *err)
{
    char path[64];
    snprintf(path, sizeof path, "%s/importer", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s\n", script);
    fclose(file);
    assert_int_equal(chmod(path, 0755), 0);
    ImportResult result = {0};
    err->text[0] = '\0';
    ImportFile in = {.name = "a.step", .path = "/a.step", .out = &result, .job = job, .err = err};
    bool good = cad_launch(&in, &cad_importer_occt, path, "--step", limits);
    import_result_free(&result);
    unlink(path);
    return good;
}

static void run(const char *script, const CadLimits *limits, Job *job, Error *err)
{
    assert_false(launch(script, limits, job, err));
}

// One that has sent everything is not waited for.
static void check_one_that_stays(const CadLimits *limits)
{
    static CadBytes bytes;
    char path[64], script[128];
    snprintf(path, sizeof path, "%s/stream", folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    put_machine(&bytes);
    assert_int_equal(fwrite(bytes.data, 1, bytes.size, file), bytes.size);
    fclose(file);
    snprintf(script, sizeof script, "cat %s; exec sleep 600", path);
    Error err;
    if (!launch(script, limits, NULL, &err))
        fail_msg("%s", err.text);
    unlink(path);
}

static void test_programs_that_misbehave(void **state)
{
    (void)state;
    assert_non_null(mkdtemp(folder));
    static const struct {
        const char *script, *says;
    } rows[] = {{"kill -SEGV $$", "crashed on this file (Segmentation fault)"},
                {"kill -ABRT $$", "crashed on this file (Aborted)"},
                {"kill -XCPU $$", "took more than 60 s and was stopped"},
                {"exit 127", "is the package libocct-data-exchange-7.6 installed?"},
                {"exit 3", "ended without a result (exit code 3)"},
                {"printf 'SnugCAD\\n\\001\\000\\000\\000'; kill -SEGV $$", "crashed"},
                {"printf 'SnugCAD\\n\\011\\000\\000\\000'; sleep 600", "speaks version 9"},
                {"echo this is not what was asked for; exec sleep 600", "another format"},
                {"exec cat /dev/zero", "another format"}};
    const CadLimits limits = {.cpu_seconds = 60, .silent_seconds = 60};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Error err;
        run(rows[i].script, &limits, NULL, &err);
        if (!strstr(err.text, rows[i].says) || strncmp(err.text, "a.step: ", 8) != 0)
            fail_msg("'%s': '%s'", rows[i].script, err.text);
    }
    Error err;
    const CadLimits impatient = {.cpu_seconds = 60, .silent_seconds = 0.05};
    run("exec sleep 600", &impatient, NULL, &err);
    assert_non_null(strstr(err.text, "was stopped"));
    Job job = {0};
    job_cancel(&job);
    run("exec sleep 600", &limits, &job, &err);
    assert_string_equal(err.text, "a.step: cancelled");
    check_one_that_stays(&limits);
    assert_int_equal(rmdir(folder), 0);
}

static void test_importer_that_is_not_there(void **state)
{
    (void)state;
    char path[64];
    Error err = {""};
    setenv("SNUG_IMPORTER", "/nonexistent/importer", 1);
    assert_true(cad_find_importer(&cad_importer_occt, "a.step", path, sizeof path, &err));
    ImportResult result = {0};
    const CadLimits limits = {.cpu_seconds = 60, .silent_seconds = 60};
    ImportFile in = {.name = "a.step", .path = "/a.step", .out = &result, .err = &err};
    assert_false(cad_launch(&in, &cad_importer_occt, path, "--step", &limits));
    assert_non_null(strstr(err.text, "cannot be started: No such file"));
    // Nor is one beside the tests.
    unsetenv("SNUG_IMPORTER");
    assert_false(cad_find_importer(&cad_importer_occt, "a.step", path, sizeof path, &err));
    assert_non_null(strstr(err.text, "install the package libocct-data-exchange-dev"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_programs_that_misbehave),
        cmocka_unit_test(test_importer_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
