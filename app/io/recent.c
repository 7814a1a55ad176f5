#include "app/io/recent.h"

#include "app/io/config.h"
#include "app/io/file.h"
#include "app/io/text_buffer.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BYTES = 1 << 16 };

static bool is_path(const char *text, size_t length)
{
    return length > 1 && length < RECENT_PATH && text[0] == '/' && !memchr(text, '\0', length) &&
           !memchr(text, '\n', length);
}

void recent_read(Recent *recent, const char *text, size_t size)
{
    recent->count = 0;
    for (size_t at = 0; at < size && recent->count < RECENT_MOST;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        if (is_path(text + at, length)) {
            char *to = recent->paths[recent->count++];
            memcpy(to, text + at, length);
            to[length] = '\0';
        }
        at += length + 1;
    }
}

void recent_load(Recent *recent)
{
    char path[1024];
    FileBytes bytes;
    Error none;
    recent->kept = true;
    if (!state_path("recent.txt", false, path, sizeof path) ||
        !file_read_whole(path, MAX_BYTES, &bytes, &none))
        return; // nothing was opened yet
    recent_read(recent, bytes.data, bytes.size);
    free(bytes.data);
}

bool recent_add(Recent *recent, const char *path)
{
    size_t length = strlen(path);
    if (!is_path(path, length))
        return false;
    int32_t at = 0;
    while (at < recent->count && strcmp(recent->paths[at], path) != 0)
        ++at;
    if (at == 0 && recent->count > 0)
        return false;
    if (at == recent->count && recent->count < RECENT_MOST)
        ++recent->count;
    else if (at == recent->count)
        --at; // the oldest goes
    memmove(recent->paths[1], recent->paths[0], (size_t)at * sizeof recent->paths[0]);
    memcpy(recent->paths[0], path, length + 1);
    return true;
}

char *recent_text(const Recent *recent)
{
    TextBuffer text = {0};
    for (int32_t i = 0; i < recent->count; ++i)
        text_add(&text, "%s\n", recent->paths[i]);
    return text_take(&text);
}
