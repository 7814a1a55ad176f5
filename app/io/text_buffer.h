// Text that grows. Lack of memory is remembered and told once, by text_take.
#ifndef SNUG_APP_IO_TEXT_BUFFER_H
#define SNUG_APP_IO_TEXT_BUFFER_H

#include "core/base/error.h"

#include <stddef.h>

typedef struct TextBuffer {
    char *text; // NULL while empty
    size_t length, capacity;
    bool failed;
} TextBuffer;

void text_add(TextBuffer *buffer, const char *format, ...) SNUG_PRINTF(2, 3);
void text_add_bytes(TextBuffer *buffer, const char *bytes, size_t count);
// A field of a table for spreadsheets (RFC 4180), in quotes. What they would take for a formula gets an
// apostrophe in front, which they do not show.
void text_add_csv(TextBuffer *buffer, const char *text);
void text_add_quoted(TextBuffer *buffer, const char *text); // as tokens_quoted reads it
char *text_take(TextBuffer *buffer); // to be freed; NULL: memory ran short. Empties the buffer.

#endif
