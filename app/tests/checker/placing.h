// Meshes of a document put to where its parts stand.
#ifndef SNUG_APP_TESTS_CHECKER_PLACING_H
#define SNUG_APP_TESTS_CHECKER_PLACING_H

#include "app/tests/checker/input.h"

namespace checker
{

// Fills in everything that follows from meshes and placements. Throws std::runtime_error.
void place_parts(Document &document);

} // namespace checker

#endif
