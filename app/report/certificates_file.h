// Certificates as a text that other programs read; its form is described in the manual (reports.md).
#ifndef SNUG_APP_REPORT_CERTIFICATES_FILE_H
#define SNUG_APP_REPORT_CERTIFICATES_FILE_H

#include "core/meaning/fit_report.h"

// Of a check that was run; to be freed. NULL: err says why.
char *certificates_text(const FitCheck *check, Error *err);

#endif
