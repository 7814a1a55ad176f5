// The builders by name, for those who mean a certain one.
#ifndef SNUG_CORE_TREE_BUILD_VARIANTS_H
#define SNUG_CORE_TREE_BUILD_VARIANTS_H

#include "core/tree/build/build.h"
#include "core/tree/build/list.h"

#define X(name) extern const Builder build_##name;
BUILD_LIST(X)
#undef X

#endif
