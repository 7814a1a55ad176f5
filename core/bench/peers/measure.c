#include "core/bench/peers/measure.h"
#include "core/base/cpu.h"
#include "core/base/pool.h"
#include "core/bench/peers/judge.h"
#include "core/mesh/shapes.h"

#include <string.h>
#include <time.h>

static const double LEAST_SECONDS = 0.05; // of one candidate in one round

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

double cpu_seconds(void)
{
    return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

static double ask_peer(const Peer *peer, Model *a, Model *b, const Affine *b_to_a, Mode mode)
{
    PeerPose pose = peer_pose_of(b_to_a);
    if (mode == MODE_FIRST)
        return peer->first(a->tree, b->tree, &pose);
    if (mode == MODE_ALL)
        return (double)peer->all(a->tree, b->tree, &pose, NULL, NULL);
    return peer->distance(a->tree, b->tree, &pose);
}

static int frames_of(const Setting *setting, Mode mode)
{
    return mode == MODE_FIRST && setting->first_poses ? setting->first_frames : setting->frames;
}

// CPU seconds of all frames; *check gets the sum of the answers, which must agree.
static double run_scene(const Setting *setting, Model *a, Model *b, Mode mode, double *check)
{
    const Candidate *c = a->candidate;
    ContactList list = {0};
    Distance distance = {.triangle_a = -1}, last = distance;
    *check = 0;
    cpu_pretend(c->baseline ? CPU_VECTORS_BASELINE : CPU_VECTORS_FOUND);
    double start = cpu_seconds();
    const Affine *poses =
        mode == MODE_FIRST && setting->first_poses ? setting->first_poses : setting->poses;
    for (int frame = 0; frame < frames_of(setting, mode); ++frame) {
        const Affine *pose = &poses[frame];
        if (c->peer) {
            *check += ask_peer(c->peer, a, b, pose, mode);
            continue;
        }
        QueryDesc desc = mode == MODE_DISTANCE && !c->type
                             ? query_distance_desc(((const Bvh *)a->tree)->type)
                             : c->query;
        desc.mode = mode == MODE_FIRST ? QUERY_FIRST : QUERY_ALL;
        desc.last = c->seeded ? &last : NULL;
        bool ok = mode == MODE_DISTANCE
                      ? query_distance(a->tree, b->tree, pose, &desc, NULL, &distance, NULL, NULL)
                      : query_contacts(a->tree, b->tree, pose, &desc, NULL, &list, NULL, NULL);
        if (!ok)
            *check = NAN;
        *check += mode == MODE_DISTANCE ? distance.value : (double)list.count;
        last = distance;
    }
    double seconds = cpu_seconds() - start;
    cpu_pretend(CPU_VECTORS_FOUND);
    contact_list_free(&list);
    return seconds;
}

// Ours agree among themselves, to the last pair; where a peer does not, it is said who is right.
static bool compare_totals(const Setting *setting, Mode mode, const Candidate *candidates,
                           const Model *a, const Model *b, const double *check, int count,
                           Results *results)
{
    bool same = true;
    for (int i = 1; i < count; ++i) {
        const Peer *peer = candidates[i].peer;
        double off = fabs(check[i] - check[0]), slack = 1e-9 * fabs(check[0]);
        if (off == 0 || (mode == MODE_DISTANCE && off <= slack))
            continue;
        if (!peer) {
            fprintf(stderr, "%s: %s finds %.9g, %s %.9g\n", setting->name, candidates[i].name,
                    check[i], candidates[0].name, check[0]);
            same = false;
            continue;
        }
        results_note(results, "%s, %s: %s finds %.9g, ours %.9g: %.1e%s\n", mode_title(mode),
                     setting->name, candidates[i].name, check[i], check[0], off / fabs(check[0]),
                     peer->counts_points           ? ", it counts points of contact"
                     : off > 1e-4 * fabs(check[0]) ? ", MORE THAN 1e-4"
                                                   : "");
        if (mode == MODE_ALL && !peer->counts_points)
            judge_pairs(setting, (Model[]){a[0], b[0]}, (Model[]){a[i], b[i]}, results);
    }
    return same;
}

// Of sequences that take little time the least of several: what else runs on the machine empties the caches
// in between, and costs those most that need least. Microseconds per query.
static double time_scene(const Setting *setting, Model *a, Model *b, Mode mode, double *check)
{
    double least = INFINITY;
    for (double spent = 0; spent < LEAST_SECONDS;) {
        double seconds = run_scene(setting, a, b, mode, check);
        least = fmin(least, seconds);
        spent += seconds;
    }
    return 1e6 * least / frames_of(setting, mode);
}

bool measure_scene(const Setting *setting, Mode mode, int rounds, const Floor *floor,
                   Results *results)
{
    Candidate candidates[MOST_CANDIDATES];
    int count = candidates_of(mode, candidates);
    Model a[MOST_CANDIDATES] = {0}, b[MOST_CANDIDATES] = {0};
    double least[MOST_CANDIDATES], most[MOST_CANDIDATES] = {0}, check[MOST_CANDIDATES] = {0};
    bool ok = true;
    for (int i = 0; ok && i < count; ++i) {
        least[i] = INFINITY;
        ok = model_build(&a[i], &candidates[i], setting->a, NULL) &&
             model_build(&b[i], &candidates[i], setting->b, NULL);
    }
    for (int round = 0; ok && round < rounds; ++round)
        for (int i = 0; i < count; ++i) {
            double us = time_scene(setting, &a[i], &b[i], mode, &check[i]);
            least[i] = fmin(least[i], us);
            most[i] = fmax(most[i], us);
        }
    double tests = 0;
    double possible = ok && mode == MODE_ALL && floor ? floor_of(floor, setting, &tests) : 0;
    for (int i = 0; ok && i < count; ++i) {
        Row row = {.mode = mode,
                   .knots = setting->knots,
                   .ours = !candidates[i].peer,
                   .pairs = !candidates[i].peer || !candidates[i].peer->counts_points,
                   .time = least[i],
                   .spread = most[i] / least[i] - 1,
                   .answer = check[i] / frames_of(setting, mode),
                   .floor = possible > 0 ? least[i] / possible : 0};
        snprintf(row.scene, sizeof row.scene, "%s", setting->name);
        snprintf(row.what, sizeof row.what, "%s", candidates[i].name);
        ok = results_add(results, &row);
    }
    if (ok)
        results_print_scene(results, mode, setting->name);
    if (possible > 0)
        printf("%-16s floor: %.1f us, %.1f volume tests per pair in contact\n", setting->name,
               possible, tests);
    ok = ok && compare_totals(setting, mode, candidates, a, b, check, count, results);
    for (int i = 0; i < count; ++i) {
        model_release(&a[i]);
        model_release(&b[i]);
    }
    fflush(stdout);
    return ok;
}

// Of one thread all of its time; of two that of the busier one, which is how long it takes where nothing
// else runs.
static bool time_build(const Candidate *candidate, Mesh *mesh, Pool *pool, double *ms,
                       size_t *bytes)
{
    Job job = {.pool = candidate->two_threads ? pool : NULL};
    Model model;
    double all = cpu_seconds(), own = seconds_of(CLOCK_THREAD_CPUTIME_ID);
    bool ok = model_build(&model, candidate, mesh, &job);
    all = cpu_seconds() - all;
    own = seconds_of(CLOCK_THREAD_CPUTIME_ID) - own;
    *ms = 1e3 * (candidate->two_threads ? fmax(own, all - own) : all);
    *bytes = ok ? model.bytes : 0;
    model_release(&model);
    return ok;
}

bool measure_builds(int rounds, Results *results)
{
    Candidate candidates[MOST_CANDIDATES];
    int count = candidates_of(MODE_BUILD, candidates);
    double least[MOST_CANDIDATES], most[MOST_CANDIDATES] = {0};
    size_t bytes[MOST_CANDIDATES] = {0};
    Mesh *mesh = shape_ico_sphere(1, 6);
    Pool *pool = pool_create(2);
    bool ok = mesh && pool;
    for (int i = 0; i < count; ++i)
        least[i] = INFINITY;
    for (int round = 0; ok && round < rounds; ++round)
        for (int i = 0; ok && i < count; ++i) {
            double ms;
            ok = time_build(&candidates[i], mesh, pool, &ms, &bytes[i]);
            least[i] = fmin(least[i], ms);
            most[i] = fmax(most[i], ms);
        }
    for (int i = 0; ok && i < count; ++i) {
        Row row = {.mode = MODE_BUILD,
                   .ours = !candidates[i].peer,
                   .time = least[i],
                   .spread = most[i] / least[i] - 1,
                   .answer = (double)bytes[i] / mesh->triangle_count};
        snprintf(row.scene, sizeof row.scene, "sphere 82k");
        snprintf(row.what, sizeof row.what, "%s", candidates[i].name);
        ok = results_add(results, &row);
    }
    if (ok)
        results_print_scene(results, MODE_BUILD, "sphere 82k");
    pool_free(pool);
    mesh_release(mesh);
    return ok;
}
