// Any bytes at all as 3MF: an archive with XML in it. Build with -DSNUG_FUZZ=ON (clang), run with
// app/tests/corpus/3mf.
#include "app/tests/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ImportResult result;
    Error err = {""};
    bool good = threemf_import_memory("fuzz", data, size, NULL, &result, NULL, &err);
    require_import(good, &result, &err);
    return 0;
}
