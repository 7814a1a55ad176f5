// What is compared: kinds of ours, and peers; and a tree of one of them over one mesh.
#ifndef SNUG_CORE_BENCH_PEERS_CANDIDATE_H
#define SNUG_CORE_BENCH_PEERS_CANDIDATE_H

#include "core/bench/peers/peers.h"
#include "core/query/query.h"
#include "core/tree/split/split.h"

enum { MOST_CANDIDATES = 32 };

typedef enum Mode { MODE_BUILD, MODE_FIRST, MODE_ALL, MODE_DISTANCE, MODES } Mode;

// One of ours, or a peer.
typedef struct Candidate {
    const char *name;
    const BvType *type; // NULL: the default
    const SplitRule *split;
    QueryDesc query;
    bool seeded;      // distance: start from the last frame's pair
    bool two_threads; // building
    bool baseline;    // searched as where there is no AVX2
    const Peer *peer;
} Candidate;

typedef struct Model {
    const Candidate *candidate;
    Mesh *mesh;
    PeerMesh peer_mesh; // stays where it is while there is a tree
    void *tree;
    size_t bytes;
} Model;

extern const PeerLibrary *const peer_libraries[]; // ends with NULL

// Those that offer what is asked, ours first. Returns how many.
int candidates_of(Mode mode, Candidate out[MOST_CANDIDATES]);

bool model_build(Model *model, const Candidate *candidate, Mesh *mesh, Job *job);
void model_release(Model *model);

PeerPose peer_pose_of(const Affine *pose);
Triangle peer_triangle(const PeerMesh *mesh, int i);

#endif
