// Kinds of hierarchies against each other on one motion of given meshes: how much each one has to do, and how
// long it takes. First every kind is built and counted, frame by frame, and all must find the same contacts;
// then the kinds take turns, block by block of frames, in several rounds, so that all meet the same load.
// Counts are exact and repeat on every machine. Times are CPU times of the thread.
#ifndef SNUG_CORE_BENCH_CONTEST_H
#define SNUG_CORE_BENCH_CONTEST_H

#include "core/query/search_kind.h"

enum { CONTEST_ROUNDS = 3 };

// Two meshes, and where B is in A's frame, one placement per frame.
typedef struct ContestPair {
    Mesh *a, *b;
    const Affine *b_to_a;
} ContestPair;

// Sums over the pairs.
typedef struct ContestFrame {
    uint64_t volume_tests, triangle_tests, updates, contacts;
    double us; // the least of the rounds
} ContestFrame;

// Means per frame, but for the trees' own figures.
typedef struct ContestResult {
    double volume_tests, triangle_tests, updates, contacts;
    double us[CONTEST_ROUNDS]; // each round
    double us_least, us_most;  // of them; what is compared is the least
    double build_ms, bytes;    // of all trees: CPU time, and what they take
    ContestFrame *frames;      // one per frame
    int rounds;                // how many of them are complete
    bool counted, timed;       // what is known by now: timed in all rounds
    char failure[128];         // why this kind cannot be had or searched; "": it can
} ContestResult;

// Who wants to know more than the end.
typedef struct ContestListener {
    // What is known of a kind is told as it comes: counted, then after each round. NULL: nobody listens.
    void (*heard)(void *user, int kind, const ContestResult *result);
    void (*went_on)(void *user, double done); // 0 .. 1 of all; besides the job. NULL: likewise
    void *user;
} ContestListener;

typedef struct Contest {
    const ContestPair *pairs;
    int pair_count, frames;
    const SearchKind *kinds;
    int kind_count;
    ContestListener listener;
} Contest;

// results: one per kind, to be freed by contest_free in any case. A kind that fails only fails by itself.
// False: cancelled (err->text stays ""), memory ran short, or two kinds found different contacts.
bool contest_run(const Contest *contest, ContestResult *results, Job *job, Error *err);
void contest_free(ContestResult *results, int count);

// 1: the fastest, and all whose rounds overlap with its. Those whose rounds lie above all of n others have
// n + 1. 0: not measured.
int contest_rank(const ContestResult *results, int count, int kind);
bool contest_ties(const ContestResult *results, int count, int kind); // another has the same rank

// Frames after which the time spent on building is won back, against the kind that is built fastest. 0: it is
// that one itself; INFINITY: never.
double contest_break_even(const ContestResult *results, int count, int kind);

enum ContestCost { CONTEST_BUILD, CONTEST_BYTES };
double contest_cost(const ContestResult *result, enum ContestCost cost);
// No other one is faster and costs less: it is on the Pareto front.
bool contest_on_front(const ContestResult *results, int count, int kind, enum ContestCost cost);

#endif
