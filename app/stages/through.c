#include "app/stages/through.h"

#include "app/document/move_settings.h"
#include "app/stages/app.h"
#include "app/stages/hand_text.h"

bool through_has(const Through *through, int32_t hand, int32_t other)
{
    for (int i = 0; i < through->count; ++i)
        if (through->pairs[i].hand == hand && through->pairs[i].other == other)
            return true;
    return false;
}

// --- how deep

static bool placed_so(const App *app, const HandDepth *depth)
{
    const PartState *parts = app->document.parts;
    return depth->hand < app->document.part_count && depth->other < app->document.part_count &&
           affine_equal(&depth->placed[0], &parts[depth->hand].placement) &&
           affine_equal(&depth->placed[1], &parts[depth->other].placement) &&
           !(depth->tolerance < app->document.tolerance) &&
           !(depth->tolerance > app->document.tolerance) && depth->trees == app->trees_version;
}

const HandDepth *hand_depth_find(const App *app, int32_t hand, int32_t other, bool *now)
{
    *now = false;
    for (int i = 0; i < app->depths.count; ++i) {
        const HandDepth *depth = &app->depths.items[i];
        if (depth->hand != hand || depth->other != other)
            continue;
        *now = placed_so(app, depth);
        return depth;
    }
    return NULL;
}

// --- from the key to the end

int32_t through_next(const App *app)
{
    const Hand *hand = &app->hand;
    if (hand->gesture == 0)
        return NO_PART;
    for (int i = 0; i < hand->blocker_count; ++i)     // the hardest first
        if (hand_has(hand, hand->blockers[i].hand) && // and not what holds a part that it pushes
            !through_has(&app->through, hand->blockers[i].hand, hand->blockers[i].part))
            return hand->blockers[i].part;
    return NO_PART;
}

static void note_change(App *app)
{
    ++app->through.version;
    ++app->hand.version;
    hand_text_update(app);
}

static bool add(App *app, int32_t hand, int32_t other)
{
    Through *through = &app->through;
    if (through_has(through, hand, other))
        return true;
    if (through->count == THROUGH_MOST)
        return false;
    through->pairs[through->count++] = (ThroughPair){.hand = hand, .other = other};
    ++through->version;
    return true;
}

bool through_change(App *app)
{
    Hand *hand = &app->hand;
    int32_t next = through_next(app);
    if (next == NO_PART) {
        bool any = app->through.count > 0;
        through_clear(app);
        return any;
    }
    for (int i = 0; i < hand->blocker_count; ++i)
        if (hand->blockers[i].part == next && hand_has(hand, hand->blockers[i].hand) &&
            !add(app, hand->blockers[i].hand, next))
            return false;
    through_follow(app);
    hand->blocker_count = 0;
    ++hand->wish; // it goes on to where it was wanted
    ++hand->version;
    return true;
}

void through_follow(App *app)
{
    Through *through = &app->through;
    for (int i = 0; i < through->count; ++i) {
        ThroughPair *pair = &through->pairs[i];
        pair->placed[0] = app->document.parts[pair->hand].placement;
        pair->placed[1] = app->document.parts[pair->other].placement;
    }
}

void through_clear(App *app)
{
    if (app->through.count == 0)
        return;
    app->through.count = 0;
    note_change(app);
}

// They are apart, and it is not that it only has not begun yet.
static bool is_over(const App *app, ThroughPair *pair)
{
    const Document *document = &app->document;
    if (pair->hand >= document->part_count || pair->other >= document->part_count)
        return true;
    const PartState *parts[2] = {&document->parts[pair->hand], &document->parts[pair->other]};
    for (int k = 0; k < 2; ++k)
        if (parts[k]->removed || !parts[k]->visible ||
            !affine_equal(&pair->placed[k], &parts[k]->placement))
            return true;
    bool now;
    const HandDepth *depth = hand_depth_find(app, pair->hand, pair->other, &now);
    if (!depth || depth->failed)
        return false;
    pair->met |= depth->state != PAIR_CLEAR;
    bool waits = app->hand.held || hand_active(&app->hand);
    return now && depth->state == PAIR_CLEAR && (pair->met || !waits);
}

void through_look(App *app)
{
    Through *through = &app->through;
    int kept = 0;
    if (app->document.move.contact == HAND_FREE)
        through_clear(app);
    for (int i = 0; i < through->count; ++i)
        if (!is_over(app, &through->pairs[i]))
            through->pairs[kept++] = through->pairs[i];
    if (kept == through->count)
        return;
    through->count = kept;
    note_change(app);
}
