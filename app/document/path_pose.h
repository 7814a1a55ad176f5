// Where a path has its parts at any time, as placements; and placements as keys of a path.
#ifndef SNUG_APP_DOCUMENT_PATH_POSE_H
#define SNUG_APP_DOCUMENT_PATH_POSE_H

#include "app/io/pose_file.h"

// The part's placement at a time, in the path's unit. Keys come back as they are.
Affine path_placement(const PathPart *part, double time);
// The same for lengths in another unit.
Affine path_placement_in(const MotionPath *path, const PathPart *part, double time,
                         enum LengthUnit unit);

RigidPose path_pose(const PathPart *part, double time); // of the pivot
Affine path_rest(const PathPart *part);                 // the part about its pivot

// What a placement is without turning: its linear map is a rotation times this. Of rigid placements
// exactly the identity.
Affine path_scale_of(const Affine *placement);
// The two scales are the same but for rounding.
bool path_scale_equal(const Affine *a, const Affine *b);
// The key whose placement is this one; part: scale and pivot are read.
PathKey path_key_of(const PathPart *part, double time, const Affine *placement);

// Where a place of a file of poses brings a part that was opened with this placement, in this unit. Its
// scale stays.
Affine path_posed_placement(const PoseFile *file, const PosePlace *place, const Affine *opened,
                            enum LengthUnit unit);

#endif
