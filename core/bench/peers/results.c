#include "core/bench/peers/results.h"
#include "core/base/array.h"
#include "core/base/memory.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

const char *mode_title(Mode mode)
{
    static const char *const titles[MODES] = {"Building", "First contact", "All contacts",
                                              "Exact distance"};
    return titles[mode];
}

bool results_add(Results *results, const Row *row)
{
    if (!array_reserve(&results->rows, &results->capacity, results->count + 1, sizeof *row))
        return false;
    results->rows[results->count++] = *row;
    return true;
}

void results_note(Results *results, const char *format, ...)
{
    size_t used = strlen(results->notes);
    va_list args;
    va_start(args, format);
    vsnprintf(results->notes + used, sizeof results->notes - used, format, args);
    va_end(args);
    fputs(results->notes + used, stdout);
}

void results_free(Results *results)
{
    mem_free(results->rows);
    *results = (Results){.rows = NULL};
}

static bool is_of(const Row *row, Mode mode, const char *scene)
{
    return row->mode == mode && strcmp(row->scene, scene) == 0;
}

const Row *results_find(const Results *results, Mode mode, const char *scene, const char *what)
{
    for (size_t i = 0; i < results->count; ++i)
        if (is_of(&results->rows[i], mode, scene) && strcmp(results->rows[i].what, what) == 0)
            return &results->rows[i];
    return NULL;
}

const Row *results_best_peer(const Results *results, Mode mode, const char *scene)
{
    const Row *best = NULL;
    for (size_t i = 0; i < results->count; ++i) {
        const Row *row = &results->rows[i];
        if (!row->ours && is_of(row, mode, scene) && (!best || row->time < best->time))
            best = row;
    }
    return best;
}

double results_mean(const Results *results, Mode mode, const char *kind, const char *peer,
                    bool with_knots)
{
    double sum = 0;
    int scenes = 0;
    for (size_t i = 0; i < results->count; ++i) {
        const Row *row = &results->rows[i];
        if (row->mode != mode || strcmp(row->what, kind) != 0 || (row->knots && !with_knots))
            continue;
        const Row *other = peer ? results_find(results, mode, row->scene, peer)
                                : results_best_peer(results, mode, row->scene);
        if (!other)
            continue;
        sum += log(other->time / row->time);
        ++scenes;
    }
    return scenes > 0 ? exp(sum / scenes) : 0;
}

enum { PEER_COLUMN = 16 };

static void each_peer(const Results *results, Mode mode, const char *scene,
                      void (*print)(const Row *peer, const Row *row), const Row *row)
{
    for (size_t i = 0; i < results->count; ++i)
        if (!results->rows[i].ours && is_of(&results->rows[i], mode, scene))
            print(&results->rows[i], row);
}

static void print_name(const Row *peer, const Row *row)
{
    (void)row;
    printf(" %*s", PEER_COLUMN, peer->what);
}

static void print_ratio(const Row *peer, const Row *row)
{
    printf(" %*.2f", PEER_COLUMN, peer->time / row->time);
}

void results_print_scene(const Results *results, Mode mode, const char *scene)
{
    static const char *const answers[MODES] = {"bytes/triangle", "hit rate", "pairs", "distance"};
    printf("\n%-15s %-26s %12s %8s %14s", mode_title(mode), scene,
           mode == MODE_BUILD ? "ms" : "us/query", "spread", answers[mode]);
    printf("%8s", mode == MODE_ALL ? "/ floor" : "");
    each_peer(results, mode, scene, print_name, NULL);
    putchar('\n');
    for (size_t i = 0; i < results->count; ++i) {
        const Row *row = &results->rows[i];
        if (!is_of(row, mode, scene))
            continue;
        printf("%-15s %-26s %12.2f %6.0f %% %14.4f", row->ours ? "ours" : "peer", row->what,
               row->time, 100 * row->spread, row->answer);
        if (row->floor > 0)
            printf("%8.1f", row->floor);
        else
            printf("%8s", "");
        if (row->ours)
            each_peer(results, mode, scene, print_ratio, row);
        putchar('\n');
    }
}

void results_print_means(const Results *results, Mode mode)
{
    if (results->count == 0)
        return;
    // The rows of any one scene name all kinds.
    const char *scene = NULL, *peer = NULL;
    for (size_t i = 0; i < results->count && !peer; ++i)
        if (results->rows[i].mode == mode) {
            scene = results->rows[i].scene;
            peer = results->rows[i].ours ? NULL : results->rows[i].what;
        }
    if (!peer)
        return;
    printf("\n%s, times faster, geometric means over the scenes (without K)\n%-26s %24s %24s\n",
           mode_title(mode), "", peer, "best peer of the scene");
    for (size_t i = 0; i < results->count; ++i) {
        const Row *row = &results->rows[i];
        if (!is_of(row, mode, scene) || !row->ours)
            continue;
        printf("%-26s %14.2f (%.2f) %17.2f (%.2f)\n", row->what,
               results_mean(results, mode, row->what, peer, true),
               results_mean(results, mode, row->what, peer, false),
               results_mean(results, mode, row->what, NULL, true),
               results_mean(results, mode, row->what, NULL, false));
    }
}
