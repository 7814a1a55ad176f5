// The menu bar. Titles and shortcuts come from the actions.
#include "app/actions/list_files.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_path.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/actions/list_tasks.h"
#include "app/actions/list_view.h"
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/figures/figure.h"
#include "app/scenes/scene.h"
#include "app/session/cad_sources.h"
#include "app/window/keys.h"
#include "app/window/panels/file_browser.h"
#include "app/window/panels/furniture.h"
#include "app/window/panels/lesson_rows.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/widgets.h"
#include "core/base/utf8.h"

#include <stdio.h>

// "Show or hide" says it both ways.
static bool ticks(const App *app, const Action *action)
{
    return action != &action_part_show && keys_is_on(app, action);
}

static void action_item(const PanelContext *context, const Action *action, bool possible)
{
    const char *why = NULL;
    bool enabled = possible && app_can(context->app, action, &why);
    if (igMenuItem_Bool(action->title, action->shortcut, ticks(context->app, action), enabled)) {
        ActionArgs args = keys_arguments(context->app, action, context->ui->view_aspect);
        action_submit(context->out, action, &args);
    }
    widget_action_tooltip(action, enabled ? NULL : why ? why : "select a part first");
}

// "Export fit report...": asks for a path first.
static void path_item(const PanelContext *context, enum PathPurpose purpose, const Action *action)
{
    const char *why = NULL;
    char label[64];
    bool enabled = app_can(context->app, action, &why);
    snprintf(label, sizeof label, "%s...", path_dialog_title(purpose));
    if (igMenuItem_Bool(label, action->shortcut, false, enabled))
        path_dialog_open(context->ui, purpose, context->app);
    widget_action_tooltip(action, enabled ? NULL : why);
}

// While it is closed its place is noted: afterwards the last item is another one.
static bool begin_menu(const PanelContext *context, const char *title, const char *rect)
{
    bool open = igBeginMenu(title, true);
    if (!open)
        ui_note_rect(context->ui, rect);
    return open;
}

static void recent_menu(const PanelContext *context)
{
    const Recent *recent = &context->app->recent;
    if (!igBeginMenu("Open recent", recent->count > 0))
        return;
    for (int32_t i = 0; i < recent->count; ++i) {
        char label[RECENT_PATH + 16];
        file_label(recent->paths[i], i, label, sizeof label);
        if (igMenuItem_Bool(label, NULL, false, true))
            file_browser_submit(context, recent->paths[i]);
        char whole[RECENT_PATH];
        snprintf(whole, sizeof whole, "%s", recent->paths[i]);
        utf8_sanitise(whole);
        widget_tooltip(whole);
    }
    igEndMenu();
}

// That of the CAD files that are open has a mark; others read the CAD files that are open again.
static void deflection_menu(const PanelContext *context)
{
    static const double choices[] = {0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005};
    const Action *action = &action_file_deflection;
    const char *why = NULL;
    if (!igBeginMenu(action->title, app_can(context->app, action, &why)))
        return;
    double present = cad_sources_deflection(context->app);
    for (size_t i = 0; i < sizeof choices / sizeof *choices; ++i) {
        char label[40] = "By the size of the parts";
        if (choices[i] > 0)
            length_format(choices[i], UNIT_MM, label, sizeof label);
        bool chosen = fabs(1e3 * present - choices[i]) < 1e-9;
        if (igMenuItem_Bool(label, NULL, chosen, true))
            action_submit(context->out, action,
                          &(ActionArgs){.part = NO_PART, .number = choices[i]});
    }
    igEndMenu();
}

// One of a short list, of which the present one has a mark.
static void choice_menu(const PanelContext *context, const Action *action, const char *rect,
                        int present)
{
    const char *why = NULL, *entry;
    bool open = igBeginMenu(action->title, app_can(context->app, action, &why));
    ui_note_rect(context->ui, rect);
    if (!open)
        return;
    for (int i = 0; (entry = action_entry(context->app, action, i)) != NULL; ++i) {
        if (igMenuItem_Bool(entry, NULL, i == present, true))
            submit_index(context, action, i);
        if (i == (present == 0))
            ui_note_rect(context->ui, "menu_other_entry"); // the first of them
    }
    igEndMenu();
}

// Saving goes where it went before; elsewhere is another entry.
static void save_items(const PanelContext *context)
{
    const Action *action = &action_file_save;
    const char *why = NULL;
    bool enabled = app_can(context->app, action, &why);
    if (igMenuItem_Bool(action->title, action->shortcut, false, enabled) &&
        !ui_ask_path(context->ui, context->app, &action_file_save))
        action_submit(context->out, &action_file_save, NULL);
    ui_note_rect(context->ui, "menu_save");
    if (!enabled)
        widget_tooltip(why);
    if (igMenuItem_Bool("Save scene as...", NULL, false, enabled))
        path_dialog_open(context->ui, PATH_SAVE_SCENE, context->app);
    ui_note_rect(context->ui, "menu_save_as");
}

static void scenes_menu(const PanelContext *context)
{
    if (!igBeginMenu("Built-in scenes", true)) {
        ui_note_rect(context->ui, "menu_scenes");
        return;
    }
    for (int i = 0; i < SCENE_COUNT; ++i) {
        igPushID_Int(i);
        if (igMenuItem_Bool(scenes[i]->name, NULL, false, true))
            submit_index(context, &action_scene_open, i);
        if (scenes[i] == &scene_cage)
            ui_note_rect(context->ui, "menu_scene_cage");
        widget_tooltip(scenes[i]->note);
        igPopID();
    }
    igEndMenu();
}

static void file_menu(const PanelContext *context)
{
    if (!begin_menu(context, "File", "menu_file"))
        return;
    if (igMenuItem_Bool("Open...", action_file_open.shortcut, false, true))
        ui_ask_path(context->ui, context->app, &action_file_open);
    widget_explain(context, "menu_open", "A file of meshes or a scene, in place of what is open");
    if (igMenuItem_Bool("Add file...", action_file_merge.shortcut, false, true))
        ui_ask_path(context->ui, context->app, &action_file_merge);
    widget_explain(context, "menu_merge", "Its parts join those that are open");
    recent_menu(context);
    action_item(context, &action_start_show, true);
    ui_note_rect(context->ui, "menu_start");
    scenes_menu(context);
    action_item(context, &action_scene_tour, true);
    ui_note_rect(context->ui, "menu_tour");
    igSeparator();
    save_items(context);
    action_item(context, &action_file_reload, true);
    deflection_menu(context);
    ui_note_rect(context->ui, "menu_deflection");
    choice_menu(context, &action_file_unit, "menu_unit", (int)context->app->assembly.unit);
    choice_menu(context, &action_file_up, "menu_up", (int)context->app->assembly.up);
    igSeparator();
    path_item(context, PATH_SAVE_PICTURE, &action_picture_save);
    ui_note_rect(context->ui, "menu_picture");
    path_item(context, PATH_EXPORT_REPORT, &action_report_export);
    ui_note_rect(context->ui, "menu_export");
    igSeparator();
    path_item(context, PATH_OPEN_POSES, &action_poses_open);
    path_item(context, PATH_SAVE_POSES, &action_poses_save);
    path_item(context, PATH_OPEN_PATH, &action_path_load);
    path_item(context, PATH_SAVE_PATH, &action_path_save);
    path_item(context, PATH_OPEN_RULES, &action_rules_open);
    path_item(context, PATH_SAVE_RULES, &action_rules_save);
    path_item(context, PATH_SAVE_SCRIPT, &action_script_save);
    ui_note_rect(context->ui, "menu_save_script");
    igSeparator();
    action_item(context, &action_app_quit, true);
    igEndMenu();
}

// "Undo Move part Shaft". It holds a part's name, in which "##" must not mean anything.
static void history_item(const PanelContext *context, const Action *action, const char *what)
{
    const char *why = NULL;
    bool enabled = app_can(context->app, action, &why);
    char label[160];
    size_t used = 0;
    for (const char *c = what ? what : action->title; *c && used + 32 < sizeof label; ++c) {
        if (*c == '#' && used > 0 && label[used - 1] == '#')
            label[used++] = ' ';
        label[used++] = *c;
    }
    snprintf(label + used, sizeof label - used, "###%s", action->name);
    utf8_sanitise(label); // the cut may have gone through a character
    if (igMenuItem_Bool(label, action->shortcut, false, enabled))
        action_submit(context->out, action, NULL);
    ui_note_rect(context->ui, action == &action_edit_undo ? "menu_undo" : "menu_redo");
    widget_action_tooltip(action, enabled ? NULL : why);
}

static void edit_menu(const PanelContext *context)
{
    if (!begin_menu(context, "Edit", "menu_edit"))
        return;
    const App *app = context->app;
    bool selected = app->document.selected != NO_PART;
    history_item(context, &action_edit_undo, history_undo_title(app->history));
    history_item(context, &action_edit_redo, history_redo_title(app->history));
    igSeparator();
    action_item(context, &action_parts_select_all, true);
    action_item(context, &action_parts_select_none, true);
    action_item(context, &action_parts_select_invert, true);
    igSeparator();
    action_item(context, &action_part_duplicate, selected);
    action_item(context, &action_part_delete, selected);
    action_item(context, &action_parts_group, selected);
    action_item(context, &action_part_ungroup, selected);
    igSeparator();
    action_item(context, &action_part_show, selected);
    action_item(context, &action_part_isolate, selected);
    action_item(context, &action_part_ghost, selected);
    action_item(context, &action_part_lock, selected);
    action_item(context, &action_parts_show_all, true);
    igSeparator();
    action_item(context, &action_part_reset, selected);
    action_item(context, &action_parts_reset_all, true);
    igSeparator();
    action_item(context, &action_rules_baseline, true);
    action_item(context, &action_rules_clear, true);
    igEndMenu();
}

static void field_items(const PanelContext *context, enum FieldMenu menu)
{
    for (int i = 0; i < field_count; ++i)
        if (document_fields[i].menu == menu) {
            action_item(context, document_fields[i].action, true);
            ui_note_rect(context->ui, document_fields[i].name);
        }
}

static void contact_menu(const PanelContext *context)
{
    if (!igBeginMenu("Contact", true))
        return;
    field_items(context, MENU_CONTACT);
    igEndMenu();
}

static void standard_views_menu(const PanelContext *context)
{
    const char *range = action_camera_standard_view.shortcut;
    if (!igBeginMenu("Look from", true))
        return;
    for (int i = 0; i < STANDARD_VIEW_COUNT; ++i) {
        char key[2] = {range ? (char)(range[0] + i) : 0, 0};
        if (igMenuItem_Bool(standard_view_names[i], key, false, true))
            submit_index(context, &action_camera_standard_view, i);
        widget_tooltip("Looks from there; what is in the middle of the view stays there.");
    }
    igEndMenu();
}

static void colours_menu(const PanelContext *context)
{
    if (!igBeginMenu(action_view_look.title, true))
        return;
    for (int i = 0; i < LOOK_COUNT; ++i) {
        if (igMenuItem_Bool(look_names[i], NULL, context->app->document.view.look == i, true))
            submit_index(context, &action_view_look, i);
        widget_tooltip("Colours of the scene and of the panels.");
    }
    igEndMenu();
}

static void panels_menu(const PanelContext *context)
{
    if (!igBeginMenu("Panels", true))
        return;
    for (int i = 0; i < panel_count; ++i) {
        if (panels[i]->place == PLACE_FLOATING && !panels[i]->in_view_menu)
            continue;
        igMenuItem_BoolPtr(panels[i]->title, panels[i]->shortcut, &context->ui->open[i], true);
        widget_tooltip(panels[i]->note);
    }
    igSeparator();
    if (igMenuItem_Bool("Reset layout", NULL, false, true))
        context->ui->layout_reset = true;
    widget_tooltip("Docks every panel again where it was at first.");
    igEndMenu();
}

static void view_menu(const PanelContext *context)
{
    if (!begin_menu(context, "View", "menu_view"))
        return;
    const ViewSettings *view = &context->app->document.view;
    action_item(context, &action_camera_fit, true);
    standard_views_menu(context);
    action_item(context, &action_camera_projection, true);
    action_item(context, &action_camera_trackball, true);
    igSeparator();
    for (int i = 0; i < SHADING_COUNT; ++i) {
        if (igMenuItem_Bool(shading_names[i],
                            i == (view->shading + 1) % SHADING_COUNT ? "Shift+W" : NULL,
                            view->shading == i, true))
            submit_index(context, &action_view_shading, i);
        widget_action_tooltip(&action_view_shading, NULL);
    }
    igSeparator();
    action_item(context, &action_view_section, true);
    field_items(context, MENU_VIEW);
    contact_menu(context);
    igSeparator();
    panels_menu(context);
    colours_menu(context);
    action_item(context, &action_settings_reset, true);
    igEndMenu();
}

// Lessons, or tasks.
static void rows_menu(const PanelContext *context, const char *label, const LessonRows *rows,
                      const Action *action, const char *const rects[2])
{
    if (!igBeginMenu(label, rows->count > 0)) {
        ui_note_rect(context->ui, rects[0]);
        return;
    }
    for (int i = 0; i < rows->count; ++i) {
        ActionArgs args = {.part = NO_PART};
        snprintf(args.text, sizeof args.text, "%s", rows->rows[i].name);
        igPushID_Int(i);
        if (igMenuItem_Bool(rows->rows[i].title, NULL, false, true))
            action_submit(context->out, action, &args);
        igPopID();
        if (i == 0)
            ui_note_rect(context->ui, rects[1]);
        widget_tooltip(rows->rows[i].about);
    }
    igEndMenu();
}

// A figure is a lesson of a few steps, under the name of the figure.
static void figure_items(const PanelContext *context, enum FigurePaper paper)
{
    bool first = true;
    for (int i = 0; i < paper_figure_count; ++i) {
        const Figure *figure = paper_figures[i];
        if (figure->paper != paper)
            continue;
        ActionArgs args = {.part = NO_PART};
        char label[128];
        snprintf(args.text, sizeof args.text, "%s", figure->id);
        snprintf(label, sizeof label, "%s: %s", figure->number, figure->note);
        if (igMenuItem_Bool(label, NULL, false, true))
            action_submit(context->out, &action_lesson_open, &args);
        if (first)
            ui_note_rect(context->ui, "menu_first_figure");
        first = false;
        widget_tooltip(figure->shows);
    }
}

static void figures_menu(const PanelContext *context)
{
    static const char *const rects[FIGURE_PAPERS] = {"menu_figures_1997", "menu_figures_1998",
                                                     "menu_figures_2002", "menu_figures_2006",
                                                     "menu_figures_2008"};
    if (!igBeginMenu("Figures of the papers", true)) {
        ui_note_rect(context->ui, "menu_figures");
        return;
    }
    for (int paper = 0; paper < FIGURE_PAPERS; ++paper) {
        if (!igBeginMenu(figure_papers[paper].name, true)) {
            ui_note_rect(context->ui, rects[paper]);
            continue;
        }
        figure_items(context, (enum FigurePaper)paper);
        igEndMenu();
    }
    igEndMenu();
}

static void help_menu(const PanelContext *context)
{
    if (!begin_menu(context, "Help", "menu_help"))
        return;
    if (igMenuItem_Bool("All commands ...", "Ctrl+P", false, true))
        palette_open(context->ui);
    widget_tooltip("Finds every command by a few letters of its name.");
    static const char *const lessons[2] = {"menu_lessons", "menu_first_lesson"},
                             *const tasks[2] = {"menu_tasks", "menu_first_task"};
    rows_menu(context, "Lessons", lesson_rows(context->ui), &action_lesson_open, lessons);
    rows_menu(context, "Tasks", task_rows(context->ui), &action_task_open, tasks);
    figures_menu(context);
    for (int i = 0; i < panel_count; ++i) {
        if (panels[i]->place != PLACE_FLOATING || panels[i]->in_view_menu)
            continue;
        if (igMenuItem_BoolPtr(panels[i]->title, panels[i]->shortcut, &context->ui->open[i], true))
            context->ui->focus[i] = context->ui->open[i];
        widget_tooltip(panels[i]->note);
    }
    igEndMenu();
}

void menu_bar_draw(const PanelContext *context)
{
    if (!igBeginMainMenuBar())
        return;
    file_menu(context);
    edit_menu(context);
    view_menu(context);
    help_menu(context);
    tool_row_draw(context);
    igEndMainMenuBar();
}
