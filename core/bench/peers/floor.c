#include "core/bench/peers/floor.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/bench/peers/measure.h"
#include "core/shape/triangle/variants.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

static bool trees_of(const Setting *setting, const BvhDesc *desc, Bvh *trees[2])
{
    trees[0] = bvh_build(setting->a, desc, NULL, NULL);
    trees[1] = bvh_build(setting->b, desc, NULL, NULL);
    return trees[0] && trees[1];
}

// Nanoseconds per volume test of one kind on scene K, of all its frames.
static double lane_ns(const Setting *setting, const BvType *type, int rounds)
{
    Bvh *trees[2];
    BvhDesc desc = {.type = type};
    bool ok = trees_of(setting, &desc, trees);
    double least = INFINITY;
    for (int round = 0; ok && round < rounds; ++round) {
        ContactList list = {0};
        QueryDesc query = {.mode = QUERY_ALL, .rule = DESCEND_radius};
        uint64_t tests = 0;
        double start = cpu_seconds();
        for (int i = 0; ok && i < setting->frames; ++i) {
            QueryStats stats;
            ok = query_contacts(trees[0], trees[1], &setting->poses[i], &query, NULL, &list, &stats,
                                NULL);
            tests += stats.volume_tests;
        }
        least = fmin(least, 1e9 * (cpu_seconds() - start) / (double)tests);
        contact_list_free(&list);
    }
    bvh_release(trees[0]);
    bvh_release(trees[1]);
    return least;
}

enum { EXACT_FRAME = 150, EXACT_REPEATS = 20 };

// The exact test of the pairs in contact of one frame of S.
static double exact_ns(const Setting *setting, int rounds)
{
    Bvh *trees[2];
    BvhDesc desc = {.type = &bv_obb_blocks};
    ContactList list = {0};
    QueryDesc query = {.mode = QUERY_ALL};
    const Affine *pose = &setting->poses[EXACT_FRAME];
    bool ok = trees_of(setting, &desc, trees) &&
              query_contacts(trees[0], trees[1], pose, &query, NULL, &list, NULL, NULL) &&
              list.count > 0;
    Triangle(*pairs)[2] = ok ? array_alloc(list.count, sizeof *pairs) : NULL;
    for (size_t i = 0; pairs && i < list.count; ++i) {
        pairs[i][0] = mesh_triangle(setting->a, list.items[i].a);
        pairs[i][1] = mesh_triangle(setting->b, list.items[i].b);
        pairs[i][1] = triangle_transformed(&pairs[i][1], pose);
    }
    double least = INFINITY;
    for (int round = 0; pairs && round < rounds; ++round) {
        size_t met = 0;
        double start = cpu_seconds();
        for (int repeat = 0; repeat < EXACT_REPEATS; ++repeat)
            for (size_t i = 0; i < list.count; ++i)
                met += tri_exact.contact(&pairs[i][0], &pairs[i][1], NULL) != TRI_DISJOINT;
        least = fmin(least, 1e9 * (cpu_seconds() - start) / (double)met);
    }
    mem_free(pairs);
    contact_list_free(&list);
    bvh_release(trees[0]);
    bvh_release(trees[1]);
    return least;
}

bool floor_measure(Floor *out, int rounds)
{
    Setting knots = {.a = NULL}, spheres = {.a = NULL};
    bool ok = setting_of_scene(&knots, &bench_scenes[SCENE_K]) &&
              setting_of_scene(&spheres, &bench_scenes[SCENE_S]);
    if (ok) {
        out->lane_ns =
            fmin(lane_ns(&knots, &bv_obb_blocks, rounds), lane_ns(&knots, &bv_aabb_blocks, rounds));
        out->exact_ns = exact_ns(&spheres, rounds);
        ok = isfinite(out->lane_ns) && isfinite(out->exact_ns);
    }
    setting_free(&knots);
    setting_free(&spheres);
    return ok;
}

// The slots below each node, and the place of each triangle among them.
typedef struct Places {
    const Bvh *bvh;
    uint32_t *first, *count; // by node
    uint32_t *slot;          // by triangle
} Places;

static bool note_place(void *user, NodeId node, int level, NodeLinks links, const void *volume)
{
    (void)level, (void)volume, (void)links;
    Places *places = user;
    FitItems items = bvh_items_below(places->bvh, node);
    places->first[node] = (uint32_t)(items.items - places->bvh->slots);
    places->count[node] = (uint32_t)items.count;
    return true;
}

static void places_free(Places *places)
{
    mem_free(places->first);
    mem_free(places->count);
    mem_free(places->slot);
}

static bool places_init(Places *places, const Bvh *bvh)
{
    *places = (Places){.bvh = bvh,
                       .first = array_alloc(bvh->node_count, sizeof(uint32_t)),
                       .count = array_alloc(bvh->node_count, sizeof(uint32_t)),
                       .slot = array_alloc(bvh->slot_count, sizeof(uint32_t))};
    if (!places->first || !places->count || !places->slot || !bvh_visit(bvh, note_place, places))
        return false;
    for (uint32_t i = 0; i < bvh->slot_count; ++i)
        places->slot[bvh->slots[i]] = i;
    return true;
}

// Volume tests of a search that knows where the contacts are: both children of what is opened are
// tested, and those are opened that hold one. The side with more triangles is opened.
static uint64_t oracle_tests(const Places sides[2], Contact *hits, size_t count, NodeId a, NodeId b)
{
    const NodeId node[2] = {a, b};
    uint32_t triangles[2] = {sides[0].count[a], sides[1].count[b]};
    if (count == 0 || (triangles[0] == 1 && triangles[1] == 1))
        return 0;
    int open = triangles[1] > triangles[0];
    const Places *side = &sides[open];
    NodeLinks links = side->bvh->type->links(side->bvh, node[open]);
    uint64_t tests = links.count;
    size_t done = 0;
    for (uint32_t c = 0; c < links.count; ++c) {
        NodeId child = links.first + c;
        size_t end = done;
        for (size_t i = done; i < count; ++i) {
            uint32_t slot = side->slot[open ? hits[i].b : hits[i].a];
            if (slot - side->first[child] < side->count[child]) {
                Contact swap = hits[end];
                hits[end++] = hits[i];
                hits[i] = swap;
            }
        }
        tests += oracle_tests(sides, hits + done, end - done, open ? a : child, open ? child : b);
        done = end;
    }
    return tests;
}

double floor_of(const Floor *floor, const Setting *setting, double *tests_per_pair)
{
    Bvh *trees[2];
    BvhDesc desc = {.type = &bv_obb, .split = &split_sweep_area};
    Places sides[2] = {{.bvh = NULL}, {.bvh = NULL}};
    bool ok = trees_of(setting, &desc, trees) && places_init(&sides[0], trees[0]) &&
              places_init(&sides[1], trees[1]);
    ContactList list = {0};
    QueryDesc query = {.mode = QUERY_ALL, .rule = DESCEND_radius};
    uint64_t tests = 0, hits = 0;
    for (int i = 0; ok && i < setting->frames; ++i) {
        ok =
            query_contacts(trees[0], trees[1], &setting->poses[i], &query, NULL, &list, NULL, NULL);
        hits += list.count;
        tests += 1 + oracle_tests(sides, list.items, list.count, 0, 0);
    }
    contact_list_free(&list);
    places_free(&sides[0]);
    places_free(&sides[1]);
    bvh_release(trees[0]);
    bvh_release(trees[1]);
    if (!ok || hits == 0)
        return 0;
    *tests_per_pair = (double)tests / (double)hits;
    return 1e-3 * ((double)tests * floor->lane_ns + (double)hits * floor->exact_ns) /
           setting->frames;
}
