// Is no point of a surface deeper in a closed part than some length? By cutting the surface up until
// every piece is done with.
#ifndef SNUG_APP_TESTS_CHECKER_DEPTH_H
#define SNUG_APP_TESTS_CHECKER_DEPTH_H

#include "app/tests/checker/exact.h"

namespace checker
{

enum class Depth { within, deeper, unknown };

// rounding: more than sums of a few coordinates in doubles are off by.
Depth depth_within(const Part &surface, const Part &solid, double length, double rounding);

} // namespace checker

#endif
