#include "app/io/ply_header.h"

#include <string.h>

static const struct {
    const char *names[2];
    int size;
} types[PLY_TYPES] = {
    [PLY_I8] = {{"char", "int8"}, 1},      [PLY_U8] = {{"uchar", "uint8"}, 1},
    [PLY_I16] = {{"short", "int16"}, 2},   [PLY_U16] = {{"ushort", "uint16"}, 2},
    [PLY_I32] = {{"int", "int32"}, 4},     [PLY_U32] = {{"uint", "uint32"}, 4},
    [PLY_F32] = {{"float", "float32"}, 4}, [PLY_F64] = {{"double", "float64"}, 8},
};

int ply_type_size(enum PlyType type)
{
    return types[type].size;
}

static bool read_type(Tokens *tokens, enum PlyType *out, Error *err)
{
    tokens_next(tokens);
    for (int i = 0; i < PLY_TYPES; ++i)
        for (int k = 0; k < 2; ++k)
            if (tokens_are(tokens, types[i].names[k])) {
                *out = (enum PlyType)i;
                return true;
            }
    return tokens_refuse(tokens, "a type such as float or uchar", err);
}

static bool read_name(Tokens *tokens, char out[PLY_NAME_MAX + 1], Error *err)
{
    if (!tokens_next(tokens) || tokens->length > PLY_NAME_MAX)
        return tokens_refuse(tokens, "a short name", err);
    memcpy(out, tokens->token, tokens->length);
    out[tokens->length] = '\0';
    return true;
}

static bool read_format(PlyHeader *header, Tokens *tokens, Error *err)
{
    static const char *const NAMES[] = {[PLY_TEXT] = "ascii",
                                        [PLY_LITTLE] = "binary_little_endian",
                                        [PLY_BIG] = "binary_big_endian"};
    tokens_next(tokens);
    for (int i = 0; i < 3; ++i)
        if (tokens_are(tokens, NAMES[i])) {
            header->format = (enum PlyFormat)i;
            return tokens_expect(tokens, "1.0", err);
        }
    return tokens_refuse(tokens, "ascii, binary_little_endian or binary_big_endian", err);
}

static bool read_element(PlyHeader *header, Tokens *tokens, Error *err)
{
    if (header->element_count == PLY_MAX_ELEMENTS)
        return error_set(err, "%s:%lld: more than %d elements", tokens->name,
                         (long long)tokens->line, PLY_MAX_ELEMENTS);
    PlyElement *element = &header->elements[header->element_count];
    double count;
    if (!read_name(tokens, element->name, err) || !tokens_number(tokens, INT32_MAX, &count, err))
        return false;
    element->count = (int64_t)count;
    if (count < 0 || (double)element->count != count)
        return tokens_refuse(tokens, "a whole number of elements", err);
    if (ply_header_find(header, element->name))
        return error_set(err, "%s:%lld: element %s comes twice", tokens->name,
                         (long long)tokens->line, element->name);
    ++header->element_count;
    return true;
}

static bool read_property(PlyHeader *header, Tokens *tokens, Error *err)
{
    if (header->element_count == 0)
        return error_set(err, "%s:%lld: a property before the first element", tokens->name,
                         (long long)tokens->line);
    PlyElement *element = &header->elements[header->element_count - 1];
    if (element->property_count == PLY_MAX_PROPERTIES)
        return error_set(err, "%s:%lld: more than %d properties", tokens->name,
                         (long long)tokens->line, PLY_MAX_PROPERTIES);
    PlyProperty property = {.list = false};
    Tokens look = *tokens;
    property.list = tokens_next(&look) && tokens_are(&look, "list");
    if (property.list) {
        *tokens = look;
        if (!read_type(tokens, &property.count_type, err))
            return false;
        if (property.count_type >= PLY_F32)
            return tokens_refuse(tokens, "an integer type", err);
    }
    if (!read_type(tokens, &property.type, err) || !read_name(tokens, property.name, err))
        return false;
    element->properties[element->property_count++] = property;
    return true;
}

bool ply_header_read(PlyHeader *header, Tokens *tokens, Error *err)
{
    *header = (PlyHeader){0};
    if (!tokens_next(tokens) || !tokens_are(tokens, "ply"))
        return error_set(err, "%s: this is no PLY file: it does not begin with 'ply'",
                         tokens->name);
    if (!tokens_expect(tokens, "format", err) || !read_format(header, tokens, err))
        return false;
    for (;;) {
        const char *rest;
        size_t length;
        bool good = true;
        tokens_next(tokens);
        if (tokens_are(tokens, "comment") || tokens_are(tokens, "obj_info"))
            tokens_rest(tokens, &rest, &length);
        else if (tokens_are(tokens, "element"))
            good = read_element(header, tokens, err);
        else if (tokens_are(tokens, "property"))
            good = read_property(header, tokens, err);
        else if (tokens_are(tokens, "end_header"))
            break;
        else
            return tokens_refuse(tokens, "'element', 'property' or 'end_header'", err);
        if (!good)
            return false;
    }
    tokens_rest(tokens, &(const char *){NULL}, &(size_t){0});
    tokens->p += *tokens->p == '\r' && tokens->p[1] == '\n';
    tokens->p += *tokens->p == '\r' || *tokens->p == '\n';
    ++tokens->line;
    for (int i = 0; i < header->element_count; ++i)
        if (header->elements[i].property_count == 0 && header->elements[i].count > 0)
            return error_set(err, "%s: element %s has no properties", tokens->name,
                             header->elements[i].name);
    return true;
}

const PlyElement *ply_header_find(const PlyHeader *header, const char *name)
{
    for (int i = 0; i < header->element_count; ++i)
        if (strcmp(header->elements[i].name, name) == 0)
            return &header->elements[i];
    return NULL;
}

int ply_element_find(const PlyElement *element, const char *name, bool list)
{
    for (int i = 0; i < element->property_count; ++i)
        if (element->properties[i].list == list && strcmp(element->properties[i].name, name) == 0)
            return i;
    return -1;
}
