// The deformations by name, for those who mean a certain one.
#ifndef SNUG_CORE_MESH_DEFORM_VARIANTS_H
#define SNUG_CORE_MESH_DEFORM_VARIANTS_H

#include "core/mesh/deform/deform.h"
#include "core/mesh/deform/list.h"

#define X(name) extern const DeformRule deform_##name;
DEFORM_LIST(X)
#undef X

#endif
