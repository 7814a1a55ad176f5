#include "core/base/length.h"

#include "core/base/decimal.h"

#include <math.h>

bool length_parse(const char *text, const enum LengthUnit *plain, double *metres, Error *err)
{
    double value;
    const char *end = decimal_parse(text, &value);
    if (!end || signbit(value))
        return error_set(err, "\"%.40s\" is not a length such as 2mm", text);
    while (*end == ' ')
        ++end;
    enum LengthUnit unit;
    if (*end ? !length_unit_find(end, &unit) : !plain)
        return error_set(err, "\"%.40s\" has no unit (mm, cm, m, um, in, ft)", text);
    if (!*end)
        unit = *plain;
    *metres = value * length_unit_info(unit)->metres;
    if (!isfinite(*metres))
        return error_set(err, "\"%.40s\" is too long", text);
    return true;
}
