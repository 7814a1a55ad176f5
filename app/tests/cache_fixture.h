// A folder for a cache of the test's own, and files opened with it and without.
#ifndef SNUG_APP_TESTS_CACHE_FIXTURE_H
#define SNUG_APP_TESTS_CACHE_FIXTURE_H

#include "app/io/cache_folder.h"
#include "app/io/format.h"
#include "app/io/import_cache.h"
#include "app/io/mesh_cache.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define MESHES "app/tests/data/mesh/"

static char home[] = "/tmp/snug_cache_test_XXXXXX";

// --- the folder

static inline const char *folder(void)
{
    static char path[PATH_MAX];
    Error err = {""};
    if (!cache_folder(true, path, &err))
        fail_msg("%s", err.text);
    return path;
}

static inline CacheList listed(void)
{
    CacheList list;
    Error err;
    assert_true(cache_list(folder(), &list, &err));
    return list;
}

static inline void entry_path(char path[PATH_MAX], size_t i)
{
    CacheList list = listed();
    assert_true(i < list.count);
    snprintf(path, PATH_MAX, "%.3000s/%s", folder(), list.files[i].name);
    cache_list_free(&list);
}

static inline size_t entry_count(void)
{
    CacheList list = listed();
    size_t count = list.count;
    cache_list_free(&list);
    return count;
}

static inline void empty(void)
{
    size_t count;
    uint64_t bytes;
    Error err;
    assert_true(cache_clear(folder(), &count, &bytes, &err));
    assert_int_equal(entry_count(), 0);
}

static inline int begin(void **state)
{
    (void)state;
    unsetenv("SNUG_CACHE_SIZE");
    import_cache_set_least(0);
    mesh_cache_set_least(0);
    cache_set_version(NULL);
    cache_begin();
    assert_true(cache_is_on());
    empty();
    return 0;
}

static inline int end(void **state)
{
    (void)state;
    cache_end();
    return 0;
}

// --- files

static inline ImportResult import(const char *path, const ImportOptions *options)
{
    ImportResult result;
    Error err = {""};
    if (!import_file(path, options, &result, NULL, &err))
        fail_msg("%s", err.text);
    return result;
}

static inline void same_bytes(const void *a, const void *b, size_t size)
{
    if (size > 0)
        assert_memory_equal(a, b, size);
}

static inline void same_mesh(const Mesh *a, const Mesh *b)
{
    assert_int_equal(a->vertex_count, b->vertex_count);
    assert_int_equal(a->triangle_count, b->triangle_count);
    assert_int_equal(a->polygon_count, b->polygon_count);
    assert_int_equal(a->version, b->version);
    assert_true(a->stated_chord_error == b->stated_chord_error);
    size_t triangles = (size_t)a->triangle_count;
    same_bytes(a->vertices, b->vertices, (size_t)a->vertex_count * sizeof *a->vertices);
    same_bytes(a->triangles, b->triangles, triangles * sizeof *a->triangles);
    same_bytes(a->polygon_of, b->polygon_of, triangles * sizeof *a->polygon_of);
    assert_true(!a->colour_of == !b->colour_of);
    if (a->colour_of)
        same_bytes(a->colour_of, b->colour_of, triangles * sizeof *a->colour_of);
}

static inline void same_result(const ImportResult *a, const ImportResult *b)
{
    assert_int_equal(a->part_count, b->part_count);
    assert_int_equal(a->notice_count, b->notice_count);
    assert_true(import_options_equal(&a->options, &b->options));
    assert_true(a->triangle_count == b->triangle_count && a->polygon_count == b->polygon_count &&
                a->degenerate_count == b->degenerate_count);
    for (int32_t i = 0; i < a->notice_count; ++i)
        assert_string_equal(a->notices[i], b->notices[i]);
    for (int32_t i = 0; i < a->part_count; ++i) {
        const ImportedPart *x = &a->parts[i], *y = &b->parts[i];
        assert_string_equal(x->name, y->name);
        assert_string_equal(x->group ? x->group : "-", y->group ? y->group : "-");
        assert_int_equal(x->first_line, y->first_line);
        assert_memory_equal(&x->placement, &y->placement, sizeof x->placement);
        same_mesh(x->mesh, y->mesh);
        for (int32_t k = 0; k < i; ++k) // instances
            assert_true((x->mesh == a->parts[k].mesh) == (y->mesh == b->parts[k].mesh));
    }
}

// Read without a cache, for the first time with one, and again. taken: the last one came from it.
static inline void open_thrice(const char *path, const ImportOptions *options, bool taken)
{
    cache_end();
    ImportResult plain = import(path, options);
    cache_begin();
    ImportResult first = import(path, options);
    int before = cache_counts().taken[CACHE_IMPORT];
    ImportResult again = import(path, options);
    same_result(&plain, &first);
    same_result(&plain, &again);
    if (cache_counts().taken[CACHE_IMPORT] - before != taken)
        fail_msg("%s: %s the cache", path, taken ? "not from" : "from");
    import_result_free(&plain);
    import_result_free(&first);
    import_result_free(&again);
}

static inline void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0 && fclose(file) == 0);
}

static inline char *in_home(const char *name)
{
    static char paths[4][PATH_MAX];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, PATH_MAX, "%s/%s", home, name);
    return path;
}

static inline int set_up(void **state)
{
    (void)state;
    return mkdtemp(home) && setenv("XDG_CACHE_HOME", home, 1) == 0 ? 0 : -1;
}

static inline int tear_down(void **state)
{
    (void)state;
    char command[PATH_MAX];
    snprintf(command, sizeof command, "rm -r '%s'", home);
    return system(command);
}

#endif
