// Lifetime of import results, common to all file formats.
#include "app/io/import.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <stdarg.h>
#include <stdio.h>

bool import_options_equal(const ImportOptions *a, const ImportOptions *b)
{
    return a->unit == b->unit && a->up == b->up && a->drop_degenerate == b->drop_degenerate &&
           a->deflection == b->deflection && a->unit_said == b->unit_said &&
           a->up_said == b->up_said;
}

void import_result_free(ImportResult *result)
{
    for (int32_t i = 0; i < result->part_count; ++i) {
        free(result->parts[i].name);
        free(result->parts[i].group);
        mesh_release(result->parts[i].mesh);
    }
    for (int32_t i = 0; i < result->notice_count; ++i)
        free(result->notices[i]);
    for (int32_t i = 0; i < result->depend_count; ++i)
        free(result->depends[i]);
    free((void *)result->depends);
    free(result->parts);
    free((void *)result->notices);
    *result = (ImportResult){0};
}

void import_notice(ImportResult *result, const char *format, ...)
{
    if (result->notice_count > IMPORT_MAX_NOTICES)
        return;
    if (!result->notices)
        result->notices = calloc(IMPORT_MAX_NOTICES + 1, sizeof *result->notices);
    char *text = malloc(sizeof(Error));
    if (!result->notices || !text) {
        free(text);
        return;
    }
    if (result->notice_count == IMPORT_MAX_NOTICES) {
        snprintf(text, sizeof(Error), "there is more to say, but %d notices must do",
                 IMPORT_MAX_NOTICES);
    } else {
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(text, sizeof(Error), format, arguments);
        va_end(arguments);
        utf8_sanitise(text);
    }
    result->notices[result->notice_count++] = text;
}

void import_depends(ImportResult *result, const char *relative)
{
    for (int32_t i = 0; i < result->depend_count; ++i)
        if (strcmp(result->depends[i], relative) == 0)
            return;
    char *copy = strdup(relative);
    if (!copy || !array_reserve(&result->depends, &result->depend_capacity,
                                (size_t)result->depend_count + 1, sizeof *result->depends)) {
        free(copy);
        result->depends_on_more = true;
        return;
    }
    result->depends[result->depend_count++] = copy;
}
