#include "core/base/cpu.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { UNKNOWN, BASELINE, AVX2 };
static _Atomic int found = UNKNOWN;

static int look(void)
{
#if defined __x86_64__
    const char *wish = getenv("SNUG_SIMD");
    if ((!wish || strcmp(wish, "baseline") != 0) && __builtin_cpu_supports("avx2"))
        return AVX2;
#endif
    return BASELINE;
}

bool cpu_has_avx2(void)
{
    int now = atomic_load_explicit(&found, memory_order_relaxed);
    if (now == UNKNOWN) {
        now = look();
        atomic_store_explicit(&found, now, memory_order_relaxed);
    }
    return now == AVX2;
}

void cpu_pretend(enum CpuVectors vectors)
{
    atomic_store_explicit(&found, vectors == CPU_VECTORS_BASELINE ? BASELINE : look(),
                          memory_order_relaxed);
}
