// Variants of a part: other meshes that it can have, in its frame. The part stays what it is; only its
// mesh is exchanged. They are kept as one text per part, which documents share without owning it
// (names.h):
//
//     "Larger" "Alternator" 0 0 0  0 0 0  1.08 1.08 1.08; "Slim" "slim/alternator" ...
//
// name; key of the part whose mesh it is, as that part was loaded: often one that nobody sees; shift in
// the part's coordinates, turn in degrees about x, y and z, and scale along the mesh's axes, which are
// done to it in the reverse order.
#ifndef SNUG_APP_DOCUMENT_VARIANTS_H
#define SNUG_APP_DOCUMENT_VARIANTS_H

#include "core/base/error.h"
#include "core/mesh/mesh.h"

enum {
    VARIANTS_MOST = 32, // of one part, without the mesh that it was loaded with
    VARIANT_NAME_SIZE = 64,
    VARIANT_KEY_SIZE = 513,
    VARIANT_LOADED = 0, // the number of the part's own mesh; others count from 1
};
#define VARIANT_LEAST_SCALE 0.01
#define VARIANT_MOST_SCALE 100.0

typedef struct Variant {
    char name[VARIANT_NAME_SIZE];
    char donor[VARIANT_KEY_SIZE]; // key of the part whose mesh it is
    Vec3d shift, turn, scale;
} Variant;

// What is done to the mesh.
Affine variant_map(const Variant *variant);
// Finite, and its scale within the limits, of which a negative one mirrors.
bool variant_check(const Variant *variant, Error *err);
// Cut to size. False: nothing is left of it.
bool variant_name_clean(const char *name, char out[VARIANT_NAME_SIZE]);

// out: of VARIANTS_MOST, or NULL.
bool variants_read(const char *text, Variant *out, int *count, Error *err);
int variants_count(const char *text);
// Number from 1 on. False: there is none.
bool variants_find(const char *text, int number, Variant *out);
// NULL: none. Exact: what is read from it again is the same.
const char *variants_intern(const Variant *list, int count);
const char *variants_accepted(const char *text); // as it would have been written; NULL: none

// How another mesh is brought to the place of the part's own.
enum VariantAlign {
    VARIANT_FRAMES,  // origin on origin
    VARIANT_CENTRES, // the middles of their boxes
    VARIANT_FLOORS,  // the middles of the lower faces of their boxes
    VARIANT_ALIGNS
};
extern const char *const variant_align_names[VARIANT_ALIGNS];
// The shift that aligns it; up: in the part's coordinates, of which the nearest axis counts.
Vec3d variant_aligned(const Variant *variant, const Mesh *mesh, const Mesh *own,
                      enum VariantAlign align, Vec3d up);

#endif
