// What a pair query costs: T = N_v C_v + N_p C_p + N_u C_u (van den Bergen 1998, section 5; Larsson
// 2008, equation 1). The constants belong to one kind of hierarchy, one overlap test and one
// machine; they are measured on queries of the trees themselves.
#ifndef SNUG_CORE_QUERY_COST_MODEL_H
#define SNUG_CORE_QUERY_COST_MODEL_H

#include "core/query/query.h"

enum CostTerm { COST_VOLUME, COST_TRIANGLE, COST_UPDATE, COST_TERMS };

typedef struct CostSample {
    double counts[COST_TERMS];
    double seconds;
} CostSample;

enum CostState {
    COST_ABSENT,  // it never happens with this kind
    COST_MERGED,  // it happens, but in step with the others, whose constants contain it
    COST_MEASURED // it has a constant
};

typedef struct CostModel {
    double seconds[COST_TERMS]; // of one; never negative, 0 where it is not measured
    enum CostState state[COST_TERMS];
} CostModel;

// Least squares of the relative errors over all constants that are not negative. Samples that took
// no time do not count; without any, or where nothing was counted, all terms are absent.
CostModel cost_fit(const CostSample *samples, int count);
double cost_predict(const CostModel *model, const double counts[COST_TERMS]);
void cost_counts(const QueryStats *stats, double counts[COST_TERMS]);

// Queries of the two trees in random poses, the same in every run, from side by side to inside each
// other. The constants come from every other pose; how well they predict is said of the rest.
enum { COST_POSES = 64, COST_LEAST_POSES = 8 };
typedef struct CostMeasure {
    CostModel model;
    int poses, checked;         // of all; of those that were predicted
    double median, ninth, most; // relative errors of these: half, nine tenths and all are below
    double total;               // predicted / measured time of all of these together
    double counts[COST_TERMS];  // of these together
    double measured, predicted; // seconds of these together
    CostSample samples[COST_POSES];
    double forecasts[COST_POSES]; // by the constants, in seconds
} CostMeasure;

// Takes about `seconds` of CPU time, or longer for the least number of poses. Of the description
// everything but the pool is used. False on cancel (err->text stays "") or where a query fails.
// Trees without triangles, or that never meet, have no poses.
bool cost_measure(const Bvh *a, const Bvh *b, const QueryDesc *desc, double seconds, Job *job,
                  CostMeasure *out, Error *err);

// Two trees where they stand.
typedef struct CostPair {
    const Bvh *a, *b;
    Affine b_to_a;
} CostPair;

// The queries of all pairs, one after the other and repeated until their time can be measured.
bool cost_sample(const CostPair *pairs, int count, const QueryDesc *desc, Job *job, CostSample *out,
                 Error *err);

#endif
