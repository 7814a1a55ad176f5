// The commands of the program. argv[0] is the command's name; the result is the exit code.
#ifndef SNUG_APP_COMMANDS_COMMAND_H
#define SNUG_APP_COMMANDS_COMMAND_H

#include "app/commands/list.h"

#define X(name, note) int command_##name(int argc, char **argv);
COMMAND_LIST(X)
#undef X

typedef struct Command {
    const char *name, *note;
    int (*run)(int argc, char **argv);
} Command;

#endif
