#include "app/stages/hand_way.h"

#include "app/stages/target.h"

static Box3d united(Box3d a, Box3d b)
{
    return box3d_including(box3d_including(a, b.lo), b.hi);
}

static Box3d box_at(const App *app, int32_t part, const Affine *placement)
{
    return box3d_moved(&app->parts[part].tree->box, placement);
}

// From where it was taken, over where it is, to where it is wanted.
static Box3d box_of_drag(const App *app)
{
    const Hand *hand = &app->hand;
    Box3d box = box3d_empty();
    Affine back, motion = affine_identity();
    if (affine_invert(&hand->start.parts[hand->lead].placement, &back))
        motion = affine_compose(&hand->to, &back);
    for (int32_t h = 0; h < hand->count; ++h) {
        int32_t part = hand->parts[h];
        const Affine *from = &hand->start.parts[part].placement;
        Affine to = affine_compose(&motion, from);
        if (!app->parts[part].tree)
            continue;
        box = united(box, box_at(app, part, from));
        box = united(box, box_at(app, part, &app->document.parts[part].placement));
        box = united(box, box_at(app, part, &to));
    }
    return box;
}

static bool is_ignored(const App *app, const SharedRules *rules, int32_t part)
{
    for (int32_t h = 0; rules && h < app->hand.count; ++h)
        if (pair_rules_find(&rules->rules, app->hand.parts[h], part, NULL) == RULE_IGNORED)
            return true;
    return false;
}

HandWay hand_way(const App *app)
{
    HandWay way = {0, 0};
    const Document *document = &app->document;
    const SharedRules *rules = stages_known_rules(app);
    if (!app->parts || app->hand.start.part_count != document->part_count)
        return way;
    Box3d drag = box_of_drag(app);
    for (int32_t i = 0; i < document->part_count; ++i) {
        const PartState *part = &document->parts[i];
        bool hidden = !part->visible;
        if (part->removed || hand_has(&app->hand, i) || !app->parts[i].tree ||
            (!hidden && !is_ignored(app, rules, i)))
            continue;
        Box3d box = box_at(app, i, &part->placement);
        if (!box3d_meet(&drag, &box))
            continue;
        way.hidden += hidden;
        way.ignored += !hidden;
    }
    return way;
}
