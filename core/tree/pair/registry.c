// The table of descent rules, made from the list.
#include "core/base/named.h"
#include "core/tree/pair/descend.h"
#include "core/tree/pair/list.h"

const DescentRule *const descent_rules[] = {
#define X(id, name_, note_, ...)                                                                   \
    &(const DescentRule){.name = (name_), .note = (note_), __VA_ARGS__},
    DESCENT_LIST(X)
#undef X
};
const int descent_rule_count = NAMED_COUNT(descent_rules);
_Static_assert(NAMED_COUNT(descent_rules) <= NAMED_MOST,
               "arrays with a place for each have so many");
