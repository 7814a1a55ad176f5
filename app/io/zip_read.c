#include "app/io/zip_read.h"

#include "app/io/memory_budget.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

// A small archive can say that it is huge: models pack to a fifth or a twentieth, not to a thousandth.
enum { MOST_ENTRIES = 65535, MOST_RATIO = 250, SLACK = 1 << 20, PIECE = 1 << 18 };
#define MOST_BYTES ((uint64_t)2 << 30)

enum { LOCAL_HEAD = 30, CENTRAL_HEAD = 46, END_HEAD = 22, MOST_COMMENT = 65535 };
#define LOCAL_MAGIC 0x04034b50u
#define CENTRAL_MAGIC 0x02014b50u
#define END_MAGIC 0x06054b50u

static uint32_t u16_at(const ZipRead *zip, uint64_t at)
{
    return (uint32_t)zip->bytes[at] | (uint32_t)zip->bytes[at + 1] << 8;
}

static uint32_t u32_at(const ZipRead *zip, uint64_t at)
{
    return u16_at(zip, at) | u16_at(zip, at + 2) << 16;
}

// Where the end record begins, which names the list of entries; 0: nowhere.
static size_t find_end(const ZipRead *zip)
{
    size_t most = zip->size < END_HEAD + MOST_COMMENT ? zip->size : END_HEAD + MOST_COMMENT;
    for (size_t back = END_HEAD; back <= most; ++back)
        if (u32_at(zip, zip->size - back) == END_MAGIC)
            return zip->size - back;
    return 0;
}

static bool damaged(const ZipRead *zip, Error *err)
{
    return error_set(err, "%s: the archive is damaged or cut: is it complete?", zip->file);
}

static bool read_list(ZipRead *zip, uint64_t at, uint64_t end, size_t count, Error *err)
{
    zip->entries = calloc(count + 1, sizeof *zip->entries);
    if (!zip->entries)
        return error_set(err, "%s: not enough memory", zip->file);
    for (size_t i = 0; i < count; ++i) {
        if (end - at < CENTRAL_HEAD || u32_at(zip, at) != CENTRAL_MAGIC)
            return damaged(zip, err);
        ZipEntry *entry = &zip->entries[i];
        *entry = (ZipEntry){.flags = u16_at(zip, at + 8),
                            .method = u16_at(zip, at + 10),
                            .crc = u32_at(zip, at + 16),
                            .packed = u32_at(zip, at + 20),
                            .size = u32_at(zip, at + 24),
                            .name_length = u16_at(zip, at + 28),
                            .at = u32_at(zip, at + 42),
                            .name = (const char *)zip->bytes + at + CENTRAL_HEAD};
        uint64_t whole = (uint64_t)CENTRAL_HEAD + entry->name_length + u16_at(zip, at + 30) +
                         u16_at(zip, at + 32);
        if (end - at < whole)
            return damaged(zip, err);
        at += whole;
        ++zip->count;
    }
    return true;
}

bool zip_read_begin(ZipRead *zip, const char *file, const void *bytes, size_t size, Error *err)
{
    *zip = (ZipRead){.file = file, .bytes = bytes, .size = size};
    size_t end = size >= END_HEAD ? find_end(zip) : 0;
    if (end == 0)
        return damaged(zip, err);
    uint32_t count = u16_at(zip, end + 10), length = u32_at(zip, end + 12);
    uint64_t at = u32_at(zip, end + 16);
    if (count == MOST_ENTRIES || at == UINT32_MAX)
        return error_set(err, "%s: archives of more than 4 GiB or 65534 entries are not read",
                         file);
    if (at > end || length > end - at)
        return damaged(zip, err);
    if (read_list(zip, at, at + length, count, err))
        return true;
    zip_read_end(zip);
    return false;
}

void zip_read_end(ZipRead *zip)
{
    free(zip->entries);
    zip->entries = NULL;
    zip->count = 0;
}

const ZipEntry *zip_read_find(const ZipRead *zip, const char *name)
{
    name += *name == '/';
    size_t length = strlen(name);
    for (size_t i = 0; i < zip->count; ++i)
        if (zip->entries[i].name_length == length &&
            strncasecmp(zip->entries[i].name, name, length) == 0)
            return &zip->entries[i];
    return NULL;
}

// The packed bytes of an entry; NULL: they are not there.
static const unsigned char *packed_bytes(const ZipRead *zip, const ZipEntry *entry)
{
    if (entry->at > zip->size || zip->size - entry->at < LOCAL_HEAD ||
        u32_at(zip, entry->at) != LOCAL_MAGIC)
        return NULL;
    uint64_t at =
        entry->at + LOCAL_HEAD + u16_at(zip, entry->at + 26) + u16_at(zip, entry->at + 28);
    return at <= zip->size && zip->size - at >= entry->packed ? zip->bytes + at : NULL;
}

// Exactly as many bytes as the list of entries says, or false.
static bool inflate_all(const unsigned char *from, const ZipEntry *entry, char *to, Job *job)
{
    z_stream stream = {0};
    if (inflateInit2(&stream, -MAX_WBITS) != Z_OK)
        return false;
    uint64_t taken = 0, made = 0;
    int state = Z_OK;
    while (state == Z_OK && !job_cancelled(job)) {
        uInt in = (uInt)(entry->packed - taken < PIECE ? entry->packed - taken : PIECE);
        uInt out = (uInt)(entry->size - made < PIECE ? entry->size - made : PIECE);
        unsigned char none[1];
        stream.next_in = (unsigned char *)(uintptr_t)(from + taken);
        stream.avail_in = in;
        stream.next_out = out > 0 ? (unsigned char *)to + made : none;
        stream.avail_out = out > 0 ? out : 1; // the end may come without another byte
        uInt room = stream.avail_out;
        state = inflate(&stream, Z_NO_FLUSH);
        taken += in - stream.avail_in;
        made += out > 0 ? room - stream.avail_out : 0;
        bool over = out == 0 && stream.avail_out == 0;
        bool still = stream.avail_in == in && stream.avail_out == room;
        if (over || (state == Z_OK && still))
            break;
    }
    inflateEnd(&stream);
    return state == Z_STREAM_END && made == entry->size;
}

static bool may_unpack(ZipRead *zip, const ZipEntry *entry, Error *err)
{
    size_t budget = memory_budget();
    uint64_t most = budget > 0 && budget < MOST_BYTES ? budget : MOST_BYTES;
    zip->unpacked += entry->size;
    if (entry->flags & 1)
        return error_set(err, "%s: the archive is encrypted; save it without a password",
                         zip->file);
    if (entry->method != 0 && entry->method != Z_DEFLATED)
        return error_set(err, "%s: the archive is packed by method %u, which is not read here",
                         zip->file, entry->method);
    if (entry->size > MOST_RATIO * entry->packed + SLACK || zip->unpacked > most)
        return error_set(err, "%s: it would unpack to %llu MiB, more than may be", zip->file,
                         (unsigned long long)(zip->unpacked >> 20));
    return true;
}

char *zip_read_unpack(ZipRead *zip, const ZipEntry *entry, Job *job, Error *err)
{
    if (!may_unpack(zip, entry, err))
        return NULL;
    const unsigned char *from = packed_bytes(zip, entry);
    char *to = from ? malloc((size_t)entry->size + 1) : NULL;
    if (!from || !to) {
        if (!from)
            damaged(zip, err);
        else
            error_set(err, "%s: not enough memory", zip->file);
        return NULL;
    }
    bool good = entry->method == Z_DEFLATED ? inflate_all(from, entry, to, job)
                                            : entry->packed == entry->size;
    if (good && entry->method == 0)
        memcpy(to, from, (size_t)entry->size);
    good = good &&
           crc32_z(crc32_z(0, NULL, 0), (unsigned char *)to, (size_t)entry->size) == entry->crc;
    to[entry->size] = '\0';
    if (good)
        return to;
    free(to);
    if (job_cancelled(job))
        error_set(err, "%s: cancelled", zip->file);
    else
        damaged(zip, err);
    return NULL;
}
