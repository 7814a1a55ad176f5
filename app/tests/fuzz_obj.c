// Any bytes at all as OBJ text and as a material library: refused or read, never a crash, a leak or
// a mesh that breaks its promises. Build with -DSNUG_FUZZ=ON (clang), run with
// app/tests/corpus/obj.
#include "app/io/obj_mtl.h"
#include "app/tests/import_memory.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static void read_as_materials(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    if (!text)
        return;
    memcpy(text, data, size);
    text[size] = '\0';
    ObjMaterials materials = {0};
    ImportResult result = {0};
    require(obj_mtl_read(&materials, "fuzz.mtl", text, size, &result));
    for (size_t i = 0; i < materials.count; ++i) {
        int32_t colour;
        const char *name = materials.items[i].name;
        require(obj_mtl_find(&materials, name, strlen(name), &colour));
        require(colour >= COLOUR_NONE && colour <= 0xFFFFFF);
    }
    obj_mtl_free(&materials);
    import_result_free(&result);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ImportResult result;
    Error err = {""};
    if (!obj_import_memory("fuzz.obj", data, size, NULL, &result, NULL, &err)) {
        require(err.text[0] != '\0' && result.part_count == 0 && !result.parts);
        // The two readers must agree on every text that the scan lets through.
        static const char DISAGREE[] = "fuzz.obj: the file was understood in two ways";
        require(strncmp(err.text, DISAGREE, sizeof DISAGREE - 1) != 0);
    } else {
        require(result.part_count > 0);
        for (int32_t i = 0; i < result.part_count; ++i) {
            const ImportedPart *part = &result.parts[i];
            require(part->name[0] != '\0' && part->first_line > 0);
            require(mesh_validate(part->mesh, &err) && affine_is_finite(&part->placement));
            for (int32_t k = 0; k < i && i < 100; ++k)
                require(strcmp(result.parts[k].name, part->name) != 0);
        }
    }
    import_result_free(&result);
    read_as_materials(data, size);
    return 0;
}
