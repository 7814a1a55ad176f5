// What the benchmark against other libraries asks of each of them; a C interface in front of C++.
// Each peer is one .cpp file, built only where its package is installed.
#ifndef SNUG_CORE_BENCH_PEERS_PEERS_H
#define SNUG_CORE_BENCH_PEERS_PEERS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

// Vertices and triangles as in core/mesh/mesh.h; they outlive what is built from them.
typedef struct PeerMesh {
    const double (*vertices)[3];
    size_t vertex_count;
    const int (*triangles)[3];
    size_t triangle_count;
} PeerMesh;

// B's placement in A's frame: p -> m p + t.
typedef struct PeerPose {
    double m[3][3], t[3];
} PeerPose;

// Does triangle a of mesh A meet triangle b of mesh B, B placed at the pose? The verdict for peers
// that find pairs of boxes only.
typedef bool PeerTriangles(const PeerMesh *a, int ia, const PeerMesh *b, int ib,
                           const PeerPose *pose);

// Gets the pairs that a peer lists, once each, where somebody wants to know them.
typedef void PeerPair(void *user, int a, int b);

// Functions a peer does not offer are NULL.
typedef struct Peer {
    const char *name;
    const char *note; // what its figures mean, where it is not what the others' mean; or NULL
    void *(*build)(const PeerMesh *mesh);
    void (*release)(void *model);
    bool (*first)(void *a, void *b, const PeerPose *pose);
    // How many pairs of triangles are in contact; `pair` may be NULL.
    size_t (*all)(void *a, void *b, const PeerPose *pose, PeerPair *pair, void *user);
    double (*distance)(void *a, void *b, const PeerPose *pose);
    size_t (*bytes)(void *model); // where it does not take its memory from malloc
    bool counts_points;           // not pairs: its totals are its own
} Peer;

extern PeerTriangles *peer_triangles; // set by the program

// Of these, those whose packages were found are linked (CMakeLists.txt).
typedef struct PeerLibrary {
    const char *name, *version;
    const Peer *const *peers; // ends with NULL
} PeerLibrary;

extern const PeerLibrary peer_fcl, peer_embree, peer_bullet, peer_ode, peer_cgal;

#ifdef __cplusplus
}
#endif

#endif
