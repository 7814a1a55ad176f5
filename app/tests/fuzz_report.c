// Any bytes at all as a JSON report: refused with a message, or read and written, and what was written is
// read and written again alike. Build with -DSNUG_FUZZ=ON (clang).
#include "app/report/report_read.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static char *again(const char *text, size_t size, size_t *out_size)
{
    ReadReport report;
    Error err = {""};
    if (!report_parse(&report, "fuzz", text, size, &err)) {
        require(err.text[0] != '\0');
        return NULL;
    }
    require(fit_report_finish(&report.fit, &err));
    ReportInput in = read_report_input(&report);
    char *written = report_make(REPORT_json, &in, out_size);
    require(written != NULL);
    read_report_free(&report);
    return written;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t first_size = 0, second_size = 0;
    char *first = again((const char *)data, size, &first_size);
    char *second = first ? again(first, first_size, &second_size) : NULL;
    // Numbers that no check writes may be told as null; from then on nothing changes.
    if (second) {
        size_t third_size = 0;
        char *third = again(second, second_size, &third_size);
        require(third && third_size == second_size && memcmp(second, third, third_size) == 0);
        free(third);
    }
    free(first);
    free(second);
    return 0;
}
