#ifndef SNUG_APP_COMMANDS_BENCH_PARTS_H
#define SNUG_APP_COMMANDS_BENCH_PARTS_H

#include <stdbool.h>
#include <stdio.h>

// Frames of 2,000 small parts, each drawn by itself and many in one call, in turns, as CSV: parts
// that share a mesh, and parts with one each. False: drawing them together saves less than stated
// in the file.
bool bench_parts(FILE *out);

#endif
