#include "app/io/text_buffer.h"

#include "core/base/array.h"

#include <stdarg.h>
#include <stdio.h>

static bool reserve(TextBuffer *buffer, size_t more)
{
    if (!buffer->failed &&
        !array_reserve(&buffer->text, &buffer->capacity, buffer->length + more + 1, 1))
        buffer->failed = true;
    return !buffer->failed;
}

void text_add_bytes(TextBuffer *buffer, const char *bytes, size_t count)
{
    if (!reserve(buffer, count))
        return;
    memcpy(buffer->text + buffer->length, bytes, count);
    buffer->length += count;
    buffer->text[buffer->length] = '\0';
}

void text_add(TextBuffer *buffer, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length < 0)
        buffer->failed = true;
    else if (reserve(buffer, (size_t)length)) {
        vsnprintf(buffer->text + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void text_add_quoted(TextBuffer *buffer, const char *text)
{
    text_add_bytes(buffer, "\"", 1);
    for (; *text; ++text) {
        if (*text == '"' || *text == '\\')
            text_add_bytes(buffer, "\\", 1);
        text_add_bytes(buffer, text, 1);
    }
    text_add_bytes(buffer, "\"", 1);
}

char *text_take(TextBuffer *buffer)
{
    reserve(buffer, 0);
    char *text = buffer->failed ? NULL : buffer->text;
    if (buffer->failed)
        free(buffer->text);
    else if (buffer->length == 0)
        text[0] = '\0';
    *buffer = (TextBuffer){0};
    return text;
}

void text_add_csv(TextBuffer *buffer, const char *text)
{
    text_add(buffer, "\"%s", text[0] && strchr("=+-@\t\r|%", text[0]) ? "'" : "");
    for (const char *c = text; *c; ++c)
        text_add_bytes(buffer, *c == '"' ? "\"\"" : c, *c == '"' ? 2 : 1);
    text_add(buffer, "\"");
}
