// The table of construction criteria, made from the list.
#include "core/tree/split/variants.h"

const SplitRule *const split_rules[] = {
#define X(name) &split_##name,
    SPLIT_LIST(X)
#undef X
};
const int split_rule_count = NAMED_COUNT(split_rules);
_Static_assert(NAMED_COUNT(split_rules) <= NAMED_MOST, "arrays with a place for each have so many");
