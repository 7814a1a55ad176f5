#include "app/window/panels/root_figures.h"

#include "app/document/selection.h"
#include "app/window/look.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>

static void figure(const RootReading *roots, const char *label, const char *note, int64_t count)
{
    char text[64];
    widget_figure(label, note, roots->current ? "%s" : "earlier pose: %s",
                  format_count(text, sizeof text, count));
}

// The row that was written last, from its first column on.
static void note_row(UiState *ui, const char *name)
{
    ImVec2 low, high;
    igGetItemRectMin(&low);
    igGetItemRectMax(&high);
    low.x = igGetCurrentTable()->WorkRect.Min.x;
    ui_note_area(ui, name, low.x, low.y, high.x - low.x, high.y - low.y);
}

static void figures(UiState *ui, const RootReading *roots)
{
    if (!igBeginTable("roots", 2, 0, (ImVec2){0, 0}, 0))
        return;
    figure(roots, "Volume tests N_v",
           "Pairs of bounding volumes compared by a search from the roots, as in the papers",
           (int64_t)roots->work.volume_tests);
    note_row(ui, "root_volume_tests");
    figure(roots, "Triangle tests N_p", "Pairs of triangles compared by that search",
           (int64_t)roots->work.triangle_tests);
    figure(roots, "Volume updates N_u",
           "Volumes transformed or realigned on the way down by that search",
           (int64_t)roots->work.updates);
    figure(roots, "Tests in the last query",
           "Volume tests by which the last query found the same, at fronts where it could; none "
           "where nothing had moved",
           (int64_t)roots->made);
    figure(roots, "Saved by coherence",
           "N_v less the tests in the last query, in the same pose; below zero where making a "
           "front cost more than it saved",
           roots_saved(roots));
    igEndTable();
}

void root_figures(const PanelContext *context)
{
    const App *app = context->app;
    const RootReading *roots = &app->roots;
    int32_t pair[2];
    selection_pair(&app->document, pair);
    igSeparatorText("From the roots");
    ui_note_rect(context->ui, "root_figures");
    if (pair[0] == NO_PART) {
        widget_text(COLOUR_FAINT, "Select one part, or two, to see N_v of their searches.");
        return;
    }
    const char *one = app->assembly.parts[pair[0]].name;
    char text[1200], number[32];
    if (pair[1] != NO_PART)
        snprintf(text, sizeof text, "%.500s and %.500s", one, app->assembly.parts[pair[1]].name);
    else if (roots->known && roots->pairs >= 0)
        snprintf(text, sizeof text, "%.500s and all that is near it: %s pair%s", one,
                 format_count(number, sizeof number, roots->pairs), roots->pairs == 1 ? "" : "s");
    else
        snprintf(text, sizeof text, "%.500s and all that is near it", one);
    widget_ellipsis(COLOUR_TEXT, 0, text);
    widget_tooltip(text);
    if (!roots->known)
        widget_text(COLOUR_FAINT, "Being counted ...");
    else if (roots->pairs < 0)
        widget_text(COLOUR_FAINT, "This search could not be made.");
    else
        figures(context->ui, roots);
}
