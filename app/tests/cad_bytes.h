// Streams as the importer of CAD files writes them, byte by byte, for tests of who reads them.
#ifndef SNUG_APP_TESTS_CAD_BYTES_H
#define SNUG_APP_TESTS_CAD_BYTES_H

#include "app/io/cad_stream.h"
#include "third_party/occt/cad_stream.h"

#include <stdlib.h>
#include <string.h>

typedef struct CadBytes {
    unsigned char data[1 << 16];
    size_t size, at, record; // written, read, and where the size of the present record stands
} CadBytes;

static inline void cad_put(CadBytes *to, const void *from, size_t size)
{
    if (to->size + size > sizeof to->data)
        abort();
    memcpy(to->data + to->size, from, size);
    to->size += size;
}
static inline void cad_put_u32(CadBytes *to, uint32_t value)
{
    cad_put(to, &value, sizeof value);
}
static inline void cad_put_f64(CadBytes *to, double value)
{
    cad_put(to, &value, sizeof value);
}
static inline void cad_put_begin(CadBytes *to, uint32_t version)
{
    to->size = to->at = 0;
    cad_put(to, CAD_STREAM_MAGIC, sizeof CAD_STREAM_MAGIC - 1);
    cad_put_u32(to, version);
}
static inline void cad_put_open(CadBytes *to, enum CadTag tag)
{
    cad_put_u32(to, (uint32_t)tag);
    cad_put_u32(to, 0);
    to->record = to->size;
    cad_put(to, &(uint64_t){0}, 8);
}
static inline void cad_put_close(CadBytes *to)
{
    uint64_t size = to->size - to->record - 8;
    memcpy(to->data + to->record, &size, sizeof size);
}

// A CadReadFn.
static inline bool cad_bytes_next(void *from, void *to, size_t size)
{
    CadBytes *bytes = from;
    if (size > bytes->size - bytes->at)
        return false;
    memcpy(to, bytes->data + bytes->at, size);
    bytes->at += size;
    return true;
}

static inline bool cad_bytes_import(CadBytes *bytes, ImportResult *out, Job *job, bool *ended,
                                    Error *err)
{
    *out = (ImportResult){0};
    ImportFile file = {.name = "bytes", .out = out, .job = job, .err = err};
    bytes->at = 0;
    bool good = cad_stream_read(&file, cad_bytes_next, bytes, ended);
    if (!good)
        import_result_free(out);
    return good;
}

#endif
