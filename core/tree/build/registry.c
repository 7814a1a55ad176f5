// The table of builders, made from the list.
#include "core/tree/build/variants.h"

const Builder *const builders[] = {
#define X(name) &build_##name,
    BUILD_LIST(X)
#undef X
};
const int builder_count = NAMED_COUNT(builders);
_Static_assert(NAMED_COUNT(builders) <= NAMED_MOST, "arrays with a place for each have so many");
