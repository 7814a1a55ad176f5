// Axis alignment without multiplications (Zachmann 2002, section 3.2.2).
#ifndef SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_TABLES_H
#define SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_TABLES_H

#include "core/tree/bv/boxtree/boxtree_axes.h"

// Products of B's offsets and the entries of its matrix, for axis alignment: indexed by side's
// axis, axis of A, whole steps, which is what a quantised tree keeps. Other offsets are rounded down
// to whole steps on the way, which leaves boxes larger, never smaller. An entry is the double product
// rounded once: it errs no more than the products that it replaces.
typedef struct BoxtreeTables {
    float step[3], per_step[3];
    float product[3][3][BOXTREE_TABLE_STEPS];
} BoxtreeTables;

static inline void boxtree_tables_fill(BoxtreeTables *tables, const Boxtree *tree,
                                       const Affine *b_to_a)
{
    for (int k = 0; k < 3; ++k) {
        float step = tree->step[k];
        tables->step[k] = step;
        tables->per_step[k] = step > 0 ? 1 / step : 0;
        for (int x = 0; x < 3; ++x) {
            double factor = (double)step * fabs(b_to_a->m[x][k]);
            for (int n = 0; n < BOXTREE_TABLE_STEPS; ++n)
                tables->product[k][x][n] = (float)(n * factor);
        }
    }
}

// Of B's node: where its word points to in the tables.
static inline int boxtree_tables_steps(const BoxtreeTables *tables, const Boxtree *tree, int axis,
                                       BoxtreeWord word)
{
    return tree->config.quantised
               ? (int)word.steps
               : boxtree_step_count(word.offset, tables->step[axis], tables->per_step[axis]);
}

static inline void boxtree_tables_move(const BoxtreeTables *tables, const BoxtreeMove *move,
                                       int axis, int steps, float *ends)
{
    for (int x = 0; x < 3; ++x)
        ends[move->end[x]] = BOXTREE_SUB(ends[move->end[x]], tables->product[axis][x][steps]);
}

#endif
