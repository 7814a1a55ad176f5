#include "app/io/cache_folder.h"

#include "app/io/file.h"
#include "core/base/array.h"
#include "core/base/checksum.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

extern const char cache_sources[]; // a digest of the sources that results follow from; generated

// How an entry begins; the table of its pieces and the pieces follow.
typedef struct Head {
    char magic[8];
    uint32_t layout;
    uint32_t order; // of bytes, and sizes of what is written as it stands in memory
    Digest key;
    uint64_t count;
    uint64_t sum; // of head, with 0 here, and table
} Head;
_Static_assert(sizeof(Head) == 64, "no bytes between the members");
static const char MAGIC[8] = "snugmesh";
enum { LAYOUT = 1, MOST_PIECES = 1 << 24 };
#define ORDER (0x01020304u + 0x100u * (uint32_t)sizeof(void *))
// What is left free on the disk, and how much is written before the folder is looked at again.
#define LEFT_FREE ((uint64_t)256 << 20)
#define LOOK_BYTES ((uint64_t)64 << 20)
enum { LOOK_ENTRIES = 512 };

// All of it under the guard but for what cache_begin sets.
static struct {
    char folder[PATH_MAX - 128];
    uint64_t limit;
    const char *version;                 // NULL: of the program
    uint64_t bytes_since, entries_since; // the folder was looked at
    bool on, looked, cannot_keep;
    CacheCounts counts;
    Error note;
} cache;
static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;

static void set_note(const char *why)
{
    pthread_mutex_lock(&guard);
    if (!cache.note.text[0])
        error_set(&cache.note, "%s", why);
    pthread_mutex_unlock(&guard);
}

void cache_begin(void)
{
    char path[PATH_MAX];
    Error err = {""}, why;
    uint64_t limit = cache_limit(&err);
    if (err.text[0])
        set_note(err.text);
    if (limit == 0)
        return;
    if (!cache_folder(true, path, &err)) {
        error_set(&why, "nothing is kept for the next time: %.400s", err.text);
        set_note(why.text);
        return;
    }
    if (strlen(path) >= sizeof cache.folder)
        return;
    strcpy(cache.folder, path);
    cache.limit = limit;
    cache.on = true;
}

void cache_end(void)
{
    cache.on = cache.looked = cache.cannot_keep = false;
    cache.counts = (CacheCounts){0};
    cache.note = (Error){""};
}

bool cache_is_on(void)
{
    return cache.on;
}

void cache_set_version(const char *version)
{
    cache.version = version;
}

DigestState cache_key(enum CacheKind kind)
{
    const char *version = cache.version ? cache.version : cache_sources;
    uint32_t order = ORDER;
    DigestState state = digest_begin();
    digest_add(&state, version, strlen(version) + 1);
    digest_add(&state, cache_kind_names[kind], strlen(cache_kind_names[kind]) + 1);
    digest_add(&state, &order, sizeof order);
    return state;
}

static void entry_path(enum CacheKind kind, const Digest *key, char path[PATH_MAX])
{
    char digits[DIGEST_TEXT];
    digest_text(key, digits);
    snprintf(path, PATH_MAX, "%s/%s.%s", cache.folder, digits, cache_kind_names[kind]);
}

static void count(int *what)
{
    pthread_mutex_lock(&guard);
    ++*what;
    pthread_mutex_unlock(&guard);
}

CacheCounts cache_counts(void)
{
    pthread_mutex_lock(&guard);
    CacheCounts counts = cache.counts;
    pthread_mutex_unlock(&guard);
    return counts;
}

bool cache_take_note(Error *note)
{
    pthread_mutex_lock(&guard);
    *note = cache.note;
    cache.note = (Error){""};
    pthread_mutex_unlock(&guard);
    return note->text[0] != '\0';
}

// --- reading

static bool read_all(int fd, void *to, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, (char *)to + done, size - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

// Of a piece: of the sums of its parts, one after the other, beginning with its size.
enum { SUM_BYTES = 128 << 10 };
static uint64_t add_sum(uint64_t so_far, const char *bytes, size_t size)
{
    uint64_t both[2] = {so_far, checksum(bytes, size)};
    return checksum(both, sizeof both);
}

static uint64_t piece_sum(const Piece *piece)
{
    uint64_t sum = piece->size;
    for (size_t done = 0; done < piece->size; done += SUM_BYTES)
        sum = add_sum(sum, (const char *)piece->bytes + done,
                      piece->size - done < SUM_BYTES ? piece->size - done : SUM_BYTES);
    return sum;
}

static uint64_t sum_of(const Head *head, const uint64_t (*table)[2])
{
    Head plain = *head;
    plain.sum = 0;
    uint64_t sums[2] = {checksum(&plain, sizeof plain),
                        checksum(table, (size_t)head->count * sizeof *table)};
    return checksum(sums, sizeof sums);
}

// Sizes and sums, so that what is in the file is exactly what the head says.
static bool read_table(CacheEntry *entry, const Head *head, uint64_t size)
{
    if (head->count > MOST_PIECES || head->count * sizeof *entry->table > size - sizeof *head)
        return false;
    entry->count = head->count;
    entry->table = array_alloc((size_t)head->count, sizeof *entry->table);
    if (!entry->table ||
        !read_all(entry->fd, entry->table, (size_t)head->count * sizeof *entry->table) ||
        head->sum != sum_of(head, (const uint64_t(*)[2])entry->table))
        return false;
    uint64_t left = size - sizeof *head - head->count * sizeof *entry->table;
    entry->bytes = left;
    for (uint64_t i = 0; i < entry->count; ++i) {
        if (entry->table[i][0] > left)
            return false;
        left -= entry->table[i][0];
    }
    return left == 0;
}

static bool read_head(CacheEntry *entry)
{
    struct stat info;
    Head head;
    return fstat(entry->fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid() &&
           (info.st_mode & 022) == 0 && info.st_size >= (off_t)sizeof head &&
           read_all(entry->fd, &head, sizeof head) &&
           memcmp(head.magic, MAGIC, sizeof MAGIC) == 0 && head.layout == LAYOUT &&
           head.order == ORDER && digest_equal(&head.key, &entry->key) &&
           read_table(entry, &head, (uint64_t)info.st_size);
}

bool cache_open(enum CacheKind kind, const Digest *key, CacheEntry *out)
{
    char path[PATH_MAX];
    *out = (CacheEntry){.fd = -1, .kind = kind, .key = *key};
    if (!cache.on)
        return false;
    entry_path(kind, key, path);
    out->fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW);
    if (out->fd < 0 && errno == ENOENT)
        return false;
    if (out->fd >= 0 && read_head(out)) {
        futimens(out->fd, NULL); // used now
        return true;
    }
    cache_close(out, false);
    return false;
}

bool cache_has(enum CacheKind kind, const Digest *key)
{
    char path[PATH_MAX];
    struct stat info;
    entry_path(kind, key, path);
    return cache.on && lstat(path, &info) == 0;
}

uint64_t cache_next_size(const CacheEntry *entry)
{
    return entry->next < entry->count ? entry->table[entry->next][0] : 0;
}

// Bit by bit, while they are still near the processor.
static bool read_piece(int fd, char *to, size_t size, uint64_t sum)
{
    uint64_t so_far = size;
    for (size_t done = 0; done < size;) {
        size_t part = size - done < SUM_BYTES ? size - done : SUM_BYTES;
        if (!read_all(fd, to + done, part))
            return false;
        so_far = add_sum(so_far, to + done, part);
        done += part;
    }
    return so_far == sum;
}

bool cache_next(void *user, void *to, size_t size)
{
    CacheEntry *entry = user;
    if (entry->next == entry->count || entry->table[entry->next][0] != size ||
        !read_piece(entry->fd, to, size, entry->table[entry->next][1])) {
        entry->next = entry->count;
        return false;
    }
    ++entry->next;
    return true;
}

void cache_close(CacheEntry *entry, bool sound)
{
    char path[PATH_MAX];
    if (entry->fd >= 0)
        close(entry->fd);
    free(entry->table);
    entry->table = NULL;
    entry->fd = -1;
    count(sound ? &cache.counts.taken[entry->kind] : &cache.counts.refused);
    if (sound)
        return;
    entry_path(entry->kind, &entry->key, path);
    unlink(path);
    set_note("a file of the cache was damaged; what was in it was made anew");
}

// --- writing

// Now and then: makes room, and finds out whether anything can be kept at all.
static bool has_room(uint64_t bytes)
{
    struct statvfs disk;
    CacheList list;
    Error unused;
    pthread_mutex_lock(&guard);
    bool looks = !cache.looked || cache.bytes_since > LOOK_BYTES ||
                 cache.bytes_since > cache.limit / 8 || cache.entries_since > LOOK_ENTRIES ||
                 bytes > cache.limit / 8;
    if (looks) {
        cache.looked = true;
        cache.bytes_since = cache.entries_since = 0;
    }
    cache.bytes_since += bytes;
    ++cache.entries_since;
    bool room = !cache.cannot_keep && bytes <= cache.limit / 2;
    pthread_mutex_unlock(&guard);
    if (!room || !looks)
        return room;
    // To a good deal below the limit, so that the next look comes in time.
    if (cache_list(cache.folder, &list, &unused)) {
        uint64_t reserve = cache.limit / 4 > bytes ? cache.limit / 4 : bytes;
        if (list.bytes > cache.limit - reserve)
            cache_shrink(cache.folder, &list, cache.limit - reserve);
        cache_list_free(&list);
    }
    return statvfs(cache.folder, &disk) != 0 ||
           (uint64_t)disk.f_bavail * disk.f_frsize > bytes + LEFT_FREE;
}

static bool write_entry(enum CacheKind kind, const Digest *key, const Piece *pieces, size_t n,
                        Error *err)
{
    char path[PATH_MAX];
    Head head = {.layout = LAYOUT, .order = ORDER, .key = *key, .count = n};
    memcpy(head.magic, MAGIC, sizeof MAGIC);
    uint64_t(*table)[2] = array_alloc(n, sizeof *table);
    Piece *all = array_alloc(n + 2, sizeof *all);
    bool good = table && all;
    for (size_t i = 0; i < n && good; ++i) {
        table[i][0] = pieces[i].size;
        table[i][1] = piece_sum(&pieces[i]);
        all[2 + i] = pieces[i];
    }
    if (good) {
        head.sum = sum_of(&head, (const uint64_t(*)[2])table);
        all[0] = (Piece){&head, sizeof head};
        all[1] = (Piece){table, n * sizeof *table};
        entry_path(kind, key, path);
        good = file_write_spare(path, all, n + 2, err);
    } else {
        error_set(err, "not enough memory");
    }
    free(table);
    free(all);
    return good;
}

void cache_keep(enum CacheKind kind, const Digest *key, const Piece *pieces, size_t n)
{
    uint64_t bytes = sizeof(Head);
    Error err, note;
    if (!cache.on || n > MOST_PIECES)
        return;
    for (size_t i = 0; i < n; ++i)
        bytes += pieces[i].size + 2 * sizeof(uint64_t);
    if (!has_room(bytes))
        return;
    if (write_entry(kind, key, pieces, n, &err)) {
        count(&cache.counts.kept[kind]);
        return;
    }
    pthread_mutex_lock(&guard);
    cache.cannot_keep = true; // not tried again and again
    pthread_mutex_unlock(&guard);
    error_set(&note, "nothing is kept for the next time: %.400s", err.text);
    set_note(note.text);
}
