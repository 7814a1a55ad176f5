// Scenes of files for core/bench/peers, read by what the app reads them with.
#include "app/document/path_pose.h"
#include "app/io/format.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/bench/peers/setting.h"
#include "core/mesh/mesh_hash.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { PATH_FRAMES = 500 };

// The largest part of the file, in its own frame: what a path names by its hash.
static Mesh *largest_part(const char *file)
{
    ImportResult result;
    Error err = {""};
    if (!import_file(file, NULL, &result, NULL, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return NULL;
    }
    Mesh *best = NULL;
    for (int32_t i = 0; i < result.part_count; ++i)
        if (!best || result.parts[i].mesh->triangle_count > best->triangle_count)
            best = result.parts[i].mesh;
    if (!best)
        fprintf(stderr, "%s: there is no part in it\n", file);
    else if (result.part_count > 1)
        fprintf(stderr, "%s: of %d parts, the one with most triangles\n", file, result.part_count);
    best = best ? mesh_retain(best) : NULL;
    import_result_free(&result);
    return best;
}

// The part of the path with this mesh, but for the one that is taken.
static const PathPart *part_with(const MotionPath *path, const Mesh *mesh, const PathPart *taken)
{
    uint64_t hash = mesh_hash(mesh);
    for (size_t i = 0; i < path->part_count; ++i)
        if (path->parts[i].mesh == hash && &path->parts[i] != taken)
            return &path->parts[i];
    return NULL;
}

static bool follow(Setting *out, const MotionPath *path, const char *file)
{
    const PathPart *b = part_with(path, out->b, NULL), *a = part_with(path, out->a, b);
    if (!a && !b) {
        fprintf(stderr,
                "%s: no part of it has one of these meshes, %016" PRIx64 " and %016" PRIx64 "\n",
                file, mesh_hash(out->a), mesh_hash(out->b));
        return false;
    }
    double start = motion_path_start(path), end = motion_path_end(path);
    out->frames = end > start ? PATH_FRAMES : 1;
    out->poses = array_alloc((size_t)out->frames, sizeof *out->poses);
    if (!out->poses)
        return false;
    for (int i = 0; i < out->frames; ++i) {
        double time = out->frames > 1 ? start + (end - start) * i / (out->frames - 1) : start;
        Affine at_a = a ? path_placement_in(path, a, time, UNIT_MM) : affine_identity();
        Affine at_b = b ? path_placement_in(path, b, time, UNIT_MM) : affine_identity();
        Affine back;
        if (!affine_invert(&at_a, &back)) {
            fprintf(stderr, "%s: a placement that cannot be undone\n", file);
            return false;
        }
        out->poses[i] = affine_compose(&back, &at_b);
    }
    return true;
}

bool setting_of_files(Setting *out, const char *file_a, const char *file_b, const char *path)
{
    *out = (Setting){.a = largest_part(file_a)};
    out->b = out->a ? largest_part(file_b) : NULL;
    bool ok = out->a && out->b;
    const char *name = strrchr(path ? path : file_b, '/');
    snprintf(out->name, sizeof out->name, "%.40s", name ? name + 1 : path ? path : file_b);
    if (ok && path) {
        MotionPath moved;
        Error err = {""};
        ok = motion_path_read(&moved, path, &err);
        if (!ok)
            fprintf(stderr, "%s\n", err.text);
        ok = ok && follow(out, &moved, path);
        motion_path_free(&moved);
    } else if (ok) {
        ok = setting_tumble(out);
    }
    if (!ok)
        setting_free(out);
    return ok;
}
