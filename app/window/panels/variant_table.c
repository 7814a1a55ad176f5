#include "app/window/panels/variant_table.h"

#include "app/actions/list_variants.h"
#include "app/window/look.h"
#include "app/window/panels/path_dialog.h"
#include "app/window/panels/widgets.h"

#include <math.h>
#include <stdio.h>

static const VariantAnswer *answer_of(const App *app, int32_t part, int number)
{
    const VariantTable *table = &app->variant_table;
    return table->part == part && number < table->count ? &table->answers[number] : NULL;
}

static void rest_cell(const PanelContext *context, const VariantAnswer *answer, bool current)
{
    char text[64], length[48];
    if (answer->nearest < 0 || isinf(answer->clearance))
        snprintf(length, sizeof length, "%s", "");
    else
        length_format(answer->clearance, context->app->assembly.unit, length, sizeof length);
    if (answer->fits)
        snprintf(text, sizeof text, "fits%s%s", length[0] ? ", " : "", length);
    else
        snprintf(text, sizeof text, "%s", answer->undecided ? "unknown" : "does not fit");
    widget_ellipsis(!current            ? COLOUR_FAINT
                    : answer->fits      ? COLOUR_GOOD
                    : answer->undecided ? COLOUR_WARN
                                        : COLOUR_ALERT,
                    0, text);
    char note[320];
    snprintf(note, sizeof note, "%s%s%s%s%s", answer->rest, length[0] ? ". Nearest: " : "",
             length[0] ? length : "", length[0] ? " to " : "",
             length[0] ? context->app->assembly.parts[answer->nearest].name : "");
    widget_tooltip(note);
}

static void way_cell(const VariantAnswer *answer, bool current)
{
    bool free = answer->way == PATH_FREE;
    widget_ellipsis(!current                       ? COLOUR_FAINT
                    : free                         ? COLOUR_GOOD
                    : answer->way == PATH_COLLIDES ? COLOUR_ALERT
                                                   : COLOUR_WARN,
                    0, answer->words);
    widget_tooltip(answer->words);
}

void variant_table_cells(const PanelContext *context, int32_t part, int number)
{
    const VariantTable *table = &context->app->variant_table;
    const VariantAnswer *answer = answer_of(context->app, part, number);
    igTableNextColumn();
    if (answer)
        rest_cell(context, answer, table->current);
    igTableNextColumn();
    if (answer && answer->has_way)
        way_cell(answer, table->current);
}

void variant_table_buttons(const PanelContext *context, int32_t part, int count)
{
    const App *app = context->app;
    const VariantTable *table = &app->variant_table;
    ActionArgs args = {.part = part};
    char note[320];
    bool about = table->part == part && table->count > 0;
    float wide = widget_share(3);
    snprintf(note, sizeof note,
             "Tries every variant against all other parts: where they stand now%s",
             app->path.path.part_count > 0 ? ", and certified along the whole path"
                                           : ". With a path open, along the path as well");
    if (widget_button(context, "Which of these fit?", "variant_check", note,
                      count == 0      ? "Add a variant first"
                      : table->wanted ? "They are being tried"
                                      : NULL,
                      2 * wide + igGetStyle()->ItemSpacing.x))
        action_submit(context->out, &action_variant_check, &args);
    igSameLine(0, -1);
    if (widget_button(context, "CSV...", "variant_csv", "The table as a file for spreadsheets",
                      about ? NULL : "Ask first which of them fit", wide))
        path_dialog_open(context->ui, PATH_SAVE_VARIANTS, app);
    if (about && !table->current && !table->wanted)
        widget_paragraph(COLOUR_WARN, 0,
                         "Something has changed since they were tried. Ask again, or undo it.");
    else if (about && table->no_way[0]) {
        snprintf(note, sizeof note, "Nothing is said about a path: %s.", table->no_way);
        widget_paragraph(COLOUR_FAINT, 0, note);
    }
}
