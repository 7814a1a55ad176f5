// The table of construction criteria, made from the list.
#include "core/tree/split/split.h"

const SplitRule *const split_rules[SPLIT_RULE_COUNT] = {
#define X(name) &split_##name,
    SPLIT_LIST(X)
#undef X
};
