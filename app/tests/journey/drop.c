#include "app/tests/journey/drop.h"

#include "app/tests/journey/screen.h"

#include <X11/Xatom.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { XDND_VERSION = 5, ANSWER_TIMEOUT_MS = 30000 };

typedef struct Drop {
    Display *display;
    Window source, target;
    Atom enter, position, status, drop, finished, selection, copy, aware, list;
    char data[4096];
} Drop;

static Atom atom(const Drop *drop, const char *name)
{
    return XInternAtom(drop->display, name, False);
}

// "file:///with%20spaces", as file managers send it.
static bool make_uri(char *uri, size_t size, const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-_.~";
    size_t used = (size_t)snprintf(uri, size, "file://");
    for (; *path && used + 6 < size; ++path)
        used += (size_t)snprintf(uri + used, size - used, strchr(plain, *path) ? "%c" : "%%%02X",
                                 (unsigned char)*path);
    snprintf(uri + used, size - used, "\r\n");
    return *path == 0;
}

static bool accepts_drops(const Drop *drop)
{
    Atom type;
    int format;
    unsigned long items = 0, left;
    unsigned char *data = NULL;
    XGetWindowProperty(drop->display, drop->target, drop->aware, 0, 1, False, AnyPropertyType,
                       &type, &format, &items, &left, &data);
    if (data)
        XFree(data);
    return items > 0;
}

static void send(const Drop *drop, Atom message, long a, long b, long c, long d)
{
    XEvent event = {.xclient = {.type = ClientMessage,
                                .window = drop->target,
                                .message_type = message,
                                .format = 32,
                                .data.l = {(long)drop->source, a, b, c, d}}};
    XSendEvent(drop->display, drop->target, False, NoEventMask, &event);
    XFlush(drop->display);
}

static void hand_over(const Drop *drop, const XSelectionRequestEvent *request)
{
    XEvent answer = {.xselection = {.type = SelectionNotify,
                                    .requestor = request->requestor,
                                    .selection = request->selection,
                                    .target = request->target,
                                    .property = request->property,
                                    .time = request->time}};
    if (request->target == drop->list)
        XChangeProperty(drop->display, request->requestor, request->property, request->target, 8,
                        PropModeReplace, (const unsigned char *)drop->data,
                        (int)strlen(drop->data));
    else
        answer.xselection.property = None;
    XSendEvent(drop->display, request->requestor, False, NoEventMask, &answer);
    XFlush(drop->display);
}

// Serves requests for the data until this message comes; *accepted is the flag in it.
static bool wait_for(const Drop *drop, Atom message, bool *accepted)
{
    for (;;) {
        struct pollfd wait = {.fd = ConnectionNumber(drop->display), .events = POLLIN};
        if (XPending(drop->display) == 0 && poll(&wait, 1, ANSWER_TIMEOUT_MS) != 1)
            return false;
        if (XPending(drop->display) == 0)
            continue;
        XEvent event;
        XNextEvent(drop->display, &event);
        if (event.type == SelectionRequest)
            hand_over(drop, &event.xselectionrequest);
        if (event.type == ClientMessage && event.xclient.message_type == message) {
            // The flag is the lowest bit, but GLFW 3.3 puts the length of the data there.
            *accepted = event.xclient.data.l[1] != 0;
            return true;
        }
    }
}

static const char *perform(const Drop *drop, int x, int y)
{
    bool accepted = false;
    XSetSelectionOwner(drop->display, drop->selection, drop->source, CurrentTime);
    send(drop, drop->enter, (long)XDND_VERSION << 24, (long)drop->list, 0, 0);
    send(drop, drop->position, 0, (long)x << 16 | y, CurrentTime, (long)drop->copy);
    if (!wait_for(drop, drop->status, &accepted))
        return "the window never answered XdndPosition";
    if (!accepted)
        return "the window does not want the file";
    send(drop, drop->drop, 0, CurrentTime, 0, 0);
    if (!wait_for(drop, drop->finished, &accepted))
        return "the window never finished the drop";
    return accepted ? NULL : "the window refused the drop";
}

bool drop_file(Display *display, const char *path, int x, int y, const char **problem)
{
    Drop drop = {.display = display};
    drop.enter = atom(&drop, "XdndEnter");
    drop.position = atom(&drop, "XdndPosition");
    drop.status = atom(&drop, "XdndStatus");
    drop.drop = atom(&drop, "XdndDrop");
    drop.finished = atom(&drop, "XdndFinished");
    drop.selection = atom(&drop, "XdndSelection");
    drop.copy = atom(&drop, "XdndActionCopy");
    drop.aware = atom(&drop, "XdndAware");
    drop.list = atom(&drop, "text/uri-list");
    drop.target = screen_window(display);
    if (drop.target == None || !accepts_drops(&drop)) {
        *problem = "there is no window that accepts drops";
        return false;
    }
    if (!make_uri(drop.data, sizeof drop.data, path)) {
        *problem = "the path is too long";
        return false;
    }
    drop.source = XCreateSimpleWindow(display, DefaultRootWindow(display), -10, -10, 1, 1, 0, 0, 0);
    *problem = perform(&drop, x, y);
    XDestroyWindow(display, drop.source);
    XFlush(display);
    return *problem == NULL;
}
