#include "app/io/text.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_clean_name(const char *bytes, size_t length, char *out)
{
    enum { ROOM = TEXT_NAME_MAX + 4 }; // a character begun within the limit is seen whole
    char raw[ROOM + 1];
    size_t n = 0;
    bool cut = false;
    for (size_t i = 0; i < length && !cut; ++i) {
        char c = bytes[i] == '\0' || bytes[i] == '\t' ? ' ' : bytes[i];
        if (c == ' ' && (n == 0 || raw[n - 1] == ' '))
            continue;
        if (n == ROOM)
            cut = true;
        else
            raw[n++] = c;
    }
    raw[n] = '\0';
    utf8_sanitise(raw);
    // Control characters have become blanks: squeeze once more.
    size_t kept = 0;
    for (size_t i = 0; i < n; ++i)
        if (raw[i] != ' ' || (kept > 0 && raw[kept - 1] != ' '))
            raw[kept++] = raw[i];
    while (kept > 0 && raw[kept - 1] == ' ')
        --kept;
    if (cut || kept > TEXT_NAME_MAX) {
        kept = kept < TEXT_NAME_MAX - 3 ? kept : TEXT_NAME_MAX - 3;
        while (kept > 0 && ((unsigned char)raw[kept] & 0xC0) == 0x80)
            --kept;
        memcpy(raw + kept, "...", 3);
        kept += 3;
    }
    memcpy(out, raw, kept);
    out[kept] = '\0';
}

typedef struct NameSet {
    const char **slots;
    int32_t *next_number; // per slot: the number to try for the next one of this name
    size_t mask;
} NameSet;

// The slot that holds this name, or the free one where it belongs.
static size_t slot_of(const NameSet *set, const char *name)
{
    uint64_t hash = utf8_hash(name, UTF8_HASH_START);
    size_t i = (size_t)(hash ^ hash >> 32) & set->mask;
    while (set->slots[i] && strcmp(set->slots[i], name) != 0)
        i = (i + 1) & set->mask;
    return i;
}

static void take(NameSet *set, size_t slot, const char *name)
{
    set->slots[slot] = name;
    set->next_number[slot] = 2;
}

static char *numbered(const char *name, int32_t number)
{
    size_t room = strlen(name) + 16;
    char *text = malloc(room);
    if (text)
        snprintf(text, room, "%s (%d)", name, (int)number);
    return text;
}

bool text_make_unique(char **names, int32_t count)
{
    size_t size = 16;
    while (size < 2 * (size_t)count)
        size *= 2;
    NameSet set = {calloc(size, sizeof *set.slots), array_alloc(size, sizeof *set.next_number),
                   size - 1};
    bool good = set.slots && set.next_number;
    for (int32_t i = 0; i < count && good; ++i) {
        size_t base = slot_of(&set, names[i]), slot = base;
        char *candidate = NULL;
        while (set.slots[slot]) {
            free(candidate);
            candidate = numbered(names[i], set.next_number[base]++);
            if (!candidate) {
                good = false;
                break;
            }
            slot = slot_of(&set, candidate);
        }
        if (!good)
            break;
        if (candidate) {
            // The set may hold the old string only under another index; this one is not in it.
            free(names[i]);
            names[i] = candidate;
        }
        take(&set, slot, names[i]);
    }
    free((void *)set.slots);
    free(set.next_number);
    return good;
}

const char *format_count(char *buffer, size_t size, int64_t value)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%" PRId64, value);
    size_t used = 0;
    for (int i = 0; i < length && used + 4 < size; ++i) {
        int left = length - i;
        if (i > 0 && left % 3 == 0 && digits[i - 1] != '-') {
            memcpy(buffer + used, "\xC2\xA0", 2); // no-break space
            used += 2;
        }
        buffer[used++] = digits[i];
    }
    buffer[used] = 0;
    return buffer;
}
