#include "app/tests/journey/screen.h"

#include <X11/Xutil.h>
#include <X11/extensions/XTest.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int VISIBLE_DIFFERENCE = 24; // of one channel

Display *screen_open(int number)
{
    char name[16];
    int ignored[4];
    snprintf(name, sizeof name, ":%d", number);
    Display *display = XOpenDisplay(name);
    if (!display)
        fprintf(stderr, "cannot connect to the display %s\n", name);
    else if (!XTestQueryExtension(display, &ignored[0], &ignored[1], &ignored[2], &ignored[3])) {
        fprintf(stderr, "the display %s has no XTest extension\n", name);
        XCloseDisplay(display);
        display = NULL;
    }
    return display;
}

Window screen_window(Display *display)
{
    Window root, parent, *children = NULL, found = None;
    unsigned count = 0;
    if (!XQueryTree(display, DefaultRootWindow(display), &root, &parent, &children, &count))
        return None;
    for (unsigned i = 0; i < count && found == None; ++i) {
        XWindowAttributes attributes;
        if (XGetWindowAttributes(display, children[i], &attributes) &&
            attributes.map_state == IsViewable)
            found = children[i];
    }
    XFree(children);
    return found;
}

void screen_resize(Display *display, int width, int height)
{
    XResizeWindow(display, screen_window(display), (unsigned)width, (unsigned)height);
    XFlush(display);
}

void screen_close_window(Display *display)
{
    Window window = screen_window(display);
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = window,
                                .message_type = XInternAtom(display, "WM_PROTOCOLS", False),
                                .format = 32,
                                .data.l = {(long)XInternAtom(display, "WM_DELETE_WINDOW", False),
                                           CurrentTime}}};
    XSendEvent(display, window, False, NoEventMask, &event);
    XFlush(display);
}

void screen_move(Display *display, int x, int y)
{
    XTestFakeMotionEvent(display, -1, x, y, CurrentTime);
    XFlush(display);
}

static int sent;

int screen_sent(void)
{
    return sent;
}

void screen_forget_sent(void)
{
    sent = 0;
}

void screen_button(Display *display, unsigned button, bool down)
{
    sent += button <= BUTTON_RIGHT;
    XTestFakeButtonEvent(display, button, down, CurrentTime);
    XFlush(display);
}

void screen_key(Display *display, KeySym key, bool down)
{
    ++sent;
    XTestFakeKeyEvent(display, XKeysymToKeycode(display, key), down, CurrentTime);
    XFlush(display);
}

Picture screen_picture(Display *display, Rect part)
{
    Picture picture = {part.width, part.height, NULL};
    XImage *image = XGetImage(display, DefaultRootWindow(display), part.x, part.y,
                              (unsigned)part.width, (unsigned)part.height, AllPlanes, ZPixmap);
    if (!image)
        return picture;
    // Xvfb with 24 bits keeps a pixel in four bytes, in the order of this machine.
    size_t row = (size_t)part.width;
    if (image->bits_per_pixel == 32)
        picture.rgb = calloc(row * (size_t)part.height, sizeof *picture.rgb);
    for (size_t y = 0; picture.rgb && y < (size_t)part.height; ++y) {
        memcpy(picture.rgb + y * row, image->data + y * (size_t)image->bytes_per_line,
               row * sizeof *picture.rgb);
        for (size_t x = 0; x < row; ++x)
            picture.rgb[y * row + x] &= 0xFFFFFF;
    }
    XDestroyImage(image);
    return picture;
}

void picture_free(Picture *picture)
{
    free(picture->rgb);
    *picture = (Picture){0};
}

static size_t pixels(const Picture *picture)
{
    return (size_t)picture->width * (size_t)picture->height;
}

int picture_count(const Picture *picture, ColourFn *matches)
{
    int count = 0;
    for (size_t i = 0; i < pixels(picture); ++i)
        count += matches(picture->rgb[i]);
    return count;
}

static int channel(uint32_t rgb, int shift)
{
    return (int)(rgb >> shift & 0xFF);
}

int picture_difference(const Picture *a, const Picture *b)
{
    int count = 0;
    if (a->width != b->width || a->height != b->height)
        return a->width * a->height + b->width * b->height;
    for (size_t i = 0; i < pixels(a); ++i) {
        bool differs = false;
        for (int shift = 0; shift <= 16; shift += 8)
            differs |=
                abs(channel(a->rgb[i], shift) - channel(b->rgb[i], shift)) > VISIBLE_DIFFERENCE;
        count += differs;
    }
    return count;
}

int picture_colours(const Picture *picture)
{
    enum { MOST = 1000 };
    static unsigned char seen[1 << 21];
    int count = 0;
    for (size_t i = 0; i < sizeof seen; ++i)
        seen[i] = 0;
    for (size_t i = 0; i < pixels(picture) && count < MOST; ++i) {
        unsigned char *byte = &seen[picture->rgb[i] >> 3],
                      bit = (unsigned char)(1u << (picture->rgb[i] & 7));
        count += !(*byte & bit);
        *byte |= bit;
    }
    return count;
}

bool picture_save(const Picture *picture, const char *path)
{
    FILE *file = fopen(path, "wbe");
    if (!file)
        return false;
    fprintf(file, "P6\n%d %d\n255\n", picture->width, picture->height);
    for (size_t i = 0; i < pixels(picture); ++i) {
        uint32_t rgb = picture->rgb[i];
        fputc(channel(rgb, 16), file);
        fputc(channel(rgb, 8), file);
        fputc(channel(rgb, 0), file);
    }
    return fclose(file) == 0;
}
