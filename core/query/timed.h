// Do two meshes meet, within a time budget? The pairs of nodes whose balls overlap most are opened
// first. When time is up, what is left says how wrong "they do not meet" could be, and about where.
#ifndef SNUG_CORE_QUERY_TIMED_H
#define SNUG_CORE_QUERY_TIMED_H

#include "core/query/node_balls.h"
#include "core/query/query.h"

enum Verdict {
    VERDICT_NO,       // no triangles meet
    VERDICT_YES,      // two triangles that meet were found
    VERDICT_UNDECIDED // the time was up; run again to go on
};

typedef struct TimedAnswer {
    enum Verdict verdict;
    size_t unresolved; // pairs of nodes left
    int level;         // of both trees: everything above it has been opened
    // Upper bound of the penetration that may be hidden in any unresolved pair: the thickness of
    // the lens of its two balls; moving B so far along their centres takes the pair apart.
    double error;
    // UNDECIDED: the two meshes are nowhere farther apart than that, for all that lies in the balls of an
    // unresolved pair is nearer. With the error it is a band in which the truth lies.
    double farthest;
    // YES: a point of two triangles that meet, and the normal of A's. UNDECIDED: the middle of the
    // thickest lens on its centre line, and the direction from A's ball to B's. In A's frame.
    Vec3d point, normal;
    int32_t triangle_a, triangle_b; // YES; else -1
} TimedAnswer;

typedef struct TimedQuery {
    Query query;
    const NodeBalls *balls_a, *balls_b;
    const TriTest *tri;
    double stretch;  // of B's balls
    double error;    // least bound so far: it holds for all that is below the pairs it was about
    double farthest; // the same of the distance
    TimedAnswer hit;
    bool done;
} TimedQuery;

// The balls must be of these trees as they are. desc: test, rule and triangle test matter.
bool timed_query_begin(TimedQuery *timed, const Bvh *a, const NodeBalls *balls_a, const Bvh *b,
                       const NodeBalls *balls_b, const Affine *b_to_a, const QueryDesc *desc,
                       Error *err);

// Runs until the deadline (NULL: to the end) and QUERY_LOOK volume or triangle tests beyond it at
// most. May be called again while undecided, also in a later frame as long as nothing moved.
// False: memory ran short.
bool timed_query_run(TimedQuery *timed, const Deadline *deadline, Job *job, TimedAnswer *answer,
                     Error *err);
void timed_query_end(TimedQuery *timed);

// A pair of nodes that was left when time was up: their lens, in A's frame.
typedef struct TimedRest {
    NodeId a, b;
    int level; // of the higher of the two
    double
        thickness; // moving B so far along the normal takes the pair apart; 0: the balls are apart
    Vec3d point, normal; // the middle of the lens, the direction from A's ball to B's
} TimedRest;
// Of an undecided query: the frontier, thickest lenses first, at most so many. Returns how many.
size_t timed_query_rest(const TimedQuery *timed, TimedRest *out, size_t most);

Deadline deadline_in(double microseconds); // from now, on the monotonic clock

#endif
