#include "app/script/named_files.h"

#include "app/io/asset.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

void named_files_list(const char *folder, const char *ending, NamedFiles *out)
{
    char path[1024];
    size_t tail = strlen(ending);
    *out = (NamedFiles){0};
    DIR *found = asset_path(folder, path, sizeof path) ? opendir(path) : NULL;
    for (struct dirent *entry; found && (entry = readdir(found)) != NULL;) {
        size_t length = strlen(entry->d_name);
        if (length <= tail || length - tail >= NAMED_FILE_SIZE ||
            strcmp(entry->d_name + length - tail, ending) != 0 || out->count == NAMED_FILES_MOST)
            continue;
        memcpy(out->names[out->count], entry->d_name, length - tail);
        out->names[out->count++][length - tail] = '\0';
    }
    if (found)
        closedir(found);
    qsort(out->names, (size_t)out->count, sizeof *out->names, by_name);
}

// "01-why" without its digits.
static const char *plain(const char *name)
{
    size_t digits = strspn(name, "0123456789");
    return digits > 0 && name[digits] == '-' ? name + digits + 1 : name;
}

bool named_files_is_path(const char *ending, const char *called)
{
    return strchr(called, '/') || strstr(called, ending);
}

bool named_files_find(const char *folder, const char *ending, const char *called, char *path,
                      size_t size)
{
    struct stat info;
    bool is_path = named_files_is_path(ending, called);
    if (is_path && stat(called, &info) == 0) {
        int written = snprintf(path, size, "%s", called);
        return written > 0 && (size_t)written < size;
    }
    NamedFiles list;
    named_files_list(folder, ending, &list);
    for (int i = 0; i < list.count && !is_path; ++i) {
        if (strcmp(list.names[i], called) != 0 && strcmp(plain(list.names[i]), called) != 0)
            continue;
        char name[64 + NAMED_FILE_SIZE];
        int written = snprintf(name, sizeof name, "%s/%s%s", folder, list.names[i], ending);
        return written > 0 && (size_t)written < sizeof name && asset_path(name, path, size);
    }
    return false;
}
