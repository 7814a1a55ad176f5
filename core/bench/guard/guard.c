// snug_guard NAME: one of six queries, a few frames of a scene, for counting its instructions: a guard
// of speed that is not a clock. Without a name: their names. .ci/check-instructions.sh runs it.
#include "core/bench/poses.h"
#include "core/query/query.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/variants.h"

#include <stdio.h>
#include <string.h>

typedef struct Guarded {
    const char *name;
    int scene, frame[3];
    const BvType *type;
    const SplitRule *split;
    bool distance;
} Guarded;

static const Guarded guarded[] = {
    {"obb_blocks_contacts", SCENE_S, {100, 200, 240}, &bv_obb_blocks, NULL, false},
    {"obb_blocks_rejects", SCENE_K, {0, 20, 40}, &bv_obb_blocks, NULL, false},
    {"obb_blocks_distance", SCENE_Z, {10, 110, 150}, &bv_obb_blocks, NULL, true},
    {"aabb_blocks_contacts", SCENE_V, {1, 2, 3}, &bv_aabb_blocks, NULL, false},
    {"obb_contacts", SCENE_Z, {310, 420, 530}, &bv_obb, &split_sweep_area, false},
    {"aabb_contacts", SCENE_Z, {310, 420, 530}, &bv_aabb, NULL, false},
};
enum { GUARDED = sizeof guarded / sizeof *guarded };

static bool ask(const Guarded *g, const Bvh *a, const Bvh *b, const Affine *pose, double *sum)
{
    if (g->distance) {
        Distance distance;
        bool ok = query_distance(a, b, pose, NULL, NULL, &distance, NULL, NULL);
        *sum += distance.value;
        return ok;
    }
    ContactList list = {0};
    QueryDesc desc = {.mode = QUERY_ALL, .rule = DESCEND_radius};
    bool ok = query_contacts(a, b, pose, &desc, NULL, &list, NULL, NULL);
    *sum += (double)list.count;
    contact_list_free(&list);
    return ok;
}

static bool run(const Guarded *g)
{
    const Scene *scene = &bench_scenes[g->scene];
    Mesh *mesh_a = scene->make_a(), *mesh_b = scene->make_b();
    BvhDesc desc = {.type = g->type, .split = g->split};
    Bvh *a = mesh_a ? bvh_build(mesh_a, &desc, NULL, NULL) : NULL;
    Bvh *b = mesh_b ? bvh_build(mesh_b, &desc, NULL, NULL) : NULL;
    double sum = 0;
    bool ok = a && b;
    for (int i = 0; ok && i < 3; ++i) {
        Affine pose = scene->b_to_a(g->frame[i]);
        ok = ask(g, a, b, &pose, &sum);
    }
    if (ok)
        printf("%s: %.9g\n", g->name, sum);
    bvh_release(a);
    bvh_release(b);
    mesh_release(mesh_a);
    mesh_release(mesh_b);
    return ok;
}

int main(int argc, char **argv)
{
    for (int i = 0; i < GUARDED; ++i) {
        if (argc < 2)
            puts(guarded[i].name);
        else if (strcmp(argv[1], guarded[i].name) == 0)
            return run(&guarded[i]) ? 0 : 1;
    }
    return argc < 2 ? 0 : 2;
}
