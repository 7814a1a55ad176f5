#include "app/io/json_fields.h"

#include "core/base/array.h"

#include <math.h>

static bool expect(const Json *json, const JsonValue *value, const JsonField *field,
                   enum JsonType type, Error *err)
{
    return value->type == type || json_refuse(json, value, err, "%s must be %s, not %s", field->key,
                                              json_type_name(type), json_type_name(value->type));
}

static bool read_number(const Json *json, const JsonValue *value, const JsonField *field, double lo,
                        double hi, double *out, Error *err)
{
    if (!expect(json, value, field, JSON_NUMBER, err))
        return false;
    if (!(value->number >= lo && value->number <= hi))
        return json_refuse(json, value, err, "%s must be from %g to %g", field->key, lo, hi);
    *out = value->number;
    return true;
}

static bool read_numbers(const Json *json, const JsonValue *list, const JsonField *field, int count,
                         double limit, double *out, Error *err)
{
    if (!expect(json, list, field, JSON_ARRAY, err))
        return false;
    if (list->count != count)
        return json_refuse(json, list, err, "%s must have %d numbers in a list", field->key, count);
    for (const JsonValue *item = json_first(list); item; item = json_next(item))
        if (!read_number(json, item, field, -limit, limit, out++, err))
            return false;
    return true;
}

static bool read_placement(const Json *json, const JsonValue *value, const JsonField *field,
                           Error *err)
{
    Affine placement = affine_identity();
    if (!expect(json, value, field, JSON_ARRAY, err))
        return false;
    if (value->count != 3)
        return json_refuse(json, value, err, "%s must have three rows of four numbers", field->key);
    int i = 0;
    for (const JsonValue *row = json_first(value); row; row = json_next(row), ++i) {
        double numbers[4];
        if (!read_numbers(json, row, field, 4, MESH_MAX_COORDINATE, numbers, err))
            return false;
        for (int k = 0; k < 3; ++k)
            placement.m[i][k] = numbers[k];
        placement.p.v[i] = numbers[3];
    }
    // The same bound as for placements made by hand: beyond it the inverse is noise.
    double scale = 0;
    for (int k = 0; k < 9; ++k)
        scale = fmax(scale, fabs(placement.m[k / 3][k % 3]));
    Affine inverse;
    if (!(fabs(affine_determinant(&placement)) > 1e-12 * scale * scale * scale) ||
        !affine_invert(&placement, &inverse) || !affine_is_finite(&inverse))
        return json_refuse(json, value, err, "%s would make the part flat", field->key);
    *(Affine *)field->value = placement;
    return true;
}

static bool read_text(const Json *json, const JsonValue *value, const JsonField *field, Error *err)
{
    if (!expect(json, value, field, JSON_STRING, err))
        return false;
    char *text = strdup(value->text), **to = field->value;
    if (!text)
        return error_set(err, "%.300s: not enough memory", json->name);
    free(*to);
    *to = text;
    return true;
}

static bool read_choice(const Json *json, const JsonValue *value, const JsonField *field,
                        Error *err)
{
    if (!expect(json, value, field, JSON_STRING, err))
        return false;
    TextBuffer names = {0};
    for (int i = 0; i < field->count; ++i) {
        const char *name = field->name(field->of, i);
        if (strcmp(name, value->text) == 0) {
            *(int *)field->value = i;
            free(names.text);
            return true;
        }
        text_add(&names, "%s%s", i > 0 ? ", " : "", name);
    }
    json_refuse(json, value, err, "there is no %s \"%.60s\"; choose one of: %.600s", field->key,
                value->text, names.text ? names.text : "");
    free(names.text);
    return false;
}

static bool read_colour(const Json *json, const JsonValue *value, const JsonField *field,
                        Error *err)
{
    if (!expect(json, value, field, JSON_STRING, err))
        return false;
    uint32_t colour = 0;
    const char *text = value->text;
    bool good = text[0] == '#' && strlen(text) == 7;
    for (int i = 1; good && i < 7; ++i) {
        static const char DIGITS[] = "0123456789abcdef";
        char c = text[i] >= 'A' && text[i] <= 'F' ? (char)(text[i] + 32) : text[i];
        const char *at = strchr(DIGITS, c);
        good = at && c;
        colour = colour << 4 | (uint32_t)(good ? at - DIGITS : 0);
    }
    if (!good)
        return json_refuse(json, value, err, "%s must be like \"#ff8000\"", field->key);
    *(uint32_t *)field->value = colour;
    return true;
}

static bool read_field(const Json *json, const JsonValue *value, const JsonField *field, Error *err)
{
    double number = 0;
    switch (field->kind) {
    case FIELD_BOOL:
        if (!expect(json, value, field, JSON_BOOL, err))
            return false;
        *(bool *)field->value = value->number > 0;
        return true;
    case FIELD_INT:
        if (!read_number(json, value, field, field->lo, field->hi, &number, err))
            return false;
        if (number != floor(number))
            return json_refuse(json, value, err, "%s must be a whole number", field->key);
        *(int32_t *)field->value = (int32_t)number;
        return true;
    case FIELD_FLOAT:
        if (!read_number(json, value, field, field->lo, field->hi, &number, err))
            return false;
        *(float *)field->value = (float)number;
        return true;
    case FIELD_NUMBER:
        return read_number(json, value, field, field->lo, field->hi, field->value, err);
    case FIELD_POINT:
        return read_numbers(json, value, field, 3, field->hi, ((Vec3d *)field->value)->v, err);
    case FIELD_PLACEMENT:
        return read_placement(json, value, field, err);
    case FIELD_TEXT:
        return read_text(json, value, field, err);
    case FIELD_CHOICE:
        return read_choice(json, value, field, err);
    case FIELD_COLOUR:
        return read_colour(json, value, field, err);
    }
    return false;
}

bool json_read_fields(const Json *json, const JsonValue *object, const JsonField *fields, int count,
                      const char *const *others, ImportResult *notices, Error *err)
{
    if (object->type != JSON_OBJECT)
        return json_refuse(json, object, err, "an object in braces expected, not %s",
                           json_type_name(object->type));
    for (const JsonValue *member = json_first(object); member; member = json_next(member)) {
        bool known = false;
        for (int i = 0; i < count && !known; ++i) {
            known = strcmp(fields[i].key, member->key) == 0;
            if (known && !read_field(json, member, &fields[i], err))
                return false;
        }
        for (const char *const *other = others; other && *other && !known; ++other)
            known = strcmp(*other, member->key) == 0;
        if (!known)
            import_notice(notices, "line %d: the key \"%.60s\" is not known and was ignored",
                          (int)member->line, member->key);
    }
    return true;
}

void json_write_key(TextBuffer *out, const char *key, const char *indent, bool *first)
{
    if (indent)
        text_add(out, "%s\n%s\"%s\": ", *first ? "" : ",", indent, key);
    else
        text_add(out, "%s\"%s\": ", *first ? "" : ", ", key);
    *first = false;
}

static bool is_usual(const JsonField *field)
{
    const void *value = field->value;
    double number = 0;
    switch (field->kind) {
    case FIELD_TEXT:
        return !*(char *const *)value;
    case FIELD_BOOL:
        number = *(const bool *)value;
        break;
    case FIELD_INT:
        number = *(const int32_t *)value;
        break;
    case FIELD_FLOAT:
        number = (double)*(const float *)value;
        break;
    case FIELD_NUMBER:
        number = *(const double *)value;
        break;
    case FIELD_CHOICE:
        number = *(const int *)value;
        break;
    case FIELD_COLOUR:
        number = *(const uint32_t *)value;
        break;
    case FIELD_POINT:
    case FIELD_PLACEMENT:
        return false;
    }
    return field->optional && !(number < field->usual) && !(number > field->usual);
}

static void write_value(TextBuffer *out, const JsonField *field)
{
    const Affine *t = field->value;
    const Vec3d *p = field->value;
    switch (field->kind) {
    case FIELD_BOOL:
        text_add(out, "%s", *(const bool *)field->value ? "true" : "false");
        break;
    case FIELD_INT:
        text_add(out, "%d", (int)*(const int32_t *)field->value);
        break;
    case FIELD_FLOAT:
        text_add(out, "%.9g", (double)*(const float *)field->value);
        break;
    case FIELD_NUMBER:
        text_add(out, "%.17g", *(const double *)field->value);
        break;
    case FIELD_POINT:
        text_add(out, "[%.17g, %.17g, %.17g]", p->x, p->y, p->z);
        break;
    case FIELD_PLACEMENT:
        for (int i = 0; i < 3; ++i)
            text_add(out, "%s[%.17g, %.17g, %.17g, %.17g]%s", i == 0 ? "[" : ", ", t->m[i][0],
                     t->m[i][1], t->m[i][2], t->p.v[i], i == 2 ? "]" : "");
        break;
    case FIELD_TEXT:
        json_add_string(out, *(char *const *)field->value);
        break;
    case FIELD_CHOICE:
        json_add_string(out, field->name(field->of, *(const int *)field->value));
        break;
    case FIELD_COLOUR:
        text_add(out, "\"#%06x\"", (unsigned)*(const uint32_t *)field->value & 0xFFFFFF);
        break;
    }
}

void json_write_fields(TextBuffer *out, const JsonField *fields, int count, const char *indent,
                       bool *first)
{
    for (int i = 0; i < count; ++i) {
        if (is_usual(&fields[i]))
            continue;
        json_write_key(out, fields[i].key, indent, first);
        write_value(out, &fields[i]);
    }
}
