#include "app/window/loop/dock.h"

#include "app/window/look.h"

#include <math.h>

enum {
    FLAGS = ImGuiDockNodeFlags_PassthruCentralNode | ImGuiDockNodeFlags_NoDockingOverCentralNode
};

// Shares of the column, of what is above the settings in it, and of the view; and how high the strip is at
// most on a screen of the usual size, before scaling.
static const struct {
    float settings, middle, strip, strip_most;
} shapes[2] = {
    {0.3f, 0.45f, 0.34f, 320},  // parts and clashes have more room than settings
    {0.46f, 0.43f, 0.38f, 420}, // the lab
};

static void dock_panels(const View *view, ImGuiID space, ImVec2 size, bool lab)
{
    igDockBuilderRemoveNode(space);
    igDockBuilderAddNode(space, (ImGuiDockNodeFlags)ImGuiDockNodeFlags_DockSpace | (int)FLAGS);
    igDockBuilderSetNodeSize(space, size);
    // On a large screen names of parts need not be cut off, and the settings need no more than they hold:
    // the list of parts gets the rest. What is drawn in the strip has more room there.
    float large = fminf(fmaxf(size.x / view->ui_scale - 1280, 0) / 1280, 1);
    float share = fminf((PANEL_WIDTH + 80 * large) * view->ui_scale / size.x, 0.5f);
    float settings = fminf(shapes[lab].settings, SETTINGS_HEIGHT * view->ui_scale / size.y);
    float strip_most = shapes[lab].strip_most + 120 * large;
    float strip = fminf(shapes[lab].strip, strip_most * view->ui_scale / size.y);
    ImGuiID column, centre, view_node, places[PLACE_FLOATING], rest;
    igDockBuilderSplitNode(space, ImGuiDir_Right, share, &column, &centre);
    igDockBuilderSplitNode(centre, ImGuiDir_Down, strip, &places[PLACE_STRIP], &view_node);
    igDockBuilderSplitNode(column, ImGuiDir_Down, settings, &places[PLACE_BOTTOM], &rest);
    igDockBuilderSplitNode(rest, ImGuiDir_Down, shapes[lab].middle, &places[PLACE_MIDDLE],
                           &places[PLACE_TOP]);
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->place != PLACE_FLOATING)
            igDockBuilderDockWindow(panels[i]->title, places[panels[i]->place]);
    igDockBuilderFinish(space);
}

static bool opens(const Panel *panel, bool lab)
{
    return panel->open || (lab && panel->lab);
}

void dock_update(View *view, ImGuiID space)
{
    UiState *ui = &view->ui;
    ImGuiViewport *viewport = igGetMainViewport();
    bool lab = view->lab;
    bool other = view->layout_seen > 0 && view->layout_seen != 1 + lab;
    if (ui->layout_reset || other) {
        dock_panels(view, space, viewport->WorkSize, lab);
        for (int i = 0; i < panel_count; ++i)
            if (panels[i]->place != PLACE_FLOATING)
                ui->open[i] = opens(panels[i], lab) || (ui->open[i] && !other);
        for (int i = 0; i < panel_count; ++i)
            ui->to_front[i] = panels[i]->in_front;
        ui->front_after = 2;
    }
    ui->layout_reset = false;
    view->layout_seen = 1 + lab;
    igDockSpaceOverViewport(space, viewport, FLAGS, NULL);
    // New tabs come to the front one after the other, whichever belong there.
    if (ui->front_after > 0 && --ui->front_after == 0)
        for (int i = 0; i < panel_count; ++i)
            ui->focus[i] |= ui->to_front[i] && ui->open[i];
}

int dock_cut_titles(void)
{
    int cut = 0;
    for (int i = 0; i < panel_count; ++i) {
        const ImGuiWindow *window = igFindWindowByName(panels[i]->title);
        if (!window || !window->DockNode || !window->DockNode->TabBar || !window->WasActive)
            continue;
        const ImGuiTabBar *bar = window->DockNode->TabBar;
        for (int k = 0; k < bar->Tabs.Size; ++k)
            cut += bar->Tabs.Data[k].ID == window->TabId &&
                   bar->Tabs.Data[k].Width < bar->Tabs.Data[k].ContentWidth - 0.5f;
    }
    return cut;
}
