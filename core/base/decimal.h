// Decimal numbers as OBJ and MTL files write them: 5  -.5  5.  1e-3. Rounded correctly, so that
// what "%.17g" wrote comes back bit for bit (libtinyobjloader reads 0.3 as 0.30000000000000004).
#ifndef SNUG_CORE_BASE_DECIMAL_H
#define SNUG_CORE_BASE_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static inline bool decimal_is_digit(char c)
{
    return (unsigned)(c - '0') < 10;
}

// The end of the number at p, or NULL when there is none: no nan, no inf, no hexadecimal. Too large
// a number gives +-inf: the caller checks the range. The text must go on with a byte that is not
// part of the number (a 0 will do), and the thread's locale must have a decimal point, see
// uselocale().
static inline const char *decimal_parse(const char *p, double *out)
{
    static const double POWER_OF_10[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                         1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                         1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *start = p;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+')
        ++p;
    uint64_t digits = 0; // wraps round beyond 19 digits; it is not used then
    const char *mark = p;
    while (decimal_is_digit(*p))
        digits = digits * 10 + (uint64_t)(*p++ - '0');
    int64_t count = p - mark, exponent = 0;
    if (*p == '.') {
        mark = ++p;
        while (decimal_is_digit(*p))
            digits = digits * 10 + (uint64_t)(*p++ - '0');
        count += p - mark;
        exponent = mark - p;
    }
    if (count == 0)
        return NULL;
    if (*p == 'e' || *p == 'E') {
        ++p;
        bool negative_exponent = *p == '-';
        if (*p == '-' || *p == '+')
            ++p;
        if (!decimal_is_digit(*p))
            return NULL;
        int64_t written = 0;
        for (; decimal_is_digit(*p); ++p)
            if (written < 1000000)
                written = written * 10 + (*p - '0');
        exponent += negative_exponent ? -written : written;
    }
    // Both factors are exact doubles, so the one operation on them rounds correctly.
    if (count <= 19 && digits <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22) {
        double value = (double)digits;
        value = exponent < 0 ? value / POWER_OF_10[-exponent] : value * POWER_OF_10[exponent];
        *out = negative ? -value : value;
    } else {
        *out = strtod(start, NULL);
    }
    return p;
}

#endif
