#include "app/commands/bench_frames.h"

#include <stdlib.h>

double bench_clock_ms(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_quantile(double *values, int count, double share)
{
    qsort(values, (size_t)count, sizeof *values, compare);
    return values[(int)(share * count)];
}

Spread bench_range(const double *values, int count)
{
    Spread range = SPREAD_NONE;
    for (int i = 0; i < count; ++i)
        spread_add(&range, values[i]);
    return range;
}
