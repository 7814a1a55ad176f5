#include "app/io/bench_cache.h"

#include "app/io/bench_obj.h"
#include "app/io/cache_folder.h"
#include "app/io/format.h"
#include "app/io/mesh_cache.h"
#include "app/io/program.h"
#include "core/base/array.h"
#include "core/base/clock.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"
#include "core/mesh/topology.h"

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { RUNS = 5 };

// Of this program and of those that it has started and that have ended.
static double cpu_seconds(void)
{
    struct rusage others;
    getrusage(RUSAGE_CHILDREN, &others);
    return clock_process_seconds() + (double)(others.ru_utime.tv_sec + others.ru_stime.tv_sec) +
           1e-6 * (double)(others.ru_utime.tv_usec + others.ru_stime.tv_usec);
}

// Each once; parts may share theirs.
static int32_t distinct_meshes(const ImportResult *result, Mesh **out)
{
    int32_t count = 0;
    for (int32_t i = 0; i < result->part_count; ++i) {
        bool known = false;
        for (int32_t k = 0; k < count && !known; ++k)
            known = out[k] == result->parts[i].mesh;
        if (!known)
            out[count++] = result->parts[i].mesh;
    }
    return count;
}

// As opening does it.
static bool open_once(const char *path, Spread *seconds, int64_t *triangles, Error *err)
{
    ImportResult result;
    double start = cpu_seconds();
    if (!import_file(path, NULL, &result, NULL, err))
        return false;
    size_t parts = (size_t)result.part_count;
    Mesh **meshes = array_alloc(parts, sizeof *meshes);
    Bvh **trees = array_alloc(parts, sizeof *trees);
    bool good = meshes && trees;
    int32_t count = good ? distinct_meshes(&result, meshes) : 0;
    if (good) {
        mesh_cache_take_topologies(meshes, count, NULL);
        for (int32_t i = 0; i < count && good; ++i)
            good = mesh_topology(meshes[i], NULL) != NULL;
        mesh_cache_keep_topologies(meshes, count, NULL);
        good = good && mesh_cache_build_all(meshes, count, NULL, NULL, NULL, trees, err);
    }
    spread_add(seconds, cpu_seconds() - start);
    *triangles = result.triangle_count;
    for (int32_t i = 0; i < count && good; ++i)
        bvh_release(trees[i]);
    free((void *)meshes);
    free((void *)trees);
    import_result_free(&result);
    return good || (!err->text[0] ? error_set(err, "not enough memory") : false);
}

// target: 0 where there is none, and the cache may leave the file out.
static bool measure(FILE *out, const char *what, const char *path, double target)
{
    if (!bench_wants("%s", what))
        return true;
    Spread without = SPREAD_NONE, first = SPREAD_NONE, again = SPREAD_NONE;
    int runs = bench_rounds(RUNS);
    int64_t triangles = 0;
    bool kept = true;
    char folder[PATH_MAX];
    Error err = {""};
    bool good = true;
    nanosleep(&(struct timespec){.tv_nsec = 100000000},
              NULL); // what was written just now is not kept
    // In turns, so that a busy moment of the machine does not hit one of them alone.
    for (int run = 0; run < runs && good && kept; ++run) {
        bench_went_on((double)run / runs);
        size_t count;
        uint64_t bytes;
        good = open_once(path, &without, &triangles, &err);
        cache_begin();
        good = good && cache_is_on() && cache_folder(true, folder, &err) &&
               cache_clear(folder, &count, &bytes, &err) &&
               open_once(path, &first, &triangles, &err) &&
               open_once(path, &again, &triangles, &err);
        CacheCounts counts = cache_counts();
        kept = counts.taken[CACHE_IMPORT] == 1;
        good = good &&
               (kept || target == 0 || error_set(&err, "%s was not taken from the cache", path));
        if (good && (run == runs - 1 || !kept))
            good = cache_clear(folder, &count, &bytes, &err);
        cache_end();
    }
    if (!good) {
        fprintf(out, "%s\n", err.text);
        return false;
    }
    if (!kept) {
        fprintf(out, "# %s: sooner read than found again, the cache does not keep it\n", what);
        return true;
    }
    double times = without.least / again.least;
    fprintf(out, "%s,%lld,%.1f,%.1f,%.1f,%.1f,", what, (long long)triangles, 1e3 * without.least,
            1e3 * first.least, 1e3 * again.least, times);
    if (target > 0)
        fprintf(out, "%.0f", target);
    fprintf(out, ",%.1f,%.1f,%.1f,%s\n", 1e3 * without.most, 1e3 * first.most, 1e3 * again.most,
            spread_overlap(without, again) ? "yes" : "no");
    fflush(out);
    return times >= target || !bench_has_targets();
}

static bool measure_obj(FILE *out, const char *folder)
{
    char path[PATH_MAX];
    if (!bench_wants("OBJ"))
        return true;
    snprintf(path, sizeof path, "%s/torus.obj", folder);
    FILE *file = fopen(path, "we");
    bool good = file && bench_obj_write(file);
    good = file && fclose(file) == 0 && good;
    if (!good)
        fprintf(out, "cannot write %s\n", path);
    good = good && measure(out, "OBJ", path, 4);
    unlink(path);
    return good;
}

// The assembly of 18 bolted parts, by the program that writes such files for tests; where there is
// none, nothing is measured.
static bool measure_step(FILE *out, char *folder)
{
    static const char *const FILES[] = {"bad_face.brep",    "bolted.step",    "box.iges",
                                        "curved.step",      "fit.step",       "inch.step",
                                        "empty_part.step",  "metre.step",     "nested.step",
                                        "occurrences.step", "two_solids.step"};
    char writer[PROGRAM_PATH_MAX], path[PATH_MAX];
    char *const arguments[] = {writer, folder, NULL}, *const environment[] = {NULL};
    pid_t child;
    int status = -1;
    if (!bench_wants("STEP bolted"))
        return true;
    if (!program_beside("write_step", writer)) {
        fprintf(out, "# STEP: not measured, write_step is not beside this program\n");
        return true;
    }
    if (posix_spawn(&child, writer, NULL, NULL, arguments, environment) == 0)
        waitpid(child, &status, 0);
    snprintf(path, sizeof path, "%s/bolted.step", folder);
    bool good = status == 0 && measure(out, "STEP bolted", path, 20);
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; ++i) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        unlink(path);
    }
    return good;
}

static bool measure_own(FILE *out, const BenchOwn *own)
{
    bool good = true;
    for (int i = 0; i < own->mesh_count; ++i) {
        BenchSpan span = bench_span(i, own->mesh_count);
        good = measure(out, own->meshes[i].name, own->files[i], 0) && good;
        bench_span_end(span);
    }
    return good;
}

static bool measure_usual(FILE *out, char *folder)
{
    BenchSpan all = bench_span(0, 2);
    bool good = measure_obj(out, folder);
    bench_span_end(all);
    bench_span(1, 2);
    good = measure_step(out, folder) && good;
    bench_span_end(all);
    return good;
}

bool bench_cache(FILE *out)
{
    const char *where = getenv("TMPDIR");
    char folder[PATH_MAX / 2], path[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/snug_cache_XXXXXX", where && where[0] ? where : "/tmp");
    if (!mkdtemp(folder) || setenv("XDG_CACHE_HOME", folder, 1) != 0) {
        fprintf(out, "cannot make a folder like %s\n", folder);
        return false;
    }
    unsetenv("SNUG_CACHE_SIZE");
    fprintf(out, "file,triangles,without_cpu_ms,first_cpu_ms,again_cpu_ms,times_faster,target,"
                 "without_most_cpu_ms,first_most_cpu_ms,again_most_cpu_ms,tie\n");
    bool good = bench_has_own() ? measure_own(out, bench_own()) : measure_usual(out, folder);
    snprintf(path, sizeof path, "%s/snug/meshes", folder);
    rmdir(path);
    snprintf(path, sizeof path, "%s/snug", folder);
    rmdir(path);
    rmdir(folder);
    return good;
}
