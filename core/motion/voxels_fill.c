// Regions between walls, row by row: a run of free cells is taken at once, and the runs beside it come next.
#include "core/motion/voxels.h"

#include "core/base/array.h"

typedef struct Seed {
    int32_t x, y, z;
} Seed;

typedef struct Flood {
    Voxels *walls, *into; // into: NULL outside
    const int32_t *offset;
    Seed *seeds;
    size_t count, capacity;
} Flood;

static bool push(Flood *flood, int32_t x, int32_t y, int32_t z)
{
    if (!array_reserve(&flood->seeds, &flood->capacity, flood->count + 1, sizeof *flood->seeds))
        return false;
    flood->seeds[flood->count++] = (Seed){x, y, z};
    return true;
}

// The first cell from x on that is taken, or is not; `size` where there is none.
static int32_t next_cell(const Voxels *v, const uint64_t *row, int32_t x, bool taken)
{
    while (x < v->size[0]) {
        uint64_t word = (taken ? row[x >> 6] : ~row[x >> 6]) >> (x & 63);
        if (word) {
            int32_t at = x + __builtin_ctzll(word);
            return at < v->size[0] ? at : v->size[0];
        }
        x = (x | 63) + 1;
    }
    return v->size[0];
}

static int32_t run_start(const uint64_t *row, int32_t x)
{
    while (x > 0) {
        uint64_t word = row[(x - 1) >> 6] << (63 - ((x - 1) & 63));
        if (word)
            return x - __builtin_clzll(word);
        x = (x - 1) & ~63;
    }
    return 0;
}

// Cells from..to-1 of a row.
static void take_run(const Voxels *v, int32_t from, int32_t to, int32_t y, int32_t z)
{
    uint64_t *row = voxels_row(v, y, z);
    while (from < to) {
        int32_t end = (from | 63) + 1 < to ? (from | 63) + 1 : to;
        uint64_t ones = end - from == 64 ? ~UINT64_C(0) : (UINT64_C(1) << (end - from)) - 1;
        row[from >> 6] |= ones << (from & 63);
        from = end;
    }
}

static bool push_beside(Flood *flood, int32_t from, int32_t to, int32_t y, int32_t z)
{
    const Voxels *v = flood->walls;
    if (y < 0 || z < 0 || y >= v->size[1] || z >= v->size[2])
        return true;
    const uint64_t *row = voxels_row(v, y, z);
    for (int32_t x = next_cell(v, row, from, false); x < to;) {
        if (!push(flood, x, y, z))
            return false;
        x = next_cell(v, row, next_cell(v, row, x, true), false);
    }
    return true;
}

static void take_into(const Flood *flood, int32_t from, int32_t to, int32_t y, int32_t z)
{
    const Voxels *v = flood->into;
    const int32_t *o = flood->offset;
    if (y - o[1] < 0 || z - o[2] < 0 || y - o[1] >= v->size[1] || z - o[2] >= v->size[2])
        return;
    from = from - o[0] > 0 ? from - o[0] : 0;
    to = to - o[0] < v->size[0] ? to - o[0] : v->size[0];
    take_run(v, from, to, y - o[1], z - o[2]);
}

static bool flood_region(Flood *flood, Seed seed)
{
    flood->count = 0;
    if (!push(flood, seed.x, seed.y, seed.z))
        return false;
    while (flood->count > 0) {
        Seed at = flood->seeds[--flood->count];
        const uint64_t *row = voxels_row(flood->walls, at.y, at.z);
        if (voxels_taken(flood->walls, at.x, at.y, at.z))
            continue;
        int32_t from = run_start(row, at.x), to = next_cell(flood->walls, row, at.x, true);
        take_run(flood->walls, from, to, at.y, at.z);
        if (flood->into)
            take_into(flood, from, to, at.y, at.z);
        if (!push_beside(flood, from, to, at.y - 1, at.z) ||
            !push_beside(flood, from, to, at.y + 1, at.z) ||
            !push_beside(flood, from, to, at.y, at.z - 1) ||
            !push_beside(flood, from, to, at.y, at.z + 1))
            return false;
    }
    return true;
}

bool voxels_fill(Voxels *walls, VoxelsInsideFn *inside, const void *user, Voxels *into,
                 const int32_t offset[3], Job *job, Error *err)
{
    Flood flood = {.walls = walls, .offset = offset};
    bool good = flood_region(&flood, (Seed){0, 0, 0}), stopped = false;
    for (int32_t z = 0; good && !stopped && z < walls->size[2]; ++z) {
        stopped = job_cancelled(job);
        for (int32_t y = 0; good && y < walls->size[1]; ++y) {
            const uint64_t *row = voxels_row(walls, y, z);
            int32_t x = 0;
            while (good && (x = next_cell(walls, row, x, false)) < walls->size[0]) {
                flood.into = inside(user, x, y, z) ? into : NULL;
                good = flood_region(&flood, (Seed){x, y, z});
            }
        }
    }
    mem_free(flood.seeds);
    return good ? !stopped : error_set(err, "not enough memory for what a part sweeps");
}
