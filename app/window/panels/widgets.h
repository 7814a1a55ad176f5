// Small things several panels draw.
#ifndef SNUG_APP_WINDOW_PANELS_WIDGETS_H
#define SNUG_APP_WINDOW_PANELS_WIDGETS_H

#include "app/io/text.h"
#include "app/window/panel.h"

#include <cimgui.h>

typedef struct Choice {
    const char *name, *note;
    const char *why_not; // greyed with this reason; NULL: can be chosen
} Choice;

// A label on the left and a combo over the rest of the line; notes are tooltips. Returns the entry
// that was chosen just now, or -1. `action` is a literal and also the name of its rectangle.
int widget_choice(const PanelContext *context, const char *action, const char *label,
                  const char *note, const Choice *choices, int count, int current);

// The same without a label, so wide; what it is about comes first in its tooltip.
int widget_combo(const PanelContext *context, const char *id, const char *note,
                 const Choice *choices, int count, int current, float width);

// The same for an action that sets a field to the entry that is chosen.
void widget_field_choice(const PanelContext *context, const char *id, const char *label,
                         const char *note, const Choice *choices, int count, const Action *action);
// Entries of a registry as choices, all of which can be chosen.
#define CHOICES_OF(list, entries, count)                                                           \
    for (int entry = 0; entry < (count); ++entry)                                                  \
        (list)[entry] = (Choice)                                                                   \
        {                                                                                          \
            (entries)[entry]->name, (entries)[entry]->note, NULL                                   \
        }

// A label and a slider for args->number, whose drag is one step of the history. `id` as above.
void widget_slider(const PanelContext *context, const char *id, const char *label, const char *note,
                   const Action *action, ActionArgs *args, double least, double most,
                   const char *format, ImGuiSliderFlags flags);
// True: pressed. why_not: greyed with this reason, or NULL. `rect` is a literal.
bool widget_button(const PanelContext *context, const char *label, const char *rect,
                   const char *note, const char *why_not, float width);

// Width of one of several buttons in a row.
static inline float widget_share(int count)
{
    ImVec2 space;
    igGetContentRegionAvail(&space);
    return (space.x - (float)(count - 1) * igGetStyle()->ItemSpacing.x) / (float)count;
}

// Two things side by side where the panel is wide and low, as below the view; otherwise the second comes below the
// first. Not one within another.
bool widget_halves_begin(void); // are they side by side?
void widget_halves_next(bool beside);
void widget_halves_end(bool beside);

// Label on the left; the next widget takes the rest of the line.
void widget_label(const char *label, const char *note);
void widget_label_tooltip(void); // the last label's note also for the control beside it
// The last widget's rectangle has this name, and this is its tooltip; NULL: the last label's note.
void widget_explain(const PanelContext *context, const char *rect, const char *note);

void widget_text(uint32_t rgb, const char *text); // as it is: no formatting
// A paragraph as wide as the rest of the line, or as `width` where that is > 0; numbers stay whole.
void widget_paragraph(uint32_t rgb, float width, const char *text);
// The same drawn at a place of the screen, at most so many lines: the last one ends in "...".
void widget_paragraph_at(uint32_t rgb, ImVec2 at, float width, int lines, const char *text);
// On one line, "..." where it does not fit; width 0: all there is.
void widget_ellipsis(uint32_t rgb, float width, const char *text);
void widget_tooltip(const char *text);                // for the last widget, placed as below
const char *widget_action_note(const Action *action); // what it does, without its arguments
// The same as a tooltip, or why it cannot be done now.
void widget_action_tooltip(const Action *action, const char *why_not);
// Like igBeginTooltip for the last widget if it is hovered, but beside the panel instead of over
// its rows. End with widget_end_aside.
bool widget_begin_aside(void);
void widget_end_aside(void);
// Of a table of them: on a wide panel a figure stands near what it is of.
ImVec2 widget_figures_size(void);
void widget_figure(const char *label, const char *note, const char *format, ...)
    SNUG_PRINTF(3, 4);                                       // a row of a table of two
void widget_right(const char *text);                         // at the right end of a table cell
void widget_cell(const char *format, ...) SNUG_PRINTF(1, 2); // of the next one
// The row of titles of a table; bit i: column i holds numbers, and its title ends where they do.
// notes: a tooltip for each, or NULL where the title says it.
void widget_headers(unsigned numbers, const char *const *notes);
bool widget_eye(const char *action, bool open);   // true when clicked
bool widget_arrow(const char *action, bool open); // folds and unfolds; true when clicked
void widget_lock(void);                           // a closed padlock
bool widget_close(const char *action);            // a small cross; true when clicked
void widget_swatch(uint32_t rgb);
uint32_t notice_colour(enum NoticeKind kind);
// A filled disc, as high as the text, with a tooltip if note is not NULL.
void widget_dot(uint32_t rgb, const char *note);
void widget_verdict(uint32_t rgb, const char *text); // such a disc and a line of its colour
// The rows of a table: only those in sight are made.
void widget_rows(const PanelContext *context, size_t count,
                 void (*row)(const PanelContext *context, int i));

// Every word of the filter occurs in the text, in any case and order.
bool words_match(const char *text, const char *filter);
bool words_begin(const char *text, const char *filter); // ... where a word of the text begins

// "12.3 kB"; counts are in app/io/text.h.
const char *format_bytes(char *buffer, size_t size, double bytes);
// Time by the clock on the wall; whoever shows it says so, for CPU times stand beside it.
const char *format_wall_ms(char *buffer, size_t size, double ms);

// A tick for an action that switches something, greyed with the reason where it is not possible.
// NULL: its title, its note. `id` is a literal and also the name of its rectangle.
void widget_switch(const PanelContext *context, const char *id, const char *label,
                   const Action *action, const char *note);

// Submits an action that has no arguments but these.
void submit_index(const PanelContext *context, const Action *action, int32_t index);
void submit_part(const PanelContext *context, const Action *action, int32_t part);
void submit_flag(const PanelContext *context, const Action *action, bool flag);

#endif
