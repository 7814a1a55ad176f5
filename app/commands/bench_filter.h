// Rows of a benchmark of which only some are wanted, as they come. Most benchmarks measure only those (bench_wants).
#ifndef SNUG_APP_COMMANDS_BENCH_FILTER_H
#define SNUG_APP_COMMANDS_BENCH_FILTER_H

#include <stdio.h>

// What is written here goes on to `to`, line by line: comments, the heading after the name of each benchmark, and
// rows in which all words occur. Close it when done; `to` stays open. NULL: memory ran short.
FILE *bench_filter_open(FILE *to, const char *words);

#endif
