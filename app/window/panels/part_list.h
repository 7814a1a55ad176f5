// The rows of the list of parts: groups with what is in them, and parts in no group; what was
// folded, is being renamed or pointed at.
#ifndef SNUG_APP_WINDOW_PANELS_PART_LIST_H
#define SNUG_APP_WINDOW_PANELS_PART_LIST_H

#include "app/stages/app.h"

typedef struct PartRow {
    int32_t part;      // of a group: its first one
    bool header;       // of a group, with the figures below
    bool inside;       // a group
    int depth;         // groups that it is in
    const char *group; // of a header: its path, interned
    int32_t count, visible, selected, locked;
    int64_t triangles;
} PartRow;

enum { PART_LIST_MAX_FOLDED = 256 };

typedef struct PartList {
    PartRow *rows;
    size_t count, capacity;
    const char *folded[PART_LIST_MAX_FOLDED]; // interned names of groups
    int folded_count;
    size_t revealed; // the row of the primary part when the list was last drawn
    // The part, or a group that it is in, is being renamed; NO_PART: none.
    int32_t renamed;
    const char *renamed_group; // interned, or NULL: the part
    bool rename_begins;
    char rename_text[128];
} PartList;

// parts: those that are not removed. Groups stand where their first part does, in the list and in
// the group that they are in.
void part_list_fill(PartList *list, const App *app, const int32_t *parts, size_t count,
                    const char *filter);
bool part_list_folded(const PartList *list, const char *group);
void part_list_fold(PartList *list, const char *group, bool fold);
void part_list_fold_all(PartList *list, bool fold);       // those that are in the list now
void part_list_reveal(PartList *list, const char *group); // unfolds it and what it is in
// Begins: of a part, or of a group (interned) that it is in.
void part_list_rename(PartList *list, const App *app, int32_t part, const char *group);
// The name, without those of the groups that the row stands in.
const char *part_list_name(const App *app, const PartRow *row);
void part_list_free(PartList *list);

#endif
