// Reports for other programs against the rules of their formats: JSON against its schema, JUnit and BCF
// against XML schemas, the archive by a reader of ZIP files, SARIF by what its standard requires.
#include "app/io/zip_write.h"
#include "app/tests/json_schema.h"
#include "app/tests/report_fixture.h"

#include <libxml/parser.h>
#include <libxml/xmlschemas.h>
#include <stdlib.h>

static char *read_text(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        fail_msg("no %s", path);
    char *text = calloc(1, 1 << 20);
    assert_true(fread(text, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return text;
}

static char *make(const Fixture *f, enum ReportFormat format, const ClashBook *book, size_t *size)
{
    ReportOrder order = {.book = book, .date = 86400};
    char *text = report_of(&f->check, format, &order, size, NULL);
    assert_non_null(text);
    return text;
}

// Notes about the first clash that say what is made to break reports.
static ClashBook *hostile_book(const Fixture *f)
{
    ClashBook *book = clash_book_create();
    for (size_t i = 0; i < 3; ++i) {
        ClashNote note;
        const FitRow *row = &f->check.fit.rows[i];
        assert_true(clash_note_begin(&note, &f->assembly, row, &row->clashes.items[0]));
        note.status = i == 1 ? CLASH_APPROVED : CLASH_REVIEWED;
        free(note.comment);
        note.comment = strdup("]]></Comment>\"\\ & \xEF\xBF\xBF");
        free(note.assignee);
        note.assignee = strdup("<Anna>");
        assert_true(clash_book_put(book, &note, NULL));
        clash_note_free(&note);
    }
    return book;
}

static void json_follows_its_schema(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    ClashBook *book = hostile_book(&f);
    char *words = read_text("app/report/fit-report-2.schema.json");
    cJSON *schema = cJSON_Parse(words);
    assert_non_null(schema);
    for (int with = 0; with < 2; ++with) {
        f.check.volumes = with;
        char *text = make(&f, REPORT_json, with ? book : NULL, NULL);
        assert_true((strstr(text, "\"common_volume_error\"") != NULL) == (with == 1));
        cJSON *json = cJSON_Parse(text);
        SchemaCheck check = {.root = schema};
        schema_check(&check, schema, json);
        if (check.why[0])
            fail_msg("%s", check.why);
        const cJSON *pair = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "pairs"), 0);
        cJSON *clash = cJSON_GetArrayItem(cJSON_GetObjectItem(pair, "clashes"), 0);
        assert_string_equal(cJSON_GetObjectItem(clash, "status")->valuestring,
                            with ? "reviewed" : "new");
        // It is able to refuse.
        static const char *const wrong[] = {"\"maybe\"", "null", "3"};
        for (size_t i = 0; i < 3; ++i) {
            cJSON_ReplaceItemInObject(clash, "status", cJSON_Parse(wrong[i]));
            check.why[0] = '\0';
            schema_check(&check, schema, json);
            assert_true(check.why[0]);
        }
        cJSON_DeleteItemFromObject(clash, "status");
        check.why[0] = '\0';
        schema_check(&check, schema, json);
        assert_non_null(strstr(check.why, "required"));
        cJSON_AddStringToObject(clash, "status", "new");
        cJSON_AddStringToObject(clash, "more", "new");
        check.why[0] = '\0';
        schema_check(&check, schema, json);
        assert_non_null(strstr(check.why, "additionalProperties"));
        cJSON_Delete(json);
        free(text);
    }
    cJSON_Delete(schema);
    free(words);
    clash_book_release(book);
    tear_down(&f);
}

static int elements(const xmlNode *from, const char *name)
{
    int count = 0;
    for (const xmlNode *at = from; at; at = at->next) {
        count += at->type == XML_ELEMENT_NODE && strcmp((const char *)at->name, name) == 0;
        count += elements(at->children, name);
    }
    return count;
}

static xmlDoc *valid_xml(const char *text, size_t size, const char *xsd)
{
    xmlDoc *document = xmlReadMemory(text, (int)size, "report", NULL, XML_PARSE_NONET);
    if (!document)
        fail_msg("no XML: %.*s", (int)size, text);
    xmlSchemaParserCtxt *parser = xmlSchemaNewParserCtxt(xsd);
    xmlSchema *schema = xmlSchemaParse(parser);
    xmlSchemaValidCtxt *check = xmlSchemaNewValidCtxt(schema);
    assert_non_null(schema);
    if (xmlSchemaValidateDoc(check, document) != 0)
        fail_msg("%s refuses %.*s", xsd, (int)size, text);
    xmlSchemaFreeValidCtxt(check);
    xmlSchemaFree(schema);
    xmlSchemaFreeParserCtxt(parser);
    return document;
}

static void junit_counts_what_fails(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    size_t size;
    char *text = make(&f, REPORT_junit, NULL, &size);
    xmlDoc *document = valid_xml(text, size, "app/tests/data/xsd/junit.xsd");
    const xmlNode *root = xmlDocGetRootElement(document);
    assert_int_equal(elements(root, "testcase"), f.check.fit.count);
    assert_int_equal(elements(root, "failure"), f.check.fit.violations);
    assert_non_null(strstr(text, "timestamp=\"1970-01-02T00:00:00\""));
    xmlFreeDoc(document);
    free(text);
    tear_down(&f);

    FitReport nothing = {0};
    Assembly empty = {.title = (char *)"empty"};
    ReportInput in = report_input(&empty, &nothing, 0);
    text = report_make(REPORT_junit, &in, &size);
    xmlFreeDoc(valid_xml(text, size, "app/tests/data/xsd/junit.xsd"));
    free(text);
}

// --- an archive

typedef struct Entry {
    char name[200];
    const unsigned char *bytes;
    size_t size;
} Entry;

static uint32_t number(const unsigned char *at, int bytes)
{
    uint32_t value = 0;
    for (int i = bytes; i-- > 0;)
        value = value << 8 | at[i];
    return value;
}

// By a table, unlike the writer.
static uint32_t crc_of(const unsigned char *bytes, size_t size)
{
    uint32_t table[256], crc = UINT32_MAX;
    for (uint32_t i = 0; i < 256; ++i) {
        table[i] = i;
        for (int k = 0; k < 8; ++k)
            table[i] = table[i] & 1 ? table[i] >> 1 ^ UINT32_C(0xEDB88320) : table[i] >> 1;
    }
    for (size_t i = 0; i < size; ++i)
        crc = table[(crc ^ bytes[i]) & 255] ^ crc >> 8;
    return ~crc;
}

// From the end, as readers do it; every field is looked at.
static size_t unzip(const unsigned char *zip, size_t size, Entry *out, size_t most)
{
    assert_true(size >= 22 && number(zip + size - 22, 4) == 0x06054B50);
    const unsigned char *end = zip + size - 22;
    size_t count = number(end + 10, 2), at = number(end + 16, 4);
    assert_true(count <= most && number(end + 8, 2) == count);
    assert_int_equal(at + number(end + 12, 4) + 22, size);
    for (size_t i = 0; i < count; ++i) {
        const unsigned char *entry = zip + at;
        assert_true(number(entry, 4) == 0x02014B50);
        size_t name = number(entry + 28, 2), offset = number(entry + 42, 4);
        const unsigned char *local = zip + offset;
        assert_true(number(local, 4) == 0x04034B50 && name < sizeof out->name);
        assert_memory_equal(local + 4, entry + 6, 26); // they agree
        assert_memory_equal(local + 30, entry + 46, name);
        memcpy(out[i].name, entry + 46, name);
        out[i].name[name] = '\0';
        out[i].size = number(entry + 24, 4);
        out[i].bytes = local + 30 + name;
        assert_int_equal(number(entry + 10, 2), 0); // stored
        assert_int_equal(crc_of(out[i].bytes, out[i].size), number(entry + 16, 4));
        for (size_t k = 0; k < i; ++k)
            assert_string_not_equal(out[i].name, out[k].name);
        at += 46 + name;
    }
    return count;
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

static void bcf_holds_a_topic_per_clash(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    ClashBook *book = hostile_book(&f);
    PngImage *pictures = calloc(f.check.fit.count, sizeof *pictures);
    unsigned char png[] = {0x89, 'P', 'N', 'G', 0, 1, 2};
    pictures[0] = (PngImage){png, sizeof png, 4, 3, {.distance = 5, .fov_y = 0.6}};
    ReportInput in = report_input(&f.assembly, &f.check.fit, 0.01);
    ClashNotes notes;
    assert_true(clash_notes_find(&notes, book, &f.check.fit, &f.assembly));
    in.pictures = pictures;
    in.notes = &notes;
    in.date = 1700000000;
    size_t size, again_size, topics = 0, pages = 0, images = 0, comments = 0;
    char *zip = report_make(REPORT_bcf, &in, &size);
    char *again = report_make(REPORT_bcf, &in, &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(zip, again, size);
    static Entry entries[200];
    size_t count = unzip((const unsigned char *)zip, size, entries, 200);
    assert_string_equal(entries[0].name, "bcf.version");
    assert_non_null(strstr((const char *)entries[0].bytes, "VersionId=\"2.1\""));
    for (size_t i = 1; i < count; ++i) {
        const char *text = (const char *)entries[i].bytes;
        if (ends_with(entries[i].name, "/markup.bcf")) {
            xmlDoc *document = valid_xml(text, entries[i].size, "app/tests/data/xsd/markup.xsd");
            comments += (size_t)elements(xmlDocGetRootElement(document), "Author");
            xmlFreeDoc(document);
            ++topics;
        } else if (ends_with(entries[i].name, "/viewpoint.bcfv")) {
            xmlFreeDoc(valid_xml(text, entries[i].size, "app/tests/data/xsd/visinfo.xsd"));
            ++pages;
        } else {
            assert_true(ends_with(entries[i].name, "/snapshot.png"));
            assert_memory_equal(entries[i].bytes, png, sizeof png);
            ++images;
        }
    }
    size_t wanted = 0;
    for (size_t i = 0; i < f.check.fit.count; ++i)
        wanted += report_row_matters(&in, i) ? f.check.fit.rows[i].clashes.count : 0;
    assert_int_equal(topics, wanted);
    assert_int_equal(pages, wanted);
    assert_int_equal(images, 1);
    assert_int_equal(comments, 3);
    free(zip);
    free(again);
    free(pictures);
    clash_notes_free(&notes);
    clash_book_release(book);
    tear_down(&f);
    printf("RAN: %zu topics\n", topics);
}

static void archives_hold_any_bytes(void **state)
{
    (void)state;
    TextBuffer out = {0};
    ZipWriter zip = zip_begin(&out);
    unsigned char bytes[1000];
    for (size_t i = 0; i < sizeof bytes; ++i)
        bytes[i] = (unsigned char)(i * i >> 3);
    zip_add(&zip, "empty", "", 0);
    zip_add(&zip, "folder/\xC3\xA4", bytes, sizeof bytes);
    zip_end(&zip);
    size_t size = out.length;
    char *text = text_take(&out);
    Entry entries[2];
    assert_int_equal(unzip((unsigned char *)text, size, entries, 2), 2);
    assert_int_equal(entries[0].size, 0);
    assert_memory_equal(entries[1].bytes, bytes, sizeof bytes);
    assert_int_equal(crc_of((const unsigned char *)"123456789", 9), 0xCBF43926); // the known one
    free(text);
}

// --- several poses in one file

static char *make_series(Fixture *f, enum ReportFormat format, size_t count, size_t *size)
{
    static const char *const names[] = {"</title>\"1\"", "=2", "three"};
    ReportSeries series = {.count = count};
    ReportOrder order = {.date = 86400};
    for (size_t i = 0; i < count; ++i) {
        series.pose = names[i];
        assert_true(report_series_add(&series, &f->check, format, &order, NULL));
    }
    assert_int_equal(series.violating, count);
    *size = series.out.length;
    char *text = text_take(&series.out);
    assert_non_null(text);
    report_series_free(&series);
    return text;
}

static void follows(const char *schema_path, const cJSON *json)
{
    char *words = read_text(schema_path);
    cJSON *schema = cJSON_Parse(words);
    SchemaCheck check = {.root = schema};
    schema_check(&check, schema, json);
    if (check.why[0])
        fail_msg("%s", check.why);
    cJSON_Delete(schema);
    free(words);
}

static void poses_are_told_in_every_format(void **state)
{
    (void)state;
    Fixture f;
    size_t size;
    set_up(&f);
    char *text = make_series(&f, REPORT_json, 3, &size), *one = make(&f, REPORT_json, NULL, NULL);
    cJSON *json = cJSON_Parse(text), *alone = cJSON_Parse(one);
    follows("app/report/poses-report-1.schema.json", json);
    const cJSON *poses = cJSON_GetObjectItem(json, "poses");
    assert_int_equal(cJSON_GetArraySize(poses), 3);
    for (const cJSON *at = poses->child; at; at = at->next) {
        follows("app/report/fit-report-2.schema.json", cJSON_GetObjectItem(at, "report"));
        assert_true(cJSON_Compare(cJSON_GetObjectItem(at, "report"), alone, true));
    }
    cJSON_Delete(json);
    cJSON_Delete(alone);
    free(one);
    free(text);

    text = make_series(&f, REPORT_junit, 3, &size);
    xmlDoc *document = valid_xml(text, size, "app/tests/data/xsd/junit.xsd");
    const xmlNode *root = xmlDocGetRootElement(document);
    assert_int_equal(elements(root, "testsuite"), 3);
    assert_int_equal(elements(root, "failure"), 3 * f.check.fit.violations);
    char counts[80];
    snprintf(counts, sizeof counts, "name=\"snug check\" tests=\"%zu\" failures=\"%zu\"",
             3 * f.check.fit.count, 3 * f.check.fit.violations);
    assert_non_null(strstr(text, counts));
    xmlFreeDoc(document);
    free(text);

    // The same clash in another pose is another topic; unzip refuses names that come twice.
    static Entry entries[400];
    text = make_series(&f, REPORT_bcf, 2, &size);
    size_t two = unzip((const unsigned char *)text, size, entries, 400);
    for (size_t i = 0; i < two; ++i)
        if (ends_with(entries[i].name, "/markup.bcf"))
            xmlFreeDoc(valid_xml((const char *)entries[i].bytes, entries[i].size,
                                 "app/tests/data/xsd/markup.xsd"));
    free(text);
    text = make_series(&f, REPORT_bcf, 1, &size);
    assert_int_equal(two - 1, 2 * (unzip((const unsigned char *)text, size, entries, 400) - 1));
    free(text);

    text = make_series(&f, REPORT_sarif, 3, &size);
    json = cJSON_Parse(text);
    assert_int_equal(cJSON_GetArraySize(cJSON_GetObjectItem(json, "runs")), 3);
    cJSON_Delete(json);
    free(text);
    text = make_series(&f, REPORT_html, 3, &size);
    assert_null(strstr(strstr(text, "<body>"), "</title>"));
    const char *first = strstr(text, "href=\"#pose1\""), *last = strstr(text, "id=\"pose3\"");
    assert_true(first && last && first < strstr(text, "id=\"pose1\"") && strstr(last, "</html>"));
    free(text);
    text = make_series(&f, REPORT_csv, 2, &size);
    assert_non_null(strstr(text, "\r\n\"'=2\","));
    free(text);
    tear_down(&f);
}

// --- SARIF

static const char *word(const cJSON *of, const char *name)
{
    const cJSON *value = cJSON_GetObjectItem(of, name);
    assert_true(cJSON_IsString(value));
    return value->valuestring;
}

static bool is_uri(const char *text)
{
    for (; *text; ++text)
        if ((unsigned char)*text <= 0x20 || (unsigned char)*text > 0x7E ||
            strchr("<>\"{}|\\^`", *text))
            return false;
    return true;
}

static void sarif_has_what_its_standard_requires(void **state)
{
    (void)state;
    Fixture f;
    set_up(&f);
    ClashBook *book = hostile_book(&f);
    char *text = make(&f, REPORT_sarif, book, NULL);
    cJSON *json = cJSON_Parse(text);
    assert_non_null(json);
    assert_string_equal(word(json, "version"), "2.1.0");
    const cJSON *run = cJSON_GetArrayItem(cJSON_GetObjectItem(json, "runs"), 0);
    const cJSON *driver = cJSON_GetObjectItem(cJSON_GetObjectItem(run, "tool"), "driver");
    assert_string_equal(word(driver, "name"), "Snug");
    const cJSON *rules = cJSON_GetObjectItem(driver, "rules");
    for (const cJSON *a = rules->child; a; a = a->next)
        for (const cJSON *b = rules->child; b != a; b = b->next)
            assert_string_not_equal(word(a, "id"), word(b, "id"));
    size_t results = 0, suppressed = 0;
    for (const cJSON *at = cJSON_GetObjectItem(run, "results")->child; at; at = at->next) {
        bool known = false;
        for (const cJSON *rule = rules->child; rule; rule = rule->next)
            known |= strcmp(word(rule, "id"), word(at, "ruleId")) == 0;
        assert_true(known);
        assert_true(strcmp(word(at, "level"), "error") == 0 ||
                    strcmp(word(at, "level"), "warning") == 0);
        assert_true(strlen(word(cJSON_GetObjectItem(at, "message"), "text")) > 0);
        const cJSON *place = cJSON_GetArrayItem(cJSON_GetObjectItem(at, "locations"), 0);
        const cJSON *file =
            cJSON_GetObjectItem(cJSON_GetObjectItem(place, "physicalLocation"), "artifactLocation");
        assert_true(is_uri(word(file, "uri")));
        assert_int_equal(strlen(word(cJSON_GetObjectItem(at, "partialFingerprints"), "clash/v1")),
                         16);
        suppressed += cJSON_GetObjectItem(at, "suppressions") != NULL;
        ++results;
    }
    assert_int_equal(results, f.check.fit.violations + f.check.fit.undecided);
    assert_int_equal(suppressed, 1);
    cJSON_Delete(json);
    free(text);
    clash_book_release(book);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(json_follows_its_schema),
                                       cmocka_unit_test(junit_counts_what_fails),
                                       cmocka_unit_test(bcf_holds_a_topic_per_clash),
                                       cmocka_unit_test(archives_hold_any_bytes),
                                       cmocka_unit_test(sarif_has_what_its_standard_requires),
                                       cmocka_unit_test(poses_are_told_in_every_format)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    xmlCleanupParser();
    return failed;
}
