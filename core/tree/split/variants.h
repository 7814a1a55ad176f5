// The construction criteria by name, for those who mean a certain one.
#ifndef SNUG_CORE_TREE_SPLIT_VARIANTS_H
#define SNUG_CORE_TREE_SPLIT_VARIANTS_H

#include "core/tree/split/list.h"
#include "core/tree/split/split.h"

#define X(name) extern const SplitRule split_##name;
SPLIT_LIST(X)
#undef X

#endif
