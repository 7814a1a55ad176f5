#include "app/io/program.h"

#include "app/io/file.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

bool program_beside(const char *name, char path[PROGRAM_PATH_MAX])
{
    static const char *const places[] = {"", "../libexec/snug/"};
    char folder[1024];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    int reason = errno;
    folder[length > 0 ? length : 0] = '\0';
    folder[file_base_name(folder) - folder] = '\0';
    for (size_t i = 0; length > 0 && i < sizeof places / sizeof *places; ++i) {
        snprintf(path, PROGRAM_PATH_MAX, "%s%s%.100s", folder, places[i], name);
        if (access(path, X_OK) == 0)
            return true;
        if (i == 0 || errno != ENOENT)
            reason = errno;
    }
    errno = reason;
    return false;
}
