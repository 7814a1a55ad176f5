// Where the parts of the open assembly came from: files or built-in scenes, and what each part is
// called there. Scenes are saved by it, files are watched and reloaded by it.
#ifndef SNUG_APP_DOCUMENT_SOURCES_H
#define SNUG_APP_DOCUMENT_SOURCES_H

#include "app/io/import.h"

// Tells whether a file is still the same.
typedef struct FileStamp {
    bool there;
    int64_t seconds, nanoseconds, size;
    uint64_t node;
} FileStamp;
FileStamp file_stamp(const char *path);
bool file_stamp_equal(const FileStamp *a, const FileStamp *b);

typedef struct SourceFile {
    char *path; // absolute; NULL: made by us
    char *kit;  // a tool in its size (scenes/kit.h); NULL: a built-in scene
    int scene;  // its index
    ImportOptions options;
    bool converted;  // from its own unit into the assembly's
    FileStamp stamp; // when it was read
} SourceFile;

typedef struct PartOrigin {
    int32_t source; // -1: a copy of another part, or made by a program
    char *name;     // in the source, where it is unique; NULL where there is none
    char *group;    // path of the group that it is in there, or NULL
} PartOrigin;

typedef struct Sources {
    SourceFile *files;
    int32_t count;
    size_t capacity;
    PartOrigin *parts; // in the order of the assembly's, of which there may be more: copies
    int32_t part_count;
    size_t part_capacity;
} Sources; // zero initialised: empty

// Index of the new one, -1: memory is short.
int32_t sources_add_file(Sources *sources, const char *path, const ImportOptions *options);
int32_t sources_add_scene(Sources *sources, int scene);
int32_t sources_add_kit(Sources *sources, const char *kit);
bool sources_add_part(Sources *sources, int32_t source, const char *name);
bool sources_set_group(Sources *sources, const char *group); // of the last part; NULL: none
bool sources_copy(Sources *to, const Sources *from);
void sources_free(Sources *sources);
// When the newest of the files was last changed, as they were read; seconds since 1970. Built-in scenes: 0.
int64_t sources_date(const Sources *sources);

#endif
