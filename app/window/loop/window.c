// The window, its GL 3.3 context, and the events that wake the loop.
#include "app/actions/list_files.h"
#include "app/actions/list_path.h"
#include "app/draw/scene_draw.h"
#include "app/gfx/gl_debug.h"
#include "app/picture/icon.h"
#include "app/window/loop/lesson_play.h"
#include "app/window/panels/furniture.h"
#include "app/window/tool.h"
#include "app/window/view.h"

#include <glad/gl.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char glfw_problem[256];

static void on_glfw_error(int code, const char *text)
{
    (void)code;
    snprintf(glfw_problem, sizeof glfw_problem, "%s", text);
}

static View *view_of(GLFWwindow *window)
{
    return glfwGetWindowUserPointer(window);
}

static void wake_up(GLFWwindow *window)
{
    View *view = view_of(window);
    view->last_event = glfwGetTime();
    view->frames_wanted = 3;
}

static void on_cursor(GLFWwindow *window, double x, double y)
{
    (void)x;
    (void)y;
    wake_up(window);
}

static void on_button(GLFWwindow *window, int button, int action, int mods)
{
    (void)button;
    (void)action;
    (void)mods;
    ++view_of(window)->heard;
    wake_up(window);
}

static void on_key(GLFWwindow *window, int key, int scancode, int action, int mods)
{
    View *view = view_of(window);
    view->heard += action != GLFW_REPEAT;
    if (action != GLFW_RELEASE)
        keys_note(view, key, scancode, mods, action == GLFW_REPEAT);
    wake_up(window);
}

static void on_number(GLFWwindow *window, int number)
{
    (void)number;
    wake_up(window);
}

static void on_size(GLFWwindow *window, int width, int height)
{
    (void)width;
    (void)height;
    wake_up(window);
}

static bool is_path(const char *file)
{
    size_t length = strlen(file), ending = strlen(".path");
    return length > ending && strcmp(file + length - ending, ".path") == 0;
}

static void on_drop(GLFWwindow *window, int count, const char **paths)
{
    View *view = view_of(window);
    wake_up(window);
    if (count < 1)
        return;
    // With Shift they join what is open; else the first one replaces it and the others join that.
    bool joins = glfwGetKey(window, GLFW_KEY_LEFT_SHIFT) == GLFW_PRESS ||
                 glfwGetKey(window, GLFW_KEY_RIGHT_SHIFT) == GLFW_PRESS;
    for (int i = 0; i < count; ++i) {
        ActionArgs args = {
            .part = NO_PART, .index = (int32_t)view->ui.file_unit, .number = view->ui.file_up};
        if (strlen(paths[i]) >= sizeof args.text) {
            app_notify(view->app, NOTICE_ERROR, "The path of a dropped file is too long.");
            continue;
        }
        memcpy(args.text, paths[i], strlen(paths[i]) + 1);
        if (is_path(paths[i])) { // it says how the parts that are open move
            action_submit(&view->app->queue, &action_path_load, &args);
            continue;
        }
        action_submit(&view->app->queue, joins ? &action_file_merge : &action_file_open, &args);
        joins = true;
    }
}

// Installed before ImGui's, which calls them in turn.
static void install_callbacks(GLFWwindow *window)
{
    glfwSetCursorPosCallback(window, on_cursor);
    glfwSetScrollCallback(window, on_cursor);
    glfwSetMouseButtonCallback(window, on_button);
    glfwSetKeyCallback(window, on_key);
    glfwSetCursorEnterCallback(window, on_number);
    glfwSetWindowFocusCallback(window, on_number);
    glfwSetWindowSizeCallback(window, on_size);
    glfwSetFramebufferSizeCallback(window, on_size);
    glfwSetWindowRefreshCallback(window, wake_up);
    glfwSetDropCallback(window, on_drop);
}

static GLFWwindow *open_window(int width, int height)
{
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_SAMPLES, 0); // the renderer smooths its own picture
    glfwWindowHint(GLFW_DEPTH_BITS, 24);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, gl_debug_wanted());
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "snug"); // as in snug.desktop
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "snug");
    return glfwCreateWindow(width, height, "Snug", NULL, NULL);
}

static void set_icon(GLFWwindow *window)
{
    enum { SMALL = 32, LARGE = 128 };
    static unsigned char small[4 * SMALL * SMALL], large[4 * LARGE * LARGE];
    icon_draw(SMALL, small);
    icon_draw(LARGE, large);
    const GLFWimage images[] = {{SMALL, SMALL, small}, {LARGE, LARGE, large}};
    glfwSetWindowIcon(window, 2, images);
}

// Sizes given for a 96 dpi screen; never larger than the screen.
static void fit_to_screen(GLFWwindow *window, int width, int height)
{
    float scale_x = 1, scale_y = 1;
    glfwGetWindowContentScale(window, &scale_x, &scale_y);
    GLFWmonitor *monitor = glfwGetPrimaryMonitor();
    int x, y, most_x = width, most_y = height;
    if (monitor)
        glfwGetMonitorWorkarea(monitor, &x, &y, &most_x, &most_y);
    int wanted_x = (int)lroundf((float)width * scale_x);
    int wanted_y = (int)lroundf((float)height * scale_y);
    if (most_x > 0 && wanted_x > most_x)
        wanted_x = most_x;
    if (most_y > 0 && wanted_y > most_y)
        wanted_y = most_y;
    if (wanted_x != width || wanted_y != height)
        glfwSetWindowSize(window, wanted_x, wanted_y);
}

bool view_init(View *view, App *app, int width, int height, Error *err)
{
    *view = (View){.app = app, .hovered = NO_PART, .frames_wanted = 3, .pixel_scale = 1};
    glfwSetErrorCallback(on_glfw_error);
    if (!glfwInit())
        return error_set(err, "no display: %s", glfw_problem);
    view->window = open_window(width, height);
    if (!view->window) {
        error_set(err, "OpenGL 3.3 is needed but not available here: %s", glfw_problem);
        glfwTerminate();
        return false;
    }
    glfwMakeContextCurrent(view->window);
    int version = gladLoadGL(glfwGetProcAddress);
    bool good = version >= GLAD_MAKE_VERSION(3, 3);
    if (!good)
        error_set(err, "OpenGL 3.3 is needed, this driver offers %d.%d",
                  GLAD_VERSION_MAJOR(version), GLAD_VERSION_MINOR(version));
    if (good) {
        gl_debug_start();
        glfwSwapInterval(1);
        fit_to_screen(view->window, width, height);
        set_icon(view->window);
        glfwSetWindowSizeLimits(view->window, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
        glfwSetWindowUserPointer(view->window, view);
        install_callbacks(view->window);
        view->renderer = renderer_create(err);
        good = view->renderer != NULL;
    }
    good = good && ui_init(view, err);
    if (!good) {
        view_free(view);
        return false;
    }
    view->scene = scene_draw_create();
    view->app->watch_files = true;
    tools_init(view);
    app->wake = glfwPostEmptyEvent;
    return true;
}

void view_apply_settings(View *view, const WindowSettings *settings)
{
    view->settings = *settings;
    if (settings->hints_seen)
        hints_dismiss(&view->ui);
    view->ui.file_unit = settings->unit;
    view->ui.file_up = settings->up;
    if (settings->maximised)
        glfwMaximizeWindow(view->window);
}

void view_keep_settings(View *view)
{
    WindowSettings *settings = &view->settings;
    if (!view->keeps_layout)
        return;
    float scale_x = 1, scale_y = 1;
    int width, height;
    glfwGetWindowContentScale(view->window, &scale_x, &scale_y);
    glfwGetWindowSize(view->window, &width, &height);
    settings->maximised = glfwGetWindowAttrib(view->window, GLFW_MAXIMIZED) != 0;
    bool minimised = glfwGetWindowAttrib(view->window, GLFW_ICONIFIED) != 0;
    if (!settings->maximised && !minimised && width > 0 && scale_x > 0 && scale_y > 0) {
        settings->width = (int)lroundf((float)width / scale_x);
        settings->height = (int)lroundf((float)height / scale_y);
    }
    settings->hints_seen = hints_left(&view->ui) == 0;
    settings->unit = view->ui.file_unit;
    settings->up = view->ui.file_up;
    settings_keep(settings, view->app, &view->written_settings);
}

void view_free(View *view)
{
    if (!view->window)
        return;
    tools_free(view);
    lesson_close(view);
    scene_draw_destroy(view->scene);
    if (view->renderer)
        renderer_destroy(view->renderer);
    renderer_destroy(view->beside);
    ui_free();
    ui_state_free(&view->ui);
    free(view->last_state);
    free(view->written_settings);
    glfwDestroyWindow(view->window);
    glfwTerminate();
    *view = (View){0};
}
