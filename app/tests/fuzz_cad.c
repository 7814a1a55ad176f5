// Any bytes at all in the place of the importer of CAD files: refused or read, never a crash, a leak
// or a mesh that breaks its promises. Build with -DSNUG_FUZZ=ON (clang), run with
// app/tests/corpus/cad.
#include "app/tests/cad_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static CadBytes bytes;
    if (size > sizeof bytes.data)
        return 0;
    bytes.size = 0;
    cad_put(&bytes, data, size);
    ImportResult result;
    Error err = {""};
    bool ended;
    if (!cad_bytes_import(&bytes, &result, NULL, &ended, &err)) {
        require(err.text[0] != '\0' && result.part_count == 0 && !result.parts);
        return 0;
    }
    require(result.part_count > 0);
    for (int32_t i = 0; i < result.part_count; ++i) {
        const ImportedPart *part = &result.parts[i];
        require(part->name[0] != '\0' && part->mesh->triangle_count > 0);
        require(mesh_validate(part->mesh, &err) && affine_is_finite(&part->placement));
        require(part->mesh->stated_chord_error >= 0);
        require(affine_deviation(&part->placement) < 1e-9);
    }
    import_result_free(&result);
    return 0;
}
