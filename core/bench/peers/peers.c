// snug_peers: building, first contact, all contacts and distance beside FCL, Embree, Bullet, ODE and
// CGAL, on the same meshes and poses (core/bench/poses.h), one thread. Started by run.sh beside this
// file, which builds it with what is installed of
//
//     libfcl-dev libembree-dev libbullet-dev libode-dev libcgal-dev glmark2-data
//
// Times are CPU times of the process, whole sequences, short ones several times, candidates taking turns,
// the least of the rounds; "spread" is by how much the slowest round took longer. Ours must all find the same; what
// peers find besides is printed, and who is right in exact arithmetic. Peers are the libraries as Debian
// compiles them, ours as this build is configured; no flags are asked of anybody.
#include "core/base/cpu.h"
#include "core/bench/peers/measure.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_SETTINGS = PEER_SCENES + 2 };
#define BUNNY "/usr/share/glmark2/models/bunny.obj"

typedef struct Options {
    bool modes[MODES];
    const char *scene; // only those whose names begin so
    const char *pair[2], *path;
    const char *folder; // where results go
    int rounds;
} Options;

static int usage(void)
{
    fputs(
        "usage: snug_peers [build] [first] [all] [distance] [--scene BEGINNING] [--rounds N]\n"
        "                  [--pair FILE FILE [--path FILE]] [--write FOLDER]\n"
        "Without any of the first four: all of them. --pair measures these two meshes instead of "
        "our\n"
        "scenes, on the way of a recorded path or tumbling at decreasing distance. --write leaves\n"
        "peers-scenes.csv, peers-summary.csv, peers-build.csv and peers.svg in the folder.\n",
        stderr);
    return 2;
}

static bool parse(Options *options, int argc, char **argv)
{
    static const char *const names[MODES] = {"build", "first", "all", "distance"};
    *options = (Options){.rounds = 3};
    bool any = false;
    for (int i = 1; i < argc; ++i) {
        bool known = false;
        for (int m = 0; m < MODES; ++m)
            if (strcmp(argv[i], names[m]) == 0)
                known = any = options->modes[m] = true;
        if (known)
            continue;
        if (strcmp(argv[i], "--scene") == 0 && i + 1 < argc)
            options->scene = argv[++i];
        else if (strcmp(argv[i], "--path") == 0 && i + 1 < argc)
            options->path = argv[++i];
        else if (strcmp(argv[i], "--write") == 0 && i + 1 < argc)
            options->folder = argv[++i];
        else if (strcmp(argv[i], "--rounds") == 0 && i + 1 < argc)
            options->rounds = atoi(argv[++i]);
        else if (strcmp(argv[i], "--pair") == 0 && i + 2 < argc) {
            options->pair[0] = argv[++i];
            options->pair[1] = argv[++i];
        } else
            return false;
    }
    for (int m = 0; m < MODES; ++m)
        options->modes[m] = options->modes[m] || !any;
    return options->rounds >= 1 && options->rounds <= 1000 && (!options->path || options->pair[0]);
}

static void line_after(const char *file, const char *key, char *out, size_t size)
{
    char line[512];
    snprintf(out, size, "unknown processor");
    FILE *in = fopen(file, "r");
    while (in && fgets(line, sizeof line, in)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, key, strlen(key)) == 0 && colon) {
            snprintf(out, size, "%.*s", (int)strcspn(colon + 2, "\n"), colon + 2);
            break;
        }
    }
    if (in)
        fclose(in);
}

static double load_now(void)
{
    double load = 0;
    FILE *in = fopen("/proc/loadavg", "r");
    if (in && fscanf(in, "%lf", &load) != 1)
        load = 0;
    if (in)
        fclose(in);
    return load;
}

// Machine, load, commit, command, flags and versions.
static void write_header(char *out, size_t size, int argc, char **argv, int rounds)
{
    char model[128];
    double load = load_now();
    line_after("/proc/cpuinfo", "model name", model, sizeof model);
    const char *commit = getenv("SNUG_COMMIT");
    size_t used = (size_t)snprintf(
        out, size,
        "# machine: %s, %ld cores, %s, load %.1f; CPU time, one thread, least of %d rounds\n"
        "# commit: %s\n# command: core/bench/peers/run.sh",
        model, sysconf(_SC_NPROCESSORS_ONLN), cpu_has_avx2() ? "AVX2" : "baseline vectors", load,
        rounds, commit ? commit : "unknown");
    for (int i = 1; i < argc && used < size; ++i)
        if (strcmp(argv[i], "--write") == 0)
            ++i;
        else
            used += (size_t)snprintf(out + used, size - used, " %s", argv[i]);
    if (used < size)
        used += (size_t)snprintf(out + used, size - used,
                                 "\n# ours: %s; peers as Debian has them:", SNUG_PEERS_COMPILER);
    for (const PeerLibrary *const *library = peer_libraries; *library && used < size; ++library)
        used += (size_t)snprintf(out + used, size - used, " %s %s", (*library)->name,
                                 (*library)->version);
    if (used < size)
        snprintf(out + used, size - used, "; not found:%s\n",
                 SNUG_PEERS_MISSING[0] ? SNUG_PEERS_MISSING : " none");
}

#ifndef SNUG_PEERS_FILES
bool setting_of_files(Setting *out, const char *file_a, const char *file_b, const char *path)
{
    (void)file_a, (void)file_b, (void)path;
    *out = (Setting){.a = NULL};
    fputs("this build reads no files: it is without the app\n", stderr);
    return false;
}
#endif

static bool chosen(const Options *options, const char *name)
{
    return !options->scene || strncmp(name, options->scene, strlen(options->scene)) == 0;
}

static int settings_of(const Options *options, Setting *settings, bool *ok)
{
    int count = 0;
    *ok = true;
    if (options->pair[0]) {
        *ok = setting_of_files(&settings[0], options->pair[0], options->pair[1], options->path);
        return *ok ? 1 : 0;
    }
    for (int s = 0; *ok && s < PEER_SCENES; ++s)
        if (chosen(options, bench_scenes[s].name)) {
            *ok = setting_of_scene(&settings[count], &bench_scenes[s]);
            count += *ok;
        }
#ifdef SNUG_PEERS_FILES
    if (*ok && chosen(options, "Z bunny 70k")) {
        if (access(BUNNY, R_OK) != 0)
            puts(BUNNY " (glmark2-data) not found, left out");
        else {
            *ok = setting_of_files(&settings[count], BUNNY, BUNNY, NULL);
            snprintf(settings[count].name, sizeof settings[count].name, "Z bunny 70k");
            count += *ok;
        }
    }
#endif
    return count;
}

static bool run(const Options *options, Results *results)
{
    Setting settings[MOST_SETTINGS];
    bool ok;
    int count = settings_of(options, settings, &ok);
    Floor floor = {0, 0};
    bool floored = ok && options->modes[MODE_ALL] && floor_measure(&floor, options->rounds);
    if (floored)
        results_note(results,
                     "floor: %.2f ns per lane of our fastest test, %.1f ns per exact test of a "
                     "pair in contact\n",
                     floor.lane_ns, floor.exact_ns);
    if (ok && options->modes[MODE_BUILD])
        ok = measure_builds(options->rounds, results);
    for (Mode mode = MODE_FIRST; ok && mode < MODES; ++mode) {
        if (!options->modes[mode])
            continue;
        for (int i = 0; ok && i < count; ++i)
            ok = measure_scene(&settings[i], mode, options->rounds, floored ? &floor : NULL,
                               results);
        results_print_means(results, mode);
    }
    for (int i = 0; i < count; ++i)
        setting_free(&settings[i]);
    return ok;
}

int main(int argc, char **argv)
{
    Options options;
    if (!parse(&options, argc, argv))
        return usage();
    char header[2048];
    write_header(header, sizeof header, argc, argv, options.rounds);
    fputs(header, stdout);
    for (const PeerLibrary *const *library = peer_libraries; *library; ++library)
        for (const Peer *const *peer = (*library)->peers; *peer; ++peer)
            if ((*peer)->note)
                printf("# %s: %s\n", (*peer)->name, (*peer)->note);
    Results results = {.rows = NULL};
    bool ok = run(&options, &results);
    if (ok && options.folder)
        ok = results_write(&results, options.folder, header);
    results_free(&results);
    return ok ? 0 : 1;
}
