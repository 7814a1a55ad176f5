// The files that core/bench/results keeps.
#include "core/bench/peers/results.h"

#include <string.h>

#define REFERENCE "FCL OBBRSS"

static FILE *open_in(const char *folder, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    if (!out)
        fprintf(stderr, "cannot write %s\n", path);
    return out;
}

static bool closed(FILE *out)
{
    bool good = !ferror(out);
    return fclose(out) == 0 && good;
}

static void ratio(FILE *out, const Row *other, const Row *row)
{
    if (other && row)
        fprintf(out, ",%.2f", other->time / row->time);
    else
        fprintf(out, ",");
}

static void all_rows(const Results *results, FILE *out)
{
    for (const char *note = results->notes; *note; note += strcspn(note, "\n") + 1)
        fprintf(out, "# note: %.*s\n", (int)strcspn(note, "\n"), note);
    fprintf(
        out,
        "section,scene,what,us per query,spread %%,answers per query,times floor,times " REFERENCE
        ",times best peer,best peer\n");
    for (size_t i = 0; i < results->count; ++i) {
        const Row *row = &results->rows[i];
        if (row->mode == MODE_BUILD)
            continue;
        const Row *best = results_best_peer(results, row->mode, row->scene);
        fprintf(out, "\"%s\",\"%s\",\"%s\",%.2f,%.0f,%.4f,", mode_title(row->mode), row->scene,
                row->what, row->time, 100 * row->spread, row->answer);
        if (row->floor > 0)
            fprintf(out, "%.2f", row->floor);
        ratio(out, results_find(results, row->mode, row->scene, REFERENCE), row);
        ratio(out, best, row);
        fprintf(out, ",\"%s\"\n", best ? best->what : "");
    }
}

static void build_rows(const Results *results, FILE *out)
{
    fprintf(out, "section,what,ms,spread %%,bytes per triangle,times " REFERENCE "\n");
    for (size_t i = 0; i < results->count; ++i) {
        const Row *row = &results->rows[i];
        if (row->mode != MODE_BUILD)
            continue;
        fprintf(out, "\"Building 82k triangles\",\"%s\",%.1f,%.0f,%.0f", row->what, row->time,
                100 * row->spread, row->answer);
        ratio(out, results_find(results, row->mode, row->scene, REFERENCE), row);
        fputc('\n', out);
    }
}

static void summary_cells(const Results *results, FILE *out, const char *kind, const char *scene)
{
    static const Mode modes[] = {MODE_FIRST, MODE_ALL, MODE_DISTANCE};
    for (int m = 0; m < 3; ++m) {
        const Row *row = results_find(results, modes[m], scene, kind);
        ratio(out, results_find(results, modes[m], scene, REFERENCE), row);
        if (modes[m] == MODE_DISTANCE) // nobody else measures it
            break;
        ratio(out, results_best_peer(results, modes[m], scene), row);
    }
}

// One table per kind: how many times faster it is, scene by scene and on the mean.
static void summary_of(const Results *results, FILE *out, const char *kind)
{
    for (size_t i = 0; i < results->count; ++i) {
        const Row *row = &results->rows[i];
        if (row->mode != MODE_ALL || strcmp(row->what, kind) != 0)
            continue;
        fprintf(out, "\"%s\",\"%s\"", kind, row->scene);
        summary_cells(results, out, kind, row->scene);
        if (row->floor > 0)
            fprintf(out, ",%.1f\n", row->floor);
        else
            fprintf(out, ",\"\"\n");
    }
    for (int knots = 1; knots >= 0; --knots) {
        fprintf(out, "\"%s\",\"geometric mean%s\"", kind, knots ? "" : " without K");
        static const Mode modes[] = {MODE_FIRST, MODE_ALL, MODE_DISTANCE};
        for (int m = 0; m < 3; ++m) {
            fprintf(out, ",%.2f", results_mean(results, modes[m], kind, REFERENCE, knots));
            if (modes[m] != MODE_DISTANCE)
                fprintf(out, ",%.2f", results_mean(results, modes[m], kind, NULL, knots));
        }
        fprintf(out, ",\"\"\n");
    }
}

static void summary(const Results *results, FILE *out)
{
    fprintf(out, "section,scene,first: FCL,first: best,all: FCL,all: best,distance: FCL,floor\n");
    summary_of(results, out, "default kind");
    summary_of(results, out, "OBB blocks, SSE2");
}

static bool write_table(const Results *results, const char *folder, const char *name,
                        const char *header, void (*rows)(const Results *, FILE *))
{
    FILE *out = open_in(folder, name);
    if (!out)
        return false;
    fputs(header, out);
    rows(results, out);
    return closed(out);
}

bool results_write(const Results *results, const char *folder, const char *header)
{
    bool searched = false, built = false;
    for (size_t i = 0; i < results->count; ++i) {
        built = built || results->rows[i].mode == MODE_BUILD;
        searched = searched || results->rows[i].mode == MODE_ALL;
    }
    bool ok = !built || write_table(results, folder, "peers-build.csv", header, build_rows);
    if (!searched)
        return ok;
    FILE *svg = open_in(folder, "peers.svg");
    ok = ok && svg && results_write_svg(results, svg, header);
    ok = (!svg || closed(svg)) && ok;
    return ok && write_table(results, folder, "peers-scenes.csv", header, all_rows) &&
           write_table(results, folder, "peers-summary.csv", header, summary);
}
