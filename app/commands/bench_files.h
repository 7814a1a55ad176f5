// snug bench files: kinds of hierarchies on somebody's own meshes and motions.
#ifndef SNUG_APP_COMMANDS_BENCH_FILES_H
#define SNUG_APP_COMMANDS_BENCH_FILES_H

#include "app/commands/options.h"

#define BENCH_FILES_NOTE "Files of your own: kinds of hierarchies on one motion, see --kinds"

// words->others: "files", then the files. The exit code.
int bench_files(const OptionWords *words);

#endif
