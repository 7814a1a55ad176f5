#include "app/commands/bench_meshes.h"

#include "app/io/file.h"
#include "app/io/format.h"
#include "app/lab/command.h"
#include "core/base/utf8.h"

#include <stdlib.h>
#include <string.h>

// A mesh or two is all that they need; the others are about scenes, readers, or the papers' own objects.
static const char takers[] = "pairs, build, quality, refit, topology, cost";

const char *bench_files_takers(void)
{
    return takers;
}

bool bench_takes_files(const char *bench)
{
    size_t length = strlen(bench);
    for (const char *at = takers; (at = strstr(at, bench)); ++at)
        if ((at == takers || at[-1] == ' ') && (at[length] == ',' || at[length] == 0))
            return true;
    return false;
}

// A file may be called anything; a cell of CSV may not.
static void name_of(const char *path, char *name, size_t size)
{
    snprintf(name, size, "%s", file_base_name(path));
    utf8_sanitise(name);
    for (char *c = name; *c; ++c)
        *c = *c == ',' || *c == '"' || (unsigned char)*c < ' ' ? '_' : *c;
}

bool bench_files_add(BenchFiles *files, const char *path, Error *err)
{
    ImportResult result;
    if (files->count == BENCH_MESHES_MOST)
        return error_set(err, "there can be %d files", BENCH_MESHES_MOST);
    if (!import_file(path, NULL, &result, NULL, err))
        return false;
    int32_t largest = 0;
    for (int32_t i = 0; i < result.part_count; ++i)
        if (result.parts[i].mesh->triangle_count > result.parts[largest].mesh->triangle_count)
            largest = i;
    bool good = result.part_count > 0 && result.parts[largest].mesh->triangle_count > 0;
    if (good) {
        char *name = files->names[files->count];
        name_of(path, name, sizeof files->names[0]);
        files->paths[files->count] = path;
        files->meshes[files->count++] = (BenchMesh){name, mesh_retain(result.parts[largest].mesh)};
    }
    import_result_free(&result);
    return good || error_set(err, "%.200s: there is no triangle in it", path);
}

void bench_files_free(BenchFiles *files)
{
    for (int i = 0; i < files->count; ++i)
        mesh_release(files->meshes[i].mesh);
    files->count = 0;
}

void bench_files_words(const BenchFiles *files, FILE *out)
{
    for (int i = 0; i < files->count; ++i) {
        TextBuffer word = {0};
        lab_add_word(&word, files->paths[i]);
        char *text = text_take(&word);
        fputs(text ? text : "", out);
        free(text);
    }
}
