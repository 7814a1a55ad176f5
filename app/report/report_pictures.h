// Pictures for the report: the two parts of a row and where they meet, drawn without a window.
#ifndef SNUG_APP_REPORT_REPORT_PICTURES_H
#define SNUG_APP_REPORT_REPORT_PICTURES_H

#include "app/report/report_file.h"

enum { REPORT_MAX_PICTURES = 48, REPORT_PICTURE_WIDTH = 400, REPORT_PICTURE_HEIGHT = 300 };

// One entry per row of check->fit, the first REPORT_MAX_PICTURES with a picture. NULL with the
// reason in err: nothing can be drawn on this machine, or it was cancelled. Makes a GL context of
// its own current and leaves none: not on a thread that draws a window.
ReportPicture *report_pictures_draw(const FitCheck *check, Job *job, Error *err);
void report_pictures_free(ReportPicture *pictures, size_t count); // NULL is fine

#endif
