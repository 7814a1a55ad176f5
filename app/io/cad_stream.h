// What the importer of CAD files writes (third_party/occt/cad_stream.h), read as if an enemy had
// written it: parts with their meshes, which instances share, their groups, colours and deflections.
#ifndef SNUG_APP_IO_CAD_STREAM_H
#define SNUG_APP_IO_CAD_STREAM_H

#include "app/io/format.h"

// Brings exactly `size` bytes. False: there are no more; it may know why.
typedef bool CadReadFn(void *from, void *to, size_t size);

// *ended: the bytes ended too early, or the importer itself said why there is nothing. False: err is
// filled in any case; out may hold something.
bool cad_stream_read(ImportFile *file, CadReadFn *next, void *from, bool *ended);

#endif
