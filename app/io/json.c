#include "app/io/json.h"

#include "app/io/tokens.h"
#include "core/base/array.h"
#include "core/base/decimal.h"
#include "core/base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { LINE_MASK = (1 << 29) - 1 };
_Static_assert(JSON_MAX_BYTES <= LINE_MASK, "each line has a number");
_Static_assert(sizeof(JsonValue) <= 24, "values are small");

typedef struct Parser {
    Json *json;
    char *p, *end; // *end is 0
    int32_t line;
    Error *err;
    const JsonValue *members[JSON_MAX_KEYS]; // of the object that was just read
} Parser;

static bool refuse(Parser *parser, const char *what)
{
    return error_set(parser->err, "%.300s:%d: %s%s", parser->json->name, (int)parser->line, what,
                     parser->p >= parser->end ? " (the file ends here: is it complete?)" : "");
}

static void skip_blanks(Parser *parser)
{
    for (;; ++parser->p) {
        char c = *parser->p;
        if (c == '\n')
            ++parser->line;
        else if (c != ' ' && c != '\t' && c != '\r')
            return;
    }
}

static bool parse_hex(const char *p, uint32_t *out)
{
    *out = 0;
    for (int i = 0; i < 4; ++i) {
        char c = p[i];
        uint32_t digit = c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
                         : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
                         : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                                : 16;
        if (digit > 15)
            return false;
        *out = *out << 4 | digit;
    }
    return true;
}

static char *write_utf8(char *to, uint32_t c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    } else {
        *to++ = (char)(0xF0 | c >> 18);
        *to++ = (char)(0x80 | (c >> 12 & 0x3F));
        *to++ = (char)(0x80 | (c >> 6 & 0x3F));
        *to++ = (char)(0x80 | (c & 0x3F));
    }
    return to;
}

// At the character behind \u; goes on behind its digits.
static bool parse_unicode(Parser *parser, uint32_t *out)
{
    uint32_t low;
    if (!parse_hex(parser->p, out))
        return refuse(parser, "\\u needs four hexadecimal digits");
    parser->p += 4;
    if (*out >= 0xD800 && *out < 0xDC00) {
        if (parser->p[0] != '\\' || parser->p[1] != 'u' || !parse_hex(parser->p + 2, &low) ||
            low < 0xDC00 || low > 0xDFFF)
            return refuse(parser, "half of a pair of \\u");
        parser->p += 6;
        *out = 0x10000 + ((*out - 0xD800) << 10) + (low - 0xDC00);
    } else if (*out >= 0xDC00 && *out < 0xE000) {
        return refuse(parser, "half of a pair of \\u");
    }
    return *out != 0 || refuse(parser, "a string must not contain \\u0000");
}

// Resolved in place: what is resolved is never longer than what was written.
static bool parse_string(Parser *parser, const char **out)
{
    static const char FROM[] = "\"\\/bfnrt", TO[] = "\"\\/\b\f\n\r\t";
    char *to = ++parser->p;
    *out = to;
    while (*parser->p != '"') {
        unsigned char c = (unsigned char)*parser->p;
        if (c < 0x20)
            return refuse(parser, "a string is not closed in its line");
        ++parser->p;
        if (c != '\\') {
            *to++ = (char)c;
            continue;
        }
        const char *at = *parser->p ? strchr(FROM, *parser->p) : NULL;
        uint32_t code;
        if (at) {
            *to++ = TO[at - FROM];
            ++parser->p;
        } else if (*parser->p != 'u') {
            return refuse(parser, "no such escape in a string");
        } else {
            ++parser->p;
            if (!parse_unicode(parser, &code))
                return false;
            to = write_utf8(to, code);
        }
    }
    ++parser->p;
    *to = '\0';
    return true;
}

static bool parse_number(Parser *parser, double *out)
{
    const char *p = parser->p + (*parser->p == '-');
    bool good = decimal_is_digit(*p) && !(*p == '0' && decimal_is_digit(p[1]));
    while (decimal_is_digit(*p))
        ++p;
    good = good && (*p != '.' || decimal_is_digit(p[1]));
    const char *end = good ? decimal_parse(parser->p, out) : NULL;
    if (!end)
        return refuse(parser, "not a number");
    if (!isfinite(*out))
        return refuse(parser, "a number is too large");
    parser->p += end - parser->p;
    return true;
}

// Room for one more; NULL: err says why.
static JsonValue *add_value(Parser *parser)
{
    Json *json = parser->json;
    if (json->count >= INT32_MAX ||
        !array_reserve(&json->values, &json->capacity, json->count + 1, sizeof *json->values)) {
        error_set(parser->err, "%.300s: not enough memory", json->name);
        return NULL;
    }
    JsonValue *value = &json->values[json->count++];
    *value = (JsonValue){.line = (unsigned)parser->line & LINE_MASK};
    return value;
}

static bool parse_value(Parser *parser, int depth);

static bool parse_key(Parser *parser, const char **key)
{
    if (*parser->p != '"')
        return refuse(parser, "a key in quotes expected");
    if (!parse_string(parser, key))
        return false;
    skip_blanks(parser);
    if (*parser->p != ':')
        return refuse(parser, "':' expected after a key");
    ++parser->p;
    skip_blanks(parser);
    return true;
}

static int by_key(const void *left, const void *right)
{
    const JsonValue *x = *(const JsonValue *const *)left, *y = *(const JsonValue *const *)right;
    int order = strcmp(x->key, y->key);
    return order != 0 ? order : (x > y) - (x < y);
}

// By sorting, so that an object of many keys costs little more than reading it.
static bool keys_come_once(Parser *parser, size_t object)
{
    const JsonValue **members = parser->members;
    size_t count = 0;
    for (const JsonValue *member = json_first(&parser->json->values[object]); member;
         member = json_next(member))
        members[count++] = member;
    if (count > 1)
        qsort(members, count, sizeof *members, by_key);
    for (size_t i = 1; i < count; ++i)
        if (strcmp(members[i - 1]->key, members[i]->key) == 0)
            return error_set(parser->err, "%.300s:%d: the key \"%.60s\" comes twice",
                             parser->json->name, (int)members[i]->line, members[i]->key);
    return true;
}

static bool parse_children(Parser *parser, size_t parent, bool object, int depth)
{
    Json *json = parser->json;
    size_t last = 0;
    char close = object ? '}' : ']';
    ++parser->p;
    skip_blanks(parser);
    if (*parser->p == close) {
        ++parser->p;
        return true;
    }
    for (;;) {
        const char *key = NULL;
        if (object && json->values[parent].count == JSON_MAX_KEYS)
            return refuse(parser, "an object has too many keys");
        if (object && !parse_key(parser, &key))
            return false;
        size_t index = json->count;
        if (!parse_value(parser, depth + 1))
            return false;
        json->values[index].key = key;
        if (last > 0)
            json->values[last].next = (int32_t)(index - last);
        last = index;
        ++json->values[parent].count;
        skip_blanks(parser);
        if (*parser->p == close)
            break;
        if (*parser->p != ',')
            return refuse(parser, object ? "',' or '}' expected" : "',' or ']' expected");
        ++parser->p;
        skip_blanks(parser);
    }
    ++parser->p;
    return !object || keys_come_once(parser, parent);
}

static bool parse_word(Parser *parser, JsonValue *value)
{
    static const struct {
        const char *word;
        enum JsonType type;
        double number;
    } WORDS[] = {{"true", JSON_BOOL, 1}, {"false", JSON_BOOL, 0}, {"null", JSON_NULL, 0}};
    for (int i = 0; i < 3; ++i) {
        size_t length = strlen(WORDS[i].word);
        if (strncmp(parser->p, WORDS[i].word, length) == 0) {
            parser->p += length;
            value->type = WORDS[i].type;
            value->number = WORDS[i].number;
            return true;
        }
    }
    return refuse(parser, "a value expected");
}

static bool parse_value(Parser *parser, int depth)
{
    size_t index = parser->json->count;
    JsonValue *value = add_value(parser);
    if (!value)
        return false;
    char c = *parser->p;
    if (c == '{' || c == '[') {
        if (depth >= JSON_MAX_DEPTH)
            return refuse(parser, "nested too deeply");
        value->type = c == '{' ? JSON_OBJECT : JSON_ARRAY;
        return parse_children(parser, index, c == '{', depth);
    }
    if (c == '"') {
        value->type = JSON_STRING;
        const char *text;
        bool good = parse_string(parser, &text);
        value->text = text;
        return good;
    }
    if (c == '-' || decimal_is_digit(c)) {
        value->type = JSON_NUMBER;
        return parse_number(parser, &value->number);
    }
    return parse_word(parser, value);
}

bool json_parse(Json *out, const char *name, const char *bytes, size_t size, Error *err)
{
    *out = (Json){.name = strdup(name), .text = array_alloc(size + 1, 1)};
    bool good = out->name && out->text && size <= JSON_MAX_BYTES;
    if (!good) {
        error_set(err, "%.300s: %s", name,
                  size > JSON_MAX_BYTES ? "the file is too large" : "not enough memory");
    } else {
        memcpy(out->text, bytes, size);
        out->text[size] = '\0';
        Parser parser = {.json = out,
                         .p = out->text + utf8_mark(bytes, size),
                         .end = out->text + size,
                         .line = 1,
                         .err = err};
        void *before = plain_numbers_begin();
        skip_blanks(&parser);
        good = parse_value(&parser, 0);
        if (good) {
            skip_blanks(&parser);
            good = parser.p == parser.end || refuse(&parser, "nothing more expected");
        }
        plain_numbers_end(before);
    }
    if (!good)
        json_free(out);
    return good;
}

void json_free(Json *json)
{
    free(json->name);
    free(json->text);
    free(json->values);
    *json = (Json){0};
}

const JsonValue *json_first(const JsonValue *of)
{
    bool holds = of && (of->type == JSON_ARRAY || of->type == JSON_OBJECT);
    return holds && of->count > 0 ? of + 1 : NULL;
}

const JsonValue *json_next(const JsonValue *value)
{
    return value->next > 0 ? value + value->next : NULL;
}

const JsonValue *json_member(const JsonValue *object, const char *key)
{
    if (!object || object->type != JSON_OBJECT)
        return NULL;
    for (const JsonValue *member = json_first(object); member; member = json_next(member))
        if (strcmp(member->key, key) == 0)
            return member;
    return NULL;
}

const char *json_type_name(enum JsonType type)
{
    static const char *const NAMES[] = {
        [JSON_NULL] = "null",     [JSON_BOOL] = "true or false", [JSON_NUMBER] = "a number",
        [JSON_STRING] = "a text", [JSON_ARRAY] = "a list",       [JSON_OBJECT] = "an object"};
    return NAMES[type];
}

bool json_refuse(const Json *json, const JsonValue *at, Error *err, const char *format, ...)
{
    Error what;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(what.text, sizeof what.text, format, arguments);
    va_end(arguments);
    return error_set(err, "%.300s:%d: %s", json->name, at ? (int)at->line : 1, what.text);
}

void json_add_string(TextBuffer *out, const char *text)
{
    text_add(out, "\"");
    for (const char *c = text; *c; ++c) {
        if (*c == '"' || *c == '\\')
            text_add(out, "\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            text_add(out, "\\u%04x", (unsigned)*c);
        else
            text_add_bytes(out, c, 1);
    }
    text_add(out, "\"");
}
