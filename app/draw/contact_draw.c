#include "app/draw/contact_draw.h"

#include "app/gfx/gfx.h"
#include "app/picture/kind_colours.h"

#include "app/stages/explode.h"

#include "app/io/must.h"
#include "core/base/array.h"

#include <stdlib.h>

#define LINE_WIDTH 2.5f // of intersection lines, before scaling for the screen's density

typedef struct PartMarks {
    PointBatch *marked[FIT_KIND_COUNT];
    PointBatch *lines; // where it meets parts with a higher index ...
    PointBatch *areas; // ... and where it lies flush on them
    PointBatch *bands[CLEARANCE_BANDS];
} PartMarks;

struct ContactDraw {
    PartMarks *parts;
    int32_t part_count;
    bool valid;
    uint32_t version; // of the contacts that are loaded
    uint32_t pieces_version;
    bool local;         // as the document wanted it
    PointBatch *shared; // what the pair that is shown alone shares
    bool shared_valid;
    uint32_t shared_version;
    bool bands_valid;
    uint32_t bands_version;
    DrawTriangles *triangles;
    DrawLines *lines;
    Vec3 *points; // scratch
    size_t point_count, point_capacity;
};

static const float THROUGH = 0.45f, AREA_THROUGH = 0.6f; // opacity of what shines through

ContactDraw *contact_draw_create(void)
{
    return must(calloc(1, sizeof(ContactDraw)));
}

static void release(ContactDraw *draw)
{
    for (int32_t i = 0; i < draw->part_count; ++i) {
        for (int mark = 0; mark < FIT_KIND_COUNT; ++mark)
            point_batch_destroy(draw->parts[i].marked[mark]);
        point_batch_destroy(draw->parts[i].lines);
        point_batch_destroy(draw->parts[i].areas);
        for (int band = 0; band < CLEARANCE_BANDS; ++band)
            point_batch_destroy(draw->parts[i].bands[band]);
    }
    point_batch_destroy(draw->shared);
    draw->shared = NULL;
    free(draw->parts);
    free(draw->triangles);
    free(draw->lines);
    draw->parts = NULL;
    draw->triangles = NULL;
    draw->lines = NULL;
    draw->part_count = 0;
}

void contact_draw_destroy(ContactDraw *draw)
{
    if (!draw)
        return;
    release(draw);
    free(draw->points);
    free(draw);
}

void contact_draw_load(ContactDraw *draw, int32_t part_count)
{
    release(draw);
    size_t count = (size_t)part_count;
    draw->parts = must(calloc(count + 1, sizeof *draw->parts));
    draw->triangles = must(
        array_alloc((FIT_KIND_COUNT + 1 + CLEARANCE_BANDS) * count + 1, sizeof *draw->triangles));
    draw->lines = must(array_alloc(count, sizeof *draw->lines));
    draw->part_count = part_count;
    draw->valid = draw->bands_valid = draw->shared_valid = false;
}

void contact_draw_stale(ContactDraw *draw)
{
    draw->valid = draw->bands_valid = draw->shared_valid = false;
}

static bool add_points(ContactDraw *draw, const Vec3d *points, size_t count)
{
    if (!array_reserve(&draw->points, &draw->point_capacity, draw->point_count + count,
                       sizeof *draw->points))
        return false;
    for (size_t i = 0; i < count; ++i)
        draw->points[draw->point_count++] = vec3_from(points[i]);
    return true;
}

// What was gathered; a batch that never held anything is not made.
static void send(const ContactDraw *draw, PointBatch **batch, enum PointGroup group)
{
    if (!*batch && draw->point_count > 0)
        *batch = point_batch_create();
    if (*batch)
        point_batch_set(*batch, draw->points, draw->point_count, group);
}

// Whole source polygons: a contact of one triangle of a quad lights up the quad. Nothing of a part that has
// become another mesh since it was searched.
static void fill_triangles(ContactDraw *draw, PointBatch **batch, const Mesh *mesh,
                           const PartContacts *contacts, int mark)
{
    draw->point_count = 0;
    if (contacts && contacts->marks && contacts->mark_count == mesh->polygon_count &&
        contacts->polygons[mark] > 0) {
        for (int32_t i = 0; i < mesh->triangle_count; ++i) {
            if (contacts->marks[mesh->polygon_of[i]] != mark)
                continue;
            Triangle t = mesh_triangle(mesh, i);
            if (!add_points(draw, t.p, 3))
                break;
        }
    }
    send(draw, batch, POINTS_TRIANGLES);
}

// Flush faces of a pair that runs into each other only touch, as in stage_contacts.c.
static int mark_of_piece(const App *app, const ContactState *contacts, size_t p,
                         enum PieceKind piece)
{
    int kind = contacts->kinds[p];
    bool enters = kind == FIT_INTERFERENCE || kind == FIT_CROSSING;
    return piece == PIECE_FLUSH && enters && app->report.pairs[p].worst == TRI_PROPER ? FIT_TOUCH
                                                                                      : kind;
}

// Where a pair could not be cut: its triangles as they are.
static bool add_uncut(ContactDraw *draw, const App *app, const PairReport *pair, int32_t part)
{
    const Mesh *mesh = app_part_mesh(app, part);
    for (size_t i = 0; i < pair->contacts.count; ++i) {
        const Contact *c = &pair->contacts.items[i];
        int32_t triangle = part == pair->a ? c->a : c->b;
        Triangle t = mesh_triangle(mesh, triangle < mesh->triangle_count ? triangle : 0);
        if (!add_points(draw, t.p, 3))
            return false;
    }
    return true;
}

// What lies within contacts of the part; all of it where it is inside another one.
static void fill_pieces(ContactDraw *draw, PointBatch **batch, const App *app,
                        const ContactState *contacts, int32_t part, int mark)
{
    const Mesh *mesh = app_part_mesh(app, part);
    bool ok = true;
    draw->point_count = 0;
    if (part < contacts->part_count && contacts->parts[part].whole == (enum FitKind)mark)
        for (int32_t i = 0; ok && i < mesh->triangle_count; ++i)
            ok = add_points(draw, mesh_triangle(mesh, i).p, 3);
    for (size_t p = 0; ok && p < app->report.count && p < contacts->pair_count; ++p) {
        const PairReport *pair = &app->report.pairs[p];
        if ((pair->a != part && pair->b != part) || contacts->quiet[p])
            continue;
        const PairPieces *cut = piece_set_find(&app->pieces, pair->a, pair->b);
        if (cut && !cut->made && contacts->kinds[p] == mark)
            ok = add_uncut(draw, app, pair, part);
        for (int kind = 0; ok && cut && cut->made && kind < PIECE_KIND_COUNT; ++kind) {
            const PieceList *list = &cut->pieces.side[part == pair->b][kind];
            if (mark_of_piece(app, contacts, p, (enum PieceKind)kind) == mark)
                ok = add_points(draw, list->points, list->count);
        }
    }
    send(draw, batch, POINTS_TRIANGLES);
}

// Of flush triangles the area they share, as a fan; the areas of a face join without a seam.
static bool add_area(ContactDraw *draw, const Vec3d *points, int count)
{
    for (int i = 1; i + 1 < count; ++i)
        if (!add_points(draw, (const Vec3d[3]){points[0], points[i], points[i + 1]}, 3))
            return false;
    return true;
}

// Beside an area the edges that touch are the seams of the triangles in it.
static bool has_area(const ContactList *contacts)
{
    for (size_t i = 0; i < contacts->count; ++i)
        if (contacts->items[i].kind == TRI_COPLANAR)
            return true;
    return false;
}

static bool is_line(const Contact *contact, bool beside_area)
{
    return contact->point_count == 2 && (contact->kind == TRI_PROPER || !beside_area);
}

static bool add_curve(ContactDraw *draw, const Vec3d *points, size_t count, bool closed)
{
    if (!array_reserve(&draw->points, &draw->point_capacity, draw->point_count + 4 * count,
                       sizeof *draw->points))
        return false;
    draw->point_count += line_join(points, count, closed, draw->points + draw->point_count);
    return true;
}

// The curves once they are chained, until then the segments they will consist of: what one sees is
// the same but for the joints.
static bool add_lines(ContactDraw *draw, const FitCurves *chained, const PairReport *pair)
{
    bool flush = has_area(&pair->contacts), ok = true;
    const PairCurves *curves = fit_curves_of(chained, pair);
    for (size_t i = 0; ok && curves && i < curves->curve_count; ++i) {
        const ContactCurve *c = &curves->curves[i];
        if (!(c->touch && flush))
            ok = add_curve(draw, curves->points + c->first_point, c->point_count, c->closed);
    }
    for (size_t i = 0; ok && !curves && i < pair->contacts.count; ++i) {
        const Contact *c = &pair->contacts.items[i];
        if (is_line(c, flush))
            ok = add_curve(draw, pair->contacts.points + c->first_point, 2, false);
    }
    return ok;
}

static bool add_areas(ContactDraw *draw, const ContactList *contacts)
{
    bool ok = true;
    for (size_t i = 0; ok && i < contacts->count; ++i) {
        const Contact *c = &contacts->items[i];
        if (c->point_count >= 3)
            ok = add_area(draw, contacts->points + c->first_point, c->point_count);
    }
    return ok;
}

// Where the part meets others: lines, or areas of flush faces. A single point has neither.
static void add_witnesses(ContactDraw *draw, const App *app, const ContactState *contacts,
                          int32_t part, bool areas)
{
    draw->point_count = 0;
    for (size_t p = 0; p < app->report.count; ++p) {
        const PairReport *pair = &app->report.pairs[p];
        // Of another pose they would be lines in the air.
        if (pair->a != part ||
            (p < contacts->pair_count && (contacts->quiet[p] || contacts->stale[p])))
            continue;
        if (!(areas ? add_areas(draw, &pair->contacts) : add_lines(draw, &app->fit_curves, pair)))
            return;
    }
}

static void fill_witnesses(ContactDraw *draw, const App *app, const ContactState *contacts,
                           int32_t part)
{
    PartMarks *marks = &draw->parts[part];
    add_witnesses(draw, app, contacts, part, false);
    send(draw, &marks->lines, POINTS_JOINED);
    add_witnesses(draw, app, contacts, part, true);
    send(draw, &marks->areas, POINTS_TRIANGLES);
}

static void load(ContactDraw *draw, const App *app, const ContactState *contacts)
{
    for (int32_t i = 0; i < draw->part_count; ++i) {
        const Mesh *mesh = app_part_mesh(app, i);
        const PartContacts *of_part = i < contacts->part_count ? &contacts->parts[i] : NULL;
        for (int mark = FIT_NONE + 1; mark < FIT_KIND_COUNT; ++mark) {
            if (pieces_wanted(app))
                fill_pieces(draw, &draw->parts[i].marked[mark], app, contacts, i, mark);
            else
                fill_triangles(draw, &draw->parts[i].marked[mark], mesh, of_part, mark);
        }
        fill_witnesses(draw, app, contacts, i);
    }
    draw->version = contacts->version;
    draw->pieces_version = app->pieces_version;
    draw->local = pieces_wanted(app);
    draw->valid = true;
}

static void load_bands(ContactDraw *draw, const App *app)
{
    for (int32_t i = 0; i < draw->part_count; ++i) {
        for (int band = 0; band < CLEARANCE_BANDS; ++band) {
            point_batch_destroy(draw->parts[i].bands[band]);
            draw->parts[i].bands[band] = NULL;
        }
    }
    for (size_t i = 0; i < app->bands.count; ++i) {
        const PartBands *painted = &app->bands.items[i];
        for (int band = 0; band < CLEARANCE_BANDS && painted->part < draw->part_count; ++band) {
            const BandTriangles *from = &painted->bands.band[band];
            draw->point_count = 0;
            if (from->count == 0 || !add_points(draw, from->points, from->count))
                continue;
            send(draw, &draw->parts[painted->part].bands[band], POINTS_TRIANGLES);
        }
    }
    draw->bands_version = app->bands_version;
    draw->bands_valid = true;
}

// Below what is marked.
static void draw_bands(ContactDraw *draw, const App *app, DrawScene *out)
{
    const Theme *theme = &themes[out->theme];
    const uint32_t colours[CLEARANCE_BANDS] = {theme->clearance, theme->bands[0], theme->bands[1]};
    if (!draw->bands_valid || draw->bands_version != app->bands_version)
        load_bands(draw, app);
    for (size_t i = 0; i < app->bands.count; ++i) {
        int32_t part = app->bands.items[i].part;
        if (part >= draw->part_count || !app->document.parts[part].visible ||
            !document_in_full(&app->document, part))
            continue;
        for (int band = 0; band < CLEARANCE_BANDS; ++band)
            if (draw->parts[part].bands[band])
                draw->triangles[out->triangle_count++] =
                    (DrawTriangles){draw->parts[part].bands[band],
                                    app_shown_placement(app, part),
                                    colours[band],
                                    0.9f,
                                    0,
                                    0};
    }
}

// Instead of what is marked on the two parts: its surface is made of that. True: it is there.
static bool draw_shared(ContactDraw *draw, const App *app, DrawScene *out)
{
    const CommonSolid *solid = common_solid_shown(app);
    if (!solid)
        return false;
    if (!draw->shared_valid || draw->shared_version != app->shared_version) {
        draw->point_count = 0;
        if (add_points(draw, solid->points, solid->count))
            send(draw, &draw->shared, POINTS_TRIANGLES);
        draw->shared_version = app->shared_version;
        draw->shared_valid = true;
    }
    if (draw->shared)
        draw->triangles[out->triangle_count++] =
            (DrawTriangles){draw->shared,
                            app_shown_placement(app, app->document.view.shown_pair[0]),
                            themes[out->theme].shared,
                            1,
                            THROUGH,
                            1};
    return draw->shared != NULL;
}

void contact_draw_update(ContactDraw *draw, const App *app, const ContactState *contacts,
                         float scale, DrawScene *out)
{
    const ViewSettings *view = &app->document.view;
    const Theme *theme = &themes[out->theme];
    // A pair that is shown alone is to be seen wholly, also where the two lie on each other.
    bool through = view->contact.through || document_pair_shown(&app->document);
    if (!draw->valid || draw->version != contacts->version ||
        draw->pieces_version != app->pieces_version || draw->local != pieces_wanted(app))
        load(draw, app, contacts);
    out->triangles = draw->triangles;
    out->lines = draw->lines;
    draw_bands(draw, app, out);
    bool solid = draw_shared(draw, app, out);
    for (int32_t i = 0; i < draw->part_count; ++i) {
        const PartMarks *part = &draw->parts[i];
        const PartState *state = &app->document.parts[i];
        if (!state->visible || !document_in_full(&app->document, i))
            continue;
        for (int mark = FIT_NONE + 1; mark < FIT_KIND_COUNT; ++mark)
            if (part->marked[mark] && !solid)
                draw->triangles[out->triangle_count++] =
                    (DrawTriangles){part->marked[mark],
                                    app_shown_placement(app, i),
                                    kind_colour(theme, (enum FitKind)mark),
                                    1,
                                    through ? THROUGH : 0,
                                    1};
        // Flush faces hide the area they share.
        if (part->areas && view->intersection_lines && !solid)
            draw->triangles[out->triangle_count++] = (DrawTriangles){
                part->areas, app_shown_placement(app, i), theme->contact, 0.9f, AREA_THROUGH, 2};
        if (part->lines && view->intersection_lines)
            draw->lines[out->line_count++] =
                (DrawLines){part->lines, app_shown_placement(app, i), theme->contact,
                            1,           LINE_WIDTH * scale,          true};
    }
}
