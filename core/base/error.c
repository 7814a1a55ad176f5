// Error texts are shown in windows and terminals, and may carry names from hostile files.
#include "core/base/error.h"
#include "core/base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

bool error_set(Error *err, const char *format, ...)
{
    if (!err)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    utf8_sanitise(err->text);
    return false;
}
