// The table of triangle tests, made from the list.
#include "core/base/named.h"
#include "core/shape/triangle/variants.h"

const TriTest *const tri_tests[] = {
#define X(name) &tri_##name,
    TRI_TEST_LIST(X)
#undef X
};
const int tri_test_count = NAMED_COUNT(tri_tests);
_Static_assert(NAMED_COUNT(tri_tests) <= NAMED_MOST, "arrays with a place for each have so many");
