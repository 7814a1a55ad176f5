#include "app/commands/bench_input.h"

#include "app/io/file.h"
#include "app/io/format.h"
#include "app/io/hybrid_xml.h"
#include "app/lab/command.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/base/utf8.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { QUICK_FRAMES = 12 };

// A part may be called anything; a cell of CSV may not.
static void name_cell(const char *text, char *name, size_t size)
{
    snprintf(name, size, "%s", text);
    utf8_sanitise(name);
    for (char *c = name; *c; ++c)
        *c = *c == ',' || *c == '"' || (unsigned char)*c < ' ' ? '_' : *c;
}

// --- files

static bool is_xml(const char *file)
{
    size_t length = strlen(file);
    return length > 4 && strcasecmp(file + length - 4, ".xml") == 0;
}

// Paths call it by the name of its file.
static bool take_set(LabSubject *all, const char *file, Error *err)
{
    HybridFile read;
    Affine same = affine_identity();
    char key[256];
    if (!hybrid_xml_read(file, &read, err))
        return false;
    const char *name = file_base_name(file);
    snprintf(key, sizeof key, "%.*s", (int)strlen(name) - 4, name);
    utf8_sanitise(key);
    bool ok = lab_subject_add_set(all, key, &read.set, &same) ||
              error_set(err, "not enough memory for the primitives");
    hybrid_file_free(&read);
    return ok;
}

static bool take_parts(LabSubject *all, const char *file, Error *err)
{
    ImportResult result;
    if (!import_file(file, NULL, &result, NULL, err))
        return false;
    bool ok = result.part_count > 0 || error_set(err, "%.200s: there is no part in it", file);
    for (int32_t i = 0; ok && i < result.part_count; ++i) {
        const ImportedPart *part = &result.parts[i];
        ok = lab_subject_add(all, part->name, part->mesh, &part->placement) ||
             error_set(err, "not enough memory for the parts");
    }
    import_result_free(&result);
    return ok;
}

bool bench_input_add(BenchInput *input, const char *path, Error *err)
{
    LabSubject *all = &input->all;
    BenchFile file = {.path = path, .largest = all->part_count};
    if (!array_reserve(&input->files, &input->file_capacity, (size_t)input->file_count + 1,
                       sizeof *input->files))
        return error_set(err, "not enough memory for the files");
    if (!(is_xml(path) ? take_set : take_parts)(all, path, err))
        return false;
    name_cell(file_base_name(path), file.name, sizeof file.name);
    file.count = all->part_count - file.largest;
    for (int32_t i = file.largest; i < all->part_count; ++i) {
        const Mesh *mesh = all->parts[i].mesh, *largest = all->parts[file.largest].mesh;
        if (mesh && mesh->triangle_count > largest->triangle_count)
            file.largest = i;
    }
    input->files[input->file_count++] = file;
    return true;
}

void bench_input_free(BenchInput *input)
{
    lab_subject_free(&input->all);
    lab_subject_free(&input->moving);
    mem_free(input->files);
    mem_free(input->pairs);
    mem_free(input->pair_names);
    mem_free(input->parts);
    *input = (BenchInput){.files = NULL};
}

// --- motions

static bool take_number(const OptionWords *words, enum BenchOption option, long long least,
                        long long most, long long *out, Error *err)
{
    const char *text = words->text[option];
    char *end;
    if (!text)
        return true;
    errno = 0;
    *out = strtoll(text, &end, 10);
    if (errno || end == text || *end || *out < least || *out > most)
        return error_set(err, "%s: a number from %lld to %lld", bench_options.rows[option].name,
                         least, most);
    return true;
}

static const StandardMotion *motion_named(const char *name, Error *err)
{
    char names[256] = "";
    for (int i = 0; i < standard_motion_count; ++i) {
        if (named_is(standard_motions[i]->name, name))
            return standard_motions[i];
        size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                 standard_motions[i]->name);
    }
    error_set(err, "--motion: there is no \"%.100s\"; choose one of: %s", name, names);
    return NULL;
}

static bool take_part(LabSubject *subject, const LabPart *part, Error *err)
{
    return (part->set ? lab_subject_add_set(subject, part->key, part->set, &part->rest)
                      : lab_subject_add(subject, part->key, part->mesh, &part->rest)) ||
           error_set(err, "not enough memory for the parts");
}

// Of a set alone lab_subject_prepare makes a copy.
static bool take_largest(const BenchInput *input, LabSubject *subject, Error *err)
{
    const LabPart *parts = input->all.parts;
    int count = input->file_count == 1 && parts[0].set ? 1 : 2;
    for (int i = 0; i < count; ++i) {
        const BenchFile *file = &input->files[i < input->file_count ? i : 0];
        if (!take_part(subject, &parts[file->largest], err))
            return false;
        if (file->count > 1 && i < input->file_count)
            fprintf(stderr, "snug bench: of the %d parts of %s the one with most triangles: %s\n",
                    file->count, file->name, parts[file->largest].key);
    }
    return true;
}

bool bench_input_subject(const BenchInput *input, const OptionWords *words, LabSubject *subject,
                         Error *err)
{
    const char *path = words->text[BENCH_PATH], *motion = words->text[BENCH_MOTION];
    if (path && motion)
        return error_set(err, "--path and --motion: only one of them");
    if (input->file_count < 1 || (!path && input->file_count > 2))
        return error_set(err, path ? "files must follow: snug bench files A.obj B.obj"
                                   : "two files must follow: snug bench files A.obj B.obj; more "
                                     "of them need a --path");
    if (path && !motion_path_read(&subject->path, path, err))
        return false;
    if (!path && !(subject->motion = motion_named(motion ? motion : "tumble", err)))
        return false;
    for (int32_t i = 0; path && i < input->all.part_count; ++i)
        if (!take_part(subject, &input->all.parts[i], err))
            return false;
    if (!path && !take_largest(input, subject, err))
        return false;
    long long frames = words->text[BENCH_QUICK] ? QUICK_FRAMES
                       : path                   ? LAB_PATH_FRAMES
                                                : subject->motion->frames;
    long long seed = 1;
    if (!take_number(words, BENCH_FRAMES, 1, LAB_MOST_FRAMES, &frames, err) ||
        !take_number(words, BENCH_SEED, 0, INT64_MAX, &seed, err))
        return false;
    subject->frames = (int)frames;
    subject->seed = (uint64_t)seed;
    return lab_subject_prepare(subject, err);
}

// --- for benchmarks

static bool list_pairs(BenchInput *input, Error *err)
{
    const LabSubject *moving = &input->moving;
    size_t count = (size_t)moving->pair_count;
    input->pairs = array_alloc(count, sizeof *input->pairs);
    input->pair_names = array_alloc(count, sizeof *input->pair_names);
    if (!input->pairs || !input->pair_names)
        return error_set(err, "not enough memory for the motion");
    bool by_files = moving->path.part_count == 0;
    for (size_t i = 0; i < count; ++i) {
        char both[2][BENCH_NAME];
        for (int side = 0; side < 2; ++side) {
            int file = side < input->file_count ? side : 0;
            name_cell(by_files ? input->files[file].name
                               : moving->parts[moving->pair_parts[i][side]].key,
                      both[side], sizeof both[side]);
        }
        snprintf(input->pair_names[i], sizeof input->pair_names[i], "%s + %s", both[0], both[1]);
        input->pairs[i] = (BenchPair){input->pair_names[i], moving->pairs[i].a, moving->pairs[i].b,
                                      moving->poses + i * (size_t)moving->frames, moving->frames};
    }
    return true;
}

bool bench_input_is_meshes(const BenchInput *input, Error *err)
{
    for (int32_t i = 0; i < input->all.part_count; ++i)
        if (input->all.parts[i].set)
            return error_set(err, "%.100s: primitives go with snug bench files",
                             input->all.parts[i].key);
    return true;
}

static bool list_parts(BenchInput *input, Error *err)
{
    const LabSubject *all = &input->all;
    input->parts = array_alloc((size_t)all->part_count, sizeof *input->parts);
    if (!input->parts)
        return error_set(err, "not enough memory for the parts");
    for (int32_t i = 0; i < all->part_count; ++i) {
        const LabPart *part = &all->parts[i];
        int32_t like = 0;
        assert(part->mesh); // bench_input_is_meshes
        if (part->mesh->triangle_count == 0)
            return error_set(err, "%.100s: there is no triangle in it", part->key);
        while (all->parts[like].mesh != part->mesh)
            ++like;
        input->parts[i] = (BenchPart){part->mesh, part->rest, like};
    }
    return true;
}

bool bench_input_own(BenchInput *input, const OptionWords *words, bool moves, BenchOwn *out,
                     Error *err)
{
    if (input->file_count > BENCH_MESHES_MOST)
        return error_set(err, "there can be %d files", BENCH_MESHES_MOST);
    if (!list_parts(input, err))
        return false;
    for (int i = 0; i < input->file_count; ++i) {
        const BenchFile *file = &input->files[i];
        input->meshes[i] = (BenchMesh){file->name, input->all.parts[file->largest].mesh};
        input->paths[i] = file->path;
    }
    if (moves &&
        (!bench_input_subject(input, words, &input->moving, err) || !list_pairs(input, err)))
        return false;
    *out = (BenchOwn){.meshes = input->meshes,
                      .mesh_count = input->file_count,
                      .files = input->paths,
                      .pairs = input->pairs,
                      .pair_count = input->moving.pair_count,
                      .parts = input->parts,
                      .part_count = input->all.part_count};
    return true;
}

char *bench_command_line(const OptionWords *words)
{
    TextBuffer out = {0};
    text_add(&out, "snug bench");
    for (int i = 0; i < words->other_count; ++i)
        lab_add_word(&out, words->others[i]);
    for (int i = 0; i < BENCH_OPTION_COUNT; ++i) {
        if (!words->text[i] || i == BENCH_CSV || i == BENCH_HTML)
            continue;
        text_add(&out, " %s", bench_options.rows[i].name);
        if (bench_options.rows[i].values != VALUES_NONE)
            lab_add_word(&out, words->text[i]);
    }
    return text_take(&out);
}
