// Colours of parts as a whole: in lists and on cut faces.
#ifndef SNUG_APP_DOCUMENT_PART_COLOURS_H
#define SNUG_APP_DOCUMENT_PART_COLOURS_H

#include "core/mesh/mesh.h"

// The colour that most of the mesh's surface has in its file; of a mesh without colours one of ours,
// easy to tell apart, none close to the alert colours.
uint32_t part_colour(const Mesh *mesh, int32_t index);

#endif
