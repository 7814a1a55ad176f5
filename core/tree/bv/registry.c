// The table of bounding volumes, made from the list.
#include "core/tree/bv/variants.h"

const BvType *const bv_types[] = {
#define X(name) &bv_##name,
    BV_LIST(X)
#undef X
};
const int bv_type_count = NAMED_COUNT(bv_types);
_Static_assert(NAMED_COUNT(bv_types) <= NAMED_MOST, "arrays with a place for each have so many");
