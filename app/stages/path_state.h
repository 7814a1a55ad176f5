// The path that is open: how parts move, where they belong in what is open, the time that is shown,
// and what is being recorded.
#ifndef SNUG_APP_STAGES_PATH_STATE_H
#define SNUG_APP_STAGES_PATH_STATE_H

#include "app/document/action.h"
#include "app/document/path_record.h"
#include "app/stages/path_proof.h"

// Why a part of the path cannot be moved by it.
enum PathTrouble {
    PATH_FITS,
    PATH_MISSING,
    PATH_LOCKED,
    PATH_OTHER_MESH,
    PATH_OTHER_SCALE,
    PATH_TORN,
};

typedef struct PathMatch {
    int32_t part;  // of the assembly, or NO_PART
    uint64_t hash; // of the mesh that it has here
    enum PathTrouble trouble;
} PathMatch;

typedef struct PathState {
    MotionPath path;  // without parts: there is none
    uint32_t version; // goes up with every other path
    char file[1024];  // where it was read from or written to; "": nowhere
    bool unsaved;     // it was recorded and is in no file
    // What of it is here, of the versions below.
    PathMatch *matches; // one per part of the path
    size_t trouble_count;
    char trouble[512]; // the first one: which part, what differs, what to do
    bool can_adopt;    // all of it goes away when it is taken for the meshes that are here
    double time;       // that is shown, or where it would go on
    bool playing;      // the window moves the time on
    uint64_t replay;   // merge key of what is shown: one step of the history
    bool check_wanted; // somebody asked whether it is free
    bool proof_known;  // this is about the path and what is open, as they are
    PathProof proof;
    bool recording;
    PathRecord record;
    Affine *known; // placements as the record last saw them
    int32_t known_count;
    uint32_t seen_path, seen_assembly, seen_trees; // of the matches
    uint32_t told_path, told_assembly;             // trouble that was said
} PathState;

// Replays are steps of the history of their own.
#define PATH_FIRST_KEY ((uint64_t)1 << 40)

void path_state_free(PathState *state);
// Takes the path over.
void path_state_set(App *app, MotionPath *path, const char *file);
// What of it is here: after anything has changed that it depends on. False: memory ran short.
bool path_state_match(App *app);
// All of it belongs to what is open. False: err says which part, what differs, and what to do.
bool path_state_ready(const App *app, Error *err);
// The parts belong to the path as they are now: meshes and scales are taken from them.
bool path_state_adopt(App *app, Error *err);
// Its parts go where they are at this time. All or nothing.
bool path_state_place(App *app, double time, Error *err);
bool path_state_shows(const App *app); // the newest step of the history is a replay

// Recording. What moved since is in the path afterwards; true: something did.
bool path_record_start(App *app, Error *err);
bool path_record_stop(App *app);
void path_record_note(App *app, const Action *action, uint64_t merge_key);

#endif
