#include "app/stages/hand_text.h"

#include "app/document/move_settings.h"
#include "app/document/rotation.h"
#include "app/stages/hand_way.h"
#include "core/base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct Line {
    char *text;
    size_t size, used;
} Line;

static void say(Line *line, const char *format, ...) SNUG_PRINTF(2, 3);
static void say(Line *line, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int more = vsnprintf(line->text + line->used, line->size - line->used, format, arguments);
    va_end(arguments);
    line->used += more > 0 ? (size_t)more : 0;
    if (line->used >= line->size)
        line->used = line->size - 1;
}

static const char *name_of(const App *app, int32_t part)
{
    return app->assembly.parts[part].name;
}

// "12.4 mm of 20 mm": how far it came.
static void say_way(const App *app, Line *line)
{
    const Hand *hand = &app->hand;
    const Affine *from = &hand->start.parts[hand->lead].placement;
    const Affine *now = &app->document.parts[hand->lead].placement;
    char come[48], wanted[48];
    if (hand->turning) {
        say(line, "%.1f of %.1f\xC2\xB0, ", DEGREES_PER_RADIAN * vec3d_length(hand->turned),
            DEGREES_PER_RADIAN * vec3d_length(hand->turn));
        return;
    }
    length_format(vec3d_distance(from->p, now->p), app->assembly.unit, come, sizeof come);
    length_format(vec3d_distance(from->p, hand->to.p), app->assembly.unit, wanted, sizeof wanted);
    say(line, "%s of %s, ", come, wanted);
}

static void say_pushing(const App *app, Line *line)
{
    const Hand *hand = &app->hand;
    for (int i = 0; i < hand->pushing_count && i < HAND_MOST_TOLD; ++i)
        say(line, "%s%.40s", i == 0 ? "pushing " : ", ", name_of(app, hand->pushing[i]));
    if (hand->pushing_count > HAND_MOST_TOLD)
        say(line, " and %d more", (int)hand->pushing_count - HAND_MOST_TOLD);
    if (hand->pushing_count > 0)
        say(line, "; ");
}

static void say_blockers(const App *app, Line *line)
{
    const Hand *hand = &app->hand;
    int named = 0;
    for (int i = 0; i < hand->blocker_count; ++i) {
        bool again = false;
        for (int k = 0; k < i; ++k)
            again |= hand->blockers[k].part == hand->blockers[i].part;
        if (again)
            continue;
        if (named == HAND_MOST_TOLD) {
            say(line, " and others");
            break;
        }
        say(line, "%s%.40s", named++ ? ", " : "held by ", name_of(app, hand->blockers[i].part));
    }
    if (named == 0)
        say(line, "it goes no farther");
}

// At rest, with no way to where it is wanted: what can be done about it.
static void say_way_out(App *app, Line *line)
{
    int32_t next = through_next(app);
    bool stops = app->document.move.contact == HAND_STOP;
    say(line, stops ? "" : "; it comes no nearer");
    app->hand.offer_at = line->used;
    say(line, stops ? " (X: slide along it" : " (X: another mode");
    if (next != NO_PART)
        say(line, ", Shift+X: through %.40s", name_of(app, next));
    say(line, ")");
}

// How deep it is in another one, as far as it is known.
static void say_depth(const App *app, Line *line, int32_t hand, int32_t other)
{
    bool now;
    const HandDepth *found = hand_depth_find(app, hand, other, &now);
    char depth[48];
    if (!found)
        return;
    if (found->failed || found->state == PAIR_UNDECIDED || found->state == PAIR_CROSSING) {
        say(line, ", depth unknown");
    } else if (found->state == PAIR_CLEAR) {
        say(line, now ? ", apart" : "");
    } else {
        length_format(found->depth, app->assembly.unit, depth, sizeof depth);
        say(line, ", %s%s deep%s", found->estimated ? "about " : "", depth,
            now ? "" : " a moment ago");
    }
}

static void say_through(const App *app, Line *line)
{
    const Through *through = &app->through;
    for (int i = 0; i < through->count && i < HAND_MOST_TOLD; ++i) {
        const ThroughPair *pair = &through->pairs[i];
        say(line, "%sthrough %.40s", line->used ? "; " : "", name_of(app, pair->other));
        say_depth(app, line, pair->hand, pair->other);
    }
    if (through->count > HAND_MOST_TOLD)
        say(line, ", and %d more", through->count - HAND_MOST_TOLD);
    if (through->count > 0)
        say(line, " (until they are apart; Shift+X: held again)");
}

static void say_exceptions(const App *app, Line *line)
{
    const Hand *hand = &app->hand;
    say_through(app, line);
    for (int32_t i = 0; i < hand->exempt_count && i < HAND_MOST_TOLD; ++i) {
        const MotionExempt *exempt = &hand->exempt[i];
        say(line, "%snot held by %.40s: %s", line->used ? "; " : "", name_of(app, exempt->part),
            limit_reason_word(exempt->reason));
        say_depth(app, line, exempt->hand, exempt->part);
    }
    if (hand->exempt_count > HAND_MOST_TOLD)
        say(line, ", and %d more", (int)hand->exempt_count - HAND_MOST_TOLD);
    HandWay way = hand_way(app);
    if (way.hidden > 0)
        say(line, "%s%d hidden part%s not hold it", line->used ? "; " : "", (int)way.hidden,
            way.hidden == 1 ? " does" : "s do");
    if (way.ignored > 0)
        say(line, "%s%d on the way ignored by rules", line->used ? "; " : "", (int)way.ignored);
}

// "Pin 1 into Hole 3 of Plate: Washer is in the way, 0.7 mm before the end"
static void say_in_the_way(const App *app, Line *line, const char *where)
{
    double missing = app->hand.snap.missing;
    char length[48];
    say(line, "%s: %.40s is in the way", where, name_of(app, app->hand.blockers[0].part));
    if (missing > 0) {
        length_format(missing, app->assembly.unit, length, sizeof length);
        say(line, ", %s before the end", length);
    }
}

// "Pin 1 into Hole 3 of Plate: seated", or why not.
static void say_snap(const App *app, Line *line)
{
    const HandSnap *snap = &app->hand.snap;
    const SnapOffer *offer = &snap->offer;
    char where[160];
    if (offer->fixed.part < 0 || offer->fixed.part >= app->document.part_count)
        return;
    snap_offer_words(app, offer, where, sizeof where);
    if (snap->on)
        say(line, "%s: on its way (Esc stops)", where);
    else if (snap->stopped)
        say(line, "%s: stopped", where);
    else if (snap->phase == SNAP_SEATED)
        say(line, "%s: seated", where);
    else if (app->hand.blocker_count > 0)
        say_in_the_way(app, line, where);
    else
        say(line, "%s: it does not get there", where);
}

// Nothing holds it, but what is near takes long to look at: whoever waits has to know that it comes.
static void say_late(const App *app, Line *line)
{
    if (line->used > 0)
        say(line, "; ");
    else
        say_way(app, line);
    say(line, app->hand.held ? "following" : "on its way (Esc stops)");
}

void hand_text_update(App *app)
{
    Hand *hand = &app->hand;
    Line line = {hand->text, sizeof hand->text, 0};
    hand->text[0] = 0;
    hand->offer_at = 0;
    if (hand->snap.on || hand->state == HAND_SNAPPED) {
        say_snap(app, &line);
        utf8_sanitise(hand->text);
        return;
    }
    if (hand->lead == NO_PART || hand->lead >= app->document.part_count ||
        hand->lead >= hand->start.part_count)
        return;
    if (hand->state == HAND_PREPARING)
        say(&line, "Looking at what stands around %.40s", name_of(app, hand->lead));
    // Also while it slides on: the reason is always to be seen.
    if (hand->state == HAND_HELD || (hand->state == HAND_MOVING && hand->blocker_count > 0)) {
        say_way(app, &line);
        say_pushing(app, &line);
        say_blockers(app, &line);
        if (hand->state == HAND_HELD)
            say_way_out(app, &line);
    } else if (hand->pushing_count > 0 &&
               (hand->state == HAND_MOVING || (hand->state == HAND_THERE && hand->held))) {
        say_way(app, &line);
        say_pushing(app, &line);
        line.used -= 2; // nothing holds them
        hand->text[line.used] = 0;
    } else if (hand->state == HAND_MOVING || hand->state == HAND_THERE) {
        say(&line, "%s", hand->joint_text); // farther was wanted than its limit
    }
    if (hand->state == HAND_MOVING && hand->late)
        say_late(app, &line);
    if (hand->state == HAND_MOVING || hand->state == HAND_HELD || hand->state == HAND_THERE)
        say_exceptions(app, &line);
    utf8_sanitise(hand->text); // a long name may have been cut inside a character
}
