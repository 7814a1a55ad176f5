#include "app/document/move_settings.h"

const MoveName move_handles[HANDLES_COUNT] = {
    [HANDLES_MOVE_TURN] = {"Move and turn", "Arrows, squares and arcs at the selected part"},
    [HANDLES_MOVE] = {"Move", "Arrows move along an axis, squares in a plane"},
    [HANDLES_TURN] = {"Turn",
                      "Rings turn about an axis, the outer one about the direction of view"},
    [HANDLES_SCALE] = {"Scale",
                       "Boxes make the part larger or smaller along its own axes, about the "
                       "same point as turns"},
    [HANDLES_OFF] = {"None", "No handles: parts are dragged by themselves"},
};

const MoveName move_pivots[PIVOT_COUNT] = {
    [PIVOT_ORIGIN] = {"Part's origin", "The zero point of the selected part stays in place"},
    [PIVOT_CENTRE] = {"Centre", "The middle of the box around what is selected stays in place"},
    [PIVOT_POINT] = {"Picked point", "A point that you click on a part stays in place"},
    [PIVOT_CONTACT] = {"Last contact",
                       "The middle of where the part last met others stays in place"},
};

const MoveName hand_modes[HAND_MODES] = {
    [HAND_FREE] = {"Free", "Parts go through each other, and you see where they meet"},
    [HAND_STOP] = {"Stop", "A part stops where it would run into another"},
    [HAND_SLIDE] = {"Slide", "A part stops at others and goes on along them"},
    [HAND_PUSH] =
        {"Push",
         "A part slides, and pushes along what is loose: not locked, and as its joint lets it"},
};

const MoveName move_steps[STEP_COUNT] = {
    [STEP_GRID] = {"Grid", "With Ctrl, positions are multiples of this"},
    [STEP_ANGLE] = {"Angle", "With Ctrl, turns are multiples of this many degrees"},
    [STEP_NUDGE] = {"Key step", "How far Alt and an arrow key move what is selected"},
    [STEP_TURN] = {"Key turn", "How many degrees Shift, Alt and an arrow key turn what is "
                               "selected"},
};
