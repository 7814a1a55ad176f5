// Scenes made by our own code: an assembly at rest, in which nothing touches (or, flush, nothing
// interferes), and a tour of motions that shows what there is to find. Millimetres, y is up.
#ifndef SNUG_APP_SCENES_SCENE_H
#define SNUG_APP_SCENES_SCENE_H

#include "app/scenes/list.h"
#include "core/assembly/assembly.h"
#include "core/motion/joint.h"

enum {
    SCENE_TOUR_MAX = 16,
    SCENE_JOINTS_MAX = 32,
    SCENE_COUPLINGS_MAX = 8,
    SCENE_VARIANTS_MAX = 4
};

// Where a part is, relative to its rest: turned about its own origin, then shifted. World axes.
typedef struct TourPose {
    Vec3d shift;
    Vec3d axis; // of length 1; any when the angle is 0
    double angle;
} TourPose;

typedef struct TourStep {
    int32_t part;
    TourPose from, to; // `from` is where the part's previous step left it
    double seconds;
    const char *caption; // one sentence, a string literal
    bool contact;        // parts are in contact (flush scenes: interfere) at the end of the step
} TourStep;

// Another mesh for a part, in its frame.
typedef struct SceneVariant {
    int32_t part;
    const char *name; // a literal
    Mesh *mesh;
} SceneVariant;

typedef struct SceneData {
    Assembly assembly;
    TourStep tour[SCENE_TOUR_MAX];
    int32_t tour_count;
    Joint joints[SCENE_JOINTS_MAX]; // at rest, all coordinates are 0
    const char *joint_names[SCENE_JOINTS_MAX];
    int32_t joint_count;
    JointCoupling couplings[SCENE_COUPLINGS_MAX];
    int32_t coupling_count;
    SceneVariant variants[SCENE_VARIANTS_MAX];
    int32_t variant_count;
    bool failed; // out of memory while the scene was being put together
} SceneData;

enum SceneId {
#define X(name) SCENE_##name,
    SCENE_LIST(X)
#undef X
        SCENE_COUNT
};

typedef struct Scene {
    const char *name, *note;
    bool flush;                    // its parts touch at rest
    void (*build)(SceneData *out); // called by scene_load
} Scene;

extern const Scene *const scenes[SCENE_COUNT]; // [0] is the default scene
#define X(name) extern const Scene scene_##name;
SCENE_LIST(X)
#undef X

int scene_find(const char *name);              // index; -1 when there is none of this name
const char *scene_name(const void *of, int i); // as an entry of a list; `of` is not read
// What files about it are called: "engine-bay" for "Engine bay".
void scene_file_name(const Scene *scene, char *out, size_t size);

// On failure *out is empty and needs no freeing.
bool scene_load(const Scene *scene, SceneData *out, Error *err);
void scene_data_free(SceneData *scene);

// For the scenes. Takes over one reference of mesh; NULL counts as out of memory. Returns the
// index.
int32_t scene_add(SceneData *scene, const char *name, Mesh *mesh, const Affine *rest,
                  uint32_t colour);
int32_t scene_find_part(const SceneData *scene, const char *name); // asserts that it is there

// A joint of two parts as they rest, the parent NULL for the ground: along an axis through a point, both
// in the world. name: a literal. Returns its number.
int32_t scene_add_joint(SceneData *scene, enum JointKind kind, const char *parent,
                        const char *child, Vec3d at, Vec3d axis, const char *name);
void scene_couple(SceneData *scene, int32_t first, int32_t second, double ratio);

// Another mesh that the part can have; takes over one reference of it. name: a literal.
void scene_add_variant(SceneData *scene, const char *part, const char *name, Mesh *mesh);
// Moves the parts out, and behind them one more for each variant. False: memory ran short.
bool scene_take_parts(SceneData *scene, Assembly *out);

// Adds a step that moves the part on from where its last step left it.
void scene_tour_add(SceneData *scene, const char *part, TourPose to, double seconds, bool contact,
                    const char *caption);

// The part's placement when the fraction t (0..1) of the step is done.
Affine scene_tour_placement(const SceneData *scene, const TourStep *step, double t);

#endif
