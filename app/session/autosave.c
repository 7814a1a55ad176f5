#define _DEFAULT_SOURCE // flock
#include "app/session/autosave.h"

#include "app/io/config.h"
#include "app/io/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define PREFIX "autosave-"
#define ENDING ".json"
#define LOCK ".lock"

bool autosave_begin(Autosave *place)
{
    char name[64];
    place->path[0] = '\0';
    // Numbers of programs come again: the time keeps this one apart from one that crashed.
    snprintf(name, sizeof name, PREFIX "%lld-%ld" ENDING, (long long)time(NULL), (long)getpid());
    if (!state_path(name, true, place->path, sizeof place->path))
        return false;
    snprintf(place->lock, sizeof place->lock, "%s" LOCK, place->path);
    place->fd = open(place->lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (place->fd >= 0 && flock(place->fd, LOCK_EX | LOCK_NB) == 0) {
        file_note_temporaries(place->path);
        return true;
    }
    if (place->fd >= 0)
        close(place->fd);
    place->path[0] = '\0';
    return false;
}

// What is gone already is fine.
bool autosave_remove(const char *path, Error *err)
{
    if (unlink(path) == 0 || errno == ENOENT)
        return true;
    return error_set(err,
                     "%s: cannot remove this autosave: %s; it may be offered at the next start",
                     path, strerror(errno));
}

void autosave_leave(Autosave *place)
{
    if (!place->path[0])
        return;
    file_note_temporaries("");
    close(place->fd);
    place->path[0] = '\0';
}

bool autosave_end(Autosave *place, Error *err)
{
    bool gone = !place->path[0] || autosave_remove(place->path, err);
    if (place->path[0] && gone)
        unlink(place->lock); // alone it means nothing, and is cleared away at the next start
    autosave_leave(place);
    return gone;
}

bool autosave_discard(const char *path, Error *err)
{
    char lock[1040];
    if (!autosave_remove(path, err))
        return false;
    snprintf(lock, sizeof lock, "%s" LOCK, path);
    unlink(lock);
    return true;
}

bool autosave_take(const char *path, const char *own, Error *err)
{
    if (rename(path, own) != 0 || (errno = file_sync_folder(own)) != 0)
        return error_set(err, "%s: cannot take this autosave over: %s; save what is open", path,
                         strerror(errno));
    return autosave_discard(path, err); // its lock
}

// Nobody holds its lock any more.
static bool is_left(const char *lock)
{
    int fd = open(lock, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return false;
    bool left = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return left;
}

// NAME of NAME and an ending that may have digits behind it; false: it has no such ending.
static bool split_ending(const char *name, const char *ending, bool digits, char *stem, size_t size)
{
    size_t length = strlen(name), tail = strlen(ending);
    while (digits && length > 0 && name[length - 1] >= '0' && name[length - 1] <= '9')
        --length;
    if (strncmp(name, PREFIX, strlen(PREFIX)) != 0 || length < tail || length - tail >= size ||
        strncmp(name + length - tail, ending, tail) != 0 || (!digits && name[length] != '\0'))
        return false;
    snprintf(stem, size, "%.*s", (int)(length - tail), name);
    return true;
}

// Of a program that is no more: what it was writing when it was killed.
static void clear_note(const char *folder, const char *name, const char *own_lock)
{
    char stem[300], lock[1400], note[1400];
    if (!split_ending(name, FILE_NOTE, true, stem, sizeof stem))
        return;
    snprintf(lock, sizeof lock, "%s/%s" LOCK, folder, stem);
    snprintf(note, sizeof note, "%s/%s", folder, name);
    if (strcmp(lock, own_lock) != 0 && (is_left(lock) || access(lock, F_OK) != 0))
        file_clear_note(note);
}

bool autosave_find(const Autosave *own, char *path, size_t size)
{
    char folder[1024];
    const char *slash = strrchr(own->path, '/');
    if (!slash)
        return false;
    snprintf(folder, sizeof folder, "%.*s", (int)(slash - own->path), own->path);
    DIR *dir = opendir(folder);
    if (!dir)
        return false;
    struct timespec newest = {0};
    bool found = false;
    const struct dirent *item;
    while ((item = readdir(dir)) != NULL) {
        char stem[300], lock[1400], file[1400];
        struct stat info;
        clear_note(folder, item->d_name, own->lock);
        if (!split_ending(item->d_name, ENDING LOCK, false, stem, sizeof stem))
            continue;
        snprintf(lock, sizeof lock, "%s/%s", folder, item->d_name);
        snprintf(file, sizeof file, "%s/%s" ENDING, folder, stem);
        if (strcmp(lock, own->lock) == 0 || !is_left(lock))
            continue;
        if (lstat(file, &info) != 0) {
            unlink(lock); // it had nothing to lose
            continue;
        }
        bool newer =
            !found || info.st_mtim.tv_sec > newest.tv_sec ||
            (info.st_mtim.tv_sec == newest.tv_sec && info.st_mtim.tv_nsec > newest.tv_nsec);
        if (S_ISREG(info.st_mode) && newer && strlen(file) < size) {
            snprintf(path, size, "%s", file);
            newest = info.st_mtim;
            found = true;
        }
    }
    closedir(dir);
    return found;
}
