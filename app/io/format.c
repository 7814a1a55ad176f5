#include "app/io/format.h"

#include "app/io/file.h"
#include "app/io/foreign.h"
#include "app/io/format_list.h"
#include "app/io/import_cache.h"
#include "app/io/import_part.h"
#include "core/base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HEAD_BYTES = 4096 }; // enough to know a file by

#define X(name) extern const ImportFormat format_##name;
FORMAT_LIST(X)
#undef X

const ImportFormat *const import_formats[] = {
#define X(name) &format_##name,
    FORMAT_LIST(X)
#undef X
};
const int import_format_count = sizeof import_formats / sizeof *import_formats;

const ImportFormat *import_format_of(const char *path)
{
    size_t length = strlen(path);
    for (int i = 0; i < import_format_count; ++i)
        for (int k = 0; k < 2 && import_formats[i]->endings[k]; ++k) {
            size_t ending = strlen(import_formats[i]->endings[k]);
            if (length > ending &&
                strcasecmp(path + length - ending, import_formats[i]->endings[k]) == 0)
                return import_formats[i];
        }
    return NULL;
}

bool file_head_begins(const FileHead *head, const char *text)
{
    const char *p = head->bytes + utf8_mark(head->bytes, head->size);
    const char *end = head->bytes + head->size;
    size_t length = strlen(text);
    while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'))
        ++p;
    return (size_t)(end - p) >= length && memcmp(p, text, length) == 0;
}

const char *file_head_find(const FileHead *head, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= head->size; ++i)
        if (memcmp(head->bytes + i, text, length) == 0)
            return head->bytes + i;
    return NULL;
}

static FileHead head_of(const char *path, char bytes[HEAD_BYTES])
{
    FileHead head = {.bytes = bytes};
    int fd;
    Error unused;
    if (!file_open(path, &fd, &head.whole, &unused))
        return head;
    if (!file_read(fd, path, bytes, HEAD_BYTES, &head.size, &unused))
        head.size = 0;
    close(fd);
    return head;
}

static const ImportFormat *format_within(const FileHead *head)
{
    for (int i = 0; head->size > 0 && i < import_format_count; ++i)
        if (import_formats[i]->knows && import_formats[i]->knows(head))
            return import_formats[i];
    return NULL;
}

const ImportFormat *import_format_within(const char *path)
{
    char bytes[HEAD_BYTES];
    FileHead head = head_of(path, bytes);
    return format_within(&head);
}

bool import_is_foreign(const char *path)
{
    char bytes[HEAD_BYTES];
    FileHead head = head_of(path, bytes);
    return foreign_within(&head) != NULL;
}

// Adds a word of a list: ", " before it, or " or " before the last one.
static void add_word(char *text, size_t size, const char *word, bool last)
{
    size_t used = strlen(text);
    snprintf(text + used, size - used, "%s%s", used == 0 ? "" : last ? " or " : ", ", word);
}

void import_format_names(char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < import_format_count; ++i)
        add_word(text, size, import_formats[i]->name, i + 1 == import_format_count);
}

void import_format_endings(char *text, size_t size)
{
    text[0] = '\0';
    for (int i = 0; i < import_format_count; ++i)
        for (int k = 0; k < 2 && import_formats[i]->endings[k]; ++k)
            add_word(text, size, import_formats[i]->endings[k],
                     i + 1 == import_format_count && (k == 1 || !import_formats[i]->endings[1]));
}

bool import_with(const ImportFormat *format, const char *path, const ImportOptions *options,
                 ImportResult *out, Job *job, Error *err)
{
    *out = (ImportResult){.options = options ? *options : (ImportOptions){0}};
    ImportFile file = {.name = path,
                       .path = path,
                       .out = out,
                       .job = job,
                       .err = err,
                       .state = calloc(1, format->state_size + 1)};
    job_step(job, "Reading");
    bool good = (file.state || import_out_of_memory(&file)) && import_read_file(&file, format) &&
                format->read(&file);
    if (file.state && format->end)
        format->end(file.state);
    free(file.state);
    free(file.bytes);
    if (!good)
        import_result_free(out);
    return good;
}

bool import_file(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                 Error *err)
{
    *out = (ImportResult){0};
    char bytes[HEAD_BYTES];
    FileHead head = head_of(path, bytes);
    const ForeignFormat *foreign = foreign_within(&head);
    const ImportFormat *named = import_format_of(path), *format = format_within(&head);
    if (!foreign && !format && !named)
        foreign = foreign_named(path);
    if (foreign)
        return foreign_refuse(foreign, path, err);
    bool other = format && named && format != named;
    if (!format)
        format = named;
    if (!format && !strchr(file_base_name(path), '.'))
        format = import_formats[0]; // a name without any ending
    if (!format) {
        char endings[256];
        import_format_endings(endings, sizeof endings);
        return error_set(err, "%s: the name must end in %s", path, endings);
    }
    ImportCache cache = {.path = path, .format = format, .named = named, .options = options};
    if (import_cache_take(&cache, out, job))
        return true;
    if (!import_with(format, path, options, out, job, err))
        return false;
    if (other)
        import_notice(out, "it is a %s file, although its name says %s", format->name, named->name);
    if (options && options->drop_degenerate && out->degenerate_count > 0 &&
        !import_drop_degenerate(out, file_base_name(path), err))
        return false;
    import_cache_keep(&cache, out);
    return true;
}
