// What was measured before somebody stopped a benchmark is kept: a signal says where it is.
#ifndef SNUG_APP_COMMANDS_BENCH_KEEP_H
#define SNUG_APP_COMMANDS_BENCH_KEEP_H

// From now on SIGINT, SIGTERM and SIGHUP say that rows so far are in this file, and end the program as they would have.
// The path stays where it is until bench_keep_end.
void bench_keep_begin(const char *path);
void bench_keep_end(void);

#endif
