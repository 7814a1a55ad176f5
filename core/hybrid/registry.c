// The table of builders, made from the list.
#include "core/hybrid/hybrid.h"

const HybridBuilder *const hybrid_builders[HYBRID_BUILDER_COUNT] = {
#define X(name) &hybrid_##name,
    HYBRID_LIST(X)
#undef X
};
