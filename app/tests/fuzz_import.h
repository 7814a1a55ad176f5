// What holds of every file that a reader was given, whatever is in it.
#ifndef SNUG_APP_TESTS_FUZZ_IMPORT_H
#define SNUG_APP_TESTS_FUZZ_IMPORT_H

#include "app/tests/import_memory.h"

static inline void require(bool condition)
{
    if (!condition)
        abort();
}

// Refused with a reason and nothing left, or parts with names of their own and meshes that keep their
// promises. Frees the result.
static inline void require_import(bool good, ImportResult *result, const Error *err)
{
    Error why;
    require(good ? result->part_count > 0
                 : err->text[0] != '\0' && result->part_count == 0 && !result->parts);
    for (int32_t i = 0; i < result->part_count; ++i) {
        const ImportedPart *part = &result->parts[i];
        require(part->name[0] != '\0' && part->first_line > 0);
        require(mesh_validate(part->mesh, &why) && affine_is_finite(&part->placement));
        require(part->mesh->triangle_count > 0);
        for (int32_t k = 0; k < i && i < 100; ++k)
            require(strcmp(result->parts[k].name, part->name) != 0);
    }
    import_result_free(result);
}

#endif
