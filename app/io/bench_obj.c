#include "app/io/bench_obj.h"
#include "app/io/format.h"
#include "core/base/angle.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <tinyobj_loader_c_shim.h>
#include <unistd.h>

// 660 x 660 vertices, two triangles per cell.
enum { SIDE = 660 };

// At most twice the time of the faster of the library's two readers.
#define TARGET 2.0

bool bench_obj_write(FILE *file)
{
    fprintf(file, "# generated for a benchmark\no torus\n");
    for (int i = 0; i < SIDE; ++i) {
        for (int j = 0; j < SIDE; ++j) {
            double u = i * (2 * PI / SIDE), v = j * (2 * PI / SIDE);
            double r = 20 + 2 * sin(9 * u) * cos(5 * v);
            fprintf(file, "v %.6f %.6f %.6f\n", (60 + r * cos(v)) * cos(u), r * sin(v),
                    (60 + r * cos(v)) * sin(u));
        }
    }
    for (int i = 0; i < SIDE; ++i) {
        for (int j = 0; j < SIDE; ++j) {
            int i1 = (i + 1) % SIDE, j1 = (j + 1) % SIDE;
            int a = i * SIDE + j + 1, b = i1 * SIDE + j + 1, c = i1 * SIDE + j1 + 1,
                d = i * SIDE + j1 + 1;
            fprintf(file, "f %d %d %d\nf %d %d %d\n", a, b, c, a, c, d);
        }
    }
    return fflush(file) == 0 && !ferror(file);
}

// Of this thread: everything here is one thread and cached, and other programs do not count.
static double cpu_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// What it measures: a file of somebody's own, or the one that it writes.
typedef struct ObjFile {
    const char *name, *path;
    int64_t triangles; // that are to come out; 0: nobody knows
} ObjFile;

static bool time_import(const ObjFile *file, Spread *ms, int64_t *triangles, FILE *out)
{
    ImportResult result;
    Error err;
    double start = cpu_ms();
    // A name without any ending is one of OBJ.
    if (!import_file(file->path, NULL, &result, NULL, &err)) {
        fprintf(out, "%s\n", err.text);
        return false;
    }
    spread_add(ms, cpu_ms() - start);
    *triangles = result.triangle_count;
    import_result_free(&result);
    return file->triangles == 0 || *triangles == file->triangles;
}

static bool time_library(const ObjFile *file, int reader, Spread *ms)
{
    size_t vertices, faces;
    double start = cpu_ms();
    if (tinyobj_parse_alone(file->path, reader, &vertices, &faces) != TINYOBJ_SUCCESS)
        return false;
    spread_add(ms, cpu_ms() - start);
    return file->triangles == 0 || (vertices == SIDE * SIDE && faces == 2 * SIDE * SIDE);
}

enum { READERS = 3 };
static const char *const readers[READERS] = {"\"snug: validated triangulated recentred\"",
                                             "\"libtinyobjloader, callback reader\"",
                                             "\"libtinyobjloader, plain reader\""};

static bool wants(const ObjFile *file, int reader)
{
    return file->triangles > 0
               ? bench_wants("%s,%lld,%s", readers[reader], (long long)file->triangles, file->name)
               : bench_wants("%s,%s", readers[reader], file->name);
}

static double megabytes(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (double)info.st_size / 1e6 : NAN;
}

static bool measure(FILE *out, const ObjFile *file)
{
    bool wanted[READERS], any = false;
    for (int i = 0; i < READERS; ++i) {
        wanted[i] = wants(file, i);
        any = any || wanted[i];
    }
    if (!any)
        return true;
    Spread ours = SPREAD_NONE, callbacks = SPREAD_NONE, plain = SPREAD_NONE;
    int64_t triangles = 0;
    bool good = true;
    // In turns, so that a busy moment of the machine does not hit one of them alone.
    int runs = bench_rounds(5);
    for (int run = 0; run < runs && good; ++run) {
        bench_went_on((double)run / runs);
        good = time_import(file, &ours, &triangles, out) && // which the others are compared with
               (!wanted[1] || time_library(file, TINYOBJ_ALONE_CALLBACKS, &callbacks)) &&
               (!wanted[2] || time_library(file, TINYOBJ_ALONE_PLAIN, &plain));
    }
    if (!good) {
        fprintf(out, "%s could not be read back\n", file->name);
        return false;
    }
    const Spread ms[READERS] = {ours, callbacks, plain};
    for (int i = 0; i < READERS; ++i) {
        if (!wanted[i])
            continue;
        fprintf(out, "%s,%lld,%.1f,%.1f,%.2f,", readers[i], (long long)triangles,
                megabytes(file->path), ms[i].least, ours.least / ms[i].least);
        if (i == 1 && !bench_has_own())
            fprintf(out, "%.1f", TARGET);
        fprintf(out, ",%.1f,%s,%s\n", ms[i].most,
                i > 0 && spread_overlap(ours, ms[i]) ? "yes" : "no", file->name);
    }
    return !wanted[1] || ours.least <= TARGET * callbacks.least || !bench_has_targets();
}

static bool measure_own(FILE *out, const BenchOwn *own)
{
    bool good = true;
    for (int i = 0; i < own->mesh_count; ++i) {
        const ObjFile file = {own->meshes[i].name, own->files[i], 0};
        size_t length = strlen(file.path);
        BenchSpan span = bench_span(i, own->mesh_count);
        if (length > 4 && strcasecmp(file.path + length - 4, ".obj") == 0)
            good = measure(out, &file) && good;
        else
            fprintf(out, "# %s: left out, libtinyobjloader reads OBJ alone\n", file.name);
        bench_span_end(span);
    }
    return good;
}

bool bench_obj(FILE *out)
{
    fprintf(out,
            "reader,triangles,megabytes,best_cpu_ms,ours_over_it,target,most_cpu_ms,tie,file\n");
    if (bench_has_own())
        return measure_own(out, bench_own());
    char path[512];
    const ObjFile made = {"wavy torus", path, 2 * SIDE * SIDE};
    if (!wants(&made, 0) && !wants(&made, 1) && !wants(&made, 2))
        return true;
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/snug_bench_XXXXXX", folder && folder[0] ? folder : "/tmp");
    int fd = mkstemp(path);
    FILE *file = fd >= 0 ? fdopen(fd, "w") : NULL;
    if (!file) {
        fprintf(out, "cannot write %s\n", path);
        if (fd >= 0)
            close(fd);
        return false;
    }
    bool good = bench_obj_write(file);
    good = fclose(file) == 0 && good;
    good = good && measure(out, &made);
    unlink(path);
    return good;
}
