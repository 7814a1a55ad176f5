// Measuring in the picture: what lies between two places that the cursor snapped to. A measurement
// follows when a part is moved. No window here.
#ifndef SNUG_APP_WINDOW_MEASURE_H
#define SNUG_APP_WINDOW_MEASURE_H

#include "app/window/aim.h"

enum MeasureKind {
    MEASURE_POINTS,  // between two points, which may be centres
    MEASURE_AXES,    // between the parallel axes of two holes, pins or rims
    MEASURE_TO_FACE, // from a point straight to the plane of a face
    MEASURE_FACES,   // between two parallel faces
    MEASURE_ANGLE,   // between two faces that are not
    MEASURE_EDGE,    // length of an edge that goes straight on, or of a smooth curve of edges
    MEASURE_ARC      // ... which lies on a circle
};

enum { MEASURE_TEXT_MAX = 160 };

typedef struct MeasureValue {
    enum MeasureKind kind;
    double value;  // in the assembly's unit, or degrees
    double radius; // of an arc
    Vec3d ends[2]; // where it is shown, exploded as everything
    Vec3d lead;    // what a thin line leads to from the second end, if it is elsewhere
    char text[MEASURE_TEXT_MAX]; // "12.500 mm to the face"
} MeasureValue;

typedef struct Measurement {
    Anchor a, b;       // of an edge: a alone
    MeasureValue edge; // kept, because following it takes a while; ends in the part's frame
    bool kept;
} Measurement;

// False: a part of it is not to be seen.
bool measure_between(const App *app, const Anchor *a, const Anchor *b, MeasureValue *out);
// Of an ANCHOR_CENTRE: what the cursor snapped to.
void measure_centre_text(const App *app, const Anchor *centre, char text[MEASURE_TEXT_MAX]);
bool measure_edge(const App *app, const Anchor *edge, MeasureValue *out);
bool measure_value(const App *app, const Measurement *measure, MeasureValue *out); // one of the two
Measurement measure_keep_edge(const App *app, const Anchor *edge);

// Those that were taken, until they are cleared; the oldest go first.
enum { MEASURES_MAX = 32 };
typedef struct Measures {
    Measurement items[MEASURES_MAX];
    int count;
    uint32_t assembly_version;
} Measures;
void measures_add(Measures *measures, const Measurement *measure);

#endif
