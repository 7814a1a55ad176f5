#include "app/script/script.h"

#include "app/io/file.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <stdio.h>

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_key(char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

bool script_refuse(const Script *script, int line, const char *what, Error *err)
{
    Error message;
    error_set(&message, "%s", what);
    return error_set(err, "%.300s:%d: %s", script->name, line, message.text);
}

// Takes the quoted text that begins at *at, in place and without its backslashes.
static const char *take_quoted(char **at, Error *err)
{
    char *from = *at + 1, *to = from, *start = from;
    for (; *from && *from != '"'; ++from) {
        if (*from == '\\' && (from[1] == '"' || from[1] == '\\'))
            ++from;
        *to++ = *from;
    }
    if (!*from) {
        error_set(err, "a quote is not closed");
        return NULL;
    }
    if (from[1] && !is_blank(from[1])) {
        error_set(err, "a blank must follow a closing quote");
        return NULL;
    }
    *to = '\0';
    *at = from + 1;
    return start;
}

// One word from *at, which is not blank. *at is left behind the word, on a blank or the end.
static bool take_word(char **at, ScriptWord *word, Error *err)
{
    char *c = *at;
    *word = (ScriptWord){0};
    while (is_key(*c))
        ++c;
    if (*c == '=' && c > *at) {
        word->key = *at;
        *c = '\0';
        *at = c + 1;
    }
    word->quoted = **at == '"';
    if (word->quoted) {
        word->value = take_quoted(at, err);
        return word->value != NULL;
    }
    word->value = *at;
    for (; **at && !is_blank(**at); ++*at)
        if (**at == '"')
            return error_set(err, "a quote within a word");
    return true;
}

// Cuts a line into words; `c` is its own copy.
static bool split(Script *script, char *c, size_t first, Error *err)
{
    for (;;) {
        while (is_blank(*c))
            ++c;
        bool begins = script->word_count == first;
        // A part may be meant by its number: #3. Comments have a blank, or nothing, after the #.
        if (!*c || (*c == '#' && (begins || c[1] < '0' || c[1] > '9')))
            return true;
        if (script->word_count - first == SCRIPT_MAX_WORDS)
            return error_set(err, "too many words");
        if (!array_reserve(&script->words, &script->word_capacity, script->word_count + 1,
                           sizeof *script->words))
            return error_set(err, "not enough memory for the script");
        ScriptWord *word = &script->words[script->word_count];
        if (!take_word(&c, word, err))
            return false;
        ++script->word_count;
        if (!*c)
            return true;
        *c++ = '\0';
    }
}

// The words of one line become a command; word indices are kept until the array stands still.
static bool add_command(Script *script, int line, size_t first, Error *err)
{
    size_t count = script->word_count - first;
    if (count == 0)
        return true;
    const ScriptWord *words = script->words + first;
    bool now = !words[0].key && !words[0].quoted && strcmp(words[0].value, "now") == 0;
    if (count == (size_t)now)
        return error_set(err, "a command must follow");
    if (words[now].key || words[now].quoted)
        return error_set(err, "a line begins with the name of a command, without quotes");
    if (!array_reserve(&script->commands, &script->command_capacity, script->command_count + 1,
                       sizeof *script->commands))
        return error_set(err, "not enough memory for the script");
    script->commands[script->command_count++] =
        (ScriptCommand){.line = line,
                        .now = now,
                        .name = words[now].value,
                        .action = action_find(words[now].value),
                        .count = (int)(count - 1 - now)};
    return true;
}

static bool check_commands(Script *script, const size_t *firsts, ScriptExtra *extra, Error *err)
{
    for (size_t i = 0; i < script->command_count; ++i) {
        ScriptCommand *command = &script->commands[i];
        command->words = script->words + firsts[i] + 1 + command->now;
        Error why = {""};
        bool good = command->action ? script_check_arguments(command, &why)
                    : extra         ? extra(command, &why)
                                    : error_set(&why, "there is no action %.100s", command->name);
        if (!good)
            return script_refuse(script, command->line, why.text, err);
    }
    return true;
}

static bool parse(Script *script, size_t size, ScriptExtra *extra, Error *err)
{
    size_t *firsts = NULL, capacity = 0;
    bool good = true;
    int number = 0;
    for (size_t at = 0; good && at < size;) {
        char *line = script->bytes + at;
        size_t length = strcspn(line, "\n"); // no zeros: they were refused
        at += length + 1;
        line[length] = '\0';
        if (length > 0 && line[length - 1] == '\r')
            line[length - 1] = '\0';
        ++number;
        Error why = {""};
        size_t first = script->word_count, before = script->command_count;
        good = split(script, line, first, &why) && add_command(script, number, first, &why);
        if (good && script->command_count > before) {
            good = array_reserve(&firsts, &capacity, script->command_count, sizeof *firsts) ||
                   error_set(&why, "not enough memory for the script");
            if (good)
                firsts[before] = first;
        }
        if (!good)
            script_refuse(script, number, why.text, err);
    }
    good = good && check_commands(script, firsts, extra, err);
    free(firsts);
    return good;
}

bool script_parse(Script *script, const char *name, const char *text, size_t size,
                  ScriptExtra *extra, Error *err)
{
    *script = (Script){.name = array_alloc(strlen(name) + 1, 1), .bytes = array_alloc(size + 1, 1)};
    bool good = script->name && script->bytes;
    if (!good)
        error_set(err, "not enough memory for the script");
    if (good) {
        memcpy(script->name, name, strlen(name) + 1);
        if (size > 0)
            memcpy(script->bytes, text, size);
        script->bytes[size] = '\0';
        good = strlen(script->bytes) == size ? parse(script, size, extra, err)
                                             : error_set(err, "%.300s: the file is not text", name);
    }
    if (!good)
        script_free(script);
    return good;
}

bool script_read(Script *script, const char *path, ScriptExtra *extra, Error *err)
{
    FileBytes bytes;
    if (!file_read_whole(path, SCRIPT_MAX_BYTES, &bytes, err))
        return false;
    bool good = script_parse(script, file_base_name(path), bytes.data, bytes.size, extra, err);
    free(bytes.data);
    return good;
}

void script_free(Script *script)
{
    free(script->name);
    free(script->bytes);
    free(script->words);
    free(script->commands);
    *script = (Script){0};
}
