#include "app/document/sources.h"

#include "app/io/path.h"
#include "core/base/array.h"

#include <sys/stat.h>

FileStamp file_stamp(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0)
        return (FileStamp){0};
    return (FileStamp){true, (int64_t)info.st_mtim.tv_sec, (int64_t)info.st_mtim.tv_nsec,
                       (int64_t)info.st_size, (uint64_t)info.st_ino};
}

bool file_stamp_equal(const FileStamp *a, const FileStamp *b)
{
    return a->there == b->there && a->seconds == b->seconds && a->nanoseconds == b->nanoseconds &&
           a->size == b->size && a->node == b->node;
}

static int32_t add(Sources *sources, SourceFile file)
{
    if (!array_reserve(&sources->files, &sources->capacity, (size_t)sources->count + 1,
                       sizeof *sources->files)) {
        free(file.path);
        free(file.kit);
        return -1;
    }
    sources->files[sources->count] = file;
    return sources->count++;
}

int32_t sources_add_file(Sources *sources, const char *path, const ImportOptions *options)
{
    char *absolute = path_absolute(path);
    if (!absolute)
        absolute = strdup(path);
    if (!absolute)
        return -1;
    return add(sources, (SourceFile){.path = absolute,
                                     .scene = -1,
                                     .options = *options,
                                     .stamp = file_stamp(absolute)});
}

int32_t sources_add_scene(Sources *sources, int scene)
{
    return add(sources, (SourceFile){.scene = scene});
}

int32_t sources_add_kit(Sources *sources, const char *kit)
{
    char *copy = strdup(kit);
    return copy ? add(sources, (SourceFile){.kit = copy, .scene = -1}) : -1;
}

bool sources_add_part(Sources *sources, int32_t source, const char *name)
{
    char *copy = name ? strdup(name) : NULL;
    if ((name && !copy) ||
        !array_reserve(&sources->parts, &sources->part_capacity, (size_t)sources->part_count + 1,
                       sizeof *sources->parts)) {
        free(copy);
        return false;
    }
    sources->parts[sources->part_count++] = (PartOrigin){source, copy, NULL};
    return true;
}

bool sources_set_group(Sources *sources, const char *group)
{
    if (!group)
        return true;
    PartOrigin *part = &sources->parts[sources->part_count - 1];
    free(part->group);
    part->group = strdup(group);
    return part->group != NULL;
}

bool sources_copy(Sources *to, const Sources *from)
{
    *to = (Sources){0};
    bool good = true;
    for (int32_t i = 0; i < from->count && good; ++i) {
        SourceFile file = from->files[i];
        file.path = file.path ? strdup(file.path) : NULL;
        file.kit = file.kit ? strdup(file.kit) : NULL;
        good = (file.path || !from->files[i].path) && (file.kit || !from->files[i].kit) &&
               add(to, file) >= 0;
    }
    for (int32_t i = 0; i < from->part_count && good; ++i)
        good = sources_add_part(to, from->parts[i].source, from->parts[i].name) &&
               sources_set_group(to, from->parts[i].group);
    if (!good)
        sources_free(to);
    return good;
}

void sources_free(Sources *sources)
{
    for (int32_t i = 0; i < sources->count; ++i) {
        free(sources->files[i].path);
        free(sources->files[i].kit);
    }
    for (int32_t i = 0; i < sources->part_count; ++i) {
        free(sources->parts[i].name);
        free(sources->parts[i].group);
    }
    free(sources->files);
    free(sources->parts);
    *sources = (Sources){0};
}

int64_t sources_date(const Sources *sources)
{
    int64_t date = 0;
    for (int32_t i = 0; i < sources->count; ++i)
        if (sources->files[i].path && sources->files[i].stamp.seconds > date)
            date = sources->files[i].stamp.seconds;
    return date;
}
