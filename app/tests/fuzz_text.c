// Any bytes at all as one of the small texts people write or paste, or that the program keeps for
// itself; the first byte says which: a file of poses, one pose, the list of recent files, a length,
// the layout of the panels, what a crash has left, kinds of hierarchies, a command line. Refused with
// a message and nothing changed, or read, written and read again alike. Build with -DSNUG_FUZZ=ON
// (clang).
#include "app/actions/poses.h"
#include "app/commands/check_options.h"
#include "app/document/pose.h"
#include "app/io/recent.h"
#include "app/session/autosave.h"
#include "app/tests/fuzz_app.h"
#include "app/window/loop/layout.h"
#include "core/base/length.h"
#include "core/hybrid/kind.h"
#include "core/query/search_kind.h"

#include <cimgui.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const names[] = {"Pin", "Plate \"2\"", "a\\b"};

static void read_poses(const char *text, size_t size)
{
    App *app = fuzz_app(names, sizeof names / sizeof *names);
    int32_t moved, unknown;
    Error err = {""};
    char *before = poses_text(app);
    bool good = poses_parse(app, "fuzz", text, size, &moved, &unknown, &err);
    char *after = poses_text(app);
    require(before && after);
    if (!good) {
        require(strncmp(err.text, "fuzz:", 5) == 0 && strcmp(before, after) == 0);
    } else {
        require(poses_parse(app, "again", after, strlen(after), &moved, &unknown, &err));
        require(moved == app->document.part_count && unknown == 0);
        char *again = poses_text(app);
        require(again && strcmp(after, again) == 0);
        free(again);
    }
    require(poses_parse(app, "before", before, strlen(before), &moved, &unknown, &err));
    free(before);
    free(after);
}

static void read_pose(const char *text)
{
    Affine rest = affine_identity();
    Pose start = pose_from(&rest), pose = start;
    Error err = {""};
    if (!pose_read(&pose, text, UNIT_MM, &err)) {
        require(err.text[0] && memcmp(&pose, &start, sizeof pose) == 0);
        return;
    }
    char written[POSE_TEXT];
    Pose again = start;
    pose_write(&pose, UNIT_MM, written);
    require(pose_read(&again, written, UNIT_MM, &err));
    for (int k = 0; k < 3; ++k)
        require(fabs(again.position.v[k] - pose.position.v[k]) <= 1e-12 * fabs(pose.position.v[k]));
}

static void read_recent(const char *text, size_t size)
{
    static Recent recent, again;
    recent_read(&recent, text, size);
    char *written = recent_text(&recent);
    require(written && recent.count <= RECENT_MOST);
    recent_read(&again, written, strlen(written));
    require(again.count == recent.count);
    for (int32_t i = 0; i < again.count; ++i)
        require(strcmp(again.paths[i], recent.paths[i]) == 0);
    free(written);
}

static void read_length(const char *text)
{
    double metres = -1;
    Error err = {""};
    if (length_parse(text, NULL, &metres, &err))
        require(metres >= 0 && isfinite(metres));
    else
        require(err.text[0] != '\0');
}

// --- layout: a few panels instead of the window's, and no ImGui

static const Panel docked = {.title = "Parts", .place = PLACE_TOP},
                   other = {.title = "Fit = 1", .place = PLACE_MIDDLE},
                   floating = {.title = "Help", .place = PLACE_FLOATING};
const Panel *const panels[] = {&docked, &other, &floating};
const int panel_count = 3;

void igLoadIniSettingsFromMemory(const char *text, size_t size)
{
    (void)text, (void)size;
}

const char *igSaveIniSettingsToMemory(size_t *size)
{
    (void)size;
    return "[Docking][Data]\n";
}

static void read_layout(const char *text)
{
    static UiState ui, again, untouched;
    ui = again = untouched = (UiState){.open = {true, false, true}};
    if (!layout_read(&ui, text)) {
        require(memcmp(&ui, &untouched, sizeof ui) == 0);
        return;
    }
    char *written = layout_text(&ui, "\n[Docking][Data]\n");
    require(written && layout_read(&again, written));
    require(memcmp(ui.open, again.open, sizeof ui.open) == 0);
    free(written);
}

// --- recovery: names and notes in the folder of autosaves, whatever they say

static void write_file(const char *folder, const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%.200s", folder, name);
    FILE *file = fopen(path, "we"); // a name that cannot be is fine
    if (file)
        fclose(file);
}

static void empty(const char *folder)
{
    DIR *dir = opendir(folder);
    const struct dirent *item;
    char path[400];
    while (dir && (item = readdir(dir)) != NULL) {
        snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
        unlink(path);
    }
    if (dir)
        closedir(dir);
}

// Lines are names of files, or NAME > TARGET for links. What is not ours stays.
static void find_recoverable(char *text)
{
    static char home[] = "/tmp/snug-fuzz-XXXXXX", folder[64], kept[80];
    char path[1024];
    if (!folder[0]) {
        require(mkdtemp(home) != NULL && setenv("XDG_STATE_HOME", home, 1) == 0);
        snprintf(folder, sizeof folder, "%s/snug", home);
        snprintf(kept, sizeof kept, "%s/work.json", home);
    }
    Autosave own;
    require(autosave_begin(&own));
    write_file(home, "work.json");
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
        char *target = strstr(line, " > "), link[400];
        for (char *c = line; *c && c != target; ++c)
            if (*c == '/')
                *c = '_';
        if (target) {
            *target = '\0';
            snprintf(link, sizeof link, "%s/%.200s", folder, line);
            if (symlink(target[3] == '=' ? kept : target + 3, link) != 0)
                continue;
        } else {
            write_file(folder, line);
        }
    }
    struct stat info;
    if (autosave_find(&own, path, sizeof path))
        require(strncmp(path, folder, strlen(folder)) == 0 && strcmp(path, own.path) != 0 &&
                stat(path, &info) == 0 && S_ISREG(info.st_mode));
    Error err;
    require(autosave_end(&own, &err));
    require(access(kept, F_OK) == 0);
    empty(folder);
}

// --- command line: words between line ends

static void read_command_line(char *text)
{
    enum { MOST = 40 };
    char name[] = "check", *argv[MOST + 2] = {name};
    int argc = 1;
    for (char *word = text; argc <= MOST; word += strlen(word) + 1) {
        char *end = strchr(word, '\n');
        if (end)
            *end = '\0';
        argv[argc++] = word;
        if (!end)
            break;
    }
    CheckOptions options = {0};
    Error err = {""};
    double length = 0;
    enum CheckParse parsed = check_options_parse(argc, argv, &options, &err);
    require(parsed != CHECK_WRONG || err.text[0]);
    if (parsed == CHECK_GO) {
        require(options.open.path || options.open.scene >= 0);
        require(check_options_length(options.clearance, UNIT_MM, &length, &err) || err.text[0]);
    }
    open_request_free(&options.open);
}

// Kinds of hierarchies: each reads back as itself.
static void read_kinds(const char *text)
{
    SearchKind kinds[SEARCH_KINDS_MOST], again[SEARCH_KINDS_MOST];
    Error err = {""};
    int count = search_kinds_parse(text, kinds, &err);
    require(count <= SEARCH_KINDS_MOST && (count > 0 || err.text[0]));
    for (int i = 0; i < count; ++i) {
        char written[SEARCH_KIND_TEXT];
        search_kind_text(&kinds[i], written, sizeof written);
        require(search_kinds_parse(written, again, &err) == 1);
        require(search_kind_equal(&kinds[i], &again[0]));
    }
}

// Builders of hybrid hierarchies: likewise, and no shell would take a word of them for anything else.
static void read_builders(const char *text)
{
    HybridDesc kinds[HYBRID_KINDS_MOST], again[HYBRID_KINDS_MOST];
    Error err = {""};
    int count = hybrid_kinds_parse(text, kinds, &err);
    require(count <= HYBRID_KINDS_MOST && (count > 0 || err.text[0]));
    for (int i = 0; i < count; ++i) {
        char written[HYBRID_KIND_TEXT], twice[HYBRID_KIND_TEXT];
        hybrid_kind_text(&kinds[i], written, sizeof written);
        require(hybrid_kinds_parse(written, again, &err) == 1);
        hybrid_kind_text(&again[0], twice, sizeof twice);
        require(strcmp(written, twice) == 0);
        require(!strpbrk(written, " &;|<>"));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    char *text = malloc(size); // ends in 0, as pasted text does
    require(text != NULL);
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    switch (data[0] % 8) {
    case 4:
        read_poses(text, size - 1);
        break;
    case 5:
        read_pose(text);
        break;
    case 6:
        read_recent(text, size - 1);
        break;
    case 7:
        read_length(text);
        break;
    case 0:
        read_layout(text);
        break;
    case 1:
        find_recoverable(text);
        break;
    case 2:
        read_kinds(text);
        read_builders(text);
        break;
    default:
        read_command_line(text);
        break;
    }
    free(text);
    return 0;
}
