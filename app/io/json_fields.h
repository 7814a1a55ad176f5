// Objects of a JSON file by a table: the same rows read and write them, so that what is written is
// what is read.
#ifndef SNUG_APP_IO_JSON_FIELDS_H
#define SNUG_APP_IO_JSON_FIELDS_H

#include "app/io/import.h"
#include "app/io/json.h"
#include "core/base/vec.h"

enum FieldKind {
    FIELD_BOOL,      // bool
    FIELD_INT,       // int32_t, lo..hi
    FIELD_FLOAT,     // float, lo..hi
    FIELD_NUMBER,    // double, lo..hi
    FIELD_POINT,     // Vec3d, within +-hi
    FIELD_PLACEMENT, // Affine, three rows of four numbers; not singular
    FIELD_TEXT,      // char *, owned, NULL: absent
    FIELD_CHOICE,    // int, by name
    FIELD_COLOUR,    // uint32_t, "#rrggbb"
};

typedef const char *FieldName(const void *of, int index);

typedef struct JsonField {
    const char *key;
    enum FieldKind kind;
    void *value;
    double lo, hi;
    // Choices: their names and how many there are.
    FieldName *name;
    const void *of;
    int count;
    bool optional; // not written while it equals `usual`; texts that are NULL never are
    double usual;
} JsonField;

// Absent keys leave their values alone. Keys that are neither in the table nor in `others` (ends in
// NULL; may be NULL) become notices. False: err names file and line.
bool json_read_fields(const Json *json, const JsonValue *object, const JsonField *fields, int count,
                      const char *const *others, ImportResult *notices, Error *err);

// "key": value pairs with commas between, each on a line of its own when `indent` is not NULL.
// `first`: nothing stands before it; it is cleared by what is written.
void json_write_fields(TextBuffer *out, const JsonField *fields, int count, const char *indent,
                       bool *first);
void json_write_key(TextBuffer *out, const char *key, const char *indent, bool *first);

#endif
