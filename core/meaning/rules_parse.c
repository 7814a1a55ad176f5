#include "core/meaning/rules_parse.h"

#include "core/base/array.h"
#include "core/base/length.h"
#include "core/mesh/mesh.h"

#include <assert.h>

enum { MAX_WORDS = 512 };

typedef struct Line {
    const char *name; // of the file
    int number;
    char *words[MAX_WORDS]; // within the line's own copy
    bool quoted[MAX_WORDS];
    int count;
} Line;

static bool refuse(const Line *line, Error *err, const char *what)
{
    Error message;
    error_set(&message, "%s", what); // may be err's own text
    return error_set(err, "%.300s:%d: %s", line->name, line->number, message.text);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

// Cuts the line into words, in place. A backslash protects the next character and stays: it is the
// pattern's.
static bool split(Line *line, char *c, Error *err)
{
    line->count = 0;
    for (;;) {
        while (is_blank(*c))
            ++c;
        if (!*c || *c == '#')
            return true;
        if (line->count == MAX_WORDS)
            return refuse(line, err, "too many words");
        bool quoted = *c == '"';
        char *start = c += quoted;
        while (*c && (quoted ? *c != '"' : !is_blank(*c) && *c != '"'))
            c += *c == '\\' && c[1] ? 2 : 1;
        if (quoted && !*c)
            return refuse(line, err, "a quote is not closed");
        if (!quoted && *c == '"')
            return refuse(line, err, "a quote within a word");
        if (quoted && c[1] && !is_blank(c[1]))
            return refuse(line, err, "a blank must follow a closing quote");
        bool more = *c != '\0';
        *c = '\0';
        line->quoted[line->count] = quoted;
        line->words[line->count++] = start;
        if (!more)
            return true;
        ++c;
    }
}

static bool parse_group(RuleSet *set, const Line *line, Error *err)
{
    if (line->count < 3)
        return refuse(line, err, "a group needs a name and patterns: group bolts \"Bolt*\"");
    Error why;
    return rule_set_add_group(set, line->words[1], (const char *const *)line->words + 2,
                              (size_t)line->count - 2, &why) ||
           refuse(line, err, why.text);
}

static bool parse_rule(RuleSet *set, const Line *line, enum PairRule kind, Error *err)
{
    bool clearance = kind == RULE_CLEARANCE; // its last word is always a length
    int most = clearance || kind == RULE_BASELINE ? 4 : 3, patterns = line->count - 1;
    if (line->count < 2)
        return refuse(line, err, "a pattern for the parts must follow");
    if (clearance && line->count < 3)
        return refuse(line, err, "a length must follow: clearance \"Bolt*\" Housing 2mm");
    if (line->count > most)
        return refuse(line, err, "too many words; names with blanks stand in quotes");
    double length = 0;
    Error why;
    if (clearance || line->count == 4) {
        const char *word = line->words[--patterns + 1];
        if (!clearance && !line->quoted[3] && strcmp(word, "inside") == 0)
            length = INFINITY;
        else if (!length_parse(word, NULL, &length, &why))
            return refuse(line, err, why.text);
        else if (length > MESH_MAX_COORDINATE)
            return refuse(line, err, "the length is larger than any part can be");
    }
    return rule_set_add(set, kind, line->words[1], patterns > 1 ? line->words[2] : "*", length,
                        &why) ||
           refuse(line, err, why.text);
}

static bool parse_line(RuleSet *set, Line *line, char *text, Error *err)
{
    if (!split(line, text, err))
        return false;
    if (line->count == 0)
        return true;
    if (strcmp(line->words[0], "group") == 0)
        return parse_group(set, line, err);
    for (int kind = 0; kind <= RULE_CLEARANCE; ++kind)
        if (strcmp(line->words[0], pair_rule_keyword((enum PairRule)kind)) == 0)
            return parse_rule(set, line, (enum PairRule)kind, err);
    return refuse(line, err,
                  "a line begins with check, ignore, intentional, forbid, baseline, clearance or "
                  "group");
}

bool rules_parse(RuleSet *set, const char *name, const char *text, size_t size, Error *err)
{
    assert(set && name && (text || size == 0));
    Line line = {.name = name};
    bool ok = true;
    for (size_t at = 0; ok && at < size;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - (text + at)) : size - at;
        ++line.number;
        if (memchr(text + at, '\0', length))
            return refuse(&line, err, "the file is not text");
        char *copy = array_alloc(length + 1, 1);
        if (!copy)
            return error_set(err, "not enough memory for the rules");
        memcpy(copy, text + at, length);
        copy[length] = '\0';
        if (length > 0 && copy[length - 1] == '\r')
            copy[length - 1] = '\0';
        ok = parse_line(set, &line, copy, err);
        mem_free(copy);
        at += length + 1;
    }
    return ok;
}
