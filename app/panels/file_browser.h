// Choosing a file inside the window: folders and files of meshes, the unit and the axis that points
// up.
#ifndef SNUG_APP_PANELS_FILE_BROWSER_H
#define SNUG_APP_PANELS_FILE_BROWSER_H

#include "core/units.h"

#include <stddef.h>
#include <stdint.h>

typedef struct BrowserEntry {
    char *name;  // as in the file system: opened with it
    char *label; // the same made fit to be shown
    bool folder;
    int64_t size;
} BrowserEntry;

typedef struct FileBrowser {
    bool wanted; // open the dialog in the next frame
    bool merge;  // the file's parts join those that are open
    bool shown;
    char folder[1024];     // absolute
    char problem[256];     // why the folder cannot be read, or ""
    BrowserEntry *entries; // folders first, then files, by name
    size_t count, capacity;
    long selected;
    enum LengthUnit unit;
    enum UpAxis up;
} FileBrowser;

struct PanelContext;

void file_browser_open(FileBrowser *browser);
void file_browser_free(FileBrowser *browser);
void file_browser_draw(const struct PanelContext *context);

#endif
