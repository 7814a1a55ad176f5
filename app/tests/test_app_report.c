// Report files: JSON read by a JSON reader, CSV read back, HTML without a way out of its text, all
// with part names made to break them; pictures, where this machine can draw.
#include "app/draw/row_pictures.h"
#include "app/scenes/scene.h"
#include "app/tests/report_fixture.h"

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static char *written(const Fixture *f, enum ReportFormat format)
{
    ReportInput in = report_input(&f->assembly, &f->check.fit, 0.01);
    char *text = report_make(format, &in, NULL);
    assert_non_null(text);
    for (const char *c = text; *c; ++c) // nothing that a terminal or an editor would act on
        assert_true((unsigned char)*c >= 0x20 || *c == '\n' || *c == '\r');
    return text;
}

static void json_is_read_by_a_json_reader(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    char *text = written(&f, REPORT_json);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    assert_string_equal(cJSON_GetObjectItem(json, "title")->valuestring, f.assembly.title);
    assert_true(cJSON_IsFalse(cJSON_GetObjectItem(json, "fits")));
    assert_true(cJSON_GetObjectItem(json, "clearance")->valuedouble == 1);
    const cJSON *pairs = cJSON_GetObjectItem(json, "pairs");
    assert_int_equal(cJSON_GetArraySize(pairs), f.check.fit.count);
    int counts = 0;
    for (int i = 0; i < cJSON_GetArraySize(pairs); ++i) {
        const cJSON *pair = cJSON_GetArrayItem(pairs, i),
                    *names = cJSON_GetObjectItem(pair, "parts");
        const FitRow *row = &f.check.fit.rows[i];
        char id[32];
        snprintf(id, sizeof id, "%016llx", (unsigned long long)row->id);
        assert_string_equal(cJSON_GetObjectItem(pair, "id")->valuestring, id);
        assert_string_equal(cJSON_GetArrayItem(names, 0)->valuestring,
                            f.assembly.parts[row->a].name);
        assert_string_equal(cJSON_GetArrayItem(names, 1)->valuestring,
                            f.assembly.parts[row->b].name);
        assert_string_equal(cJSON_GetObjectItem(pair, "text")->valuestring, row->text);
        counts += cJSON_IsTrue(cJSON_GetObjectItem(pair, "counts"));
        if (row->state == PAIR_INTERFERENCE)
            assert_true(cJSON_GetObjectItem(pair, "depth")->valuedouble == row->depth);
        if (row->state == PAIR_CLEAR)
            assert_true(cJSON_GetObjectItem(pair, "distance")->valuedouble == row->distance);
    }
    assert_int_equal(counts, f.check.fit.violations);
    cJSON_Delete(json);
    free(text);
    tear_down(&f);
}

// One field of RFC 4180 into out; returns what follows its separator, NULL at the end of the text.
static const char *next_field(const char *at, char *out, size_t size, bool *last)
{
    size_t n = 0;
    bool quoted = *at == '"';
    at += quoted;
    for (; *at; ++at) {
        if (quoted && *at == '"') {
            if (at[1] != '"') {
                ++at;
                break;
            }
            ++at;
        } else if (!quoted && (*at == ',' || *at == '\r')) {
            break;
        }
        assert_true(n + 1 < size);
        out[n++] = *at;
    }
    out[n] = '\0';
    *last = *at == '\r';
    assert_true(*at == ',' || (at[0] == '\r' && at[1] == '\n'));
    return *last ? at + 2 : at + 1;
}

enum { CSV_COLUMNS = 23, CSV_TEXT = 20 };

static void csv_reads_back_and_starts_no_formula(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    char *text = written(&f, REPORT_csv), fields[CSV_COLUMNS][400];
    const char *at = text;
    int shielded = 0;
    for (size_t line = 0; *at; ++line) {
        bool last = false;
        int count = 0;
        for (; !last; ++count) {
            assert_true(count < CSV_COLUMNS);
            at = next_field(at, fields[count], sizeof fields[0], &last);
        }
        assert_int_equal(count, CSV_COLUMNS);
        if (line == 0)
            continue;
        const FitRow *row = &f.check.fit.rows[line - 1];
        const int32_t part[2] = {row->a, row->b};
        for (int i = 0; i < 2; ++i) {
            const char *field = fields[1 + i], *name = f.assembly.parts[part[i]].name;
            assert_null(strchr("=+-@%", field[0]));
            shielded += field[0] == '\'' && name[0] != '\'';
            assert_string_equal(field[0] == '\'' && name[0] != '\'' ? field + 1 : field, name);
        }
        assert_null(strchr("=+-@%", fields[CSV_TEXT][0]));
        assert_string_equal(fields[6], row->violation ? "yes" : "no");
        if (row->state == PAIR_INTERFERENCE)
            assert_true(fabs(strtod(fields[7], NULL) - row->depth) < 1e-8 &&
                        strtol(fields[13], NULL, 10) == row->curves.closed &&
                        strtol(fields[14], NULL, 10) == row->curves.open &&
                        fabs(strtod(fields[15], NULL) - row->curves.length) < 1e-6);
        assert_true(fabs(strtod(fields[22], NULL) - row->clearance) < 1e-8);
        assert_true(line <= f.check.fit.count);
    }
    assert_true(shielded >= 5);
    free(text);
    tear_down(&f);
}

// Walks the tags: all known, none of them from a name, no handlers, no addresses but data.
static void html_keeps_names_as_text(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    char *text = written(&f, REPORT_html);
    static const char *const allowed[] = {
        "!doctype", "html",    "head", "meta", "title", "style", "body", "main", "h1", "h2",
        "p",        "article", "div",  "span", "dl",    "dt",    "dd",   "code", "img"};
    int tags = 0, open = 0;
    for (const char *c = strchr(text, '<'); c; c = strchr(c, '<')) {
        const char *name = c + 1 + (c[1] == '/'), *end = strchr(c, '>');
        size_t length = strcspn(name, " >");
        bool known = false;
        for (size_t i = 0; i < sizeof allowed / sizeof *allowed; ++i)
            known = known || (strlen(allowed[i]) == length && !strncmp(allowed[i], name, length));
        if (!known || !end)
            fail_msg("tag <%.*s>", (int)length, name);
        bool alone = !strncmp(name, "meta", 4) || !strncmp(name, "img", 3) || name[0] == '!';
        open += alone ? 0 : c[1] == '/' ? -1 : 1;
        for (const char *a = c; a < end; ++a)
            if (!strncmp(a, " on", 3) || !strncmp(a, "http:", 5) || !strncmp(a, "javascript", 10))
                fail_msg("%.*s", (int)(end - c), c);
        ++tags;
        c = end;
    }
    assert_int_equal(open, 0);
    assert_null(strstr(text, "<script"));
    assert_non_null(strstr(text, "&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert_non_null(strstr(text, "&amp;lt;b&amp;gt;"));
    assert_non_null(strstr(text, "default-src 'none'"));
    assert_non_null(strstr(text, "penetrates"));
    assert_null(strstr(text, "<img"));
    free(text);
    printf("RAN: %d tags\n", tags);

    // Without a way to draw it says so and is a report all the same.
    ReportInput in = report_input(&f.assembly, &f.check.fit, 0);
    in.no_pictures = "no <GL>";
    text = report_make(REPORT_html, &in, NULL);
    assert_non_null(strstr(text, "No pictures: no &lt;GL&gt;"));
    free(text);
    tear_down(&f);
}

static void text_says_it_in_sentences(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    char *text = written(&f, REPORT_text);
    assert_non_null(strstr(text, "14 parts, 168 triangles, unit mm"));
    assert_non_null(strstr(text, "Contact tolerance: 0.01 mm. Safety distance: 1 mm; others by "
                                 "1 rule about pairs."));
    assert_non_null(strstr(text, " by 0.5 mm: below the safety distance of 0.75 mm\n"));
    assert_non_null(strstr(text, " by 0.5 mm: below the safety distance of 1 mm\n"));
    assert_non_null(strstr(text, "(intentional)\n"));
    assert_non_null(strstr(text, "(as in the baseline)\n"));
    assert_non_null(strstr(text, "Result: "));
    free(text);
    assert_int_equal(report_format_of("a/b.html"), REPORT_html);
    assert_int_equal(report_format_of("x.csv"), REPORT_csv);
    assert_int_equal(report_format_of("x.json/y"), REPORT_text);
    assert_int_equal(report_format_of("json"), REPORT_text);
    tear_down(&f);
}

// Each picture is a PNG of the size it says, and those of different states differ.
static void pictures_show_the_rows(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    Error err = {""};
    PngImage *pictures = row_pictures_draw(&f.check, NULL, &err);
    if (!pictures) {
        printf("RAN: no pictures: %s\n", err.text);
        tear_down(&f);
        skip();
    }
    for (size_t i = 0; i < f.check.fit.count; ++i) {
        static const unsigned char magic[] = {0x89, 'P', 'N', 'G'};
        assert_true(pictures[i].size > 1000 && memcmp(pictures[i].png, magic, 4) == 0);
        assert_int_equal(pictures[i].png[19] | pictures[i].png[18] << 8, pictures[i].width);
        for (size_t k = 0; k < i; ++k)
            assert_true(f.check.fit.rows[i].state == f.check.fit.rows[k].state ||
                        pictures[i].size != pictures[k].size ||
                        memcmp(pictures[i].png, pictures[k].png, pictures[i].size) != 0);
    }
    ReportInput in = report_input(&f.assembly, &f.check.fit, 0);
    in.pictures = pictures;
    char *text = report_make(REPORT_html, &in, NULL);
    int images = 0;
    for (const char *c = strstr(text, "<img"); c; c = strstr(c + 1, "<img"))
        ++images;
    assert_int_equal(images, f.check.fit.count);
    assert_non_null(strstr(text, "src=\"data:image/png;base64,iVBORw0KGgo"));
    free(text);
    png_images_free(pictures, f.check.fit.count);
    printf("RAN: %d pictures\n", images);

    Job job = {0};
    job_cancel(&job);
    assert_null(row_pictures_draw(&f.check, &job, &err));
    tear_down(&f);
}

// 32 pairs of flush parts: a page that says that all is well need not be large.
static void what_fits_has_a_small_page(void **state)
{
    (void)state;
    Error err = {""};
    SceneData scene;
    assert_true(scene_load(&scene_bolted_plate, &scene, &err));
    int32_t count = scene.assembly.part_count;
    PosedPart *parts = calloc((size_t)count, sizeof *parts);
    assert_non_null(parts);
    for (int32_t i = 0; i < count; ++i) {
        Bvh *tree = bvh_build(scene.assembly.parts[i].mesh, NULL, NULL, &err);
        assert_non_null(tree);
        parts[i] = (PosedPart){tree, scene.assembly.parts[i].rest, true, true};
    }
    FitCheck check = {.assembly = &scene.assembly, .parts = parts};
    assert_true(fit_check_run(&check, NULL, &err));
    assert_int_equal(check.fit.count, 32);
    assert_int_equal(check.fit.violations + check.fit.undecided, 0);
    PngImage *pictures = row_pictures_draw(&check, NULL, &err);
    if (pictures) {
        ReportInput in = report_input(&scene.assembly, &check.fit, 0);
        in.pictures = pictures;
        char *text = report_make(REPORT_html, &in, NULL);
        size_t size = strlen(text);
        printf("RAN: a page of %zu bytes\n", size);
        assert_in_range(size, 50000, 320000);
        assert_true(pictures[ROW_PICTURES_FINE - 1].png && !pictures[ROW_PICTURES_FINE].png);
        assert_int_equal(pictures[0].png[25], 2); // colours without transparency
        free(text);
    }
    png_images_free(pictures, check.fit.count);
    fit_check_free(&check);
    for (int32_t i = 0; i < count; ++i)
        bvh_release((Bvh *)parts[i].tree);
    free(parts);
    scene_data_free(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_is_read_by_a_json_reader),
        cmocka_unit_test(csv_reads_back_and_starts_no_formula),
        cmocka_unit_test(html_keeps_names_as_text),
        cmocka_unit_test(text_says_it_in_sentences),
        cmocka_unit_test(pictures_show_the_rows),
        cmocka_unit_test(what_fits_has_a_small_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
