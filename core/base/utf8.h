// Text from files made safe to show.
#ifndef SNUG_CORE_BASE_UTF8_H
#define SNUG_CORE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

// In place: each byte that is not part of valid UTF-8 becomes '?', each byte of a control character
// a blank; so does what turns the direction of writing or ends a line.
// A character cut in two by the end of the text becomes '?' too.
void utf8_sanitise(char *text);
bool utf8_is_clean(const char *text); // nothing to replace

// Bytes of the byte order mark that some editors begin a text with: 3 or 0. A second one is no mark.
static inline size_t utf8_mark(const char *text, size_t size)
{
    return size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

// FNV-1a of the bytes up to the final 0, which is mixed in too, so that "ab", "c" and "a",
// "bc" hashed one after the other differ. The same on every machine. Not
// for secrets: whoever finds something by it compares the text as well.
#define UTF8_HASH_START UINT64_C(14695981039346656037)
static inline uint64_t utf8_hash(const char *text, uint64_t hash)
{
    for (;; ++text) {
        hash = (hash ^ (unsigned char)*text) * UINT64_C(1099511628211);
        if (!*text)
            return hash;
    }
}

#endif
