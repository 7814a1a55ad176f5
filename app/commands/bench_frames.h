// Benchmarks of frames, as CSV, and how they measure. Other programs must not count, so most of it is
// time of processors. Each is false when it misses what is stated in its file. All but the last take somebody's own
// parts instead of those said here.
#ifndef SNUG_APP_COMMANDS_BENCH_FRAMES_H
#define SNUG_APP_COMMANDS_BENCH_FRAMES_H

#include "core/bench/spread.h"

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

// 200,000 triangles while a part is dragged through another one, with collision and without, in turns.
bool bench_drag(FILE *out);
// The gear unit with at least 10,000 volumes over it and without, in turns, for every kind of volume.
bool bench_draw(FILE *out);
// 2,000 small parts, each drawn by itself and many in one call, in turns: parts that share a mesh, and
// parts with one each.
bool bench_parts(FILE *out);
// Parts of our scenes dragged against contact.
bool bench_motion(FILE *out);

double bench_clock_ms(clockid_t clock);
double bench_quantile(double *values, int count, double share); // sorts them; 0.5: the median
Spread bench_range(const double *values, int count);

#endif
