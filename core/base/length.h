// Lengths as people write them: 2mm, 0.5in, 1e-3 m.
#ifndef SNUG_CORE_BASE_LENGTH_H
#define SNUG_CORE_BASE_LENGTH_H

#include "core/base/error.h"
#include "core/base/units.h"

// In metres. A number without a unit is in *plain; with plain NULL it is refused. Finite, not
// negative. False: err says what is wrong with it.
bool length_parse(const char *text, const enum LengthUnit *plain, double *metres, Error *err);

#endif
