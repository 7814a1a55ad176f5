#define _GNU_SOURCE // memmem
#include "app/io/import_cache.h"

#include "app/io/cad_launch.h"
#include "app/io/file.h"
#include "app/io/import_bytes.h"
#include "app/io/path.h"
#include "core/base/array.h"

#include <assimp/version.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CHUNK = 128 << 10 }; // still near the processor when its digest is made

static uint64_t least_bytes = 128 << 10;

void import_cache_set_least(uint64_t bytes)
{
    least_bytes = bytes;
}

static void add_text(DigestState *state, const char *text)
{
    digest_add(state, text, strlen(text) + 1);
}

static void add_number(DigestState *state, uint64_t number)
{
    digest_add(state, &number, sizeof number);
}

// Whether it names files that another program would open by itself: then nobody knows what it follows
// from. Looked for in what was read last and the bytes before it.
static const char REFERENCE[] = "DOCUMENT_FILE";

typedef struct Reading {
    DigestState *state;
    bool refers;
    char bytes[sizeof REFERENCE + CHUNK];
} Reading;

// All bytes of an open file. False: cancelled, or it cannot be read.
static bool add_file(int fd, const char *path, Reading *reading, bool looks, Job *job)
{
    const size_t before = sizeof REFERENCE;
    Error unused;
    size_t got = 1;
    memset(reading->bytes, 0, before);
    while (got > 0 && !job_cancelled(job)) {
        char *fresh = reading->bytes + before;
        if (!file_read(fd, path, fresh, CHUNK, &got, &unused))
            return false;
        digest_add(reading->state, fresh, got);
        if (looks && memmem(reading->bytes, before + got, REFERENCE, sizeof REFERENCE - 1))
            reading->refers = true;
        if (got >= before)
            memcpy(reading->bytes, fresh + got - before, before);
    }
    return got == 0;
}

// The program that reads it is replaced when it is built or installed anew.
static bool add_importer(DigestState *state, const CadImporter *importer)
{
    char program[1200];
    struct stat info;
    Error unused;
    if (!cad_find_importer(importer, "", program, sizeof program, &unused) ||
        stat(program, &info) != 0)
        return false;
    add_text(state, program);
    add_number(state, (uint64_t)info.st_size);
    add_number(state, (uint64_t)info.st_mtim.tv_sec);
    add_number(state, (uint64_t)info.st_mtim.tv_nsec);
    return true;
}

static void add_options(DigestState *state, const ImportCache *cache)
{
    ImportOptions options = cache->options ? *cache->options : (ImportOptions){0};
    add_text(state, cache->format->name);
    add_text(state, cache->named ? cache->named->name : "");
    add_text(state, file_base_name(cache->path)); // parts are called by it
    add_number(state, (uint64_t)options.unit);
    add_number(state, (uint64_t)options.up);
    add_number(state, options.drop_degenerate);
    add_number(state, options.unit_said);
    add_number(state, options.up_said);
    digest_add(state, &options.deflection, sizeof options.deflection);
    add_number(state, aiGetVersionMajor());
    add_number(state, aiGetVersionMinor());
    add_number(state, aiGetVersionPatch());
}

// Whether nothing changed while it was read, nor a moment before: a file that was changed just then may
// have been changed again without a sign of it, since its time is that of the last tick of the kernel,
// or of the last two seconds where a disk notes no parts of them.
static bool is_settled(const struct stat *info, const struct timespec *started)
{
    double age = (double)(started->tv_sec - info->st_ctim.tv_sec) +
                 1e-9 * (double)(started->tv_nsec - info->st_ctim.tv_nsec);
    return age > (info->st_ctim.tv_nsec == 0 ? 3 : 0.03);
}

static bool is_same(const struct stat *a, const struct stat *b)
{
    return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
           a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec &&
           a->st_ctim.tv_sec == b->st_ctim.tv_sec && a->st_ctim.tv_nsec == b->st_ctim.tv_nsec;
}

static bool find_key(ImportCache *cache, Job *job)
{
    clock_gettime(CLOCK_REALTIME, &cache->started);
    int fd;
    uint64_t size;
    Error unused;
    Reading *reading = malloc(sizeof *reading);
    DigestState state = cache_key(CACHE_IMPORT);
    const CadImporter *other = cache->format->importer;
    bool good = false;
    if (reading && file_open(cache->path, &fd, &size, &unused)) {
        add_options(&state, cache);
        *reading->bytes = 0;
        reading->state = &state;
        reading->refers = false;
        job_step(job, "Looking in the cache");
        good = (other || size >= least_bytes) && size <= cache->format->most_bytes &&
               fstat(fd, &cache->before) == 0 && (!other || add_importer(&state, other)) &&
               add_file(fd, cache->path, reading, other != NULL, job) && !reading->refers;
        close(fd);
    }
    free(reading);
    cache->key = digest_end(&state);
    return good;
}

// A file beside the one that is opened, as it is now. *settled: as it was since the beginning.
static ImportSource source_of(const ImportCache *cache, const char *relative, bool *settled)
{
    const char *file = cache->path;
    ImportSource source = {.inside = path_stays_inside(file, relative)};
    char *path = source.inside ? path_beside(file, relative) : NULL;
    Reading *reading = malloc(sizeof *reading);
    DigestState state = digest_begin();
    struct stat info;
    int fd;
    uint64_t size;
    Error unused;
    if (path && reading && file_open(path, &fd, &size, &unused)) {
        reading->state = &state;
        source.there = fstat(fd, &info) == 0 && add_file(fd, path, reading, false, NULL);
        *settled = *settled && source.there && is_settled(&info, &cache->started);
        close(fd);
    }
    if (source.there)
        source.contents = digest_end(&state);
    *settled = *settled && reading && (path || !source.inside);
    free(path);
    free(reading);
    return source;
}

static bool sources_are_the_same(const ImportCache *cache, const ImportResult *result,
                                 const ImportOrigin *origin)
{
    bool same = !origin->path || strcmp(origin->path, cache->path) == 0;
    for (int32_t i = 0; i < result->depend_count && same; ++i) {
        bool unused = true;
        ImportSource now = source_of(cache, result->depends[i], &unused);
        ImportSource then = origin->sources[i];
        same = now.inside == then.inside && now.there == then.there &&
               digest_equal(&now.contents, &then.contents);
    }
    return same;
}

bool import_cache_take(ImportCache *cache, ImportResult *out, Job *job)
{
    CacheEntry entry;
    ImportOrigin origin;
    cache->on = cache_is_on() && find_key(cache, job);
    if (!cache->on || !cache_open(CACHE_IMPORT, &cache->key, &entry))
        return false;
    ImportSizes sizes = {cache_next_size(&entry), entry.bytes};
    bool sound = import_read_pieces(cache_next, &entry, &sizes, out, &origin) &&
                 cache_next_size(&entry) == 0;
    // Where only another file has changed nothing is wrong with the entry; the next one replaces it.
    bool same = sound && sources_are_the_same(cache, out, &origin);
    cache_close(&entry, sound);
    import_origin_free(&origin);
    if (!same || job_cancelled(job))
        import_result_free(out);
    return same && !job_cancelled(job);
}

static bool names_path(const ImportResult *result, const char *path)
{
    for (int32_t i = 0; i < result->notice_count; ++i)
        if (strstr(result->notices[i], path))
            return true;
    return false;
}

void import_cache_keep(const ImportCache *cache, const ImportResult *result)
{
    struct stat now;
    ImportPieces pieces;
    ImportOrigin origin = {0};
    bool settled = true;
    // The bytes that were read are those that the key was made of.
    if (!cache->on || result->depends_on_more || stat(cache->path, &now) != 0 ||
        !is_same(&cache->before, &now) || !is_settled(&now, &cache->started))
        return;
    if (result->depend_count > 0)
        origin.sources = mem_calloc((size_t)result->depend_count, sizeof *origin.sources);
    bool good = origin.sources || result->depend_count == 0;
    for (int32_t i = 0; i < result->depend_count && good; ++i)
        origin.sources[i] = source_of(cache, result->depends[i], &settled);
    if (good && names_path(result, cache->path))
        good = (origin.path = strdup(cache->path)) != NULL;
    if (good && settled && import_pieces(result, &origin, &pieces)) {
        cache_keep(CACHE_IMPORT, &cache->key, pieces.pieces, pieces.count);
        import_pieces_free(&pieces);
    }
    import_origin_free(&origin);
}
