// ZIP archives of a few files, as they are: nothing is compressed, and the same files give the same
// bytes, since every entry is dated 1980-01-01, the oldest date of the format.
#ifndef SNUG_APP_IO_ZIP_WRITE_H
#define SNUG_APP_IO_ZIP_WRITE_H

#include "app/io/text_buffer.h"

enum { ZIP_MOST_FILES = 65535 };

typedef struct ZipWriter {
    TextBuffer *out;
    TextBuffer directory; // what stands at the end
    size_t count;
    bool failed; // too many files, or more than 4 GB
} ZipWriter;

ZipWriter zip_begin(TextBuffer *out); // out is empty
void zip_add(ZipWriter *zip, const char *name, const void *bytes, size_t size);
// What went wrong is told by `out`, as lack of memory is.
void zip_end(ZipWriter *zip);

#endif
