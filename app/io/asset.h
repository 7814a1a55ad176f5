// Files that come with the program, wherever it was installed and started from.
#ifndef SNUG_APP_IO_ASSET_H
#define SNUG_APP_IO_ASSET_H

#include <stdbool.h>
#include <stddef.h>

// The path of "hybrid/chair.xml": under share/snug beside the program's bin or libexec/snug once
// installed, under assets/ of the source tree when it was built there. False: it is nowhere; the
// path is then the first place that was tried, for the message.
bool asset_path(const char *name, char *path, size_t size);

#endif
