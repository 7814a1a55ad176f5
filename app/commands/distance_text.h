// How far apart two parts are, as `snug check --distance` says it.
#ifndef SNUG_APP_COMMANDS_DISTANCE_TEXT_H
#define SNUG_APP_COMMANDS_DISTANCE_TEXT_H

#include "core/assembly/assembly.h"
#include "core/query/query.h"

// In a line of text, or as JSON; to be freed. The points are in the coordinates of the files.
char *distance_text(const Assembly *assembly, const char *const names[2], const Distance *distance,
                    bool json);

#endif
