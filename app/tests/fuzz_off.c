// Any bytes at all as OFF. Build with -DSNUG_FUZZ=ON (clang), run with app/tests/corpus/off.
#include "app/tests/fuzz_import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ImportResult result;
    Error err = {""};
    bool good = off_import_memory("fuzz", data, size, NULL, &result, NULL, &err);
    require_import(good, &result, &err);
    return 0;
}
