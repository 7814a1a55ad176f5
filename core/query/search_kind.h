// One way to build and search, written as a word: what benchmarks, the viewer and command lines name kinds of
// hierarchies by. "restricted-boxtree-2002", "obb:sat-lite:leaf=4", "aabb:criteria" (one per criterion).
#ifndef SNUG_CORE_QUERY_SEARCH_KIND_H
#define SNUG_CORE_QUERY_SEARCH_KIND_H

#include "core/query/query.h"

typedef struct SearchKind {
    BvhDesc build; // every default filled in
    QueryDesc query;
} SearchKind;

enum { SEARCH_KINDS_MOST = 64, SEARCH_KIND_TEXT = 320, SEARCH_KIND_NAME = 160 };

// A volume or a preset, then whatever is to be otherwise, divided by ":": the name of an overlap test, a
// criterion, a builder or a descent rule (test=, criterion=, builder=, rule= say which), lifted, leaf=N,
// arity=N, or PARAMETER=VALUE. Several of them are divided by ",". In place of a name the words tests,
// criteria, builders and rules stand for each that the volume takes, and in place of a volume presets,
// volumes and all (each volume with each of its tests). None comes twice. A name that both have is the preset's where it
// stands alone, and the volume's where something is to be otherwise. Returns how many there are; 0: err
// says which word is not understood.
int search_kinds_parse(const char *text, SearchKind kinds[SEARCH_KINDS_MOST], Error *err);

// Reads back as the same kind; as short as that allows.
void search_kind_text(const SearchKind *kind, char *text, size_t size);
// For people: "OBB, SAT lite, leaves of 4"; the name of the preset if it is one.
void search_kind_name(const SearchKind *kind, char *text, size_t size);
bool search_kind_equal(const SearchKind *a, const SearchKind *b);

#endif
