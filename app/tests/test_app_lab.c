// What kinds of hierarchies are compared on: pairs along a path, meshes written for others, and tables that
// texts of others cannot break out of.
#include "app/commands/bench_filter.h"
#include "app/commands/bench_progress.h"
#include "app/document/path_pose.h"
#include "app/io/file.h"
#include "app/io/format.h"
#include "app/io/hybrid_xml.h"
#include "app/lab/plot_svg.h"
#include "app/lab/table.h"
#include "app/tests/app_fixture.h"
#include "core/mesh/mesh_hash.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#define HOSTILE "<b>\"Ball\" & 'co'</b>"

// A ball that goes along a plate, and a ring far away from both.
static void subject_open(LabSubject *subject)
{
    Mesh *ball = shape_ico_sphere(2, 2), *plate = shape_box(vec3d(10, 1, 10)),
         *ring = shape_torus(6, 2, 24, 12);
    char text[600];
    Error err = {""};
    Affine at = affine_translation(vec3d(0, 0, 0));
    *subject = (LabSubject){.frames = 8};
    assert_true(lab_subject_add(subject, "Plate", plate, &at));
    assert_true(lab_subject_add(subject, HOSTILE, ball, &at));
    at.p.x = 500;
    assert_true(lab_subject_add(subject, "Ring", ring, &at));
    // The ball is known by its mesh: it is called otherwise in the path.
    snprintf(text, sizeof text,
             "snug-path 1\nunit mm\npart \"Ball\"\nmesh %016llx\nkey 0 -5 2 0 1 0 0 0\n"
             "key 1 5 2 0 0.70710678118654757 0.70710678118654757 0 0\n",
             (unsigned long long)mesh_hash(ball));
    assert_true(motion_path_parse(&subject->path, "path", text, strlen(text), &err));
    if (!lab_subject_prepare(subject, &err))
        fail_msg("%s", err.text);
    mesh_release(ball);
    mesh_release(plate);
    mesh_release(ring);
}

static void pairs_are_those_that_come_near(void **state)
{
    (void)state;
    LabSubject subject;
    subject_open(&subject);
    assert_int_equal(subject.pair_count, 1);
    assert_int_equal(subject.part_count, 2); // the ring comes near nobody
    assert_int_equal(subject.pair_parts[0][0], 0);
    assert_int_equal(subject.pair_parts[0][1], 1);
    for (int f = 0; f < 8; ++f) {
        Affine at = path_placement(&subject.path.parts[0], f / 7.0);
        assert_memory_equal(&subject.poses[f], &at, sizeof at); // the plate is at the origin
    }
    Error err = {""};
    subject.frames = 0;
    assert_false(lab_subject_prepare(&subject, &err));
    subject.frames = 4;
    subject.path.parts[0].mesh ^= 1; // of nobody here
    assert_false(lab_subject_prepare(&subject, &err));
    assert_non_null(strstr(err.text, "none of these parts"));
    lab_subject_free(&subject);
}

static void written_meshes_read_back_as_they_are(void **state)
{
    (void)state;
    LabSubject subject;
    subject_open(&subject);
    char folder[] = "/tmp/snug-lab-XXXXXX", path[64];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/part.obj", folder);
    for (int32_t i = 0; i < subject.part_count; ++i) {
        char *text = lab_part_text(&subject.parts[i], "part-1");
        ImportResult result;
        Error err = {""};
        assert_non_null(text);
        assert_true(file_write_atomic(path, text, strlen(text), &err));
        if (!import_file(path, NULL, &result, NULL, &err))
            fail_msg("%s", err.text);
        assert_int_equal(result.part_count, 1);
        assert_string_equal(result.parts[0].name, "part-1");
        const Mesh *mesh = result.parts[0].mesh, *before = subject.parts[i].mesh;
        assert_int_equal(mesh->triangle_count, before->triangle_count);
        for (int32_t t = 0; t < mesh->triangle_count; ++t) {
            Triangle now = mesh_triangle(mesh, t), then = mesh_triangle(before, t);
            for (int c = 0; c < 9; ++c) // -0 is 0
                assert_true(now.p[c / 3].v[c % 3] == then.p[c / 3].v[c % 3]);
        }
        import_result_free(&result);
        free(text);
    }
    unlink(path);
    rmdir(folder);
    lab_subject_free(&subject);
}

static int occurrences(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, what)); ++at)
        ++count;
    return count;
}

static void tables_hold_every_kind_and_no_foreign_markup(void **state)
{
    (void)state;
    LabSubject subject;
    static LabKinds kinds;
    ContestResult results[LAB_KINDS_MOST];
    Error err = {""};
    subject_open(&subject);
    assert_true(lab_kinds_parse("presets,obb:leaf=4", false, &kinds, &err));
    int count = kinds.count;
    if (!lab_run(&subject, &kinds, NULL, results, NULL, &err))
        fail_msg("%s", err.text);
    snprintf(results[1].failure, sizeof results[1].failure, "a reason, with \"quotes\"");
    results[1].timed = false; // as if it had failed
    LabTable table = {&subject, &kinds, results, count, "snug bench files '" HOSTILE "'"};
    TextBuffer csv = {0}, html = {0}, frames = {0};
    lab_csv(&table, &csv);
    char *text = text_take(&csv);
    assert_int_equal(occurrences(text, "\n"), 4 + 2 + 1 + count); // head, parts, heading, rows
    assert_non_null(strstr(text, "\"a reason, with \"\"quotes\"\"\""));
    int order[LAB_KINDS_MOST];
    lab_order(&table, order);
    assert_int_equal(order[count - 1], 1);
    for (int i = 1; i < count - 1; ++i)
        assert_true(results[order[i - 1]].us_least <= results[order[i]].us_least);
    free(text);
    for (int k = 0; k < count; ++k)
        lab_frames_rows(&table, k, &frames);
    text = text_take(&frames);
    assert_int_equal(occurrences(text, "\n"), (count - 1) * subject.frames);
    free(text);
    assert_true(lab_html(&table, &html));
    text = text_take(&html);
    assert_int_equal(occurrences(text, "<svg "), LAB_PICTURES);
    assert_int_equal(occurrences(text, "<tr"), 1 + count);
    assert_null(strstr(text, "<b>"));
    assert_null(strstr(text, "nan"));
    free(text);
    contest_free(results, count);
    lab_subject_free(&subject);
}

// Three boxes and a ball, one of them with a name that is not ours.
static PrimitiveSet some_primitives(void)
{
    static const Vec3d axes[3] = {{.v = {1, 0, 0}}, {.v = {0, 1, 0}}, {.v = {0, 0, 1}}};
    PrimitiveSet set = {0};
    Error err = {""};
    for (int i = 0; i < 3; ++i) {
        HybridVolume box = hybrid_box(vec3d(3.1 * i, 1.0 / 3, 0), axes, vec3d(1, 2.0 / 3, 0.7));
        assert_true(primitive_set_add(&set, &box, HOSTILE, &err));
    }
    HybridVolume ball = hybrid_ball(vec3d(0.1, 4, 1.0 / 7), 1.3);
    assert_true(primitive_set_add(&set, &ball, "ball", &err));
    return set;
}

static void primitives_are_compared_as_they_read_back(void **state)
{
    (void)state;
    static LabKinds kinds;
    LabSubject subject = {.motion = standard_motions[0], .seed = 1, .frames = 12};
    ContestResult results[LAB_KINDS_MOST];
    Affine same = affine_identity();
    Error err = {""};
    PrimitiveSet set = some_primitives();
    assert_true(lab_subject_add_set(&subject, HOSTILE, &set, &same));
    if (!lab_subject_prepare(&subject, &err))
        fail_msg("%s", err.text);
    char *text = lab_part_text(&subject.parts[0], ""), *again;
    HybridFile file;
    assert_true(hybrid_xml_read_memory("x", text, strlen(text), &file, &err));
    assert_int_equal(file.set.count, set.count);
    for (int32_t i = 0; i < set.count; ++i)
        assert_true(
            hybrid_volume_equal(&file.set.items[i].volume, &subject.parts[0].set->items[i].volume));
    hybrid_file_free(&file);
    free(text);
    assert_true(lab_kinds_parse("builders", true, &kinds, &err));
    assert_int_equal(kinds.count, hybrid_builder_count);
    if (!lab_run(&subject, &kinds, NULL, results, NULL, &err))
        fail_msg("%s", err.text);
    assert_true(results[0].contacts > 0);
    LabTable table = {&subject, &kinds, results, kinds.count, "snug bench files"};
    TextBuffer csv = {0}, html = {0};
    lab_csv(&table, &csv);
    text = text_take(&csv);
    assert_non_null(strstr(text, "against a copy of itself"));
    assert_non_null(strstr(text, "# part: 4 primitives, "));
    assert_non_null(strstr(text, ",primitive_tests,"));
    assert_non_null(strstr(text, ",\"bnb-enlarge\",\"B&B enlarge\","));
    assert_true(lab_html(&table, &html));
    again = text_take(&html);
    assert_non_null(strstr(again, "B&amp;B enlarge"));
    assert_non_null(strstr(again, "Which builder is best for these primitives?"));
    assert_null(strstr(again, "<b>"));
    free(text);
    free(again);
    contest_free(results, kinds.count);
    // One of primitives and one of triangles have nothing in common.
    Mesh *ball = shape_ico_sphere(2, 1);
    assert_true(lab_subject_add(&subject, "mesh", ball, &same));
    assert_false(lab_subject_prepare(&subject, &err));
    mesh_release(ball);
    primitive_set_free(&set);
    lab_subject_free(&subject);
}

static void plots_leave_out_what_is_no_number(void **state)
{
    (void)state;
    const double x[] = {1, 2, 3, 4}, y[] = {1, NAN, -5, 100};
    const PlotSeries series[] = {{.name = "<i>", .x = x, .y = y, .count = 4},
                                 {.style = PLOT_POINTS, .x = x, .y = y, .count = 4},
                                 {.style = PLOT_AREA, .x = x, .y = y, .count = 4},
                                 {.style = PLOT_UPRIGHT, .x = x, .y = y, .count = 1},
                                 {.x = x, .y = y, .count = 0}};
    for (int logs = 0; logs < 2; ++logs) {
        TextBuffer out = {0};
        plot_svg(&(Plot){.title = "a & b",
                         .x_title = "x",
                         .y_title = "y",
                         .y_log = logs == 1,
                         .series = series,
                         .count = logs == 1 ? 2 : 5},
                 &out);
        char *text = text_take(&out);
        assert_int_equal(occurrences(text, "<circle"), logs == 1 ? 2 : 3);
        assert_null(strstr(text, "nan"));
        assert_null(strstr(text, "inf"));
        assert_null(strstr(text, "<i>"));
        assert_non_null(strstr(text, "a &amp; b"));
        free(text);
    }
    TextBuffer empty = {0};
    plot_svg(&(Plot){.title = "", .x_title = "", .y_title = ""}, &empty);
    char *text = text_take(&empty);
    assert_null(strstr(text, "nan"));
    free(text);
}

static void progress_says_how_long_it_takes(void **state)
{
    (void)state;
    char text[64];
    bench_progress_text("pairs", 0.25, 10, text, sizeof text);
    assert_string_equal(text, "pairs: 25 %, 30 s left");
    bench_progress_text("", 0.1, 60, text, sizeof text);
    assert_string_equal(text, "10 %, 9 min left");
}

static void filters_keep_heads_and_rows_that_match(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    FILE *out = bench_filter_open(to, "OBB first");
    assert_non_null(out);
    fputs("# machine: some\n# pairs\nscene,mode,volume\na,first,AABB\na,first,OB", out);
    fputs("B\n# a note among rows\na,all,OBB\nb,first,obb blocks", out);
    fclose(out);
    fclose(to);
    assert_string_equal(text, "# machine: some\n# pairs\nscene,mode,volume\na,first,OBB\n"
                              "# a note among rows\nb,first,obb blocks\n");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_are_those_that_come_near),
        cmocka_unit_test(written_meshes_read_back_as_they_are),
        cmocka_unit_test(tables_hold_every_kind_and_no_foreign_markup),
        cmocka_unit_test(primitives_are_compared_as_they_read_back),
        cmocka_unit_test(plots_leave_out_what_is_no_number),
        cmocka_unit_test(progress_says_how_long_it_takes),
        cmocka_unit_test(filters_keep_heads_and_rows_that_match),
    };
    return cmocka_run_group_tests_name("lab", tests, NULL, NULL);
}
