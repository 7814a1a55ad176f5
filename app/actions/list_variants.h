// Actions about variants of parts. One line each, in the order of the command palette; they are defined in
// actions_variants.c.
#ifndef SNUG_APP_ACTIONS_LIST_VARIANTS_H
#define SNUG_APP_ACTIONS_LIST_VARIANTS_H

#include "app/document/action.h"

#define VARIANT_ACTIONS(X)                                                                         \
    X(variant_add)                                                                                 \
    X(variant_take)                                                                                \
    X(variant_choose)                                                                              \
    X(variant_place)                                                                               \
    X(variant_align)                                                                               \
    X(variant_match)                                                                               \
    X(variant_rename)                                                                              \
    X(variant_delete)                                                                              \
    X(variant_check)                                                                               \
    X(variant_save)

VARIANT_ACTIONS(ACTION_DECLARE)

#endif
