// For readers of files: from triangles to the parts of a result, the same way in every format.
#ifndef SNUG_APP_IO_IMPORT_PART_H
#define SNUG_APP_IO_IMPORT_PART_H

#include "app/io/format.h"
#include "app/io/polygon_cut.h"
#include "app/io/text.h"
#include "core/mesh/weld.h"

// Moves the mesh's origin into its middle, without rounding; returns where it was.
Vec3d import_recentre(Mesh *mesh, bool *memory_short);

// A placement in the file as one in the world, where y is up.
Affine import_y_up(const Affine *in_file, enum UpAxis up);
// One that is rigid but for rounding is made rigid to a double's precision. False: it is not.
bool import_make_rigid(Affine *t);

// Takes over name and mesh, either of which may be NULL: memory is short. Recentres, validates and
// appends the part. False: cancelled or refused, nothing is left of it.
bool import_add_part(ImportResult *out, const char *file, ImportedPart *part, const Job *job,
                     Error *err);
// The same for a mesh that is recentred and validated already and has its placement.
bool import_append(ImportResult *out, const char *file, ImportedPart *part, Error *err);

bool import_name_parts(ImportResult *out);  // unique names; false: memory is short
bool import_tidy_groups(ImportResult *out); // those that say something; false: memory is short
void import_file_stem(const char *path, char out[TEXT_NAME_MAX + 1]); // name without ending, clean
void import_note_degenerate(ImportResult *out); // how many there are, and what became of them
// Parts that had no other triangles go, too. False: nothing is left, and *out is empty.
bool import_drop_degenerate(ImportResult *out, const char *file, Error *err);
void import_note_polygons(ImportResult *out, const PolygonCutter *cutter);

// Triangles as they come in. Corners at the same place become one vertex when asked to.
typedef struct Soup {
    Vec3d *vertices;
    size_t vertex_count, vertex_capacity;
    PointTable points; // those that soup_weld made
    int32_t (*triangles)[3];
    size_t triangle_count, triangle_capacity;
    int32_t *polygons, *colours; // per triangle
    size_t polygon_capacity, colour_capacity;
    int32_t polygon_count;
    bool has_colours;
} Soup; // zero initialised

int32_t soup_weld(Soup *soup, Vec3d p); // index of the vertex at p; -1: memory is short
int32_t soup_add_vertex(Soup *soup, Vec3d p);
bool soup_add_triangle(Soup *soup, const int32_t corners[3], int32_t colour); // of the polygon
void soup_end_polygon(Soup *soup);
// What was collected since the last time, NULL: memory is short. Degenerate ones are counted.
Mesh *soup_take(Soup *soup, ImportResult *out);
void soup_free(Soup *soup);

// Coordinates that are noise become 0. False: not finite, or beyond what meshes may have.
// The file ends right behind a number, in this line.
void import_note_cut(ImportResult *out, int64_t line);
bool import_check_point(Vec3d *p);

// False, with err filled.
bool import_out_of_memory(const ImportFile *file);
bool import_cancelled(const ImportFile *file);
// All bytes of file->path as far as the format allows, or none where it opens the file itself. The
// caller frees them in any case.
bool import_read_file(ImportFile *file, const ImportFormat *format);

#endif
