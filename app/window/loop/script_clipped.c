// The walk over all panels that finds what is cut off: a panel, or an area in it, whose content is wider than it is
// and cannot be scrolled there, and buttons that are narrower than their words. Lower ones are no fault: they scroll.
#include "app/window/loop/script_player.h"

#include <cimgui.h>

#include <stdio.h>
#include <string.h>

static const float SLACK = 2; // pixels that nobody sees

static bool is_within(const ImGuiWindow *window, const ImGuiWindow *panel)
{
    while (window && window != panel)
        window = window->Flags & ImGuiWindowFlags_ChildWindow ? window->ParentWindow : NULL;
    return window != NULL;
}

static void tell_width(ClippedWalk *walk, const Panel *panel, const ImGuiWindow *window)
{
    float room =
        window->InnerRect.Max.x - window->InnerRect.Min.x - 2 * window->WindowPadding.x + SLACK;
    // An area that its panel has scrolled out of sight is not laid out, and its size an old one.
    bool seen = window->WasActive && !window->Hidden && !window->SkipItems;
    if (!seen || window->ScrollbarX || window->ContentSize.x <= room)
        return;
    ++walk->found;
    fprintf(stderr, "snug view: %.0f pixels are cut off at the right of \"%s\", in \"%.80s\"\n",
            (double)(window->ContentSize.x - room), panel->title, window->Name);
}

// They are in sight in other panels, too: each is told once.
static void tell_words(ClippedWalk *walk, const Panel *panel, const UiState *ui)
{
    for (int i = 0; i < ui->clipped_count; ++i) {
        const char *name = ui->clipped[i];
        bool known = false;
        for (int k = 0; k < walk->words && k < WALK_MAX_MISSING; ++k)
            known |= strcmp(walk->names[k], name) == 0;
        if (known)
            continue;
        if (walk->words < WALK_MAX_MISSING)
            walk->names[walk->words] = name;
        ++walk->words;
        ++walk->found;
        fprintf(stderr, "snug view: the words of %s are cut off, with \"%s\" in front\n", name,
                panel->title);
    }
}

bool clipped_step(ScriptPlayer *player, View *view)
{
    ClippedWalk *walk = &player->clipped;
    if (walk->frames == 0)
        walk->opened = walk->panel < panel_count && !view->ui.open[walk->panel];
    if (walk->panel >= panel_count)
        return true;
    const Panel *panel = panels[walk->panel];
    if (walk->frames++ == 0)
        view->ui.open[walk->panel] = view->ui.focus[walk->panel] = true;
    if (walk->frames <= 2 * WALK_SETTLE) // let it be laid out, and again beside its scroll bars
        return false;
    const ImGuiWindow *window = igFindWindowByName(panel->title);
    const ImVector_ImGuiWindowPtr *all = &igGetCurrentContext()->Windows;
    for (int i = 0; window && i < all->Size; ++i)
        if (is_within(all->Data[i], window))
            tell_width(walk, panel, all->Data[i]);
    tell_words(walk, panel, &view->ui);
    if (walk->opened) // as it was; floating ones would cover each other
        view->ui.open[walk->panel] = false;
    ++walk->panel;
    walk->frames = 0;
    return false;
}
