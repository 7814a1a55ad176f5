// A scene ready to be measured: two meshes, and where B is in A's frame, frame by frame. Poses are
// made before, so that no time of making them is measured.
#ifndef SNUG_CORE_BENCH_PEERS_SETTING_H
#define SNUG_CORE_BENCH_PEERS_SETTING_H

#include "core/bench/poses.h"

typedef struct Setting {
    char name[48];
    bool knots; // no contact, pure rejection: means are given without these as well
    Mesh *a, *b;
    Affine *poses;
    int frames;
    Affine *first_poses; // for first contacts; NULL: the same
    int first_frames;
} Setting;

bool setting_of_scene(Setting *out, const Scene *scene);
void setting_free(Setting *setting); // empty afterwards

// Scenes of files: two meshes, and a path that moves one of them or both against each other; without a
// path B tumbles before A at decreasing distance. Only in builds with the app, which reads files; false
// after a sentence on stderr.
bool setting_of_files(Setting *out, const char *file_a, const char *file_b, const char *path);

// The tumbling of scene Z for meshes of any size.
bool setting_tumble(Setting *out);

#endif
