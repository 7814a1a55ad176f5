// The files of meshes that can be opened. To add one: x_import.c that defines `const ImportFormat
// format_x`, and X(x) in format_list.h.
#ifndef SNUG_APP_IO_FORMAT_H
#define SNUG_APP_IO_FORMAT_H

#include "app/io/import.h"

// What a file is known by.
typedef struct FileHead {
    const char *bytes; // the first ones
    size_t size;       // of them
    uint64_t whole;    // of the file
} FileHead;
bool file_head_begins(const FileHead *head, const char *text);      // blanks before it do not count
const char *file_head_find(const FileHead *head, const char *text); // the first one, or NULL

// A file on its way in, and what a reader has to fill.
typedef struct ImportFile {
    const char *name; // in messages
    const char *path; // NULL: from memory, there is no folder to look for other files in
    char *bytes;      // size of them and a final 0
    size_t size;
    uint64_t whole_size; // of the file on the disk
    ImportResult *out;   // with the options; a failure need not empty it
    Job *job;
    Error *err;
    void *state; // the reader's own
} ImportFile;
typedef bool ImportScanFn(ImportFile *file, size_t available, bool last);

typedef struct ImportFormat {
    const char *name;
    const char *endings[2]; // the second one may be NULL
    uint64_t most_bytes;
    const struct CadImporter *importer; // another program reads it: `bytes` stays NULL
    bool is_curved; // how fine its facets are is a choice (ImportOptions.deflection)
    // Whether it begins like one, whatever its name is; or NULL: by its name alone.
    bool (*knows)(const FileHead *head);
    size_t state_size;              // zero at first
    ImportScanFn *scan;             // as the bytes come in, of which the first are there; or NULL
    bool (*read)(ImportFile *file); // then: all bytes are there. False: err is filled
    void (*end)(void *state);       // frees what the state holds, also after a failure; or NULL
} ImportFormat;

extern const ImportFormat *const import_formats[];
extern const int import_format_count;

// By the ending, in capitals or not; NULL: none of ours.
const ImportFormat *import_format_of(const char *path);
// By the first bytes of the file; NULL: they do not say, or it cannot be read.
const ImportFormat *import_format_within(const char *path);
bool import_is_foreign(const char *path); // by its first bytes, a file that another program writes

// For sentences: "OBJ, STL, PLY or glTF", and ".obj, .stl, .ply, .gltf or .glb".
void import_format_names(char *text, size_t size);
void import_format_endings(char *text, size_t size);

// On failure *out is empty and err says "file:line: reason"; a cancelled job is a failure as well.
// NULL options are the default ones.
bool import_with(const ImportFormat *format, const char *path, const ImportOptions *options,
                 ImportResult *out, Job *job, Error *err);
// By what the file begins with, if that says it, else by the format of the path. Files of other programs
// are refused with what to do about them.
bool import_file(const char *path, const ImportOptions *options, ImportResult *out, Job *job,
                 Error *err);

#endif
