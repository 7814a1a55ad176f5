// The table of builders of hybrid hierarchies, made from the list.
#include "core/hybrid/variants.h"

const HybridBuilder *const hybrid_builders[] = {
#define X(name) &hybrid_##name,
    HYBRID_LIST(X)
#undef X
};
const int hybrid_builder_count = NAMED_COUNT(hybrid_builders);
_Static_assert(NAMED_COUNT(hybrid_builders) <= NAMED_MOST,
               "arrays with a place for each have so many");
