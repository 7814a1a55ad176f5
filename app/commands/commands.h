// Commands that draw. argv[0] is the command's name; the result is the exit code.
#ifndef SNUG_APP_COMMANDS_COMMANDS_H
#define SNUG_APP_COMMANDS_COMMANDS_H

#include <stdbool.h>

int command_view(int argc, char **argv);
int command_tour(int argc, char **argv);

bool command_parse_size(const char *text, int *width, int *height); // "1280x800"
int command_find_scene(const char *name);                           // index, or -1

#endif
