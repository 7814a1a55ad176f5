// Which share of the pairs a check looks at: "3/16", or as the job that started it says.
#ifndef SNUG_APP_COMMANDS_CHECK_SHARD_H
#define SNUG_APP_COMMANDS_CHECK_SHARD_H

#include "app/commands/check_options.h"

enum { CHECK_MOST_SHARDS = 1 << 20 };

// Also puts its number where the path of the output says {shard}.
bool check_shard_take(const char *text, CheckOptions *out, Error *err);

#endif
