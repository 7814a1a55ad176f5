// Which instructions the processor at hand has beyond those that every one has. What is compiled for
// them gives the same results, to the last bit.
#ifndef SNUG_CORE_BASE_CPU_H
#define SNUG_CORE_BASE_CPU_H

#include <stdbool.h>

// Vectors of eight floats (AVX2). The environment variable SNUG_SIMD=baseline says that there are
// none; it is read once.
bool cpu_has_avx2(void);

// For tests: as if it were so, where the processor has them. Not while searches run.
enum CpuVectors { CPU_VECTORS_FOUND, CPU_VECTORS_BASELINE };
void cpu_pretend(enum CpuVectors vectors);

#endif
