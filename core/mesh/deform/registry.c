// The table of deformations, made from the list.
#include "core/mesh/deform/variants.h"

const DeformRule *const deform_rules[] = {
#define X(name) &deform_##name,
    DEFORM_LIST(X)
#undef X
};
const int deform_rule_count = NAMED_COUNT(deform_rules);
_Static_assert(NAMED_COUNT(deform_rules) <= NAMED_MOST,
               "arrays with a place for each have so many");
