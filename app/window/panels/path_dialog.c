#include "app/window/panels/path_dialog.h"

#include "app/actions/list_best.h"
#include "app/actions/list_construction.h"
#include "app/actions/list_figures.h"
#include "app/actions/list_files.h"
#include "app/actions/list_frames.h"
#include "app/actions/list_path.h"
#include "app/actions/list_primitives.h"
#include "app/actions/list_removal.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_tasks.h"
#include "app/actions/list_tree.h"
#include "app/actions/list_variants.h"
#include "app/actions/list_workspace.h"
#include "app/io/file.h"
#include "app/report/report_file.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

typedef struct PathDialog {
    bool wanted; // open the dialog in the next frame
    bool shown;
    enum PathPurpose purpose;
    char path[1024];
    bool panels; // of pictures: the whole window
    int turn;    // and how many of a full turn; 0 means 1
} PathDialog;
static const UiPrivate dialog_memory = {.size = sizeof(PathDialog)};

bool path_dialog_open_now(const UiState *ui)
{
    const PathDialog *dialog = ui_own(ui, &dialog_memory);
    return dialog->wanted || dialog->shown;
}

static const struct {
    const char *title, *button, *ending;
    const Action *action;
    const char *note; // NULL: which formats there are
} purposes[PATH_PURPOSE_COUNT] = {
    [PATH_EXPORT_REPORT] = {"Export fit report", "Export", "fit.html", &action_report_export, NULL},
    [PATH_OPEN_RULES] = {"Open rules about pairs", "Open", "rules.txt", &action_rules_open,
                         "A text file, one rule per line; also read by snug check --rules"},
    [PATH_SAVE_RULES] = {"Save rules about pairs", "Save", "rules.txt", &action_rules_save,
                         "A text file, one rule per line; also read by snug check --rules"},
    [PATH_SAVE_SCENE] =
        {"Save scene", "Save", "scene.json", &action_file_save,
         "A JSON file; meshes stay in their own files and are named relative to it"},
    [PATH_SAVE_PICTURE] = {"Save picture", "Save", "picture.png", &action_picture_save,
                           "A PNG file; several pictures are numbered"},
    [PATH_OPEN_POSES] = {"Open poses", "Open", "poses.txt", &action_poses_open,
                         "A text file, one line per part: its name and its placement"},
    [PATH_SAVE_POSES] = {"Save poses as text", "Save", "poses.txt", &action_poses_save,
                         "A text file, one line per part: its name and its placement"},
    [PATH_OPEN_PATH] = {"Open path", "Open", "motion.path", &action_path_load,
                        "A text file that says how parts move"},
    [PATH_SAVE_PATH] = {"Save path", "Save", "motion.path", &action_path_save,
                        "A text file that says how parts move"},
    [PATH_SAVE_FRAMES] =
        {"Save figures of searches", "Save", "searches.csv", &action_frames_save,
         "A CSV file, one line per frame; or .svg or .png: every plot in a file of its own"},
    [PATH_SAVE_BEST] = {"Save the comparison of kinds", "Save", "best.html", &action_best_save,
                        "The ending chooses: .html (a page, with CSV, meshes and path to measure "
                        "it again beside it), .csv (the table), .svg or .png (the plots)"},
    [PATH_SAVE_FIGURE] = {"Save the figure", "Save", "figure.svg", &action_figure_save,
                          "The ending chooses: .svg or .png (everything that is drawn, each in a "
                          "file of its own), .csv (published values and ours)"},
    [PATH_SAVE_SEARCH] = {"Save bound and incumbent", "Save", "bound.svg",
                          &action_construction_save, "The ending chooses: .svg or .png"},
    [PATH_SAVE_EMPTY] = {"Save the histogram of empty space", "Save", "empty.svg",
                         &action_tree_save, "The ending chooses: .svg or .png"},
    [PATH_SAVE_TASK] = {"Write a report of the task", "Write", "task.html", &action_task_report,
                        "A page for a browser: steps, times, forbidden contacts and the log"},
    [PATH_SAVE_SWEEP] = {"Export what a part sweeps", "Export", "sweep.stl", &action_sweep_export,
                         "The ending chooses: .stl (binary) or .obj (text)"},
    [PATH_SAVE_REMOVAL] = {"Save the order of removal", "Save", "removal.csv", &action_removal_save,
                           "A CSV file, one line per part"},
    [PATH_SAVE_VARIANTS] = {"Save which variants fit", "Save", "variants.csv", &action_variant_save,
                            "A CSV file, one line per variant"},
    [PATH_SAVE_SCRIPT] =
        {"Save actions as script", "Save", "script.txt", &action_script_save,
         "Everything done since the start, one action per line; snug view --script plays it"},
    [PATH_OPEN_PRIMITIVES] = {"Open primitives", "Open", "primitives.xml", &action_primitives_open,
                              "An XML file of boxes, spheres, capsules and slab cut balls"},
    [PATH_SAVE_PRIMITIVES] = {"Save primitives", "Save", "primitives.xml", &action_primitives_save,
                              "An XML file of boxes, spheres, capsules and slab cut balls"},
    [PATH_SAVE_HYBRID] = {"Save hybrid hierarchy", "Save", "hierarchy.xml", &action_hybrid_save,
                          "An XML file of boxes, spheres, capsules and slab cut balls"},
};

const char *path_dialog_title(enum PathPurpose purpose)
{
    return purposes[purpose].title;
}

enum PathPurpose path_dialog_purpose(const Action *action)
{
    int i = 0;
    while (i < PATH_PURPOSE_COUNT && purposes[i].action != action)
        ++i;
    return (enum PathPurpose)i;
}

// Where the first of the files lies, else where the program was started.
static void usual_folder(const App *app, char *folder, size_t size)
{
    for (int32_t i = 0; i < app->sources.count; ++i) {
        const char *path = app->sources.files[i].path;
        size_t length = path ? (size_t)(file_base_name(path) - path) : 0;
        if (length <= 1 || length >= size)
            continue;
        memcpy(folder, path, length - 1);
        folder[length - 1] = '\0';
        return;
    }
    if (!getcwd(folder, size))
        folder[0] = '\0';
}

// "gear.obj" becomes "<folder>/gear-fit.html", several files by the first of them; what cannot stand
// in a file name becomes a dash.
void path_dialog_open(const UiState *ui, enum PathPurpose purpose, const App *app)
{
    PathDialog *dialog = ui_own(ui, &dialog_memory);
    char folder[800], name[120];
    usual_folder(app, folder, sizeof folder);
    snprintf(name, sizeof name, "%s", app->assembly.title ? app->assembly.title : "");
    char *next = app->sources.count > 1 ? strstr(name, ", ") : NULL;
    if (next)
        *next = '\0';
    char *dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = '\0';
    for (char *c = name; *c; ++c)
        if (!strchr("_-().", *c) && !(*c >= '0' && *c <= '9') && !(*c >= 'A' && *c <= 'Z') &&
            !(*c >= 'a' && *c <= 'z'))
            *c = '-';
    snprintf(dialog->path, sizeof dialog->path, "%s/%s-%s", folder, name[0] ? name : "snug",
             purposes[purpose].ending);
    dialog->purpose = purpose;
    dialog->wanted = true;
}

static void note(enum PathPurpose purpose)
{
    char line[256] = "The ending chooses the format:";
    for (int i = 0; i < REPORT_FORMAT_COUNT; ++i) {
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s .%s (%s)", i > 0 ? "," : "",
                 report_formats[i].extension, report_formats[i].note);
    }
    igPushTextWrapPos(igGetFontSize() * 36);
    widget_text(COLOUR_FAINT, purposes[purpose].note ? purposes[purpose].note : line);
    igPopTextWrapPos();
}

static void choose_picture(PathDialog *dialog)
{
    igCheckbox("With the panels", &dialog->panels);
    widget_tooltip("The whole window instead of the 3-D view alone");
    if (dialog->turn < 1)
        dialog->turn = 1;
    igSetNextItemWidth(igGetFontSize() * 12);
    igSliderInt("pictures of a full turn", &dialog->turn, 1, 120,
                dialog->turn == 1 ? "1: as it is" : "%d", ImGuiSliderFlags_AlwaysClamp);
    widget_tooltip("The camera goes round once and comes back; Esc stops it");
}

void path_dialog_draw(const PanelContext *context)
{
    PathDialog *dialog = ui_own(context->ui, &dialog_memory);
    const char *title = purposes[dialog->purpose].title;
    bool appearing = dialog->wanted;
    if (dialog->wanted)
        igOpenPopup_Str(title, 0);
    dialog->wanted = false;
    const ImGuiViewport *viewport = igGetMainViewport();
    igSetNextWindowPos((ImVec2){viewport->WorkPos.x + viewport->WorkSize.x / 2,
                                viewport->WorkPos.y + viewport->WorkSize.y / 2},
                       ImGuiCond_Appearing, (ImVec2){0.5f, 0.5f});
    dialog->shown = igBeginPopupModal(
        title, NULL, ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
    if (!dialog->shown)
        return;
    widget_text(COLOUR_TEXT, "File");
    igSetNextItemWidth(igGetFontSize() * 36);
    if (appearing)
        igSetKeyboardFocusHere(0);
    bool enter = igInputText("##path", dialog->path, sizeof dialog->path,
                             ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
    note(dialog->purpose);
    if (dialog->purpose == PATH_SAVE_PICTURE)
        choose_picture(dialog);
    igSpacing();
    bool named = dialog->path[0] != '\0';
    igBeginDisabled(!named);
    bool pressed = igButton(purposes[dialog->purpose].button, (ImVec2){igGetFontSize() * 7, 0});
    ui_note_rect(context->ui, "path_do");
    igEndDisabled();
    if ((pressed || enter) && named) {
        ActionArgs args = {0};
        if (dialog->purpose == PATH_SAVE_PICTURE) {
            args.flag = dialog->panels;
            args.count = dialog->turn;
        }
        snprintf(args.text, sizeof args.text, "%s", dialog->path);
        action_submit(context->out, purposes[dialog->purpose].action, &args);
        igCloseCurrentPopup();
    }
    igSameLine(0, -1);
    if (igButton("Cancel", (ImVec2){igGetFontSize() * 7, 0}) ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        igCloseCurrentPopup();
    igEndPopup();
}
