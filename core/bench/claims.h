// Tables of what a paper claims, what a prototype of the specification measured, and what we
// measure: aligned columns for people. The last column says whether a claim holds, or, for plain
// figures, how far ours is from the paper's (from the prototype's, where the paper has none).
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

// What a source means by "2-18", "-4 to 10", "6 +- 1", ">1", "<=1", "0.9-", "about 2" or "1.53". A
// single figure means up to a tenth off it, ">>1" at least twice as much, "" anything.
typedef struct ClaimRange {
    double low, high; // closed; infinite where the source sets no end
    double figure;    // what the source names if that is a single figure, else NAN
} ClaimRange;

bool claims_range(const char *text, ClaimRange *range);

// "yes", "other, +29 %", "NO", or "?" where nobody can read the source's figure: as below.
enum { CLAIM_VERDICT = 32 };
void claims_judge(const char *source, double ours, bool holds, char verdict[CLAIM_VERDICT]);

// Published and prototype figures as above; "" where there is none. holds: the claim is true
// whatever its figure. "yes" is said only if our figure lies within the paper's range, too (within
// the prototype's where the paper names none); a true claim with another figure is "other", with
// how far it is off, unless that range has one end only, which is the claim.
void claims_verdict(FILE *out, const char *what, const char *paper, const char *prototype,
                    double ours, bool holds);

#endif
