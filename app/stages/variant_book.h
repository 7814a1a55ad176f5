// Meshes of variants (document/variants.h) as they are in the frames of their parts, with what draws and
// finds them: made once, so that going back to one is a matter of a moment. The hierarchies over them are
// those of the cache.
#ifndef SNUG_APP_STAGES_VARIANT_BOOK_H
#define SNUG_APP_STAGES_VARIANT_BOOK_H

#include "app/document/variants.h"
#include "app/picture/render_mesh.h"
#include "core/assembly/assembly.h"

typedef struct VariantMesh {
    Mesh *donor; // what it was made of, and how; retained
    Affine map;
    Mesh *mesh;        // retained; the donor itself where the map changes nothing
    RenderMesh *drawn; // these two are NULL in commands
    Bvh *rays;
} VariantMesh;
void variant_mesh_free(VariantMesh *made); // NULL is fine
// False: err says why, or it was cancelled.
bool variant_mesh_make(VariantMesh *out, bool draws_nothing, Job *job, Error *err);

typedef struct VariantBook {
    VariantMesh **items; // the oldest first
    size_t count, capacity;
} VariantBook; // zero initialised: empty
VariantMesh *variant_book_find(const VariantBook *book, const Mesh *donor, const Affine *map);
bool variant_book_has(const VariantBook *book, const Mesh *mesh);
bool variant_book_add(VariantBook *book, VariantMesh *made); // takes it over
void variant_book_free(VariantBook *book);

struct App;
// The mesh that the part is to have, and what is to be done to it. False: it is to have its own, or the
// variant is of a part that is not here.
bool variant_wanted(const struct App *app, int32_t part, Mesh **donor, Affine *map);
// Parts get the meshes that the document says, as far as they are made.
void variants_follow(struct App *app);
// A part has another mesh than the document says.
bool variants_behind(const struct App *app);
bool variant_behind(const struct App *app, int32_t part);

#endif
