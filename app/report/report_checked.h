// What a report is about, so exactly that another run can tell what has changed since: a digest of each
// part as it was checked, mesh, place and names, and one of everything else that verdicts follow from.
#ifndef SNUG_APP_REPORT_REPORT_CHECKED_H
#define SNUG_APP_REPORT_REPORT_CHECKED_H

#include "app/io/sha256.h"
#include "core/meaning/fit_report.h"

typedef struct CheckedPart {
    char *key;
    char digest[SHA256_TEXT];
} CheckedPart;

typedef struct ReportChecked {
    char conditions[SHA256_TEXT]; // version of the program, tolerances, clearance, unit, rules
    CheckedPart *parts;           // in the order of the assembly's
    int32_t count;
    // Of a report about a share of the pairs; 0: of all of them.
    int32_t shard, shards;
    int64_t date; // of a share: what the report about all has to know
    char *notes;  // of a share, likewise: the clash book as text; NULL: none
} ReportChecked;

// False: memory ran short, and *out is empty.
bool report_checked_make(ReportChecked *out, const FitCheck *check);
void report_checked_free(ReportChecked *checked);

#endif
