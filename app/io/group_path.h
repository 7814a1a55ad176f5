// Groups of parts, and groups within groups, by their path: "Gearbox/Input shaft". A group is there
// as long as a part is in it, so the paths of the parts are the whole tree.
#ifndef SNUG_APP_IO_GROUP_PATH_H
#define SNUG_APP_IO_GROUP_PATH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GROUP_PATH_MAX = 480 }; // bytes without the final 0

// A clean path from what was typed or read: clean names (text.h) between single slashes, "" where
// nothing is left. Levels that do not fit any more are left out. out: GROUP_PATH_MAX + 1 bytes.
void group_path_clean(const char *text, char *out);
// Adds one level; slashes in the name become something that looks alike. False: it does not fit,
// or the name is empty.
bool group_path_add(char path[GROUP_PATH_MAX + 1], const char *name);

bool group_path_holds(const char *group, const char *path); // it or a group within; NULL: none
const char *group_path_name(const char *path);              // without those it is in
int group_path_depth(const char *path);                     // levels: 1 for "A", 2 for "A/B"
size_t group_path_length(const char *path, int levels);     // bytes of its first levels
// By text, each group directly followed by what is in it.
int group_path_compare(const char *a, const char *b);

// Groups as files have them say too much: one part alone is no group. What is left of each path is
// its first `length` bytes, 0: no group. Sorts the list.
typedef struct GroupedPart {
    const char *path;
    size_t length;
    int32_t part;
} GroupedPart;
void group_paths_tidy(GroupedPart *parts, size_t count);
size_t group_paths_common(const GroupedPart *parts, size_t count); // bytes of levels all begin with

#endif
