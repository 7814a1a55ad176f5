// Ways to build and search that belong together, named after where they come from: the viewer, `snug check` and
// other programs choose them by name. To add one: a row in preset_list.h.
#ifndef SNUG_CORE_QUERY_PRESET_H
#define SNUG_CORE_QUERY_PRESET_H

#include "core/query/query.h"

typedef struct SearchPreset {
    const char *name, *note;
    BvhDesc build;    // what is not said is as the volume brings it along
    const char *test; // overlap test by its name; NULL: the volume's first
    bool lift;        // node-specific work once per node
    // Builder of hybrid hierarchies over primitives, by its name, which rooms above know; NULL: says nothing of it.
    const char *primitives;
} SearchPreset;

extern const SearchPreset *const search_presets[];
extern const int search_preset_count;

BvhDesc preset_build(const SearchPreset *preset); // with every default filled in
// Of a query sets test, descent rule and lifting; the rest stays.
void preset_query(const SearchPreset *preset, QueryDesc *query);

#endif
