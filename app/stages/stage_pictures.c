// Pictures that the window is asked to take, one per frame: the program is busy until it has.
#include "app/stages/rows.h"

#include <stdio.h>

static bool pending(const App *app)
{
    return app->pictures.count > 0;
}

static void describe(const App *app, Activity *out)
{
    if (app->pictures.count <= 1)
        return;
    snprintf(out->text, sizeof out->text, "Picture %d of %d", app->pictures.taken + 1,
             app->pictures.count);
    out->fraction = (double)app->pictures.taken / app->pictures.count;
}

static void cancel(App *app)
{
    if (app->pictures.count == 0)
        return;
    app_notify(app, NOTICE_INFO, "%d pictures were taken, then it was cancelled",
               app->pictures.taken);
    if (app->pictures.begun)
        app->document.view.camera = app->pictures.camera;
    app->pictures = (PictureWish){0};
}

const Stage stage_pictures = {
    .name = "pictures", .pending = pending, .describe = describe, .cancel = cancel};
