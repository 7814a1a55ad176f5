// Pictures of what is shown, taken between drawing and showing it; a worker writes them.
#include "app/session/save.h"
#include "app/window/view.h"
#include "core/base/array.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <stdio.h>
#include <string.h>

enum { MOST_WAITING = 4 }; // pictures in memory that are not written yet

static const double FULL_TURN = 6.283185307179586;

static bool pictures_due(const View *view)
{
    const PictureWish *wish = &view->app->pictures;
    return wish->count > 0 && wish->begun && save_waiting(view->app) < MOST_WAITING;
}

void pictures_prepare(View *view)
{
    PictureWish *wish = &view->app->pictures;
    if (wish->count == 0)
        return;
    Camera *camera = &view->app->document.view.camera;
    if (!wish->begun) { // the dialog that asked for it is still there in this frame
        wish->begun = true;
        wish->camera = *camera;
        view->frames_wanted = 2;
        return;
    }
    *camera = wish->camera;
    camera->yaw += FULL_TURN * wish->taken / wish->count;
    view->frames_wanted = 0; // still: smoothed
}

// "gear.png" becomes "gear-007.png" when there are several.
static void picture_path(const PictureWish *wish, char *path, size_t size)
{
    int stem = (int)strlen(wish->path) - 4;
    if (wish->count == 1)
        snprintf(path, size, "%s", wish->path);
    else
        snprintf(path, size, "%.*s-%03d%s", stem, wish->path, wish->taken, wish->path + stem);
}

// Rows from the top, opaque; NULL: memory is short.
static unsigned char *read_pixels(int x, int y, int width, int height)
{
    size_t row = 4 * (size_t)width;
    unsigned char *pixels = array_alloc((size_t)height, row);
    unsigned char *swap = array_alloc(1, row);
    if (pixels && swap) {
        glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
        glPixelStorei(GL_PACK_ALIGNMENT, 1);
        glReadBuffer(GL_BACK); // before the buffers are exchanged: the front may be covered
        glReadPixels(x, y, width, height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
        for (int i = 0; i < height / 2; ++i) {
            unsigned char *top = pixels + (size_t)i * row;
            unsigned char *bottom = pixels + (size_t)(height - 1 - i) * row;
            memcpy(swap, top, row);
            memcpy(top, bottom, row);
            memcpy(bottom, swap, row);
        }
        for (size_t i = 3; i < row * (size_t)height; i += 4)
            pixels[i] = 255;
    } else {
        free(pixels);
        pixels = NULL;
    }
    free(swap);
    return pixels;
}

unsigned char *view_pixels(View *view, bool whole, int *width, int *height)
{
    int whole_width, whole_height;
    glfwGetFramebufferSize(view->window, &whole_width, &whole_height);
    if (whole) {
        *width = whole_width;
        *height = whole_height;
        return read_pixels(0, 0, *width, *height);
    }
    const ViewRect v = view_whole(view);
    double s = view->pixel_scale;
    *width = (int)(v.width * s);
    *height = (int)(v.height * s);
    return read_pixels((int)(v.x * s), whole_height - (int)((v.y + v.height) * s), *width, *height);
}

void pictures_take(View *view, bool whole)
{
    App *app = view->app;
    PictureWish *wish = &app->pictures;
    if (!pictures_due(view) || wish->panels != whole)
        return;
    char path[sizeof wish->path + 8];
    int width, height;
    unsigned char *pixels = view_pixels(view, whole, &width, &height);
    picture_path(wish, path, sizeof path);
    bool last = ++wish->taken == wish->count;
    if (!pixels)
        app_notify(app, NOTICE_ERROR, "%s: not enough memory for the picture", path);
    else
        save_picture(app, path, width, height, pixels,
                     !last             ? ""
                     : wish->count > 1 ? "the last picture of the turn"
                                       : "a picture");
    if (last || !pixels) {
        app->document.view.camera = wish->camera;
        *wish = (PictureWish){0};
    }
    view->frames_wanted = 2;
}
