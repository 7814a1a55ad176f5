// snug bench figures: the papers' figures on our models, as rows and as pages.
#ifndef SNUG_APP_COMMANDS_BENCH_FIGURES_H
#define SNUG_APP_COMMANDS_BENCH_FIGURES_H

#include "app/commands/options.h"

#define BENCH_FIGURES_NOTE "Figures of the papers on our models, as pages with --html DIR"

// words->others: "figures". The exit code.
int bench_figures(const OptionWords *words);

#endif
