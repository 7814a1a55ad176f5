#include "app/stages/tree_paint.h"

#include "app/stages/app.h"
#include "core/base/memory.h"

#include <stdio.h>

// Roles first, then the scale.
enum { SHADES = VOLUME_PALETTE - TREE_ROLES };

// More than that nobody tells apart, and they are looked at between two frames.
enum { MOST_PAINTED = 20000 };

TreeTint tree_tint(const TreeShown *t, int colours, uint32_t place)
{
    TreeTint tint = {tree_role(t, place), NAN};
    if (place == t->picked || colours == TREE_BY_ROLE)
        return tint;
    tint.role = ROLE_INNER;
    if (colours == TREE_BY_TIGHTNESS) {
        double tightness = tree_map_tightness(&t->map, place);
        tint.heat = isnan(tightness) ? NAN : tree_heat_of_tightness(tightness);
    } else if (t->visits.tests && t->visits.tests[place] > 0) {
        tint.heat = tree_heat_of_count(t->visits.tests[place], t->visits.most);
    }
    return tint;
}

uint32_t tree_tint_colour(TreeTint tint)
{
    return isnan(tint.heat) ? tree_role_colours[tint.role] : tree_heat_colour(tint.heat);
}

bool tree_level_painted(const App *app)
{
    const TreeShown *t = &app->tree;
    return tree_known(t) && tree_part(app) == t->part && app->parts[t->part].tree == t->map.tree &&
           app->document.parts[t->part].visible &&
           app->document.parts[t->part].overlay_level != OVERLAY_OFF;
}

static uint8_t hue_of(TreeTint tint)
{
    if (isnan(tint.heat))
        return (uint8_t)tint.role;
    double share = tint.heat > 1 ? 1 : tint.heat > 0 ? tint.heat : 0;
    return (uint8_t)(TREE_ROLES + (int)(share * (SHADES - 1) + 0.5));
}

void tree_palette(uint32_t out[VOLUME_PALETTE])
{
    for (int i = 0; i < TREE_ROLES; ++i)
        out[i] = tree_role_colours[i];
    for (int i = 0; i < SHADES; ++i)
        out[TREE_ROLES + i] = tree_heat_colour((double)i / (SHADES - 1));
}

void tree_paint_update(TreePaint *paint, const App *app)
{
    TreeShown t = app->tree;
    int colours = app->document.view.tree_colours;
    if (!tree_level_painted(app))
        return;
    int level = app->document.parts[t.part].overlay_level;
    if (paint->version > 0 && paint->tree == t.version && paint->trace == t.visits.trace &&
        paint->colours == colours && paint->level == level)
        return;
    mem_free(paint->hues);
    *paint = (TreePaint){.version = paint->version + 1,
                         .tree = t.version,
                         .trace = t.visits.trace,
                         .colours = colours,
                         .level = level,
                         .nodes = t.map.tree->node_count};
    uint32_t *places = mem_alloc(MOST_PAINTED * sizeof *places);
    uint32_t count = places ? tree_map_on_level(&t.map, level, places, MOST_PAINTED) : 0;
    if (count > 0 && count <= MOST_PAINTED)
        paint->hues = mem_calloc(paint->nodes, sizeof *paint->hues);
    t.picked = TREE_MAP_NONE;
    for (uint32_t i = 0; paint->hues && i < count; ++i)
        paint->hues[t.map.node[places[i]]] = hue_of(tree_tint(&t, colours, places[i]));
    mem_free(places);
}

bool tree_paint_shown(const App *app)
{
    return app->overlay.paint.hues && tree_level_painted(app);
}

void tree_paint_free(TreePaint *paint)
{
    mem_free(paint->hues);
    *paint = (TreePaint){.version = paint->version};
}

static void add(TreeLegend *legend, uint32_t colour, const char *word)
{
    legend->colours[legend->count] = colour;
    legend->words[legend->count++] = word;
}

void tree_legend(const App *app, TreeLegend *out)
{
    const TreeShown *t = &app->tree;
    int colours = app->document.view.tree_colours;
    out->count = 0;
    if (colours == TREE_BY_ROLE) {
        for (int role = 0; role < TREE_ROLES; ++role)
            if ((role != ROLE_EMPTY || t->map.tree->type->traits & BV_SPACE_PARTITION) &&
                (role != ROLE_VISITED || t->visits.tests) &&
                ((role != ROLE_ON_PATH && role != ROLE_PICKED) || t->picked != TREE_MAP_NONE))
                add(out, tree_role_colours[role], tree_role_words[role]);
    } else if (colours == TREE_BY_TIGHTNESS) {
        add(out, tree_role_colours[ROLE_INNER], "leaf");
        add(out, tree_heat_colour(0), "tight");
        add(out, tree_heat_colour(tree_heat_of_tightness(1.75)), "1.75");
        add(out, tree_heat_colour(1), "3 and looser");
    } else if (t->visits.tests) {
        snprintf(out->most, sizeof out->most, "%u visits", t->visits.most);
        add(out, tree_role_colours[ROLE_INNER], "not visited");
        add(out, tree_heat_colour(tree_heat_of_count(1, t->visits.most)), "once");
        add(out, tree_heat_colour(1), out->most);
    }
}
