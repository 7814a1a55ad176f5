#include "app/io/asset.h"
#include "app/script/lesson.h"

#include <stdio.h>

static const char FOLDER[] = "lessons", FIGURES[] = "figures", TOURS[] = "tours",
                  ENDING[] = ".lesson";

void lesson_list(NamedFiles *out)
{
    named_files_list(FOLDER, ENDING, out);
}

bool lesson_find(const char *called, char *path, size_t size)
{
    if (named_files_find(FOLDER, ENDING, called, path, size))
        return true;
    char name[sizeof FIGURES + NAMED_FILE_SIZE + sizeof ENDING];
    int written = snprintf(name, sizeof name, "%s/%s%s", FIGURES, called, ENDING);
    return !named_files_is_path(ENDING, called) && written > 0 && (size_t)written < sizeof name &&
           asset_path(name, path, size);
}

void tour_list(NamedFiles *out)
{
    named_files_list(TOURS, ENDING, out);
}

bool tour_find(const char *called, char *path, size_t size)
{
    return named_files_find(TOURS, ENDING, called, path, size);
}
