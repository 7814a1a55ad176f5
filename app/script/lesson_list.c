#include "app/io/asset.h"
#include "app/io/file.h"
#include "app/script/lesson.h"

#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

static const char FOLDER[] = "lessons", FIGURES[] = "figures", ENDING[] = ".lesson";

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

void lesson_list(LessonNames *out)
{
    char folder[1024];
    *out = (LessonNames){0};
    DIR *found = asset_path(FOLDER, folder, sizeof folder) ? opendir(folder) : NULL;
    for (struct dirent *entry; found && (entry = readdir(found)) != NULL;) {
        size_t length = strlen(entry->d_name), ending = strlen(ENDING);
        if (length <= ending || length - ending >= LESSON_NAME_MOST ||
            strcmp(entry->d_name + length - ending, ENDING) != 0 || out->count == LESSON_LIST_MOST)
            continue;
        memcpy(out->names[out->count], entry->d_name, length - ending);
        out->names[out->count++][length - ending] = '\0';
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

bool lesson_find(const char *called, char *path, size_t size)
{
    struct stat info;
    bool is_path = strchr(called, '/') || strstr(called, ENDING);
    if (is_path && stat(called, &info) == 0) {
        int written = snprintf(path, size, "%s", called);
        return written > 0 && (size_t)written < size;
    }
    LessonNames list;
    lesson_list(&list);
    for (int i = 0; i < list.count && !is_path; ++i) {
        if (strcmp(list.names[i], called) != 0 && strcmp(plain(list.names[i]), called) != 0)
            continue;
        char name[sizeof FOLDER + LESSON_NAME_MOST + sizeof ENDING];
        snprintf(name, sizeof name, "%s/%s%s", FOLDER, list.names[i], ENDING);
        return asset_path(name, path, size);
    }
    char name[sizeof FIGURES + LESSON_NAME_MOST + sizeof ENDING];
    int written = snprintf(name, sizeof name, "%s/%s%s", FIGURES, called, ENDING);
    return !is_path && written > 0 && (size_t)written < sizeof name && asset_path(name, path, size);
}
