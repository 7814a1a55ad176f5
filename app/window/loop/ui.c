// ImGui: fonts, docked layout, frames. The central node stays empty and lets the scene through.
#include "app/script/task_run.h"
#include "app/window/lesson_run.h"
#include "app/window/look.h"
#include "app/window/loop/dock.h"
#include "app/window/loop/event_order.h"
#include "app/window/loop/layout.h"
#include "app/window/panels/file_browser.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/part_menu.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/strip.h"
#include "app/window/tool.h"

#include <cimgui.h>
#include <cimgui_impl.h>
#include <cimplot.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// From the package fonts-dejavu-core; the second place is that of some other distributions.
static const char *const font_folders[] = {"/usr/share/fonts/truetype/dejavu",
                                           "/usr/share/fonts/TTF"};
// Of these the first one shows names of parts; the others show the manual only.
static const struct {
    const char *file;
    float size; // against the first one
} fonts[FONT_COUNT] = {
    [FONT_PLAIN] = {"DejaVuSans.ttf", 1},
    [FONT_BOLD] = {"DejaVuSans-Bold.ttf", 1},
    [FONT_TITLE] = {"DejaVuSans-Bold.ttf", 1.3f},
    [FONT_CODE] = {"DejaVuSansMono.ttf", 0.95f},
};

// Latin, Greek, Cyrillic (names of parts), dashes, bullets, arrows.
static const ImWchar glyphs[] = {0x0020, 0x024F, 0x0370, 0x04FF, 0x2010, 0x2044, 0x2190, 0x21FF, 0};
static const ImWchar latin[] = {0x0020, 0x00FF, 0x2010, 0x2027, 0};

static bool add_font(const View *view, enum LookFont font)
{
    float pixels = roundf(FONT_SIZE * fonts[font].size * view->ui_scale * (float)view->pixel_scale);
    for (size_t i = 0; i < sizeof font_folders / sizeof *font_folders; ++i) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", font_folders[i], fonts[font].file);
        if (access(path, R_OK) == 0)
            return ImFontAtlas_AddFontFromFileTTF(igGetIO()->Fonts, path, pixels, NULL,
                                                  font == FONT_PLAIN ? glyphs : latin) != NULL;
    }
    return false;
}

static void load_fonts(View *view)
{
    ImGuiIO *io = igGetIO();
    ImFontAtlas_Clear(io->Fonts);
    bool all = add_font(view, FONT_PLAIN);
    if (!all) {
        ImFontAtlas_AddFontDefault(io->Fonts, NULL);
        app_notify(view->app, NOTICE_WARNING,
                   "The font DejaVu Sans is missing (package fonts-dejavu-core); a plain one is "
                   "used instead.");
    }
    for (int i = FONT_PLAIN + 1; i < FONT_COUNT && all; ++i)
        all = add_font(view, (enum LookFont)i);
    io->FontGlobalScale = 1 / (float)view->pixel_scale;
}

// Window coordinates are pixels on X11, so the screen's density goes into the sizes there; where
// they are not, the framebuffer is larger than the window and already accounts for it.
static float find_scale(const View *view)
{
    float x = 1, y = 1;
    glfwGetWindowContentScale(view->window, &x, &y);
    float scale = x / (float)view->pixel_scale;
    return scale >= 0.5f && scale <= 8 ? scale : 1;
}

static void find_pixel_scale(View *view)
{
    int width, pixels, ignored;
    glfwGetWindowSize(view->window, &width, &ignored);
    glfwGetFramebufferSize(view->window, &pixels, &ignored);
    view->pixel_scale = width > 0 && pixels > 0 ? (double)pixels / width : 1;
}

bool ui_init(View *view, Error *err)
{
    igCreateContext(NULL);
    ImPlot_CreateContext();
    ImGuiIO *io = igGetIO();
    io->ConfigFlags |= ImGuiConfigFlags_DockingEnable;
    io->IniFilename = NULL; // nothing is written behind the user's back
    io->ConfigWindowsMoveFromTitleBarOnly = true;
    io->MouseDoubleClickTime = 0.5f; // frames may be slow without a graphics card
    find_pixel_scale(view);
    view->ui_scale = find_scale(view);
    view->applied_look = view->app->document.view.look;
    look_apply(view->ui_scale, view->applied_look);
    load_fonts(view);
    view->ui.scale = view->ui_scale;
    ui_state_init(&view->ui);
    for (int i = 0; i < panel_count; ++i)
        view->ui.open[i] = panels[i]->open;
    view->ui.layout_reset = true;
    if (!ImGui_ImplGlfw_InitForOpenGL(view->window, true) ||
        !ImGui_ImplOpenGL3_Init("#version 330"))
        return error_set(err, "the panels cannot be drawn with this OpenGL driver");
    return true;
}

void ui_free(void)
{
    if (!igGetCurrentContext())
        return;
    if (igGetIO()->BackendRendererUserData)
        ImGui_ImplOpenGL3_Shutdown();
    if (igGetIO()->BackendPlatformUserData)
        ImGui_ImplGlfw_Shutdown();
    ImPlot_DestroyContext(NULL);
    igDestroyContext(NULL);
}

// The window was moved to a screen of another density.
static void follow_scale(View *view)
{
    find_pixel_scale(view);
    float scale = find_scale(view);
    float pixels = roundf(FONT_SIZE * scale * (float)view->pixel_scale);
    if (view->applied_look == view->app->document.view.look &&
        fabsf(scale - view->ui_scale) < 0.01f &&
        fabsf(igGetFontSize() * (float)view->pixel_scale - pixels) < 1)
        return;
    bool other_look = view->applied_look != view->app->document.view.look;
    view->applied_look = view->app->document.view.look;
    look_apply(scale, view->applied_look);
    if (other_look && fabsf(scale - view->ui_scale) < 0.01f)
        return; // sizes are as they were
    view->ui_scale = view->ui.scale = scale;
    load_fonts(view);
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
}

void ui_begin(View *view)
{
    if (view->frame > 0)
        follow_scale(view);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    event_order_new_frame();
    view->ui.rect_count = view->ui.clipped_count = 0;
    if (igGetIO()->WantSaveIniSettings) // some seconds after a change
        ui_keep_layout(view);
}

static void draw_panel(View *view, int i, const PanelContext *context)
{
    const Panel *panel = panels[i];
    view->ui.in_front[i] = false;
    if (!view->ui.open[i])
        return;
    const ImGuiViewport *viewport = igGetMainViewport();
    bool floating = panel->place == PLACE_FLOATING;
    if (floating) {
        ImVec2 size = {fminf(panel->width * view->ui_scale, viewport->WorkSize.x * 0.95f),
                       fminf(panel->height * view->ui_scale, viewport->WorkSize.y * 0.95f)};
        igSetNextWindowSize(size, ImGuiCond_Appearing);
        // Over the parts rather than over the other panels, but on the screen.
        const ViewRect v = view_whole(view);
        ImVec2 at = {fmaxf((float)(v.x + v.width / 2) - size.x / 2, viewport->WorkPos.x),
                     fmaxf((float)(v.y + v.height / 2) - size.y / 2, viewport->WorkPos.y)};
        igSetNextWindowPos(at, ImGuiCond_Appearing, (ImVec2){0, 0});
    }
    if (view->ui.focus[i])
        igSetNextWindowFocus();
    view->ui.focus[i] = false;
    ImGuiWindowFlags flags = floating ? ImGuiWindowFlags_NoDocking : 0;
    if (view->frame < 3 && !floating) // the tab that was in front at the last end stays there
        flags |= ImGuiWindowFlags_NoFocusOnAppearing;
    // The close button at the end of the row is enough: with one on each tab the names are cut off.
    static const ImGuiWindowClass plain_tabs = {
        .ParentViewportId = (ImGuiID)-1,
        .TabItemFlagsOverrideSet = (ImGuiTabItemFlags)ImGuiTabItemFlags_NoCloseButton,
        .DockingAllowUnclassed = true,
    };
    if (!floating)
        igSetNextWindowClass(&plain_tabs);
    view->ui.in_front[i] = igBegin(panel->title, &view->ui.open[i], flags);
    if (view->ui.in_front[i])
        panel->draw(context);
    if (igIsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows |
                          ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
        view->ui.panel_hovered = panel;
    igEnd();
    if (floating && view->ui.open[i] && igIsKeyPressed_Bool(ImGuiKey_Escape, false) &&
        view->drag.kind == DRAG_NONE && view->held_tool == NO_TOOL) {
        view->ui.open[i] = false;
        view->chord_count = 0; // the key has done its work
    }
}

// It goes when something is opened, and comes by itself where nothing is.
static void follow_start_page(View *view)
{
    App *app = view->app;
    UiState *ui = &view->ui;
    bool empty = app->document.part_count == 0 && !stages_loading(app) && !view->player &&
                 !ui->lesson && view->frame > 2;
    if (app->lesson.start_page || (empty && !ui->start_page)) {
        ui->start_page = true;
        ui->start_seen = app->opened_version;
    }
    app->lesson.start_page = false;
    bool opened = ui->start_seen != app->opened_version || (ui->lesson && !ui->lesson->over);
    bool left = app->document.part_count > 0 && igIsKeyPressed_Bool(ImGuiKey_Escape, false);
    if (ui->start_page && (opened || left)) {
        ui->start_page = false;
        view->chord_count = left ? 0 : view->chord_count; // the key has done its work
        view->frames_wanted = 3;
    }
}

static void note_hints(View *view)
{
    const ImGuiIO *io = igGetIO();
    const Drag *drag = &view->drag;
    if (drag->moving && drag_moves_part(drag))
        hint_note(&view->ui, HINT_MOVE, drag->merge_key);
    else if (drag->moving && drag->kind != DRAG_NONE)
        hint_note(&view->ui, HINT_ORBIT, drag->merge_key);
    if (view->ui.mode) // its own hint comes in its place
        hints_dismiss(&view->ui);
    if (!io->WantCaptureMouse && (io->MouseWheel > 0 || io->MouseWheel < 0))
        hint_note(&view->ui, HINT_ZOOM, 0);
}

// Its keys are not those of the view while it is there.
static float draw_question(View *view, const PanelContext *context)
{
    enum FileQuestionKind before = view->ui.question.asked;
    const ViewRect *v = &view->viewport;
    bool popup = igIsPopupOpen_Str("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    bool keys =
        !popup && view->drag.kind == DRAG_NONE && view->held_tool == NO_TOOL && !view->ui.mode;
    float high = question_bar_draw(context, (float)v->x, (float)v->y, (float)v->width, keys);
    if (before != ASK_NOTHING && view->ui.question.asked == ASK_NOTHING)
        view->chord_count = 0;
    return high;
}

// Menus, lists and settings that hang over everything, by Esc; after what is drawn has seen it.
// What asks for something in a window of its own sees to it itself.
static void close_popups(View *view)
{
    if (!igIsKeyPressed_Bool(ImGuiKey_Escape, false) || igGetTopMostPopupModal() ||
        !igIsPopupOpen_Str(NULL, ImGuiPopupFlags_AnyPopup))
        return;
    igClosePopupToLevel(0, true);
    view->chord_count = 0; // the key has done its work
}

void ui_draw(View *view)
{
    const PanelContext context = {view->app, &view->app->contacts, &view->app->queue, &view->ui};
    view->ui.view_aspect =
        view->viewport.height > 0 ? view->viewport.width / view->viewport.height : 1.6;
    panels_follow(view);
    ui_list_parts(&view->ui, view->app);
    view->ui.list_hovered = NO_PART;
    view->ui.view_hovered = view->hovered;
    menu_bar_draw(&context);
    status_bar_draw(&context);
    ImGuiID space = igGetID_Str("dock space");
    if (view->seen_resets != view->app->settings_resets) {
        view->seen_resets = view->app->settings_resets;
        view->ui.layout_reset = true;
        hints_begin_again(&view->ui);
    }
    dock_update(view, space);
    view->ui.panel_hovered = NULL;
    for (int i = 0; i < panel_count; ++i)
        draw_panel(view, i, &context);
    file_browser_draw(&context);
    palette_draw(&context);
    path_dialog_draw(&context);
    part_menu_draw(&context);

    const ImGuiDockNode *centre = igDockBuilderGetCentralNode(space);
    view->viewport = view_whole(view);
    if (centre)
        view->viewport = (ViewRect){(double)centre->Pos.x, (double)centre->Pos.y,
                                    (double)centre->Size.x, (double)centre->Size.y};
    // A lesson or a task takes a strip of the view for itself.
    const StripPlace room = {(float)view->viewport.x, (float)view->viewport.y,
                             (float)view->viewport.width, (float)view->viewport.height};
    float strip = lesson_strip_draw(&context, &room);
    if (!(strip > 0))
        strip = task_strip_draw(&context, &room);
    view->viewport.x += (double)strip;
    view->viewport.width -= (double)strip;
    follow_start_page(view);
    split_strip(view, &context);
    light_draw(&view->ui);
    const ViewRect *v = &view->viewport;
    if (view->ui.start_page)
        start_page_draw(&context, (float)v->x, (float)v->y, (float)v->width, (float)v->height);
    note_hints(view);
    float bar = view->ui.question_height = draw_question(view, &context);
    close_popups(view);
    float names =
        compare_on(view->app) ? igGetFontSize() + 18 * view->ui_scale : 0; // of the halves
    view->ui.hints[0] = view->ui.hints[1] = 0;
    if (!view->ui.lesson && !task_run(view->app) &&
        !view->ui.start_page) // which say themselves what to do
        hint_draw(&context, (float)v->x, (float)v->y + bar + names, (float)v->width,
                  (float)v->height - bar - names);
    notices_draw(&context, (float)v->x, (float)v->y, (float)v->width, (float)v->height);
}

void ui_restore_layout(View *view)
{
    view->keeps_layout = true;
    view->ui.layout_reset = !layout_load(&view->ui);
}

void ui_keep_layout(View *view)
{
    if (view->keeps_layout)
        layout_save(&view->ui);
    igGetIO()->WantSaveIniSettings = false;
}

void ui_render(void)
{
    igRender();
    ImGui_ImplOpenGL3_RenderDrawData(igGetDrawData());
}
