#include "core/bench/peers/judge.h"

#include <stdlib.h>
#include <string.h>

typedef struct Pair {
    int a, b;
} Pair;

typedef struct PairList {
    Pair *pairs;
    size_t count, capacity;
} PairList;

static int by_numbers(const void *x, const void *y)
{
    const Pair *p = x, *q = y;
    int by_a = (p->a > q->a) - (p->a < q->a);
    return by_a ? by_a : (p->b > q->b) - (p->b < q->b);
}

static void keep(void *user, int a, int b)
{
    PairList *list = user;
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 1024;
        list->pairs = realloc(list->pairs, list->capacity * sizeof *list->pairs);
        if (!list->pairs)
            abort();
    }
    list->pairs[list->count++] = (Pair){a, b};
}

// What pairs that one side alone lists are.
typedef struct Verdicts {
    size_t pairs;
    int frames;          // that have some
    size_t meet;         // in exact arithmetic, their corners placed and rounded as ours does
    size_t meet_unround; // in exact arithmetic, the pose applied without rounding
    double farthest;     // the widest gap of those that do not meet
} Verdicts;

#ifdef SNUG_PEERS_GMP
#include "core/tests/exact_oracle.h"

enum { SCALE = 1200 }; // bits behind the point: doubles have at most 1074

static void to_whole(mpz_t out, double x, unsigned long bits)
{
    int e;
    double m = frexp(x, &e);
    mpz_set_si(out, (long)ldexp(m, 53));
    mpz_mul_2exp(out, out, (mp_bitcnt_t)((long)bits + e - 53));
}

static void judge_pair(Oracle *o, const Setting *setting, const Affine *pose, Pair pair,
                       Verdicts *verdicts)
{
    Triangle a = mesh_triangle(setting->a, pair.a), b = mesh_triangle(setting->b, pair.b);
    Triangle placed = triangle_transformed(&b, pose);
    OracleAnswer rounded = oracle_contact(o, &a, &placed);
    mpz_t x, m;
    mpz_inits(x, m, (mpz_ptr)NULL);
    for (int c = 0; c < 3; ++c)
        for (int k = 0; k < 3; ++k) {
            to_whole(o->point[c][k], a.p[c].v[k], 2 * SCALE);
            to_whole(o->point[3 + c][k], pose->p.v[k], 2 * SCALE);
            for (int i = 0; i < 3; ++i) {
                to_whole(x, b.p[c].v[i], SCALE);
                to_whole(m, pose->m[k][i], SCALE);
                mpz_addmul(o->point[3 + c][k], m, x);
            }
        }
    OracleAnswer exact = oracle_contact_of_points(o);
    mpz_clears(x, m, (mpz_ptr)NULL);
    ++verdicts->pairs;
    verdicts->meet += rounded.kind != TRI_DISJOINT;
    verdicts->meet_unround += exact.kind != TRI_DISJOINT;
    TriClosest closest;
    verdicts->farthest = fmax(verdicts->farthest, tri_closest(&a, &placed, INFINITY, &closest));
}
#else
typedef int Oracle;
static void oracle_init(Oracle *o)
{
    (void)o;
}
static void oracle_clear(Oracle *o)
{
    (void)o;
}
static void judge_pair(Oracle *o, const Setting *setting, const Affine *pose, Pair pair,
                       Verdicts *verdicts)
{
    (void)o, (void)setting, (void)pose, (void)pair;
    ++verdicts->pairs;
}
#endif

static void say(Results *results, const char *who, const Verdicts *v)
{
    if (v->pairs == 0)
        return;
    results_note(results, "    %zu pairs in %d of the frames are listed by %s alone", v->pairs,
                 v->frames, who);
#ifdef SNUG_PEERS_GMP
    results_note(
        results,
        ": in exact arithmetic %zu of them meet, %zu with corners rounded as ours are; the "
        "gaps of the others are at most %.1e",
        v->meet_unround, v->meet, v->farthest);
#endif
    results_note(results, "\n");
}

void judge_pairs(const Setting *setting, const Model ours[2], const Model theirs[2],
                 Results *results)
{
    const Peer *peer = theirs[0].candidate->peer;
    Verdicts only_peer = {0}, only_ours = {0};
    ContactList list = {0};
    QueryDesc desc = ours[0].candidate->query;
    desc.mode = QUERY_ALL;
    Oracle oracle;
    oracle_init(&oracle);
    for (int frame = 0; frame < setting->frames; ++frame) {
        const Affine *at = &setting->poses[frame];
        PeerPose pose = peer_pose_of(at);
        PairList found = {0};
        size_t before[2] = {only_peer.pairs, only_ours.pairs};
        peer->all(theirs[0].tree, theirs[1].tree, &pose, keep, &found);
        if (found.count > 0)
            qsort(found.pairs, found.count, sizeof *found.pairs, by_numbers);
        if (!query_contacts(ours[0].tree, ours[1].tree, at, &desc, NULL, &list, NULL, NULL))
            list.count = 0;
        for (size_t i = 0, j = 0; i < list.count || j < found.count;) {
            Pair mine = i < list.count ? (Pair){list.items[i].a, list.items[i].b} : (Pair){0, 0};
            int order = i == list.count    ? 1
                        : j == found.count ? -1
                                           : by_numbers(&mine, &found.pairs[j]);
            if (order > 0)
                judge_pair(&oracle, setting, at, found.pairs[j], &only_peer);
            else if (order < 0)
                judge_pair(&oracle, setting, at, mine, &only_ours);
            i += order <= 0;
            j += order >= 0;
        }
        free(found.pairs);
        only_peer.frames += only_peer.pairs > before[0];
        only_ours.frames += only_ours.pairs > before[1];
    }
    oracle_clear(&oracle);
    contact_list_free(&list);
    say(results, theirs[0].candidate->name, &only_peer);
    say(results, "ours", &only_ours);
}
