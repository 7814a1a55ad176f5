#include "app/document/primitives.h"

#include "core/base/array.h"

const char *const volume_type_titles[VOLUME_TYPE_COUNT] = {"Box", "Turned box", "Sphere", "Capsule",
                                                           "Slab cut ball"};

Coverage *coverage_create(void)
{
    Coverage *coverage = calloc(1, sizeof *coverage);
    if (coverage)
        coverage->references = 1;
    return coverage;
}

static bool note_part(Coverage *coverage, int32_t part)
{
    if (coverage->count > 0 && coverage->items[coverage->count - 1].part == part)
        return true;
    for (size_t i = 0; i < coverage->part_count; ++i)
        if (coverage->parts[i] == part)
            return true;
    if (!array_reserve(&coverage->parts, &coverage->part_capacity, coverage->part_count + 1,
                       sizeof *coverage->parts))
        return false;
    coverage->parts[coverage->part_count++] = part;
    return true;
}

bool coverage_add(Coverage *coverage, int32_t part, int32_t triangle)
{
    if (coverage->count == INT32_MAX || !note_part(coverage, part) ||
        !array_reserve(&coverage->items, &coverage->capacity, (size_t)coverage->count + 1,
                       sizeof *coverage->items))
        return false;
    coverage->items[coverage->count++] = (CoveredTriangle){part, triangle};
    return true;
}

Coverage *coverage_retain(Coverage *coverage)
{
    if (coverage)
        ++coverage->references;
    return coverage;
}

void coverage_release(Coverage *coverage)
{
    if (!coverage || --coverage->references > 0)
        return;
    free(coverage->items);
    free(coverage->parts);
    free(coverage);
}

PrimitiveList *primitive_list_create(void)
{
    PrimitiveList *list = calloc(1, sizeof *list);
    if (list)
        list->references = 1;
    return list;
}

PrimitiveList *primitive_list_retain(PrimitiveList *list)
{
    if (list)
        ++list->references;
    return list;
}

void primitive_list_release(PrimitiveList *list)
{
    if (!list || --list->references > 0)
        return;
    for (int32_t i = 0; i < list->set.count; ++i)
        coverage_release(list->covers[i]);
    free(list->covers);
    primitive_set_free(&list->set);
    free(list);
}

PrimitiveList *primitive_list_copy(const PrimitiveList *list)
{
    PrimitiveList *copy = primitive_list_create();
    size_t count = (size_t)primitive_list_count(list);
    if (!copy || count == 0)
        return copy;
    if (!array_reserve(&copy->set.items, &copy->set.capacity, count, sizeof *copy->set.items) ||
        !array_reserve(&copy->covers, &copy->cover_capacity, count, sizeof *copy->covers)) {
        primitive_list_release(copy);
        return NULL;
    }
    memcpy(copy->set.items, list->set.items, count * sizeof *copy->set.items);
    copy->set.count = list->set.count;
    for (size_t i = 0; i < count; ++i)
        copy->covers[i] = coverage_retain(list->covers[i]);
    return copy;
}

static bool coverage_equal(const Coverage *a, const Coverage *b)
{
    return a == b || (a && b && a->count == b->count &&
                      memcmp(a->items, b->items, (size_t)a->count * sizeof *a->items) == 0);
}

bool primitive_list_equal(const PrimitiveList *a, const PrimitiveList *b)
{
    int32_t count = primitive_list_count(a);
    if (a == b)
        return true;
    if (count != primitive_list_count(b))
        return false;
    for (int32_t i = 0; i < count; ++i)
        if (!coverage_equal(a->covers[i], b->covers[i]) ||
            strcmp(a->set.items[i].name, b->set.items[i].name) != 0 ||
            !hybrid_volume_equal(&a->set.items[i].volume, &b->set.items[i].volume))
            return false;
    return true;
}

size_t primitive_list_bytes(const PrimitiveList *list)
{
    size_t bytes = list ? sizeof *list : 0;
    for (int32_t i = 0; i < primitive_list_count(list); ++i)
        bytes += sizeof *list->set.items + sizeof *list->covers;
    return bytes;
}

bool primitive_list_add(PrimitiveList *list, const HybridVolume *volume, const char *name,
                        Coverage *covers, Error *err)
{
    if (!array_reserve(&list->covers, &list->cover_capacity, (size_t)list->set.count + 1,
                       sizeof *list->covers))
        return error_set(err, "not enough memory");
    if (!primitive_set_add(&list->set, volume, name, err))
        return false;
    list->covers[list->set.count - 1] = coverage_retain(covers);
    return true;
}

void primitive_list_remove(PrimitiveList *list, int32_t index)
{
    size_t after = (size_t)(list->set.count - index - 1);
    coverage_release(list->covers[index]);
    memmove(list->covers + index, list->covers + index + 1, after * sizeof *list->covers);
    memmove(list->set.items + index, list->set.items + index + 1, after * sizeof *list->set.items);
    --list->set.count;
}

static Coverage *coverage_renumbered(const Coverage *covers, const int32_t *map, int32_t count)
{
    Coverage *copy = coverage_create();
    for (int32_t i = 0; copy && i < covers->count; ++i) {
        const CoveredTriangle *t = &covers->items[i];
        int32_t part = t->part >= 0 && t->part < count ? map[t->part] : -1;
        if (part >= 0 && !coverage_add(copy, part, t->triangle)) {
            coverage_release(copy);
            return NULL;
        }
    }
    return copy;
}

PrimitiveList *primitive_list_renumbered(const PrimitiveList *list, const int32_t *map,
                                         int32_t part_count, int64_t most)
{
    PrimitiveList *copy = primitive_list_copy(list);
    for (int32_t i = 0; copy && i < copy->set.count; ++i) {
        Coverage *covers = copy->covers[i];
        most -= covers ? covers->count : 0;
        copy->covers[i] = covers && most >= 0 ? coverage_renumbered(covers, map, part_count) : NULL;
        bool failed = covers && most >= 0 && !copy->covers[i];
        coverage_release(covers);
        if (failed) {
            primitive_list_release(copy);
            return NULL;
        }
    }
    return copy;
}

static bool same(double a, double b)
{
    return !(a < b) && !(a > b);
}

bool hybrid_desc_equal(const HybridDesc *a, const HybridDesc *b)
{
    if (a->builder != b->builder || a->by_area != b->by_area ||
        memcmp(a->types, b->types, sizeof a->types) != 0)
        return false;
    for (int t = 0; t < VOLUME_TYPE_COUNT; ++t)
        if (!same(a->factors[t], b->factors[t]))
            return false;
    for (int i = 0; a->builder && i < a->builder->param_count; ++i)
        if (!same(a->params[i], b->params[i]))
            return false;
    return true;
}
