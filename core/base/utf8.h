// Text from files made safe to show.
#ifndef SNUG_CORE_BASE_UTF8_H
#define SNUG_CORE_BASE_UTF8_H

#include <stdbool.h>
#include <stdint.h>

// In place: each byte that is not part of valid UTF-8 becomes '?', each byte of a control character
// a blank; so does what turns the direction of writing or ends a line.
// A character cut in two by the end of the text becomes '?' too.
void utf8_sanitise(char *text);
bool utf8_is_clean(const char *text); // nothing to replace

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
