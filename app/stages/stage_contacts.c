// The contact stage: what is marked of which part follows contacts, their meaning and the selection.
// It is quick, so it needs no worker.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "app/stages/stage.h"
#include "core/base/array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// Flush faces share an area but do not enter each other: of a pair that runs into each other they
// are what only touches, unless there is nothing else: a box in a box of its own width.
static enum FitKind mark_of(uint8_t contact, enum FitKind kind, const PairReport *pair)
{
    bool enters = kind == FIT_INTERFERENCE || kind == FIT_CROSSING;
    return enters && pair->worst == TRI_PROPER && contact != TRI_PROPER ? FIT_TOUCH : kind;
}

void contact_state_free(ContactState *state)
{
    for (int32_t i = 0; i < state->part_count; ++i)
        free(state->parts[i].marks);
    free(state->parts);
    free(state->pair_polygons);
    free(state->fit);
    free(state->kinds);
    free(state->stale);
    free(state->quiet);
    state->fit = NULL;
    state->kinds = NULL;
    state->stale = state->quiet = NULL;
    state->parts = NULL;
    state->part_count = 0;
    state->pair_polygons = NULL;
    state->pair_count = 0;
    state->polygon_pairs = 0;
    state->crossing_pairs = state->calm_pairs = 0;
    memset(state->of_kind, 0, sizeof state->of_kind);
    state->shows_curves = false;
    memset(state->shows, 0, sizeof state->shows);
}

static void mark_polygon(PartContacts *part, const Mesh *mesh, int32_t triangle, enum FitKind kind)
{
    if (!part->marks) {
        part->marks = calloc((size_t)mesh->polygon_count + 1, 1);
        part->mark_count = mesh->polygon_count;
    }
    if (!part->marks || triangle < 0 || triangle >= mesh->triangle_count)
        return; // without memory the highlight is missing, the list is not
    unsigned char *mark = &part->marks[mesh->polygon_of[triangle]];
    unsigned char wanted = (unsigned char)kind;
    if (*mark >= wanted)
        return;
    if (*mark != FIT_NONE)
        --part->polygons[*mark];
    ++part->polygons[wanted];
    *mark = wanted;
}

static int compare_keys(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return x < y ? -1 : x > y;
}

// Pairs of source polygons behind the pairs of triangles. Falls back on the latter without memory.
static int64_t count_polygon_pairs(const ContactList *contacts, const Mesh *a, const Mesh *b)
{
    uint64_t *keys = array_alloc(contacts->count, sizeof *keys);
    if (!keys)
        return (int64_t)contacts->count;
    for (size_t i = 0; i < contacts->count; ++i) {
        const Contact *c = &contacts->items[i];
        keys[i] = (uint64_t)a->polygon_of[c->a] << 32 | (uint32_t)b->polygon_of[c->b];
    }
    qsort(keys, contacts->count, sizeof *keys, compare_keys);
    int64_t count = 0;
    for (size_t i = 0; i < contacts->count; ++i)
        count += i == 0 || keys[i] != keys[i - 1];
    free(keys);
    return count;
}

typedef struct RowKey {
    int32_t a, b;
    const FitRow *row;
} RowKey;

static int by_parts(const void *x, const void *y)
{
    const RowKey *a = x, *b = y;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

// The rows of the fit report stand in the order of their gravity.
static void find_rows(ContactState *state, const App *app)
{
    const FitReport *fit = &app->fit;
    RowKey *keys = array_alloc(fit->count, sizeof *keys);
    for (size_t i = 0; keys && i < fit->count; ++i)
        keys[i] = (RowKey){fit->rows[i].a, fit->rows[i].b, &fit->rows[i]};
    if (keys && fit->count > 1)
        qsort(keys, fit->count, sizeof *keys, by_parts);
    for (size_t p = 0; keys && fit->count > 0 && p < app->report.count; ++p) {
        RowKey key = {app->report.pairs[p].a, app->report.pairs[p].b, NULL};
        const RowKey *found = bsearch(&key, keys, fit->count, sizeof key, by_parts);
        bool known = found && fit_row_meets(found->row) && app_pair_known(app, key.a, key.b);
        state->fit[p] = known ? found->row : NULL;
    }
    free(keys);
}

static bool shape_as_opened(const App *app, int32_t part)
{
    const PartState *state = &app->document.parts[part];
    if (state->variant != app->parts[part].opened_variant ||
        (state->variant != 0 && state->variants != app->parts[part].opened_variants))
        return false;
    const Deformation *now = &app->document.parts[part].shape;
    const Deformation *then = &app->parts[part].opened_shape;
    return !(now->amount < then->amount) && !(now->amount > then->amount) &&
           (now->rule == then->rule || !(fabs(now->amount) > 0));
}

// How the part has moved since.
static bool motion_since(const App *app, int32_t part, Affine *motion)
{
    Affine back;
    if (!affine_invert(&app->parts[part].opened, &back))
        return false;
    *motion = affine_compose(&app->document.parts[part].placement, &back);
    return true;
}

bool contact_as_opened(const App *app, int32_t a, int32_t b)
{
    const PartResult *first = &app->parts[a], *second = &app->parts[b];
    if (!first->from_file || !second->from_file || !shape_as_opened(app, a) ||
        !shape_as_opened(app, b))
        return false;
    if (affine_equal(&first->opened, &app->document.parts[a].placement) &&
        affine_equal(&second->opened, &app->document.parts[b].placement))
        return true;
    // Moved as one: what rounding has done to them is no motion.
    const double rounding = 1e-9;
    Affine by_a, by_b;
    if (!motion_since(app, a, &by_a) || !motion_since(app, b, &by_b))
        return false;
    Box3d box = part_world_bounds(app->assembly.parts[b].mesh, &second->opened);
    double size = vec3d_length(box.lo) + vec3d_length(box.hi);
    for (int corner = 0; corner < 8; ++corner) {
        Vec3d p;
        for (int i = 0; i < 3; ++i)
            p.v[i] = corner >> i & 1 ? box.hi.v[i] : box.lo.v[i];
        Vec3d at = affine_apply(&by_a, p);
        if (!(vec3d_length(vec3d_sub(at, affine_apply(&by_b, p))) <=
              rounding * (size + vec3d_length(at))))
            return false;
    }
    return true;
}

// What counts and was not opened so, and what concerns the selection and what is pointed at; or the
// one pair that is shown alone.
static bool is_shown(ContactState *state, const App *app, int32_t a, int32_t b, bool wrong)
{
    const Document *document = &app->document;
    bool calm = wrong && state->calms && contact_as_opened(app, a, b);
    state->calm_pairs += calm;
    state->parts[a].calm += calm;
    state->parts[b].calm += calm;
    if (document_pair_shown(document))
        return document_in_full(document, a) && document_in_full(document, b);
    bool pointed_at = calm && (app->hovered == a || app->hovered == b);
    return (wrong && !calm) || pointed_at || selection_has(document, a) ||
           selection_has(document, b);
}

static void note_worst(PartContacts *part, enum FitKind kind)
{
    part->worst = part->worst < kind ? kind : part->worst;
    part->wrong += fit_kind_info(kind)->wrong;
}

static bool is_seen(ContactState *state, const App *app, int32_t a, int32_t b, bool wrong)
{
    bool shown = is_shown(state, app, a, b, wrong);
    return shown && app->document.parts[a].visible && app->document.parts[b].visible;
}

// Pairs that do not meet: a part that is inside another one, or may be, is marked as a whole, and
// both become wireframes, or it could not be seen.
static void collect_apart(ContactState *state, const App *app)
{
    for (size_t i = 0; i < app->fit.count; ++i) {
        const FitRow *row = &app->fit.rows[i];
        if (row->a >= state->part_count || row->b >= state->part_count || fit_row_meets(row) ||
            !app_pair_known(app, row->a, row->b))
            continue;
        enum FitKind kind = fit_row_kind(row);
        bool counts = row->violation || row->undecided;
        ++state->of_kind[kind];
        if (row->state == PAIR_CLEAR) {
            state->shows[kind] |= is_seen(state, app, row->a, row->b, counts);
            continue;
        }
        note_worst(&state->parts[row->a], kind);
        note_worst(&state->parts[row->b], kind);
        if (!is_seen(state, app, row->a, row->b, counts))
            continue;
        int32_t inner = row->a_in_b != CONTAINED_OUTSIDE ? row->a : row->b;
        const Mesh *mesh = app_part_mesh(app, inner);
        state->shows[kind] = true;
        state->parts[row->a].wires = state->parts[row->b].wires = true;
        if (state->parts[inner].whole < kind)
            state->parts[inner].whole = kind;
        for (int32_t t = 0; t < mesh->triangle_count; ++t)
            mark_polygon(&state->parts[inner], mesh, t, kind);
    }
}

// What the search found where only volumes were compared is told as such: the fit report asks the
// triangles itself, and says so elsewhere.
static enum FitKind kind_of(const ContactState *state, const PairReport *pair, size_t p)
{
    if (contact_volumes_only(pair))
        return FIT_VOLUMES;
    return state->fit[p] ? fit_row_kind(state->fit[p]) : FIT_CHECKING;
}

// The part may have become another mesh since, or another shape of it.
static const Mesh *searched_mesh(const App *app, int32_t part)
{
    const QueryTarget *shown = app->stages ? &app->stages->shown : NULL; // none: nothing changes
    return shown && shown->parts && part < shown->count && shown->parts[part].tree
               ? shown->parts[part].tree->mesh
               : app_part_mesh(app, part);
}

static void collect_pair(ContactState *state, const App *app, size_t p)
{
    const PairReport *pair = &app->report.pairs[p];
    PartContacts *a = &state->parts[pair->a], *b = &state->parts[pair->b];
    const Mesh *mesh_a = searched_mesh(app, pair->a), *mesh_b = searched_mesh(app, pair->b);
    enum FitKind kind = kind_of(state, pair, p);
    if (kind == FIT_VOLUMES)
        state->fit[p] = NULL;
    const FitRow *row = state->fit[p];
    bool crossing = row && pair_state_info(row->state)->wrong;
    bool wrong = fit_kind_info(kind)->wrong, counts = wrong || kind == FIT_UNDECIDED;
    bool seen = is_shown(state, app, pair->a, pair->b, counts);
    state->kinds[p] = (unsigned char)kind;
    state->stale[p] = !app->fit_known && (app->parts[pair->a].moved || app->parts[pair->b].moved);
    state->quiet[p] = !seen;
    a->wires |= counts && seen;
    b->wires |= counts && seen;
    state->shows[kind] |= seen;
    state->shows_curves |= seen && !state->stale[p] && pair->worst == TRI_PROPER;
    a->blocks |= crossing && wrong && seen && selection_has(&app->document, pair->b);
    b->blocks |= crossing && wrong && seen && selection_has(&app->document, pair->a);
    ++a->pairs;
    ++b->pairs;
    note_worst(a, kind);
    note_worst(b, kind);
    ++state->of_kind[kind];
    state->crossing_pairs += crossing;
    for (size_t i = 0; i < pair->contacts.count && seen; ++i) {
        const Contact *c = &pair->contacts.items[i];
        mark_polygon(a, mesh_a, c->a, mark_of(c->kind, kind, pair));
        mark_polygon(b, mesh_b, c->b, mark_of(c->kind, kind, pair));
    }
    state->pair_polygons[p] = count_polygon_pairs(&pair->contacts, mesh_a, mesh_b);
    state->polygon_pairs += state->pair_polygons[p];
}

void contact_state_make(ContactState *state, const App *app)
{
    contact_state_free(state);
    const AssemblyReport *report = &app->report;
    state->calms = field_flag(&app->document, &action_contact_quiet);
    state->parts = calloc((size_t)app->assembly.part_count + 1, sizeof *state->parts);
    state->pair_polygons = calloc(report->count + 1, sizeof *state->pair_polygons);
    state->fit = calloc(report->count + 1, sizeof *state->fit);
    state->kinds = calloc(report->count + 1, sizeof *state->kinds);
    state->stale = calloc(report->count + 1, sizeof *state->stale);
    state->quiet = calloc(report->count + 1, sizeof *state->quiet);
    if (!state->parts || !state->pair_polygons || !state->fit || !state->kinds || !state->stale ||
        !state->quiet)
        return;
    state->part_count = app->assembly.part_count;
    state->pair_count = report->count;
    find_rows(state, app);
    for (size_t p = 0; p < report->count; ++p)
        if (report->pairs[p].a < state->part_count && report->pairs[p].b < state->part_count)
            collect_pair(state, app, p);
    for (int32_t i = 0; i < state->part_count; ++i) // also of pairs that interfere elsewhere
        state->shows[FIT_TOUCH] |= state->parts[i].polygons[FIT_TOUCH] > 0;
    collect_apart(state, app);
}

// Another one for every selection, but for accidents of one in 2^64.
static uint64_t selection_sum(const Document *document)
{
    uint64_t sum = 0;
    for (int32_t i = 0; i < document->part_count; ++i)
        if (selection_has(document, i))
            sum = (sum ^ (uint64_t)(i + 1)) * 0x9E3779B97F4A7C15u;
    return sum;
}

// Pointing at a part changes something only if it has pairs that are quiet by themselves.
static int32_t pointed_at(const ContactState *state, const App *app)
{
    int32_t part = app->hovered;
    return part >= 0 && part < state->part_count && state->parts[part].calm > 0 ? part : NO_PART;
}

static void look(App *app)
{
    ContactState *state = &app->contacts;
    uint64_t selection = selection_sum(&app->document);
    if (state->valid && state->assembly_version == app->assembly_version &&
        state->report_version == app->report_version && state->fit_version == app->fit_version &&
        state->known_version == app->known_version && state->selection == selection &&
        state->calms == field_flag(&app->document, &action_contact_quiet) &&
        state->hovered == pointed_at(state, app) &&
        memcmp(state->shown_pair, app->document.view.shown_pair, sizeof state->shown_pair) == 0)
        return;
    contact_state_make(state, app);
    state->assembly_version = app->assembly_version;
    state->report_version = app->report_version;
    state->fit_version = app->fit_version;
    state->known_version = app->known_version;
    state->selection = selection;
    state->hovered = pointed_at(state, app);
    memcpy(state->shown_pair, app->document.view.shown_pair, sizeof state->shown_pair);
    state->valid = true;
    ++state->version;
}

static void reset(App *app)
{
    contact_state_free(&app->contacts); // some of it points into the fit report
    app->contacts.valid = false;
    ++app->contacts.version;
}

const Stage stage_contacts = {.name = "contacts", .look = look, .reset = reset};
