// Plays a script (app/script/script.h) against the real window. Beside the actions it knows:
//
//     wait idle                         everything does so anyway, unless it begins with now
//     wait 0.5                          seconds
//     wait CONDITION                    at most a minute
//     expect CONDITION                  the program ends with code 1 where it does not hold
//     screenshot FILE.png               of the window
//     pointer PLACE                     moves the mouse
//     click PLACE [button=right] [with=Ctrl+Shift] [count=2]
//     drag PLACE by=DX,DY | to=X,Y [button=right] [with=Ctrl]
//     wheel NOTCHES [PLACE]
//     key Ctrl+Shift+Z                  type "text"
//     panel "Statistics" on|off
//     panels                            opens every panel and brings each to the front
//     tooltips                          goes over all panels; fails where a control explains nothing
//     clipped                           the same; fails where something is cut off
//     say "text"                        a message, for demonstrations
//
// PLACE: a part by its name (a spot where it is in front), X,Y in the window, world=X,Y,Z, or
// widget=NAME as in --state. Mouse and keys go the way of real events, frame by frame.
//
// CONDITION:
//     contacts > 0                      = != < > <= >=, see script_expect.c for the names
//     selected "Pin"   title "Gears"   notice "some of its words"   panel "Help" on|off
//     chapter "contact"                 of the manual, in the Help panel
//     part "Pin" visible|hidden|ghost|solid|contact|clear|home|moved
//     part "Pin" at=X,Y,Z [within=0.001]
#ifndef SNUG_APP_WINDOW_LOOP_SCRIPT_PLAYER_H
#define SNUG_APP_WINDOW_LOOP_SCRIPT_PLAYER_H

#include "app/script/script.h"
#include "app/window/view.h"

enum InputKind { INPUT_MOVE, INPUT_BUTTON, INPUT_WHEEL, INPUT_KEY, INPUT_MODIFIERS, INPUT_TYPE };

// What happens in one frame.
typedef struct InputStep {
    enum InputKind kind;
    double x, y; // of the pointer, or notches of the wheel
    int button;  // or the ImGuiKey
    bool down;
    int modifiers;    // ImGuiMod_*, from this step on
    const char *text; // typed, or the chord of a key
} InputStep;

enum { PLAYER_MAX_STEPS = 64 };

// Of `tooltips`: where the walk has come to.
enum { WALK_MAX_MISSING = 64, WALK_SETTLE = 3 };
typedef struct TooltipWalk {
    int panel, place;
    uint32_t ids[WALK_MAX_MISSING]; // of controls that were told
    int missing;
} TooltipWalk;

// Of `clipped`.
typedef struct ClippedWalk {
    int panel, frames;
    bool opened;                         // by the walk
    const char *names[WALK_MAX_MISSING]; // of controls that were told
    int words, found;
} ClippedWalk;

typedef struct ScriptPlayer {
    Script script;
    size_t next; // command
    InputStep steps[PLAYER_MAX_STEPS];
    int step_count, step_next;
    bool holds_pointer; // the mouse is where the script put it
    double pointer_x, pointer_y;
    char chord[32]; // of the key that is being pressed
    int frames;     // since the last command
    double since;   // clock when the present command began to wait
    int panel;      // that is shown next, of `panels`
    TooltipWalk walk;
    ClippedWalk clipped;
    bool waiting, failed; // failed: the program ends with code 1
} ScriptPlayer;

// For script_parse: names and words that are wrong are found before the window opens.
bool player_knows(const ScriptCommand *command, Error *err);

// Before each frame, while there is something to play.
void player_step(ScriptPlayer *player, View *view);
bool player_done(const ScriptPlayer *player);
// Something has to come to an end before the next command: the loop may sleep a little.
bool player_waits(const ScriptPlayer *player, const View *view);
void player_free(ScriptPlayer *player);

// script_expect.c: *holds says whether it does, err->text how it really is. False: no such thing.
bool condition_check(const ScriptWord *words, int count, Error *err);
bool condition_holds(const View *view, const ScriptWord *words, int count, bool *holds, Error *err);

bool condition_has_figure(const char *name);
double condition_value(const View *view, const char *figure); // NAN: not known, or no such figure
const char *condition_figure(int i, const char **note); // name of figure i, NULL after the last

// script_input.c: makes the steps of one command of mouse or keyboard.
bool input_is_command(const char *name);
bool input_check(const ScriptCommand *command, Error *err);
bool input_plan(ScriptPlayer *player, View *view, const ScriptCommand *command, Error *err);
void input_play(ScriptPlayer *player, View *view); // the next step

// script_tooltips.c: one step of the walk; true: it has been everywhere.
bool tooltips_step(ScriptPlayer *player, View *view);
bool clipped_step(ScriptPlayer *player, View *view); // script_clipped.c: the same

#endif
