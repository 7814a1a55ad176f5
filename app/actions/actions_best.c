// Which kind of hierarchy is best for these parts: measuring, taking one, saving what was found.
#include "app/actions/action_tools.h"
#include "app/document/lists.h"
#include "app/document/presets.h"
#include "app/io/file.h"
#include "app/lab/command.h"
#include "app/session/save.h"
#include "app/stages/rows.h"

#include <stdlib.h>
#include <string.h>

static bool wish_for(App *app, const ActionArgs *args, bool primitives, Error *err)
{
    BestWish wish = {.primitives = primitives, .motion = args->index, .frames = (int)args->number};
    LabKinds *kinds = malloc(sizeof *kinds);
    LabSubject subject;
    snprintf(wish.kinds, sizeof wish.kinds, "%s",
             args->text[0] ? args->text : lab_kinds_usual(primitives));
    bool ok = kinds ? lab_kinds_parse(wish.kinds, primitives, kinds, err) &&
                          best_subject_take(app, &wish, &subject, err)
                    : error_set(err, "not enough memory to compare");
    if (ok)
        lab_subject_free(&subject);
    free(kinds);
    app->best.wish = wish;
    if (ok)
        stage_ask(app, &stage_best);
    return ok;
}

static bool best_run(App *app, const ActionArgs *args, Error *err)
{
    return wish_for(app, args, false, err);
}

const Action action_best_run = {
    .name = "best.run",
    .title = "Compare kinds of hierarchies",
    .note = "index: along the path that is open, or by a standard motion of the selected parts; "
            "text: the kinds, as of snug bench files --kinds, or \"\" for the presets; number of "
            "frames, 0: the usual",
    .args = {{.type = ARG_INDEX, .list = &list_lab_motions},
             {.type = ARG_NUMBER, .what = "frames", .least = 0, .most = LAB_MOST_FRAMES},
             {.type = ARG_TEXT, .optional = true}},
    .obstacle = action_needs_parts,
    .apply = best_run,
    .example = "index=tumble text=aabb,obb number=6",
};

static bool best_primitives(App *app, const ActionArgs *args, Error *err)
{
    return wish_for(app, args, true, err);
}

static const char *without_primitives(const App *app)
{
    return primitive_list_count(app->document.primitives.list) > 0 ? NULL
                                                                   : "there are no primitives";
}

const Action action_best_primitives = {
    .name = "best.primitives",
    .title = "Compare builders over the primitives",
    .note = "index: by a standard motion of all primitives against a copy of them, or along the "
            "path that is open, those of each part by themselves; text: the builders, or \"\" for "
            "all; number of frames, 0: the usual",
    .args = {{.type = ARG_INDEX, .list = &list_lab_motions},
             {.type = ARG_NUMBER, .what = "frames", .least = 0, .most = LAB_MOST_FRAMES},
             {.type = ARG_TEXT, .optional = true}},
    .obstacle = without_primitives,
    .apply = best_primitives,
    .example = "index=tumble text=merging,two-level number=6",
};

static const char *without_found(const App *app)
{
    return app->best.found ? NULL : "nothing was compared yet";
}

static bool best_apply(App *app, const ActionArgs *args, Error *err)
{
    const BestFound *found = app->best.found;
    int order[LAB_KINDS_MOST];
    LabTable table = best_table(found);
    if (args->index < 1 || args->index > table.count)
        return error_set(err, "there are kinds 1 to %d", table.count);
    lab_order(&table, order);
    int kind = order[args->index - 1];
    if (found->kinds.primitives) {
        app->document.primitives.desc = hybrid_desc_filled(&found->kinds.builders[kind]);
        app->document.primitives.build = true;
    } else {
        preset_take_kind(&app->document, &found->kinds.searches[kind]);
    }
    return true;
}

const Action action_best_apply = {
    .name = "best.apply",
    .title = "Build and search as compared",
    .note = "index: of the kinds that were compared, 1 is the fastest; of builders over "
            "primitives: the hierarchy over them is built that way",
    .flags = ACTION_UNDOABLE,
    .args = {{.type = ARG_INDEX, .what = "kind"}},
    .obstacle = without_found,
    .apply = best_apply,
    .example = "index=1",
};

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), tail = strlen(ending);
    return length > tail && strcmp(path + length - tail, ending) == 0;
}

static bool save(App *app, const char *stem, const char *ending, char *text, const char *what)
{
    char path[1100];
    snprintf(path, sizeof path, "%s%s", stem, ending);
    if (text)
        save_text(app, path, text, what);
    return text != NULL;
}

static bool save_picture_of(App *app, const LabTable *table, enum LabPicture picture,
                            const char *stem, const char *ending, const char *what)
{
    TextBuffer out = {0};
    bool drawn = lab_svg(table, picture, &out);
    char *text = text_take(&out);
    if (!drawn) {
        free(text);
        text = NULL;
    }
    char path[1100];
    snprintf(path, sizeof path, "%s%s", stem, ending);
    if (text)
        save_plot(app, path, text, what);
    return text != NULL;
}

static bool save_pictures(App *app, const LabTable *table, const char *stem, bool png)
{
    static const struct {
        enum LabPicture picture;
        const char *endings[2], *what;
    } rows[] = {{LAB_FRONT_BYTES, {"-bytes.svg", "-bytes.png"}, ""},
                {LAB_FRAMES_TESTS, {"-tests.svg", "-tests.png"}, ""},
                {LAB_FRAMES_TIME, {"-time.svg", "-time.png"}, ""},
                {LAB_FRONT_BUILD, {".svg", ".png"}, "the four plots"}};
    bool ok = true;
    for (size_t i = 0; ok && i < sizeof rows / sizeof *rows; ++i)
        ok = save_picture_of(app, table, rows[i].picture, stem, rows[i].endings[png], rows[i].what);
    return ok;
}

// What the command on the page reads: meshes, and the path.
static bool save_inputs(App *app, const LabSubject *subject, const char *stem)
{
    bool ok = true;
    for (int i = 0; ok && i < subject->part_count; ++i) {
        char name[1100], ending[48];
        lab_part_name(subject, file_base_name(stem), i, name, sizeof name);
        snprintf(ending, sizeof ending, "-%d%s", i + 1, lab_part_ending(subject));
        ok = save(app, stem, ending, lab_part_text(&subject->parts[i], name), "");
    }
    return ok && (subject->path.part_count == 0 ||
                  save(app, stem, ".path", lab_path_text(subject, file_base_name(stem)), ""));
}

static bool save_page(App *app, LabTable *table, const char *stem)
{
    TextBuffer command = {0}, page = {0}, csv = {0};
    lab_add_command(table, file_base_name(stem), &command);
    char *line = text_take(&command);
    if (!line)
        return false;
    free(app->best.found->command);
    app->best.found->command = line;
    table->command = line;
    bool ok = save_inputs(app, table->subject, stem);
    lab_csv(table, &csv);
    ok = save(app, stem, ".csv", text_take(&csv), "") && ok;
    bool made = lab_html(table, &page);
    char *text = text_take(&page);
    return made && save(app, stem, ".html", text, "the comparison, with what measures it again") &&
           ok;
}

static bool best_save(App *app, const ActionArgs *args, Error *err)
{
    char stem[1024];
    LabTable table = best_table(app->best.found);
    const char *dot = strrchr(args->text, '.');
    snprintf(stem, sizeof stem, "%.*s", dot ? (int)(dot - args->text) : 0, args->text);
    bool ok;
    if (ends_in(args->text, ".html")) {
        ok = save_page(app, &table, stem);
    } else if (ends_in(args->text, ".csv")) {
        TextBuffer out = {0};
        lab_csv(&table, &out);
        ok = save(app, stem, ".csv", text_take(&out), "the comparison");
    } else if (ends_in(args->text, ".svg") || ends_in(args->text, ".png")) {
        ok = save_pictures(app, &table, stem, ends_in(args->text, ".png"));
    } else {
        return error_set(err, "the ending must be .html, .csv, .svg or .png");
    }
    return ok || error_set(err, "not enough memory for the comparison");
}

const Action action_best_save = {
    .name = "best.save",
    .title = "Save the comparison of kinds",
    .note = "text: a file; .html: a page, with CSV, meshes or primitives, and path to measure it "
            "again beside it; .csv: the table; .svg or .png: the plots",
    .args = {{.type = ARG_PATH}},
    .obstacle = without_found,
    .apply = best_save,
    .example = "text=/nonexistent/a.html",
};

static void best_clear(App *app, const ActionArgs *args)
{
    (void)args;
    best_found_free(app->best.found);
    app->best.found = NULL;
    ++app->best.version;
}

const Action action_best_clear = {
    .name = "best.clear",
    .title = "Forget the comparison of kinds",
    .note = "the table is empty again, and the meshes that it kept are let go",
    .obstacle = without_found,
    .act = best_clear,
};
