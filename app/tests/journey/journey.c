#include "app/tests/journey/journey.h"

#include "app/tests/journey/drop.h"
#include "app/tests/journey/process.h"

#include <X11/keysym.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Generous: software GL under a sanitizer on a busy machine. Reached only when something is broken. In the long tier
// scripts go through every figure, and millions of nodes are built.
static const double TIMEOUT_SECONDS = 40, LONG_TIMEOUT_SECONDS = 400;
static const long LOOK_MS = 5;
static const double POINT_SECONDS = 0.6; // for one spot of a search
static const double HEARD_SECONDS = 4; // after which a key that did not reach the window never will

bool journey_is_long(void)
{
    const char *full = getenv("SNUG_FULL");
    return full && strcmp(full, "1") == 0;
}

bool journey_is_sanitised(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return true;
#else
    return false;
#endif
}

static double patience(void)
{
    return journey_is_long() ? LONG_TIMEOUT_SECONDS : TIMEOUT_SECONDS;
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

void journey_rest(double time)
{
    pause_ms((long)(1000 * time));
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void save_picture(const Journey *journey, const char *name)
{
    if (!journey->display)
        return;
    char path[700];
    Picture all = screen_picture(journey->display, (Rect){0, 0, SCREEN_WIDTH, SCREEN_HEIGHT});
    snprintf(path, sizeof path, "%s/%s.ppm", journey->folder, name);
    if (all.rgb && picture_save(&all, path))
        printf("picture: %s\n", path);
    picture_free(&all);
}

static void print_state(const Journey *journey)
{
    FILE *file = fopen(journey->state_path, "re");
    printf("state file %s:\n", journey->state_path);
    for (int c; file && (c = fgetc(file)) != EOF;)
        putchar(c);
    if (file)
        fclose(file);
}

void journey_fail(Journey *journey, const char *condition, const char *file, int line)
{
    printf("FAILED: journey \"%s\", step \"%s\"\n%s:%d: %s\n", journey->name, journey->step, file,
           line, condition);
    save_picture(journey, "failure");
    print_state(journey);
    fflush(stdout);
    process_stop(journey->snug_pid);
    process_stop(journey->screen_pid);
    exit(1);
}

void journey_step(Journey *journey, const char *what)
{
    char name[32];
    if (journey->pictures && journey->step_count > 0) {
        snprintf(name, sizeof name, "step-%02d", journey->step_count);
        save_picture(journey, name);
    }
    journey->step = what;
    ++journey->step_count;
    if (journey->step_count == 1)
        journey->started = seconds();
    printf("%6.1f s  %s\n", seconds() - journey->started, what);
    fflush(stdout);
}

void journey_look(Journey *journey)
{
    State state;
    if (state_read(journey->state_path, &state))
        journey->now = state;
}

void journey_wait(Journey *journey, double *waited, const char *condition, const char *file,
                  int line)
{
    char text[512];
    int code;
    if (!(*waited > 0))
        *waited = seconds();
    else if (seconds() - *waited > patience())
        journey_fail(journey, condition, file, line);
    if (process_ended(journey->snug_pid, &code)) {
        journey->snug_pid = 0;
        snprintf(text, sizeof text, "%s, but the program ended with code %d", condition, code);
        journey_fail(journey, text, file, line);
    }
    pause_ms(LOOK_MS);
    journey_look(journey);
}

// The program has read all buttons and keys that were sent; or, if some went elsewhere, has had time to.
static bool was_heard(const Journey *journey, double since)
{
    return journey->now.heard >= screen_sent() || seconds() - since > HEARD_SECONDS;
}

void journey_settle(Journey *journey)
{
    double since = seconds();
    AWAIT(journey,
          was_heard(journey, since) && journey->now.settled == 1 && journey->now.busy == 0);
}

void journey_follow(Journey *journey)
{
    enum { FRAMES = 3 }; // the pointer, its goal, and the way there as a task
    int frame = journey->now.frame;
    AWAIT(journey, journey->now.following == 0 && journey->now.busy == 0 &&
                       (journey->now.frame >= frame + FRAMES || journey->now.settled == 1));
}

static void start_with(Journey *journey, const char *first, const char *second)
{
    const char *argv[] = {journey->snug,       "view", "--size", "1280x800", "--state",
                          journey->state_path, first,  second,   NULL};
    unlink(journey->state_path);
    journey->now = (State){0};
    screen_forget_sent();
    journey->snug_pid = process_start(argv, -1);
    EXPECT(journey, journey->snug_pid > 0);
    AWAIT(journey, journey->now.frame > 0 && journey->now.viewport.width > 0);
    journey_settle(journey);
}

void journey_start_program(Journey *journey, const char *file)
{
    start_with(journey, file ? file : "--scene", file ? NULL : "Gear unit");
}

void journey_start_scene(Journey *journey, const char *name)
{
    start_with(journey, "--scene", name);
}

void journey_start_lesson(Journey *journey, const char *name)
{
    start_with(journey, "--lesson", name);
}

void journey_start_empty(Journey *journey)
{
    start_with(journey, NULL, NULL);
}

void journey_start_script(Journey *journey, const char *script)
{
    start_with(journey, "--script", script);
}

int journey_end_code(Journey *journey)
{
    int code = -1;
    double deadline = seconds() + 4 * patience(); // it may have a whole script to play
    while (!process_ended(journey->snug_pid, &code)) {
        if (seconds() > deadline)
            journey_fail(journey, "waited for the program to quit", __FILE__, __LINE__);
        pause_ms(LOOK_MS);
    }
    journey->snug_pid = 0;
    return code;
}

int journey_play(Journey *journey, const char *script)
{
    return journey_play_sized(journey, script, "960x640"); // drawn faster than the usual size
}

int journey_play_sized(Journey *journey, const char *script, const char *size)
{
    const char *argv[] = {journey->snug,       "view",     "--size", size, "--state",
                          journey->state_path, "--script", script,   NULL};
    unlink(journey->state_path);
    journey->now = (State){0};
    journey->snug_pid = process_start(argv, -1);
    EXPECT(journey, journey->snug_pid > 0);
    int code = journey_end_code(journey);
    journey_look(journey);
    return code;
}

void journey_expect_end(Journey *journey)
{
    int code = journey_end_code(journey);
    if (code != 0)
        printf("exit code %d\n", code);
    EXPECT(journey, code == 0);
}

void journey_quit(Journey *journey)
{
    int code = -1;
    double deadline = seconds() + patience();
    bool answered = false;
    journey_chord(journey, XK_Control_L, XK_q);
    // It asks about unsaved changes, if there are any.
    while (!process_ended(journey->snug_pid, &code)) {
        if (seconds() > deadline)
            journey_fail(journey, "waited for the program to quit", __FILE__, __LINE__);
        pause_ms(LOOK_MS);
        journey_look(journey);
        const Widget *discard = state_widget(&journey->now, "unsaved_discard");
        if (discard && !answered) {
            journey_settle(journey); // the bar moves what is below it
            Rect place = journey_find(journey, "unsaved_discard");
            journey_click(journey, place.x + place.width / 2, place.y + place.height / 2);
            answered = true;
        }
    }
    journey->snug_pid = 0;
    if (code != 0)
        printf("exit code %d\n", code);
    EXPECT(journey, code == 0);
    EXPECT(journey, state_keys_unique(journey->state_path)); // as it was last
}

void journey_move(Journey *journey, int x, int y)
{
    screen_move(journey->display, x, y);
    AWAIT(journey, journey->now.pointer[0] == x && journey->now.pointer[1] == y);
}

void journey_click(Journey *journey, int x, int y)
{
    journey_move(journey, x, y);
    screen_button(journey->display, BUTTON_LEFT, true);
    screen_button(journey->display, BUTTON_LEFT, false);
}

// Out of what is seen of its panel: below or above it.
static int out_of_sight(const Widget *w)
{
    enum { SLACK = 2 };
    if (w->high <= w->low || w->rect.height > w->high - w->low)
        return 0;
    return w->rect.y + w->rect.height > w->high + SLACK ? 1 : w->rect.y < w->low - SLACK ? -1 : 0;
}

// Turns the wheel over the panel until the widget is inside it: panels scroll. Entries of an open
// list are where they are, and so is the button of the status bar.
static Rect bring_into_sight(Journey *journey, const char *name)
{
    Rect r = journey_find(journey, name);
    bool scrolls = strncmp(name, "choice_", 7) != 0 && strcmp(name, "cancel") != 0;
    const Widget *w = state_widget(&journey->now, name);
    while (scrolls && out_of_sight(w)) {
        const Rect *view = &journey->now.viewport;
        int before = r.y, x = r.x > 44 ? r.x - 40 : 4; // over labels: sliders take no wheel
        if (x >= view->x && x < view->x + view->width && r.x >= view->x + view->width)
            x = r.x + 2; // it begins where its panel does, and has no label
        unsigned wheel = out_of_sight(w) > 0 ? BUTTON_WHEEL_DOWN : BUTTON_WHEEL_UP;
        journey_move(journey, x, (w->low + w->high) / 2);
        screen_button(journey->display, wheel, true);
        screen_button(journey->display, wheel, false);
        AWAIT(journey, journey_find(journey, name).y != before);
        journey_settle(journey);
        r = journey_find(journey, name);
        w = state_widget(&journey->now, name);
    }
    return r;
}

void journey_click_widget(Journey *journey, const char *name)
{
    const Rect r = bring_into_sight(journey, name);
    journey_click(journey, r.x + r.width / 2, r.y + r.height / 2);
}

Rect journey_find(Journey *journey, const char *name)
{
    const Widget *widget = NULL;
    AWAIT(journey, (widget = state_widget(&journey->now, name)) != NULL);
    return widget->rect;
}

void journey_slide(Journey *journey, const char *name, double from, double to)
{
    Rect r = bring_into_sight(journey, name);
    int y = r.y + r.height / 2;
    journey_move(journey, r.x + (int)(from * r.width), y);
    screen_button(journey->display, BUTTON_LEFT, true);
    journey_glide(journey, r.x + (int)(to * r.width), y);
}

void journey_let_go_slider(Journey *journey)
{
    screen_button(journey->display, BUTTON_LEFT, false);
    journey_look(journey);
    AWAIT(journey, journey->now.settled == 0); // it sleeps on until the release has arrived
    journey_settle(journey);
}

void journey_choose(Journey *journey, const char *widget, const char *entry)
{
    journey_click_widget(journey, widget);
    AWAIT(journey, state_widget(&journey->now, entry) != NULL);
    journey_settle(journey);
    journey_click_widget(journey, entry);
    AWAIT(journey, state_widget(&journey->now, entry) == NULL && journey->now.busy == 0);
    journey_settle(journey); // it closes first, and is set in the frame after
}

void journey_chord(Journey *journey, KeySym modifier, KeySym key)
{
    if (modifier != NoSymbol)
        screen_key(journey->display, modifier, true);
    screen_key(journey->display, key, true);
    screen_key(journey->display, key, false);
    if (modifier != NoSymbol)
        screen_key(journey->display, modifier, false);
}

void journey_type(Journey *journey, const char *text, const char *field)
{
    for (size_t i = 0; text[i]; ++i) {
        char name[2] = {text[i], 0};
        journey_chord(journey, NoSymbol, text[i] == ' ' ? XK_space : XStringToKeysym(name));
        AWAIT(journey, strlen(field) == i + 1 && strncmp(field, text, i + 1) == 0);
    }
}

void journey_palette(Journey *journey, const char *text)
{
    journey_chord(journey, XK_Control_L, XK_p);
    AWAIT(journey, state_widget(&journey->now, "palette_first") != NULL);
    journey_settle(journey);
    journey_type(journey, text, journey->now.palette);
}

void journey_open_panel(Journey *journey, const char *command, const char *widget)
{
    journey_settle(journey);
    journey_palette(journey, command);
    journey_settle(journey);
    journey_chord(journey, NoSymbol, XK_Return);
    if (widget)
        journey_find(journey, widget);
    AWAIT(journey, state_widget(&journey->now, "palette_first") == NULL);
    journey_settle(journey);
}

void journey_type_number(Journey *journey, const char *digits)
{
    double value = 0;
    for (const char *d = digits; *d; ++d) {
        char name[2] = {*d, 0};
        value = 10 * value + (*d - '0');
        journey_chord(journey, NoSymbol, XStringToKeysym(name));
        AWAIT(journey, journey->now.typed == value);
    }
}

void journey_glide(Journey *journey, int x, int y)
{
    enum { STEPS = 8 };
    Window root, child;
    int from_x, from_y, ignored;
    unsigned mask;
    XQueryPointer(journey->display, DefaultRootWindow(journey->display), &root, &child, &from_x,
                  &from_y, &ignored, &ignored, &mask);
    for (int i = 1; i <= STEPS; ++i) {
        screen_move(journey->display, from_x + (x - from_x) * i / STEPS,
                    from_y + (y - from_y) * i / STEPS);
        pause_ms(8); // a hand is not faster; nothing depends on it
    }
    journey_move(journey, x, y);
}

// The pointer is there first: what was under it on its way is no answer.
static bool hovers(Journey *journey, int part, int x, int y)
{
    journey_move(journey, x, y);
    for (double end = seconds() + POINT_SECONDS; seconds() < end;) {
        journey_look(journey);
        if (journey->now.hovered == part)
            return true;
        pause_ms(LOOK_MS);
    }
    return false;
}

void journey_point_at(Journey *journey, int part, int dx, int dy)
{
    EXPECT(journey, part != NO_PART && journey->now.parts[part].on_screen);
    int x = journey->now.parts[part].x + dx, y = journey->now.parts[part].y + dy;
    for (int radius = 0; radius <= 60; radius += 12)
        for (int i = -radius; i <= radius; i += 12)
            for (int j = -radius; j <= radius; j += 12)
                if ((abs(i) == radius || abs(j) == radius) && hovers(journey, part, x + i, y + j))
                    return;
    journey_fail(journey, "the part is nowhere under the pointer", __FILE__, __LINE__);
}

void journey_grab(Journey *journey, unsigned button)
{
    screen_button(journey->display, button, true);
    AWAIT(journey, journey->now.dragging == 1);
}

void journey_let_go(Journey *journey, unsigned button)
{
    screen_button(journey->display, button, false);
    AWAIT(journey, journey->now.dragging == 0);
}

void journey_drop(Journey *journey, const char *path)
{
    const Rect v = journey->now.viewport;
    const char *problem = NULL;
    ++journey->check_count;
    if (!drop_file(journey->display, path, v.x + v.width / 2, v.y + v.height / 2, &problem))
        journey_fail(journey, problem, __FILE__, __LINE__);
}

Picture journey_view(Journey *journey)
{
    const Rect v = journey->now.viewport;
    const Rect middle = {v.x, v.y + 48, v.width, v.height - 48 - 200};
    Picture picture = {0};
    if (middle.height > 0)
        picture = screen_picture(journey->display, middle);
    if (!picture.rgb)
        journey_fail(journey, "the screen cannot be read", __FILE__, __LINE__);
    return picture;
}

int journey_view_count(Journey *journey, ColourFn *matches)
{
    Picture view = journey_view(journey);
    int count = picture_count(&view, matches);
    picture_free(&view);
    return count;
}

int journey_view_difference(Journey *journey, const Picture *before)
{
    Picture view = journey_view(journey);
    int count = picture_difference(before, &view);
    picture_free(&view);
    return count;
}

// Lit and seen through edges, so by hue: a clear red.
bool colour_is_alert(uint32_t rgb)
{
    int r = (int)(rgb >> 16), g = (int)(rgb >> 8 & 0xFF), b = (int)(rgb & 0xFF);
    return r > 130 && r > 3 * g && r > 3 * b;
}

bool colour_is_contact_line(uint32_t rgb)
{
    int r = (int)(rgb >> 16), g = (int)(rgb >> 8 & 0xFF), b = (int)(rgb & 0xFF);
    return r > 220 && g > 200 && b < 120;
}

bool colour_is_blue(uint32_t rgb)
{
    int r = (int)(rgb >> 16), g = (int)(rgb >> 8 & 0xFF), b = (int)(rgb & 0xFF);
    return b > r + 40 && b > g + 20;
}
