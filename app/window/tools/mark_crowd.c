#include "app/window/tools/mark_crowd.h"

#include <math.h>
#include <stdlib.h>

static const double HELD_SHARE = 0.75;  // marks that are there already may come so near
static const double HELD_WEIGHT = 1.25; // and stay unless another one is heavier by this
static const double SAME_SHARE = 0.5;   // so near it is the mark of the frame before

typedef struct Ranked {
    MarkSpot spot;
    double rank;
    bool held;
} Ranked;

static int by_rank(const void *left, const void *right)
{
    const Ranked *a = left, *b = right;
    if (a->rank > b->rank || a->rank < b->rank)
        return a->rank > b->rank ? -1 : 1;
    return (a->spot.index > b->spot.index) - (a->spot.index < b->spot.index);
}

static double between(const MarkSpot *a, const MarkSpot *b)
{
    return hypot(a->x - b->x, a->y - b->y);
}

// For each mark of the frame before the nearest of its spots now.
static void hold(Ranked *ranked, size_t count, const MarkCrowd *before, double apart)
{
    for (int k = 0; k < before->count; ++k) {
        const MarkSpot *mark = &before->marks[k].spot;
        double nearest = SAME_SHARE * apart;
        Ranked *found = NULL;
        for (size_t i = 0; i < count; ++i) {
            const MarkSpot *spot = &ranked[i].spot;
            if (spot->kind != mark->kind || spot->a != mark->a || spot->b != mark->b ||
                ranked[i].held)
                continue;
            double distance = between(spot, mark);
            if (distance < nearest) {
                nearest = distance;
                found = &ranked[i];
            }
        }
        if (found) {
            found->held = true;
            found->rank = found->spot.weight * HELD_WEIGHT;
        }
    }
}

static CrowdMark *covers(MarkCrowd *crowd, const Ranked *ranked, double apart)
{
    double reach = ranked->held ? HELD_SHARE * apart : apart;
    CrowdMark *nearest = NULL;
    for (int k = 0; k < crowd->count; ++k) {
        CrowdMark *mark = &crowd->marks[k];
        double distance = between(&mark->spot, &ranked->spot);
        if (mark->spot.kind == ranked->spot.kind && distance < reach) {
            reach = distance;
            nearest = mark;
        }
    }
    return nearest;
}

void mark_crowd_settle(MarkCrowd *crowd, const MarkSpot *spots, size_t count, double apart)
{
    Ranked *ranked = malloc((count + 1) * sizeof *ranked);
    MarkCrowd now = {.count = 0};
    for (size_t i = 0; ranked && i < count; ++i)
        ranked[i] = (Ranked){spots[i], spots[i].weight, false};
    if (ranked) {
        hold(ranked, count, crowd, apart);
        qsort(ranked, count, sizeof *ranked, by_rank);
    }
    for (size_t i = 0; ranked && i < count; ++i) {
        CrowdMark *mark = covers(&now, &ranked[i], apart);
        if (mark) {
            ++mark->others;
            mark->most = fmax(mark->most, ranked[i].spot.weight);
        } else if (now.count < CROWD_MOST) {
            now.marks[now.count++] = (CrowdMark){ranked[i].spot, ranked[i].spot.weight, 0};
        } else {
            ++now.left_out;
        }
    }
    free(ranked);
    *crowd = now; // without memory: none in this frame
}
