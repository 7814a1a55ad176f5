#include "app/report/report_pictures.h"

#include "app/gfx/gfx.h"
#include "app/picture/image.h"
#include "core/base/array.h"

typedef struct MeshEntry {
    const Mesh *mesh;
    RenderMesh *drawn;
    GpuMesh *gpu;
} MeshEntry;

typedef struct Studio {
    const FitCheck *check;
    Offscreen *offscreen;
    Renderer *renderer;
    MeshEntry *meshes; // as they are needed
    size_t mesh_count, mesh_capacity;
    LineBatch *lines;
    TriangleBatch *crossing[2];
    unsigned char *pixels;
    Vec3 *points; // scratch
    size_t point_count, point_capacity;
} Studio;

static const GpuMesh *gpu_mesh_of(Studio *studio, int32_t part, Error *err)
{
    const Mesh *mesh = studio->check->assembly->parts[part].mesh;
    for (size_t i = 0; i < studio->mesh_count; ++i)
        if (studio->meshes[i].mesh == mesh)
            return studio->meshes[i].gpu;
    MeshEntry entry = {.mesh = mesh, .drawn = render_mesh_create(mesh, NULL)};
    entry.gpu = entry.drawn ? gpu_mesh_create(entry.drawn, err) : NULL;
    if (!entry.gpu || !array_reserve(&studio->meshes, &studio->mesh_capacity,
                                     studio->mesh_count + 1, sizeof entry)) {
        gpu_mesh_destroy(entry.gpu);
        if (entry.drawn)
            render_mesh_free(entry.drawn);
        return NULL;
    }
    studio->meshes[studio->mesh_count++] = entry;
    return entry.gpu;
}

static bool add_points(Studio *studio, const Vec3d *points, size_t count)
{
    if (!array_reserve(&studio->points, &studio->point_capacity, studio->point_count + count,
                       sizeof *studio->points))
        return false;
    for (size_t i = 0; i < count; ++i)
        studio->points[studio->point_count++] = vec3_from(points[i]);
    return true;
}

static bool add_curve(Studio *studio, const Vec3d *points, size_t count, bool closed)
{
    if (!array_reserve(&studio->points, &studio->point_capacity, studio->point_count + 4 * count,
                       sizeof *studio->points))
        return false;
    studio->point_count += line_join(points, count, closed, studio->points + studio->point_count);
    return true;
}

// The curves of the contact in a's frame, or the shortest way between the parts in the world's.
static bool fill_lines(Studio *studio, const FitRow *row, const ContactDetail *detail)
{
    bool ok = true;
    studio->point_count = 0;
    for (size_t c = 0; detail && c < detail->curve_count; ++c) {
        const ContactCurve *curve = &detail->curves[c];
        ok = ok && add_curve(studio, detail->points + curve->first_point, curve->point_count,
                             curve->closed);
    }
    if (row->state == PAIR_CLEAR)
        ok = add_curve(studio, row->closest, 2, false);
    line_batch_set_joined(studio->lines, studio->points, studio->point_count);
    return ok;
}

static bool fill_triangles(Studio *studio, const PairReport *pair, int side, const Mesh *mesh)
{
    bool ok = true;
    studio->point_count = 0;
    for (size_t i = 0; ok && pair && i < pair->contacts.count; ++i) {
        const Contact *contact = &pair->contacts.items[i];
        Triangle t = mesh_triangle(mesh, side == 0 ? contact->a : contact->b);
        ok = add_points(studio, t.p, 3);
    }
    triangle_batch_set(studio->crossing[side], studio->points, studio->point_count);
    return ok;
}

static double diagonal(const Box3d *box)
{
    return vec3d_distance(box->lo, box->hi);
}

// The place of contact with so much around it that one sees the place and knows where one is.
static Box3d region_of(const FitRow *row, double smaller, double larger)
{
    Vec3d middle = vec3d_scale(vec3d_add(row->where.lo, row->where.hi), 0.5);
    Box3d box = row->where;
    double reach = fmax(0.5 * smaller, 0.2 * larger);
    for (int k = 0; k < 3; ++k) {
        box.lo.v[k] = fmin(box.lo.v[k], middle.v[k] - reach);
        box.hi.v[k] = fmax(box.hi.v[k], middle.v[k] + reach);
    }
    return box;
}

static bool draw_row(Studio *studio, const FitRow *row, ReportPicture *out, Error *err)
{
    const FitCheck *check = studio->check;
    const ContactDetail *detail = contact_report_find(&check->details, row->a, row->b);
    const PairReport *pair = assembly_report_find(&check->contacts, row->a, row->b);
    const Theme *theme = &themes[THEME_LIGHT];
    int32_t index[2] = {row->a, row->b};
    DrawPart parts[2];
    DrawTriangles triangles[2];
    Box3d boxes[2], bounds = box3d_empty();
    for (int i = 0; i < 2; ++i) {
        const Part *part = &check->assembly->parts[index[i]];
        const Affine *placement = &check->parts[index[i]].placement;
        const GpuMesh *mesh = gpu_mesh_of(studio, index[i], err);
        if (!mesh || !fill_triangles(studio, pair, i, part->mesh))
            return false;
        boxes[i] = part_world_bounds(part->mesh, placement);
        bounds = box3d_including(box3d_including(bounds, boxes[i].lo), boxes[i].hi);
        parts[i] = (DrawPart){mesh, *placement, part->colour, DRAW_EDGES};
        triangles[i] =
            (DrawTriangles){studio->crossing[i],
                            *placement,
                            row->state == PAIR_INTERFERENCE ? theme->alert : theme->touch,
                            0.5f,
                            0,
                            0};
    }
    if (!fill_lines(studio, row, detail))
        return false;
    bool second_larger = diagonal(&boxes[1]) > diagonal(&boxes[0]);
    // What the contact may be hidden in is drawn as wires.
    if (row->state != PAIR_CLEAR)
        parts[second_larger].flags |= DRAW_WIREFRAME;
    DrawLines lines = {studio->lines,
                       row->state == PAIR_CLEAR ? affine_identity()
                                                : check->parts[row->a].placement,
                       theme->contact,
                       1,
                       3,
                       true};
    Camera camera = {.yaw = 0.7, .pitch = 0.45, .distance = 1, .fov_y = 0.6};
    double aspect = (double)REPORT_PICTURE_WIDTH / REPORT_PICTURE_HEIGHT;
    camera = camera_fitted(
        &camera, region_of(row, diagonal(&boxes[!second_larger]), diagonal(&boxes[second_larger])),
        aspect);
    DrawScene scene = {.camera = camera,
                       .bounds = bounds,
                       .parts = parts,
                       .part_count = 2,
                       .triangles = triangles,
                       .triangle_count = 2,
                       .lines = &lines,
                       .line_count = 1,
                       .theme = THEME_LIGHT};
    renderer_draw(studio->renderer, &scene, 0, 0, REPORT_PICTURE_WIDTH, REPORT_PICTURE_HEIGHT);
    if (!offscreen_read(studio->offscreen, studio->pixels))
        return error_set(err, "the picture could not be read back");
    *out = (ReportPicture){.width = REPORT_PICTURE_WIDTH, .height = REPORT_PICTURE_HEIGHT};
    out->png = image_encode_png(out->width, out->height, studio->pixels, &out->size);
    return out->png != NULL;
}

static bool studio_open(Studio *studio, Error *err)
{
    studio->offscreen = offscreen_create(REPORT_PICTURE_WIDTH, REPORT_PICTURE_HEIGHT, err);
    studio->renderer = studio->offscreen ? renderer_create(err) : NULL;
    studio->pixels = array_alloc((size_t)REPORT_PICTURE_WIDTH * REPORT_PICTURE_HEIGHT, 4);
    if (!studio->renderer || !studio->pixels)
        return false;
    studio->lines = line_batch_create();
    studio->crossing[0] = triangle_batch_create();
    studio->crossing[1] = triangle_batch_create();
    return true;
}

static void studio_close(Studio *studio)
{
    for (size_t i = 0; i < studio->mesh_count; ++i) {
        gpu_mesh_destroy(studio->meshes[i].gpu);
        render_mesh_free(studio->meshes[i].drawn);
    }
    free(studio->meshes);
    line_batch_destroy(studio->lines);
    triangle_batch_destroy(studio->crossing[0]);
    triangle_batch_destroy(studio->crossing[1]);
    if (studio->renderer)
        renderer_destroy(studio->renderer);
    if (studio->offscreen)
        offscreen_destroy(studio->offscreen);
    free(studio->pixels);
    free(studio->points);
}

ReportPicture *report_pictures_draw(const FitCheck *check, Job *job, Error *err)
{
    size_t count = check->fit.count;
    size_t drawn = count < REPORT_MAX_PICTURES ? count : REPORT_MAX_PICTURES;
    Studio studio = {.check = check};
    ReportPicture *pictures = calloc(count + 1, sizeof *pictures);
    job_step(job, "pictures");
    bool ok = pictures && studio_open(&studio, err);
    for (size_t i = 0; ok && i < drawn; ++i) {
        ok = !job_cancelled(job) && draw_row(&studio, &check->fit.rows[i], &pictures[i], err);
        job_progress(job, (double)(i + 1) / (double)drawn);
    }
    studio_close(&studio);
    if (!ok) {
        report_pictures_free(pictures, count);
        pictures = NULL;
        if (err && !err->text[0])
            error_set(err, "not enough memory for the pictures");
    }
    return pictures;
}

void report_pictures_free(ReportPicture *pictures, size_t count)
{
    for (size_t i = 0; pictures && i < count; ++i)
        free(pictures[i].png);
    free(pictures);
}
