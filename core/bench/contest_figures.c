// What results of a contest say: ranks, ties, break-evens and fronts.
#include "core/bench/contest.h"

#include "core/base/memory.h"

#include <math.h>

void contest_free(ContestResult *results, int count)
{
    for (int i = 0; results && i < count; ++i) {
        mem_free(results[i].frames);
        results[i].frames = NULL;
    }
}

int contest_rank(const ContestResult *results, int count, int kind)
{
    if (!results[kind].timed)
        return 0;
    int rank = 1;
    for (int i = 0; i < count; ++i)
        rank += results[i].timed && results[i].us_most < results[kind].us_least;
    return rank;
}

bool contest_ties(const ContestResult *results, int count, int kind)
{
    int rank = contest_rank(results, count, kind);
    for (int i = 0; rank > 0 && i < count; ++i)
        if (i != kind && contest_rank(results, count, i) == rank)
            return true;
    return false;
}

double contest_break_even(const ContestResult *results, int count, int kind)
{
    const ContestResult *cheapest = &results[kind], *one = &results[kind];
    for (int i = 0; i < count; ++i)
        if (results[i].timed && results[i].build_ms < cheapest->build_ms)
            cheapest = &results[i];
    double lead = 1e3 * (one->build_ms - cheapest->build_ms);
    if (cheapest == one || lead <= 0)
        return 0;
    double gain = cheapest->us_least - one->us_least;
    return gain > 0 ? lead / gain : INFINITY;
}

double contest_cost(const ContestResult *result, enum ContestCost cost)
{
    return cost == CONTEST_BUILD ? result->build_ms : result->bytes;
}

bool contest_on_front(const ContestResult *results, int count, int kind, enum ContestCost cost)
{
    const ContestResult *one = &results[kind];
    double own = contest_cost(one, cost);
    for (int i = 0; one->timed && i < count; ++i) {
        double other = contest_cost(&results[i], cost);
        if (results[i].timed && results[i].us_least <= one->us_least && other <= own &&
            (results[i].us_least < one->us_least || other < own))
            return false;
    }
    return one->timed;
}
