// JSON reports read back: written again they are the same bytes, and what is no report is refused with its
// line.
#include "app/report/report_read.h"
#include "app/tests/report_fixture.h"

#include <stdlib.h>

static char *written(const Fixture *f, const ReportOrder *order, size_t *size)
{
    char *text = report_of(&f->check, REPORT_json, order, size, NULL);
    assert_non_null(text);
    return text;
}

static void what_is_read_is_written_again(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    size_t size, again_size;
    char *text = written(&f, NULL, &size);
    ReadReport read;
    Error err = {""};
    if (!report_parse(&read, "report", text, size, &err))
        fail_msg("%s", err.text);
    assert_int_equal(read.fit.count, f.check.fit.count);
    assert_int_equal(read.fit.violations, f.check.fit.violations);
    assert_true(fit_report_finish(&read.fit, &err));
    ReportInput in = read_report_input(&read);
    for (int format = 0; format < REPORT_FORMAT_COUNT; ++format) {
        if (format == REPORT_html || format == REPORT_bcf)
            continue; // with pictures
        char *whole = report_of(&f.check, (enum ReportFormat)format, NULL, &size, NULL);
        char *again = report_make((enum ReportFormat)format, &in, &again_size);
        assert_int_equal(size, again_size);
        assert_memory_equal(whole, again, size);
        free(whole);
        free(again);
    }
    read_report_free(&read);
    free(text);
    tear_down(&f);
}

// Every beginning of it, and what was changed by hand.
static void damage_is_told_with_its_line(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    size_t size;
    char *text = written(&f, &(ReportOrder){.shard = 2, .shards = 3}, &size);
    ReadReport read;
    Error err;
    assert_true(report_parse(&read, "whole", text, size, &err));
    assert_int_equal(read.checked.shard, 2);
    assert_int_equal(read.checked.shards, 3);
    read_report_free(&read);
    int refused = 0;
    for (size_t end = 0; end + 2 < size; end += 1 + size / 500) {
        assert_false(report_parse(&read, "torn", text, end, &err));
        assert_memory_equal(err.text, "torn:", 5);
        ++refused;
    }
    static const struct {
        const char *from, *to, *says;
    } rows[] = {{"snug fit shard 2", "snug fit shard 9", ":1: this is no"},
                {"\"unit\": \"mm\"", "\"unit\": \"xx\"", "no such unit"},
                {"\"number\": 2", "\"number\": 9", "no such shard"},
                {"\"numbers\": [0", "\"numbers\": [9", "the first part"},
                {"\"numbers\": [0", "\"numbers\": \"", ""},
                {"\"counts\": true", "\"counts\": null", "\"counts\" must be"},
                {"\"state\": \"inter", "\"state\": \"outer", "not known"},
                {"\"polygons\": ", "\"polygons\":-", ""},
                {"\"clashes\": [{", "\"crashes\": [{", "\"clashes\" must be"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        char *copy = malloc(size + 1);
        memcpy(copy, text, size + 1);
        char *at = strstr(copy, rows[i].from);
        if (!at)
            fail_msg("no %s in the report", rows[i].from);
        memcpy(at, rows[i].to, strlen(rows[i].to));
        assert_false(report_parse(&read, "x", copy, size, &err));
        if (strncmp(err.text, "x:", 2) != 0 || !strstr(err.text, rows[i].says))
            fail_msg("%s: %s", rows[i].to, err.text);
        free(copy);
    }
    free(text);
    tear_down(&f);
    printf("RAN: %d ends\n", refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_read_is_written_again),
                                       cmocka_unit_test(damage_is_told_with_its_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
