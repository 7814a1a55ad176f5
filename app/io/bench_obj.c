#include "app/io/bench_obj.h"
#include "app/io/format.h"
#include "core/base/angle.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"

#include <stdlib.h>
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

static bool time_import(const char *path, Spread *ms, FILE *out)
{
    ImportResult result;
    Error err;
    double start = cpu_ms();
    if (!import_file(path, NULL, &result, NULL, &err)) { // a name without any ending is one of OBJ
        fprintf(out, "%s\n", err.text);
        return false;
    }
    spread_add(ms, cpu_ms() - start);
    bool good = result.triangle_count == 2 * SIDE * SIDE;
    import_result_free(&result);
    return good;
}

static bool time_library(const char *path, int reader, Spread *ms)
{
    size_t vertices, faces;
    double start = cpu_ms();
    if (tinyobj_parse_alone(path, reader, &vertices, &faces) != TINYOBJ_SUCCESS)
        return false;
    spread_add(ms, cpu_ms() - start);
    return vertices == SIDE * SIDE && faces == 2 * SIDE * SIDE;
}

enum { READERS = 3 };
static const char *const readers[READERS] = {"\"snug: validated triangulated recentred\"",
                                             "\"libtinyobjloader, callback reader\"",
                                             "\"libtinyobjloader, plain reader\""};

bool bench_obj(FILE *out)
{
    bool wanted[READERS], any = false;
    for (int i = 0; i < READERS; ++i) {
        wanted[i] = bench_wants("%s,%d", readers[i], 2 * SIDE * SIDE);
        any = any || wanted[i];
    }
    fprintf(out, "reader,triangles,megabytes,best_cpu_ms,ours_over_it,target,most_cpu_ms,tie\n");
    if (!any)
        return true;
    const char *folder = getenv("TMPDIR");
    char path[512];
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
    double bytes = (double)ftell(file);
    good = fclose(file) == 0 && good;
    Spread ours = SPREAD_NONE, callbacks = SPREAD_NONE, plain = SPREAD_NONE;
    // In turns, so that a busy moment of the machine does not hit one of them alone.
    int runs = bench_rounds(5);
    for (int run = 0; run < runs && good; ++run) {
        bench_went_on((double)run / runs);
        good = time_import(path, &ours, out) && // which the others are compared with
               (!wanted[1] || time_library(path, TINYOBJ_ALONE_CALLBACKS, &callbacks)) &&
               (!wanted[2] || time_library(path, TINYOBJ_ALONE_PLAIN, &plain));
    }
    unlink(path);
    if (!good) {
        fprintf(out, "the generated file could not be read back\n");
        return false;
    }
    const Spread ms[READERS] = {ours, callbacks, plain};
    for (int i = 0; i < READERS; ++i) {
        if (!wanted[i])
            continue;
        fprintf(out, "%s,%d,%.1f,%.1f,%.2f,", readers[i], 2 * SIDE * SIDE, bytes / 1e6, ms[i].least,
                ours.least / ms[i].least);
        if (i == 1)
            fprintf(out, "%.1f", TARGET);
        fprintf(out, ",%.1f,%s\n", ms[i].most, i > 0 && spread_overlap(ours, ms[i]) ? "yes" : "no");
    }
    return !wanted[1] || ours.least <= TARGET * callbacks.least || !bench_has_targets();
}
