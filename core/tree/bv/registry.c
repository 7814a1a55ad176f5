// The table of bounding volumes, made from the list.
#include "core/tree/bv.h"

const BvType *const bv_types[BV_TYPE_COUNT] = {
#define X(name) &bv_##name,
    BV_LIST(X)
#undef X
};
