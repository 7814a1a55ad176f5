// The primitive sets that come with the program: stand-ins for the objects of Andersen and Bay
// 2006.
#ifndef SNUG_APP_IO_HYBRID_SAMPLES_H
#define SNUG_APP_IO_HYBRID_SAMPLES_H

#include <stddef.h>

enum { HYBRID_SAMPLES = 4 };
extern const char *const hybrid_samples[HYBRID_SAMPLES];

// The file of a set, also where the program is started from another folder.
void hybrid_sample_path(const char *name, char *path, size_t size);

#endif
