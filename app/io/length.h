// Lengths as people write them: 2mm, 0.5in, 1e-3 m.
#ifndef SNUG_APP_IO_LENGTH_H
#define SNUG_APP_IO_LENGTH_H

#include "core/error.h"
#include "core/units.h"

#include <stddef.h>

// In metres. A number without a unit is in *plain; with plain NULL it is refused. Finite, not
// negative. False: err says what is wrong with it.
bool length_parse(const char *text, const enum LengthUnit *plain, double *metres, Error *err);

// "0.42 mm": as many digits as a person can use, four significant ones.
void length_print(double value, enum LengthUnit unit, char *out, size_t size);

#endif
