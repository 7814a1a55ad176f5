#include "app/window/panels/file_browser.h"

#include "app/actions/list_files.h"
#include "app/actions/list_variants.h"
#include "app/io/file.h"
#include "app/io/format.h"
#include "app/io/path.h"
#include "app/session/scene_file.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"
#include "core/base/array.h"
#include "core/base/utf8.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { MAX_ENTRIES = 20000 };

// What is listed: everything that can be opened, scenes, or one of import_formats.
enum { FILTER_ALL = -1, FILTER_SCENES = -2 };

typedef struct BrowserEntry {
    char *name;  // as in the file system: opened with it
    char *label; // the same made fit to be shown
    bool folder;
    int64_t size, modified; // bytes; seconds since 1970
} BrowserEntry;

typedef struct FileBrowser {
    bool wanted;          // open the dialog in the next frame
    const Action *action; // what is done with the file: opened, added, or a variant
    bool shown;
    bool opened_once;
    char folder[1024];     // absolute
    char typed[1024];      // the path field: the folder until someone types into it
    int filter;            // FILTER_ALL, FILTER_SCENES, or a format
    char problem[256];     // why the folder cannot be read, or ""
    BrowserEntry *entries; // folders first, then files, by name
    size_t count, capacity;
    long selected;
} FileBrowser;

static void clear_entries(FileBrowser *browser)
{
    for (size_t i = 0; i < browser->count; ++i) {
        free(browser->entries[i].name);
        free(browser->entries[i].label);
    }
    browser->count = 0;
    browser->selected = -1;
}

static void begin_browser(void *state)
{
    FileBrowser *browser = state;
    browser->selected = -1;
}

static void end_browser(void *state)
{
    FileBrowser *browser = state;
    clear_entries(browser);
    free(browser->entries);
}

static const UiPrivate browser_memory = {sizeof(FileBrowser), begin_browser, end_browser};

static int by_kind_and_name(const void *a, const void *b)
{
    const BrowserEntry *x = a, *y = b;
    if (x->folder != y->folder)
        return x->folder ? -1 : 1;
    int order = strcasecmp(x->name, y->name);
    return order ? order : strcmp(x->name, y->name);
}

static bool is_listed(const FileBrowser *browser, const char *name)
{
    const ImportFormat *format = import_format_of(name);
    if (browser->filter == FILTER_SCENES)
        return scene_file_is(name);
    if (browser->filter >= 0)
        return format == import_formats[browser->filter];
    return format || (scene_file_is(name) && browser->action == &action_file_open);
}

static void add_entry(FileBrowser *browser, DIR *dir, const char *name)
{
    struct stat info;
    if (name[0] == '.' || browser->count >= MAX_ENTRIES || fstatat(dirfd(dir), name, &info, 0) != 0)
        return;
    bool folder = S_ISDIR(info.st_mode);
    if (!folder && !(S_ISREG(info.st_mode) && is_listed(browser, name)))
        return;
    BrowserEntry entry = {strdup(name), strdup(name), folder, (int64_t)info.st_size,
                          (int64_t)info.st_mtime};
    if (!entry.name || !entry.label ||
        !array_reserve(&browser->entries, &browser->capacity, browser->count + 1, sizeof entry)) {
        free(entry.name);
        free(entry.label);
        return;
    }
    utf8_sanitise(entry.label);
    browser->entries[browser->count++] = entry;
}

static void read_folder(FileBrowser *browser)
{
    clear_entries(browser);
    browser->problem[0] = 0;
    snprintf(browser->typed, sizeof browser->typed, "%s", browser->folder);
    DIR *dir = opendir(browser->folder);
    if (!dir) {
        snprintf(browser->problem, sizeof browser->problem, "This folder cannot be read: %s",
                 strerror(errno));
        return;
    }
    const struct dirent *item;
    while ((item = readdir(dir)) != NULL)
        add_entry(browser, dir, item->d_name);
    closedir(dir);
    if (browser->count > 0)
        qsort(browser->entries, browser->count, sizeof *browser->entries, by_kind_and_name);
}

void file_browser_open(const UiState *ui, const Action *action)
{
    FileBrowser *browser = ui_own(ui, &browser_memory);
    browser->action = action;
    if (browser->folder[0] == 0 && !getcwd(browser->folder, sizeof browser->folder))
        strcpy(browser->folder, "/");
    if (!browser->opened_once)
        browser->filter = FILTER_ALL;
    browser->opened_once = true;
    read_folder(browser);
    browser->wanted = true;
}

static void go_up(FileBrowser *browser)
{
    char *slash = strrchr(browser->folder, '/');
    if (!slash)
        return;
    slash[slash == browser->folder] = 0;
    read_folder(browser);
}

// Appends to the folder; false when the path would be too long.
static bool join(const FileBrowser *browser, const char *name, char *path, size_t size)
{
    bool root = strcmp(browser->folder, "/") == 0;
    int length = snprintf(path, size, "%s/%s", root ? "" : browser->folder, name);
    return length > 0 && (size_t)length < size;
}

static void enter(FileBrowser *browser, const BrowserEntry *entry)
{
    char path[sizeof browser->folder];
    if (!join(browser, entry->name, path, sizeof path))
        return;
    memcpy(browser->folder, path, sizeof path);
    read_folder(browser);
}

void file_browser_submit(const PanelContext *context, const char *path)
{
    const FileBrowser *browser = ui_own(context->ui, &browser_memory);
    ActionArgs args = {
        .part = NO_PART, .unit = (int32_t)context->ui->file_unit, .up = context->ui->file_up};
    snprintf(args.text, sizeof args.text, "%s", path);
    const Action *action = browser->action && browser->shown ? browser->action : &action_file_open;
    if (action == &action_variant_add) {
        args.part = context->app->document.selected;
        args.index = context->ui->variant_align;
    }
    action_submit(context->out, action, &args);
}

void file_label(const char *path, int id, char *label, size_t size)
{
    char name[256];
    size_t used = 0;
    for (const char *c = file_base_name(path); *c && used + 2 < sizeof name; ++c) {
        if (*c == '#' && used > 0 && name[used - 1] == '#')
            name[used++] = ' ';
        name[used++] = *c;
    }
    name[used] = '\0';
    utf8_sanitise(name);
    snprintf(label, size, "%s###file %d", name, id);
}

static void open_file(const PanelContext *context, const BrowserEntry *entry)
{
    FileBrowser *browser = ui_own(context->ui, &browser_memory);
    char path[sizeof browser->folder];
    if (!join(browser, entry->name, path, sizeof path)) {
        snprintf(browser->problem, sizeof browser->problem, "The path is too long.");
        return;
    }
    file_browser_submit(context, path);
    igCloseCurrentPopup();
}

// A folder is gone to, a file is opened; what is not there is said.
static void go_to_typed(const PanelContext *context)
{
    FileBrowser *browser = ui_own(context->ui, &browser_memory);
    struct stat info;
    char *path = path_absolute(browser->typed);
    if (!path || stat(path, &info) != 0) {
        snprintf(browser->problem, sizeof browser->problem, "There is no such file or folder.");
    } else if (S_ISDIR(info.st_mode) && strlen(path) < sizeof browser->folder) {
        snprintf(browser->folder, sizeof browser->folder, "%s", path);
        read_folder(browser);
    } else {
        file_browser_submit(context, path);
        igCloseCurrentPopup();
    }
    free(path);
}

// Returns the entry that was double-clicked, or -1.
static long list(FileBrowser *browser)
{
    long opened = -1;
    char size[32];
    for (size_t i = 0; i < browser->count; ++i) {
        const BrowserEntry *entry = &browser->entries[i];
        igTableNextRow(0, 0);
        igTableNextColumn();
        igPushID_Int((int)i);
        if (igSelectable_Bool("##entry", browser->selected == (long)i,
                              ImGuiSelectableFlags_SpanAllColumns |
                                  ImGuiSelectableFlags_AllowDoubleClick |
                                  ImGuiSelectableFlags_DontClosePopups,
                              (ImVec2){0, 0})) {
            browser->selected = (long)i;
            if (igIsMouseDoubleClicked_Nil(ImGuiMouseButton_Left))
                opened = (long)i;
        }
        igSameLine(0, 0);
        widget_text(entry->folder ? COLOUR_LINK : COLOUR_TEXT, entry->label);
        if (entry->folder) {
            igSameLine(0, 0);
            widget_text(COLOUR_LINK, "/");
        }
        igTableNextColumn();
        if (!entry->folder)
            widget_right(format_bytes(size, sizeof size, (double)entry->size));
        igTableNextColumn();
        time_t modified = (time_t)entry->modified;
        struct tm when;
        if (localtime_r(&modified, &when) &&
            strftime(size, sizeof size, "%Y-%m-%d %H:%M", &when) > 0)
            widget_text(COLOUR_FAINT, size);
        igPopID();
    }
    if (browser->count == 0)
        igTableNextRow(0, 0), igTableNextColumn(),
            widget_text(COLOUR_FAINT, "no folders and nothing of this kind here");
    return opened;
}

static void choose_import(const PanelContext *context)
{
    UiState *ui = context->ui;
    Choice units[UNIT_COUNT];
    for (int i = 0; i < UNIT_COUNT; ++i)
        units[i] = (Choice){.name = length_unit_info((enum LengthUnit)i)->name};
    static const Choice axes[] = {[UP_Y] = {.name = "y"}, [UP_Z] = {.name = "z"}};
    int chosen = widget_choice(context, "import_unit", "Unit of the file",
                               "glTF, STEP, IGES, 3MF, COLLADA and FBX files say it themselves, "
                               "others do not; reports use this unit",
                               units, UNIT_COUNT, (int)ui->file_unit);
    if (chosen >= 0)
        ui->file_unit = (enum LengthUnit)chosen;
    chosen = widget_choice(context, "import_up", "Axis that points up",
                           "Most CAD programs write z, most others y; glTF is always y", axes,
                           UP_COUNT, (int)ui->file_up);
    if (chosen >= 0)
        ui->file_up = (enum UpAxis)chosen;
}

static const char *filter_name(int filter)
{
    return filter == FILTER_ALL      ? "All that can be opened"
           : filter == FILTER_SCENES ? "Scenes"
                                     : import_formats[filter]->name;
}

static void choose_filter(FileBrowser *browser)
{
    igSetNextItemWidth(igGetFontSize() * 13);
    if (igBeginCombo("##filter", filter_name(browser->filter), 0)) {
        for (int i = FILTER_SCENES; i < import_format_count; ++i)
            if (igSelectable_Bool(filter_name(i), i == browser->filter, 0, (ImVec2){0, 0})) {
                browser->filter = i;
                read_folder(browser);
            }
        igEndCombo();
    }
    widget_tooltip("Which files are listed");
}

static void choose_recent(const PanelContext *context)
{
    const Recent *recent = &context->app->recent;
    igSetNextItemWidth(-1);
    igBeginDisabled(recent->count == 0);
    if (igBeginCombo("##recent", "Recent files", 0)) {
        for (int32_t i = 0; i < recent->count; ++i) {
            char label[RECENT_PATH + 16];
            file_label(recent->paths[i], i, label, sizeof label);
            if (igSelectable_Bool(label, false, 0, (ImVec2){0, 0})) {
                file_browser_submit(context, recent->paths[i]);
                igCloseCurrentPopup();
            }
        }
        igEndCombo();
    }
    igEndDisabled();
    widget_tooltip("Files that were opened before, the newest first");
}

static void body(const PanelContext *context)
{
    FileBrowser *browser = ui_own(context->ui, &browser_memory);
    if (igButton("Up", (ImVec2){0, 0}))
        go_up(browser);
    widget_explain(context, "browser_up", "The folder above");
    igSameLine(0, -1);
    igSetNextItemWidth(-1);
    if (igInputText("##path", browser->typed, sizeof browser->typed,
                    ImGuiInputTextFlags_EnterReturnsTrue, NULL, NULL))
        go_to_typed(context);
    widget_explain(context, "browser_path", "A folder to go to or a file to open; Enter does it");
    choose_filter(browser);
    igSameLine(0, -1);
    choose_recent(context);
    float bottom = igGetFrameHeightWithSpacing() * 3.4f;
    long opened = -1;
    if (browser->problem[0])
        widget_text(COLOUR_ALERT, browser->problem);
    if (igBeginTable("files", 3,
                     ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_PadOuterX,
                     (ImVec2){0, -bottom}, 0)) {
        igTableSetupScrollFreeze(0, 1);
        igTableSetupColumn("Name", ImGuiTableColumnFlags_WidthStretch, 1, 0);
        igTableSetupColumn("Size", ImGuiTableColumnFlags_WidthFixed, igGetFontSize() * 5, 0);
        igTableSetupColumn("Changed", ImGuiTableColumnFlags_WidthFixed, igGetFontSize() * 9, 0);
        static const char *const notes[] = {"A click chooses a file, a double click opens it", NULL,
                                            "When it was last written"};
        widget_headers(1 << 1, notes);
        opened = list(browser);
        igEndTable();
    }
    choose_import(context);
    bool ready = browser->selected >= 0 && (size_t)browser->selected < browser->count;
    igBeginDisabled(!ready);
    if (igButton(browser->action != &action_file_open ? "Add###open" : "Open###open",
                 (ImVec2){igGetFontSize() * 7, 0}) &&
        ready)
        opened = browser->selected;
    ui_note_rect(context->ui, "browser_open");
    igEndDisabled();
    igSameLine(0, -1);
    if (igButton("Cancel", (ImVec2){igGetFontSize() * 7, 0}) ||
        igIsKeyPressed_Bool(ImGuiKey_Escape, false))
        igCloseCurrentPopup();
    if (opened < 0 || (size_t)opened >= browser->count)
        return;
    if (browser->entries[opened].folder)
        enter(browser, &browser->entries[opened]);
    else
        open_file(context, &browser->entries[opened]);
}

void file_browser_draw(const PanelContext *context)
{
    FileBrowser *browser = ui_own(context->ui, &browser_memory);
    const char *title = browser->action == &action_file_open    ? "Open a file###browser"
                        : browser->action == &action_file_merge ? "Add a file###browser"
                                                                : "Add a variant###browser";
    if (browser->wanted)
        igOpenPopup_Str(title, 0);
    browser->wanted = false;
    const ImGuiViewport *viewport = igGetMainViewport();
    igSetNextWindowPos((ImVec2){viewport->Size.x / 2, viewport->Size.y / 2}, ImGuiCond_Appearing,
                       (ImVec2){0.5f, 0.5f});
    igSetNextWindowSize((ImVec2){640 * context->ui->scale, 520 * context->ui->scale},
                        ImGuiCond_Appearing);
    bool keep = true;
    browser->shown = igBeginPopupModal(title, &keep, ImGuiWindowFlags_NoSavedSettings);
    if (browser->shown) {
        body(context);
        igEndPopup();
    }
}
