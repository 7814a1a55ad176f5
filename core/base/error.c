// Error texts are shown in windows and terminals, and may carry names from hostile files.
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/utf8.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool error_set(Error *err, const char *format, ...)
{
    if (!err)
        return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(err->text, sizeof err->text, format, arguments);
    va_end(arguments);
    size_t budget = strstr(err->text, "not enough memory") ? mem_take_refusal() : 0, used;
    if (budget > 0 && (used = strlen(err->text)) < sizeof err->text)
        snprintf(err->text + used, sizeof err->text - used,
                 " within the budget of %.3g GB (--memory)", (double)budget * 1e-9);
    utf8_sanitise(err->text);
    return false;
}
