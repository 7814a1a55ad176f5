// snug-import-assimp: COLLADA, 3DS and FBX files as the meshes, instances, names and colours that are in
// them, on standard output as third_party/occt/cad_stream.h says. A program of its own, since
// libassimp's parsers crash or never end on some damaged files.
#include "third_party/assimp/only_file.h"
#include "third_party/occt/cad_model.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Meshes of one node are one part: the library cuts them up by material.
typedef struct Body {
    const struct aiNode *node; // the first one that has these
    uint32_t next;             // of those with the same first mesh; CAD_NONE: none
} Body;

typedef struct Node {
    uint32_t parent, mesh;
    double placement[12];
    const char *name;
} Node;

typedef struct Model {
    const struct aiScene *scene;
    double metres; // per unit of the coordinates; 0: the file does not say
    double turn[9], scale;
    Body *bodies;
    uint32_t body_count, *first_of; // by first mesh
    Node *nodes;
    uint32_t node_count;
    uint64_t flat_faces, skinned;
} Model;

static void *need(size_t count, size_t size)
{
    void *memory = calloc(count + 1, size);
    if (!memory)
        cad_refuse("not enough memory");
    return memory;
}

// --- units and axes

static const struct aiMetadataEntry *setting(const struct aiScene *scene, const char *name)
{
    for (unsigned i = 0; scene->mMetaData && i < scene->mMetaData->mNumProperties; ++i)
        if (strcmp(scene->mMetaData->mKeys[i].data, name) == 0)
            return &scene->mMetaData->mValues[i];
    return NULL;
}

static double number(const struct aiScene *scene, const char *name, double otherwise)
{
    const struct aiMetadataEntry *entry = setting(scene, name);
    if (!entry || !entry->mData)
        return otherwise;
    switch (entry->mType) {
    case AI_INT32:
        return *(int32_t *)entry->mData;
    case AI_FLOAT:
        return (double)*(float *)entry->mData;
    case AI_DOUBLE:
        return *(double *)entry->mData;
    default:
        return otherwise;
    }
}

// The nearest unit that the program knows; 0: none is near.
static double known_unit(double metres)
{
    static const double units[] = {1e-3, 1e-2, 1, 1e-6, 0.0254, 0.3048};
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
        if (fabs(metres - units[i]) <= 1e-6 * units[i])
            return units[i];
    return 0;
}

// Lengths in this many metres, which become some unit that is known.
static void set_unit(Model *model, double metres)
{
    model->metres = known_unit(metres);
    if (model->metres > 0)
        return;
    model->metres = 1e-3;
    model->scale = metres / 1e-3;
    char text[100];
    snprintf(text, sizeof text, "its unit of %.6g m was converted to mm", metres);
    cad_text(CAD_NOTICE, text);
}

// COLLADA: `<unit ... meter="0.01"/>`, by which the library has multiplied everything.
static double collada_unit(const char *path)
{
    static char text[1 << 16];
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    const char *unit = strstr(text, "<unit"), *end = unit ? strchr(unit, '>') : NULL;
    const char *meter = unit ? strstr(unit, "meter=") : NULL;
    double metres = meter && end && meter < end ? strtod(meter + 7, NULL) : 1;
    return metres > 1e-9 && metres < 1e9 ? metres : 1;
}

static void orient(Model *model, const CadOptions *options)
{
    static const double none[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                        x_up[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1},
                        z_up[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0};
    int up = 1;
    model->scale = 1;
    if (options->kind == CAD_FBX) {
        up = (int)number(model->scene, "UpAxis", 1);
        double centimetres = number(model->scene, "UnitScaleFactor", 1);
        set_unit(model, 1e-2 * (centimetres > 0 && isfinite(centimetres) ? centimetres : 1));
    } else if (options->kind == CAD_DAE) {
        double metres = collada_unit(options->path);
        set_unit(model, metres);
        model->scale /= metres;
    }
    memcpy(model->turn, up == 0 ? x_up : up == 2 ? z_up : none, sizeof model->turn);
}

// --- the tree

static bool same_meshes(const struct aiNode *a, const struct aiNode *b)
{
    return a->mNumMeshes == b->mNumMeshes &&
           memcmp(a->mMeshes, b->mMeshes, a->mNumMeshes * sizeof *a->mMeshes) == 0;
}

static uint32_t body_of(Model *model, const struct aiNode *node)
{
    for (unsigned i = 0; i < node->mNumMeshes; ++i)
        if (node->mMeshes[i] >= model->scene->mNumMeshes)
            cad_refuse("libassimp names a mesh that is not there");
    uint32_t *first = &model->first_of[node->mMeshes[0]];
    for (uint32_t i = *first; i != CAD_NONE; i = model->bodies[i].next)
        if (same_meshes(model->bodies[i].node, node))
            return i;
    model->bodies[model->body_count] = (Body){node, *first};
    return *first = model->body_count++;
}

static uint32_t add_node(Model *model, uint32_t parent, uint32_t mesh, const double placement[12],
                         const char *name)
{
    if (model->node_count >= CAD_MOST_NODES)
        cad_refuse("it has too many parts and groups");
    Node *node = &model->nodes[model->node_count];
    *node = (Node){.parent = parent, .mesh = mesh, .name = name};
    memcpy(node->placement, placement, sizeof node->placement);
    return model->node_count++;
}

// Within its parent; the uppermost one is turned and scaled besides.
static void placement_of(const Model *model, const struct aiNode *node, bool top, double out[12])
{
    const struct aiMatrix4x4 *t = &node->mTransformation;
    const ai_real rows[3][4] = {
        {t->a1, t->a2, t->a3, t->a4}, {t->b1, t->b2, t->b3, t->b4}, {t->c1, t->c2, t->c3, t->c4}};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) {
            double value = 0;
            for (int k = 0; k < 3; ++k)
                value +=
                    (top ? model->scale * model->turn[3 * i + k] : i == k) * (double)rows[k][j];
            out[j < 3 ? 3 * i + j : 9 + i] = value;
        }
}

static void walk(Model *model, const struct aiNode *node, uint32_t parent, int depth)
{
    static const double here[12] = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    double placement[12];
    if (depth >= CAD_MOST_DEPTH)
        cad_refuse("nodes are nested too deeply");
    placement_of(model, node, parent == CAD_NONE, placement);
    uint32_t mesh = node->mNumMeshes > 0 ? body_of(model, node) : CAD_NONE;
    if (node->mNumChildren == 0 && mesh == CAD_NONE && parent != CAD_NONE)
        return; // lights, cameras and bones
    if (node->mNumChildren == 0) {
        add_node(model, parent, mesh, placement, node->mName.data);
        return;
    }
    uint32_t group = add_node(model, parent, CAD_NONE, placement, node->mName.data);
    if (mesh != CAD_NONE)
        add_node(model, group, mesh, here, node->mName.data);
    for (unsigned i = 0; i < node->mNumChildren; ++i)
        walk(model, node->mChildren[i], group, depth + 1);
}

// --- meshes

static int32_t colour_of(const struct aiScene *scene, unsigned material)
{
    struct aiColor4D colour;
    struct aiString name;
    if (material >= scene->mNumMaterials)
        return -1;
    const struct aiMaterial *m = scene->mMaterials[material];
    // The library makes one up where the file has none.
    if ((aiGetMaterialString(m, AI_MATKEY_NAME, &name) == AI_SUCCESS &&
         strcmp(name.data, AI_DEFAULT_MATERIAL_NAME) == 0) ||
        aiGetMaterialColor(m, AI_MATKEY_COLOR_DIFFUSE, &colour) != AI_SUCCESS)
        return -1;
    const ai_real rgb[3] = {colour.r, colour.g, colour.b};
    int32_t packed = 0;
    for (int k = 0; k < 3; ++k)
        packed = packed << 8 | (int32_t)(255 * fmin(fmax((double)rgb[k], 0), 1) + 0.5);
    return packed;
}

static void send_faces(Model *model, const struct aiMesh *mesh)
{
    uint32_t first = cad_facets()->vertex_count;
    int32_t colour = colour_of(model->scene, mesh->mMaterialIndex);
    for (unsigned i = 0; i < mesh->mNumVertices; ++i) {
        const struct aiVector3D *v = &mesh->mVertices[i];
        if (!isfinite(v->x) || !isfinite(v->y) || !isfinite(v->z))
            cad_refuse("a coordinate is no finite number");
        cad_facets_vertex((double[]){(double)v->x, (double)v->y, (double)v->z});
    }
    for (unsigned i = 0; i < mesh->mNumFaces; ++i) {
        const struct aiFace *face = &mesh->mFaces[i];
        if (face->mNumIndices != 3) {
            ++model->flat_faces;
            continue;
        }
        for (int k = 0; k < 3; ++k)
            if (face->mIndices[k] >= mesh->mNumVertices)
                cad_refuse("a corner of a face is no vertex");
        cad_facets_triangle(first + face->mIndices[0], first + face->mIndices[1],
                            first + face->mIndices[2], colour);
        cad_facets_end_polygon();
    }
    model->skinned += mesh->mNumBones > 0;
}

static void send(Model *model)
{
    cad_head(model->metres, 1, 1, model->body_count, model->node_count);
    for (uint32_t i = 0; i < model->body_count; ++i) {
        const struct aiNode *node = model->bodies[i].node;
        cad_progress(CAD_WRITING, (double)i / model->body_count);
        cad_facets_begin();
        for (unsigned k = 0; k < node->mNumMeshes; ++k)
            send_faces(model, model->scene->mMeshes[node->mMeshes[k]]);
        cad_facets_send(node->mName.data);
    }
    for (uint32_t i = 0; i < model->node_count; ++i) {
        const Node *node = &model->nodes[i];
        cad_node(node->parent, node->mesh, node->placement, node->name);
    }
    char text[100];
    snprintf(text, sizeof text, "%llu lines and points were left out",
             (unsigned long long)model->flat_faces);
    if (model->flat_faces > 0)
        cad_text(CAD_NOTICE, text);
    if (model->skinned > 0 || model->scene->mNumAnimations > 0)
        cad_text(CAD_NOTICE,
                 "animations and bones are ignored: parts are where they were modelled");
    cad_end();
}

static const struct aiScene *read_scene(const CadOptions *options)
{
    static const char *const names[] = {
        [CAD_DAE] = "model.dae", [CAD_3DS] = "model.3ds", [CAD_FBX] = "model.fbx"};
    struct aiFileIO io = only_file(options->path, names[options->kind]);
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_PRESERVE_PIVOTS, 0);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_READ_TEXTURES, 0);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_READ_LIGHTS, 0);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_FBX_READ_CAMERAS, 0);
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_COLLADA_USE_COLLADA_NAMES, 1);
    const struct aiScene *scene =
        aiImportFileExWithProperties(names[options->kind], aiProcess_Triangulate, &io, properties);
    if (!scene || !scene->mRootNode) {
        char text[400];
        snprintf(text, sizeof text, "libassimp cannot read it: %.300s", aiGetErrorString());
        text[strcspn(text, "\r\n")] = '\0';
        cad_refuse(text);
    }
    return scene;
}

int main(int argc, char **argv)
{
    CadOptions options;
    if (!cad_options(argc, argv, "snug-import-assimp", "--dae|--3ds|--fbx", &options))
        return CAD_EXIT_USAGE;
    cad_limit(options.bytes, options.seconds);
    cad_begin();
    cad_progress(CAD_READING, 0);
    Model model = {.scene = read_scene(&options)};
    if (model.scene->mNumMeshes == 0)
        cad_refuse("there are no meshes in it");
    cad_progress(CAD_CONVERTING, 0);
    orient(&model, &options);
    model.first_of = need(model.scene->mNumMeshes, sizeof *model.first_of);
    for (unsigned i = 0; i < model.scene->mNumMeshes; ++i)
        model.first_of[i] = CAD_NONE;
    model.bodies = need(CAD_MOST_NODES, sizeof *model.bodies);
    model.nodes = need(CAD_MOST_NODES, sizeof *model.nodes);
    walk(&model, model.scene->mRootNode, CAD_NONE, 0);
    send(&model);
    _exit(0); // without what the library does at the end
}
