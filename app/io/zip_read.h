// Archives in memory (zip, as 3MF files are): entries by name, stored or deflated. Nothing is ever
// written to the disk, so names lead nowhere. Only what is asked for is unpacked, with limits.
#ifndef SNUG_APP_IO_ZIP_READ_H
#define SNUG_APP_IO_ZIP_READ_H

#include "core/base/error.h"
#include "core/base/job.h"

#include <stddef.h>
#include <stdint.h>

typedef struct ZipEntry {
    const char *name; // within the archive, not terminated
    uint32_t name_length, method, flags, crc;
    uint64_t at, packed, size; // of its local head; bytes
} ZipEntry;

typedef struct ZipRead {
    const char *file; // its name in messages
    const unsigned char *bytes;
    size_t size;
    ZipEntry *entries;
    size_t count;
    uint64_t unpacked; // so far, by all calls
} ZipRead;

// The bytes must stay. False: err says why; there is nothing to free then.
bool zip_read_begin(ZipRead *zip, const char *file, const void *bytes, size_t size, Error *err);
void zip_read_end(ZipRead *zip);

// Capitals do not count, nor does a slash in front. NULL: there is none.
const ZipEntry *zip_read_find(const ZipRead *zip, const char *name);

// All of it and a final 0; the caller frees it. NULL: err says why.
char *zip_read_unpack(ZipRead *zip, const ZipEntry *entry, Job *job, Error *err);

#endif
