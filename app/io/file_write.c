// Files that are replaced in one step, and what is left where that was cut short.
#define _GNU_SOURCE // realpath, mkostemp
#include "app/io/file.h"
#include "app/io/path.h"
#include "core/base/array.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TEMPORARY ".snug-" // and the numbers of program and file: short, so that it fits everywhere

enum { NAME_SIZE = 64 };

static char noted_at[PATH_MAX]; // "": temporary files are not noted
static atomic_uint file_count;

void file_note_temporaries(const char *prefix)
{
    snprintf(noted_at, sizeof noted_at, "%s", prefix);
}

void file_clear_note(const char *note)
{
    char path[PATH_MAX];
    struct stat info;
    ssize_t length = readlink(note, path, sizeof path - 1);
    path[length > 0 ? length : 0] = '\0';
    // Whatever the note says, only what can be a temporary file of ours goes.
    bool ours = strncmp(file_base_name(path), TEMPORARY, strlen(TEMPORARY)) == 0 &&
                lstat(path, &info) == 0 && S_ISREG(info.st_mode);
    if (length > 0 && (!ours || unlink(path) == 0))
        unlink(note);
}

// The file on its way: written under another name in the same folder.
typedef struct Replacing {
    char *target, *temporary;
    char note[PATH_MAX + NAME_SIZE]; // "": there is none
    mode_t mode;
} Replacing;

static void replacing_free(Replacing *r)
{
    free(r->target);
    free(r->temporary);
}

// The file that is there, if there is one, must be of a kind that is replaced.
static bool look_at_target(const char *path, Replacing *r, Error *err)
{
    struct stat info;
    if (stat(path, &info) == 0) {
        if (!S_ISREG(info.st_mode))
            return file_refuse_kind(path, info.st_mode, err);
        // Renaming needs no permission of the file itself, and an administrator has all of them; but
        // who has taken away every permission to write has meant it.
        if ((info.st_mode & 0222) == 0 || access(path, W_OK) != 0)
            return error_set(
                err, "%s: this file is read-only; write to another name, or permit writing", path);
        r->mode = info.st_mode & 0777;
        r->target = realpath(path, NULL);
    } else {
        // There is no way to ask for the umask without setting it; other threads of this program
        // create files only through here.
        mode_t mask = umask(022);
        umask(mask);
        r->mode = 0666 & ~mask;
        r->target = strdup(path);
    }
    return r->target || error_set(err, "%s: not enough memory to write it", path);
}

// The note comes first: what is not noted would stay for ever if the program was killed just now.
static void note_temporary(Replacing *r, unsigned number)
{
    char *absolute = noted_at[0] ? path_absolute(r->temporary) : NULL;
    r->note[0] = '\0';
    if (!absolute)
        return;
    snprintf(r->note, sizeof r->note, "%s" FILE_NOTE "%u", noted_at, number);
    if (symlink(absolute, r->note) != 0)
        r->note[0] = '\0'; // the file is worth more than its note
    free(absolute);
}

static void remove_note(Replacing *r)
{
    if (r->note[0])
        unlink(r->note);
}

// Returns -1 with errno.
static int open_temporary(Replacing *r)
{
    for (;;) {
        char name[NAME_SIZE];
        unsigned number = atomic_fetch_add(&file_count, 1);
        snprintf(name, sizeof name, TEMPORARY "%ld-%u", (long)getpid(), number);
        free(r->temporary);
        r->temporary = path_beside(r->target, name);
        if (!r->temporary) {
            errno = ENOMEM;
            return -1;
        }
        note_temporary(r, number);
        int fd = open(r->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
        int number_of_error = errno;
        if (fd >= 0)
            return fd;
        remove_note(r);
        errno = number_of_error;
        if (errno != EEXIST) // left by a program that had our number
            return -1;
    }
}

static bool write_all(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = write(fd, bytes, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

// What is to be in the file.
typedef struct Contents {
    const Piece *pieces;
    size_t count;
    bool spare; // can be made again: nobody waits for the disk, nobody else may read it
} Contents;

// 0, or the number of the error.
static int fill_temporary(int fd, const Replacing *r, const Contents *contents)
{
    bool good = true;
    for (size_t i = 0; i < contents->count && good; ++i)
        good = write_all(fd, contents->pieces[i].bytes, contents->pieces[i].size);
    good = good && (contents->spare || (fchmod(fd, r->mode) == 0 && fsync(fd) == 0));
    int number = good ? 0 : errno;
    if (close(fd) != 0 && good)
        number = errno;
    return number;
}

int file_sync_folder(const char *path)
{
    char *folder = path_beside(path, ".");
    int fd = folder ? open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    int number = !folder ? ENOMEM : fd < 0 ? errno : fsync(fd) != 0 ? errno : 0;
    if (fd >= 0)
        close(fd); // nothing was written through it
    free(folder);
    // It may be written but not read, or the file system knows no such thing: nothing to ask for.
    return number == EACCES || number == EINVAL || number == EROFS ? 0 : number;
}

static bool refuse_writing(const char *path, int number, Error *err)
{
    if (number == ENOENT)
        return error_set(err, "%s: there is no such folder; create it first", path);
    return file_refuse_errno(path, "write it", number, err);
}

bool file_can_write(const char *path, Error *err)
{
    Replacing r = {0};
    bool can = look_at_target(path, &r, err);
    int fd = can ? open_temporary(&r) : -1;
    if (can && fd < 0)
        can = refuse_writing(path, errno, err);
    if (fd >= 0) {
        close(fd); // nothing was written
        unlink(r.temporary);
        remove_note(&r);
    }
    replacing_free(&r);
    return can;
}

static bool replace(const char *path, const Contents *contents, Error *err)
{
    Replacing r = {0};
    if (!look_at_target(path, &r, err)) {
        replacing_free(&r);
        return false;
    }
    int fd = open_temporary(&r);
    int number = fd < 0 ? errno : fill_temporary(fd, &r, contents);
    bool renamed = number == 0 && rename(r.temporary, r.target) == 0;
    if (number == 0 && !renamed)
        number = errno;
    // What cannot be removed now is removed at the next start.
    if (fd >= 0 && (renamed || unlink(r.temporary) == 0 || errno == ENOENT))
        remove_note(&r);
    if (number != 0)
        refuse_writing(path, number, err);
    else if (!contents->spare && (number = file_sync_folder(r.target)) != 0)
        error_set(err, "%s: written, but the disk does not confirm it: %s; save it again elsewhere",
                  path, strerror(number));
    replacing_free(&r);
    return number == 0;
}

bool file_write_atomic(const char *path, const void *bytes, size_t size, Error *err)
{
    Piece whole = {bytes, size};
    return replace(path, &(Contents){&whole, 1, false}, err);
}

bool file_write_spare(const char *path, const Piece *pieces, size_t count, Error *err)
{
    return replace(path, &(Contents){pieces, count, true}, err);
}

bool file_grow_begin(const char *path, FileGrowing *out, Error *err)
{
    Replacing r = {0};
    char name[NAME_MAX + 1];
    *out = (FileGrowing){.out = NULL};
    if (!look_at_target(path, &r, err)) {
        replacing_free(&r);
        return false;
    }
    snprintf(name, sizeof name, "%.200s.part-XXXXXX", file_base_name(r.target));
    r.temporary = path_beside(r.target, name);
    int fd = r.temporary ? mkostemp(r.temporary, O_CLOEXEC) : -1;
    int number = r.temporary ? errno : ENOMEM;
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        if (fd >= 0) {
            close(fd);
            unlink(r.temporary);
            number = ENOMEM;
        }
        replacing_free(&r);
        return refuse_writing(path, number, err);
    }
    setvbuf(file, NULL, _IOLBF, 0);
    *out = (FileGrowing){file, r.temporary, r.target, r.mode};
    return true;
}

bool file_grow_end(FileGrowing *file, Error *err)
{
    int fd = fileno(file->out), number = 0;
    errno = 0;
    bool good = fflush(file->out) == 0 && !ferror(file->out) && fchmod(fd, file->mode) == 0 &&
                fsync(fd) == 0;
    if (!good)
        number = errno ? errno : EIO;
    if (fclose(file->out) != 0 && good)
        number = errno;
    if (number == 0 && rename(file->place, file->target) != 0)
        number = errno;
    if (number != 0)
        error_set(err, "%s: %s; what could be written is in %s", file->target, strerror(number),
                  file->place);
    else if ((number = file_sync_folder(file->target)) != 0)
        error_set(err, "%s: written, but the disk does not confirm it: %s", file->target,
                  strerror(number));
    free(file->place);
    free(file->target);
    *file = (FileGrowing){.out = NULL};
    return number == 0;
}

bool file_is_temporary(const char *name)
{
    return strncmp(name, TEMPORARY, strlen(TEMPORARY)) == 0;
}
