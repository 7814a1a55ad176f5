// What all contacts of a scene would cost at least: a traversal that opens only what holds a contact,
// at the price of a lane of our fastest test, and the exact test for each pair in contact. Reading
// meshes and writing the list are not in it. Without a contact nothing is left of it.
#ifndef SNUG_CORE_BENCH_PEERS_FLOOR_H
#define SNUG_CORE_BENCH_PEERS_FLOOR_H

#include "core/bench/peers/setting.h"

typedef struct Floor {
    double lane_ns;  // CPU time per volume test on scene K, where nothing else happens
    double exact_ns; // of a pair of triangles in contact, on scene S
} Floor;

bool floor_measure(Floor *out, int rounds);

// Of all frames of the scene, in microseconds per query; 0: nothing to search.
double floor_of(const Floor *floor, const Setting *setting, double *tests_per_pair);

#endif
