// What a person would point at on a part: its faces, pins and holes, and the connectors there, found on
// a worker once per mesh, when somebody first wants them.
#ifndef SNUG_APP_STAGES_FEATURES_H
#define SNUG_APP_STAGES_FEATURES_H

#include "app/document/action.h"
#include "app/document/connectors.h"
#include "app/stages/face_rect.h"

#define CONNECTORS_PANEL                                                                           \
    "Connectors" // the panel that lists them: while it is open, they are wanted

// The largest ones: more nobody finds his way through, and all pairs are looked at while dragging.
enum { FEATURE_MOST_FACES = 256, FEATURE_MOST_ROUND = 1024 };

// Counted references, of the main thread; never changed once it is shown.
typedef struct MeshFeatures {
    int references;
    Mesh *mesh; // retained
    uint32_t mesh_version;
    Features found;
    Connectors connectors; // in the mesh's coordinates
    int32_t *numbers;      // per connector: the so-many-th of its kind, from 1
    FaceRect *rects;       // as well, of faces
    double chord_error;    // of the mesh
    bool refused;          // stopped, or memory was short: it is empty, and not looked for again
} MeshFeatures;
MeshFeatures *mesh_features_create(Mesh *mesh); // retains it; NULL: memory is short
MeshFeatures *mesh_features_retain(MeshFeatures *features);
void mesh_features_release(MeshFeatures *features); // NULL is fine
// On a worker. False: cancelled, or memory is short.
bool mesh_features_find(MeshFeatures *features, Job *job, Error *err);

// All that were found.
typedef struct FeatureBook {
    MeshFeatures **items;
    size_t count, capacity;
    uint32_t version; // goes up with every change
    int32_t asked;    // 1 + the part that somebody points at; 0: none
} FeatureBook;
static inline void features_ask(FeatureBook *book, int32_t part)
{
    book->asked = part + 1;
}

// As its mesh is queried now; NULL: not known yet.
MeshFeatures *app_features(const App *app, int32_t part);

// Connectors of a part, those that were recognised first, then those made by hand.
int32_t app_connector_count(const App *app, int32_t part);
// False: there is none of that number.
bool app_connector(const App *app, int32_t part, int32_t index, NamedConnector *out);
// The first so many of them were recognised.
int32_t app_connectors_recognised(const App *app, int32_t part);

#endif
