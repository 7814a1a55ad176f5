#include "app/stages/snap.h"

#include "app/stages/app.h"
#include "app/stages/fit_pairs.h"
#include "app/stages/hand_text.h"
#include "core/base/utf8.h"

#include <math.h>
#include <stdio.h>

// Axes that are one, up to what files round: so much of the radius apart, and so much of a turn.
static const double IN_LINE_SHARE = 0.05, IN_LINE_ANGLE = 0.01;

static bool end_placed(const App *app, const SnapEnd *end, Connector *out)
{
    return end->part >= 0 && end->part < app->document.part_count &&
           !app->document.parts[end->part].removed &&
           connector_placed(&end->connector.at, &app->document.parts[end->part].placement, out);
}

bool snap_mate(const App *app, const SnapOffer *offer, Mate *out)
{
    Connector moving, fixed;
    if (!offer->found || !end_placed(app, &offer->moving, &moving) ||
        !end_placed(app, &offer->fixed, &fixed))
        return false;
    *out = connector_mate(&moving, &fixed, offer->slack);
    return out->verdict == MATE_FITS;
}

// As people say it: a pin goes into a hole, whichever of the two is in the hand.
static const char *word_between(enum ConnectorKind moving)
{
    switch (moving) {
    case CONNECTOR_PIN:
        return "into";
    case CONNECTOR_HOLE:
        return "over";
    case CONNECTOR_FACE:
        return "onto";
    default:
        return "to";
    }
}

void snap_offer_words(const App *app, const SnapOffer *offer, char *text, size_t size)
{
    snprintf(text, size, "%.40s %s %.40s of %.40s", offer->moving.connector.name,
             word_between(offer->moving.connector.at.kind), offer->fixed.connector.name,
             app->assembly.parts[offer->fixed.part].name);
    utf8_sanitise(text); // the cut may have gone through a character
}

// --- the pairs that may touch

static bool in_line(const Connector *a, const Connector *b)
{
    if (a->kind == CONNECTOR_FACE || b->kind == CONNECTOR_FACE)
        return false;
    Vec3d between = vec3d_sub(b->origin, a->origin);
    double off = vec3d_length(vec3d_cross(between, a->axis));
    double turn = vec3d_length(vec3d_cross(a->axis, b->axis));
    return off <= IN_LINE_SHARE * fmin(a->radius, b->radius) && turn <= IN_LINE_ANGLE;
}

// A bend that closes a loop comes to two ends at once: what its other end comes to fits as well.
static bool add_second_ends(const App *app, struct FitPairs *out, int32_t part)
{
    const HandSnap *snap = &app->hand.snap;
    for (SnapEnd mine = {.part = part}; app_connector(app, part, mine.index, &mine.connector);
         ++mine.index) {
        Connector moving, fixed;
        if (mine.connector.at.kind != CONNECTOR_PIPE || !end_placed(app, &mine, &moving))
            continue;
        for (SnapEnd end = {.part = 0}; end.part < app->document.part_count; ++end.part) {
            if (app->document.parts[end.part].removed || hand_has(&app->hand, end.part))
                continue;
            for (end.index = 0; app_connector(app, end.part, end.index, &end.connector);
                 ++end.index)
                if (end.connector.at.kind == CONNECTOR_PIPE && end_placed(app, &end, &fixed) &&
                    mate_joins_too(&snap->mate, &moving, &fixed, snap->offer.slack) &&
                    !fit_pairs_add(out, motion_pair(part, end.part), 0))
                    return false;
        }
    }
    return true;
}

// A bolt goes through more than the hole that it snaps to: what lies behind it in line fits as well.
bool snap_fit_pairs(const App *app, struct FitPairs *out)
{
    const HandSnap *snap = &app->hand.snap;
    int32_t part = snap->offer.moving.part, other = snap->offer.fixed.part;
    Connector at, moving;
    if (!fit_pairs_add(out, motion_pair(part, other), 0))
        return false;
    for (int32_t i = 0; i < app->document.part_count; ++i)
        if (hand_has(&app->hand, i) && !add_second_ends(app, out, i))
            return false;
    if (!end_placed(app, &snap->offer.moving, &at) ||
        !connector_placed(&at, &snap->mate.in_line, &moving))
        return true;
    for (int32_t i = 0; i < app->document.part_count; ++i) {
        if (i == other || app->document.parts[i].removed || hand_has(&app->hand, i))
            continue;
        SnapEnd end = {.part = i};
        Connector fixed;
        for (; app_connector(app, i, end.index, &end.connector); ++end.index) {
            if (!end_placed(app, &end, &fixed) || !in_line(&moving, &fixed) ||
                connector_mate(&moving, &fixed, snap->offer.slack).verdict != MATE_FITS)
                continue;
            if (!fit_pairs_add(out, motion_pair(part, i), 0))
                return false;
            break;
        }
    }
    return true;
}

// --- taking an offer

// All of it, from where the part is.
static Affine motion_home(const Mate *mate)
{
    Affine travel = affine_translation(vec3d_scale(mate->home, mate->travel));
    return affine_compose(&travel, &mate->in_line);
}

bool snap_at_once(App *app)
{
    Affine motion = motion_home(&app->hand.snap.mate);
    Affine lead = affine_compose(&motion, &app->document.parts[app->hand.lead].placement);
    return hand_commit(app, &lead);
}

bool snap_take(App *app)
{
    Hand *hand = &app->hand;
    SnapOffer offer = app->snap.offer;
    Mate mate;
    if (!snap_mate(app, &offer, &mate))
        return false;
    Affine motion = motion_home(&mate);
    if (!hand_take_selection(app, &motion) || !hand_has(hand, offer.moving.part))
        return false;
    hand->snap = (HandSnap){.on = true,
                            .number = hand->snap.number + 1,
                            .offer = offer,
                            .mate = mate,
                            .phase = SNAP_IN_LINE};
    app->snap.offer.found = false;
    ++app->snap.version;
    hand->turning = true;
    hand->to = affine_compose(&mate.in_line, &app->document.parts[hand->lead].placement);
    ++hand->wish;
    ++hand->version;
    return true;
}

void snap_stop(App *app)
{
    Hand *hand = &app->hand;
    if (!hand->snap.on)
        return;
    hand->snap.on = false;
    hand->snap.stopped = true;
    hand->served = hand->wish;
    hand->state = HAND_SNAPPED;
    ++hand->version;
    hand_text_update(app);
}
