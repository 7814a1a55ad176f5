// Nothing to grab: connectors of the part that is selected or pointed at while snapping is on, the one
// that is pointed at in the list, and what the part in the hand is offered to snap to.
#include "app/document/field_actions.h"
#include "app/document/fields.h"
#include "app/window/connector_marks.h"
#include "app/window/tools/tools.h"

#include <stdio.h>

enum { MOST_MARKS = 120 }; // more are a thicket

// Pins and holes; of faces there are too many to see anything else.
static void draw_round(const View *view, int32_t part)
{
    const App *app = view->app;
    NamedConnector one;
    if (part < 0 || part >= app->document.part_count || app->document.parts[part].removed ||
        !app->document.parts[part].visible)
        return;
    int32_t recognised = app_connectors_recognised(app, part);
    for (int32_t i = 0, drawn = 0; drawn < MOST_MARKS && app_connector(app, part, i, &one); ++i)
        if (one.at.kind != CONNECTOR_FACE || i >= recognised) {
            connector_mark(view, part, &one.at, CONNECTOR_MARK_FAINT);
            ++drawn;
        }
}

static void draw_offer(const View *view)
{
    const App *app = view->app;
    const SnapOffer *offer = &app->snap.offer;
    Connector moving, fixed;
    if (!connector_shown(view, offer->moving.part, &offer->moving.connector.at, &moving) ||
        !connector_shown(view, offer->fixed.part, &offer->fixed.connector.at, &fixed))
        return;
    const Theme *theme = &themes[look_theme(app->document.view.look)];
    mark_line(view, moving.origin, fixed.origin, (MarkStyle){theme->background_top, 0.6f, 4});
    mark_line(view, moving.origin, fixed.origin, (MarkStyle){theme->accent, 1, 2});
    connector_mark(view, offer->moving.part, &offer->moving.connector.at, CONNECTOR_MARK_BRIGHT);
    connector_mark(view, offer->fixed.part, &offer->fixed.connector.at, CONNECTOR_MARK_BRIGHT);
    char words[160], text[200];
    snap_offer_words(app, offer, words, sizeof words);
    snprintf(text, sizeof text, "%s: let go to snap", words);
    mark_label(view, moving.origin, 0, -34, text);
}

static void draw_pointed_at(const View *view)
{
    const UiState *ui = &view->ui;
    NamedConnector one;
    bool listed = igGetFrameCount() - ui->connector_frame <= 1;
    if (listed && ui->connector_part >= 0 && ui->connector_part < view->app->document.part_count &&
        app_connector(view->app, ui->connector_part, ui->connector, &one))
        connector_mark(view, ui->connector_part, &one.at, CONNECTOR_MARK_BRIGHT);
}

static void draw(const View *view, const void *state)
{
    (void)state;
    const App *app = view->app;
    if (!app->parts)
        return;
    if (app->snap.offer.found) {
        draw_offer(view);
    } else if (field_flag(&app->document, &action_move_snap)) {
        draw_round(view, app->document.selected);
        if (view->hovered != app->document.selected)
            draw_round(view, view->hovered);
    }
    draw_pointed_at(view);
}

const Tool tool_snap = {.name = "snap", .draw = draw};
