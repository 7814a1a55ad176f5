// Units of length and the up axis of a file. Coordinates stay in the unit of the file; reports name
// it. OBJ says neither, so whoever imports a file chooses.
#ifndef SNUG_CORE_BASE_UNITS_H
#define SNUG_CORE_BASE_UNITS_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

// X(identifier, name, suffix, metres). The first one is the default.
#define LENGTH_UNIT_LIST(X)                                                                        \
    X(MM, "millimetre", "mm", 1e-3)                                                                \
    X(CM, "centimetre", "cm", 1e-2)                                                                \
    X(M, "metre", "m", 1.0)                                                                        \
    X(UM, "micrometre", "um", 1e-6)                                                                \
    X(INCH, "inch", "in", 0.0254)                                                                  \
    X(FOOT, "foot", "ft", 0.3048)

#define UNIT_ENUM_ENTRY(identifier, name, suffix, metres) UNIT_##identifier,
enum LengthUnit { LENGTH_UNIT_LIST(UNIT_ENUM_ENTRY) UNIT_COUNT };
#undef UNIT_ENUM_ENTRY

// The axis that points up in the file. Inside, y is up: parts of a z-up file are turned by their
// placements, their vertices stay as they are.
enum UpAxis { UP_Y, UP_Z, UP_COUNT };

typedef struct LengthUnitInfo {
    const char *name, *suffix; // "millimetre", "mm"
    double metres;             // one unit is this long
} LengthUnitInfo;

static inline const LengthUnitInfo *length_unit_info(enum LengthUnit unit)
{
#define UNIT_TABLE_ENTRY(identifier, name, suffix, metres) {name, suffix, metres},
    static const LengthUnitInfo table[] = {LENGTH_UNIT_LIST(UNIT_TABLE_ENTRY)};
#undef UNIT_TABLE_ENTRY
    return &table[unit >= UNIT_MM && unit < UNIT_COUNT ? unit : UNIT_MM];
}

// By suffix or name, as written on a command line or in a scene file. False: no such unit.
static inline bool length_unit_find(const char *text, enum LengthUnit *out)
{
    for (int i = 0; i < UNIT_COUNT; ++i) {
        const LengthUnitInfo *info = length_unit_info((enum LengthUnit)i);
        if (strcmp(text, info->suffix) == 0 || strcmp(text, info->name) == 0) {
            *out = (enum LengthUnit)i;
            return true;
        }
    }
    return false;
}

// "0.42 mm": three digits and no zeros at the end, never an exponent for what fits on a desk.
static inline void length_format(double length, enum LengthUnit unit, char *text, size_t size)
{
    double size_of = fabs(length);
    int digits = size_of > 1e-12 && size_of < 1e15 ? 2 - (int)floor(log10(size_of)) : 0;
    int n = snprintf(text, size, "%.*f", digits < 0 ? 0 : digits > 12 ? 12 : digits, length);
    if (n < 0 || (size_t)n >= size)
        return;
    size_t end = (size_t)n;
    if (strchr(text, '.')) {
        while (text[end - 1] == '0')
            --end;
        end -= text[end - 1] == '.';
    }
    snprintf(text + end, size - end, " %s", length_unit_info(unit)->suffix);
}

static inline const char *up_axis_name(enum UpAxis up)
{
    return up == UP_Z ? "z" : "y";
}

static inline bool up_axis_find(const char *text, enum UpAxis *out)
{
    if (strcmp(text, "y") != 0 && strcmp(text, "z") != 0)
        return false;
    *out = text[0] == 'z' ? UP_Z : UP_Y;
    return true;
}

// The same as entries of lists, as in base/named.h; `of` is not read.
static inline const char *length_unit_name(const void *of, int i)
{
    (void)of;
    return length_unit_info((enum LengthUnit)i)->suffix;
}
static inline const char *up_axis_entry(const void *of, int i)
{
    (void)of;
    return up_axis_name((enum UpAxis)i);
}

#endif
