// A triangle soup with the polygons it came from. No topology, orientation or closedness is
// assumed; topology.h finds out. Meshes are shared: retain and release, from any thread. Vertices
// are doubles around the mesh's own centre, so that a part a kilometre from the origin keeps its
// micrometres.
#ifndef SNUG_CORE_MESH_MESH_H
#define SNUG_CORE_MESH_MESH_H

#include "core/base/digest.h"
#include "core/base/error.h"
#include "core/shape/box.h"
#include "core/shape/triangle.h"

#include <stdatomic.h>
#include <stdint.h>

enum { COLOUR_NONE = -1 };
#define MESH_MAX_COORDINATE                                                                        \
    1e15                    // larger ones are refused: products of three must stay finite and exact
#define MESH_NOISE 1e-40    // smaller coordinates, other than 0, are noise; recentring makes them 0
#define MESH_MIN_SIZE 1e-30 // extents below this, other than 0, are refused

// An estimate of chord_error.h, kept until the version goes up.
typedef struct MeshChord {
    bool known;
    uint32_t version;
    double error;
} MeshChord;

// One of mesh_digest.h, likewise.
typedef struct MeshDigest {
    bool known;
    uint32_t version;
    Digest digest;
} MeshDigest;

typedef struct Mesh {
    Vec3d *vertices;
    int32_t vertex_count;
    int32_t (*triangles)[3];
    int32_t triangle_count;
    int32_t *polygon_of; // per triangle, ascending: triangles of one source polygon stand together
    int32_t polygon_count;
    int32_t *colour_of; // per triangle 0xRRGGBB or COLOUR_NONE; NULL: no colours in the file
    uint32_t version;   // goes up whenever vertices change; a tree of an older version is stale
    _Atomic int references;
    struct MeshTopology *topology; // made when it is asked for (topology.h)
    MeshChord chord;               // as well (chord_error.h)
    MeshDigest contents;           // as well (mesh_digest.h)
    // How far facets lie from the true surface at most, for importers that know it because they cut
    // curves into facets themselves or find it in the file. 0: not known. Those of CAD files
    // tell.
    double stated_chord_error;
} Mesh;

// Uninitialised arrays of the given sizes with one reference; polygon_of is filled with the
// identity. NULL when memory is short.
Mesh *mesh_create(int32_t vertex_count, int32_t triangle_count);
Mesh *mesh_retain(Mesh *mesh);
void mesh_release(Mesh *mesh); // NULL is fine

// Finite, in range, indices valid, polygons ascending. Names the first offender.
bool mesh_validate(const Mesh *mesh, Error *err);

// Moves the origin into the centre of the bounding box and returns where that was, to go into the
// part's placement. A centre that is exact in few bits is chosen, so that equal parts stay equal
// and coordinates of a CAD grid stay exact.
Vec3d mesh_recentre(Mesh *mesh);

Box3d mesh_bounds(const Mesh *mesh);
double mesh_radius(const Mesh *mesh); // largest distance of a vertex from the local origin

static inline Triangle mesh_triangle(const Mesh *mesh, int32_t i)
{
    const int32_t *t = mesh->triangles[i];
    return (Triangle){{mesh->vertices[t[0]], mesh->vertices[t[1]], mesh->vertices[t[2]]}};
}

static inline Vec3d mesh_normal(const Mesh *mesh, int32_t i)
{
    Triangle t = mesh_triangle(mesh, i);
    return triangle_normal(&t);
}

#endif
