// JSON (RFC 8259) with the line of every value, for files that people may have written or damaged.
// Strict: keys come once, strings hold no zero byte, depth and size are limited.
#ifndef SNUG_APP_IO_JSON_H
#define SNUG_APP_IO_JSON_H

#include "app/io/text_buffer.h"
#include "core/base/error.h"

#include <stdint.h>

enum { JSON_MAX_DEPTH = 64, JSON_MAX_KEYS = 1024 };
#define JSON_MAX_BYTES ((size_t)256 << 20)

enum JsonType { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT };

// 24 bytes: a file of numbers has one for every two of its bytes.
typedef struct JsonValue {
    union {
        int32_t count;    // of an array's or an object's children
        const char *text; // of a string; escapes are resolved, else bytes as in the file
        double number;    // of a bool 0 or 1
    };
    const char *key; // in an object; else NULL
    int32_t next;    // distance to the next sibling, 0: none; children follow their parent
    unsigned line : 29, type : 3; // enum JsonType
} JsonValue;

typedef struct Json {
    char *name;        // of the file, for messages
    char *text;        // keys and strings are in here
    JsonValue *values; // [0] is the whole
    size_t count, capacity;
} Json;

// `name` stands before the line in messages. On failure *out is empty.
bool json_parse(Json *out, const char *name, const char *bytes, size_t size, Error *err);
void json_free(Json *json);

// NULL: there are none, or no more.
const JsonValue *json_first(const JsonValue *of);
const JsonValue *json_next(const JsonValue *value);
const JsonValue *json_member(const JsonValue *object, const char *key); // also when it is no object
const char *json_type_name(enum JsonType type);                         // "a number"
// "file:line: " before the sentence.
bool json_refuse(const Json *json, const JsonValue *at, Error *err, const char *format, ...)
    SNUG_PRINTF(4, 5);

// For writers: in quotes, with escapes. Numbers as "%.17g" come back bit for bit.
void json_add_string(TextBuffer *out, const char *text);

#endif
