#include "app/io/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Every folder of the path but the last part. Only the user may look into new ones.
static bool make_folders(char *path)
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        bool good = mkdir(path, 0700) == 0 || errno == EEXIST;
        *slash = '/';
        if (!good)
            return false;
    }
    return true;
}

static bool place(const char *variable, const char *below_home, const char *name, bool create,
                  char *path, size_t size)
{
    const char *base = getenv(variable), *home = getenv("HOME");
    int length;
    if (base && base[0] == '/') // the standard says to ignore relative ones
        length = snprintf(path, size, "%s/snug/%s", base, name);
    else if (home && home[0] == '/')
        length = snprintf(path, size, "%s/%s/snug/%s", home, below_home, name);
    else
        return false;
    if (length < 0 || (size_t)length >= size)
        return false;
    return !create || make_folders(path);
}

bool config_path(const char *name, bool create, char *path, size_t size)
{
    return place("XDG_CONFIG_HOME", ".config", name, create, path, size);
}

bool state_path(const char *name, bool create, char *path, size_t size)
{
    return place("XDG_STATE_HOME", ".local/state", name, create, path, size);
}

bool cache_path(const char *name, bool create, char *path, size_t size)
{
    return place("XDG_CACHE_HOME", ".cache", name, create, path, size);
}
