// Why restricted boxes are apart, by the axes that each test tries.
#ifndef SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_EXPLAIN_H
#define SNUG_CORE_TREE_BV_BOXTREE_BOXTREE_EXPLAIN_H

#include "core/tree/pair/explain.h"

void boxtree_explain_sat(const ExplainPair *pair, Explanation *out);
void boxtree_explain_lite(const ExplainPair *pair, Explanation *out);
void boxtree_explain_aligned(const ExplainPair *pair, Explanation *out);

#endif
