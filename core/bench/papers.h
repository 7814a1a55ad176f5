// Each paper's benchmark: CSV rows to one file, the table of its claims to another; either may be
// NULL. False: something failed, or kinds disagree on contacts.
#ifndef SNUG_CORE_BENCH_PAPERS_H
#define SNUG_CORE_BENCH_PAPERS_H

#include <stdbool.h>
#include <stdio.h>

bool tumble_figures(FILE *rows, FILE *claims);
bool larsson_figures(FILE *rows, FILE *claims);
bool bergen_figures(FILE *rows, FILE *claims);
bool boxtree97_claims(FILE *claims);

#endif
