// The two shafts of the gear unit. Shoulders carry the bearings' inner rings, a collar the wheel.
#include "app/scenes/gearbox.h"

const GearSize gearbox_pinion = {.module = 3, .teeth = 18, .backlash = 0.16};
const GearSize gearbox_wheel = {.module = 3, .teeth = 36, .backlash = 0.16};
const Keyway gearbox_input_key = {.half_width = 2.5, .floor_height = 4, .length = 20};
const Keyway gearbox_output_key = {.half_width = 3, .floor_height = 7.5, .length = 26};

enum { SEGMENTS = GEARBOX_SEGMENTS };

// Bands along the profile; *first and *last are left to be closed by the caller.
static void draw_steps(MeshBuilder *b, const ProfilePoint *profile, int count, Contour *first,
                       Contour *last)
{
    SolidFrame axis = {AXIS_X, vec3d(0, 0, 0)};
    first->count = 0;
    contour_circle(b, first, axis, profile[0].radius, profile[0].w, SEGMENTS);
    *last = *first;
    for (int i = 1; i < count; ++i) {
        Contour next = {0};
        contour_circle(b, &next, axis, profile[i].radius, profile[i].w, SEGMENTS);
        if (profile[i].w == profile[i - 1].w)
            solid_ring(b, AXIS_X, profile[i].radius > profile[i - 1].radius ? &next : last,
                       profile[i].radius > profile[i - 1].radius ? last : &next);
        else
            solid_band(b, last, &next);
        *last = next;
    }
}

Mesh *gearbox_output_shaft(void)
{
    MeshBuilder b = {0};
    static const ProfilePoint PROFILE[] = {
        {-76, 11.2}, {-75, 12.2}, {-54, 12.2}, {-54, 14.2}, {-53.2, 15},   {-27, 15},
        {-27, 19},   {-26, 20},   {-16.4, 20}, {-15.4, 19}, {-15.4, 15.7}, {30, 15.7},
        {30.7, 15},  {53.2, 15},  {54, 14.2},  {54, 12.2},  {83.4, 12.2},  {84, 11.6}};
    Contour rear, front, stub = {0};
    draw_steps(&b, PROFILE, sizeof PROFILE / sizeof *PROFILE, &rear, &front);
    solid_disc(&b, AXIS_X, &rear);
    solid_keyed_end(&b, 11, 84, GEARBOX_OUTPUT_END, &gearbox_output_key, SEGMENTS, &stub);
    solid_ring(&b, AXIS_X, &front, &stub);
    return solid_finish(&b);
}

Mesh *gearbox_input_shaft(void)
{
    MeshBuilder b = {0};
    const double half = 15; // of the pinion, which is cut into the shaft
    static const ProfilePoint REAR[] = {{-75, 7.4},  {-74.2, 8.2}, {-57, 8.2},
                                        {-57, 10.2}, {-56.2, 11},  {-15, 11}};
    static const ProfilePoint FRONT[] = {{15, 11},  {56.2, 11},  {57, 10.2},
                                         {57, 8.2}, {77.4, 8.2}, {78, 7.6}};
    Contour rear_end, rear_root, front_root, front_end, stub = {0}, low = {0}, high = {0};
    draw_steps(&b, REAR, sizeof REAR / sizeof *REAR, &rear_end, &rear_root);
    draw_steps(&b, FRONT, sizeof FRONT / sizeof *FRONT, &front_root, &front_end);
    solid_gear_rim(&b, &gearbox_pinion, 2 * half, &low, &high);
    solid_disc(&b, AXIS_X, &rear_end);
    solid_ring(&b, AXIS_X, &low, &rear_root);
    solid_ring(&b, AXIS_X, &high, &front_root);
    solid_keyed_end(&b, 7, 78, GEARBOX_INPUT_END, &gearbox_input_key, SEGMENTS, &stub);
    solid_ring(&b, AXIS_X, &front_end, &stub);
    return solid_finish(&b);
}
