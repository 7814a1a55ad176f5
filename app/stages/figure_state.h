// The figure of a paper that is shown live: which, and what was measured for it.
#ifndef SNUG_APP_STAGES_FIGURE_STATE_H
#define SNUG_APP_STAGES_FIGURE_STATE_H

#include "app/figures/figure.h"

typedef struct FigureState {
    const Figure *figure; // NULL: none was chosen yet
    bool full;            // as it is wanted: on all sizes and poses
    FigureData *data;     // of that figure; NULL: not measured yet
    uint32_t version;     // goes up with every other one
} FigureState;

#endif
