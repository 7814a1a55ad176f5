// What went wrong, in words for the person who caused it. Functions that a user can make fail
// return bool and fill an Error; what only a programmer can get wrong is an assert.
#ifndef SNUG_CORE_BASE_ERROR_H
#define SNUG_CORE_BASE_ERROR_H

#include <stdbool.h>

typedef struct Error {
    char text[1024]; // always terminated and valid UTF-8; "" = no error
} Error;

#if defined(__GNUC__)
#define SNUG_PRINTF(format_index, first_argument)                                                  \
    __attribute__((format(printf, format_index, first_argument)))
#else
#define SNUG_PRINTF(format_index, first_argument)
#endif

// Fills err (which may be NULL) and returns false, so that callers write: return error_set(err,
// ...). Bytes that are not valid UTF-8 (file names, names inside files) are replaced by '?',
// control characters by a blank; what does not fit is cut at a character's border.
bool error_set(Error *err, const char *format, ...) SNUG_PRINTF(2, 3);

#endif
