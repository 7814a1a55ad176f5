// Any bytes at all as STL, PLY and glTF: refused or read, never a crash, a leak or a mesh that
// breaks its promises. glTF goes through libassimp, which gets only what our own check lets
// through. Build with -DSNUG_FUZZ=ON (clang), run with app/tests/corpus/mesh.
#include "app/tests/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

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
    bool good = reader_of(data, size)("fuzz", data, size, NULL, &result, NULL, &err);
    require(good || !strstr(err.text, "libassimp understood it"));
    require_import(good, &result, &err);
    return 0;
}
