// How far a benchmark is, on the error output while somebody looks at it.
#ifndef SNUG_APP_COMMANDS_BENCH_PROGRESS_H
#define SNUG_APP_COMMANDS_BENCH_PROGRESS_H

#include <stddef.h>

// title: what is measured, kept as it is; "" says nothing of it.
void bench_progress_begin(const char *title);
void bench_progress(double done); // 0 .. 1; a line that is written over
void bench_progress_clear(void);  // before something else is written there
// "pairs: 40 %, 12 s left", after so many seconds.
void bench_progress_text(const char *title, double done, double passed, char *text, size_t size);

#endif
