// Open addressing, at most half full.
#include "core/mesh/weld.h"

#include "core/base/array.h"

#include <assert.h>

enum { LEAST_SLOTS = 64 };

static uint64_t place_hash(Vec3d p)
{
    uint64_t hash = 0x9E3779B97F4A7C15u;
    for (int k = 0; k < 3; ++k) {
        double x = p.v[k] + 0.0; // -0 and 0 are one place
        uint64_t bits;
        memcpy(&bits, &x, sizeof bits);
        hash = (hash ^ bits) * 0xFF51AFD7ED558CCDu;
        hash ^= hash >> 32;
    }
    return hash;
}

bool point_table_reserve(PointTable *table, const Vec3d *points, size_t count, size_t needed)
{
    assert(table && (points || count == 0));
    if (2 * needed <= table->slot_count)
        return true;
    size_t size = table->slot_count ? table->slot_count : LEAST_SLOTS;
    while (size < 2 * needed)
        size *= 2;
    int32_t *slots = mem_calloc(size, sizeof *slots);
    if (!slots)
        return false;
    mem_free(table->slots);
    *table = (PointTable){slots, size};
    for (size_t i = 0; i < count; ++i)
        point_table_add(table, points, (int32_t)i);
    return true;
}

int32_t point_table_add(PointTable *table, const Vec3d *points, int32_t i)
{
    assert(table && points && i >= 0);
    Vec3d p = points[i];
    size_t mask = table->slot_count - 1, at = (size_t)place_hash(p) & mask;
    for (; table->slots[at]; at = (at + 1) & mask) {
        Vec3d q = points[table->slots[at] - 1];
        if (p.x == q.x && p.y == q.y && p.z == q.z)
            return table->slots[at] - 1;
    }
    table->slots[at] = i + 1;
    return i;
}

void point_table_clear(PointTable *table)
{
    if (table->slots)
        memset(table->slots, 0, table->slot_count * sizeof *table->slots);
}

void point_table_free(PointTable *table)
{
    mem_free(table->slots);
    *table = (PointTable){0};
}
