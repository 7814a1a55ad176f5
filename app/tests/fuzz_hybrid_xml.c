// Any bytes at all as a hybrid hierarchy: refused or read, never a crash or a leak; what was read
// is written and read back to the same bytes. Build with -DSNUG_FUZZ=ON (clang), run with
// app/tests/corpus/hybrid_xml.
#include "app/io/hybrid_xml.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

static char *written(const HybridFile *file, size_t *size)
{
    return hybrid_xml_text(&file->set, file->tree.root == HYBRID_NONE ? NULL : &file->tree, size);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    HybridFile file, again;
    Error err = {""};
    char *copy = malloc(size + 1);
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    copy[size] = '\0';
    if (!hybrid_xml_read_memory("fuzz.xml", copy, size, &file, &err)) {
        require(err.text[0] != '\0' && file.set.count == 0 && !file.set.items && !file.tree.nodes);
    } else {
        require(file.set.count > 0);
        for (int32_t i = 0; i < file.set.count; ++i)
            require(primitive_check(&file.set.items[i].volume, &err));
        size_t first_size, second_size;
        char *first = written(&file, &first_size);
        require(first && hybrid_xml_read_memory("again.xml", first, first_size, &again, &err));
        char *second = written(&again, &second_size);
        require(second && first_size == second_size && memcmp(first, second, first_size) == 0);
        free(first);
        free(second);
        hybrid_file_free(&again);
    }
    hybrid_file_free(&file);
    free(copy);
    return 0;
}
