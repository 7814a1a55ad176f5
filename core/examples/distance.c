// How far are two meshes apart, and are they nearer than a tolerance?
#include "shapes.h"

int main(void)
{
    snug_tree *box = make_tree(make_box(2, 2, 2)), *ball = make_tree(make_ball(1));
    const double moved[12] = {1, 0, 0, 4, 0, 1, 0, 0.1, 0, 0, 1, 0.2}; // of the ball
    snug_distance found = {.struct_size = sizeof found};
    int32_t near = 0, very_near = 0;
    snug_error error;
    must(snug_find_distance(box, ball, moved, NULL, &found, &error), &error);
    must(snug_is_within(box, ball, moved, 2.1, NULL, &near, NULL, &error), &error);
    must(snug_is_within(box, ball, moved, 1.9, NULL, &very_near, NULL, &error), &error);
    printf("%.6f from (%.3f %.3f %.3f) on the box to (%.3f %.3f %.3f) on the ball\n", found.value,
           found.on_a[0], found.on_a[1], found.on_a[2], found.on_b[0], found.on_b[1],
           found.on_b[2]);
    printf("within 2.1: %s, within 1.9: %s\n", near ? "yes" : "no", very_near ? "yes" : "no");
    snug_tree_release(box);
    snug_tree_release(ball);
    return fabs(found.value - 2) < 0.02 && near && !very_near ? 0 : 1;
}
