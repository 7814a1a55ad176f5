// The rows of the Clashes panel in groups: by part, by subassembly, by place. Threads, once they are found, are a
// group of their own, however the others are grouped.
#ifndef SNUG_APP_WINDOW_PANELS_CLASH_GROUPS_H
#define SNUG_APP_WINDOW_PANELS_CLASH_GROUPS_H

#include "app/stages/app.h"

enum ClashGrouping { GROUP_NONE, GROUP_PART, GROUP_SUBASSEMBLY, GROUP_PLACE, GROUPING_COUNT };

typedef struct ClashLine {
    int32_t row;   // of app->fit; -1: the title of a group
    int32_t group; // which one
} ClashLine;

typedef struct ClashGroup {
    char title[160];
    int32_t count;
} ClashGroup;

typedef struct ClashGroups {
    ClashLine *lines; // NULL: not grouped, or memory ran short
    size_t count;
    ClashGroup *groups; // the one with the gravest row first
    int32_t group_count;
    enum ClashGrouping grouping;
    uint32_t fit_version, names_version, threads_version;
} ClashGroups; // zero: rows as they are

// Brought up to date if it is not.
void clash_groups_update(ClashGroups *groups, const App *app, enum ClashGrouping grouping);
void clash_groups_free(ClashGroups *groups);

#endif
