// Clearance bands of the selected part and of what is near it, as they are painted.
#ifndef SNUG_APP_STAGES_BANDS_H
#define SNUG_APP_STAGES_BANDS_H

#include "core/meaning/clearance.h"

typedef struct App App;

typedef struct PartBands {
    int32_t part;
    ClearanceBands bands;
} PartBands;

typedef struct BandPaint {
    PartBands *items; // the selected part first
    size_t count, capacity;
    double limit; // of the first band, in the assembly's unit; 0: nothing is painted
    bool coarse;
} BandPaint;
void band_paint_free(BandPaint *paint);

// What the first band is about: as it was set, else the safety distance, else a hundredth of the
// assembly, rounded to 1, 2 or 5.
double bands_limit(const App *app);

#endif
