// What all journeys share: a screen, the program in it, and waiting for conditions instead of for
// time. To add a journey: journey_x.c that defines `void journey_x(Journey *)`, and X(x) in list.h.
#ifndef SNUG_APP_TESTS_JOURNEY_JOURNEY_H
#define SNUG_APP_TESTS_JOURNEY_JOURNEY_H

#include "app/tests/journey/list.h"
#include "app/tests/journey/state.h"

#include <sys/types.h>

enum { SCREEN_WIDTH = 1280, SCREEN_HEIGHT = 800 };

typedef struct Journey {
    const char *name;
    const char *snug; // the program
    char folder[512]; // files of this journey; absolute
    char state_path[600];
    const char *step; // what is being tried, for the message
    bool pictures;    // one after each step, to look at
    int step_count, check_count;
    double started; // in seconds, for the log only
    pid_t screen_pid, snug_pid;
    Display *display;
    State now; // as last read
} Journey;

bool journey_is_long(void); // the long tier: SNUG_FULL=1
bool journey_is_sanitised(void);

// journey_start_program opens the window and waits until something is shown and nothing is under
// way. file: an OBJ file, or NULL for the default scene.
void journey_start_program(Journey *journey, const char *file);
void journey_start_scene(Journey *journey, const char *name); // a built-in one
void journey_start_lesson(Journey *journey, const char *name);
void journey_start_empty(Journey *journey); // nothing: the start page
void journey_start_script(Journey *journey,
                          const char *script);          // one that does not quit, to its end
int journey_play(Journey *journey, const char *script); // --script; returns the exit code
int journey_play_sized(Journey *journey, const char *script, const char *size);
int journey_end_code(Journey *journey);    // waits until the program ends
void journey_expect_end(Journey *journey); // with exit code 0
void journey_quit(Journey *journey);       // Ctrl+Q; checks the exit code

void journey_step(Journey *journey, const char *what);
void journey_look(Journey *journey); // brings journey->now up to date
_Noreturn void journey_fail(Journey *journey, const char *condition, const char *file, int line);
// A look at the state after a pause; fails once the time is up or the program is gone.
void journey_wait(Journey *journey, double *waited, const char *condition, const char *file,
                  int line);

// Waits until it holds.
#define AWAIT(journey, condition)                                                                  \
    do {                                                                                           \
        double waited = 0;                                                                         \
        ++(journey)->check_count;                                                                  \
        while (!(condition))                                                                       \
            journey_wait(journey, &waited, "waited for " #condition, __FILE__, __LINE__);          \
    } while (0)

// Holds now.
#define EXPECT(journey, condition)                                                                 \
    do {                                                                                           \
        ++(journey)->check_count;                                                                  \
        if (!(condition))                                                                          \
            journey_fail(journey, "expected " #condition, __FILE__, __LINE__);                     \
    } while (0)

// Until the program sleeps, and what mouse and keys did before has reached it: a program that sleeps has not seen
// them yet.
void journey_settle(Journey *journey);
void journey_rest(double seconds); // for what is shown for a while and then goes by itself

// Mouse and keys. Positions are those of the screen, which are those of the window.
void journey_move(Journey *journey, int x, int y); // until the program has seen it there
void journey_click(Journey *journey, int x, int y);
void journey_click_widget(Journey *journey, const char *name);
Rect journey_find(Journey *journey, const char *widget); // waits until it is there
// Drags a slider's handle between two shares of its width. The button stays pressed: ImGui forgets
// a movement that comes in the same frame as the release.
void journey_slide(Journey *journey, const char *widget, double from, double to);
void journey_let_go_slider(Journey *journey);
// Opens a list and takes an entry; waits until everything is built anew.
void journey_choose(Journey *journey, const char *widget, const char *entry);
void journey_chord(Journey *journey, KeySym modifier, KeySym key); // NoSymbol: no modifier
// Small letters and spaces, each one awaited in the field, which is a text of journey->now: a slow
// window takes a few frames for each.
void journey_type(Journey *journey, const char *text, const char *field);
void journey_palette(Journey *journey, const char *text); // opens the list of commands and types
// "panel variants": its whole title, so that no other command is meant. widget: one of the panel, or NULL.
void journey_open_panel(Journey *journey, const char *command, const char *widget);
// Into the field that has the keyboard; each digit is awaited: a slow window takes a few frames for each.
void journey_type_number(Journey *journey, const char *digits);
// Moves the pointer in small steps from where it is, as a hand does.
void journey_glide(Journey *journey, int x, int y);
// Waits until what is led has gone where the pointer is: the frame that read the pointer may not have begun yet.
void journey_follow(Journey *journey);
// Steps of the mouse until it is so.
enum { JOURNEY_MOST_GLIDES = 40 };
#define GLIDE_UNTIL(j, x, y, dx, dy, condition)                                                    \
    for (int step = 1; step <= JOURNEY_MOST_GLIDES && !(condition); ++step) {                      \
        journey_glide(j, (x) += (dx), (y) += (dy));                                                \
        journey_follow(j);                                                                         \
    }                                                                                              \
    AWAIT(j, condition)

// Finds a spot where this part is what the pointer is over, and leaves the pointer there. The
// search begins at dx, dy from the part's reference point.
void journey_point_at(Journey *journey, int part, int dx, int dy);
void journey_grab(Journey *journey, unsigned button); // presses; waits until a drag has begun
void journey_let_go(Journey *journey, unsigned button);
void journey_drop(Journey *journey, const char *path);

// The view without its corners, where the triad and messages are.
Picture journey_view(Journey *journey);
int journey_view_count(Journey *journey, ColourFn *matches);
int journey_view_difference(Journey *journey, const Picture *before);

// Colours of the scene.
bool colour_is_alert(uint32_t rgb);
bool colour_is_contact_line(uint32_t rgb);
bool colour_is_blue(uint32_t rgb); // bridges, and whatever is selected

#define X(name, eyes) void journey_##name(Journey *journey);
JOURNEY_LIST(X)
#undef X

#endif
