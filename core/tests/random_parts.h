// Assemblies of a few small parts in every relation two parts can have: apart, nearly touching,
// flush, crossing, one in the other, twice in one place; closed ones, open ones and such of several
// bodies.
#ifndef SNUG_CORE_TESTS_RANDOM_PARTS_H
#define SNUG_CORE_TESTS_RANDOM_PARTS_H

#include "core/meaning/fit_report.h"

enum { RANDOM_PARTS = 3 };
#define RANDOM_PARTS_TOLERANCE 0.01 // poses are chosen around it

typedef struct RandomParts {
    Assembly assembly;
    Bvh *trees[RANDOM_PARTS];
    PosedPart parts[RANDOM_PARTS];
    bool closed[RANDOM_PARTS];
    double tolerance; // of checks; 0: the default, which knows of facets
} RandomParts;

// Coordinates are rounded to a grid, so that the meshes are the same whatever the mathematical
// library says about angles.
void random_parts_create(RandomParts *out, uint64_t seed);
// The same of round parts that run into each other by about as much as their facets lie off the true
// surfaces, and are checked with the default tolerance.
void random_round_parts_create(RandomParts *out, uint64_t seed);
// Other hierarchies over the same meshes at the same places.
void random_parts_rebuild(RandomParts *parts, const BvhDesc *desc);
void random_parts_free(RandomParts *parts);

// The whole check, at the tolerance of these parts; a wanted clearance makes rows of clear pairs, too.
void random_parts_check(const RandomParts *parts, double clearance, struct Pool *pool,
                        FitCheck *check);

#endif
