// Choosing a file inside the window: folders and files of meshes, the unit and the axis that points
// up.
#ifndef SNUG_APP_WINDOW_PANELS_FILE_BROWSER_H
#define SNUG_APP_WINDOW_PANELS_FILE_BROWSER_H

#include "core/base/units.h"

#include <stddef.h>
#include <stdint.h>

typedef struct BrowserEntry {
    char *name;  // as in the file system: opened with it
    char *label; // the same made fit to be shown
    bool folder;
    int64_t size, modified; // bytes; seconds since 1970
} BrowserEntry;

typedef struct FileBrowser {
    bool wanted; // open the dialog in the next frame
    bool merge;  // the file's parts join those that are open
    bool shown;
    bool opened_once;
    char folder[1024];     // absolute
    char typed[1024];      // the path field: the folder until someone types into it
    int filter;            // FILTER_ALL, FILTER_SCENES, or a format
    char problem[256];     // why the folder cannot be read, or ""
    BrowserEntry *entries; // folders first, then files, by name
    size_t count, capacity;
    long selected;
    enum LengthUnit unit;
    enum UpAxis up;
} FileBrowser;

struct PanelContext;

// What is listed: everything that can be opened, scenes, or one of import_formats.
enum { FILTER_ALL = -1, FILTER_SCENES = -2 };

// Opens or adds it, as the browser would: with its unit and axis.
void file_browser_submit(const struct PanelContext *context, const char *path);
// The name of a file as a label that is its own, whatever it holds.
void file_label(const char *path, int id, char *label, size_t size);
void file_browser_open(FileBrowser *browser);
void file_browser_free(FileBrowser *browser);
void file_browser_draw(const struct PanelContext *context);

#endif
