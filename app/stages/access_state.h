// Can a tool work this screw? How far it turns about the screw's axis both ways, and how far it comes off along it,
// proven on the whole way; found on a worker when somebody asks.
#ifndef SNUG_APP_STAGES_ACCESS_STATE_H
#define SNUG_APP_STAGES_ACCESS_STATE_H

#include "app/document/action.h"
#include "app/picture/render_mesh.h"

enum AccessEnd { ACCESS_TURN, ACCESS_BACK, ACCESS_LIFT, ACCESS_ENDS };

// One way to move the tool.
typedef struct AccessWay {
    double most;   // degrees, or lengths: what was asked for
    double free;   // of it, proven
    int32_t stops; // the part that it then is as near to as the stand-off; NO_PART: nothing does
} AccessWay;

typedef struct AccessShown {
    bool known;
    bool old;       // parts have moved or changed since
    int32_t screw;  // the part that it works
    int piece;      // enum KitId
    double size;    // mm
    double flats;   // width across flats of the head, in the assembly's unit, or its diameter
    bool hexagon;   // ... as said
    int seats;      // ways to put it on that were tried
    bool blocked;   // it can be put on in none of them: the first way says by whom
    Affine seat;    // the best of them
    Vec3d axis, at; // of the screw
    double stand_off;
    AccessWay ways[ACCESS_ENDS];
    RenderMesh *drawn; // the tool; NULL: nothing is drawn
    Box3d box;         // of it, in its own frame
    uint32_t version;  // goes up with every change
} AccessShown;

const AccessShown *access_shown(const App *app); // never NULL
// size: in mm; 0: of wrenches as the head needs it, else the usual one.
bool access_can_try(int piece); // it works screws, or it is a hand
void access_ask(App *app, int32_t screw, int piece, double size);
bool access_busy(const App *app);
void access_forget(App *app);
// "turns 74.3° one way and 21.0° the other; stopped by Bracket and Hose"
void access_sentence(const App *app, char *text, size_t size);
// The whole angle that the tool has; 360 and more is all around.
double access_angle(const AccessShown *shown);

#endif
