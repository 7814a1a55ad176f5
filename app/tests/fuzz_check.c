// From bytes to a verdict and its report: a few small parts, whole or damaged, are written as an OBJ
// file, read, built and checked. The verdict on each pair of parts is the same whatever the order of
// parts, of triangles and of their corners in the file is, and whichever volume the hierarchies are
// made of; and all reports can be written. Build with -DSNUG_FUZZ=ON (clang), run with
// app/tests/corpus/check.
#include "app/report/report_file.h"
#include "app/tests/import_memory.h"
#include "core/mesh/shapes.h"
#include "core/tree/build/build.h"

#include <math.h>
#include <stdio.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_PARTS = 4, PART_BYTES = 9 };

static void require(bool condition)
{
    if (!condition)
        abort();
}

// --- parts

typedef struct FuzzPart {
    Mesh *mesh;
    int32_t dropped, doubled, turned; // triangles; -1: none
} FuzzPart;

static Mesh *shape_of(uint8_t kind, uint8_t size)
{
    double length = 1 + size % 8;
    switch (kind % 5) {
    case 0:
        return shape_box(vec3d(length, 1 + size / 8 % 4, 2));
    case 1:
        return shape_ico_sphere(length / 2, 0);
    case 2:
        return shape_cylinder(length / 2, 2, 5);
    case 3:
        return shape_cone(length / 2, 2, 4);
    default:
        return shape_box(vec3d(length, 0.125, length));
    }
}

// Contacts are searched in the frame of the part that comes first, and what is a hair of rounding
// apart there may touch in the frame of the other. With so few bits nothing is rounded on the way, so
// the order of parts makes no difference at all.
static Vec3d with_few_bits(Vec3d p)
{
    static const double STEPS = 0x1p20;
    return vec3d(nearbyint(p.x * STEPS) / STEPS, nearbyint(p.y * STEPS) / STEPS,
                 nearbyint(p.z * STEPS) / STEPS);
}

// Positions on a grid, so that faces lie in one plane and edges on edges more often than by chance.
static FuzzPart part_of(const uint8_t *bytes)
{
    FuzzPart part = {
        .mesh = shape_of(bytes[0], bytes[1]), .dropped = -1, .doubled = -1, .turned = -1};
    require(part.mesh != NULL);
    Affine to = affine_identity();
    if (bytes[5] % 4 == 1)
        to = affine_rotation(vec3d(0, 1, 0), 1.5707963267948966 * (bytes[5] / 4 % 4));
    else if (bytes[5] % 4 == 2)
        to = affine_rotation(vec3d(1, bytes[5] / 4 % 8, 2), 0.1 * bytes[5]);
    to.p = vec3d((int8_t)bytes[2] / 16.0, (int8_t)bytes[3] / 16.0, (int8_t)bytes[4] / 16.0);
    for (int32_t i = 0; i < part.mesh->vertex_count; ++i)
        part.mesh->vertices[i] = with_few_bits(affine_apply(&to, part.mesh->vertices[i]));
    int32_t count = part.mesh->triangle_count;
    if (bytes[6] % 4 == 1)
        part.dropped = bytes[6] / 4 % count;
    if (bytes[7] % 4 == 1)
        part.doubled = bytes[7] / 4 % count;
    if (bytes[8] % 4 == 1)
        part.turned = bytes[8] / 4 % count;
    return part;
}

// --- the file

static void write_triangle(TextBuffer *out, const FuzzPart *part, int32_t index, int32_t first,
                           int shift)
{
    const int32_t *t = part->mesh->triangles[index];
    int32_t corners[3] = {t[shift % 3], t[(shift + 1) % 3], t[(shift + 2) % 3]};
    bool turned = index == part->turned;
    text_add(out, "f %d %d %d\n", first + corners[0], first + corners[turned ? 2 : 1],
             first + corners[turned ? 1 : 2]);
}

// As they come, or everything the other way round.
static char *write_obj(const FuzzPart *parts, int count, bool other_way)
{
    TextBuffer out = {0};
    int32_t first = 1;
    for (int i = 0; i < count; ++i) {
        int which = other_way ? count - 1 - i : i;
        const FuzzPart *part = &parts[which];
        const Mesh *mesh = part->mesh;
        text_add(&out, "o Part %d\n", which);
        for (int32_t k = 0; k < mesh->vertex_count; ++k)
            text_add(&out, "v %.17g %.17g %.17g\n", mesh->vertices[k].x, mesh->vertices[k].y,
                     mesh->vertices[k].z);
        for (int32_t k = 0; k < mesh->triangle_count; ++k) {
            int32_t index = other_way ? mesh->triangle_count - 1 - k : k;
            int times = index == part->dropped ? 0 : index == part->doubled ? 2 : 1;
            while (times-- > 0)
                write_triangle(&out, part, index, first, other_way ? 1 + index % 2 : 0);
        }
        first += mesh->vertex_count;
    }
    return text_take(&out);
}

// --- the verdict

// By the numbers in the names of the parts; states and verdicts are literals.
typedef struct Verdicts {
    const char *of[MOST_PARTS][MOST_PARTS]; // NULL: no row
    size_t violations, undecided;
} Verdicts;

static int number_of(const Assembly *assembly, int32_t part)
{
    return assembly->parts[part].name[5] - '0';
}

static void write_reports(const FitCheck *check)
{
    for (int format = 0; format < REPORT_FORMAT_COUNT; ++format) {
        size_t size = 0;
        char *text = report_of(check, (enum ReportFormat)format, NULL, &size, NULL);
        require(text && size > 0);
        free(text);
    }
}

static Verdicts check_file(const char *text, const BvType *type)
{
    ImportResult file;
    Error err = {""};
    require(obj_import_memory("fuzz.obj", text, strlen(text), NULL, &file, NULL, &err));
    Assembly assembly = {0};
    PosedPart posed[MOST_PARTS];
    for (int32_t i = 0; i < file.part_count; ++i) {
        const ImportedPart *part = &file.parts[i];
        require(assembly_add(&assembly, part->name, mesh_retain(part->mesh), &part->placement, 0));
        Bvh *tree = bvh_build(part->mesh, &(BvhDesc){.type = type}, NULL, &err);
        require(tree != NULL);
        posed[i] = (PosedPart){tree, part->placement, true, true};
    }
    FitCheck check = {.assembly = &assembly, .parts = posed};
    require(fit_check_run(&check, NULL, &err));
    Verdicts verdicts = {.violations = check.fit.violations, .undecided = check.fit.undecided};
    for (size_t i = 0; i < check.fit.count; ++i) {
        const FitRow *row = &check.fit.rows[i];
        int a = number_of(&assembly, row->a), b = number_of(&assembly, row->b);
        require(row->text && row->text[0] && !verdicts.of[a][b]);
        verdicts.of[a][b] = verdicts.of[b][a] = fit_row_verdict(row);
    }
    write_reports(&check);
    fit_check_free(&check);
    for (int32_t i = 0; i < file.part_count; ++i)
        bvh_release((Bvh *)posed[i].tree);
    assembly_free(&assembly);
    import_result_free(&file);
    return verdicts;
}

static void require_same(const Verdicts *a, const Verdicts *b, const char *first,
                         const char *second)
{
    bool same = a->violations == b->violations && a->undecided == b->undecided;
    for (int i = 0; i < MOST_PARTS * MOST_PARTS; ++i) {
        const char *one = (&a->of[0][0])[i], *other = (&b->of[0][0])[i];
        same = same && (one == other || (one && other && strcmp(one, other) == 0));
        if (one != other && !(one && other && strcmp(one, other) == 0))
            fprintf(stderr, "parts %d and %d: %s, and %s\n", i / MOST_PARTS, i % MOST_PARTS,
                    one ? one : "nothing", other ? other : "nothing");
    }
    if (!same)
        fprintf(stderr, "--- one file:\n%s--- the other:\n%s", first, second);
    require(same);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int count = (int)(size > 2 ? (size - 2) / PART_BYTES : 0);
    FuzzPart parts[MOST_PARTS];
    if (count > MOST_PARTS)
        count = MOST_PARTS;
    if (count < 2)
        return 0;
    for (int i = 0; i < count; ++i)
        parts[i] = part_of(data + 2 + PART_BYTES * i);
    char *first = write_obj(parts, count, false), *second = write_obj(parts, count, true);
    require(first && second);
    Verdicts one = check_file(first, bv_types[data[0] % bv_type_count]);
    Verdicts other = check_file(second, bv_types[data[1] % bv_type_count]);
    require_same(&one, &other, first, second);
    for (int i = 0; i < count; ++i)
        mesh_release(parts[i].mesh);
    free(first);
    free(second);
    return 0;
}
