// Which way the shells of a part look.
#ifndef SNUG_CORE_MEANING_NESTING_H
#define SNUG_CORE_MEANING_NESTING_H

#include "core/meaning/solid.h"

// Turns shells over so that material is where the sum of the windings is not 0: a shell that lies in
// no other encloses material, whichever way its triangles run; one inside another is a cavity if it
// looks the other way than that one. Else the overlap of two bodies, one of them inside out, would
// count as empty. shell_of: per triangle of the solid. *solid may be replaced. False: memory ran
// short, or cancelled.
bool nesting_turn(Solid **solid, const int32_t *shell_of, int32_t shell_count, Job *job);

#endif
