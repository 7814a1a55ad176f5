// The manual: chapters on the left, the page on the right, and a search over all of them.
#include "app/window/look.h"
#include "app/window/panels/help_panel.h"
#include "app/window/panels/manual_page.h"
#include "app/window/panels/widgets.h"

#include <stdio.h>
#include <string.h>

enum { MOST_HITS = 100, MOST_BACK = 32, SETTLE = 2 };

typedef struct Help {
    int chapter;
    int scroll_to;       // a line of it that is to be brought into sight, or -1
    int scroll_frames;   // ... for so many frames: sizes are known after the first
    const char *target;  // that a key opened last; compared, not read
    char filter[64];     // what is searched for
    int back[MOST_BACK]; // chapters that were left by a link or a click
    int back_count;
} Help;

static void begin(void *state)
{
    ((Help *)state)->scroll_to = -1;
}

static Help *own(const UiState *ui)
{
    static const UiPrivate memory = {.size = sizeof(Help), .begin = begin};
    return ui_own(ui, &memory);
}

extern const Panel panel_help;

static bool is_open(const UiState *ui)
{
    return ui->open[panel_find(panel_help.title)];
}

static void show(Help *help, ManualPlace place)
{
    help->chapter = place.chapter;
    help->scroll_to = place.line;
    help->scroll_frames = SETTLE;
}

static void go(Help *help, ManualPlace place)
{
    if (place.chapter < 0)
        return;
    if (help->back_count == MOST_BACK)
        memmove(help->back, help->back + 1, (size_t)--help->back_count * sizeof *help->back);
    help->back[help->back_count++] = help->chapter;
    show(help, place);
}

// The chapter about what is under the mouse; a second press closes what the first one opened.
static void pressed(UiState *ui)
{
    Help *help = own(ui);
    const char *target = ui->panel_hovered ? ui->panel_hovered->chapter : "controls";
    ManualPlace place = manual_find(target, 0);
    bool there = place.chapter < 0 || ui->panel_hovered == &panel_help ||
                 (help->target == target && help->chapter == place.chapter);
    help->target = target;
    if (is_open(ui) && there) {
        panel_toggle(ui, &panel_help);
        return;
    }
    help->filter[0] = 0;
    go(help, place);
    panel_show(ui, &panel_help);
}

const char *help_chapter(const UiState *ui)
{
    return is_open(ui) ? manual_chapters[own(ui)->chapter].name : "";
}

const char *help_filter(const UiState *ui)
{
    return own(ui)->filter;
}

static void chapters(const PanelContext *context)
{
    Help *help = own(context->ui);
    for (int i = 0; i < manual_chapter_count; ++i) {
        if (igSelectable_Bool(manual_title(&manual_chapters[i]), help->chapter == i, 0,
                              (ImVec2){0, 0}))
            go(help, (ManualPlace){i, 0});
        widget_tooltip("Opens this chapter");
        if (i == 1)
            ui_note_rect(context->ui, "help_second");
    }
}

// What was found, under the titles of its chapters.
static void hits(const PanelContext *context)
{
    Help *help = own(context->ui);
    static ManualHit found[MOST_HITS]; // one thread draws
    int count = manual_search(help->filter, found, MOST_HITS), shown = count;
    if (shown > MOST_HITS)
        shown = MOST_HITS;
    char text[64];
    snprintf(text, sizeof text, count == 0 ? "Found nowhere" : "Found %d time%s", count,
             count == 1 ? "" : "s");
    widget_text(COLOUR_FAINT, text);
    for (int i = 0; i < shown; ++i) {
        const ManualHit *hit = &found[i];
        const ManualChapter *chapter = &manual_chapters[hit->place.chapter];
        igPushID_Int(i);
        ImVec2 at, space;
        igGetCursorScreenPos(&at);
        igGetContentRegionAvail(&space);
        float line = igGetTextLineHeight();
        if (igSelectable_Bool("##hit", false, 0, (ImVec2){0, 3.2f * line}))
            go(help, hit->place);
        if (i == 0)
            ui_note_rect(context->ui, "help_hit");
        widget_tooltip(hit->text);
        char title[200];
        const char *heading = chapter->lines[hit->heading];
        snprintf(title, sizeof title, "%s%s%s", manual_title(chapter), hit->heading > 0 ? ": " : "",
                 hit->heading > 0 ? heading + manual_heading(heading) + 1 : "");
        widget_paragraph_at(COLOUR_LINK, at, space.x, 1, title);
        widget_paragraph_at(COLOUR_TEXT, (ImVec2){at.x, at.y + 1.05f * line}, space.x, 2,
                            hit->text);
        igPopID();
    }
}

static void left(const PanelContext *context)
{
    Help *help = own(context->ui);
    const char *before = "The chapter that was shown before";
    if (widget_button(context, "Back", "help_back", before, help->back_count > 0 ? NULL : before,
                      0)) {
        --help->back_count;
        show(help, (ManualPlace){help->back[help->back_count], 0});
    }
    igSameLine(0, -1);
    igSetNextItemWidth(-1);
    igInputTextWithHint("##search", "Search the manual", help->filter, sizeof help->filter, 0, NULL,
                        NULL);
    widget_explain(context, "help_search", "Lines of the manual in which all of these words occur");
    if (igBeginChild_Str("list", (ImVec2){0, 0}, 0, 0)) {
        if (help->filter[strspn(help->filter, " ")])
            hits(context);
        else
            chapters(context);
    }
    igEndChild();
}

static void right(const PanelContext *context)
{
    Help *help = own(context->ui);
    if (help->scroll_frames > 0)
        --help->scroll_frames;
    else
        help->scroll_to = -1;
    ManualPage page = {.marked = help->filter, .scroll_to = help->scroll_to};
    igPushID_Int(help->chapter);
    manual_page(&page, &manual_chapters[help->chapter]);
    igPopID();
    if (page.link_seen)
        ui_note_place(context->ui, "help_link", page.link_x, page.link_y, page.link_width,
                      page.link_height);
    if (page.followed[0])
        go(help, manual_find(page.followed, help->chapter));
}

static void draw(const PanelContext *context)
{
    float em = igGetFontSize();
    if (igBeginChild_Str("left", (ImVec2){em * 16, 0}, 0, 0))
        left(context);
    igEndChild();
    igSameLine(0, em);
    // Every chapter begins at its top.
    char id[32];
    snprintf(id, sizeof id, "page %d", own(context->ui)->chapter);
    if (igBeginChild_Str(id, (ImVec2){0, 0}, 0, 0))
        right(context);
    igEndChild();
}

const Panel panel_help = {
    .title = "Help",
    .note = "The manual: chapters, search, and the one about what is under the mouse",
    .shortcut = "F1",
    .chapter = "panels#help",
    .place = PLACE_FLOATING,
    .width = 860,
    .height = 700,
    .draw = draw,
    .pressed = pressed,
};
