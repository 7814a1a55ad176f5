// Any bytes at all as STL, PLY and glTF: refused or read, never a crash, a leak or a mesh that
// breaks its promises. glTF goes through libassimp, which gets only what our own check lets
// through. Build with -DSNUG_FUZZ=ON (clang), run with app/tests/corpus/mesh.
#include "app/tests/import_memory.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

typedef bool ReadFn(const char *name, const void *bytes, size_t size, const ImportOptions *options,
                    ImportResult *out, Job *job, Error *err);

static ReadFn *reader_of(const uint8_t *data, size_t size)
{
    if (size >= 3 && memcmp(data, "ply", 3) == 0)
        return ply_import_memory;
    if (size >= 1 && (data[0] == '{' || (size >= 4 && memcmp(data, "glTF", 4) == 0)))
        return gltf_import_memory;
    return stl_import_memory;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ImportResult result;
    Error err = {""};
    if (!reader_of(data, size)("fuzz", data, size, NULL, &result, NULL, &err)) {
        require(err.text[0] != '\0' && result.part_count == 0 && !result.parts);
        require(!strstr(err.text, "libassimp understood it"));
    } else {
        require(result.part_count > 0);
        for (int32_t i = 0; i < result.part_count; ++i) {
            const ImportedPart *part = &result.parts[i];
            require(part->name[0] != '\0' && part->first_line > 0);
            require(mesh_validate(part->mesh, &err) && affine_is_finite(&part->placement));
            require(part->mesh->triangle_count > 0);
            for (int32_t k = 0; k < i && i < 100; ++k)
                require(strcmp(result.parts[k].name, part->name) != 0);
        }
    }
    import_result_free(&result);
    return 0;
}
