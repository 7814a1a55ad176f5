// Why cells of the 1997 BoxTree are apart.
#ifndef SNUG_CORE_TREE_BV_BOXTREE97_BOXTREE97_EXPLAIN_H
#define SNUG_CORE_TREE_BV_BOXTREE97_BOXTREE97_EXPLAIN_H

#include "core/tree/pair/explain.h"

void boxtree97_explain_sat(const ExplainPair *pair, Explanation *out);
void boxtree97_explain_lite(const ExplainPair *pair, Explanation *out);
void boxtree97_explain_aligned(const ExplainPair *pair, Explanation *out);
void boxtree97_explain_clipping(const ExplainPair *pair, Explanation *out);

#endif
