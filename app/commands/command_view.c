// snug view: the window is a program of its own, so that the other commands run on machines that
// know no windows and no GL.
#include "app/commands/command.h"
#include "app/io/program.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int command_view(int argc, char **argv)
{
    (void)argc;
    char path[PROGRAM_PATH_MAX];
    if (program_beside("snug-view", path))
        execv(path, argv); // comes back only when it fails
    fprintf(stderr, "snug view: the viewer (snug-view) cannot be started: %s\n", strerror(errno));
    return 1;
}
