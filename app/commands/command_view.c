// snug view: the window is a program of its own, so that the other commands run on machines that
// know no windows and no GL. It lies beside this one where both were built, and out of the way of
// the path once installed.
#include "app/commands/command.h"
#include "app/io/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int command_view(int argc, char **argv)
{
    (void)argc;
    static const char *const places[] = {"snug-view", "../libexec/snug/snug-view"};
    char folder[1024], path[sizeof folder + 64];
    ssize_t length = readlink("/proc/self/exe", folder, sizeof folder - 1);
    int reason = errno;
    folder[length > 0 ? length : 0] = '\0';
    folder[file_base_name(folder) - folder] = '\0';
    for (size_t i = 0; length > 0 && i < sizeof places / sizeof *places; ++i) {
        snprintf(path, sizeof path, "%s%s", folder, places[i]);
        execv(path, argv); // comes back only when it fails
        if (i == 0 || errno != ENOENT)
            reason = errno;
    }
    fprintf(stderr, "snug view: the viewer (snug-view) cannot be started: %s\n", strerror(reason));
    return 1;
}
