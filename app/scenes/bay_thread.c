#include "app/scenes/bay_thread.h"

#include "app/scenes/bay.h"

enum { STARTS = 4 };
#define CORE 8.0
#define DEPTH 3.0
#define STEP 1.0 // along the axis

// 0 at the core, 1 at the crest: flanks of 45 degrees, and as much crest as root.
static double height(double x, double turn)
{
    double spacing = BAY_THREAD_PITCH / STARTS;
    double phase = x / spacing - STARTS * turn;
    phase = fabs(2 * (phase - floor(phase)) - 1); // 0 in the middle of the root, 1 of the crest
    double flank = 2 * DEPTH / spacing;
    return fmin(1, fmax(0, (phase - (1 - flank) / 2) / flank));
}

void bay_thread(MeshBuilder *b, double from, double to, double play, Contour *first, Contour *last)
{
    SolidFrame frame = {AXIS_X, vec3d(0, 0, 0)};
    Contour rings[2] = {{0}};
    int32_t steps = (int32_t)ceil((to - from) / STEP);
    for (int32_t i = 0; i <= steps; ++i) {
        double x = from + (to - from) * i / steps;
        Contour *here = &rings[i % 2];
        const Contour *before = &rings[(i + 1) % 2];
        here->count = 0;
        for (int32_t k = 0; k < BAY_THREAD_SEGMENTS; ++k) {
            double turn = (double)k / BAY_THREAD_SEGMENTS, angle = 6.283185307179586476925 * turn;
            double r = CORE + play + DEPTH * height(x, turn);
            contour_point(b, here, frame, r * cos(angle), r * sin(angle), x);
        }
        // Flanks are not flat: each triangle is a polygon of its own.
        for (int32_t k = 0; i > 0 && k < BAY_THREAD_SEGMENTS; ++k) {
            int32_t next = (k + 1) % BAY_THREAD_SEGMENTS;
            mesh_builder_face3(b, before->v[k], before->v[next], here->v[next]);
            mesh_builder_face3(b, before->v[k], here->v[next], here->v[k]);
        }
        if (i == 0)
            *first = *here;
    }
    *last = rings[steps % 2];
}
