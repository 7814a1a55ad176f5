#include "app/io/tokens.h"

#include "core/base/decimal.h"

#include <locale.h>
#include <math.h>
#include <string.h>
#include <strings.h>

Tokens tokens_begin(const char *name, const char *text, size_t size)
{
    return (Tokens){.name = name, .p = text, .end = text + size, .line = 1};
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

bool tokens_head(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    return size > length && memcmp(text, word, length) == 0 &&
           (text[length] == ' ' || text[length] == '\t');
}

bool tokens_next(Tokens *tokens)
{
    const char *p = tokens->p, *end = tokens->end;
    for (; p < end && (is_blank(*p) || ends_line(*p)); ++p)
        tokens->line += *p == '\n' || (*p == '\r' && p[1] != '\n');
    tokens->token = p;
    while (p < end && !is_blank(*p) && !ends_line(*p))
        ++p;
    tokens->length = (size_t)(p - tokens->token);
    tokens->p = p;
    return tokens->length > 0;
}

bool tokens_are(const Tokens *tokens, const char *word)
{
    return strlen(word) == tokens->length && strncasecmp(tokens->token, word, tokens->length) == 0;
}

bool tokens_refuse(const Tokens *tokens, const char *wanted, Error *err)
{
    if (tokens->length == 0)
        return error_set(err, "%s:%lld: %s expected, but the %s ends here: is it complete?",
                         tokens->name, (long long)tokens->line, wanted,
                         *tokens->end ? "line" : "file");
    int shown = tokens->length < 40 ? (int)tokens->length : 40;
    return error_set(err, "%s:%lld: %s expected, not '%.*s'", tokens->name, (long long)tokens->line,
                     wanted, shown, tokens->token);
}

bool tokens_expect(Tokens *tokens, const char *word, Error *err)
{
    char quoted[64];
    if (tokens_next(tokens) && tokens_are(tokens, word))
        return true;
    size_t length = strlen(word) < sizeof quoted - 3 ? strlen(word) : sizeof quoted - 3;
    quoted[0] = '\'';
    memcpy(quoted + 1, word, length);
    memcpy(quoted + 1 + length, "'", 2);
    return tokens_refuse(tokens, quoted, err);
}

bool tokens_number(Tokens *tokens, double limit, double *out, Error *err)
{
    if (!tokens_next(tokens))
        return tokens_refuse(tokens, "a number", err);
    const char *end = decimal_parse(tokens->token, out);
    if (end != tokens->p)
        return tokens_refuse(tokens, "a number", err);
    if (!(fabs(*out) <= limit)) {
        int shown = tokens->length < 40 ? (int)tokens->length : 40;
        return error_set(err, "%s:%lld: '%.*s' is too large, the limit is %g", tokens->name,
                         (long long)tokens->line, shown, tokens->token, limit);
    }
    return true;
}

bool tokens_quoted(Tokens *tokens, char *out, size_t size)
{
    const char *p = tokens->p, *end = tokens->end;
    size_t length = 0;
    while (p < end && is_blank(*p))
        ++p;
    if (p == end || *p++ != '"')
        return false;
    for (; p < end && *p != '"'; ++p) {
        p += *p == '\\' && p + 1 < end;
        if (length == size - 1 || *p == '\0' || ends_line(*p))
            return false;
        out[length++] = *p;
    }
    out[length] = '\0';
    if (p == end)
        return false;
    tokens->p = p + 1;
    return true;
}

void tokens_rest(Tokens *tokens, const char **text, size_t *length)
{
    const char *p = tokens->p, *end = tokens->end;
    while (p < end && is_blank(*p))
        ++p;
    *text = p;
    while (p < end && !ends_line(*p))
        ++p;
    tokens->p = p;
    while (p > *text && is_blank(p[-1]))
        --p;
    *length = (size_t)(p - *text);
}

typedef struct PlainNumbers {
    locale_t plain, before;
} PlainNumbers;

void *plain_numbers_begin(void)
{
    PlainNumbers *numbers = malloc(sizeof *numbers);
    if (!numbers)
        return NULL;
    numbers->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    numbers->before = numbers->plain != (locale_t)0 ? uselocale(numbers->plain) : (locale_t)0;
    return numbers;
}

void plain_numbers_end(void *before)
{
    PlainNumbers *numbers = before;
    if (numbers && numbers->plain != (locale_t)0) {
        uselocale(numbers->before);
        freelocale(numbers->plain);
    }
    free(numbers);
}

bool tokens_numbers(Tokens *tokens, double limit, int count, double *out, Error *err)
{
    for (int i = 0; i < count; ++i)
        if (!tokens_number(tokens, limit, &out[i], err))
            return false;
    return true;
}

bool tokens_end(Tokens *tokens, Error *err)
{
    return !tokens_next(tokens) || tokens_refuse(tokens, "the end of the line", err);
}
