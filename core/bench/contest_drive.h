// The protocol of a contest, whoever takes part: every kind is built and counted on every frame, all must find the
// same contacts, then they take turns against the clock.
#ifndef SNUG_CORE_BENCH_CONTEST_DRIVE_H
#define SNUG_CORE_BENCH_CONTEST_DRIVE_H

#include "core/bench/contest.h"

// Who takes part.
typedef struct ContestField {
    void *data;
    bool ready; // there was memory for its trees; else the contest fails
    void (*name)(const void *data, int kind, char *text, size_t size);
    // Sets build_ms and bytes; a kind that cannot be had says so in its failure. False: cancelled, or no memory.
    bool (*build)(void *data, int kind, ContestResult *result, Job *job, Error *err);
    // All contacts of a frame. counts and hash, which does not depend on the order in which contacts are found:
    // NULL while it is timed. False: cancelled, or why has the reason.
    bool (*search)(void *data, int kind, int frame, Job *job, ContestFrame *counts, uint64_t *hash,
                   Error *why);
    void (*let_go)(void *data, int kind); // what build made, if it did
} ContestField;

// As contest_run.
bool contest_drive(const ContestField *field, int kinds, int frames,
                   const ContestListener *listener, ContestResult *results, Job *job, Error *err);

uint64_t contest_mix(uint64_t hash, uint64_t word);

#endif
