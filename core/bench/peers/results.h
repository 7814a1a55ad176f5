// The figures of a run: as tables on the terminal, as files for core/bench/results, and as a picture.
#ifndef SNUG_CORE_BENCH_PEERS_RESULTS_H
#define SNUG_CORE_BENCH_PEERS_RESULTS_H

#include "core/bench/peers/candidate.h"

#include <stdio.h>

typedef struct Row {
    Mode mode;
    char scene[48];
    bool knots;
    char what[48];
    bool ours, pairs; // pairs: its total is one of pairs of triangles, or a distance
    double time;      // microseconds per query; building: milliseconds
    double spread;    // by how much the slowest round took longer
    double answer;    // per query: rate of hits, pairs, distance; building: bytes per triangle
    double floor;     // times what is possible (floor.h); 0: not known
} Row;

typedef struct Results {
    Row *rows;
    size_t count, capacity;
    char notes[4096]; // one line each: what peers find that we do not, and the means
} Results;

bool results_add(Results *results, const Row *row);
void results_note(Results *results, const char *format, ...) SNUG_PRINTF(2, 3);
void results_free(Results *results);
const char *mode_title(Mode mode);

// The row of that peer, or kind of ours, on the scene; NULL: there is none.
const Row *results_find(const Results *results, Mode mode, const char *scene, const char *what);
const Row *results_best_peer(const Results *results, Mode mode, const char *scene);
// How many times faster the kind is than the peer, or, without its name, than the best one of the
// scene: geometric mean over the scenes, with K or without. 0: nothing to compare.
double results_mean(const Results *results, Mode mode, const char *kind, const char *peer,
                    bool with_knots);

// Rows of one scene; the peer that times are compared with is the first one.
void results_print_scene(const Results *results, Mode mode, const char *scene);
void results_print_means(const Results *results, Mode mode);

// peers-scenes.csv, peers-summary.csv, peers-build.csv and peers.svg. header: lines that begin with #.
bool results_write(const Results *results, const char *folder, const char *header);
bool results_write_svg(const Results *results, FILE *out, const char *caption);

#endif
