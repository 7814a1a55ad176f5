// realpath() belongs to the X/Open part of POSIX.
#define _XOPEN_SOURCE 700
#include "app/io/path.h"

#include "app/io/file.h"
#include "core/base/array.h"

#include <errno.h>
#include <stdio.h>

static bool is_below(const char *path)
{
    if (path[0] == '/' || (path[0] != '\0' && path[1] == ':'))
        return false;
    for (const char *p = path; *p;) {
        size_t length = strcspn(p, "/\\");
        if (length == 2 && p[0] == '.' && p[1] == '.')
            return false;
        p += length;
        p += *p != '\0';
    }
    return path[0] != '\0';
}

bool path_stays_inside(const char *file, const char *relative)
{
    if (!is_below(relative))
        return false;
    char *beside = path_beside(file, "."), *whole = path_beside(file, relative);
    char *folder = beside ? realpath(beside, NULL) : NULL;
    char *real = whole ? realpath(whole, NULL) : NULL;
    size_t length = folder ? strlen(folder) : 0;
    // What is not there leads nowhere; who reads it says so.
    bool missing = whole && !real && (errno == ENOENT || errno == ENOTDIR);
    bool inside = missing || (folder && real && strncmp(real, folder, length) == 0 &&
                              (real[length] == '/' || length == 1));
    free(beside);
    free(whole);
    free(folder);
    free(real);
    return inside;
}

char *path_beside(const char *file, const char *relative)
{
    size_t folder = relative[0] == '/' ? 0 : (size_t)(file_base_name(file) - file);
    size_t size = strlen(relative) + 1;
    char *path = array_alloc(folder + size, 1);
    if (path) {
        memcpy(path, file, folder);
        memcpy(path + folder, relative, size);
    }
    return path;
}

char *path_in_real_folder(const char *path)
{
    const char *base = file_base_name(path);
    if (!base[0] || strcmp(base, ".") == 0 || strcmp(base, "..") == 0)
        return NULL;
    char *folder = base == path ? strdup(".") : strdup(path);
    if (!folder)
        return NULL;
    if (base != path)
        folder[base - path] = '\0';
    char *real = realpath(folder, NULL);
    free(folder);
    if (!real)
        return NULL;
    size_t size = strlen(real) + strlen(base) + 2;
    char *whole = malloc(size);
    if (whole)
        snprintf(whole, size, "%s%s%s", real, strcmp(real, "/") == 0 ? "" : "/", base);
    free(real);
    return whole;
}

char *path_absolute(const char *path)
{
    char *whole = realpath(path, NULL);
    return whole ? whole : path_in_real_folder(path);
}

char *path_relative(const char *file, const char *target)
{
    // Folders in common, up to and with their last slash.
    size_t common = 0;
    for (size_t i = 0; file[i] && file[i] == target[i]; ++i)
        if (file[i] == '/')
            common = i + 1;
    size_t up = 0;
    for (const char *p = file + common; *p; ++p)
        up += *p == '/';
    size_t size = 3 * up + strlen(target + common) + 1;
    char *relative = malloc(size);
    if (!relative)
        return NULL;
    for (size_t i = 0; i < up; ++i)
        memcpy(relative + 3 * i, "../", 3);
    memcpy(relative + 3 * up, target + common, strlen(target + common) + 1);
    return relative;
}
