// How near a part's surface comes to other parts, painted in bands: where it is nearer than a
// limit, twice and four times that. The surface is cut where the distance passes from one band to
// the next.
#ifndef SNUG_CORE_MEANING_CLEARANCE_H
#define SNUG_CORE_MEANING_CLEARANCE_H

#include "core/meaning/contact.h"

enum { CLEARANCE_BANDS = 3 };
double clearance_band_end(double limit, int band); // limit * 1, 2, 4

typedef struct BandTriangles {
    Vec3d *points; // triples, in the part's frame
    size_t count, capacity;
} BandTriangles;

typedef struct ClearanceBands {
    BandTriangles band[CLEARANCE_BANDS]; // [0] is nearest
    size_t samples;                      // points at which the distance was looked for
    bool coarse;                         // more would have been needed for the resolution
} ClearanceBands;

typedef struct ClearanceDesc {
    double limit;      // of the first band, in the assembly's unit
    double resolution; // borders are true to about this length; 0: a quarter of the limit
    size_t samples;    // most of them; 0 means CLEARANCE_SAMPLES
} ClearanceDesc;
#define CLEARANCE_SAMPLES 200000

// Distances are those from a surface point to the others' surfaces: also inside a part. False on
// bad placements, cancel or lack of memory; *out is then empty.
bool clearance_bands_make(ClearanceBands *out, const PosedPart *part, const PosedPart *others,
                          int32_t other_count, const ClearanceDesc *desc, SolidCache *solids,
                          Job *job, Error *err);
void clearance_bands_free(ClearanceBands *bands);

#endif
