#include "third_party/occt/cad_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// CAD_KIND_COUNT: none of them.
static enum CadKind kind_named(const char *option)
{
    static const char *const names[CAD_KIND_COUNT] = {
        [CAD_STEP] = "--step", [CAD_IGES] = "--iges", [CAD_BREP] = "--brep",
        [CAD_DAE] = "--dae",   [CAD_3DS] = "--3ds",   [CAD_FBX] = "--fbx"};
    int kind = 0;
    while (kind < CAD_KIND_COUNT && strcmp(option, names[kind]) != 0)
        ++kind;
    return (enum CadKind)kind;
}

bool cad_options(int argc, char **argv, const char *program, const char *kinds, CadOptions *options)
{
    *options = (CadOptions){.unit = 1e-3, .most_triangles = 5000000};
    bool good = argc % 2 == 1;
    for (int i = 1; i + 1 < argc && good; i += 2) {
        const char *name = argv[i], *value = argv[i + 1];
        if (strcmp(name, "--deflection") == 0)
            options->deflection = strtod(value, NULL);
        else if (strcmp(name, "--unit") == 0)
            options->unit = strtod(value, NULL);
        else if (strcmp(name, "--triangles") == 0)
            options->most_triangles = strtoull(value, NULL, 10);
        else if (strcmp(name, "--memory") == 0)
            options->bytes = strtoull(value, NULL, 10);
        else if (strcmp(name, "--seconds") == 0)
            options->seconds = strtoull(value, NULL, 10);
        else if (kind_named(name) < CAD_KIND_COUNT && strstr(kinds, name)) {
            options->kind = kind_named(name);
            options->path = value;
        } else
            good = false;
    }
    good = good && options->path && options->deflection >= 0 && options->unit > 0;
    if (!good)
        fprintf(stderr,
                "usage: %s [--deflection METRES] [--unit METRES] [--triangles MOST]\n"
                "           [--memory BYTES] [--seconds CPU] %s FILE\n"
                "Started by snug to read files; writes what they hold to standard output.\n",
                program, kinds);
    return good;
}

double cad_unit_named(const char *name)
{
    static const struct {
        const char *name;
        double metres;
    } units[] = {{"millimetre", 1e-3}, {"millimeter", 1e-3}, {"mm", 1e-3},
                 {"centimetre", 1e-2}, {"centimeter", 1e-2}, {"cm", 1e-2},
                 {"metre", 1},         {"meter", 1},         {"m", 1},
                 {"micrometre", 1e-6}, {"micrometer", 1e-6}, {"um", 1e-6},
                 {"inch", 0.0254},     {"inches", 0.0254},   {"in", 0.0254},
                 {"foot", 0.3048},     {"feet", 0.3048},     {"ft", 0.3048}};
    for (size_t i = 0; i < sizeof units / sizeof *units; ++i)
        if (strcasecmp(name, units[i].name) == 0)
            return units[i].metres;
    return 0;
}

double cad_unit_of_step(const char *const *names, size_t count)
{
    double metres = 0;
    for (size_t i = 0; i < count; ++i) {
        double one = cad_unit_named(names[i]);
        if (one == 0 || (metres != 0 && one != metres)) {
            char text[300];
            snprintf(text, sizeof text, "lengths in '%.200s' were converted to mm", names[i]);
            cad_text(CAD_NOTICE, one == 0 ? text
                                          : "it has lengths in several units, which were converted "
                                            "to mm");
            return 1e-3;
        }
        metres = one;
    }
    return metres == 0 ? 1e-3 : metres;
}

int cad_colour(const double rgb[3])
{
    int packed = 0;
    for (int i = 0; i < 3; ++i) {
        double part = rgb[i] < 0 ? 0 : rgb[i] > 1 ? 1 : rgb[i];
        packed = packed << 8 | (int)(255 * part + 0.5);
    }
    return packed;
}

void cad_progress_of(enum CadStep step, size_t done, size_t all)
{
    cad_progress(step, (double)done / (double)all);
}

double cad_unit_of_iges(int flag)
{
    switch (flag) {
    case 1:
        return 0.0254;
    case 4:
        return 0.3048;
    case 6:
        return 1;
    case 9:
        return 1e-6;
    case 10:
        return 1e-2;
    default:
        return 1e-3;
    }
}

bool cad_is_made_up(const char *name)
{
    return strncmp(name, "NAUO", 4) == 0 || strncmp(name, "=>", 2) == 0 ||
           name[strspn(name, "0123456789")] == '\0';
}

bool cad_names_type(const char *name)
{
    static const char *const types[] = {"COMPOUND", "COMPSOLID", "SOLID", "SHELL", "FACE"};
    for (size_t i = 0; i < sizeof types / sizeof *types; ++i)
        if (strcmp(name, types[i]) == 0)
            return true;
    return false;
}

static double asked; // the deflection

void cad_head(double metres, double deflection, double angle, size_t meshes, size_t nodes)
{
    asked = deflection;
    cad_open(CAD_HEAD);
    cad_f64(metres);
    cad_f64(deflection);
    cad_f64(angle);
    cad_u32((uint32_t)meshes);
    cad_u32((uint32_t)nodes);
    cad_send();
}

void cad_node(uint32_t parent, uint32_t mesh, const double placement[12], const char *name)
{
    cad_open(CAD_NODE);
    cad_u32(parent);
    cad_u32(mesh);
    cad_bytes(placement, 12 * sizeof *placement);
    cad_bytes(name, cad_length(name));
    cad_send();
}

void cad_note_coarser(uint64_t most_triangles, double now, double wanted)
{
    char text[200];
    snprintf(text, sizeof text,
             "it would have more than %llu triangles, so it was made coarser: facets may lie %.3g "
             "mm off the surfaces instead of %.3g mm",
             (unsigned long long)most_triangles, now, wanted);
    cad_text(CAD_NOTICE, text);
}

typedef struct Triangle {
    uint32_t corners[3], polygon;
    int32_t colour;
} Triangle;

enum { NUMBERS_TOLD = 5 };
static CadFacets facets;
static double (*vertices)[3];
static Triangle *triangles;
static size_t vertex_capacity, triangle_capacity;
static uint32_t failed[NUMBERS_TOLD];

// Room for one more.
static void *grown(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    if (count >= CAD_NONE)
        cad_refuse("a part has too many triangles");
    *capacity = 2 * count + 1024;
    items = realloc(items, *capacity * size);
    if (!items)
        cad_refuse("not enough memory");
    return items;
}

const CadFacets *cad_facets(void)
{
    return &facets;
}

void cad_facets_begin(void)
{
    facets = (CadFacets){0};
}

void cad_facets_vertex(const double p[3])
{
    vertices = grown(vertices, facets.vertex_count, &vertex_capacity, sizeof *vertices);
    memcpy(vertices[facets.vertex_count++], p, sizeof *vertices);
}

void cad_facets_triangle(uint32_t a, uint32_t b, uint32_t c, int32_t colour)
{
    triangles = grown(triangles, facets.triangle_count, &triangle_capacity, sizeof *triangles);
    triangles[facets.triangle_count++] = (Triangle){{a, b, c}, facets.polygon_count, colour};
}

void cad_facets_end_polygon(void)
{
    ++facets.polygon_count;
}

void cad_facets_face(double deflection)
{
    ++facets.face_count;
    if (deflection > facets.deflection)
        facets.deflection = deflection;
}

void cad_facets_failed(void)
{
    ++facets.face_count;
    if (facets.failed_count < NUMBERS_TOLD)
        failed[facets.failed_count] = facets.face_count;
    ++facets.failed_count;
}

static void note_failed(const char *name)
{
    char text[512], numbers[NUMBERS_TOLD * 12 + 8] = "";
    for (uint32_t i = 0; i < facets.failed_count && i < NUMBERS_TOLD; ++i) {
        size_t used = strlen(numbers);
        snprintf(numbers + used, sizeof numbers - used, "%s%u", i > 0 ? ", " : "", failed[i]);
    }
    snprintf(text, sizeof text,
             "part '%.200s': %u of %u faces could not be meshed and are holes: number %s%s",
             name[0] ? name : "without a name", facets.failed_count, facets.face_count, numbers,
             facets.failed_count > NUMBERS_TOLD ? " ..." : "");
    cad_text(CAD_NOTICE, text);
}

// Verdicts about the part are as vague as that.
static void note_coarse(const char *name)
{
    char text[512];
    snprintf(
        text, sizeof text,
        "part '%.200s': facets may lie %.3g off its surfaces, in the unit of the file: OCCT could "
        "not keep to %.3g",
        name[0] ? name : "without a name", facets.deflection, asked);
    cad_text(CAD_NOTICE, text);
}

void cad_facets_send(const char *name)
{
    if (facets.deflection > 4 * asked)
        note_coarse(name);
    if (facets.failed_count > 0)
        note_failed(name);
    cad_open(CAD_MESH);
    cad_u32(facets.vertex_count);
    cad_u32(facets.triangle_count);
    cad_u32(facets.face_count);
    cad_u32(facets.failed_count);
    cad_f64(facets.deflection);
    cad_u32((uint32_t)cad_length(name));
    cad_u32(0);
    cad_bytes(name, cad_length(name));
    cad_bytes(vertices, facets.vertex_count * sizeof *vertices);
    for (uint32_t i = 0; i < facets.triangle_count; ++i)
        cad_bytes(triangles[i].corners, sizeof triangles[i].corners);
    for (uint32_t i = 0; i < facets.triangle_count; ++i)
        cad_u32(triangles[i].polygon);
    for (uint32_t i = 0; i < facets.triangle_count; ++i)
        cad_bytes(&triangles[i].colour, sizeof triangles[i].colour);
    cad_send();
}
