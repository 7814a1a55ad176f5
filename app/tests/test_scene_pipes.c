// The pipe kit of the scene "Ship pipes": every segment has its pipe ends where it was built with them, and
// the line of five is put together by snapping, exactly, with no interference and with the clearance that
// the scene promises.
#include "app/tests/workshop.h"
#include "core/meaning/contact.h"

#define EXACT 1e-6 // millimetres, and of a turn

// In the part's own coordinates; origin, axis and the flange's radius.
typedef struct End {
    const char *part;
    Vec3d origin, axis;
    double radius;
} End;

static const End ENDS[] = {
    {"Fixed end 1", {{0, 0, 0}}, {{1, 0, 0}}, 100},
    {"Fixed end 2", {{0, 0, 0}}, {{1, 0, 0}}, 110},
    {"Valve", {{-120, 0, 0}}, {{-1, 0, 0}}, 100},
    {"Valve", {{120, 0, 0}}, {{1, 0, 0}}, 100},
    {"Straight pipe", {{0, 0, 0}}, {{-1, 0, 0}}, 100},
    {"Straight pipe", {{240, 0, 0}}, {{1, 0, 0}}, 100},
    {"Reducer", {{0, 0, 0}}, {{-1, 0, 0}}, 110},
    {"Reducer", {{150, 0, 0}}, {{1, 0, 0}}, 100},
    {"T-piece", {{-165, 0, 0}}, {{-1, 0, 0}}, 100},
    {"T-piece", {{165, 0, 0}}, {{1, 0, 0}}, 100},
    {"T-piece", {{0, 165, 0}}, {{0, 1, 0}}, 100},
    {"Return bend", {{0, 0, 190}}, {{-1, 0, 0}}, 100},
    {"Return bend", {{0, 0, -190}}, {{-1, 0, 0}}, 100},
    {"Cover flange", {{0, 0, 0}}, {{0, -1, 0}}, 100},
    {"Ballast pipe", {{0, 0, 0}}, {{-1, 0, 0}}, 110},
    {"Bilge pipe", {{0, 0, 0}}, {{-1, 0, 0}}, 44.5},
};
enum { END_COUNT = sizeof ENDS / sizeof *ENDS };

static void segments_have_their_ends(void **state)
{
    (void)state;
    Workshop w;
    open_workshop(&w, &scene_ship_pipes);
    int32_t pipes = 0, deck_pipes = 0;
    for (int i = 0; i < END_COUNT; ++i) {
        const Connectors *all = &w.connectors[scene_find_part(&w.data, ENDS[i].part)];
        int found = 0;
        for (size_t k = 0; k < all->count; ++k) {
            const Connector *c = &all->items[k];
            found += c->kind == CONNECTOR_PIPE &&
                     vec3d_distance(c->origin, ENDS[i].origin) < EXACT &&
                     vec3d_distance(c->axis, ENDS[i].axis) < EXACT &&
                     fabs(c->radius - ENDS[i].radius) < EXACT;
        }
        if (found != 1)
            fail_msg("%s: end %d was found %d times", ENDS[i].part, i, found);
    }
    // What is no pipe has no pipe ends.
    const Connectors *deck = &w.connectors[scene_find_part(&w.data, "Deck")];
    for (size_t k = 0; k < deck->count; ++k)
        deck_pipes += deck->items[k].kind == CONNECTOR_PIPE;
    const Connectors *tee = &w.connectors[scene_find_part(&w.data, "T-piece")];
    for (size_t k = 0; k < tee->count; ++k)
        pipes += tee->items[k].kind == CONNECTOR_PIPE;
    assert_int_equal(deck_pipes, 0);
    assert_int_equal(pipes, 3);
    close_workshop(&w);
}

// One part of the line: where it belongs, from where it is let go, and what it is put onto.
typedef struct Piece {
    const char *part, *onto;
    Vec3d home, away, axis; // axis and angle: tilted before it is let go
    double angle;
} Piece;

static const Piece LINE[] = {
    {"Valve", "Fixed end 1", {{260, 720, 810}}, {{40, 25, -18}}, {{0, 0.6, 0.8}}, 0.07},
    {"Reducer", "Fixed end 2", {{140, 720, 430}}, {{35, -12, 14}}, {{0, 1, 0}}, 0.1},
    {"Straight pipe", "Valve", {{380, 720, 810}}, {{30, 20, 22}}, {{0, 0, 1}}, -0.08},
    {"T-piece", "Reducer", {{455, 720, 430}}, {{45, -30, -20}}, {{0, 0.8, -0.6}}, 0.05},
    {"Return bend", "T-piece", {{620, 720, 620}}, {{60, -14, 8}}, {{0, 1, 0}}, 0},
    {"Cover flange", "T-piece", {{455, 885, 430}}, {{12, 30, -20}}, {{1, 0, 0}}, 0.1},
};
enum { PIECES = sizeof LINE / sizeof *LINE };

// The valve takes its handwheel along.
static void place_all(Workshop *w, int32_t hand, const Affine *to)
{
    int32_t wheel = scene_find_part(&w->data, "Handwheel");
    bool valve = hand == scene_find_part(&w->data, "Valve");
    Affine back = affine_identity();
    assert_true(affine_invert(&w->posed[hand].placement, &back));
    Affine by = affine_compose(to, &back);
    Affine turned = affine_compose(&by, &w->posed[wheel].placement);
    w->posed[hand].placement = w->parts[hand].placement = *to;
    if (valve)
        w->posed[wheel].placement = w->parts[wheel].placement = turned;
}

static void snap_piece(Workshop *w, const Piece *piece)
{
    Error err = {""};
    int32_t hand = scene_find_part(&w->data, piece->part);
    int32_t wheel = scene_find_part(&w->data, "Handwheel");
    bool valve = strcmp(piece->part, "Valve") == 0;
    Affine away = affine_rotation(vec3d_normalised(piece->axis), piece->angle), end;
    away.p = vec3d_add(piece->home, piece->away);
    place_all(w, hand, &away);
    w->roles[hand] = MOTION_HAND;
    w->roles[wheel] = valve ? MOTION_HAND : MOTION_STANDS;
    OfferDesc desc = {.parts = w->parts,
                      .part_count = w->count,
                      .roles = w->roles,
                      .distance = 100,
                      .angle = 0.26};
    Offer offer;
    assert_true(offer_find(&desc, NULL, &offer, &err));
    assert_true(offer.found);
    assert_string_equal(w->data.assembly.parts[offer.fixed_part].name, piece->onto);
    assert_int_equal(w->connectors[hand].items[offer.moving].kind, CONNECTOR_PIPE);
    offer_fits(&desc, &offer, w->fits);
    Snap snap = go(w, hand, &offer, &end);
    if (snap.phase != SNAP_SEATED || !snap.exact || !snap.touches)
        fail_msg("%s: phase %d, %.6g missing, held by %s", piece->part, snap.phase, snap.missing,
                 snap.blocker.part < 0 ? "nothing"
                                       : w->data.assembly.parts[snap.blocker.part].name);
    double off = vec3d_distance(end.p, piece->home), turn = 0;
    for (int i = 0; i < 9; ++i)
        turn = fmax(turn, fabs(end.m[i / 3][i % 3] - (i % 4 == 0)));
    printf("%s onto %s: %.2g mm and %.2g off\n", piece->part, piece->onto, off, turn);
    if (!(off <= EXACT && turn <= EXACT))
        fail_msg("%s: %.9g mm off, turned by %.9g", piece->part, off, turn);
    place_all(w, hand, &end);
    w->roles[hand] = w->roles[wheel] = MOTION_STANDS;
}

// Faces that are one to rounding meet or not, as it falls; nothing runs into anything.
static void assert_free(const Workshop *w)
{
    AssemblyReport report = {0};
    ContactReport details = {0};
    Error err = {""};
    QueryDesc all = {.mode = QUERY_ALL, .witnesses = true};
    assert_true(assembly_report_update(&report, w->posed, w->count, &all, NULL, &err));
    assert_true(contact_report_update(&details, &report, NULL, w->posed, w->count,
                                      &(ContactDesc){0}, NULL, &err));
    for (size_t i = 0; i < details.count; ++i)
        if (details.pairs[i].state != PAIR_TOUCH)
            fail_msg("%s and %s interfere", w->data.assembly.parts[details.pairs[i].a].name,
                     w->data.assembly.parts[details.pairs[i].b].name);
    contact_report_free(&details);
    assembly_report_free(&report);
}

static double distance(const Workshop *w, const char *a, const char *b)
{
    const PosedPart *p = &w->posed[scene_find_part(&w->data, a)],
                    *q = &w->posed[scene_find_part(&w->data, b)];
    Affine back = affine_identity();
    Error err = {""};
    Distance least;
    assert_true(affine_invert(&p->placement, &back));
    Affine b_to_a = affine_compose(&back, &q->placement);
    assert_true(query_distance(p->tree, q->tree, &b_to_a, NULL, NULL, &least, NULL, &err));
    return least.value;
}

static void the_line_is_put_together_by_snapping(void **state)
{
    (void)state;
    Workshop w;
    open_workshop(&w, &scene_ship_pipes);
    for (int i = 0; i < PIECES; ++i)
        snap_piece(&w, &LINE[i]);
    assert_free(&w);
    static const char *const joined[][2] = {
        {"Fixed end 1", "Valve"},    {"Valve", "Straight pipe"}, {"Straight pipe", "Return bend"},
        {"Return bend", "T-piece"},  {"T-piece", "Reducer"},     {"Reducer", "Fixed end 2"},
        {"T-piece", "Cover flange"},
    };
    for (size_t i = 0; i < sizeof joined / sizeof *joined; ++i)
        assert_true(distance(&w, joined[i][0], joined[i][1]) <= EXACT);
    static const struct {
        const char *of, *to;
        double least, most;
    } clear[] = {{"Return bend", "Ballast pipe", 38.5 - EXACT, 38.5 + EXACT},
                 {"Return bend", "Pillar", 38.5, 38.55},
                 {"Straight pipe", "Pillar", 30, 200},
                 {"T-piece", "Pillar", 30, 200},
                 {"Handwheel", "Bulkhead", 50, 200},
                 {"Reducer", "Frame 1", 20, 200}};
    for (size_t i = 0; i < sizeof clear / sizeof *clear; ++i) {
        double d = distance(&w, clear[i].of, clear[i].to);
        printf("%s to %s: %.3f mm\n", clear[i].of, clear[i].to, d);
        assert_true(d >= clear[i].least && d <= clear[i].most);
    }
    close_workshop(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_have_their_ends),
        cmocka_unit_test(the_line_is_put_together_by_snapping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
