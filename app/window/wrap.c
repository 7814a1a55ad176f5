#include "app/window/wrap.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

// "8 mm": a blank after a digit and before one or two letters, which are a unit then.
static bool holds_together(const char *text, const char *blank)
{
    if (blank == text || !isdigit((unsigned char)blank[-1]))
        return false;
    int letters = 0;
    while (is_letter(blank[1 + letters]))
        ++letters;
    return letters >= 1 && letters <= 3 && !isdigit((unsigned char)blank[1 + letters]);
}

static const char *next_character(const char *c)
{
    ++c;
    while (((unsigned char)*c & 0xC0) == 0x80)
        ++c;
    return c;
}

// As many characters of a word as fit, at least one.
static const char *part_of_word(const char *text, float width, WrapMeasure *measure, void *context)
{
    const char *end = next_character(text);
    while (*end && *end != ' ' && *end != '\n') {
        const char *longer = next_character(end);
        if (measure(text, longer, context) > width)
            break;
        end = longer;
    }
    return end;
}

const char *wrap_line(const char *text, float width, WrapMeasure *measure, void *context,
                      const char **next)
{
    const char *end = text; // of what fits for certain
    const char *c = text;
    while (*c && *c != '\n') {
        while (*c == ' ')
            ++c;
        while (*c && *c != '\n' && (*c != ' ' || holds_together(text, c)))
            ++c;
        if (measure(text, c, context) > width)
            break;
        end = c;
    }
    if (end == text && *text && *text != '\n')
        end = part_of_word(text, width, measure, context);
    *next = end;
    while (**next == ' ')
        ++*next;
    if (**next == '\n' && (*next == end || end[0] == ' '))
        ++*next;
    return end;
}

void wrap_text(const char *text, float width, WrapMeasure *measure, void *context, char *out,
               size_t size)
{
    size_t used = 0;
    *out = '\0';
    while (*text && used < size) {
        const char *next, *end = wrap_line(text, width, measure, context, &next);
        used += (size_t)snprintf(out + used, size - used, "%.*s%s", (int)(end - text), text,
                                 *next ? "\n" : "");
        text = next;
    }
}
