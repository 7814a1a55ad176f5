// A path in the making: where parts were put, and when. Every committed placement is noted; at the end
// as few keys are kept as give all of it back.
#ifndef SNUG_APP_DOCUMENT_PATH_RECORD_H
#define SNUG_APP_DOCUMENT_PATH_RECORD_H

#include "app/io/motion_path.h"
#include "core/mesh/mesh.h"

typedef struct PathSample {
    double time;
    Affine at;
} PathSample;

typedef struct RecordedPart {
    int32_t part;
    PathSample *samples; // times ascend
    size_t count, capacity;
} RecordedPart;

// Where something new began: what was done before can be taken back to here.
typedef struct PathMark {
    double time;
    uint64_t gesture;
} PathMark;

typedef struct PathRecord {
    RecordedPart *parts; // that moved
    size_t part_count, part_capacity;
    size_t sample_count; // of all parts
    PathMark *marks;
    size_t mark_count, mark_capacity;
    double time;      // of the last step
    double clock;     // then, in seconds; pauses are cut short between the two
    bool moving;      // it has begun
    double step;      // how long the present one takes at least
    double last_time; // of the step before it
} PathRecord;

enum { PATH_MOST_SAMPLES = 400000 }; // 40 MB: an hour of a part in the hand
#define PATH_LONGEST_PAUSE 0.5       // seconds
#define PATH_STEP_TIME (1.0 / 60)    // of a step that comes after a pause
#define PATH_TYPED_TIME 0.5          // of one that is no part of a gesture: a typed number, an undo

void path_record_free(PathRecord *record); // empty afterwards
// Something moves at this time of the clock. Steps of one gesture have one number, others are 0. Then
// each part that moved: where it was and where it is. False: memory ran short, or it is enough.
bool path_record_step(PathRecord *record, double clock, uint64_t gesture);
bool path_record_part(PathRecord *record, int32_t part, const Affine *from, const Affine *to);
// Parts are now at these placements because something was undone. True: they were so at the beginning
// of a gesture, and what came after it is forgotten.
typedef const Affine *PlacementFn(const void *user, int32_t part);
bool path_record_back(PathRecord *record, PlacementFn *placement, const void *user);

// How far a part of this size may be from where it was at a sample.
#define PATH_THIN_ERROR 1e-6
// Adds the part to the path: scale from the first sample, the pivot a point that rests if there is one,
// else the part's centre, and keys. scaled_radius: of the part about its origin, as placed. False:
// memory ran short or a limit is reached, or the part was scaled meanwhile; err says which.
bool path_record_keys(const RecordedPart *recorded, const char *key, uint64_t mesh,
                      double scaled_radius, MotionPath *path, Error *err);

#endif
