// Any bytes at all as a scene file: refused with a reason, or read, and then what is written reads
// and writes as the same bytes. Build with -DSNUG_FUZZ=ON (clang), run with app/tests/corpus/scene.
#include "app/session/scene_file.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool condition)
{
    if (!condition)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    SceneFile file;
    Error err = {""};
    if (!scene_file_parse(&file, "fuzz.json", (const char *)data, size, &err)) {
        require(err.text[0] != '\0' && !file.parts);
        return 0;
    }
    char *text = scene_file_text(&file);
    scene_file_free(&file);
    require(text != NULL);
    require(scene_file_parse(&file, "again.json", text, strlen(text), &err));
    char *again = scene_file_text(&file);
    require(again && strcmp(text, again) == 0);
    scene_file_free(&file);
    free(text);
    free(again);
    return 0;
}
