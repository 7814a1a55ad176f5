// What the papers claim beside what we measure: the tables of the README and of closing notes.
#include "core/bench/bench.h"
#include "core/bench/claims.h"
#include "core/bench/papers.h"
#include "core/bench/run.h"

static void write_build(FILE *out)
{
#ifdef __VERSION__
    claims_note(out,
                "Compiler " __VERSION__ "%s; CPU time of one thread, candidates taking turns, "
                "least of the rounds. Counts are exact; times are worth their ratios only.",
#ifdef __OPTIMIZE__
                " with optimisation"
#else
                " WITHOUT optimisation"
#endif
    );
#endif
    claims_note(out,
                "yes: our figure lies within the paper's range, a single figure meaning up to a "
                "tenth off it (the prototype's where the paper names none).\nother: what is "
                "claimed is so, but with another figure, by how much is said. NO: it is not so.");
}

bool bench_papers(FILE *out)
{
    write_build(out);
    bool ok = true;
    for (int i = 0; ok && i < 4; ++i) {
        BenchSpan span = bench_span(i, 4);
        ok = i == 0   ? tumble_figures(NULL, out)
             : i == 1 ? larsson_figures(NULL, out)
             : i == 2 ? boxtree97_claims(out)
                      : bergen_figures(NULL, out);
        bench_span_end(span);
    }
    return ok;
}
