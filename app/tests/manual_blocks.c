#include "app/tests/manual_blocks.h"
#include "app/figures/figure.h"

#include "app/commands/list.h"
#include "app/io/format.h"
#include "app/report/report_file.h"
#include "app/scenes/scene.h"
#include "app/tests/app_fixture.h"
#include "app/tests/every_key.h"
#include "app/window/loop/script_player.h"
#include "app/window/panel.h"
#include "core/base/units.h"
#include "core/hybrid/hybrid.h"
#include "core/mesh/deform/deform.h"
#include "core/tree/build/build.h"
#include "core/tree/bvh.h"
#include "core/tree/split/split.h"

#include <stdio.h>

void manual_cell(TextBuffer *out, const char *text)
{
    for (const char *c = text; *c; ++c)
        text_add(out, *c == '|' ? "\\%c" : *c == '\n' ? " " : "%c", *c);
}

static void head(TextBuffer *out, const char *titles)
{
    int columns = 1;
    text_add(out, "| ");
    for (const char *c = titles; *c; ++c) {
        columns += *c == '|';
        text_add(out, *c == '|' ? " %c " : "%c", *c);
    }
    text_add(out, " |\n|");
    for (int i = 0; i < columns; ++i)
        text_add(out, "---|");
    text_add(out, "\n");
}

static void row(TextBuffer *out, const char *name, const char *note)
{
    text_add(out, "| ");
    manual_cell(out, name);
    text_add(out, " | ");
    manual_cell(out, note);
    text_add(out, " |\n");
}

static void code_row(TextBuffer *out, const char *name, const char *note)
{
    text_add(out, "| `");
    manual_cell(out, name);
    text_add(out, "` | ");
    manual_cell(out, note);
    text_add(out, " |\n");
}

// What the mouse does: no registry knows it.
static const struct {
    const char *gesture, *effect;
} mouse_help[] = {
    {"Click a part", "selects it"},
    {"Right click a part", "opens its menu"},
    {"Ctrl + click a part", "adds it to the selection, or removes it"},
    {"Ctrl + drag on the background, or B and drag",
     "selects with a box: drawn to the right what lies inside, to the left all that it touches"},
    {"Drag a part", "moves it, and what is selected with it, in the plane of the view"},
    {"Shift + drag a part", "moves it away from you or towards you: up is away"},
    {"Alt + drag a part", "turns it about the point you hold"},
    {"Ctrl while dragging a part", "moves in steps, or snaps onto the axis of another part"},
    {"Drag a handle at the selected part", "moves, turns or scales it; with Ctrl in steps"},
    {"Esc while dragging", "puts it back"},
    {"Right drag, or drag on the background", "orbits"},
    {"Middle drag, Shift + right drag", "pans"},
    {"Wheel", "zooms to what is under the mouse"},
    {"Double click", "fits the part, or everything, into the view"},
    {"Drop a file", "opens it; with Shift its parts are added"},
};

static void mouse(TextBuffer *out)
{
    head(out, "do this|effect");
    for (size_t i = 0; i < sizeof mouse_help / sizeof *mouse_help; ++i)
        row(out, mouse_help[i].gesture, mouse_help[i].effect);
}

static void key(void *user, const char *keys, const char *title)
{
    code_row(user, keys, title);
}

static void all_keys(TextBuffer *out)
{
    head(out, "key|effect");
    keys_visit(key, out);
}

static void all_panels(TextBuffer *out)
{
    head(out, "panel|key|what it is for");
    for (int i = 0; i < panel_count; ++i) {
        const char *chapter = panels[i]->chapter, *place = strchr(chapter, '#');
        int length = place ? (int)(place - chapter) : (int)strlen(chapter);
        text_add(out, "| [%s](%.*s.md%s) | %s%s%s | ", panels[i]->title, length, chapter,
                 place ? place : "", panels[i]->shortcut ? "`" : "",
                 panels[i]->shortcut ? panels[i]->shortcut : "", panels[i]->shortcut ? "`" : "");
        manual_cell(out, panels[i]->note);
        text_add(out, " |\n");
    }
}

// Without what is there once per triangle: the index, and corners in its order.
static double bytes_per_node(const BvType *type)
{
    Mesh *mesh = shape_ico_sphere(1, 4);
    Error err = {""};
    Bvh *bvh = bvh_build(mesh, &(BvhDesc){.type = type}, NULL, &err);
    assert_non_null(bvh);
    MemoryRow rows[8];
    size_t sum = 0, count = type->bytes(bvh, rows, 8);
    for (size_t i = 0; i < count; ++i)
        sum += strcmp(rows[i].what, "triangle index") == 0 || strcmp(rows[i].what, "corners") == 0
                   ? 0
                   : rows[i].bytes;
    double each = (double)sum / bvh->node_count;
    bvh_release(bvh);
    mesh_release(mesh);
    return each;
}

static void volumes(TextBuffer *out)
{
    head(out, "volume|bytes per node|what it is|overlap tests");
    for (int i = 0; i < bv_type_count; ++i) {
        const BvType *type = bv_types[i];
        text_add(out, "| %s | %.0f | ", type->name, bytes_per_node(type));
        manual_cell(out, type->note);
        text_add(out, " | ");
        for (int t = 0; t < type->test_count; ++t)
            text_add(out, "%s%s", t > 0 ? ", " : "", type->tests[t].name);
        text_add(out, " |\n");
    }
}

static void params(TextBuffer *out, const char *owner, const Param *list, int count)
{
    for (int i = 0; i < count; ++i) {
        const Param *param = &list[i];
        text_add(out, "| %s | %s | %g | ", owner, param->name, param->normal);
        if (param->choices)
            for (int c = 0; c < param->choice_count; ++c)
                text_add(out, "%s%g", c > 0 ? ", " : "", param->choices[c]);
        else
            text_add(out, "%g to %g", param->min, param->max);
        text_add(out, " | ");
        manual_cell(out, param->note);
        text_add(out, " |\n");
    }
}

static void volume_parameters(TextBuffer *out)
{
    head(out, "volume|parameter|default|range|meaning");
    for (int i = 0; i < bv_type_count; ++i)
        params(out, bv_types[i]->name, bv_types[i]->params, bv_types[i]->param_count);
}

static void overlap_tests(TextBuffer *out)
{
    head(out, "volume|test|how it decides");
    for (int i = 0; i < bv_type_count; ++i)
        for (int t = 0; t < bv_types[i]->test_count; ++t) {
            text_add(out, "| %s | %s | ", bv_types[i]->name, bv_types[i]->tests[t].name);
            manual_cell(out, bv_types[i]->tests[t].note);
            text_add(out, " |\n");
        }
}

static void criteria(TextBuffer *out)
{
    head(out, "criterion|what it does");
    for (int i = 0; i < split_rule_count; ++i)
        row(out, split_rules[i]->name, split_rules[i]->note);
}

static void tree_builders(TextBuffer *out)
{
    head(out, "builder|what it does");
    for (int i = 0; i < builder_count; ++i)
        row(out, builders[i]->name, builders[i]->note);
}

static void all_descent_rules(TextBuffer *out)
{
    head(out, "rule|what it does");
    for (int i = 0; i < descent_rule_count; ++i)
        row(out, descent_rules[i]->name, descent_rules[i]->note);
}

static void triangle_tests(TextBuffer *out)
{
    head(out, "test|how it decides");
    for (int i = 0; i < tri_test_count; ++i)
        row(out, tri_tests[i]->name, tri_tests[i]->note);
}

static void deformations(TextBuffer *out)
{
    head(out, "deformation|what it does");
    for (int i = 0; i < deform_rule_count; ++i)
        row(out, deform_rules[i]->name, deform_rules[i]->note);
}

static void all_hybrid_builders(TextBuffer *out)
{
    head(out, "builder|what it does");
    for (int i = 0; i < hybrid_builder_count; ++i)
        row(out, hybrid_builders[i]->name, hybrid_builders[i]->note);
}

static void hybrid_parameters(TextBuffer *out)
{
    head(out, "builder|parameter|default|range|meaning");
    for (int i = 0; i < hybrid_builder_count; ++i)
        params(out, hybrid_builders[i]->name, hybrid_builders[i]->params,
               hybrid_builders[i]->param_count);
}

static void formats(TextBuffer *out)
{
    head(out, "format|endings");
    for (int i = 0; i < import_format_count; ++i) {
        const ImportFormat *format = import_formats[i];
        text_add(out, "| %s | `%s`", format->name, format->endings[0]);
        text_add(out, format->endings[1] ? ", `%s` |\n" : " |\n", format->endings[1]);
    }
}

static void units(TextBuffer *out)
{
    head(out, "unit|name");
    for (int i = 0; i < UNIT_COUNT; ++i)
        code_row(out, length_unit_info((enum LengthUnit)i)->suffix,
                 length_unit_info((enum LengthUnit)i)->name);
}

static void all_scenes(TextBuffer *out)
{
    head(out, "scene|what it shows");
    for (int i = 0; i < SCENE_COUNT; ++i)
        row(out, scenes[i]->name, scenes[i]->note);
}

static void all_report_formats(TextBuffer *out)
{
    head(out, "format|ending|content");
    for (int i = 0; i < REPORT_FORMAT_COUNT; ++i) {
        text_add(out, "| %s | `.%s` | ", report_formats[i].name, report_formats[i].extension);
        manual_cell(out, report_formats[i].note);
        text_add(out, " |\n");
    }
}

static void commands(TextBuffer *out)
{
    head(out, "command|what it does");
#define X(name, note) code_row(out, "snug " #name, note);
    COMMAND_LIST(X)
#undef X
}

static void all_paper_figures(TextBuffer *out)
{
    head(out, "name|figure|what it shows|models");
    for (int i = 0; i < paper_figure_count; ++i) {
        const Figure *figure = paper_figures[i];
        text_add(out, "| `%s` | %s, %s | ", figure->id, figure_papers[figure->paper].name,
                 figure->number);
        manual_cell(out, figure->note);
        text_add(out, " | ");
        manual_cell(out, figure->models);
        text_add(out, " |\n");
    }
}

static void figures(TextBuffer *out)
{
    const char *note;
    head(out, "figure|what it counts");
    for (int i = 0; condition_figure(i, &note); ++i)
        code_row(out, condition_figure(i, &note), note);
}

// What it may be: an entry of a list, written out where that is short, or a number of a range.
static void argument(TextBuffer *out, const App *app, const Action *action, const Arg *arg)
{
    enum { SHORT = 8 };
    static const char *const names[] = {[ARG_PART] = "part",
                                        [ARG_SELECTED] = "part",
                                        [ARG_OTHER] = "other",
                                        [ARG_INDEX] = "index",
                                        [ARG_PRIMITIVE] = "index",
                                        [ARG_NUMBER] = "number",
                                        [ARG_FLAG] = "flag",
                                        [ARG_TEXT] = "text",
                                        [ARG_PATH] = "text",
                                        [ARG_CAMERA] = "camera",
                                        [ARG_PLACEMENT] = "at`, `by` or `placement",
                                        [ARG_MOTION] = "by` or `placement"};
    int count = 0;
    while (arg->type == ARG_INDEX && action_entry(app, action, count))
        ++count;
    text_add(out, "`%s`", names[arg->type]);
    for (int i = 0; i < count && count <= SHORT; ++i)
        text_add(out, "%s%s", i > 0 ? ", " : ": ", action_entry(app, action, i));
    if (count > SHORT)
        text_add(out, ": by name");
    else if (count == 0 && arg->most > arg->least)
        text_add(out, ": %.9g to %.9g", arg->least, arg->most);
}

static void arguments(TextBuffer *out, const App *app, const Action *action)
{
    for (const Arg *arg = action->args; arg->type != ARG_END; ++arg) {
        text_add(out, "%s", arg > action->args ? "; " : "");
        argument(out, app, action, arg);
    }
}

static void all_actions(TextBuffer *out)
{
    App app;
    fixture_open(&app);
    head(out, "action|arguments|what it does");
    for (int i = 0; i < action_count; ++i) {
        const Action *action = actions[i];
        text_add(out, "| `%s` | ", action->name);
        arguments(out, &app, action);
        text_add(out, action->shortcut ? " | **%s** (`%s`): " : " | **%s**: ", action->title,
                 action->shortcut);
        manual_cell(out, action->note);
        text_add(out, " |\n");
    }
    app_free(&app);
}

// "  --unit UNIT    what it does", which may go on in lines that begin further to the right.
static void options(TextBuffer *out, const char *program, const char *command)
{
    char line[512], call[1024];
    bool open = false;
    snprintf(call, sizeof call, "'%s' %s --help", program, command);
    FILE *help = popen(call, "r");
    assert_non_null(help);
    head(out, "option|meaning");
    while (fgets(line, sizeof line, help)) {
        line[strcspn(line, "\n")] = 0;
        size_t indent = strspn(line, " ");
        if (indent == 2 && strncmp(line + 2, "--", 2) == 0) {
            char *note = strstr(line + 2, "  ");
            text_add(out, "%s| `", open ? " |\n" : "");
            if (note)
                *note++ = 0;
            manual_cell(out, line + 2);
            text_add(out, "` | ");
            manual_cell(out, note ? note + strspn(note, " ") : "");
            open = true;
        } else if (open && indent > 8) {
            text_add(out, " ");
            manual_cell(out, line + indent);
        } else if (open) {
            break; // lists of names follow
        }
    }
    text_add(out, open ? " |\n" : "");
    while (fgets(line, sizeof line, help))
        ;
    assert_int_equal(pclose(help), 0);
}

// "papers       What the papers claim ...", and below what it takes of files.
static void benchmarks(TextBuffer *out, const char *program)
{
    char line[512], files[512], call[1024];
    snprintf(call, sizeof call, "'%s' bench --list", program);
    FILE *list = popen(call, "r");
    assert_non_null(list);
    head(out, "benchmark|what it measures|with files of yours");
    while (fgets(line, sizeof line, list)) {
        line[strcspn(line, "\n")] = 0;
        char *note = strchr(line, ' ');
        assert_true(note && fgets(files, sizeof files, list) && files[0] == ' ');
        files[strcspn(files, "\n")] = 0;
        *note++ = 0;
        char *own = strstr(files, "of files: ");
        text_add(out, "| `%s` | ", line);
        manual_cell(out, note + strspn(note, " "));
        text_add(out, " | ");
        manual_cell(out, own ? own + strlen("of files: ") : files + strspn(files, " "));
        text_add(out, " |\n");
    }
    assert_int_equal(pclose(list), 0);
}

static const struct {
    const char *name;
    void (*write)(TextBuffer *out);
} blocks[] = {
    {"mouse", mouse},
    {"keys", all_keys},
    {"panels", all_panels},
    {"volumes", volumes},
    {"volume-parameters", volume_parameters},
    {"overlap-tests", overlap_tests},
    {"criteria", criteria},
    {"builders", tree_builders},
    {"descent-rules", all_descent_rules},
    {"triangle-tests", triangle_tests},
    {"deformations", deformations},
    {"hybrid-builders", all_hybrid_builders},
    {"hybrid-parameters", hybrid_parameters},
    {"formats", formats},
    {"units", units},
    {"scenes", all_scenes},
    {"report-formats", all_report_formats},
    {"commands", commands},
    {"figures", figures},
    {"paper-figures", all_paper_figures},
    {"actions", all_actions},
};
enum { BLOCK_COUNT = sizeof blocks / sizeof *blocks };

#define X(name, note) "options " #name,
static const char *const with_program[] = {COMMAND_LIST(X) "benchmarks"};
#undef X
enum { PROGRAM_COUNT = sizeof with_program / sizeof *with_program };

const char *manual_block_name(int i)
{
    return i < BLOCK_COUNT                   ? blocks[i].name
           : i < BLOCK_COUNT + PROGRAM_COUNT ? with_program[i - BLOCK_COUNT]
                                             : NULL;
}

bool manual_block(TextBuffer *out, const char *name, const char *program)
{
    for (int i = 0; i < BLOCK_COUNT; ++i)
        if (strcmp(blocks[i].name, name) == 0) {
            blocks[i].write(out);
            return true;
        }
    if (strncmp(name, "options ", 8) == 0)
        options(out, program, name + 8);
    else if (strcmp(name, "benchmarks") == 0)
        benchmarks(out, program);
    else
        return strncmp(name, "results ", 8) == 0 && manual_results(out, name + 8);
    return true;
}
