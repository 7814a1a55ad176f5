// One file: a line that names it, our panels as a section that ImGui skips, then ImGui's own text.
#include "app/window/loop/layout.h"

#include "app/io/config.h"
#include "app/io/file.h"

#include <cimgui.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char FILE_NAME[] = "layout.ini", FIRST_LINE[] = "; Snug layout 1\n";
static const char SECTION[] = "[Snug][Panels]\n", DOCKING[] = "\n[Docking][Data]";
enum { MAX_BYTES = 1 << 18 };

char *layout_text(const UiState *ui, const char *imgui_text)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%s%s", FIRST_LINE, SECTION);
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->place != PLACE_FLOATING) // these are asked for each time
            fprintf(out, "%s=%d\n", panels[i]->title, ui->open[i]);
    fprintf(out, "\n%s", imgui_text);
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

bool layout_read(UiState *ui, const char *text)
{
    size_t first = sizeof FIRST_LINE - 1, section = sizeof SECTION - 1;
    if (strncmp(text, FIRST_LINE, first) != 0 || strncmp(text + first, SECTION, section) != 0 ||
        !strstr(text, DOCKING))
        return false;
    const char *line = text + first + section;
    bool named[PANELS_MOST] = {0}, open[PANELS_MOST];
    memcpy(open, ui->open, sizeof open);
    while (*line && *line != '\n' && *line != '[') {
        size_t length = strcspn(line, "\n");
        for (int i = 0; i < panel_count; ++i) {
            size_t name = strlen(panels[i]->title);
            if (name + 2 == length && strncmp(line, panels[i]->title, name) == 0 &&
                line[name] == '=') {
                open[i] = line[name + 1] == '1';
                named[i] = true;
            }
        }
        line += length + (line[length] == '\n');
    }
    // A panel that is newer than the file would float about; then everything is docked again.
    for (int i = 0; i < panel_count; ++i)
        if (panels[i]->place != PLACE_FLOATING && !named[i])
            return false;
    memcpy(ui->open, open, sizeof open);
    return true;
}

bool layout_load(UiState *ui)
{
    char path[1024];
    FileBytes bytes = {0};
    Error err = {""};
    if (!config_path(FILE_NAME, false, path, sizeof path) ||
        !file_read_whole(path, MAX_BYTES, &bytes, &err))
        return false;
    bool good = strlen(bytes.data) == bytes.size && layout_read(ui, bytes.data);
    if (good)
        igLoadIniSettingsFromMemory(bytes.data, bytes.size);
    free(bytes.data);
    return good;
}

void layout_save(const UiState *ui)
{
    char path[1024];
    Error err = {""};
    char *text = layout_text(ui, igSaveIniSettingsToMemory(NULL));
    if (text && config_path(FILE_NAME, true, path, sizeof path))
        file_write_atomic(path, text, strlen(text), &err);
    free(text);
}
