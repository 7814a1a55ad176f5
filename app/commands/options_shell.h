// The options of all commands for shells and for the manual page, on the standard output. False: no such
// shell, or no such command.
#ifndef SNUG_APP_COMMANDS_OPTIONS_SHELL_H
#define SNUG_APP_COMMANDS_OPTIONS_SHELL_H

#include <stdbool.h>

bool options_print_completion(const char *shell); // bash, zsh or fish
bool options_print_roff(const char *command);

const char *command_bench_name(int i); // of a benchmark; NULL: there are no more

#endif
