// Where the descent rules stand in their table, for those who mean a certain one.
#ifndef SNUG_CORE_TREE_PAIR_VARIANTS_H
#define SNUG_CORE_TREE_PAIR_VARIANTS_H

#include "core/tree/pair/list.h"

enum {
#define X(id, ...) DESCEND_##id,
    DESCENT_LIST(X)
#undef X
};

#endif
