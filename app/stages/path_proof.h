// What is certain about the path that is open, over the whole of its time and not at samples: free,
// colliding, nearer than the safety distance, or undecided, and where. The same for window and
// `snug check --path`.
#ifndef SNUG_APP_STAGES_PATH_PROOF_H
#define SNUG_APP_STAGES_PATH_PROOF_H

#include "app/io/motion_path.h"
#include "core/motion/path_check.h"

enum PathVerdict { PATH_FREE, PATH_COLLIDES, PATH_NEAR, PATH_UNDECIDED };

typedef struct ProofPair {
    int32_t part[2];  // of the assembly; the first one moves
    bool forbidden;   // touching counts
    double baseline;  // so deep they may be in any case
    double clearance; // so far apart they must be
    // Of pairs whose surfaces may meet on the way:
    double limit; // no deeper than this is a touch, in the assembly's unit; 0: they do not meet
    bool open;    // neither part can be shrunk to prove it, as neither is a closed solid
} ProofPair;

typedef struct PathProof {
    enum PathVerdict verdict;
    PathCheck check; // pairs are those below
    ProofPair *pairs;
    int32_t pair_count;
    int32_t intentional, ignored, hidden; // pairs and parts that were left out
    bool clearances;                      // some pairs must be apart
    int32_t touching;                     // one of these that touches; -1: none does
    double collides, undecided;           // seconds of the path, of whichever pair
    int32_t touched; // pairs that meet no deeper than their limits, if it is free
} PathProof;
void path_proof_free(PathProof *proof);

// The first time that is proven to collide; NULL: none is.
const PathStretch *path_proof_first_contact(const PathProof *proof);

// A part that takes part, as the worker gets it.
typedef struct ProofPart {
    int32_t part;
    Bvh *tree; // retained
    Affine placement;
    int32_t in_path; // its number there; -1: it stands still
} ProofPart;

typedef struct PathProofWork {
    MotionPath path; // a copy, in the assembly's unit
    ProofPart *parts;
    int32_t part_count;
    ProofPair *pairs;
    int32_t (*pair_parts)[2]; // the same by their numbers in `parts`
    int32_t pair_count;
    size_t part_capacity, pair_capacity, pair_parts_capacity;
    double tolerance; // as in the document
    // What a table needs: of each pair what is up to its first collision, and where a free way is tightest
    // only if pairs have safety distances.
    bool first_only;
    PathProof result;
} PathProofWork;

struct App;
// On the main thread; the path must fit what is open. False: memory ran short, err says so. To be
// freed in any case.
bool path_proof_begin(struct App *app, PathProofWork *work, Error *err);
// On a worker. False: cancelled (err stays ""), or memory ran short.
bool path_proof_run(PathProofWork *work, Job *job, Error *err);
void path_proof_work_free(PathProofWork *work);

// In the words that window and reports share: "Free over the whole way", with what is tightest or
// where it collides first.
void path_proof_sentence(const PathProof *proof, const Assembly *assembly, char *text, size_t size);
// An undecided moment at the border of a collision of the same pair: where exactly it begins or ends.
bool path_stretch_is_border(const PathProof *proof, size_t stretch);
// One stretch: "1.2 s to 1.44 s: Pin runs into Plate".
void path_stretch_sentence(const PathProof *proof, const PathStretch *stretch,
                           const Assembly *assembly, char *text, size_t size);

#endif
