// The cache: whatever comes from it is what would have been made without it, and whatever is wrong with
// its files, the result is made anew.
#include "app/tests/cache_fixture.h"

#include "app/io/file.h"
#include "core/mesh/shapes.h"
#include "core/mesh/topology.h"
#include "core/tree/bv/variants.h"

#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define OBJ "app/tests/data/obj/"

static void files_are_the_same_from_the_cache(void **state)
{
    (void)state;
    static const char *const FILES[] = {
        MESHES "binary.stl",      MESHES "two.stl",  MESHES "cube.ply",  MESHES "cube_big.ply",
        MESHES "cube_little.ply", MESHES "cube.glb", MESHES "cube.gltf", MESHES "strip.gltf",
        OBJ "parts.obj",          OBJ "plate.obj"};
    static const ImportOptions OPTIONS[] = {{0},
                                            {.up = UP_Z},
                                            {.unit = UNIT_M},
                                            {.unit = UNIT_M, .unit_said = true},
                                            {.up = UP_Z, .up_said = true},
                                            {.drop_degenerate = true},
                                            {.deflection = 0.001}};
    int count = 0;
    for (size_t i = 0; i < sizeof FILES / sizeof *FILES; ++i)
        for (size_t k = 0; k < sizeof OPTIONS / sizeof *OPTIONS; ++k, ++count)
            open_thrice(FILES[i], &OPTIONS[k], true);
    assert_int_equal(entry_count(), count);
    printf("RAN: %d files and options, without, into and from the cache\n", count);
}

// So that what was written counts as settled.
static void wait_a_moment(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 60000000}, NULL);
}

#define TRIANGLE "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"

static int32_t first_colour(const ImportResult *result)
{
    return result->parts[0].mesh->colour_of ? result->parts[0].mesh->colour_of[0] : COLOUR_NONE;
}

static void other_files_count(void **state)
{
    (void)state;
    static const struct {
        const char *material; // NULL: there is no such file
        int32_t colour;
    } STEPS[] = {{"newmtl red\nKd 1 0 0\n", 0xFF0000},
                 {"newmtl red\nKd 0 1 0\n", 0x00FF00},
                 {NULL, COLOUR_NONE},
                 {"newmtl red\nKd 0 0 1\n", 0x0000FF}};
    write_text(in_home("a.obj"), "mtllib a.mtl\n" TRIANGLE);
    for (int i = 0; i < 4; ++i) {
        if (STEPS[i].material)
            write_text(in_home("a.mtl"), STEPS[i].material);
        else
            assert_int_equal(unlink(in_home("a.mtl")), 0);
        wait_a_moment();
        ImportResult result = import(in_home("a.obj"), NULL);
        assert_int_equal(first_colour(&result), STEPS[i].colour);
        import_result_free(&result);
        open_thrice(in_home("a.obj"), NULL, true);
    }
    assert_int_equal(cache_counts().refused, 0);
}

static void contents_and_names_count(void **state)
{
    (void)state;
    write_text(in_home("b.obj"), TRIANGLE);
    wait_a_moment();
    open_thrice(in_home("b.obj"), NULL, true);
    // The same bytes under another name: parts may be called by it.
    write_text(in_home("c.obj"), TRIANGLE);
    wait_a_moment();
    ImportResult result = import(in_home("c.obj"), NULL);
    import_result_free(&result);
    assert_int_equal(cache_counts().taken[CACHE_IMPORT], 1);
    // Other bytes of the same length, under the same name.
    char other[] = TRIANGLE;
    *strstr(other, "1 0 0") = '2';
    write_text(in_home("b.obj"), other);
    wait_a_moment();
    result = import(in_home("b.obj"), NULL);
    assert_int_equal(cache_counts().taken[CACHE_IMPORT], 1);
    assert_true(mesh_bounds(result.parts[0].mesh).hi.x - mesh_bounds(result.parts[0].mesh).lo.x ==
                2);
    import_result_free(&result);
    // A notice that names the path is not for the same file elsewhere.
    write_text(in_home("d.obj"), "mtllib none.mtl\n" TRIANGLE);
    wait_a_moment();
    open_thrice(in_home("d.obj"), NULL, true);
    char *there = in_home("./d.obj");
    open_thrice(there, NULL, true);
}

// Changed just now: it may be changed again before anybody could see it.
static void files_in_motion_are_not_kept(void **state)
{
    (void)state;
    write_text(in_home("e.obj"), TRIANGLE);
    ImportResult result = import(in_home("e.obj"), NULL);
    import_result_free(&result);
    assert_int_equal(entry_count(), 0);
}

static void another_version_keeps_its_own(void **state)
{
    (void)state;
    open_thrice(MESHES "two.stl", NULL, true);
    cache_set_version("another");
    int before = cache_counts().taken[CACHE_IMPORT];
    ImportResult result = import(MESHES "two.stl", NULL);
    import_result_free(&result);
    assert_int_equal(cache_counts().taken[CACHE_IMPORT], before);
    assert_int_equal(entry_count(), 2);
}

// --- meshes

static void expect_trees(const BvhDesc *desc, bool taken)
{
    Mesh *mesh = shape_torus(2, 0.7, 20, 16);
    Bvh *tree = NULL;
    Error err = {""};
    CacheCounts before = cache_counts();
    mesh_cache_take_topologies(&mesh, 1, NULL);
    assert_true((mesh_topology_known(mesh) != NULL) == taken);
    const MeshTopology *topology = mesh_topology(mesh, NULL);
    assert_true(topology && topology->closed && topology->outward && topology->edge_count == 960);
    mesh_cache_keep_topologies(&mesh, 1, NULL);
    assert_true(mesh_cache_build_all(&mesh, 1, desc, NULL, NULL, &tree, &err));
    Bvh *plain = bvh_build(mesh, desc, NULL, &err);
    assert_int_equal(tree->node_count, plain->node_count);
    assert_memory_equal(tree->slots, plain->slots, plain->slot_count * sizeof *plain->slots);
    CacheCounts now = cache_counts();
    bool can = plain->type->sound != NULL;
    assert_int_equal(now.taken[CACHE_TREE] - before.taken[CACHE_TREE], taken && can);
    assert_int_equal(now.kept[CACHE_TREE] - before.kept[CACHE_TREE], !taken && can);
    bvh_release(tree);
    bvh_release(plain);
    mesh_release(mesh);
}

static void trees_and_topologies_are_taken(void **state)
{
    (void)state;
    for (int i = 0; i < bv_type_count; ++i) {
        BvhDesc desc = {.type = bv_types[i]};
        empty();
        expect_trees(&desc, false);
        expect_trees(&desc, true);
    }
    // Another leaf size is another tree, and another mesh has nothing.
    BvhDesc one = {.type = &bv_aabb}, four = {.type = &bv_aabb, .leaf_size = 4};
    Mesh *mesh = shape_torus(2, 0.7, 20, 16);
    Bvh *trees[2] = {0};
    Error err;
    empty();
    assert_true(mesh_cache_build_all(&mesh, 1, &one, NULL, NULL, &trees[0], &err) &&
                mesh_cache_build_all(&mesh, 1, &four, NULL, NULL, &trees[1], &err));
    assert_true(trees[0]->node_count > trees[1]->node_count && entry_count() == 2);
    bvh_release(trees[0]);
    bvh_release(trees[1]);
    CacheCounts before = cache_counts();
    mesh->vertices[5].x += 0.25;
    ++mesh->version;
    assert_true(mesh_cache_build_all(&mesh, 1, &one, NULL, NULL, &trees[0], &err));
    assert_int_equal(cache_counts().taken[CACHE_TREE], before.taken[CACHE_TREE]);
    bvh_release(trees[0]);
    mesh_release(mesh);
}

// --- damage

static void expect_remade(const char *how)
{
    Error note;
    int before = cache_counts().refused;
    ImportResult result = import(MESHES "two.stl", NULL);
    if (result.part_count != 2 || cache_counts().refused != before + 1)
        fail_msg("%s: taken", how);
    import_result_free(&result);
    if (!cache_take_note(&note) || !strstr(note.text, "damaged") || entry_count() != 1)
        fail_msg("%s: not told or not made anew", how);
}

static void damaged_entries_are_made_anew(void **state)
{
    (void)state;
    char path[PATH_MAX], how[64];
    FileBytes whole;
    Error err;
    ImportResult result = import(MESHES "two.stl", NULL);
    import_result_free(&result);
    entry_path(path, 0);
    assert_true(file_read_whole(path, 1 << 20, &whole, &err));
    Piece piece = {whole.data, whole.size};
    int count = 0;
    for (size_t bit = 0; bit < 8 * whole.size; bit += bit < 8 * 400 ? 13 : 331, ++count) {
        whole.data[bit / 8] ^= (char)(1 << bit % 8);
        assert_true(file_write_spare(path, &piece, 1, &err));
        whole.data[bit / 8] ^= (char)(1 << bit % 8);
        snprintf(how, sizeof how, "bit %zu", bit);
        expect_remade(how);
    }
    for (size_t size = 0; size < whole.size; size += size < 100 ? 7 : 97, ++count) {
        assert_true(file_write_spare(path, &(Piece){whole.data, size}, 1, &err));
        snprintf(how, sizeof how, "cut to %zu", size);
        expect_remade(how);
    }
    char *longer = calloc(1, whole.size + 1);
    assert_non_null(longer);
    memcpy(longer, whole.data, whole.size);
    assert_true(file_write_spare(path, &(Piece){longer, whole.size + 1}, 1, &err));
    expect_remade("one byte more");
    assert_true(file_write_spare(path, &piece, 1, &err)); // and the right one is right
    int before = cache_counts().taken[CACHE_IMPORT];
    result = import(MESHES "two.stl", NULL);
    import_result_free(&result);
    assert_int_equal(cache_counts().taken[CACHE_IMPORT], before + 1);
    free(longer);
    free(whole.data);
    printf("RAN: %d ways to damage an entry\n", count + 1);
}

// Under the name of another key, of another kind of file, or in somebody else's reach.
static void strange_files_are_not_read(void **state)
{
    (void)state;
    char path[PATH_MAX], other[PATH_MAX + 8];
    ImportResult result = import(MESHES "cube.ply", NULL);
    import_result_free(&result);
    entry_path(other, 0);
    char moved[PATH_MAX];
    snprintf(moved, sizeof moved, "%s", in_home("moved"));
    assert_int_equal(rename(other, moved), 0);
    result = import(MESHES "two.stl", NULL);
    import_result_free(&result);
    entry_path(path, 0);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rename(moved, path), 0);
    expect_remade("another key");
    assert_int_equal(rename(path, moved), 0);
    assert_int_equal(symlink(moved, path), 0);
    expect_remade("a link");
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    expect_remade("a pipe");
    assert_int_equal(chmod(path, 0666), 0);
    expect_remade("writable by others");
    struct stat info;
    assert_true(stat(path, &info) == 0 && (info.st_mode & 077) == 0);
    assert_true(stat(folder(), &info) == 0 && (info.st_mode & 077) == 0);
    unlink(moved);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(files_are_the_same_from_the_cache), TEST(other_files_count),
        TEST(contents_and_names_count),          TEST(files_in_motion_are_not_kept),
        TEST(another_version_keeps_its_own),     TEST(trees_and_topologies_are_taken),
        TEST(damaged_entries_are_made_anew),     TEST(strange_files_are_not_read),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
