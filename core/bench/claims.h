// Tables of what a paper claims, what a prototype of the specification measured, and what we
// measure: aligned columns for people. The last column says whether a claim holds, or, for plain
// figures, how far ours is from the prototype's (from the paper's, where there is no prototype).
// A writer given NULL writes nothing, so that benchmarks need not ask.
#ifndef SNUG_CORE_BENCH_CLAIMS_H
#define SNUG_CORE_BENCH_CLAIMS_H

#include <stdbool.h>
#include <stdio.h>

void claims_title(FILE *out, const char *title);

// A line of text under the title: scene, seeds, free parameters. printf format, ours only.
__attribute__((format(printf, 2, 3))) void claims_note(FILE *out, const char *format, ...);

// Starts the table: the names of the columns.
void claims_head(FILE *out);

// NAN: the source gives none.
void claims_figure(FILE *out, const char *what, double paper, double prototype, double ours);

// Published and prototype figures as text ("about 2", "1.7-3.9"); "" where there is none.
void claims_verdict(FILE *out, const char *what, const char *paper, const char *prototype,
                    double ours, bool holds);

#endif
