// Where settings live: $XDG_CONFIG_HOME/snug, or ~/.config/snug.
#ifndef SNUG_APP_IO_CONFIG_H
#define SNUG_APP_IO_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

// The same for what is not settings but should outlive the program: $XDG_STATE_HOME/snug, or
// ~/.local/state/snug.
bool state_path(const char *name, bool create, char *path, size_t size);

// The same for what can be made again at any time: $XDG_CACHE_HOME/snug, or ~/.cache/snug.
bool cache_path(const char *name, bool create, char *path, size_t size);

// The path of a settings file; `create` makes the folders above it. False: there is no such place.
bool config_path(const char *name, bool create, char *path, size_t size);

#endif
