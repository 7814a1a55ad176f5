#include "app/lab/subject.h"

#include "app/document/path_pose.h"
#include "app/io/hybrid_xml.h"
#include "app/io/text_buffer.h"
#include "core/assembly/assembly.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/mesh/mesh_hash.h"

#include <stdlib.h>
#include <string.h>

bool lab_subject_add(LabSubject *subject, const char *key, Mesh *mesh, const Affine *rest)
{
    if (!array_reserve(&subject->parts, &subject->part_capacity, (size_t)subject->part_count + 1,
                       sizeof *subject->parts))
        return false;
    LabPart part = {.key = mem_strdup(key), .mesh = mesh_retain(mesh), .rest = *rest};
    if (!part.key) {
        mesh_release(part.mesh);
        return false;
    }
    subject->parts[subject->part_count++] = part;
    return true;
}

static void free_part(LabPart *part)
{
    mem_free(part->key);
    mesh_release(part->mesh);
    if (part->set)
        primitive_set_free(part->set);
    mem_free(part->set);
}

bool lab_subject_add_set(LabSubject *subject, const char *key, const PrimitiveSet *set,
                         const Affine *rest)
{
    LabPart part = {.key = mem_strdup(key), .set = mem_calloc(1, sizeof *part.set), .rest = *rest};
    bool ok = part.key && part.set &&
              array_reserve(&part.set->items, &part.set->capacity, (size_t)set->count,
                            sizeof *set->items) &&
              array_reserve(&subject->parts, &subject->part_capacity,
                            (size_t)subject->part_count + 1, sizeof *subject->parts);
    if (!ok) {
        free_part(&part);
        return false;
    }
    if (set->count > 0)
        memcpy(part.set->items, set->items, (size_t)set->count * sizeof *set->items);
    part.set->count = set->count;
    subject->parts[subject->part_count++] = part;
    return true;
}

static bool as_in_a_file(LabPart *part, Error *err)
{
    size_t size;
    HybridFile file;
    char *text = hybrid_xml_text(part->set, NULL, &size);
    bool ok = text ? hybrid_xml_read_memory(part->key, text, size, &file, err)
                   : error_set(err, "not enough memory for the primitives");
    free(text);
    if (!ok)
        return false;
    hybrid_tree_free(&file.tree);
    primitive_set_free(part->set);
    *part->set = file.set;
    return true;
}

bool lab_subject_is_sets(const LabSubject *subject)
{
    return subject->part_count > 0 && subject->parts[0].set != NULL;
}

static void forget_pairs(LabSubject *subject)
{
    mem_free(subject->set_pairs);
    subject->set_pairs = NULL;
    mem_free(subject->pairs);
    mem_free(subject->pair_parts);
    mem_free(subject->poses);
    subject->pairs = NULL;
    subject->pair_parts = NULL;
    subject->poses = NULL;
    subject->pair_count = 0;
}

void lab_subject_free(LabSubject *subject)
{
    for (int32_t i = 0; i < subject->part_count; ++i)
        free_part(&subject->parts[i]);
    mem_free(subject->parts);
    motion_path_free(&subject->path);
    forget_pairs(subject);
    *subject = (LabSubject){0};
}

static bool same_mesh(const Mesh *a, const Mesh *b)
{
    return a->vertex_count == b->vertex_count && a->triangle_count == b->triangle_count &&
           memcmp(a->triangles, b->triangles, (size_t)a->triangle_count * sizeof *a->triangles) ==
               0 &&
           memcmp(a->vertices, b->vertices, (size_t)a->vertex_count * sizeof *a->vertices) == 0;
}

// Equal parts have one mesh and one tree, whether they came from one file or from several.
static void share_meshes(LabSubject *subject)
{
    for (int32_t i = 1; i < subject->part_count; ++i)
        for (int32_t k = 0; k < i; ++k) {
            Mesh *mesh = subject->parts[i].mesh, *other = subject->parts[k].mesh;
            if (mesh && other && mesh != other && same_mesh(mesh, other)) {
                subject->parts[i].mesh = mesh_retain(other);
                mesh_release(mesh);
                break;
            }
        }
}

// --- along a path

typedef struct Follow {
    LabSubject *subject;
    const PathPart **moves; // of each part, or NULL
    Affine *places;         // frames per part
    double *radius;
} Follow;

static bool is_taken(const Follow *follow, const PathPart *move)
{
    for (int32_t i = 0; i < follow->subject->part_count; ++i)
        if (follow->moves[i] == move)
            return true;
    return false;
}

// By their keys first: equal bolts have equal meshes.
static int match(Follow *follow)
{
    LabSubject *subject = follow->subject;
    const MotionPath *path = &subject->path;
    int found = 0;
    for (int32_t i = 0; i < subject->part_count; ++i)
        found += (follow->moves[i] = motion_path_find(path, subject->parts[i].key)) != NULL;
    for (int32_t i = 0; i < subject->part_count; ++i) {
        const Mesh *mesh = subject->parts[i].mesh;
        uint64_t hash = follow->moves[i] || !mesh ? 0 : mesh_hash(mesh);
        for (size_t k = 0; mesh && !follow->moves[i] && k < path->part_count; ++k)
            if (path->parts[k].mesh == hash && !is_taken(follow, &path->parts[k])) {
                follow->moves[i] = &path->parts[k];
                ++found;
            }
    }
    return found;
}

// About the origin of its frame, and how much of it there is about another point.
static double set_radius(const PrimitiveSet *set, Vec3d middle)
{
    double most = 0;
    for (int32_t i = 0; i < set->count; ++i) {
        Ball ball = hybrid_volume_ball(&set->items[i].volume);
        most = fmax(most, vec3d_distance(ball.centre, middle) + ball.radius);
    }
    return most;
}

static void place(Follow *follow)
{
    const LabSubject *subject = follow->subject;
    double start = motion_path_start(&subject->path), end = motion_path_end(&subject->path);
    for (int32_t i = 0; i < subject->part_count; ++i) {
        const LabPart *part = &subject->parts[i];
        Affine *places = follow->places + (size_t)i * (size_t)subject->frames;
        follow->radius[i] =
            part->set ? set_radius(part->set, vec3d(0, 0, 0)) : mesh_radius(part->mesh);
        for (int f = 0; f < subject->frames; ++f) {
            double time =
                subject->frames > 1 ? start + (end - start) * f / (subject->frames - 1) : start;
            places[f] = follow->moves[i] ? path_placement(follow->moves[i], time) : part->rest;
        }
    }
}

static bool comes_near(const Follow *follow, int32_t a, int32_t b)
{
    const LabSubject *subject = follow->subject;
    const Affine *at_a = follow->places + (size_t)a * (size_t)subject->frames;
    const Affine *at_b = follow->places + (size_t)b * (size_t)subject->frames;
    bool moves = (follow->moves[a] && follow->moves[a]->key_count > 1) ||
                 (follow->moves[b] && follow->moves[b]->key_count > 1);
    for (int f = 0; moves && f < subject->frames; ++f)
        if (vec3d_distance(at_a[f].p, at_b[f].p) <=
            follow->radius[a] * affine_stretch(&at_a[f]) +
                follow->radius[b] * affine_stretch(&at_b[f]))
            return true;
    return false;
}

static bool room_for_pairs(LabSubject *subject, int count, Error *err)
{
    subject->pairs = array_alloc((size_t)count, sizeof *subject->pairs);
    subject->set_pairs = array_alloc((size_t)count, sizeof *subject->set_pairs);
    subject->pair_parts = array_alloc((size_t)count, sizeof *subject->pair_parts);
    subject->poses = array_alloc((size_t)count * (size_t)subject->frames, sizeof *subject->poses);
    return (subject->pairs && subject->set_pairs && subject->pair_parts && subject->poses) ||
           error_set(err, "not enough memory for the motion");
}

// The pair's placements are to be filled in.
static Affine *add_pair(LabSubject *subject, int32_t a, int32_t b)
{
    int i = subject->pair_count++;
    Affine *poses = subject->poses + (size_t)i * (size_t)subject->frames;
    subject->pairs[i] = (ContestPair){subject->parts[a].mesh, subject->parts[b].mesh, poses};
    subject->set_pairs[i] =
        (HybridContestPair){subject->parts[a].set, subject->parts[b].set, poses};
    subject->pair_parts[i][0] = a;
    subject->pair_parts[i][1] = b;
    return poses;
}

static bool follow_pairs(Follow *follow, Error *err)
{
    LabSubject *subject = follow->subject;
    int count = 0;
    for (int32_t a = 0; a < subject->part_count; ++a)
        for (int32_t b = a + 1; b < subject->part_count; ++b)
            count += count <= LAB_MOST_PAIRS && comes_near(follow, a, b);
    if (count == 0)
        return error_set(err, "on this path no part comes near another one");
    if (count > LAB_MOST_PAIRS)
        return error_set(err, "on this path more than %d pairs of parts come near each other",
                         LAB_MOST_PAIRS);
    if (!room_for_pairs(subject, count, err))
        return false;
    for (int32_t a = 0; a < subject->part_count; ++a)
        for (int32_t b = a + 1; b < subject->part_count; ++b) {
            if (!comes_near(follow, a, b))
                continue;
            Affine *poses = add_pair(subject, a, b);
            for (int f = 0; f < subject->frames; ++f)
                if (!placement_between(&follow->places[a * subject->frames + f],
                                       &follow->places[b * subject->frames + f], &poses[f]))
                    return error_set(err, "\"%.80s\" is scaled to nothing", subject->parts[a].key);
        }
    return true;
}

// Who comes near nobody has no part in it.
static void keep_those_in_pairs(LabSubject *subject)
{
    int32_t kept = 0;
    for (int32_t i = 0; i < subject->part_count; ++i) {
        bool used = false;
        for (int p = 0; p < subject->pair_count; ++p)
            for (int side = 0; side < 2; ++side)
                if (subject->pair_parts[p][side] == i) {
                    subject->pair_parts[p][side] = kept; // never more than i
                    used = true;
                }
        if (used) {
            subject->parts[kept++] = subject->parts[i];
        } else {
            free_part(&subject->parts[i]);
        }
    }
    subject->part_count = kept;
}

static bool follow_path(LabSubject *subject, Error *err)
{
    size_t parts = (size_t)subject->part_count;
    Follow follow = {.subject = subject,
                     .moves = mem_calloc(parts + 1, sizeof *follow.moves),
                     .places = array_alloc(parts * (size_t)subject->frames, sizeof *follow.places),
                     .radius = array_alloc(parts, sizeof *follow.radius)};
    bool ok = follow.moves && follow.places && follow.radius;
    if (!ok)
        error_set(err, "not enough memory for the motion");
    if (ok && match(&follow) == 0)
        ok = error_set(err, "the path moves none of these parts");
    if (ok)
        place(&follow);
    ok = ok && follow_pairs(&follow, err);
    if (ok)
        keep_those_in_pairs(subject);
    mem_free(follow.moves);
    mem_free(follow.places);
    mem_free(follow.radius);
    return ok;
}

static bool check_parts(const LabSubject *subject, Error *err)
{
    bool alone = subject->path.part_count == 0 && lab_subject_is_sets(subject);
    if (subject->part_count < (alone ? 1 : 2))
        return error_set(err, lab_subject_is_sets(subject)
                                  ? "two parts with primitives of their own are needed"
                                  : "two parts are needed");
    for (int32_t i = 0; i < subject->part_count; ++i) {
        const LabPart *part = &subject->parts[i];
        if (!part->set != !subject->parts[0].set)
            return error_set(err, "meshes and primitives cannot be compared with each other");
        if (part->set && part->set->count == 0)
            return error_set(err, "\"%.80s\" has no primitives", part->key);
        if (part->mesh && part->mesh->triangle_count == 0)
            return error_set(err, "\"%.80s\" has no triangles", part->key);
    }
    return true;
}

static Vec3d set_middle(const PrimitiveSet *set)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < set->count; ++i) {
        Ball ball = hybrid_volume_ball(&set->items[i].volume);
        const Vec3d reach = vec3d(ball.radius, ball.radius, ball.radius);
        box = box3d_including(box, vec3d_sub(ball.centre, reach));
        box = box3d_including(box, vec3d_add(ball.centre, reach));
    }
    return vec3d_scale(vec3d_add(box.lo, box.hi), 0.5);
}

static bool take_motion(LabSubject *subject, Error *err)
{
    const LabPart *a = &subject->parts[0], *b = &subject->parts[subject->part_count > 1];
    Affine *poses = add_pair(subject, 0, subject->part_count > 1);
    if (a->mesh)
        return standard_motion_poses(subject->motion, a->mesh, b->mesh, subject->frames,
                                     subject->seed, poses) ||
               error_set(err, "not enough memory for the motion");
    if (!subject->motion->pose)
        return error_set(err, "the motion \"%s\" is for meshes", subject->motion->name);
    MotionSpace space = {.frames = subject->frames, .seed = subject->seed};
    space.middle_a = set_middle(a->set);
    space.middle_b = set_middle(b->set);
    space.radius_a = set_radius(a->set, space.middle_a);
    space.radius_b = set_radius(b->set, space.middle_b);
    standard_motion_poses_in(subject->motion, &space, poses);
    return true;
}

bool lab_subject_prepare(LabSubject *subject, Error *err)
{
    forget_pairs(subject);
    if (subject->frames < 1 || subject->frames > LAB_MOST_FRAMES)
        return error_set(err, "there can be 1 to %d frames", LAB_MOST_FRAMES);
    if (!check_parts(subject, err))
        return false;
    share_meshes(subject);
    for (int32_t i = 0; lab_subject_is_sets(subject) && i < subject->part_count; ++i)
        if (!as_in_a_file(&subject->parts[i], err))
            return false;
    if (subject->path.part_count > 0)
        return follow_path(subject, err);
    if (!subject->motion)
        return error_set(err, "there is neither a path nor a motion");
    if (!room_for_pairs(subject, 1, err))
        return false;
    return take_motion(subject, err);
}

// --- files for others

char *lab_part_text(const LabPart *part, const char *name)
{
    TextBuffer out = {0};
    size_t size;
    if (part->set)
        return hybrid_xml_text(part->set, NULL, &size);
    const Mesh *mesh = part->mesh;
    text_add(&out, "# %d triangles, of which a comparison of hierarchies is made\no %s\n",
             mesh->triangle_count, name);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        text_add(&out, "v %.17g %.17g %.17g\n", mesh->vertices[i].x, mesh->vertices[i].y,
                 mesh->vertices[i].z);
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        text_add(&out, "f %d %d %d\n", mesh->triangles[i][0] + 1, mesh->triangles[i][1] + 1,
                 mesh->triangles[i][2] + 1);
    return text_take(&out);
}
