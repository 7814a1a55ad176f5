// Rows of a benchmark of which only some are wanted, as they come.
#ifndef SNUG_APP_COMMANDS_BENCH_FILTER_H
#define SNUG_APP_COMMANDS_BENCH_FILTER_H

#include <stdbool.h>
#include <stdio.h>

// All words occur, in any case.
bool bench_words_match(const char *text, const char *words);

// What is written here goes on to `to`, line by line: comments, the heading after the name of each benchmark, and
// rows in which all words occur. Close it when done; `to` stays open. NULL: memory ran short.
FILE *bench_filter_open(FILE *to, const char *words);

#endif
