// Files that are named again and again, and parts by the thousand: memory grows per part, not per
// mesh, and what goes beyond the budget is refused.
#include "app/actions/list.h"
#include "app/tests/scene_fixture.h"
#include "core/base/memory.h"

#include <math.h>
#include <sys/stat.h>

static const char CUBE[] = "o Cube\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nv 0 0 1\nv 1 0 1\nv 0 1 1\n"
                           "v 1 1 1\nf 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\n"
                           "f 2 4 8 6\n";

// A file of so many cubes in a row, each flush with the next: copies of the first, or each by a
// mention of its own.
static const char *make_row(int count, bool copies)
{
    const char *path = in_folder("row.json");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("{\"snug\": 1, \"unit\": \"mm\", \"files\": [", file);
    for (int i = 0; i < (copies ? 1 : count); ++i)
        fprintf(file, "%s{\"path\": \"%scube.obj\"}", i ? ", " : "", i % 2 ? "./" : "");
    fputs("], \"parts\": [", file);
    for (int i = 0; i < count; ++i) {
        fprintf(file, "%s{\"key\": \"C%d\", \"placement\": [[1,0,0,%d],[0,1,0,0],[0,0,1,0]], ",
                i ? ",\n" : "", i, i);
        if (copies && i > 0)
            fputs("\"copy_of\": \"C0\"}", file);
        else
            fprintf(file, "\"name\": \"Cube\", \"file\": %d}", i);
    }
    fputs("]}", file);
    assert_int_equal(fclose(file), 0);
    return path;
}

static App start_empty(void)
{
    App app;
    Error err = {""};
    if (!app_init(&app, &err))
        fail_msg("app_init: %s", err.text);
    write_text(in_folder("cube.obj"), CUBE);
    return app;
}

static void open_and_wait(App *app, const char *path)
{
    stages_open(app, path, NULL);
    do {
        stages_update(app, 1); // looks at every part
        stages_nap(app, 500);
    } while (!stages_settled(app));
    stages_wait(app);
}

static void expect_flush_row(const App *app, int count)
{
    if (app->assembly.part_count != count)
        fail_msg("%d parts: %s", (int)app->assembly.part_count, last_notice(app));
    for (int i = 1; i < count; ++i)
        assert_ptr_equal(app->assembly.parts[i].mesh, app->assembly.parts[0].mesh);
    assert_int_equal(app->trees.count, 1);
    assert_int_equal(app->report.count, count - 1);
    assert_true(app->fit_current);
    for (int i = 0; i + 1 < count; ++i) {
        assert_int_equal(app->report.pairs[i].a, i);
        assert_int_equal(app->report.pairs[i].b, i + 1);
    }
}

// As many as a scene may name.
static void a_file_named_many_times_is_read_once(void **state)
{
    (void)state;
    App app = start_empty();
    app.draws_nothing = true;
    int count = full_tier() ? 4096 : 500;
    open_and_wait(&app, make_row(count, false));
    expect_flush_row(&app, count);
    assert_int_equal(app.sources.count, count); // and is still known by each of its names
    app_free(&app);
}

static void instances_stay_possible(void **state)
{
    (void)state;
    App app = start_empty();
    app.draws_nothing = true;
    int count = full_tier() ? 100000 : 2000;
    open_and_wait(&app, make_row(count, true));
    expect_flush_row(&app, count);
    app_free(&app);
}

// Another unit, another way of reading it or another name make another mesh.
static void only_what_is_read_alike_is_shared(void **state)
{
    (void)state;
    App app = start_empty();
    assert_int_equal(symlink("cube.obj", in_folder("link.obj")), 0);
    write_text(
        in_folder("ways.json"),
        "{\"snug\": 1, \"unit\": \"mm\", \"files\": [{\"path\": \"cube.obj\"}, "
        "{\"path\": \"cube.obj\", \"unit\": \"cm\"}, {\"path\": \"cube.obj\", \"up\": \"z\"}, "
        "{\"path\": \"cube.obj\", \"drop_degenerate\": true}, {\"path\": \"link.obj\"}, "
        "{\"path\": \"cube.obj\", \"unit\": \"cm\"}, {\"scene\": \"Pin and plate\"}, "
        "{\"scene\": \"Pin and plate\"}]}");
    open_and_wait(&app, in_folder("ways.json"));
    if (app.assembly.part_count != 10)
        fail_msg("%d parts: %s", (int)app.assembly.part_count, last_notice(&app));
    const Part *parts = app.assembly.parts;
    for (int i = 0; i < 5; ++i)
        for (int k = 0; k < i; ++k)
            assert_ptr_not_equal(parts[i].mesh, parts[k].mesh);
    assert_ptr_equal(parts[5].mesh, parts[1].mesh);
    assert_true(fabs(mesh_bounds(parts[5].mesh).hi.x - 5) < 1e-12); // scaled once
    assert_ptr_equal(parts[8].mesh, parts[6].mesh);
    assert_ptr_equal(parts[9].mesh, parts[7].mesh);
    app_free(&app);
}

// What changes in the file changes for all who share it, be it by name or as copies.
static void a_shared_file_is_reloaded_for_all(void **state)
{
    (void)state;
    for (int copies = 0; copies < 2; ++copies) {
        App app = start_empty();
        open_and_wait(&app, make_row(5, copies));
        const Mesh *before = app.assembly.parts[0].mesh;
        char *text = read_text(in_folder("cube.obj"));
        text[strlen("o Cube\nv 0 0 0\nv ")] = '3'; // a corner moves
        write_text(in_folder("cube.obj"), text);
        free(text);
        app_do(&app, &action_file_reload, NULL, 0);
        stages_wait(&app);
        assert_int_equal(document_live_count(&app.document), 5);
        assert_ptr_not_equal(app.assembly.parts[0].mesh, before);
        for (int i = 0; i < 5; ++i) {
            assert_ptr_equal(app.assembly.parts[i].mesh, app.assembly.parts[0].mesh);
            Box3d box = mesh_bounds(app.assembly.parts[i].mesh);
            assert_true(fabs(box.hi.x - box.lo.x - 3) < 1e-12);
        }
        app_free(&app);
    }
}

static size_t all_is_used(void)
{
    return SIZE_MAX / 2;
}

static void beyond_the_budget_what_was_open_stays_open(void **state)
{
    (void)state;
    App app = start_empty();
    app.draws_nothing = true;
    open_and_wait(&app, make_row(3, true));
    assert_int_equal(app.report.count, 2);
    const char *path = make_row(20000, true);
    mem_set_budget(100 << 20, all_is_used);
    open_and_wait(&app, path);
    mem_set_budget(0, NULL);
    mem_take_refusal();
    assert_int_equal(app.assembly.part_count, 3);
    assert_int_equal(app.report.count, 2);
    assert_true(app.fit_current);
    assert_true(has_notice(&app, "not enough memory within the budget of 0.105 GB (--memory)"));
    // It goes on with what there is.
    ActionArgs args = move_args(0, vec3d(0, 7, 0));
    assert_true(app_do(&app, &action_part_move, &args, 0));
    stages_wait(&app);
    assert_int_equal(app.report.count, 1);
    app_free(&app);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_file_named_many_times_is_read_once, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(instances_stay_possible, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(only_what_is_read_alike_is_shared, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(a_shared_file_is_reloaded_for_all, make_folder,
                                        remove_folder),
        cmocka_unit_test_setup_teardown(beyond_the_budget_what_was_open_stays_open, make_folder,
                                        remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
