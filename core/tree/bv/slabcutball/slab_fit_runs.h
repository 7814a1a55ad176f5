// Fitting slab cut balls, by instruction set. All find the same, to the last bit.
#ifndef SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_FIT_RUNS_H
#define SNUG_CORE_TREE_BV_SLABCUTBALL_SLAB_FIT_RUNS_H

#include "core/tree/bv/slabcutball/slab_fit.h"

SlabBall slab_fit_baseline(const FitPoints *points);
bool slab_second_normal_baseline(const FitPoints *points, const SlabBall *ball, Vec3d *normal);
#ifdef SNUG_AVX2
SlabBall slab_fit_avx2(const FitPoints *points);
bool slab_second_normal_avx2(const FitPoints *points, const SlabBall *ball, Vec3d *normal);
#endif

#endif
