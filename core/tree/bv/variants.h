// The bounding volumes by name, for those who mean a certain one.
#ifndef SNUG_CORE_TREE_BV_VARIANTS_H
#define SNUG_CORE_TREE_BV_VARIANTS_H

#include "core/tree/bv.h"
#include "core/tree/bv/list.h"

#define X(name) extern const BvType bv_##name;
BV_LIST(X)
#undef X

#endif
