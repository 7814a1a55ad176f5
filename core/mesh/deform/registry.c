#include "core/mesh/deform/deform.h"

const DeformRule *const deform_rules[DEFORM_RULE_COUNT] = {
#define X(name) &deform_##name,
    DEFORM_LIST(X)
#undef X
};
