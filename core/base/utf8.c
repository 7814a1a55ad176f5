// UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
#include "core/base/utf8.h"

#include <string.h>

// Length of the valid character at s, or 0.
static int character_length(const unsigned char *s)
{
    if (s[0] < 0x80)
        return 1;
    int length = s[0] >= 0xF0 ? 4 : s[0] >= 0xE0 ? 3 : 2;
    if (s[0] < 0xC2 || s[0] > 0xF4)
        return 0;
    for (int i = 1; i < length; ++i)
        if ((s[i] & 0xC0) != 0x80)
            return 0;
    if (s[0] == 0xE0 && s[1] < 0xA0)
        return 0;
    if (s[0] == 0xED && s[1] > 0x9F)
        return 0;
    if (s[0] == 0xF0 && s[1] < 0x90)
        return 0;
    if (s[0] == 0xF4 && s[1] > 0x8F)
        return 0;
    return length;
}

// Control characters, of which C1 (U+0080 to U+009F) are two bytes long; marks that change the
// direction of writing, with which a name turns round the words and numbers that follow it; and
// what ends a line (U+2028, U+2029).
static bool is_control(const unsigned char *s, int length)
{
    if (length == 1)
        return s[0] < 0x20 || s[0] == 0x7F;
    if (length == 2)
        return (s[0] == 0xC2 && s[1] < 0xA0) || (s[0] == 0xD8 && s[1] == 0x9C);
    bool marks = s[0] == 0xE2 && s[1] == 0x80 &&
                 (s[2] == 0x8E || s[2] == 0x8F || (s[2] >= 0xA8 && s[2] <= 0xAE));
    bool isolates = s[0] == 0xE2 && s[1] == 0x81 && s[2] >= 0xA6 && s[2] <= 0xA9;
    return length == 3 && (marks || isolates);
}

void utf8_sanitise(char *text)
{
    unsigned char *s = (unsigned char *)text;
    while (*s) {
        int length = character_length(s);
        if (length == 0) {
            *s++ = '?';
        } else {
            if (is_control(s, length))
                memset(s, ' ', (size_t)length);
            s += length;
        }
    }
}

bool utf8_is_clean(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    for (int length; *s; s += length) {
        length = character_length(s);
        if (length == 0 || is_control(s, length))
            return false;
    }
    return true;
}
