// How much room a tool has, in words.
#include "app/scenes/kit.h"
#include "app/stages/access_state.h"
#include "app/stages/app.h"

#include <stdio.h>
#include <string.h>

bool access_can_try(int piece)
{
    return kit_pieces[piece]->turns || piece == KIT_hand;
}

double access_angle(const AccessShown *shown)
{
    return shown->ways[ACCESS_TURN].free + shown->ways[ACCESS_BACK].free;
}

static const char *name_of(const App *app, int32_t part)
{
    return part >= 0 ? app->assembly.parts[part].name : "nothing";
}

static void stopped_by(const App *app, const AccessShown *s, char *text, size_t size)
{
    int32_t a = s->ways[ACCESS_TURN].stops, b = s->ways[ACCESS_BACK].stops;
    char near[48];
    length_format(s->stand_off, app->assembly.unit, near, sizeof near);
    if (a == b)
        snprintf(text, size, "stopped by %s, at %s before it", name_of(app, a), near);
    else
        snprintf(text, size, "stopped by %s and %s, at %s before them", name_of(app, a),
                 name_of(app, b), near);
}

void access_sentence(const App *app, char *text, size_t size)
{
    const AccessShown *s = access_shown(app);
    const AccessWay *turn = &s->ways[ACCESS_TURN], *back = &s->ways[ACCESS_BACK];
    char who[512], by[512], lift[48];
    snprintf(who, sizeof who, "A %s of %g mm on %.200s", kit_pieces[s->piece]->name, s->size,
             name_of(app, s->screw));
    length_format(s->ways[ACCESS_LIFT].free, app->assembly.unit, lift, sizeof lift);
    if (s->blocked) {
        snprintf(text, size, "%s cannot be put on in any of %d ways: %.200s is there", who,
                 s->seats, name_of(app, turn->stops));
        return;
    }
    if (turn->stops < 0)
        snprintf(text, size, "%s turns all around, proven on the whole way", who);
    else {
        stopped_by(app, s, by, sizeof by);
        snprintf(text, size, "%s turns %.1f° one way and %.1f° the other, %.1f° in all; %s", who,
                 turn->free, back->free, access_angle(s), by);
    }
    size_t used = strlen(text);
    const AccessWay *off = &s->ways[ACCESS_LIFT];
    if (off->stops >= 0)
        snprintf(text + used, size - used,
                 ". Along the axis it comes off by %s, then %.200s is there", lift,
                 name_of(app, off->stops));
    else
        snprintf(text + used, size - used, ". It comes off along the axis");
}
