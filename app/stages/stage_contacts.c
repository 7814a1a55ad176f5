// The contact stage: what is marked of which part follows contacts, their meaning and the selection.
// It is quick, so it needs no worker.
#include "app/document/selection.h"
#include "app/stages/rows.h"
#include "core/base/array.h"

#include <stdlib.h>
#include <string.h>

// Flush faces share an area but do not enter each other: they touch. And so does everything of a
// pair that is nowhere deeper than the tolerance.
static enum PolygonMark mark_of(uint8_t kind, bool crossing)
{
    if (kind == TRI_DISJOINT)
        return MARK_VOLUMES;
    return kind == TRI_PROPER && crossing ? MARK_CROSSING : MARK_TOUCHING;
}

void contact_state_free(ContactState *state)
{
    for (int32_t i = 0; i < state->part_count; ++i)
        free(state->parts[i].marks);
    free(state->parts);
    free(state->pair_polygons);
    free(state->fit);
    free(state->quiet);
    state->fit = NULL;
    state->quiet = NULL;
    state->parts = NULL;
    state->part_count = 0;
    state->pair_polygons = NULL;
    state->pair_count = 0;
    state->polygon_pairs = 0;
    state->crossing_pairs = 0;
    state->volume_pairs = 0;
    state->shows_volumes = false;
    memset(state->shows, 0, sizeof state->shows);
}

static void mark_polygon(PartContacts *part, const Mesh *mesh, int32_t triangle,
                         enum PolygonMark kind)
{
    if (!part->marks)
        part->marks = calloc((size_t)mesh->polygon_count + 1, 1);
    if (!part->marks || triangle < 0 || triangle >= mesh->triangle_count)
        return; // without memory the highlight is missing, the list is not
    unsigned char *mark = &part->marks[mesh->polygon_of[triangle]];
    unsigned char wanted = (unsigned char)kind;
    if (*mark >= wanted)
        return;
    if (*mark != MARK_NONE)
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
        state->fit[p] = found && fit_row_meets(found->row) ? found->row : NULL;
    }
    free(keys);
}

// What counts, and what concerns the selection; or the one pair that is shown alone.
static bool is_shown(const App *app, int32_t a, int32_t b, bool wrong)
{
    const Document *document = &app->document;
    if (document_pair_shown(document))
        return document_in_full(document, a) && document_in_full(document, b);
    return wrong || selection_has(document, a) || selection_has(document, b);
}

// Pairs that do not meet: a part inside another one is marked as a whole, and both become
// wireframes, or it could not be seen.
static void collect_apart(ContactState *state, const App *app)
{
    for (size_t i = 0; i < app->fit.count; ++i) {
        const FitRow *row = &app->fit.rows[i];
        if (row->a >= state->part_count || row->b >= state->part_count ||
            !app->document.parts[row->a].visible || !app->document.parts[row->b].visible ||
            !is_shown(app, row->a, row->b, row->violation))
            continue;
        if (row->state == PAIR_CLEAR)
            state->shows[PAIR_CLEAR] = true;
        if (row->state != PAIR_INSIDE)
            continue;
        int32_t inner = row->a_in_b != CONTAINED_OUTSIDE ? row->a : row->b;
        const Mesh *mesh = app_part_mesh(app, inner);
        state->shows[PAIR_INSIDE] = true;
        state->parts[row->a].wrong += row->violation;
        state->parts[row->b].wrong += row->violation;
        state->parts[row->a].wires = state->parts[row->b].wires = true;
        for (int32_t t = 0; t < mesh->triangle_count; ++t)
            mark_polygon(&state->parts[inner], mesh, t, MARK_INSIDE);
    }
}

void contact_state_make(ContactState *state, const App *app)
{
    contact_state_free(state);
    const AssemblyReport *report = &app->report;
    state->parts = calloc((size_t)app->assembly.part_count + 1, sizeof *state->parts);
    state->pair_polygons = calloc(report->count + 1, sizeof *state->pair_polygons);
    state->fit = calloc(report->count + 1, sizeof *state->fit);
    state->quiet = calloc(report->count + 1, sizeof *state->quiet);
    if (!state->parts || !state->pair_polygons || !state->fit || !state->quiet)
        return;
    state->part_count = app->assembly.part_count;
    state->pair_count = report->count;
    find_rows(state, app);
    bool complete = app->fit_current; // a pair it does not know is one that is ignored
    for (size_t p = 0; p < report->count; ++p) {
        const PairReport *pair = &report->pairs[p];
        if (pair->a >= state->part_count || pair->b >= state->part_count)
            continue;
        PartContacts *a = &state->parts[pair->a], *b = &state->parts[pair->b];
        const Mesh *mesh_a = app_part_mesh(app, pair->a);
        const Mesh *mesh_b = app_part_mesh(app, pair->b);
        // What the fit report has found out about triangles is told there.
        bool volumes = contact_volumes_only(pair);
        if (volumes)
            state->fit[p] = NULL;
        const FitRow *row = state->fit[p];
        bool crossing = row ? pair_state_info(row->state)->wrong : pair->worst == TRI_PROPER;
        bool fine = row ? !row->violation : complete || volumes;
        state->quiet[p] = !is_shown(app, pair->a, pair->b, !fine);
        a->wires |= !fine && !state->quiet[p];
        b->wires |= !fine && !state->quiet[p];
        if (volumes)
            state->shows_volumes |= !state->quiet[p];
        else
            state->shows[crossing ? PAIR_INTERFERENCE : PAIR_TOUCH] |= !state->quiet[p];
        a->blocks |= crossing && !state->quiet[p] && selection_has(&app->document, pair->b);
        b->blocks |= crossing && !state->quiet[p] && selection_has(&app->document, pair->a);
        ++a->pairs;
        ++b->pairs;
        a->wrong += !fine;
        b->wrong += !fine;
        a->crossing |= crossing;
        b->crossing |= crossing;
        a->volumes |= volumes;
        b->volumes |= volumes;
        state->crossing_pairs += crossing;
        state->volume_pairs += volumes;
        for (size_t i = 0; i < pair->contacts.count && !state->quiet[p]; ++i) {
            const Contact *c = &pair->contacts.items[i];
            mark_polygon(a, mesh_a, c->a, mark_of(c->kind, crossing));
            mark_polygon(b, mesh_b, c->b, mark_of(c->kind, crossing));
        }
        state->pair_polygons[p] = count_polygon_pairs(&pair->contacts, mesh_a, mesh_b);
        state->polygon_pairs += state->pair_polygons[p];
    }
    for (int32_t i = 0; i < state->part_count; ++i) // also of pairs that interfere elsewhere
        state->shows[PAIR_TOUCH] |= state->parts[i].polygons[MARK_TOUCHING] > 0;
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

static void look(App *app)
{
    ContactState *state = &app->contacts;
    uint64_t selection = selection_sum(&app->document);
    if (state->valid && state->assembly_version == app->assembly_version &&
        state->report_version == app->report_version && state->fit_version == app->fit_version &&
        state->selection == selection &&
        memcmp(state->shown_pair, app->document.view.shown_pair, sizeof state->shown_pair) == 0)
        return;
    contact_state_make(state, app);
    if (!state->valid || state->assembly_version != app->assembly_version)
        state->opening_report = app->report_version;
    state->assembly_version = app->assembly_version;
    state->report_version = app->report_version;
    state->fit_version = app->fit_version;
    state->selection = selection;
    memcpy(state->shown_pair, app->document.view.shown_pair, sizeof state->shown_pair);
    state->valid = true;
    ++state->version;
}

const char *contact_state_unknown(const App *app)
{
    if (app->document.part_count == 0)
        return "Nothing is open";
    // Still the empty report of an assembly just opened.
    if (app->contacts.opening_report == app->report_version && stages_busy(app))
        return "Not checked yet";
    return NULL;
}

static void reset(App *app)
{
    contact_state_free(&app->contacts); // some of it points into the fit report
    app->contacts.valid = false;
    ++app->contacts.version;
}

const Stage stage_contacts = {.name = "contacts", .look = look, .reset = reset};
