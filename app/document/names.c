#include "app/document/names.h"

#include "app/io/must.h"
#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

// Open addressing, at most half full.
static char **slots;
static size_t slot_count, used;

static size_t slot_of(char *const *table, size_t count, const char *text)
{
    uint64_t hash = utf8_hash(text, UTF8_HASH_START);
    size_t mask = count - 1, i = (size_t)(hash ^ hash >> 32) & mask;
    while (table[i] && strcmp(table[i], text) != 0)
        i = (i + 1) & mask;
    return i;
}

static void grow(void)
{
    if (2 * (used + 1) <= slot_count)
        return;
    size_t count = slot_count ? 2 * slot_count : 64;
    char **table = must(calloc(count, sizeof *table));
    for (size_t i = 0; i < slot_count; ++i)
        if (slots[i])
            table[slot_of(table, count, slots[i])] = slots[i];
    free(slots);
    slots = table;
    slot_count = count;
}

const char *name_intern(const char *text)
{
    grow();
    size_t i = slot_of(slots, slot_count, text);
    if (!slots[i]) {
        slots[i] = must(strdup(text));
        ++used;
    }
    return slots[i];
}

const char *name_intern_part(const char *text, size_t length)
{
    char *part = must(malloc(length + 1));
    memcpy(part, text, length);
    part[length] = 0;
    const char *name = name_intern(part);
    free(part);
    return name;
}
