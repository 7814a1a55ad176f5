// Many placements of one mesh: those that are rigid share it, those that are scaled alike or mirrored
// share a copy, all others get one of their own.
#ifndef SNUG_APP_IO_IMPORT_INSTANCE_H
#define SNUG_APP_IO_IMPORT_INSTANCE_H

#include "app/io/import_part.h"

typedef struct SharedMesh {
    Mesh *mesh; // retained, recentred and valid; NULL: not there
    Vec3d centre;
    // The last copy of another size; a negative scale is mirrored through the origin.
    Mesh *scaled;
    Vec3d scaled_centre;
    double scale;
} SharedMesh; // zero initialised
void shared_mesh_free(SharedMesh *shared);

// How much of space a transform leaves.
enum ImportExtent { EXTENT_NONE, EXTENT_FLAT, EXTENT_WHOLE };
enum ImportExtent import_extent(const Affine *t);

// Takes over name and group of the part, and appends it with `world` as its place in the file. Nothing
// is left of the part where that has no extent. *copied counts the triangles of copies, of which a file
// may make so many. False: err is filled.
#define IMPORT_MOST_COPIED ((int64_t)32 << 20)
bool import_instance(ImportFile *file, SharedMesh *shared, const Affine *world, ImportedPart *part,
                     int64_t *copied);

#endif
