// Results that are dear to make, kept between runs of the program in $XDG_CACHE_HOME/snug/meshes: what
// came out of files, topologies, hierarchies. An entry is found by a digest of everything that it
// follows from and of the sources of this program, so it never has to be made invalid: it is the
// right one or nobody asks for it. Whatever is wrong with an entry or with the folder, the result is
// made as if there was no cache.
//
// Entries are written under another name and renamed, never changed: two programs may write the same
// one, and one that is killed leaves none. They are read, not mapped: a file that somebody cuts while
// it is read is refused as any other damage, and nothing that was read can change afterwards.
#ifndef SNUG_APP_IO_CACHE_H
#define SNUG_APP_IO_CACHE_H

#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/base/pieces.h"

#include <stdint.h>

// From now on, by programs at their beginning; before that there is no cache, as in tests. The size is
// limited by the environment variable SNUG_CACHE_SIZE, 2GB if there is none; "off" is as not asked
// for.
void cache_begin(void);
void cache_end(void);
bool cache_is_on(void);

enum CacheKind { CACHE_IMPORT, CACHE_TOPOLOGY, CACHE_TREE, CACHE_KINDS };
extern const char *const cache_kind_names[CACHE_KINDS]; // and endings of the files

// A key is the digest of what is added to this: it begins with the version of the program.
DigestState cache_key(enum CacheKind kind);

typedef struct CacheEntry {
    int fd; // -1: not open
    enum CacheKind kind;
    Digest key;
    uint64_t (*table)[2]; // per piece: size and checksum
    uint64_t count, next;
    uint64_t bytes; // of all pieces
} CacheEntry;

// False: there is none, or it is not sound.
bool cache_open(enum CacheKind kind, const Digest *key, CacheEntry *out);
bool cache_has(enum CacheKind kind, const Digest *key); // sound or not
// The size of the piece that comes next; 0: there is none.
uint64_t cache_next_size(const CacheEntry *entry);
bool cache_next(void *entry, void *to, size_t size); // a PieceReadFn
// sound: all of it was read and taken. Otherwise it is removed, and told.
void cache_close(CacheEntry *entry, bool sound);

// Does nothing where that cannot be done.
void cache_keep(enum CacheKind kind, const Digest *key, const Piece *pieces, size_t count);

typedef struct CacheCounts {
    int taken[CACHE_KINDS], kept[CACHE_KINDS], refused;
} CacheCounts;
CacheCounts cache_counts(void); // since the program began

// What a person should know about it: once. False: nothing.
bool cache_take_note(Error *note);

// For tests: what a version of the program that differs would use. NULL: its own.
void cache_set_version(const char *version);

#endif
