// What the XML of a 3MF file says: objects with meshes or components, what is to be built, unit and
// colours. libxml2 reads it as events, without a tree of the document, network, entities or DTDs.
#ifndef SNUG_APP_IO_THREEMF_MODEL_H
#define SNUG_APP_IO_THREEMF_MODEL_H

#include "app/io/import_instance.h"

typedef struct ThreemfComponent {
    int32_t file; // of the archive, in the order of ThreemfModel.paths
    uint32_t object;
    Affine placement;
} ThreemfComponent;

typedef struct ThreemfObject {
    int32_t file, line;
    uint32_t id;
    char name[TEXT_NAME_MAX + 1]; // may be empty
    SharedMesh shared;            // without a mesh: components
    size_t first, count;          // its components
    bool support, used;           // a component of another one
} ThreemfObject;

typedef struct ThreemfModel {
    ImportFile *file;
    char **paths; // of models in the archive, in the order in which they were first named
    int32_t path_count;
    size_t path_capacity;
    ThreemfObject *objects; // by file and id, once all are read
    size_t object_count, object_capacity;
    ThreemfComponent *components;
    size_t component_count, component_capacity;
    ThreemfComponent *items; // to be built
    size_t item_count, item_capacity;
    int unit;       // enum LengthUnit
    bool has_beams; // which are not read
} ThreemfModel;

enum { THREEMF_MOST_FILES = 4096, THREEMF_MOST_OBJECTS = 200000 };

// Number of the path in the list, added if it is new; -1: err is filled.
int32_t threemf_path(ThreemfModel *model, const char *path, size_t length);
// Reads one model of the archive. Only the first one's items and unit count.
bool threemf_parse(ThreemfModel *model, int32_t path, const char *text, size_t size);
void threemf_model_free(ThreemfModel *model);

#endif
