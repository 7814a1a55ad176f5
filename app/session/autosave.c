#define _DEFAULT_SOURCE // flock
#include "app/session/autosave.h"

#include "app/io/config.h"

#include <dirent.h>
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
    if (place->fd >= 0 && flock(place->fd, LOCK_EX | LOCK_NB) == 0)
        return true;
    if (place->fd >= 0)
        close(place->fd);
    place->path[0] = '\0';
    return false;
}

void autosave_end(Autosave *place)
{
    if (!place->path[0])
        return;
    unlink(place->path);
    unlink(place->lock);
    close(place->fd);
    place->path[0] = '\0';
}

void autosave_discard(const char *path)
{
    char lock[1040];
    unlink(path);
    snprintf(lock, sizeof lock, "%s" LOCK, path);
    unlink(lock);
}

bool autosave_take(const char *path, const char *own)
{
    if (rename(path, own) != 0)
        return false;
    autosave_discard(path); // its lock
    return true;
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
        size_t length = strlen(item->d_name), tail = strlen(LOCK);
        char lock[1300], file[1300];
        struct stat info;
        if (strncmp(item->d_name, PREFIX, strlen(PREFIX)) != 0 || length < tail ||
            strcmp(item->d_name + length - tail, LOCK) != 0)
            continue;
        snprintf(lock, sizeof lock, "%s/%s", folder, item->d_name);
        snprintf(file, sizeof file, "%.*s", (int)(strlen(lock) - tail), lock);
        if (strcmp(lock, own->lock) == 0 || !is_left(lock))
            continue;
        if (stat(file, &info) != 0) {
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
