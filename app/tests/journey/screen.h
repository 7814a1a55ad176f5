// The X side: input through the XTest extension, so that the program cannot tell it from a hand on
// a mouse, and pixels read back from the screen.
#ifndef SNUG_APP_TESTS_JOURNEY_SCREEN_H
#define SNUG_APP_TESTS_JOURNEY_SCREEN_H

#include <X11/Xlib.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUTTON_LEFT = 1, BUTTON_MIDDLE, BUTTON_RIGHT, BUTTON_WHEEL_UP, BUTTON_WHEEL_DOWN };

typedef struct Rect {
    int x, y, width, height;
} Rect;

typedef struct Picture {
    int width, height;
    uint32_t *rgb; // 0xRRGGBB, row by row; freed by picture_free
} Picture;

typedef bool ColourFn(uint32_t rgb);

Display *screen_open(int number);       // NULL with a message on stderr
Window screen_window(Display *display); // the program's, or None
void screen_resize(Display *display, int width, int height);
void screen_close_window(Display *display); // as a window manager asks for it
void screen_move(Display *display, int x, int y);
void screen_button(Display *display, unsigned button, bool down);
void screen_key(Display *display, KeySym key, bool down);
// Buttons and keys that went down or up since it was forgotten, the wheel left out.
int screen_sent(void);
void screen_forget_sent(void);

Picture screen_picture(Display *display, Rect part); // rgb NULL: could not be read
void picture_free(Picture *picture);
int picture_count(const Picture *picture, ColourFn *matches);
int picture_difference(const Picture *a, const Picture *b); // pixels that visibly differ
int picture_colours(const Picture *picture); // distinct ones, up to 1000: a blank screen has one
bool picture_save(const Picture *picture, const char *path); // PPM

#endif
