// Primitive volumes that a person makes over the parts, for hybrid hierarchies: a list that
// documents share, and which triangles each volume is meant to cover. In world coordinates; they
// follow the parts they were fitted to (primitive_follow.h).
#ifndef SNUG_APP_DOCUMENT_PRIMITIVES_H
#define SNUG_APP_DOCUMENT_PRIMITIVES_H

#include "core/hybrid/hybrid.h"

enum { NO_PRIMITIVE = -1, HYBRID_LEVEL_OFF = -1, PRIMITIVE_TEXT_SIZE = 512 };

extern const char *const volume_type_titles[VOLUME_TYPE_COUNT]; // for people: "Slab cut ball"

typedef struct CoveredTriangle {
    int32_t part, triangle;
} CoveredTriangle;

// Counted references, of one thread, as for the list; never changed once it is shared.
typedef struct Coverage {
    int references;
    int32_t count;
    size_t capacity;
    CoveredTriangle *items;
    int32_t *parts; // that they belong to, each once
    size_t part_count, part_capacity;
} Coverage;
Coverage *coverage_create(void); // with one reference; NULL: memory ran short
bool coverage_add(Coverage *coverage, int32_t part, int32_t triangle);
Coverage *coverage_retain(Coverage *coverage); // NULL is fine
void coverage_release(Coverage *coverage);     // NULL is fine

typedef struct PrimitiveList {
    int references;
    PrimitiveSet set;
    Coverage **covers; // per primitive; NULL: it was not fitted to triangles
    size_t cover_capacity;
    bool carried; // made from the list before by moving parts; copies are not
} PrimitiveList;
PrimitiveList *primitive_list_create(void);
PrimitiveList *primitive_list_copy(const PrimitiveList *list);             // NULL: memory ran short
PrimitiveList *primitive_list_retain(PrimitiveList *list);                 // NULL is fine
void primitive_list_release(PrimitiveList *list);                          // NULL is fine
bool primitive_list_equal(const PrimitiveList *a, const PrimitiveList *b); // NULL equals an empty
size_t primitive_list_bytes(const PrimitiveList *list);
static inline int32_t primitive_list_count(const PrimitiveList *list)
{
    return list ? list->set.count : 0;
}

// Retains the coverage. False: a volume that cannot be, too many, or memory; nothing changes then.
bool primitive_list_add(PrimitiveList *list, const HybridVolume *volume, const char *name,
                        Coverage *covers, Error *err);
void primitive_list_remove(PrimitiveList *list, int32_t index);
// With other numbers for the parts whose triangles are covered: map[part], or -1 for one that is
// not there any more. Beyond `most` triangles in all, primitives do not say what they cover. NULL:
// memory ran short.
PrimitiveList *primitive_list_renumbered(const PrimitiveList *list, const int32_t *map,
                                         int32_t part_count, int64_t most);

// What a user has said about primitives and the hierarchy over them.
typedef struct PrimitiveState {
    PrimitiveList *list; // shared with the history; NULL: none
    int32_t selected;    // or NO_PRIMITIVE
    bool hidden;         // not drawn
    bool build;          // keep a hierarchy over them
    HybridDesc desc;     // how, defaults filled in
    bool triangles;      // contacts go on from its leaves to the triangles they stand for
    int level;           // of the hierarchy that is drawn, 0 is the root; or HYBRID_LEVEL_OFF
} PrimitiveState;
bool hybrid_desc_equal(const HybridDesc *a, const HybridDesc *b);

// A volume as words for actions and scripts, exact: "sphere x y z r", "capsule x y z dx dy dz r",
// "scb x y z r nx ny nz lo hi", "box x y z, three axes, three halves".
void primitive_to_text(const HybridVolume *volume, char text[PRIMITIVE_TEXT_SIZE]);
bool primitive_from_text(const char *text, HybridVolume *out, Error *err);

#endif
