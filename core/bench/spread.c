#include "core/bench/spread.h"

int spread_rank(const Spread *all, int count, int one)
{
    int rank = 1;
    for (int i = 0; i < count; ++i)
        rank += all[i].most < all[one].least;
    return rank;
}

bool spread_ties(const Spread *all, int count, int one)
{
    int rank = spread_rank(all, count, one);
    for (int i = 0; i < count; ++i)
        if (i != one && spread_rank(all, count, i) == rank)
            return true;
    return false;
}
