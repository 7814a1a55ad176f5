// How branch and bound over one level of primitives went, node by node that it expanded: what the panel plots and what is
// saved of it.
#ifndef SNUG_APP_STAGES_SEARCH_CURVE_H
#define SNUG_APP_STAGES_SEARCH_CURVE_H

#include "core/hybrid/record.h"

enum { SEARCH_CURVE_MOST = PARTITION_EVENTS_MOST + 2 };
#define SEARCH_COLOUR_BOUND 0x3D9BE0u
#define SEARCH_COLOUR_INCUMBENT 0xE07B00u

// Columns of numbers. Both stay as they are until the next row; NAN: there is none yet.
typedef struct SearchCurve {
    double x[SEARCH_CURVE_MOST], bound[SEARCH_CURVE_MOST], incumbent[SEARCH_CURVE_MOST];
    double found_x[SEARCH_CURVE_MOST], found[SEARCH_CURVE_MOST]; // where an incumbent was found
    int count, found_count;
    double least, most;
} SearchCurve;

bool search_curve(const HybridSearch *search, SearchCurve *out); // false: there is nothing to draw
// As SVG, to be freed; `level` is named in its title. NULL: there is nothing to draw, or memory ran short.
char *search_curve_svg(const HybridSearch *search, int level);

#endif
