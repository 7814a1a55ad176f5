#include "core/shape/triangle/tri.h"

const TriTest *const tri_tests[TRI_TEST_COUNT] = {
#define X(name) [TRI_TEST_##name] = &tri_##name,
    TRI_TEST_LIST(X)
#undef X
};
