#include "app/draw/section_draw.h"

#include "app/io/must.h"
#include "app/stages/explode.h"
#include "core/base/array.h"
#include "core/mesh/plane_cut.h"

typedef struct PartCut {
    PointBatch *batch;
    Vec3d normal; // of the plane in the part's frame, of any length, with its offset
    double offset;
    const Mesh *mesh;
    uint32_t mesh_version;
    bool valid;
} PartCut;

struct SectionDraw {
    PartCut *parts;
    size_t count, capacity;
    PlaneCut cut; // scratch
    Vec3 *points;
    size_t point_capacity;
};

SectionDraw *section_draw_create(void)
{
    return must(calloc(1, sizeof(SectionDraw)));
}

void section_draw_reset(SectionDraw *section)
{
    for (size_t i = 0; i < section->count; ++i)
        point_batch_destroy(section->parts[i].batch);
    section->count = 0;
}

void section_draw_destroy(SectionDraw *section)
{
    if (!section)
        return;
    section_draw_reset(section);
    free(section->parts);
    free(section->points);
    plane_cut_free(&section->cut);
    free(section);
}

static PartCut *cut_of(SectionDraw *section, int32_t part)
{
    size_t needed = (size_t)part + 1;
    if (!array_reserve(&section->parts, &section->capacity, needed, sizeof *section->parts))
        return NULL;
    while (section->count < needed)
        section->parts[section->count++] = (PartCut){0};
    return &section->parts[part];
}

static bool misses(const Box3d *box, Vec3d normal, double offset)
{
    double low = 0, high = 0;
    if (!(box->lo.x <= box->hi.x))
        return true;
    for (int k = 0; k < 3; ++k) {
        double a = normal.v[k] * box->lo.v[k], b = normal.v[k] * box->hi.v[k];
        low += fmin(a, b);
        high += fmax(a, b);
    }
    return low >= offset || high < offset;
}

static void compute(SectionDraw *section, PartCut *part)
{
    static const enum CapFill fills[] = {
        [CUT_OPEN] = CAP_NONE, [CUT_EVEN_ODD] = CAP_EVEN_ODD, [CUT_WINDING] = CAP_WINDING};
    PlaneCut *cut = &section->cut;
    if (!plane_cut(cut, part->mesh, part->normal, part->offset) ||
        !array_reserve(&section->points, &section->point_capacity, 2 * cut->count,
                       sizeof *section->points))
        return; // no memory: the part stays open
    for (size_t i = 0; i < 2 * cut->count; ++i)
        section->points[i] = vec3_from(cut->segments[i / 2][i % 2]);
    if (!part->batch)
        part->batch = point_batch_create();
    point_batch_set_cap(part->batch, section->points, 2 * cut->count, fills[cut->fill]);
    part->valid = true;
}

static bool same_plane(const PartCut *part, Vec3d normal, double offset)
{
    for (int k = 0; k < 3; ++k)
        if (part->normal.v[k] < normal.v[k] || part->normal.v[k] > normal.v[k])
            return false;
    return !(part->offset < offset) && !(part->offset > offset);
}

bool section_draw_part(SectionDraw *section, const App *app, int32_t part, unsigned flags,
                       DrawCap *out)
{
    const SectionPlane *plane = &app->document.view.section;
    if (!plane->on)
        return false;
    // dot(n, M v + p) < dot(n, point) in the part's frame: dot(M^T n, v) < dot(n, point - p).
    Affine shown = app_shown_placement(app, part);
    Vec3d normal = vec3d(0, 0, 0);
    for (int k = 0; k < 3; ++k)
        for (int row = 0; row < 3; ++row)
            normal.v[k] += shown.m[row][k] * plane->normal.v[row];
    double offset = vec3d_dot(plane->normal, vec3d_sub(plane->point, shown.p));
    if (misses(&app_part_rays(app, part)->box, normal, offset))
        return false;
    const Mesh *mesh = app_part_rays(app, part)->mesh;
    PartCut *cut = cut_of(section, part);
    if (!cut)
        return false;
    if (!cut->valid || !same_plane(cut, normal, offset) || cut->mesh != mesh ||
        cut->mesh_version != mesh->version) {
        PointBatch *batch = cut->batch;
        *cut = (PartCut){.batch = batch,
                         .normal = normal,
                         .offset = offset,
                         .mesh = mesh,
                         .mesh_version = mesh->version};
        compute(section, cut);
    }
    *out = (DrawCap){cut->batch, shown, app->assembly.parts[part].colour, flags, part};
    return cut->valid;
}
