// The table of builders, made from the list.
#include "core/tree/build/build.h"

const Builder *const builders[BUILDER_COUNT] = {
#define X(name) &build_##name,
    BUILD_LIST(X)
#undef X
};
