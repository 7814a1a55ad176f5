#include "app/io/file.h"
#include "core/base/array.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_refuse_kind(const char *path, unsigned mode, Error *err)
{
    const char *kind = S_ISDIR(mode)                    ? "a folder"
                       : S_ISFIFO(mode)                 ? "a FIFO (named pipe)"
                       : S_ISSOCK(mode)                 ? "a socket"
                       : S_ISCHR(mode) || S_ISBLK(mode) ? "a device"
                                                        : "not a regular file";
    return error_set(err, "%s: this is %s; choose a regular file", path, kind);
}

bool file_refuse_errno(const char *path, const char *what, int number, Error *err)
{
    switch (number) {
    case ENOENT:
    case ENOTDIR:
        return error_set(err, "%s: there is no such file; check the name and the folder", path);
    case EACCES:
    case EPERM:
        return error_set(err, "%s: no permission to %s; check the permissions of file and folder",
                         path, what);
    case ENOSPC:
        return error_set(err, "%s: the disk is full; free some space and try again", path);
    case EROFS:
        return error_set(err, "%s: the file system is read-only; choose another folder", path);
    case EMFILE:
    case ENFILE:
        return error_set(err, "%s: too many open files; close some and try again", path);
    case ENAMETOOLONG:
        return error_set(err, "the path is too long: %.100s...", path);
    default:
        return error_set(err, "%s: cannot %s: %s", path, what, strerror(number));
    }
}

bool file_open(const char *path, int *fd, uint64_t *size, Error *err)
{
    struct stat info;
    // Asked first because the mere opening of some devices has effects; asked again below because
    // the file may have been exchanged in between.
    if (stat(path, &info) != 0)
        return file_refuse_errno(path, "read it", errno, err);
    if (!S_ISREG(info.st_mode))
        return file_refuse_kind(path, info.st_mode, err);
    int opened = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (opened < 0)
        return file_refuse_errno(path, "read it", errno, err);
    if (fstat(opened, &info) != 0) {
        file_refuse_errno(path, "read it", errno, err);
        close(opened);
        return false;
    }
    if (!S_ISREG(info.st_mode)) {
        close(opened);
        return file_refuse_kind(path, info.st_mode, err);
    }
    *fd = opened;
    *size = (uint64_t)info.st_size;
    return true;
}

bool file_read(int fd, const char *path, void *buffer, size_t wanted, size_t *got, Error *err)
{
    *got = 0;
    while (*got < wanted) {
        ssize_t n = read(fd, (char *)buffer + *got, wanted - *got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return file_refuse_errno(path, "read it", errno, err);
        if (n == 0)
            break;
        *got += (size_t)n;
    }
    return true;
}

bool file_read_whole(const char *path, size_t max_size, FileBytes *out, Error *err)
{
    *out = (FileBytes){0};
    int fd;
    uint64_t size;
    if (!file_open(path, &fd, &size, err))
        return false;
    bool good = false;
    // One byte more shows whether the file has grown since; it also makes room for the final 0.
    char *data = size <= max_size ? array_alloc((size_t)size + 1, 1) : NULL;
    size_t got = 0;
    if (size > max_size)
        error_set(err, "%s: the file has %llu bytes, the limit is %zu", path,
                  (unsigned long long)size, max_size);
    else if (!data)
        error_set(err, "%s: not enough memory for %llu bytes", path, (unsigned long long)size);
    else if (file_read(fd, path, data, (size_t)size + 1, &got, err)) {
        good = got <= size;
        if (!good)
            error_set(err, "%s: the file grew while it was read; try again", path);
    }
    close(fd);
    if (!good) {
        free(data);
        return false;
    }
    data[got] = '\0';
    *out = (FileBytes){data, got};
    return true;
}

const char *file_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
