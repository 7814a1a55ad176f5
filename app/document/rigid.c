#include "app/document/rigid.h"

#include "app/io/group_path.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

static size_t body_length(const PartState *part)
{
    return part->rigid > 0 && part->group ? group_path_length(part->group, part->rigid) : 0;
}

bool rigid_any(const Document *document)
{
    for (int32_t i = 0; i < document->part_count; ++i)
        if (document->parts[i].rigid > 0)
            return true;
    return false;
}

bool rigid_same(const PartState *a, const PartState *b)
{
    if (a->rigid == 0 || a->rigid != b->rigid || a->removed || b->removed)
        return false;
    size_t length = body_length(a);
    return length > 0 && length == body_length(b) &&
           (a->group == b->group || memcmp(a->group, b->group, length) == 0);
}

bool rigid_among(const Document *document, const int32_t *parts, int32_t count, int32_t part)
{
    for (int32_t i = 0; i < count; ++i)
        if (rigid_same(&document->parts[parts[i]], &document->parts[part]))
            return true;
    return false;
}

bool rigid_firsts(const Document *document, int32_t *first)
{
    int32_t *found = array_alloc((size_t)document->part_count, sizeof *found), count = 0;
    if (!found)
        return false;
    for (int32_t i = 0; i < document->part_count; ++i) {
        first[i] = i;
        if (document->parts[i].rigid == 0)
            continue;
        int32_t k = 0;
        while (k < count && !rigid_same(&document->parts[found[k]], &document->parts[i]))
            ++k;
        if (k == count)
            found[count++] = i;
        first[i] = found[k];
    }
    free(found);
    return true;
}

uint64_t rigid_body(const PartState *part)
{
    size_t length = part->removed ? 0 : body_length(part);
    char name[GROUP_PATH_MAX + 1];
    if (length == 0 || length > GROUP_PATH_MAX)
        return 0;
    memcpy(name, part->group, length);
    name[length] = '\0';
    uint64_t body = utf8_hash(name, UTF8_HASH_START);
    return body ? body : 1;
}

uint64_t rigid_signature(const Document *document)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (document->parts[i].rigid > 0 && !document->parts[i].removed)
            sum = (sum ^ ((uint64_t)i << 1 | 1)) * UINT64_C(0x9E3779B97F4A7C15) +
                  (uint64_t)(uintptr_t)document->parts[i].group +
                  (uint64_t)document->parts[i].rigid;
    return sum;
}

void rigid_set(Document *document, const char *group, bool rigid)
{
    int level = group_path_depth(group);
    for (int32_t i = 0; i < document->part_count; ++i) {
        PartState *part = &document->parts[i];
        if (!group_path_holds(group, part->group))
            continue;
        if (rigid)
            part->rigid = level;
        else if (part->rigid == level)
            part->rigid = 0;
    }
}

void rigid_follow_group(Document *document, int32_t part)
{
    PartState *own = &document->parts[part];
    own->rigid = 0;
    for (int32_t i = 0; i < document->part_count && own->group && own->rigid == 0; ++i) {
        const PartState *other = &document->parts[i];
        if (i == part || other->rigid == 0 || other->rigid > group_path_depth(own->group))
            continue;
        own->rigid = other->rigid;
        if (!rigid_same(own, other))
            own->rigid = 0;
    }
}
