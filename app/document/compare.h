// The second of two ways to build and search that are compared, B: chosen by hand, or a preset. A is what the
// document builds and searches with.
#ifndef SNUG_APP_DOCUMENT_COMPARE_H
#define SNUG_APP_DOCUMENT_COMPARE_H

#include "app/document/action.h"
#include "core/query/search_kind.h"

// The actions of its fields, for those who need no others.
ACTION_DECLARE(view_compare)
ACTION_DECLARE(compare_before)
ACTION_DECLARE(compare_volume)
ACTION_DECLARE(compare_criterion)
ACTION_DECLARE(compare_arity)
ACTION_DECLARE(compare_leaf_size)
ACTION_DECLARE(compare_test)
ACTION_DECLARE(compare_rule)
ACTION_DECLARE(compare_lift)

BvhDesc compare_build(const CompareSettings *settings); // with every default filled in
// As it is set, or the volume's own where that cannot be.
SearchKind compare_kind(const Document *document);
// The builder stays the first one, whatever the kind says.
void compare_take(Document *document, const SearchKind *kind);
int compare_preset(const Document *document); // that it is; preset_published(): none

#endif
