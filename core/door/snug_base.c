// Version, errors, hooks, and how structs of other versions are read and written.
#include "core/base/memory.h"
#include "core/base/utf8.h"
#include "core/door/door.h"

#include <stdarg.h>
#include <stdio.h>

static snug_log_fn *log_fn;
static void *log_user;

int32_t snug_version(void)
{
    return SNUG_VERSION;
}

const char *snug_status_name(snug_status status)
{
    static const char *const names[] = {
        "ok",       "bad argument", "bad size", "bad name",          "bad mesh",  "bad placement",
        "bad kind", "bad rules",    "stale",    "not enough memory", "cancelled", "too late",
    };
    return (unsigned)status < sizeof names / sizeof *names ? names[status] : "unknown";
}

void snug_set_log(snug_log_fn *log, void *user)
{
    log_fn = log;
    log_user = user;
}

void door_log(const char *format, ...)
{
    if (!log_fn)
        return;
    char text[508];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    log_fn(log_user, SNUG_LOG_INFO, text);
}

snug_status door_fail(snug_error *error, snug_status status, const char *format, ...)
{
    snug_error here = {.status = status};
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(here.text, sizeof here.text, format, arguments);
    va_end(arguments);
    utf8_sanitise(here.text);
    if (error)
        *error = here;
    if (log_fn)
        log_fn(log_user, SNUG_LOG_ERROR, here.text);
    return status;
}

snug_status door_job_open(const Job *job, snug_error *error)
{
    return job_cancelled(job) ? door_fail(error, SNUG_CANCELLED, "cancelled") : SNUG_OK;
}

snug_status door_no_memory(snug_error *error)
{
    return door_fail(error, SNUG_NO_MEMORY, "not enough memory");
}

snug_status door_core_failed(snug_error *error, const Error *core, snug_status otherwise)
{
    if (!core->text[0] || strcmp(core->text, "cancelled") == 0)
        return door_fail(error, SNUG_CANCELLED, "cancelled");
    if (strstr(core->text, "not enough memory")) // what all of core says then
        otherwise = SNUG_NO_MEMORY;
    return door_fail(error, otherwise, "%s", core->text);
}

snug_status snug_set_allocator(const snug_allocator *allocator, snug_error *error)
{
    MemoryHooks hooks = {0};
    if (allocator) {
        snug_allocator own = {0};
        snug_status status = DOOR_TAKE(own, allocator, error);
        if (status != SNUG_OK)
            return status;
        if (!own.allocate || !own.resize || !own.release)
            return door_fail(error, SNUG_BAD_ARGUMENT,
                             "an allocator needs allocate, resize and release");
        hooks = (MemoryHooks){own.allocate, own.resize, own.release, own.user};
    }
    if (!mem_set_hooks(&hooks))
        return door_fail(error, SNUG_TOO_LATE, "memory has been handed out already");
    return SNUG_OK;
}

enum { MOST_BYTES = 4096 }; // beyond that it is a size that was never set

static size_t size_of(const void *given)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    return size;
}

static snug_status bad_size(size_t size, snug_error *error)
{
    return door_fail(error, SNUG_BAD_SIZE,
                     "struct_size is %zu: set it to the sizeof of the struct, and the rest to 0",
                     size);
}

snug_status door_take(void *own, size_t own_size, const void *given, size_t least,
                      snug_error *error)
{
    if (!given)
        return least == 0 ? SNUG_OK
                          : door_fail(error, SNUG_BAD_ARGUMENT, "a description is missing");
    size_t size = size_of(given);
    if (size < sizeof size || size < least || size > MOST_BYTES)
        return bad_size(size, error);
    for (size_t i = own_size; i < size; ++i)
        if (((const unsigned char *)given)[i] != 0)
            return door_fail(error, SNUG_BAD_SIZE,
                             "a description sets something that only a newer library knows");
    memcpy(own, given, size < own_size ? size : own_size);
    return SNUG_OK;
}

snug_status door_ready(const void *result, size_t least, snug_error *error)
{
    if (!result)
        return door_fail(error, SNUG_BAD_ARGUMENT, "there is no place for the result");
    size_t size = size_of(result);
    return size < least || size > MOST_BYTES ? bad_size(size, error) : SNUG_OK;
}

void door_give(void *result, const void *own, size_t own_size)
{
    size_t size = size_of(result), common = size < own_size ? size : own_size;
    memcpy((char *)result + sizeof size, (const char *)own + sizeof size, common - sizeof size);
    memset((char *)result + common, 0, size - common);
}

snug_status door_placement(Affine *out, const double *numbers, snug_error *error)
{
    *out = affine_identity();
    if (!numbers)
        return SNUG_OK;
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            out->m[i][j] = numbers[4 * i + j];
        out->p.v[i] = numbers[4 * i + 3];
    }
    Affine inverse;
    if (!affine_is_finite(out))
        return door_fail(error, SNUG_BAD_PLACEMENT, "the placement is not finite");
    if (!affine_invert(out, &inverse))
        return door_fail(error, SNUG_BAD_PLACEMENT, "the placement is singular");
    return SNUG_OK;
}

void door_placement_numbers(const Affine *placement, double numbers[12])
{
    for (int i = 0; i < 3; ++i) {
        for (int j = 0; j < 3; ++j)
            numbers[4 * i + j] = placement->m[i][j];
        numbers[4 * i + 3] = placement->p.v[i];
    }
}

void door_vector(Vec3d v, double out[3])
{
    for (int k = 0; k < 3; ++k)
        out[k] = v.v[k];
}

snug_stats door_stats(const QueryStats *stats)
{
    return (snug_stats){stats->volume_tests, stats->triangle_tests, stats->updates, stats->ms};
}
