#include "app/report/certificates_file.h"

#include "app/io/json.h"
#include "core/base/array.h"
#include "core/base/memory.h"
#include "core/meaning/certificate.h"

#include <stdlib.h>

// Meshes are told once, however many parts share them, and numbered as they come.
typedef struct ToldMesh {
    const Mesh *mesh;
    int32_t number; // first the place where it was met
} ToldMesh;

typedef struct Telling {
    const FitCheck *check;
    const Certificates *certificates;
    TextBuffer *out;
    ToldMesh *meshes; // sorted by address
    size_t mesh_count;
} Telling;

static int by_address(const void *x, const void *y)
{
    const ToldMesh *a = x, *b = y;
    if (a->mesh != b->mesh)
        return (uintptr_t)a->mesh < (uintptr_t)b->mesh ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

static int by_number(const void *x, const void *y)
{
    const ToldMesh *a = x, *b = y;
    return (a->number > b->number) - (a->number < b->number);
}

static const Mesh *mesh_of(const Telling *t, int32_t part)
{
    return t->check->parts[part].tree->mesh;
}

static int32_t number_of(const Telling *t, const Mesh *mesh)
{
    size_t lo = 0, hi = t->mesh_count;
    while (mesh && lo + 1 < hi) {
        size_t middle = lo + (hi - lo) / 2;
        *((uintptr_t)t->meshes[middle].mesh <= (uintptr_t)mesh ? &lo : &hi) = middle;
    }
    return mesh ? t->meshes[lo].number : -1;
}

static void add_mesh(TextBuffer *out, const ToldMesh *told)
{
    const Mesh *mesh = told->mesh;
    text_add(out, "mesh %d %d %d\n", (int)told->number, (int)mesh->vertex_count,
             (int)mesh->triangle_count);
    for (int32_t i = 0; i < mesh->vertex_count; ++i)
        text_add(out, "%.17g %.17g %.17g\n", mesh->vertices[i].x, mesh->vertices[i].y,
                 mesh->vertices[i].z);
    for (int32_t i = 0; i < mesh->triangle_count; ++i)
        text_add(out, "%d %d %d\n", (int)mesh->triangles[i][0], (int)mesh->triangles[i][1],
                 (int)mesh->triangles[i][2]);
}

// Those of the parts and those around their material. False: memory ran short.
static bool add_meshes(Telling *t)
{
    int32_t parts = t->check->assembly->part_count, met = 0;
    size_t kept = 0;
    t->meshes = array_alloc(2 * (size_t)parts + 1, sizeof *t->meshes);
    if (!t->meshes)
        return false;
    for (int32_t i = 0; i < parts; ++i) {
        if (!t->check->parts[i].active)
            continue;
        t->meshes[met] = (ToldMesh){mesh_of(t, i), met};
        ++met;
        if (!t->certificates->inside[i])
            continue;
        t->meshes[met] = (ToldMesh){t->certificates->inside[i], met};
        ++met;
    }
    qsort(t->meshes, (size_t)met, sizeof *t->meshes, by_address);
    for (int32_t i = 0; i < met; ++i)
        if (i == 0 || t->meshes[i].mesh != t->meshes[kept - 1].mesh)
            t->meshes[kept++] = t->meshes[i];
    qsort(t->meshes, kept, sizeof *t->meshes, by_number);
    for (size_t i = 0; i < kept; ++i) {
        t->meshes[i].number = (int32_t)i;
        add_mesh(t->out, &t->meshes[i]);
    }
    qsort(t->meshes, kept, sizeof *t->meshes, by_address);
    t->mesh_count = kept;
    return true;
}

static void add_part(const Telling *t, int32_t part)
{
    const Affine *at = &t->check->parts[part].placement;
    text_add(t->out, "part %d %d %d", (int)part, (int)number_of(t, mesh_of(t, part)),
             (int)number_of(t, t->certificates->inside[part]));
    for (int i = 0; i < 3; ++i)
        text_add(t->out, " %.17g %.17g %.17g %.17g", at->m[i][0], at->m[i][1], at->m[i][2],
                 at->p.v[i]);
    text_add(t->out, " ");
    json_add_string(t->out, t->check->assembly->parts[part].name);
    text_add(t->out, "\n");
}

static void add_point(TextBuffer *out, const char *fact, Vec3d p)
{
    text_add(out, "%s %.17g %.17g %.17g", fact, p.x, p.y, p.z);
}

static void add_certificate(const Telling *t, const Certificate *c)
{
    TextBuffer *out = t->out;
    // Words without blanks, so that readers may split lines there.
    char state[64];
    snprintf(state, sizeof state, "%s", c->ignored ? "ignored" : pair_state_name(c->state));
    for (char *p = state; *p; ++p)
        *p = *p == ' ' ? '-' : *p;
    text_add(out, "pair %d %d %s %.17g\n", (int)c->a, (int)c->b, state, c->border);
    if (c->apart)
        text_add(out, "apart %.17g\n", c->least_distance);
    if (c->meet)
        text_add(out, "meet %d %d\n", (int)c->meeting[0], (int)c->meeting[1]);
    if (c->deep) {
        int32_t part = c->deep_of_b ? c->b : c->a;
        const Mesh *mesh = c->deep_on_cap ? t->certificates->inside[part] : mesh_of(t, part);
        add_point(out, "deep", c->deep_at);
        text_add(out, " %d %d %d\n", (int)part, (int)number_of(t, mesh), (int)c->deep_triangle);
    }
    if (c->in_both) {
        add_point(out, "both", c->both_at);
        text_add(out, "\n");
    }
    if (c->copy)
        text_add(out, "copy\n");
    if (c->partly)
        text_add(out, "partly\n");
}

char *certificates_text(const FitCheck *check, Error *err)
{
    Certificates certificates;
    if (!certificates_make(&certificates, check, NULL, err))
        return NULL;
    const Assembly *assembly = check->assembly;
    TextBuffer out = {0};
    Telling t = {.check = check, .certificates = &certificates, .out = &out};
    text_add(&out, "snug certificates 2\nunit %s\n", length_unit_info(assembly->unit)->suffix);
    if (!add_meshes(&t))
        out.failed = true;
    for (int32_t i = 0; i < assembly->part_count && !out.failed; ++i)
        if (check->parts[i].active)
            add_part(&t, i);
    for (size_t i = 0; i < certificates.count && !out.failed; ++i)
        add_certificate(&t, &certificates.items[i]);
    text_add(&out, "end %zu\n", certificates.count);
    mem_free(t.meshes);
    certificates_free(&certificates);
    char *text = text_take(&out);
    if (!text)
        error_set(err, "not enough memory for certificates");
    return text;
}
