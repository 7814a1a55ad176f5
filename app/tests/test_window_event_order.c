// Keys that come in one slow frame mean what they meant when they were pressed: real text fields of ImGui,
// its own queue of events, no window.
#include "app/window/loop/event_order.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char text[64];
static bool focus;
static int pressed_row; // by the mouse

static void frame(void)
{
    ImGuiIO *io = igGetIO();
    io->DisplaySize = (ImVec2){400, 300};
    io->DeltaTime = 0.5f;
    event_order_new_frame();
    igSetNextWindowPos((ImVec2){0, 0}, ImGuiCond_Always, (ImVec2){0, 0});
    igSetNextWindowSize((ImVec2){400, 300}, ImGuiCond_Always);
    igBegin("field", NULL, ImGuiWindowFlags_NoSavedSettings);
    if (focus)
        igSetKeyboardFocusHere(0);
    focus = false;
    igInputText("text", text, sizeof text, 0, NULL, NULL);
    igSetCursorPos((ImVec2){50, 200});
    if (igButton("row", (ImVec2){200, 40}))
        ++pressed_row;
    igEnd();
    igEndFrame();
}

// A field with the cursor at the end of its text, and nothing under way.
static void open_field(const char *with)
{
    unsigned char *pixels;
    int width, height;
    igCreateContext(NULL);
    igGetIO()->IniFilename = NULL;
    ImFontAtlas_GetTexDataAsRGBA32(igGetIO()->Fonts, &pixels, &width, &height, NULL);
    snprintf(text, sizeof text, "%s", with);
    pressed_row = 0;
    focus = true;
    for (int i = 0; i < 4; ++i)
        frame();
    ImGuiIO_AddKeyEvent(igGetIO(), ImGuiKey_End, true);
    frame();
    ImGuiIO_AddKeyEvent(igGetIO(), ImGuiKey_End, false);
    frame();
}

static void key(ImGuiKey which, bool down)
{
    ImGuiIO_AddKeyEvent(igGetIO(), which, down);
}

static void drain(void)
{
    int frames = 0;
    do
        frame();
    while (igGetCurrentContext()->InputEventsQueue.Size > 0 && ++frames < 20);
    frame();
}

static void close_field(const char *wanted)
{
    ImGuiIO_AddInputCharacter(igGetIO(), 'x');
    drain();
    assert_string_equal(text, wanted);
    igDestroyContext(NULL);
}

// Ctrl was seen held in the frame before; A, and both let go, come in the next.
static void a_quick_ctrl_a_selects_all(void **state)
{
    (void)state;
    for (int order = 0; order < 3; ++order) {
        open_field("12.5");
        key(ImGuiMod_Ctrl, true);
        key(ImGuiKey_LeftCtrl, true);
        if (order < 2)
            drain(); // or all of it in one frame
        key(ImGuiKey_A, true);
        if (order == 1)
            key(ImGuiKey_A, false);
        key(ImGuiMod_Ctrl, false);
        key(ImGuiKey_LeftCtrl, false);
        key(ImGuiKey_A, false);
        drain();
        close_field("x");
    }
}

static void a_ctrl_that_comes_later_is_not_meant(void **state)
{
    (void)state;
    open_field("12.5");
    key(ImGuiKey_A, true);
    key(ImGuiMod_Ctrl, true);
    key(ImGuiKey_LeftCtrl, true);
    key(ImGuiKey_A, false);
    drain();
    key(ImGuiMod_Ctrl, false);
    key(ImGuiKey_LeftCtrl, false);
    drain();
    close_field("12.5x");
}

static void several_shortcuts_come_in_their_order(void **state)
{
    (void)state;
    open_field("12.5");
    // Home, Shift+Right twice, and typed over: all before one frame.
    key(ImGuiKey_Home, true);
    key(ImGuiKey_Home, false);
    key(ImGuiMod_Shift, true);
    key(ImGuiKey_RightArrow, true);
    key(ImGuiKey_RightArrow, false);
    key(ImGuiKey_RightArrow, true);
    key(ImGuiKey_RightArrow, false);
    key(ImGuiMod_Shift, false);
    drain();
    close_field("x.5");
}

static void a_tap_reaches_what_the_mouse_has_only_just_come_to(void **state)
{
    (void)state;
    open_field("12.5");
    ImGuiIO_AddMousePosEvent(igGetIO(), 100, 220);
    ImGuiIO_AddMouseButtonEvent(igGetIO(), 0, true);
    ImGuiIO_AddMouseButtonEvent(igGetIO(), 0, false);
    drain();
    assert_int_equal(pressed_row, 1);
    igDestroyContext(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_quick_ctrl_a_selects_all),
        cmocka_unit_test(a_ctrl_that_comes_later_is_not_meant),
        cmocka_unit_test(several_shortcuts_come_in_their_order),
        cmocka_unit_test(a_tap_reaches_what_the_mouse_has_only_just_come_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
