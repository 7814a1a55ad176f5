// JSON reports read back: rows as they were written, to be compared, put together or taken over.
#ifndef SNUG_APP_REPORT_REPORT_READ_H
#define SNUG_APP_REPORT_REPORT_READ_H

#include "app/report/report_file.h"

enum { REPORT_MOST_PARTS = 1 << 23 };

typedef struct ReadReport {
    Assembly assembly; // title, unit, keys and names: without meshes
    FitReport fit;     // rows and what is counted; not what follows from the parts
    ReportChecked checked;
    double tolerance; // 0: relative
    int64_t parts, triangles;
} ReadReport;

// Of "snug fit report 2" or a share of one. "name:line: ..." on failure, and *out is empty.
bool report_parse(ReadReport *out, const char *name, const char *text, size_t size, Error *err);
bool report_read(ReadReport *out, const char *path, Error *err);
void read_report_free(ReadReport *report);
// To write it again; it must stay.
ReportInput read_report_input(const ReadReport *report);

#endif
