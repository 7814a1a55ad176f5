// snug_peers: building, first contact, all contacts and distance beside FCL, Bullet and Embree, on
// the same meshes and poses (core/bench/poses.h), one thread.
//
//     apt-get install libfcl-dev libbullet-dev libembree-dev
//     cmake -S . -B build/peers -DSNUG_PEERS=ON -DSNUG_BUILD_APP=OFF && cmake --build build/peers
//     -t snug_peers build/peers/core/bench/peers/snug_peers [build|first|all|distance|csv]...
//
// Times are CPU times of the process, whole sequences, candidates taking turns, the least of the
// rounds; "spread" is by how much the slowest round took longer. The last columns say how many times
// faster than each peer a row is; below a table stand their geometric means over all scenes, and over
// all but K. Ours must give the same totals, and peers' may differ by 1e-4, as ties of symmetric
// shapes do. Peers are the libraries as Debian compiles them (-O2), ours as this build is configured.
// With csv, rows are printed as the table that core/bench/results keeps.
#include "core/bench/peers/peers.h"

#include "core/base/cpu.h"
#include "core/bench/poses.h"
#include "core/mesh/shapes.h"
#include "core/query/query.h"
#include "core/shape/triangle/variants.h"
#include "core/tree/build/build.h"
#include "core/tree/bv/variants.h"
#include "core/tree/pair/variants.h"
#include "core/tree/split/split.h"
#include "core/tree/split/variants.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 3, MOST = 16 };

// One of ours, or a peer.
typedef struct Candidate {
    const char *name;
    const BvType *type;
    const SplitRule *split;
    QueryDesc query;
    bool seeded; // distance: start from the last frame's pair
    const Peer *peer;
} Candidate;

typedef enum Mode { MODE_FIRST, MODE_ALL, MODE_DISTANCE } Mode;

typedef struct Model {
    const Candidate *candidate;
    Mesh *mesh;
    PeerMesh peer_mesh;
    void *tree;
} Model;

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static Triangle peer_triangle(const PeerMesh *mesh, int i)
{
    Triangle t;
    for (int c = 0; c < 3; ++c)
        memcpy(t.p[c].v, mesh->vertices[mesh->triangles[i][c]], sizeof t.p[c].v);
    return t;
}

static bool triangles_meet(const PeerMesh *a, int ia, const PeerMesh *b, int ib,
                           const PeerPose *pose)
{
    Affine to_a;
    memcpy(to_a.m, pose->m, sizeof to_a.m);
    memcpy(to_a.p.v, pose->t, sizeof pose->t);
    Triangle ta = peer_triangle(a, ia), tb = peer_triangle(b, ib);
    tb = triangle_transformed(&tb, &to_a);
    return tri_exact.contact(&ta, &tb, NULL) != TRI_DISJOINT;
}

PeerTriangles *peer_triangles = triangles_meet;

static PeerMesh peer_mesh_of(const Mesh *mesh)
{
    _Static_assert(sizeof(Vec3d) == sizeof(double[3]), "vertices are handed over as they are");
    return (PeerMesh){(const double(*)[3])(const void *)mesh->vertices, (size_t)mesh->vertex_count,
                      (const int(*)[3])(const void *)mesh->triangles, (size_t)mesh->triangle_count};
}

static bool model_build(Model *model, const Candidate *candidate, Mesh *mesh)
{
    *model = (Model){.candidate = candidate, .mesh = mesh, .peer_mesh = peer_mesh_of(mesh)};
    BvhDesc desc = {.type = candidate->type, .split = candidate->split};
    model->tree = candidate->peer ? candidate->peer->build(&model->peer_mesh)
                                  : (void *)bvh_build(mesh, &desc, NULL, NULL);
    return model->tree != NULL;
}

static void model_release(Model *model)
{
    if (model->tree && model->candidate->peer)
        model->candidate->peer->release(model->tree);
    else
        bvh_release(model->tree);
    model->tree = NULL;
}

static double ask_peer(const Peer *peer, Model *a, Model *b, const Affine *b_to_a, Mode mode)
{
    PeerPose pose;
    memcpy(pose.m, b_to_a->m, sizeof pose.m);
    memcpy(pose.t, b_to_a->p.v, sizeof pose.t);
    if (mode == MODE_FIRST)
        return peer->first(a->tree, b->tree, &pose);
    if (mode == MODE_ALL)
        return (double)peer->all(a->tree, b->tree, &pose);
    return peer->distance(a->tree, b->tree, &pose);
}

// CPU seconds of all frames; *check gets the sum of the answers, which must agree.
static double run_scene(const Scene *scene, Model *a, Model *b, Mode mode, double *check)
{
    const Candidate *c = a->candidate;
    ContactList list = {0};
    Distance distance, last = {.triangle_a = -1};
    *check = 0;
    double start = cpu_seconds();
    for (int frame = 0; frame < scene->frames; ++frame) {
        Affine pose = scene->b_to_a(frame);
        if (c->peer) {
            *check += ask_peer(c->peer, a, b, &pose, mode);
            continue;
        }
        QueryDesc desc = c->query;
        desc.mode = mode == MODE_FIRST ? QUERY_FIRST : QUERY_ALL;
        desc.last = c->seeded ? &last : NULL;
        bool ok = mode == MODE_DISTANCE
                      ? query_distance(a->tree, b->tree, &pose, &desc, NULL, &distance, NULL, NULL)
                      : query_contacts(a->tree, b->tree, &pose, &desc, NULL, &list, NULL, NULL);
        if (!ok)
            *check = NAN;
        *check += mode == MODE_DISTANCE ? distance.value : (double)list.count;
        last = distance;
    }
    double seconds = cpu_seconds() - start;
    contact_list_free(&list);
    return seconds;
}

static bool as_csv;

// Logarithms of how many times faster each candidate was than the first peer: all scenes, all but K.
typedef struct Means {
    double sum[MOST][2];
    int scenes[2];
} Means;

static int first_peer(const Candidate *candidates, int count)
{
    for (int i = 0; i < count; ++i)
        if (candidates[i].peer)
            return i;
    return -1;
}

static void means_add(Means *means, const Candidate *candidates, const double *us, int count,
                      bool knots)
{
    int peer = first_peer(candidates, count);
    for (int all_but = 0; peer >= 0 && all_but <= !knots; ++all_but) {
        ++means->scenes[all_but];
        for (int i = 0; i < count; ++i)
            means->sum[i][all_but] += log(us[peer] / us[i]);
    }
}

static void means_print(const Means *means, const Candidate *candidates, int count)
{
    int peer = first_peer(candidates, count);
    for (int i = 0; peer >= 0 && i < count; ++i)
        if (!candidates[i].peer)
            printf("%s%-26s: %.2f times %s, without K %.2f (geometric means)\n", as_csv ? "# " : "",
                   candidates[i].name, exp(means->sum[i][0] / means->scenes[0]),
                   candidates[peer].name, exp(means->sum[i][1] / means->scenes[1]));
}

static void print_row(const Candidate *candidates, const double *us, int count, int row,
                      const char *scene, double check, double spread)
{
    if (as_csv) {
        printf("\"%s\",\"%s\",%.3f,%.0f,%.6g", scene, candidates[row].name, us[row], 100 * spread,
               check);
        for (int i = 0; i < count; ++i)
            if (candidates[i].peer)
                printf(",%.2f", us[i] / us[row]);
        putchar('\n');
        return;
    }
    printf("%-14s %-26s %12.2f %6.0f %% %14.4f", scene, candidates[row].name, us[row], 100 * spread,
           check);
    for (int i = 0; i < count; ++i) {
        if (candidates[i].peer && candidates[row].peer)
            printf("%17s", "");
        else if (candidates[i].peer)
            printf("%17.2f", us[i] / us[row]);
    }
    putchar('\n');
    fflush(stdout);
}

static void print_head(const char *title, const char *unit, const char *check,
                       const Candidate *candidates, int count)
{
    if (as_csv) {
        printf("# %s\nscene,what,%s,spread %%,%s", title, unit, check);
        for (int i = 0; i < count; ++i)
            if (candidates[i].peer)
                printf(",times %s", candidates[i].name);
        putchar('\n');
        return;
    }
    printf("\n%s\n%-14s %-26s %12s %8s %14s", title, "", "", unit, "spread", check);
    for (int i = 0; i < count; ++i)
        if (candidates[i].peer)
            printf("%17s", candidates[i].name);
    putchar('\n');
}

static bool offers(const Candidate *c, Mode mode)
{
    if (!c->peer)
        return true;
    return mode == MODE_FIRST ? c->peer->first != NULL
           : mode == MODE_ALL ? c->peer->all != NULL
                              : c->peer->distance != NULL;
}

// Ours agree among themselves, and with peers but for ties.
static bool same_totals(const Candidate *candidates, const double *check, int count,
                        const char *scene, Mode mode)
{
    bool same = true;
    for (int i = 1; i < count; ++i) {
        double slack = candidates[i].peer || mode == MODE_DISTANCE ? 1e-4 * fabs(check[0]) : 0;
        if (!(fabs(check[i] - check[0]) <= slack)) {
            fprintf(stderr, "%s: %s finds %.9g, %s %.9g\n", scene, candidates[i].name, check[i],
                    candidates[0].name, check[0]);
            same = same && candidates[i].peer;
        }
    }
    return same;
}

static bool run_mode(const Scene *scene, Mode mode, const Candidate *candidates, int count,
                     Means *means)
{
    Model a[MOST] = {0}, b[MOST] = {0};
    double least[MOST], most[MOST] = {0}, check[MOST];
    Mesh *mesh_a = scene->make_a(), *mesh_b = scene->make_b();
    bool ok = mesh_a && mesh_b;
    for (int i = 0; ok && i < count; ++i)
        ok = model_build(&a[i], &candidates[i], mesh_a) &&
             model_build(&b[i], &candidates[i], mesh_b);
    for (int i = 0; i < count; ++i)
        least[i] = INFINITY;
    for (int round = 0; ok && round < ROUNDS; ++round)
        for (int i = 0; i < count; ++i) {
            double us = 1e6 * run_scene(scene, &a[i], &b[i], mode, &check[i]) / scene->frames;
            least[i] = fmin(least[i], us);
            most[i] = fmax(most[i], us);
        }
    ok = ok && same_totals(candidates, check, count, scene->name, mode);
    if (ok)
        means_add(means, candidates, least, count, scene->name[0] == 'K');
    for (int i = 0; ok && i < count; ++i)
        print_row(candidates, least, count, i, scene->name, check[i] / scene->frames,
                  most[i] / least[i] - 1);
    for (int i = 0; i < count; ++i) {
        model_release(&a[i]);
        model_release(&b[i]);
    }
    mesh_release(mesh_a);
    mesh_release(mesh_b);
    return ok;
}

static bool run_scenes(Mode mode, const Candidate *all, int all_count)
{
    static const char *const titles[] = {"First contact", "All contacts", "Exact distance"};
    static const char *const checks[] = {"hit rate", "pairs", "mean"};
    Candidate candidates[MOST];
    int count = 0;
    for (int i = 0; i < all_count; ++i)
        if (offers(&all[i], mode))
            candidates[count++] = all[i];
    print_head(titles[mode], "us per query", checks[mode], candidates, count);
    bool ok = true;
    Means means = {.scenes = {0}};
    for (int s = 0; ok && s < PEER_SCENES; ++s)
        ok = run_mode(&bench_scenes[s], mode, candidates, count, &means);
    means_print(&means, candidates, count);
    return ok;
}

static bool run_builds(const Candidate *candidates, int count)
{
    double least[MOST], most[MOST] = {0};
    Mesh *mesh = shape_ico_sphere(1, 6);
    bool ok = mesh != NULL;
    print_head("Building", "ms", "", candidates, count);
    for (int i = 0; i < count; ++i)
        least[i] = INFINITY;
    for (int round = 0; ok && round < ROUNDS; ++round) {
        for (int i = 0; ok && i < count; ++i) {
            Model model;
            double start = cpu_seconds();
            ok = model_build(&model, &candidates[i], mesh);
            double ms = 1e3 * (cpu_seconds() - start);
            least[i] = fmin(least[i], ms);
            most[i] = fmax(most[i], ms);
            model_release(&model);
        }
    }
    for (int i = 0; ok && i < count; ++i)
        print_row(candidates, least, count, i, "sphere 82k", mesh->triangle_count,
                  most[i] / least[i] - 1);
    mesh_release(mesh);
    return ok;
}

#define PEER(peer_)                                                                                \
    {                                                                                              \
        .name = "", .peer = &(peer_)                                                               \
    }
static Candidate peers[] = {
#ifdef SNUG_PEER_FCL
    PEER(peer_fcl_obbrss), PEER(peer_fcl_obb), PEER(peer_fcl_aabb),
#endif
#ifdef SNUG_PEER_BULLET
    PEER(peer_bullet),
#endif
#ifdef SNUG_PEER_EMBREE
    PEER(peer_embree),
#endif
    {.name = "none"}};
enum { PEERS = sizeof peers / sizeof *peers - 1 };

static int with_peers(Candidate *out, const Candidate *ours, int count)
{
    memcpy(out, ours, (size_t)count * sizeof *out);
    for (int i = 0; i < PEERS; ++i) {
        out[count + i] = peers[i];
        out[count + i].name = peers[i].peer->name;
    }
    return count + PEERS;
}

static const Candidate builds[] = {
    {.name = "AABB spatial median", .type = &bv_aabb, .split = &split_spatial_median},
    {.name = "OBB mean", .type = &bv_obb, .split = &split_obb_mean},
    {.name = "OBB blocks", .type = &bv_obb_blocks},
    {.name = "AABB blocks", .type = &bv_aabb_blocks},
    {.name = "boxtree least volume", .type = &bv_boxtree, .split = &split_zachmann},
    {.name = "24-DOP spatial median", .type = &bv_kdop, .split = &split_spatial_median},
    {.name = "slab cut ball", .type = &bv_slabcutball, .split = &split_scb},
};

static const Candidate contacts[] = {
    {.name = "OBB blocks", .type = &bv_obb_blocks, .query = {.rule = DESCEND_radius}},
    {.name = "AABB blocks", .type = &bv_aabb_blocks, .query = {.rule = DESCEND_radius}},
    {.name = "OBB SAT",
     .type = &bv_obb,
     .split = &split_sweep_area,
     .query = {.rule = DESCEND_radius}},
    {.name = "OBB SAT lite, lifted",
     .type = &bv_obb,
     .split = &split_sweep_area,
     .query = {.rule = DESCEND_radius, .test = 1, .lift = true}},
    {.name = "AABB SAT lite", .type = &bv_aabb, .split = &split_spatial_median},
    {.name = "24-DOP lifted",
     .type = &bv_kdop,
     .split = &split_spatial_median,
     .query = {.lift = true}},
    {.name = "slab cut ball lifted",
     .type = &bv_slabcutball,
     .split = &split_scb,
     .query = {.rule = DESCEND_radius, .lift = true}},
};

static const Candidate distances[] = {
    {.name = "OBB blocks best first",
     .type = &bv_obb_blocks,
     .query = {.rule = DESCEND_radius, .order = ORDER_BEST_FIRST}},
    {.name = "OBB best first",
     .type = &bv_obb,
     .split = &split_bins_area,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST}},
    {.name = "OBB best first, last pair",
     .type = &bv_obb,
     .split = &split_bins_area,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST},
     .seeded = true},
    {.name = "24-DOP best first",
     .type = &bv_kdop,
     .split = &split_bins_area,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST, .lift = true}},
    {.name = "slab cut ball best first",
     .type = &bv_slabcutball,
     .split = &split_scb,
     .query = {.rule = DESCEND_both, .order = ORDER_BEST_FIRST, .lift = true}},
};

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static bool wanted(int argc, char **argv, const char *name)
{
    bool found = argc - as_csv < 2;
    for (int i = 1; i < argc; ++i)
        found = found || strcmp(argv[i], name) == 0;
    return found;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; ++i)
        as_csv |= strcmp(argv[i], "csv") == 0;
    printf("%s", as_csv ? "# " : "");
#ifdef __clang__
    printf("Ours: %s; peers:", __VERSION__);
#else
    printf("Ours: gcc %s; peers:", __VERSION__);
#endif
#ifdef SNUG_PEER_FCL
    printf(" FCL %s", peer_fcl_version);
#endif
#ifdef SNUG_PEER_BULLET
    printf(" Bullet %s", peer_bullet_version);
#endif
#ifdef SNUG_PEER_EMBREE
    printf(" Embree %s", peer_embree_version);
#endif
    printf("; %s", cpu_has_avx2() ? "AVX2" : "baseline vectors");
    printf("; CPU time, one thread, least of %d rounds; last columns: times faster than\n", ROUNDS);
    Candidate all[MOST];
    bool ok = true;
    if (wanted(argc, argv, "build"))
        ok = ok && run_builds(all, with_peers(all, builds, COUNT(builds)));
    if (wanted(argc, argv, "first"))
        ok = ok && run_scenes(MODE_FIRST, all, with_peers(all, contacts, COUNT(contacts)));
    if (wanted(argc, argv, "all"))
        ok = ok && run_scenes(MODE_ALL, all, with_peers(all, contacts, COUNT(contacts)));
    if (wanted(argc, argv, "distance"))
        ok = ok && run_scenes(MODE_DISTANCE, all, with_peers(all, distances, COUNT(distances)));
    return ok ? 0 : 1;
}
