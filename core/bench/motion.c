#include "motion.h"
#include "../clock.h"

typedef struct Sums {
    QueryStats stats;
    size_t contacts, frames_in_contact;
    double ms;
} Sums;

static bool run_once(const Motion *motion, const Bvh *a, const Bvh *b, const QueryDesc *desc,
                     ContactList *list, Sums *sums)
{
    *sums = (Sums){0};
    double start = clock_seconds();
    for (int frame = 0; frame < motion->frames; ++frame) {
        Affine pose = motion->b_to_a(motion->user, frame);
        QueryStats stats;
        if (!query_contacts(a, b, &pose, desc, NULL, list, &stats, NULL))
            return false;
        query_stats_add(&sums->stats, &stats);
        sums->contacts += list->count;
        sums->frames_in_contact += list->count > 0;
    }
    sums->ms = 1e3 * (clock_seconds() - start);
    return true;
}

void motion_header(FILE *out)
{
    fprintf(out, "scene,mode,volume,test,criterion,rule,build_ms,bytes_per_triangle,volume_tests,"
                 "triangle_tests,updates,contacts,frames_in_contact,us_per_query,ratio\n");
}

static void write_row(FILE *out, const Motion *motion, const MotionKind *kind, const Bvh *a,
                      const Bvh *b, const Sums *sums, double ratio)
{
    double n = motion->frames;
    int32_t triangles = motion->a->triangle_count + motion->b->triangle_count;
    fprintf(out, "%s,%s,%s,%s%s,%s,%s,%.2f,%.1f,%.1f,%.1f,%.1f,%.1f,%.3f,%.2f,%.2f\n",
            motion->scene, kind->query.mode == QUERY_FIRST ? "first" : "all", kind->type->name,
            kind->type->tests[kind->query.test].name, kind->query.lift ? " lifted" : "",
            a->desc.split->name, descent_rules[kind->query.rule].name, a->build_ms + b->build_ms,
            (double)(bvh_bytes(a) + bvh_bytes(b)) / triangles, (double)sums->stats.volume_tests / n,
            (double)sums->stats.triangle_tests / n, (double)sums->stats.updates / n,
            (double)sums->contacts / n, (double)sums->frames_in_contact / n, 1e3 * sums->ms / n,
            ratio);
    fflush(out);
}

bool motion_rows(FILE *out, const Motion *motion, const MotionKind *kinds, int count)
{
    ContactList list = {0};
    double reference = 0;
    size_t contacts = 0;
    bool ok = true;
    for (int k = 0; ok && k < count; ++k) {
        BvhDesc desc = {.type = kinds[k].type, .split = kinds[k].split};
        Bvh *a = bvh_build(motion->a, &desc, NULL, NULL);
        Bvh *b = bvh_build(motion->b, &desc, NULL, NULL);
        Sums best = {.ms = INFINITY}, sums;
        ok = a && b;
        for (int round = 0; ok && round < motion->rounds; ++round) {
            ok = run_once(motion, a, b, &kinds[k].query, &list, &sums);
            if (sums.ms < best.ms)
                best = sums;
        }
        if (ok) {
            if (k == 0) {
                reference = best.ms;
                contacts = best.contacts;
            }
            write_row(out, motion, &kinds[k], a, b, &best, best.ms / reference);
            ok = best.contacts == contacts;
        }
        bvh_release(a);
        bvh_release(b);
    }
    contact_list_free(&list);
    return ok;
}
