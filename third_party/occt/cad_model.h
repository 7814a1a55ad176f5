// What the importer needs besides OCCT, in C: its options, names of units, and a mesh as it grows.
#ifndef SNUG_THIRD_PARTY_OCCT_CAD_MODEL_H
#define SNUG_THIRD_PARTY_OCCT_CAD_MODEL_H

#include "third_party/occt/cad_write.h"

#ifdef __cplusplus
extern "C" {
#endif

// The last three are of third_party/assimp.
enum CadKind { CAD_STEP, CAD_IGES, CAD_BREP, CAD_DAE, CAD_3DS, CAD_FBX, CAD_KIND_COUNT };

typedef struct CadOptions {
    enum CadKind kind;
    const char *path;
    double deflection;                       // metres; 0: by the size of the parts
    double unit;                             // metres, of files that do not say
    uint64_t most_triangles, bytes, seconds; // the last two 0: any
} CadOptions;

// False: it was told how the program is called.
bool cad_options(int argc, char **argv, const char *program, const char *kinds,
                 CadOptions *options);

double cad_unit_named(const char *name); // in metres; 0: none of ours
// The one unit of the file, or millimetres, which is what OCCT converts all of them into.
double cad_unit_of_step(const char *const *names, size_t count);
double cad_unit_of_iges(int flag);   // of its global section, in metres
int cad_colour(const double rgb[3]); // 0xRRGGBB of what is 0 to 1
void cad_progress_of(enum CadStep step, size_t done, size_t all);
// Names that programs make up for instances say less than that of what is placed.
bool cad_is_made_up(const char *name);
bool cad_names_type(const char *name); // what OCCT calls shapes that have no name

// Whole records.
void cad_head(double metres, double deflection, double angle, size_t meshes, size_t nodes);
void cad_node(uint32_t parent, uint32_t mesh, const double placement[12], const char *name);
void cad_note_coarser(uint64_t most_triangles, double now, double wanted); // in millimetres

// One mesh at a time.
typedef struct CadFacets {
    uint32_t vertex_count, triangle_count, polygon_count, face_count, failed_count;
    double deflection; // 0: nothing was curved
} CadFacets;
const CadFacets *cad_facets(void);
void cad_facets_begin(void);
void cad_facets_vertex(const double p[3]);
void cad_facets_triangle(uint32_t a, uint32_t b, uint32_t c, int32_t colour);
void cad_facets_end_polygon(void);
void cad_facets_face(double deflection); // of what it was cut into; 0: it is not curved
void cad_facets_failed(void);            // the face has no triangles
// Faces that failed are told by their numbers.
void cad_facets_send(const char *name);

#ifdef __cplusplus
}
#endif

#endif
