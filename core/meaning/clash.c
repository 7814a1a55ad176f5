#include "core/meaning/clash.h"

#include "core/base/array.h"
#include "core/base/utf8.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>

// Cells are about a tenth of the smaller part wide, by powers of two, so that a part that was made a
// little longer keeps them. Both numbers are far from everything that people draw: multiples and halves
// of a millimetre must not lie on a border, where rounding would decide.
#define CELL_SHARE 0.1381966011250105  // (5 - sqrt 5) / 20
#define CELL_OFFSET 0.3819660112501051 // (3 - sqrt 5) / 2
#define MOST_CELLS 0x1p53

static uint64_t mix(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * UINT64_C(1099511628211);
    return hash ^ hash >> 32; // a product carries upwards only
}

size_t clash_name_length(const char *key)
{
    size_t length = strlen(key), digits = length > 0 && key[length - 1] == ')' ? length - 1 : 0;
    size_t end = digits;
    while (digits > 0 && key[digits - 1] >= '0' && key[digits - 1] <= '9')
        --digits;
    bool numbered = digits > 2 && digits < end && key[digits - 1] == '(' && key[digits - 2] == ' ';
    return numbered ? digits - 2 : length;
}

static uint64_t hash_name(const char *name, size_t length, uint64_t hash)
{
    for (size_t i = 0; i < length; ++i)
        hash = mix(hash, (unsigned char)name[i]);
    return mix(hash, 0x100); // "ab" and "c" are not "a" and "bc"
}

uint64_t clash_id(const ClashPlace *place)
{
    const char *name[2] = {place->key_a, place->key_b};
    size_t length[2] = {clash_name_length(name[0]), clash_name_length(name[1])};
    int order = memcmp(name[0], name[1], length[0] < length[1] ? length[0] : length[1]);
    int first = order > 0 || (order == 0 && length[0] > length[1]);
    uint64_t hash = hash_name(name[first], length[first], UTF8_HASH_START);
    hash = hash_name(name[!first], length[!first], hash);
    double size = place->size * place->metres;
    double cell = size > 0 && isfinite(size) ? exp2(floor(log2(CELL_SHARE * size))) : 1;
    for (int k = 0; k < 3; ++k) {
        double at = place->at.v[k] * place->metres / cell + CELL_OFFSET;
        at = isfinite(at) ? fmax(-MOST_CELLS, fmin(MOST_CELLS, floor(at))) : 0;
        hash = mix(hash, (uint64_t)(int64_t)at);
    }
    return hash;
}

void clash_id_text(const FitClash *clash, char text[CLASH_ID_SIZE])
{
    int n = snprintf(text, CLASH_ID_SIZE, "%016llx", (unsigned long long)clash->id);
    if (clash->number > 1)
        snprintf(text + n, CLASH_ID_SIZE - (size_t)n, "-%d", (int)clash->number);
}

static bool has_places(const ContactDetail *detail)
{
    return detail && (detail->state == PAIR_INTERFERENCE || detail->state == PAIR_CROSSING) &&
           detail->cluster_count > 0;
}

// Its curves, in the world: a box in the frame of a part would depend on which of them comes first.
static Box3d place_box(const ContactDetail *detail, int32_t cluster, const Affine *to_world)
{
    Box3d box = box3d_empty();
    for (size_t i = 0; i < detail->curve_count; ++i) {
        const ContactCurve *curve = &detail->curves[i];
        for (uint32_t k = 0; curve->cluster == cluster && k < curve->point_count; ++k)
            box = box3d_including(box,
                                  affine_apply(to_world, detail->points[curve->first_point + k]));
    }
    return box.lo.x <= box.hi.x ? box : box3d_moved(&detail->clusters[cluster].box, to_world);
}

static Vec3d middle(Vec3d a, Vec3d b)
{
    return vec3d_scale(vec3d_add(a, b), 0.5);
}

bool clashes_find(const Assembly *assembly, const PosedPart *parts, int32_t a, int32_t b,
                  const ContactDetail *detail, const Box3d *where, FitClashes *out)
{
    assert(assembly && parts && where && out);
    const Part *part = assembly->parts;
    Box3d of_a = part_world_bounds(parts[a].tree->mesh, &parts[a].placement);
    Box3d of_b = part_world_bounds(parts[b].tree->mesh, &parts[b].placement);
    ClashPlace place = {part[a].key, part[b].key, vec3d(0, 0, 0),
                        fmin(vec3d_distance(of_a.lo, of_a.hi), vec3d_distance(of_b.lo, of_b.hi)),
                        length_unit_info(assembly->unit)->metres};
    size_t most = has_places(detail) ? detail->cluster_count : 1;
    *out = (FitClashes){.items = array_alloc(most, sizeof *out->items)};
    if (!out->items)
        return false;
    for (size_t i = 0; has_places(detail) && i < most; ++i) {
        double depth = detail->state == PAIR_INTERFERENCE ? detail->clusters[i].depth : 0;
        if (i > 0 && detail->state == PAIR_INTERFERENCE && !(depth > detail->tolerance))
            continue;
        Box3d box = place_box(detail, (int32_t)i, &parts[a].placement);
        place.at = middle(box.lo, box.hi);
        out->items[out->count++] =
            (FitClash){clash_id(&place), 1, place.at, box, depth, place.size};
    }
    if (!has_places(detail)) {
        for (int k = 0; k < 3; ++k)
            place.at.v[k] =
                0.5 * (fmax(of_a.lo.v[k], of_b.lo.v[k]) + fmin(of_a.hi.v[k], of_b.hi.v[k]));
        out->items[out->count++] = (FitClash){
            clash_id(&place), 1, place.at, *where, detail ? detail->depth : 0, place.size};
    }
    return true;
}
