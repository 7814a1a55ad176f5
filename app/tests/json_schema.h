// A small validator of JSON schemas, draft 7: just the keywords that ours use. A keyword that it does not
// know fails the test, so that no schema promises what nobody checks.
#ifndef SNUG_APP_TESTS_JSON_SCHEMA_H
#define SNUG_APP_TESTS_JSON_SCHEMA_H

#include <cjson/cJSON.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct SchemaCheck {
    const cJSON *root;
    char why[400]; // "": it is valid
} SchemaCheck;

static inline void schema_refuse(SchemaCheck *check, const char *keyword, const cJSON *value)
{
    char *text = cJSON_PrintUnformatted(value);
    if (!check->why[0])
        snprintf(check->why, sizeof check->why, "%s: \"%.60s\": %.200s", keyword,
                 value->string ? value->string : "", text ? text : "");
    free(text);
}

static inline bool schema_is_type(const cJSON *value, const char *type)
{
    if (strcmp(type, "integer") == 0)
        return cJSON_IsNumber(value) && value->valuedouble == (double)(long long)value->valuedouble;
    return (strcmp(type, "object") == 0 && cJSON_IsObject(value)) ||
           (strcmp(type, "array") == 0 && cJSON_IsArray(value)) ||
           (strcmp(type, "string") == 0 && cJSON_IsString(value)) ||
           (strcmp(type, "number") == 0 && cJSON_IsNumber(value)) ||
           (strcmp(type, "boolean") == 0 && cJSON_IsBool(value)) ||
           (strcmp(type, "null") == 0 && cJSON_IsNull(value));
}

static inline bool schema_types(const cJSON *types, const cJSON *value)
{
    if (cJSON_IsString(types))
        return schema_is_type(value, types->valuestring);
    for (const cJSON *type = types->child; type; type = type->next)
        if (schema_is_type(value, type->valuestring))
            return true;
    return false;
}

static inline bool schema_matches(const char *pattern, const cJSON *value)
{
    regex_t compiled;
    if (!cJSON_IsString(value))
        return true;
    bool ok = regcomp(&compiled, pattern, REG_EXTENDED | REG_NOSUB) == 0 &&
              regexec(&compiled, value->valuestring, 0, NULL, 0) == 0;
    regfree(&compiled);
    return ok;
}

static void schema_check(SchemaCheck *check, const cJSON *schema, const cJSON *value);

static inline void schema_members(SchemaCheck *check, const cJSON *schema, const cJSON *value)
{
    const cJSON *rows = cJSON_GetObjectItemCaseSensitive(schema, "properties");
    const cJSON *others = cJSON_GetObjectItemCaseSensitive(schema, "additionalProperties");
    for (const cJSON *at = cJSON_IsObject(value) ? value->child : NULL; at; at = at->next) {
        if (cJSON_GetObjectItemCaseSensitive(value, at->string) !=
            at) // it finds the first of that name
            schema_refuse(check, "a key that comes twice", at);
        const cJSON *row = rows ? cJSON_GetObjectItemCaseSensitive(rows, at->string) : NULL;
        if (row || cJSON_IsObject(others))
            schema_check(check, row ? row : others, at);
        else if (cJSON_IsFalse(others))
            schema_refuse(check, "additionalProperties", at);
    }
}

static inline bool schema_keyword(SchemaCheck *check, const cJSON *schema, const cJSON *word,
                                  const cJSON *value)
{
    const char *name = word->string;
    bool is_array = cJSON_IsArray(value);
    int items = is_array ? cJSON_GetArraySize(value) : 0;
    if (strcmp(name, "type") == 0)
        return schema_types(word, value);
    if (strcmp(name, "enum") == 0) {
        for (const cJSON *choice = word->child; choice; choice = choice->next)
            if (cJSON_Compare(choice, value, true))
                return true;
        return false;
    }
    if (strcmp(name, "required") == 0) {
        for (const cJSON *key = word->child; cJSON_IsObject(value) && key; key = key->next)
            if (!cJSON_GetObjectItemCaseSensitive(value, key->valuestring))
                return false;
        return true;
    }
    if (strcmp(name, "minimum") == 0)
        return !cJSON_IsNumber(value) || value->valuedouble >= word->valuedouble;
    if (strcmp(name, "minItems") == 0)
        return !is_array || items >= word->valueint;
    if (strcmp(name, "maxItems") == 0)
        return !is_array || items <= word->valueint;
    if (strcmp(name, "pattern") == 0)
        return schema_matches(word->valuestring, value);
    if (strcmp(name, "items") == 0) {
        for (const cJSON *at = is_array ? value->child : NULL; at; at = at->next)
            schema_check(check, word, at);
        return true;
    }
    if (strcmp(name, "properties") == 0) {
        schema_members(check, schema, value);
        return true;
    }
    if (strcmp(name, "additionalProperties") == 0) {
        if (!cJSON_GetObjectItemCaseSensitive(schema, "properties"))
            schema_members(check, schema, value);
        return true;
    }
    static const char *const said[] = {"$schema", "title", "description", "definitions", "$ref"};
    for (size_t i = 0; i < sizeof said / sizeof *said; ++i)
        if (strcmp(name, said[i]) == 0)
            return true;
    snprintf(check->why, sizeof check->why, "the schema says %s, which is not checked", name);
    return true;
}

static void schema_check(SchemaCheck *check, const cJSON *schema, const cJSON *value)
{
    static const char HERE[] = "#/definitions/";
    const cJSON *ref = cJSON_GetObjectItemCaseSensitive(schema, "$ref");
    if (ref) {
        schema = cJSON_GetObjectItemCaseSensitive(
            cJSON_GetObjectItemCaseSensitive(check->root, "definitions"),
            ref->valuestring + strlen(HERE));
        if (!schema) {
            schema_refuse(check, "$ref", ref);
            return;
        }
    }
    for (const cJSON *word = schema->child; word && !check->why[0]; word = word->next)
        if (!schema_keyword(check, schema, word, value))
            schema_refuse(check, word->string, value);
}

#endif
