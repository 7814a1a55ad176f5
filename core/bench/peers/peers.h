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

// Functions a peer does not offer are NULL.
typedef struct Peer {
    const char *name;
    void *(*build)(const PeerMesh *mesh);
    void (*release)(void *model);
    bool (*first)(void *a, void *b, const PeerPose *pose);
    size_t (*all)(void *a, void *b, const PeerPose *pose); // pairs of triangles in contact
    double (*distance)(void *a, void *b, const PeerPose *pose);
} Peer;

extern PeerTriangles *peer_triangles; // set by the program

#ifdef SNUG_PEER_FCL
extern const Peer peer_fcl_obbrss, peer_fcl_obb, peer_fcl_aabb;
extern const char *const peer_fcl_version;
#endif
#ifdef SNUG_PEER_BULLET
extern const Peer peer_bullet;
extern const char *const peer_bullet_version;
#endif
#ifdef SNUG_PEER_EMBREE
extern const Peer peer_embree;
extern const char *const peer_embree_version;
#endif

#ifdef __cplusplus
}
#endif

#endif
