// Poses as a text file, for other programs and for putting them back:
//     # comment
//     "Shaft" 1 0 0 12.5  0 1 0 0  0 0 1 -3
// A line per part: its key in quotes (a backslash protects a quote or itself), then the three rows
// of the placement, the last number of each the translation.
#ifndef SNUG_APP_ACTIONS_POSES_H
#define SNUG_APP_ACTIONS_POSES_H

#include "app/stages/app.h"

char *poses_text(const App *app); // to be freed; NULL: memory ran short

// Into the document, all or nothing. Lines about parts that are not there or locked are counted.
bool poses_parse(App *app, const char *name, const char *text, size_t size, int32_t *moved,
                 int32_t *unknown, Error *err);
bool poses_read(App *app, const char *path, int32_t *moved, int32_t *unknown, Error *err);

#endif
