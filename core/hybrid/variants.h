// The builders of hybrid hierarchies by name, for those who mean a certain one.
#ifndef SNUG_CORE_HYBRID_VARIANTS_H
#define SNUG_CORE_HYBRID_VARIANTS_H

#include "core/hybrid/hybrid.h"
#include "core/hybrid/list.h"

#define X(name) extern const HybridBuilder hybrid_##name;
HYBRID_LIST(X)
#undef X

#endif
