// What commands that draw have in common, and the viewer.
#ifndef SNUG_APP_COMMANDS_COMMANDS_H
#define SNUG_APP_COMMANDS_COMMANDS_H

#include <stdbool.h>

bool command_parse_size(const char *text, int *width, int *height); // "1280x800"

#endif
