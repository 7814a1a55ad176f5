// What `snug check --path` says: the verdict on a path, in words and for programs.
#ifndef SNUG_APP_REPORT_PATH_REPORT_H
#define SNUG_APP_REPORT_PATH_REPORT_H

#include "app/report/report_file.h"
#include "app/stages/app.h"

// Text or JSON, of the proof that is known; to be freed. NULL: memory ran short.
char *path_report(const App *app, enum ReportFormat format);

#endif
