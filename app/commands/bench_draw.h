#ifndef SNUG_APP_COMMANDS_BENCH_DRAW_H
#define SNUG_APP_COMMANDS_BENCH_DRAW_H

#include <stdbool.h>
#include <stdio.h>

// Frames of the gear unit with at least 10,000 volumes over it and without, in turns, for every
// kind of volume, as CSV. False: the overlay costs more than stated in the file.
bool bench_draw(FILE *out);

#endif
