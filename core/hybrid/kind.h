// One way to build a hierarchy over primitives, written as a word: "merging", "bnb-enlarge:nodes=5000",
// "insertion:order=7:types=5:factor-obb=2:area". What benchmarks, the viewer and command lines name builders by.
#ifndef SNUG_CORE_HYBRID_KIND_H
#define SNUG_CORE_HYBRID_KIND_H

#include "core/hybrid/hybrid.h"

enum { HYBRID_KINDS_MOST = 64, HYBRID_KIND_TEXT = 512, HYBRID_KIND_NAME = 160 };

// A limit in seconds makes another tree on another machine, or on a busy one. What is to be compared, and compared
// again, is limited by nodes of the search instead.
enum { HYBRID_KIND_NODES = 1000000 };
HybridDesc hybrid_kind_repeatable(const HybridDesc *desc); // defaults filled in

// A builder, then whatever is to be otherwise, divided by ":": PARAMETER=VALUE, types=BITS (types3=BITS: from level
// 3 up), factor-obb=2, area. Several of them are divided by ","; "builders" stands for each of them. None comes
// twice. Returns how many there are; 0: err says which word is not understood.
int hybrid_kinds_parse(const char *text, HybridDesc kinds[HYBRID_KINDS_MOST], Error *err);

// Reads back as the same kind; as short as that allows. No word of it needs quotes in a shell.
void hybrid_kind_text(const HybridDesc *kind, char *text, size_t size);
// For people: "B&B enlarge, collisions 2".
void hybrid_kind_name(const HybridDesc *kind, char *text, size_t size);

#endif
