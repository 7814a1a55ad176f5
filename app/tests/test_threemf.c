// 3MF: what is in the archive arrives as parts, damage and tricks are refused with a reason. Archives
// are made here, unpacked, so that every one of their bytes can be said.
#include "app/tests/import_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <zlib.h>

#include <cmocka.h>

#define DATA "app/tests/data/mesh/"
#define CORE "xmlns=\"x/3dmanufacturing/core/2015/02\""

static ImportResult read_path(const char *path)
{
    ImportResult result;
    Error err = {""};
    if (!import_file(path, NULL, &result, NULL, &err))
        fail_msg("%s", err.text);
    for (int32_t i = 0; i < result.part_count; ++i)
        if (!mesh_validate(result.parts[i].mesh, &err))
            fail_msg("%s", err.text);
    return result;
}

static void assert_box(const ImportedPart *part, Vec3d lo, Vec3d hi)
{
    Box3d box = box3d_empty();
    for (int32_t i = 0; i < part->mesh->vertex_count; ++i)
        box = box3d_including(box, affine_apply(&part->placement, part->mesh->vertices[i]));
    if (vec3d_distance(box.lo, lo) > 1e-12 || vec3d_distance(box.hi, hi) > 1e-12)
        fail_msg("%s: from %g %g %g to %g %g %g", part->name, box.lo.x, box.lo.y, box.lo.z,
                 box.hi.x, box.hi.y, box.hi.z);
}

// Six times the volume: positive, if the mesh is not inside out.
static double volume_of(const Mesh *mesh)
{
    double sum = 0;
    for (int32_t i = 0; i < mesh->triangle_count; ++i) {
        Triangle t = mesh_triangle(mesh, i);
        sum += vec3d_dot(t.p[0], vec3d_cross(t.p[1], t.p[2]));
    }
    return sum;
}

static void machines_arrive(void **state)
{
    (void)state;
    ImportResult result = read_path(DATA "machine.3mf");
    const ImportedPart *parts = result.parts;
    assert_int_equal(result.part_count, 4);
    assert_int_equal(result.options.unit, UNIT_INCH);
    assert_string_equal(parts[0].name, "Block & more");
    assert_string_equal(parts[3].name, "Block & more (4)");
    assert_string_equal(parts[0].group, "Arms");
    assert_null(parts[3].group);
    assert_ptr_equal(parts[0].mesh, parts[1].mesh);
    assert_box(&parts[0], vec3d(0, 0, 0), vec3d(2, 2, 2));
    assert_box(&parts[1], vec3d(8, 0, 0), vec3d(10, 2, 2));  // a quarter turn, then away
    assert_box(&parts[2], vec3d(18, 0, 0), vec3d(20, 2, 2)); // mirrored
    assert_box(&parts[3], vec3d(0, 0, 30), vec3d(4, 4, 34)); // twice as large
    for (int i = 0; i < 4; ++i)
        assert_true(volume_of(parts[i].mesh) > 0);
    // Of the triangle's own group, of another kind of group, of the object's group, of the object.
    static const int32_t colours[] = {0x0000FF, 0x00FF00, 0x0000FF, 0xFF0000};
    for (int i = 0; i < 4; ++i)
        assert_int_equal(parts[0].mesh->colour_of[i], colours[i]);
    assert_int_equal(result.notice_count, 1);
    assert_string_equal(result.notices[0], "1 supports for printing were left out");
    import_result_free(&result);

    result = read_path(DATA "split.3mf"); // in two models
    assert_int_equal(result.part_count, 1);
    assert_string_equal(result.parts[0].name, "Far");
    assert_box(&result.parts[0], vec3d(5, 5, 5), vec3d(7, 7, 7));
    import_result_free(&result);
}

// --- archives

typedef struct Archive {
    unsigned char bytes[1 << 16];
    size_t size, list; // where the list of entries begins
    char names[8][64];
    uint32_t at[8], sizes[8], crcs[8];
    int count;
} Archive;

static void put(Archive *to, const void *from, size_t size)
{
    assert_true(to->size + size <= sizeof to->bytes);
    memcpy(to->bytes + to->size, from, size);
    to->size += size;
}

static void put_number(Archive *to, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; ++i)
        put(to, &(unsigned char){(unsigned char)(value >> 8 * i)}, 1);
}

static void put_file(Archive *to, const char *name, const char *text)
{
    int i = to->count++;
    snprintf(to->names[i], sizeof to->names[i], "%s", name);
    to->at[i] = (uint32_t)to->size;
    to->sizes[i] = (uint32_t)strlen(text);
    to->crcs[i] = (uint32_t)crc32(0, (const unsigned char *)text, to->sizes[i]);
    put_number(to, 0x04034b50, 4);
    put_number(to, 20, 4); // version, flags
    put_number(to, 0, 2);  // not packed
    put_number(to, 0, 4);
    put_number(to, to->crcs[i], 4);
    put_number(to, to->sizes[i], 4);
    put_number(to, to->sizes[i], 4);
    put_number(to, (uint32_t)strlen(name), 4);
    put(to, name, strlen(name));
    put(to, text, strlen(text));
}

static void put_list(Archive *to)
{
    to->list = to->size;
    for (int i = 0; i < to->count; ++i) {
        uint32_t length = (uint32_t)strlen(to->names[i]);
        put_number(to, 0x02014b50, 4);
        put_number(to, 20, 4);
        put_number(to, 0, 4); // flags, not packed
        put_number(to, 0, 4);
        put_number(to, to->crcs[i], 4);
        put_number(to, to->sizes[i], 4);
        put_number(to, to->sizes[i], 4);
        put_number(to, length, 4);
        put_number(to, 0, 4);
        put_number(to, 0, 4);
        put_number(to, 0, 2);
        put_number(to, to->at[i], 4);
        put(to, to->names[i], length);
    }
    uint32_t size = (uint32_t)(to->size - to->list);
    put_number(to, 0x06054b50, 4);
    put_number(to, 0, 4);
    put_number(to, (uint32_t)to->count << 16 | (uint32_t)to->count, 4);
    put_number(to, size, 4);
    put_number(to, (uint32_t)to->list, 4);
    put_number(to, 0, 2);
}

// An archive of one model.
static Archive *archive_of(const char *model)
{
    static Archive archive;
    archive.size = 0;
    archive.count = 0;
    put_file(&archive, "3D/3dmodel.model", model);
    put_list(&archive);
    return &archive;
}

static void assert_refused(const Archive *archive, const char *message)
{
    ImportResult result;
    Error err = {""};
    if (threemf_import_memory("bad", archive->bytes, archive->size, NULL, &result, NULL, &err))
        fail_msg("was read, should say: %s", message);
    assert_null(result.parts);
    if (!strstr(err.text, message) || strncmp(err.text, "bad: ", 5) != 0)
        fail_msg("'%s' instead of '%s'", err.text, message);
}

#define MODEL(rest) "<model " CORE ">" rest "</model>"
#define VERTICES                                                                                   \
    "<vertices><vertex x='0' y='0' z='0'/><vertex x='1' y='0' z='0'/>"                             \
    "<vertex x='0' y='1' z='0'/></vertices>"
#define MESH(triangle)                                                                             \
    "<resources><object id='1'><mesh>" VERTICES "<triangles>" triangle                             \
    "</triangles></mesh></object></resources>"
#define TRIANGLE "<triangle v1='0' v2='1' v3='2'/>"
#define BUILD "<build><item objectid='1'/></build>"

static void models_say_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *model, *message;
    } rows[] = {
        {"", "there are no triangles in it"},
        {"hello", "3D/3dmodel.model, line 1: Document is empty"},
        {"<html/>", "line 1: this is no model of 3MF"},
        {"<model " CORE ">\n<resources>", "line 2: "},
        {"<!DOCTYPE model [<!ENTITY a \"b\">]>" MODEL("&a;"),
         "a document type is not allowed in a model"},
        {MODEL("&a;"), "Entity 'a' not defined"},
        {MODEL(MESH("\n\n<triangle v1='0' v2='1' v3='3'/>") BUILD),
         "line 3: corners of a triangle are numbers of vertices, and there are 3 (from 0)"},
        {MODEL(MESH("<triangle v1='0' v2='-1' v3='2'/>") BUILD), "numbers of vertices"},
        {MODEL(MESH("<vertex x='nan' y='0' z='0'/>") BUILD), "a vertex has three coordinates"},
        {MODEL(MESH("<vertex x='1e99' y='0' z='0'/>") BUILD), "a vertex has three coordinates"},
        {MODEL("<vertex x='1' y='0' z='0'/>"), "a vertex has three coordinates"},
        {MODEL(MESH("") BUILD), "there are no triangles in it that are to be built"},
        {MODEL(MESH(TRIANGLE) "<build><item objectid='2'/></build>"), "there is no object 2 in"},
        {MODEL(MESH(TRIANGLE) "<build><item objectid='1' transform='1 0 0'/></build>"),
         "a transform has 12 numbers"},
        {MODEL("<resources><object id='1'/><object id='1'/></resources>" BUILD),
         "two objects have the id 1"},
        {MODEL("<resources><object id='1'><components><component objectid='1'/></components>"
               "</object></resources>" BUILD),
         "nested too deeply, or within themselves"},
        {MODEL("<resources><object id='1'><components><component objectid='1' "
               "path='/3D/none.model'/></components></object></resources>" BUILD),
         "there is no 3D model '3D/none.model' in the archive"},
        {"<model " CORE " unit='league'/>", "the unit is none of 3MF's"},
        {"<model " CORE " xmlns:b='x/beamlattice/2017/02' requiredextensions='b'/>",
         "needs an extension of 3MF that is not read here"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i)
        assert_refused(archive_of(rows[i].model), rows[i].message);
}

// A small file that says that it is a million parts.
static void components_do_not_explode(void **state)
{
    (void)state;
    static char model[1 << 15];
    size_t used = (size_t)snprintf(model, sizeof model,
                                   "<model " CORE "><resources><object id='1'><mesh>" VERTICES
                                   "<triangles>" TRIANGLE "</triangles></mesh></object>");
    for (int i = 2; i < 40; ++i)
        used += (size_t)snprintf(model + used, sizeof model - used,
                                 "<object id='%d'><components><component objectid='%d'/><component "
                                 "objectid='%d'/></components></object>",
                                 i, i - 1, i - 1);
    snprintf(model + used, sizeof model - used,
             "</resources><build><item objectid='39'/></build></model>");
    assert_refused(archive_of(model), "it has more than");
}

static void what_is_odd_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *model, *notice;
    } rows[] = {
        {MODEL(MESH(TRIANGLE) BUILD), NULL},
        {MODEL(MESH(TRIANGLE)), NULL}, // nothing is said to be built: all of it is
        {MODEL("<resources><object id='1'><mesh>" VERTICES "<triangles>" TRIANGLE
               "</triangles></mesh></object><object id='2'/></resources><build><item objectid='1'/>"
               "<item objectid='2'/></build>"),
         "1 objects without triangles were left out"},
        {MODEL(MESH(TRIANGLE "<triangle v1='0' v2='1' v3='1'/>") BUILD),
         "1 degenerate triangles are kept as segments or points"},
        {MODEL(MESH(TRIANGLE "<b:beam xmlns:b='x/beamlattice' v1='0' v2='1'/>") BUILD),
         "beams are not read, only triangles"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        ImportResult result;
        Error err = {""};
        const Archive *archive = archive_of(rows[i].model);
        if (!threemf_import_memory("a.3mf", archive->bytes, archive->size, NULL, &result, NULL,
                                   &err))
            fail_msg("row %zu: %s", i, err.text);
        assert_int_equal(result.part_count, 1);
        assert_int_equal(result.notice_count, rows[i].notice != NULL);
        if (rows[i].notice)
            assert_string_equal(result.notices[0], rows[i].notice);
        import_result_free(&result);
    }
}

static void archives_are_not_trusted(void **state)
{
    (void)state;
    static const char model[] = MODEL(MESH(TRIANGLE) BUILD);
    enum { METHOD = 10, CRC = 16, PACKED = 20, SIZE = 24, PLACE = 42 };
    static const struct {
        size_t at; // in the list of entries
        uint32_t value;
        const char *message;
    } rows[] = {{8, 1, "the archive is encrypted"},
                {METHOD, 9, "packed by method 9, which is not read here"},
                {METHOD, 8, "the archive is damaged or cut"},
                {CRC, 0, "the archive is damaged or cut"},
                {SIZE, 0xFFFFFFF0u, "it would unpack to 4095 MiB, more than may be"},
                {SIZE, 5, "the archive is damaged or cut"},
                {PACKED, 0xFFFFFFF0u, "the archive is damaged or cut"},
                {PLACE, 0xFFFFFFF0u, "the archive is damaged or cut"},
                {PLACE, 1, "the archive is damaged or cut"},
                {28, 0xFFFF, "the archive is damaged or cut"},
                {CRC + 30, 0x41414141, "there is no 3D model '3D/3dmodel.model' in the archive"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        Archive *archive = archive_of(model);
        archive->size = archive->list + rows[i].at;
        size_t bytes = rows[i].at < CRC || rows[i].at == 28 ? 2 : 4;
        put_number(archive, rows[i].value, (int)bytes);
        archive->size = archive->list + 46 + strlen("3D/3dmodel.model") + 22;
        assert_refused(archive, rows[i].message);
    }
    Archive *archive = archive_of(model);
    size_t whole = archive->size;
    for (archive->size = 1; archive->size < whole; ++archive->size) // cut anywhere
        assert_refused(archive, archive->size < 4 ? "this is no 3MF file" : "damaged or cut");
    Archive outside = {.count = 0};
    put_file(&outside, "../../3D/3dmodel.model", model); // a name leads nowhere
    put_list(&outside);
    assert_refused(&outside, "there is no 3D model");
}

// Every byte of a packed file changed.
static void every_damage_ends_well(void **state)
{
    (void)state;
    unsigned char bytes[4096];
    FILE *file = fopen(DATA "split.3mf", "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_true(size < sizeof bytes);
    int read = 0, refused = 0;
    for (size_t at = 0; at < size; ++at)
        for (unsigned change = 1; change < 256; change += 127) {
            ImportResult result;
            Error err = {""};
            bytes[at] ^= (unsigned char)change;
            bool good = threemf_import_memory("a", bytes, size, NULL, &result, NULL, &err);
            bytes[at] ^= (unsigned char)change;
            assert_true(good ? result.part_count == 1 : err.text[0] != 0);
            good ? ++read : ++refused;
            import_result_free(&result);
        }
    assert_true(read > 100 && refused > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(machines_arrive),           cmocka_unit_test(models_say_what_is_wrong),
        cmocka_unit_test(components_do_not_explode), cmocka_unit_test(what_is_odd_is_told),
        cmocka_unit_test(archives_are_not_trusted),  cmocka_unit_test(every_damage_ends_well),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
