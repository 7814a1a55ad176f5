// Hybrid hierarchies and primitive sets as XML (Andersen and Bay 2006, section 4.3):
//   <hierarchy> <volume type="obb" pos="x y z" width="w" depth="d" height="h"
//                       orientation="r00 r01 r02 r10 .. r22"> children </volume> </hierarchy>
// type="sphere" pos radius. Ours: type="capsule" pos dir radius; type="scb" pos radius normal e f;
// name for any of them. Widths, depths and heights are full lengths along the box's own x, y, z;
// the orientation is written row by row, its columns are the axes; without it the box is an AABB.
// The paper's text says `position`, its example `pos`: both are read, `pos` is written. Volumes
// without children are primitives; a list of them without a group around is a set to be built over.
#ifndef SNUG_APP_IO_HYBRID_XML_H
#define SNUG_APP_IO_HYBRID_XML_H

#include "core/hybrid/hybrid.h"

enum { HYBRID_XML_MAX_DEPTH = 256 };
#define HYBRID_XML_MAX_BYTES ((size_t)64 << 20)

typedef struct HybridFile {
    PrimitiveSet set;
    // As in the file, in order: the groups' volumes are not fitted anew and, written with few
    // digits, may fail to enclose. Without a root if the file is a plain list.
    HybridTree tree;
} HybridFile;
void hybrid_file_free(HybridFile *file);

// Strict: what is not understood is refused with file and line, and *out stays empty. Unknown
// attributes are ignored, as are comments; document types and entities of their own are not
// allowed.
bool hybrid_xml_read(const char *path, HybridFile *out, Error *err);
bool hybrid_xml_read_memory(const char *name, const char *text, size_t size, HybridFile *out,
                            Error *err);

// Nine digits; reading and writing it again gives the same bytes. tree may be NULL: a plain list.
// free() the text; NULL: memory is short.
char *hybrid_xml_text(const PrimitiveSet *set, const HybridTree *tree, size_t *size);
bool hybrid_xml_write(const char *path, const PrimitiveSet *set, const HybridTree *tree,
                      Error *err);

#endif
