#include "app/tests/journey/state.h"

#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_text(const char *path)
{
    enum { MOST = 4 << 20 };
    FILE *file = fopen(path, "rbe");
    char *text = file ? calloc(1, MOST + 1) : NULL;
    if (text && fread(text, 1, MOST, file) == 0) {
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    return text;
}

static int get_int(const cJSON *object, const char *name)
{
    const cJSON *item = cJSON_GetObjectItemCaseSensitive(object, name);
    return cJSON_IsNumber(item) ? (int)item->valuedouble : -12345;
}

// The number of what is chosen from a list.
static int chosen(const cJSON *fields, const char *name)
{
    const cJSON *item = cJSON_GetArrayItem(cJSON_GetObjectItemCaseSensitive(fields, name), 0);
    return cJSON_IsNumber(item) ? (int)item->valuedouble : -12345;
}

static void get_text(const cJSON *item, char *text, size_t size)
{
    snprintf(text, size, "%s", cJSON_IsString(item) ? item->valuestring : "");
}

static bool get_numbers(const cJSON *array, double *numbers, int count)
{
    if (cJSON_GetArraySize(array) != count)
        return false;
    int i = 0;
    const cJSON *item;
    cJSON_ArrayForEach(item, array) numbers[i++] = item->valuedouble;
    return true;
}

static bool get_rect(const cJSON *array, Rect *rect)
{
    double n[4];
    if (!get_numbers(array, n, 4))
        return false;
    *rect = (Rect){(int)n[0], (int)n[1], (int)n[2], (int)n[3]};
    return true;
}

static bool get_part(const cJSON *object, PartInfo *part)
{
    double screen[2];
    *part = (PartInfo){.visible = get_int(object, "visible"),
                       .ghost = get_int(object, "ghost"),
                       .contact = get_int(object, "contact"),
                       .level = get_int(object, "level"),
                       .selected = get_int(object, "selected"),
                       .locked = get_int(object, "locked"),
                       .removed = get_int(object, "removed")};
    get_text(cJSON_GetObjectItem(object, "name"), part->name, sizeof part->name);
    get_text(cJSON_GetObjectItem(object, "group"), part->group, sizeof part->group);
    part->on_screen = get_numbers(cJSON_GetObjectItem(object, "screen"), screen, 2);
    if (part->on_screen) {
        part->x = (int)screen[0];
        part->y = (int)screen[1];
    }
    return get_numbers(cJSON_GetObjectItem(object, "placement"), part->placement, 12);
}

static bool get_looks(const cJSON *root, Looks *looks)
{
    const cJSON *measures = cJSON_GetObjectItem(root, "measures");
    const cJSON *fields = cJSON_GetObjectItem(root, "fields");
    const cJSON *explode = cJSON_GetObjectItem(fields, "view.explode");
    looks->shading = chosen(fields, "view.shading");
    looks->section[0] = get_int(fields, "view.section");
    looks->cut_titles = get_int(root, "cut_titles");
    looks->measure_count = cJSON_GetArraySize(measures);
    looks->explode = cJSON_IsNumber(explode) ? explode->valuedouble : -1;
    return (looks->measure_count > 8 ||
            get_numbers(measures, looks->measures, looks->measure_count)) &&
           get_numbers(cJSON_GetObjectItem(fields, "view.section_point"), looks->section + 1, 3) &&
           get_numbers(cJSON_GetObjectItem(fields, "view.section_normal"), looks->section + 4, 3);
}

static void get_studies(const cJSON *root, Studies *studies)
{
    const cJSON *from = cJSON_GetObjectItem(root, "studies");
    const cJSON *path = cJSON_GetObjectItem(root, "path");
    *studies = (Studies){
        .variant = get_int(from, "variant"),
        .answers = get_int(from, "answers"),
        .swept = cJSON_GetNumberValue(cJSON_GetObjectItem(from, "swept")),
        .path_keys = get_int(path, "keys"),
        .path_plays = get_int(path, "playing"),
        .path_time = cJSON_GetNumberValue(cJSON_GetObjectItem(path, "time")),
        .path_end = cJSON_GetNumberValue(cJSON_GetObjectItem(path, "end")),
        .plotted = get_int(root, "plotted"),
        .free_ways = get_int(from, "free_ways"),
        .order = get_int(from, "order"),
        .order_at = cJSON_GetNumberValue(cJSON_GetObjectItem(from, "order_at")),
    };
    // name; donor; shift, turn, scale
    const char *first = cJSON_GetStringValue(cJSON_GetObjectItem(from, "variants"));
    double *shift = studies->variant_shift;
    if (first &&
        sscanf(first, "\"%*[^\"]\" \"%*[^\"]\" %lf %lf %lf", &shift[0], &shift[1], &shift[2]) != 3)
        memset(shift, 0, sizeof studies->variant_shift);
}

static bool get_state(const cJSON *root, State *state)
{
    const cJSON *fields = cJSON_GetObjectItem(root, "fields");
    *state = (State){
        .frame = get_int(root, "frame"),
        .settled = get_int(root, "settled"),
        .heard = get_int(root, "heard"),
        .busy = get_int(root, "busy"),
        .following = get_int(root, "following"),
        .selected = get_int(root, "selected"),
        .hovered = get_int(root, "hovered"),
        .pairs = get_int(root, "pairs"),
        .contacts = get_int(root, "contacts"),
        .crossing_pairs = get_int(root, "crossing_pairs"),
        .quiet_pairs = get_int(root, "quiet_pairs"),
        .clashes = get_int(root, "clashes"),
        .clash_rows = get_int(root, "clash_rows"),
        .fit_current = get_int(root, "fit_current"),
        .undo_steps = get_int(root, "undo_steps"),
        .steps = get_int(root, "steps"),
        .selected_count = get_int(root, "selected_count"),
        .live_parts = get_int(root, "live_parts"),
        .mode = get_int(root, "view_mode"),
        .tool = get_int(root, "held_tool"),
        .can_undo = get_int(root, "can_undo"),
        .can_redo = get_int(root, "can_redo"),
        .dragging = get_int(root, "dragging"),
        .notices = get_int(root, "notices"),
        .leaf_size = get_int(fields, "build.leaf_size"),
        .arity = get_int(fields, "build.arity"),
        .compare_known = get_int(root, "compare_known"),
        .compare_differing = get_int(root, "compare_differing"),
        .compare_contacts = get_int(root, "compare_contacts"),
        .volumes = get_int(root, "volumes"),
        .empty_cells = get_int(root, "empty_cells"),
        .orthographic = get_int(root, "orthographic"),
        .grid = get_int(fields, "view.grid"),
        .look = chosen(fields, "view.look"),
        .gap_current = get_int(root, "gap_current"),
        .bands = get_int(root, "bands"),
        .unsaved = get_int(root, "unsaved"),
        .primitives = get_int(root, "primitives"),
        .primitive = get_int(root, "primitive"),
        .loose_primitives = get_int(root, "loose_primitives"),
        .lasso = get_int(root, "lasso"),
        .hybrid_groups = get_int(root, "hybrid_groups"),
        .hybrid_proven = get_int(root, "hybrid_proven"),
    };
    bool good = get_rect(cJSON_GetObjectItem(root, "viewport"), &state->viewport) &&
                get_numbers(cJSON_GetObjectItem(root, "pointer"), state->pointer, 2) &&
                get_numbers(cJSON_GetObjectItem(root, "camera"), state->camera, 6) &&
                get_numbers(cJSON_GetObjectItem(root, "gap"), state->gap, 3) &&
                get_numbers(cJSON_GetObjectItem(root, "shown_pair"), state->shown_pair, 2) &&
                get_numbers(cJSON_GetObjectItem(root, "primitive_at"), state->primitive_at, 3) &&
                get_numbers(cJSON_GetObjectItem(root, "timed"), state->timed, 6) &&
                get_numbers(cJSON_GetObjectItem(root, "params"), state->params, 8);
    static const char *const work[3] = {"n_v", "n_p", "n_u"};
    const cJSON *roots = cJSON_GetObjectItem(root, "roots");
    for (int i = 0; i < 3; ++i)
        state->work[i] = cJSON_GetNumberValue(cJSON_GetObjectItem(roots, work[i]));
    state->t = cJSON_GetNumberValue(cJSON_GetObjectItem(root, "t"));
    state->least_gap = cJSON_GetNumberValue(cJSON_GetObjectItem(root, "least_gap"));
    state->band_limit = cJSON_GetNumberValue(cJSON_GetObjectItem(root, "band_limit"));
    get_text(cJSON_GetObjectItem(root, "title"), state->title, sizeof state->title);
    get_text(cJSON_GetObjectItem(root, "last_notice"), state->last_notice,
             sizeof state->last_notice);
    get_text(cJSON_GetObjectItem(root, "palette"), state->palette, sizeof state->palette);
    get_text(cJSON_GetObjectItem(root, "chapter"), state->chapter, sizeof state->chapter);
    get_text(cJSON_GetObjectItem(root, "help_filter"), state->help_filter,
             sizeof state->help_filter);
    get_text(cJSON_GetObjectItem(root, "part_filter"), state->part_filter,
             sizeof state->part_filter);
    get_text(cJSON_GetObjectItem(root, "drag_hint"), state->drag_hint, sizeof state->drag_hint);
    get_text(cJSON_GetObjectItem(root, "hand"), state->hand, sizeof state->hand);
    get_text(cJSON_GetObjectItem(root, "snap"), state->snap, sizeof state->snap);
    get_text(cJSON_GetObjectItem(root, "rename"), state->rename, sizeof state->rename);
    static const char *const settings[SET_COUNT] = {
        [SET_VOLUME] = "build.volume",   [SET_CRITERION] = "build.criterion",
        [SET_BUILDER] = "build.builder", [SET_TEST] = "query.test",
        [SET_RULE] = "query.rule",       [SET_TRI] = "query.triangle_test",
        [SET_MODE] = "query.mode",       [SET_CONTACT] = "move.contact",
    };
    state->snaps = (int)cJSON_GetNumberValue(cJSON_GetObjectItem(fields, "move.snap"));
    for (int i = 0; i < SET_COUNT; ++i)
        get_text(cJSON_GetArrayItem(cJSON_GetObjectItem(fields, settings[i]), 1),
                 state->settings[i], sizeof *state->settings);
    static const char *const effort[3] = {"query.fronts", "query.threads", "query.budget"};
    for (int i = 0; i < 3; ++i)
        state->effort[i] = cJSON_GetNumberValue(cJSON_GetObjectItem(fields, effort[i]));
    good = get_numbers(cJSON_GetObjectItem(root, "move_steps"), state->move_steps, 4) && good;
    state->typed = cJSON_GetNumberValue(cJSON_GetObjectItem(root, "typed"));
    const cJSON *item;
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(root, "widgets"))
    {
        Widget *widget = &state->widgets[state->widget_count];
        double n[6];
        if (state->widget_count < STATE_MAX_WIDGETS && get_numbers(item, n, 6)) {
            widget->rect = (Rect){(int)n[0], (int)n[1], (int)n[2], (int)n[3]};
            widget->low = (int)n[4];
            widget->high = (int)n[5];
            snprintf(widget->name, sizeof widget->name, "%s", item->string);
            ++state->widget_count;
        }
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItem(root, "parts"))
    {
        if (state->part_count < STATE_MAX_PARTS)
            good = get_part(item, &state->parts[state->part_count]) && good;
        ++state->part_count;
    }
    get_studies(root, &state->studies);
    return get_looks(root, &state->looks) && good;
}

bool state_read(const char *path, State *state)
{
    char *text = read_text(path);
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    bool good = root && get_state(root, state);
    if (text && !good)
        fprintf(stderr, "%s is no state file:\n%s\n", path, text);
    cJSON_Delete(root);
    free(text);
    return good;
}

static bool keys_unique(const cJSON *value)
{
    for (const cJSON *at = value->child; at; at = at->next) {
        bool first = !at->string || cJSON_GetObjectItemCaseSensitive(value, at->string) == at;
        if (!first)
            fprintf(stderr, "the state has the key \"%s\" twice\n", at->string);
        if (!first || !keys_unique(at))
            return false;
    }
    return true;
}

bool state_keys_unique(const char *path)
{
    char *text = read_text(path);
    cJSON *root = text ? cJSON_Parse(text) : NULL;
    bool unique = root && keys_unique(root);
    cJSON_Delete(root);
    free(text);
    return unique;
}

static int known_parts(const State *state)
{
    return state->part_count < STATE_MAX_PARTS ? state->part_count : STATE_MAX_PARTS;
}

int state_part(const State *state, const char *name)
{
    for (int i = 0; i < known_parts(state); ++i)
        if (strcmp(state->parts[i].name, name) == 0)
            return i;
    return NO_PART;
}

const Widget *state_widget(const State *state, const char *name)
{
    for (int i = 0; i < state->widget_count; ++i)
        if (strcmp(state->widgets[i].name, name) == 0)
            return &state->widgets[i];
    return NULL;
}

bool state_same_placement(const State *a, const State *b, int part)
{
    for (int i = 0; i < 12; ++i)
        if (!(a->parts[part].placement[i] == b->parts[part].placement[i]))
            return false;
    return true;
}

bool state_same_placements(const State *a, const State *b)
{
    for (int i = 0; i < known_parts(a); ++i)
        if (!state_same_placement(a, b, i))
            return false;
    return a->part_count == b->part_count;
}

bool state_same_camera(const State *a, const State *b)
{
    for (int i = 0; i < 6; ++i)
        if (!(a->camera[i] == b->camera[i]))
            return false;
    return true;
}
