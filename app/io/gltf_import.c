// glTF 2.0, .gltf with its buffers beside it or .glb: a part per node that has a mesh, instances
// share their meshes. Always metres and y up, whatever the options say: the standard says so. Through
// libassimp: the reduced file goes in from memory, nodes with triangles come out.
#include "app/io/gltf_files.h"
#include "app/io/group_path.h"
#include "app/io/import_instance.h"
#include "core/base/array.h"

#include <assimp/cimport.h>
#include <assimp/scene.h>
#include <stdio.h>

typedef struct Builder {
    ImportFile *file;
    const GltfSource *source;
    const struct aiScene *scene;
    SharedMesh *shared; // per mesh of the file
    int32_t *colours;   // per material
    Soup soup;
    int64_t nodes_done, copied;
    char path[GROUP_PATH_MAX + 1]; // of the named nodes that the present one is in
} Builder;

static bool out_of_memory(const Builder *builder)
{
    return error_set(builder->source->err, "%s: not enough memory", builder->source->name);
}

static bool disagree(const Builder *builder)
{
    return error_set(builder->source->err, "%s: libassimp understood it in another way",
                     builder->source->name);
}

static Affine node_transform(const struct aiNode *node)
{
    const struct aiMatrix4x4 *m = &node->mTransformation;
    return (Affine){.m = {{m->a1, m->a2, m->a3}, {m->b1, m->b2, m->b3}, {m->c1, m->c2, m->c3}},
                    .p = {.v = {m->a4, m->b4, m->c4}}};
}

static bool add_triangles(Builder *builder, const struct aiMesh *mesh)
{
    int32_t colour = (int64_t)mesh->mMaterialIndex < builder->source->materials.count
                         ? builder->colours[mesh->mMaterialIndex]
                         : COLOUR_NONE;
    for (unsigned i = 0; i < mesh->mNumFaces; ++i) {
        const struct aiFace *face = &mesh->mFaces[i];
        int32_t corners[3];
        if (face->mNumIndices != 3)
            return disagree(builder);
        if (i % 4096 == 0 && job_cancelled(builder->source->job))
            return error_set(builder->source->err, "%s: cancelled", builder->source->name);
        for (int k = 0; k < 3; ++k) {
            if (face->mIndices[k] >= mesh->mNumVertices)
                return disagree(builder);
            const struct aiVector3D *v = &mesh->mVertices[face->mIndices[k]];
            Vec3d p = vec3d((double)v->x, (double)v->y, (double)v->z);
            if (!import_check_point(&p))
                return disagree(builder);
            corners[k] = soup_weld(&builder->soup, p);
            if (corners[k] < 0)
                return out_of_memory(builder);
        }
        if (!soup_add_triangle(&builder->soup, corners, colour))
            return out_of_memory(builder);
        soup_end_polygon(&builder->soup);
    }
    return true;
}

// The mesh of a node, made when the first one needs it.
static SharedMesh *shared_mesh(Builder *builder, const struct aiNode *node, int64_t index)
{
    SharedMesh *shared = &builder->shared[index];
    if (shared->mesh)
        return shared;
    for (unsigned i = 0; i < node->mNumMeshes; ++i) {
        if (node->mMeshes[i] >= builder->scene->mNumMeshes) {
            disagree(builder);
            return NULL;
        }
        if (!add_triangles(builder, builder->scene->mMeshes[node->mMeshes[i]]))
            return NULL;
    }
    shared->mesh = soup_take(&builder->soup, builder->source->out);
    bool memory_short = !shared->mesh;
    if (shared->mesh)
        shared->centre = import_recentre(shared->mesh, &memory_short);
    if (memory_short) {
        out_of_memory(builder);
        return NULL;
    }
    Error reason;
    if (!mesh_validate(shared->mesh, &reason)) {
        error_set(builder->source->err, "%s: mesh %lld: %s", builder->source->name,
                  (long long)index, reason.text);
        return NULL;
    }
    return shared;
}

static char *node_name(const Builder *builder, const JsonValue *node, int64_t mesh)
{
    char name[TEXT_NAME_MAX + 1] = "";
    const JsonValue *texts[] = {json_member(node, "name"),
                                json_member(builder->source->meshes.items[mesh], "name")};
    for (int i = 0; i < 2 && !name[0]; ++i)
        if (texts[i] && texts[i]->type == JSON_STRING)
            text_clean_name(texts[i]->text, strlen(texts[i]->text), name);
    if (!name[0])
        import_file_stem(builder->source->name, name);
    return strdup(name);
}

// The node of the file; NULL: the library has made this one.
static const JsonValue *node_of(const GltfSource *source, const struct aiNode *node)
{
    int index = -1;
    bool known =
        sscanf(node->mName.data, "n%d", &index) == 1 && index >= 0 && index < source->nodes.count;
    return known ? source->nodes.items[index] : NULL;
}

// A matrix that squeezes a part flat is said; one that leaves nothing of it leaves it out.
static bool is_squeezed_away(Builder *builder, const JsonValue *node, int64_t mesh,
                             const Affine *world)
{
    enum ImportExtent extent = import_extent(world);
    char *name = extent != EXTENT_WHOLE ? node_name(builder, node, mesh) : NULL;
    if (name)
        import_notice(
            builder->source->out,
            extent == EXTENT_NONE
                ? "line %d: part %.100s has a matrix or scale of 0 and was left out"
                : "line %d: part %.100s is squeezed flat by its matrix or scale; check it",
            (int)node->line, name);
    free(name);
    return extent == EXTENT_NONE;
}

static bool add_part(Builder *builder, const struct aiNode *node, const Affine *world)
{
    const GltfSource *source = builder->source;
    const JsonValue *json = node_of(source, node);
    int64_t mesh;
    if (!json || !gltf_integer(source, json, "mesh", -1, INT32_MAX, &mesh) || mesh < 0)
        return disagree(builder);
    if (is_squeezed_away(builder, json, mesh, world))
        return true;
    SharedMesh *shared = shared_mesh(builder, node, mesh);
    if (!shared)
        return false;
    ImportedPart part = {.name = node_name(builder, json, mesh),
                         .first_line = json->line,
                         .group = builder->path[0] ? strdup(builder->path) : NULL};
    return import_instance(builder->file, shared, world, &part, &builder->copied);
}

static bool walk(Builder *builder, const struct aiNode *node, const Affine *above, int depth)
{
    Affine own = node_transform(node), world = affine_compose(above, &own);
    if (depth > GLTF_MAX_DEPTH + 2)
        return disagree(builder);
    if (!affine_is_finite(&world) ||
        !import_check_point(&(Vec3d){.v = {world.p.x, world.p.y, world.p.z}}))
        return error_set(builder->source->err, "%s: a node is too far away", builder->source->name);
    if (job_cancelled(builder->source->job))
        return error_set(builder->source->err, "%s: cancelled", builder->source->name);
    job_progress(builder->source->job,
                 (double)++builder->nodes_done / (double)(builder->source->nodes.count + 1));
    if (node->mNumMeshes > 0 && !add_part(builder, node, &world))
        return false;
    size_t length = strlen(builder->path);
    const JsonValue *json = node_of(builder->source, node), *name = json_member(json, "name");
    if (name && name->type == JSON_STRING)
        group_path_add(builder->path, name->text);
    bool good = true;
    for (unsigned i = 0; i < node->mNumChildren && good; ++i)
        good = walk(builder, node->mChildren[i], &world, depth + 1);
    builder->path[length] = 0;
    return good;
}

static void read_colours(Builder *builder)
{
    const GltfSource *source = builder->source;
    for (int32_t i = 0; i < source->materials.count; ++i) {
        const JsonValue *looks = json_member(source->materials.items[i], "pbrMetallicRoughness");
        const JsonValue *factor = json_member(looks, "baseColorFactor");
        int32_t colour = 0;
        int count = 0;
        for (const JsonValue *item = json_first(factor); item && count < 3;
             item = json_next(item), ++count) {
            // Factors are linear, colours on the screen are not.
            double value = item->type == JSON_NUMBER ? pow(fmax(item->number, 0), 1 / 2.2) : 0;
            colour = colour << 8 | (int32_t)(255 * fmin(value, 1) + 0.5);
        }
        builder->colours[i] = count == 3 ? colour : COLOUR_NONE;
    }
}

static bool build_parts(ImportFile *file, const GltfSource *source, const struct aiScene *scene)
{
    Builder builder = {.file = file, .source = source, .scene = scene};
    size_t meshes = (size_t)source->meshes.count, materials = (size_t)source->materials.count;
    builder.shared = calloc(meshes + 1, sizeof *builder.shared);
    builder.colours = array_alloc(materials, sizeof *builder.colours);
    bool good = builder.shared && builder.colours;
    if (good) {
        read_colours(&builder);
        Affine top = affine_identity();
        good = walk(&builder, scene->mRootNode, &top, 0);
    } else {
        out_of_memory(&builder);
    }
    for (size_t i = 0; i < meshes && builder.shared; ++i)
        shared_mesh_free(&builder.shared[i]);
    free(builder.shared);
    free(builder.colours);
    soup_free(&builder.soup);
    if (good && source->out->part_count == 0)
        good = error_set(source->err, "%s: no node of its scene has triangles", source->name);
    return good;
}

static bool run_library(ImportFile *file, const GltfSource *source, const GltfReduced *reduced)
{
    MemoryFiles files = {reduced, source->job};
    struct aiFileIO io = memory_file_io(&files);
    job_step(source->job, "Building parts");
    const struct aiScene *scene = aiImportFileEx("scene.gltf", 0, &io);
    if (job_cancelled(source->job))
        error_set(source->err, "%s: cancelled", source->name);
    else if (!scene || !scene->mRootNode)
        error_set(source->err, "%s: libassimp cannot read it: %.200s", source->name,
                  aiGetErrorString());
    bool good = scene && scene->mRootNode && !job_cancelled(source->job) &&
                build_parts(file, source, scene);
    if (scene)
        aiReleaseImport(scene);
    return good;
}

static bool read(ImportFile *file)
{
    ImportResult *out = file->out;
    const ImportOptions asked = out->options;
    out->options.unit = asked.unit_said ? asked.unit : UNIT_M;
    out->options.up = asked.up_said ? asked.up : UP_Y;
    out->options.deflection = 0;
    GltfSource source = {.name = file->name, .out = out, .job = file->job, .err = file->err};
    GltfReduced reduced = {0};
    bool good = gltf_source_read(&source, file->path, file->bytes, file->size) &&
                gltf_reduce(&source, &reduced) && run_library(file, &source, &reduced);
    gltf_reduced_free(&reduced);
    gltf_source_free(&source);
    if (!good)
        return false;
    if (out->options.unit != UNIT_M || out->options.up != UP_Y)
        import_notice(out,
                      "glTF is in metres with y up as a rule; read as %s with %s up, as you said",
                      length_unit_info(out->options.unit)->suffix, up_axis_name(out->options.up));
    import_note_degenerate(out);
    return (import_name_parts(out) && import_tidy_groups(out)) || import_out_of_memory(file);
}

// The binary form, or JSON with words in it that scenes of ours do not have.
static bool knows(const FileHead *head)
{
    static const char *const words[] = {"\"asset\"", "\"accessors\"", "\"bufferViews\""};
    bool found = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; ++i)
        found |= file_head_find(head, words[i]) != NULL;
    return head->size > 12 &&
           (memcmp(head->bytes, "glTF\2\0\0\0", 8) == 0 || (found && file_head_begins(head, "{")));
}

const ImportFormat format_gltf = {.name = "glTF",
                                  .endings = {".gltf", ".glb"},
                                  .most_bytes = (uint64_t)2 << 30,
                                  .knows = knows,
                                  .read = read};
