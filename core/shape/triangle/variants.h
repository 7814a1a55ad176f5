// The triangle tests by name, for those who mean a certain one.
#ifndef SNUG_CORE_SHAPE_TRIANGLE_VARIANTS_H
#define SNUG_CORE_SHAPE_TRIANGLE_VARIANTS_H

#include "core/shape/triangle/list.h"
#include "core/shape/triangle/tri.h"

#define X(name) extern const TriTest tri_##name;
TRI_TEST_LIST(X)
#undef X

#endif
