#include "app/io/cache_folder.h"

#include "app/io/config.h"
#include "app/io/file.h"
#include "app/io/memory_budget.h"
#include "core/base/array.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define USUAL_LIMIT UINT64_C(2000000000)
enum { LEFT_SECONDS = 3600, WRITTEN_SECONDS = 60 }; // nobody writes for that long

const char *const cache_kind_names[CACHE_KINDS] = {"import", "topology", "tree"};

uint64_t cache_limit(Error *err)
{
    const char *text = getenv("SNUG_CACHE_SIZE");
    size_t bytes;
    Error why;
    if (!text || !text[0])
        return USUAL_LIMIT;
    if (strcmp(text, "off") == 0)
        return 0;
    if (memory_budget_parse(text, &bytes, &why))
        return bytes > 0 ? bytes : UINT64_MAX; // "none": no limit
    error_set(err,
              "SNUG_CACHE_SIZE is \"%.40s\" and must be off, none or a size such as 2GB; 2GB "
              "it is",
              text);
    return USUAL_LIMIT;
}

bool cache_folder(bool create, char path[PATH_MAX], Error *err)
{
    struct stat info;
    if (!cache_path("meshes/", create, path, PATH_MAX))
        return error_set(err,
                         "there is no folder for it: neither HOME nor XDG_CACHE_HOME names one "
                         "that can be made");
    path[strlen(path) - 1] = '\0';
    if (lstat(path, &info) != 0)
        return create ? file_refuse_errno(path, "use it", errno, err) : true;
    if (!S_ISDIR(info.st_mode))
        return error_set(err, "%s: this is no folder; remove it", path);
    if (info.st_uid != geteuid())
        return error_set(err, "%s: this folder belongs to another user", path);
    if ((info.st_mode & 077) != 0 && chmod(path, 0700) != 0)
        return file_refuse_errno(path, "keep others out of it", errno, err);
    return true;
}

static bool is_entry(const char *name)
{
    size_t digits = strspn(name, "0123456789abcdef");
    if (digits != 2 * DIGEST_BYTES || name[digits] != '.')
        return false;
    for (int i = 0; i < CACHE_KINDS; ++i)
        if (strcmp(name + digits + 1, cache_kind_names[i]) == 0)
            return true;
    return false;
}

static int by_use(const void *a, const void *b)
{
    const CacheFile *x = a, *y = b;
    if (x->used.tv_sec != y->used.tv_sec)
        return x->used.tv_sec < y->used.tv_sec ? -1 : 1;
    if (x->used.tv_nsec != y->used.tv_nsec)
        return x->used.tv_nsec < y->used.tv_nsec ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool list_entries(const char *folder, time_t left_seconds, CacheList *out, Error *err)
{
    *out = (CacheList){0};
    DIR *dir = opendir(folder);
    if (!dir)
        return errno == ENOENT || file_refuse_errno(folder, "list it", errno, err);
    struct dirent *at;
    bool good = true;
    while (good && (at = readdir(dir))) {
        struct stat info;
        if (fstatat(dirfd(dir), at->d_name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
            !S_ISREG(info.st_mode))
            continue;
        if (file_is_temporary(at->d_name) && info.st_mtime + left_seconds < time(NULL))
            unlinkat(dirfd(dir), at->d_name, 0);
        if (!is_entry(at->d_name))
            continue;
        good = array_reserve(&out->files, &out->capacity, out->count + 1, sizeof *out->files);
        if (!good)
            break;
        CacheFile *file = &out->files[out->count++];
        *file = (CacheFile){.bytes = (uint64_t)info.st_size, .used = info.st_mtim};
        strcpy(file->name, at->d_name); // an entry's name has its length
        out->bytes += file->bytes;
    }
    closedir(dir);
    if (!good) {
        cache_list_free(out);
        return error_set(err, "%s: not enough memory to list it", folder);
    }
    if (out->count > 0)
        qsort(out->files, out->count, sizeof *out->files, by_use);
    return true;
}

bool cache_list(const char *folder, CacheList *out, Error *err)
{
    return list_entries(folder, LEFT_SECONDS, out, err);
}

void cache_list_free(CacheList *list)
{
    free(list->files);
    *list = (CacheList){0};
}

static bool remove_file(const char *folder, const char *name)
{
    char path[PATH_MAX + NAME_MAX + 2];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return unlink(path) == 0 || errno == ENOENT;
}

size_t cache_shrink(const char *folder, const CacheList *list, uint64_t bytes)
{
    uint64_t left = list->bytes;
    size_t count = 0;
    while (left > bytes && count < list->count) {
        remove_file(folder, list->files[count].name);
        left -= list->files[count++].bytes;
    }
    return count;
}

bool cache_clear(const char *folder, size_t *count, uint64_t *bytes, Error *err)
{
    CacheList list;
    *count = 0;
    *bytes = 0;
    if (!list_entries(folder, WRITTEN_SECONDS, &list, err))
        return false;
    bool good = true;
    for (size_t i = 0; i < list.count; ++i) {
        if (!remove_file(folder, list.files[i].name)) {
            good = file_refuse_errno(folder, "remove an entry of it", errno, err);
            continue;
        }
        ++*count;
        *bytes += list.files[i].bytes;
    }
    cache_list_free(&list);
    return good;
}
