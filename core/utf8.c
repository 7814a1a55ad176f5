// UTF-8 as RFC 3629 defines it: no overlong forms, no surrogates, nothing above U+10FFFF.
#include "utf8.h"

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

void utf8_sanitise(char *text)
{
    unsigned char *s = (unsigned char *)text;
    while (*s) {
        int length = character_length(s);
        if (length == 0) {
            *s++ = '?';
        } else {
            // C1 control characters (U+0080 to U+009F) are two bytes long.
            if (s[0] < 0x20 || s[0] == 0x7F)
                *s = ' ';
            else if (s[0] == 0xC2 && s[1] < 0xA0)
                s[0] = s[1] = ' ';
            s += length;
        }
    }
}

bool utf8_is_clean(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    for (int length; *s; s += length) {
        length = character_length(s);
        if (length == 0 || s[0] < 0x20 || s[0] == 0x7F || (s[0] == 0xC2 && s[1] < 0xA0))
            return false;
    }
    return true;
}
