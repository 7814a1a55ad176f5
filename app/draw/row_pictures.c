#include "app/draw/row_pictures.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"

#include "app/draw/scene_draw.h"
#include "app/gfx/gfx.h"
#include "app/stages/pair_region.h"
#include "core/base/array.h"

#include <stdlib.h>

typedef struct Studio {
    const FitCheck *check;
    SolidCache solids;
    App still; // what is drawn: the parts as they were checked, one pair after the other
    RenderMesh *drawn[2 * ROW_PICTURES_MOST];
    size_t drawn_count;
    Offscreen *offscreen;
    Renderer *renderer;
    SceneDraw *scene;
    PointBatch *gap;
    unsigned char *pixels;
} Studio;

// Assembly and document as far as they are drawn; no stages keep anything of it in step.
static bool still_open(App *still, const FitCheck *check)
{
    size_t count = (size_t)check->assembly->part_count;
    Part *parts = array_alloc(count, sizeof *parts);
    PartState *states = array_alloc(count, sizeof *states);
    *still = (App){.assembly = *check->assembly, .assembly_version = 1, .fit_known = true};
    still->assembly.parts = parts;
    still->parts = calloc(count + 1, sizeof *still->parts);
    bool ok = document_init(&still->document, &(Assembly){0});
    free(still->document.parts);
    still->document.parts = states;
    if (!ok || !parts || !states || !still->parts)
        return false;
    for (size_t i = 0; i < count; ++i) {
        parts[i] = check->assembly->parts[i];
        parts[i].mesh = check->parts[i].tree->mesh;  // it may be deformed
        still->parts[i].rays = check->parts[i].tree; // only its box is looked at
        states[i] =
            (PartState){.placement = check->parts[i].placement, .overlay_level = OVERLAY_OFF};
    }
    still->document.part_count = (int32_t)count;
    still->document.view.look = LOOK_LIGHT;
    still->document.view.grid = false;
    field_store(action_contact_local.field, &still->document, check->local);
    field_store(action_view_occlusion.field, &still->document, false);
    return true;
}

static void still_close(App *still)
{
    contact_state_free(&still->contacts);
    piece_set_free(&still->pieces);
    fit_curves_free(&still->fit_curves);
    document_free(&still->document);
    free(still->assembly.parts);
    free(still->parts);
}

// Parts that share a mesh share how it is drawn.
static bool prepare(Studio *studio, int32_t part, Job *job)
{
    App *still = &studio->still;
    const Part *parts = still->assembly.parts;
    for (int32_t i = 0; i < still->document.part_count && !still->parts[part].drawn; ++i)
        if (parts[i].mesh == parts[part].mesh)
            still->parts[part].drawn = still->parts[i].drawn;
    if (still->parts[part].drawn)
        return true;
    RenderMesh *drawn = render_mesh_create(parts[part].mesh, job);
    if (drawn)
        studio->drawn[studio->drawn_count++] = drawn;
    still->parts[part].drawn = drawn;
    return drawn != NULL;
}

// As pair.show does with its flag, but for the others, which are not there.
static void show_pair(Studio *studio, size_t index)
{
    App *still = &studio->still;
    const FitCheck *check = studio->check;
    const FitRow *row = &check->fit.rows[index];
    const PairReport *pair = assembly_report_find(&check->contacts, row->a, row->b);
    still->report = (AssemblyReport){0};
    if (pair) {
        still->report.pairs = check->contacts.pairs + (pair - check->contacts.pairs);
        still->report.count = 1;
    }
    still->fit = (FitReport){.rows = check->fit.rows + index, .count = 1};
    fit_curves_update(&still->fit_curves, &still->report, &check->details);
    for (int32_t i = 0; i < still->document.part_count; ++i)
        still->document.parts[i].visible = i == row->a || i == row->b;
    ViewSettings *view = &still->document.view;
    view->shown_pair[0] = row->a;
    view->shown_pair[1] = row->b;
    view->camera = camera_fitted(&view->camera, pair_region(still, row->a, row->b),
                                 (double)ROW_PICTURE_WIDTH / ROW_PICTURE_HEIGHT);
    contact_state_make(&still->contacts, still);
    ++still->contacts.version;
    piece_set_free(&still->pieces);
    if (check->local && pair) // without memory whole polygons are missing, the row is not
        piece_set_only(&still->pieces, &check->parts[row->a], &check->parts[row->b],
                       (const int32_t[2]){row->a, row->b}, check->contact.tolerance,
                       &studio->solids, NULL);
}

// The viewer has a dimension for it, with a text that says how long it is; so has the report.
static void draw_gap(Studio *studio, const FitRow *row, DrawLines *line, DrawScene *scene)
{
    Vec3 points[8];
    if (row->state != PAIR_CLEAR)
        return;
    point_batch_set(studio->gap, points, line_join(row->closest, 2, false, points), POINTS_JOINED);
    *line = (DrawLines){studio->gap, affine_identity(), themes[scene->theme].contact, 1, 3, true};
    scene->lines = line; // parts that are apart meet in no other ones
    scene->line_count = 1;
}

static bool draw_row(Studio *studio, size_t index, PngImage *out, Error *err)
{
    const FitRow *row = &studio->check->fit.rows[index];
    DrawScene scene;
    DrawLines line;
    show_pair(studio, index);
    scene_draw_update(studio->scene, &studio->still, &studio->still.contacts, NO_PART, 1, &scene);
    draw_gap(studio, row, &line, &scene);
    renderer_draw(studio->renderer, &scene, 0, 0, ROW_PICTURE_WIDTH, ROW_PICTURE_HEIGHT);
    if (scene_draw_trouble(studio->scene, err))
        return false;
    if (!offscreen_read(studio->offscreen, studio->pixels))
        return error_set(err, "the picture could not be read back");
    for (size_t i = 0; i < (size_t)ROW_PICTURE_WIDTH * ROW_PICTURE_HEIGHT; ++i)
        studio->pixels[4 * i + 3] = 255; // blending has left other values, which mean nothing
    *out = (PngImage){.width = ROW_PICTURE_WIDTH,
                      .height = ROW_PICTURE_HEIGHT,
                      .camera = studio->still.document.view.camera};
    out->png = image_encode_png(out->width, out->height, studio->pixels, &out->size);
    return out->png != NULL;
}

static bool studio_open(Studio *studio, Error *err)
{
    if (!still_open(&studio->still, studio->check))
        return false;
    studio->offscreen = offscreen_create(ROW_PICTURE_WIDTH, ROW_PICTURE_HEIGHT, err);
    studio->renderer = studio->offscreen ? renderer_create(err) : NULL;
    studio->pixels = array_alloc((size_t)ROW_PICTURE_WIDTH * ROW_PICTURE_HEIGHT, 4);
    if (!studio->renderer || !studio->pixels)
        return false;
    studio->scene = scene_draw_create();
    studio->gap = point_batch_create();
    return true;
}

static void studio_close(Studio *studio)
{
    scene_draw_destroy(studio->scene);
    point_batch_destroy(studio->gap);
    if (studio->renderer)
        renderer_destroy(studio->renderer);
    if (studio->offscreen)
        offscreen_destroy(studio->offscreen);
    free(studio->pixels);
    for (size_t i = 0; i < studio->drawn_count; ++i)
        render_mesh_free(studio->drawn[i]);
    still_close(&studio->still);
    solid_cache_free(&studio->solids);
}

PngImage *row_pictures_draw(const FitCheck *check, Job *job, Error *err)
{
    size_t count = check->fit.count;
    // Those that count come first, then those that may.
    size_t drawn = check->fit.violations + check->fit.undecided + ROW_PICTURES_FINE;
    drawn = drawn < count ? drawn : count;
    drawn = drawn < ROW_PICTURES_MOST ? drawn : ROW_PICTURES_MOST;
    Studio studio = {.check = check};
    PngImage *pictures = calloc(count + 1, sizeof *pictures);
    job_step(job, "pictures");
    bool ok = pictures && studio_open(&studio, err);
    for (size_t i = 0; ok && i < drawn; ++i)
        ok = prepare(&studio, check->fit.rows[i].a, job) &&
             prepare(&studio, check->fit.rows[i].b, job);
    for (size_t i = 0; ok && i < drawn; ++i) {
        ok = !job_cancelled(job) && draw_row(&studio, i, &pictures[i], err);
        job_progress(job, (double)(i + 1) / (double)drawn);
    }
    studio_close(&studio);
    if (!ok) {
        png_images_free(pictures, count);
        pictures = NULL;
        if (err && !err->text[0])
            error_set(err, "not enough memory for the pictures");
    }
    return pictures;
}
