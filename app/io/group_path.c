#include "app/io/group_path.h"

#include "app/io/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool group_path_add(char path[GROUP_PATH_MAX + 1], const char *name)
{
    static const char alike[] = "\xE2\x88\x95"; // U+2215, the slash of fractions
    char clean[TEXT_NAME_MAX + 1];
    text_clean_name(name, strlen(name), clean);
    size_t used = strlen(path), room = GROUP_PATH_MAX;
    size_t at = used > 0 ? used + 1 : 0;
    if (!clean[0])
        return false;
    char *end = path + at;
    for (const char *c = clean; *c; ++c) {
        size_t size = *c == '/' ? sizeof alike - 1 : 1;
        if ((size_t)(end - path) + size > room) {
            path[used] = 0;
            return false;
        }
        memcpy(end, *c == '/' ? alike : c, size);
        end += size;
    }
    *end = 0;
    if (used > 0)
        path[used] = '/';
    return true;
}

void group_path_clean(const char *text, char *out)
{
    out[0] = 0;
    while (*text) {
        size_t length = strcspn(text, "/");
        char level[4 * TEXT_NAME_MAX];
        snprintf(level, sizeof level, "%.*s", (int)(length < 1000 ? length : 1000), text);
        group_path_add(out, level);
        text += length + (text[length] == '/');
    }
}

bool group_path_holds(const char *group, const char *path)
{
    if (!group || !path)
        return false;
    size_t length = strlen(group);
    return group == path ||
           (strncmp(group, path, length) == 0 && (path[length] == '/' || path[length] == 0));
}

const char *group_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

int group_path_depth(const char *path)
{
    int depth = path[0] != 0;
    for (; *path; ++path)
        depth += *path == '/';
    return depth;
}

size_t group_path_length(const char *path, int levels)
{
    size_t i = 0;
    for (; path[i]; ++i)
        if (path[i] == '/' && --levels == 0)
            break;
    return i;
}

int group_path_compare(const char *a, const char *b)
{
    while (*a && *a == *b)
        ++a, ++b;
    int left =
        *a == '/' ? 1 : (unsigned char)*a + (*a != 0); // the end, then a level, then the rest
    int right = *b == '/' ? 1 : (unsigned char)*b + (*b != 0);
    return (left > right) - (left < right);
}

static int by_path(const void *left, const void *right)
{
    const GroupedPart *a = left, *b = right;
    int order = group_path_compare(a->path, b->path);
    return order ? order : (a->part > b->part) - (a->part < b->part);
}

// Bytes of the levels that both paths begin with.
static size_t shared_length(const GroupedPart *a, const GroupedPart *b)
{
    size_t shared = 0, i = 0;
    for (;; ++i) {
        bool end_a = i == a->length || a->path[i] == '/',
             end_b = i == b->length || b->path[i] == '/';
        if (end_a && end_b)
            shared = i;
        if (i == a->length || i == b->length || a->path[i] != b->path[i])
            return shared;
    }
}

void group_paths_tidy(GroupedPart *parts, size_t count)
{
    if (count < 2) {
        for (size_t i = 0; i < count; ++i)
            parts[i].length = 0;
        return;
    }
    // In this order the parts of a group follow each other: a level that no neighbour has holds one
    // part alone.
    qsort(parts, count, sizeof *parts, by_path);
    size_t before = 0;
    for (size_t i = 0; i < count; ++i) {
        size_t after = i + 1 < count ? shared_length(&parts[i], &parts[i + 1]) : 0;
        size_t kept = before > after ? before : after;
        before = after;
        parts[i].length = kept; // the next one compares with what is left: no level of it is lost
    }
}

size_t group_paths_common(const GroupedPart *parts, size_t count)
{
    size_t common = count > 0 ? parts[0].length : 0;
    for (size_t i = 1; i < count; ++i) {
        size_t shared = shared_length(&parts[0], &parts[i]);
        common = shared < common ? shared : common;
    }
    return common;
}
