// Fields as in APPNOTE.TXT 6.3: local headers with the files, then the directory, then its place.
#include "app/io/zip_write.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { VERSION = 20, UTF8_NAMES = 1 << 11, DATE_1980 = 1 << 5 | 1 };

static uint32_t crc32_of(const unsigned char *bytes, size_t size)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < size; ++i) {
        crc ^= bytes[i];
        for (int k = 0; k < 8; ++k)
            crc = crc >> 1 ^ ((crc & 1) ? UINT32_C(0xEDB88320) : 0);
    }
    return ~crc;
}

static void add16(TextBuffer *out, uint32_t value)
{
    char bytes[2] = {(char)(value & 255), (char)(value >> 8 & 255)};
    text_add_bytes(out, bytes, 2);
}

static void add32(TextBuffer *out, uint32_t value)
{
    add16(out, value & 0xFFFF);
    add16(out, value >> 16);
}

// What both headers have in common, from the version to the length of the extra field.
static void add_common(TextBuffer *out, uint32_t crc, size_t size, size_t name_length)
{
    add16(out, VERSION);
    add16(out, UTF8_NAMES);
    add16(out, 0); // stored
    add16(out, 0); // midnight
    add16(out, DATE_1980);
    add32(out, crc);
    add32(out, (uint32_t)size);
    add32(out, (uint32_t)size);
    add16(out, (uint32_t)name_length);
    add16(out, 0);
}

ZipWriter zip_begin(TextBuffer *out)
{
    return (ZipWriter){.out = out};
}

void zip_add(ZipWriter *zip, const char *name, const void *bytes, size_t size)
{
    size_t length = strlen(name), offset = zip->out->length;
    if (zip->count >= ZIP_MOST_FILES || size > UINT32_MAX || offset > UINT32_MAX - size ||
        length > UINT16_MAX)
        zip->failed = true;
    if (zip->failed)
        return;
    uint32_t crc = crc32_of(bytes, size);
    add32(zip->out, UINT32_C(0x04034B50));
    add_common(zip->out, crc, size, length);
    text_add_bytes(zip->out, name, length);
    text_add_bytes(zip->out, bytes, size);
    TextBuffer *directory = &zip->directory;
    add32(directory, UINT32_C(0x02014B50));
    add16(directory, VERSION);
    add_common(directory, crc, size, length);
    add16(directory, 0); // no comment
    add16(directory, 0); // disk
    add16(directory, 0); // not said to be text
    add32(directory, 0);
    add32(directory, (uint32_t)offset);
    text_add_bytes(directory, name, length);
    ++zip->count;
}

void zip_end(ZipWriter *zip)
{
    size_t offset = zip->out->length, size = zip->directory.length;
    char *directory = text_take(&zip->directory);
    if (zip->failed || !directory || offset > UINT32_MAX || size > UINT32_MAX) {
        zip->out->failed = true;
        free(directory);
        return;
    }
    text_add_bytes(zip->out, directory, size);
    add32(zip->out, UINT32_C(0x06054B50));
    add16(zip->out, 0);
    add16(zip->out, 0);
    add16(zip->out, (uint32_t)zip->count);
    add16(zip->out, (uint32_t)zip->count);
    add32(zip->out, (uint32_t)size);
    add32(zip->out, (uint32_t)offset);
    add16(zip->out, 0);
    free(directory);
}
