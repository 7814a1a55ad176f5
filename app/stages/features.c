#include "app/stages/features.h"

#include "app/stages/app.h"
#include "core/mesh/chord_error.h"

#include <ctype.h>
#include <stdio.h>

MeshFeatures *mesh_features_create(Mesh *mesh)
{
    MeshFeatures *features = calloc(1, sizeof *features);
    if (!features)
        return NULL;
    features->references = 1;
    features->mesh = mesh_retain(mesh);
    features->mesh_version = mesh->version;
    return features;
}

MeshFeatures *mesh_features_retain(MeshFeatures *features)
{
    if (features)
        ++features->references;
    return features;
}

void mesh_features_release(MeshFeatures *features)
{
    if (!features || --features->references > 0)
        return;
    features_free(&features->found);
    connectors_free(&features->connectors);
    free(features->numbers);
    free(features->rects);
    mesh_release(features->mesh);
    free(features);
}

// They come by size, large ones first.
static void keep_largest(Connectors *connectors)
{
    size_t kept = 0;
    int faces = 0, round = 0;
    for (size_t i = 0; i < connectors->count; ++i) {
        bool face = connectors->items[i].kind == CONNECTOR_FACE;
        if (face ? faces++ < FEATURE_MOST_FACES : round++ < FEATURE_MOST_ROUND)
            connectors->items[kept++] = connectors->items[i];
    }
    connectors->count = kept;
}

bool mesh_features_find(MeshFeatures *features, Job *job, Error *err)
{
    if (!features_find(features->mesh, job, &features->found, err) ||
        !connectors_from(&features->found, &features->connectors, err) ||
        !mesh_chord_error(features->mesh, job, &features->chord_error))
        return false;
    keep_largest(&features->connectors);
    features->numbers = calloc(features->connectors.count + 1, sizeof *features->numbers);
    features->rects = calloc(features->connectors.count + 1, sizeof *features->rects);
    if (!features->numbers || !features->rects)
        return error_set(err, "not enough memory for the connectors of a part");
    int32_t counts[CONNECTOR_KINDS] = {0};
    for (size_t i = 0; i < features->connectors.count; ++i) {
        const Connector *c = &features->connectors.items[i];
        features->numbers[i] = ++counts[c->kind];
        if (c->kind == CONNECTOR_FACE)
            features->rects[i] = face_rect(features->mesh, &features->found, c);
    }
    return true;
}

MeshFeatures *app_features(const App *app, int32_t part)
{
    const Mesh *mesh = app_part_mesh(app, part);
    for (size_t i = 0; i < app->features.count; ++i)
        if (app->features.items[i]->mesh == mesh &&
            app->features.items[i]->mesh_version == mesh->version)
            return app->features.items[i];
    return NULL;
}

int32_t app_connectors_recognised(const App *app, int32_t part)
{
    const MeshFeatures *features = app_features(app, part);
    return features ? (int32_t)features->connectors.count : 0;
}

int32_t app_connector_count(const App *app, int32_t part)
{
    return app_connectors_recognised(app, part) +
           connectors_count(app->document.parts[part].connectors);
}

bool app_connector(const App *app, int32_t part, int32_t index, NamedConnector *out)
{
    const MeshFeatures *features = app_features(app, part);
    int32_t recognised = features ? (int32_t)features->connectors.count : 0;
    if (index >= 0 && index < recognised) {
        out->at = features->connectors.items[index];
        snprintf(out->name, sizeof out->name, "%s %d", connector_kind_word(out->at.kind),
                 (int)features->numbers[index]);
        out->name[0] = (char)toupper((unsigned char)out->name[0]);
        return true;
    }
    const char *text = app->document.parts[part].connectors;
    Error err;
    for (int32_t i = recognised; index >= 0 && text && *text; ++i) {
        if (!connector_from_text(text, out, &text, &err))
            return false;
        if (i == index)
            return true;
    }
    return false;
}
