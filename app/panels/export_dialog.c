#include "export_dialog.h"

#include "app/report/report_file.h"
#include "app/view/look.h"
#include "widgets.h"

#include <stdio.h>
#include <unistd.h>

#define TITLE "Export fit report"

// "gear.obj" becomes "<folder the program was started in>/gear-fit.html"; what cannot stand in a
// file name becomes a dash.
void export_dialog_open(ExportDialog *dialog, const Assembly *assembly)
{
    char folder[800], name[120];
    const char *title = assembly->title ? assembly->title : "";
    if (!getcwd(folder, sizeof folder))
        folder[0] = '\0';
    snprintf(name, sizeof name, "%s", title);
    char *dot = strrchr(name, '.');
    if (dot && dot > name)
        *dot = '\0';
    for (char *c = name; *c; ++c)
        if ((unsigned char)*c < 0x80 && !strchr("_-().", *c) && !(*c >= '0' && *c <= '9') &&
            !(*c >= 'A' && *c <= 'Z') && !(*c >= 'a' && *c <= 'z'))
            *c = '-';
    snprintf(dialog->path, sizeof dialog->path, "%s/%s-fit.html", folder, name[0] ? name : "snug");
    dialog->wanted = true;
}

static void endings(void)
{
    char line[256] = "The ending chooses the format:";
    for (int i = 0; i < REPORT_FORMAT_COUNT; ++i) {
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s .%s (%s)", i > 0 ? "," : "",
                 report_formats[i].extension, report_formats[i].note);
    }
    igPushTextWrapPos(igGetFontSize() * 36);
    widget_text(COLOUR_FAINT, line);
    igPopTextWrapPos();
}

void export_dialog_draw(const PanelContext *context)
{
    ExportDialog *dialog = &context->ui->export;
    if (dialog->wanted)
        igOpenPopup_Str(TITLE, 0);
    bool appearing = dialog->wanted;
    dialog->wanted = false;
    const ImGuiViewport *viewport = igGetMainViewport();
    igSetNextWindowPos((ImVec2){viewport->WorkPos.x + viewport->WorkSize.x / 2,
                                viewport->WorkPos.y + viewport->WorkSize.y / 2},
                       ImGuiCond_Appearing, (ImVec2){0.5f, 0.5f});
    if (!igBeginPopupModal(TITLE, NULL,
                           ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings))
        return;
    widget_text(COLOUR_TEXT, "File");
    igSetNextItemWidth(igGetFontSize() * 36);
    if (appearing)
        igSetKeyboardFocusHere(0);
    bool enter = igInputText("##path", dialog->path, sizeof dialog->path,
                             ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL);
    endings();
    igSpacing();
    bool named = dialog->path[0] != '\0';
    igBeginDisabled(!named);
    if ((igButton("Export", (ImVec2){igGetFontSize() * 7, 0}) || enter) && named) {
        ActionArgs args = {0};
        snprintf(args.text, sizeof args.text, "%s", dialog->path);
        action_submit(context->out, ACTION_report_export, &args);
        igCloseCurrentPopup();
    }
    ui_note_rect(context->ui, "export_do");
    igEndDisabled();
    igSameLine(0, -1);
    if (igButton("Cancel", (ImVec2){igGetFontSize() * 7, 0}) ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        igCloseCurrentPopup();
    igEndPopup();
}
