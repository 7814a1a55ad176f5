// The lists that fields and actions choose from, by name: for the palette, scripts, settings and
// scenes.
#ifndef SNUG_APP_DOCUMENT_LISTS_H
#define SNUG_APP_DOCUMENT_LISTS_H

#include "app/document/document.h"

typedef struct ChoiceList {
    const char *what; // one of them, for refusals: "bounding volume"
    // Name of entry i; NULL outside of the list. Some lists depend on what is chosen now.
    const char *(*name)(const Document *document, int i);
    const void *(*entry)(int i); // what a field points to; NULL: it holds the number
} ChoiceList;

int list_count(const ChoiceList *list, const Document *document);

extern const ChoiceList list_volumes, list_criteria, list_builders, list_overlap_tests,
    list_descent_rules, list_triangle_tests, list_modes, list_looks, list_shadings,
    list_tree_colours, list_handles, list_hand_modes, list_hybrid_builders, list_compare_tests;
extern const ChoiceList list_mode_words, list_orders; // as scenes write them
extern const ChoiceList list_volume_params, list_compare_params, list_hybrid_params;
extern const ChoiceList list_pivots, list_steps, list_align_axes, list_variant_aligns, list_units,
    list_up_axes, list_standard_views, list_deformations, list_joint_kinds, list_joint_coordinates,
    list_scenes, list_kit, list_pipe_pieces, list_presets, list_lab_motions, list_volume_types,
    list_primitive_samples;

#endif
