// An elementary operation of one's own in the traversal: the two corners of two meshes that are
// nearest to each other, as for snapping one part to another.
#include "shapes.h"

typedef struct Nearest {
    double distance, a[3], b[3];
    int32_t looked_at;
} Nearest;

// Nothing farther apart than the best so far is of interest: that makes it fast.
static int32_t look(void *user, const snug_triangle_pair *pair, double *reach)
{
    Nearest *nearest = user;
    ++nearest->looked_at;
    for (int i = 0; i < 9; ++i) {
        const double *a = pair->a + i / 3 * 3, *b = pair->b + i % 3 * 3;
        double x = a[0] - b[0], y = a[1] - b[1], z = a[2] - b[2];
        double distance = sqrt(x * x + y * y + z * z);
        if (distance >= nearest->distance)
            continue;
        *reach = nearest->distance = distance;
        for (int k = 0; k < 3; ++k) {
            nearest->a[k] = a[k];
            nearest->b[k] = b[k];
        }
    }
    return 1; // go on
}

int main(void)
{
    snug_tree *box = make_tree(make_box(2, 2, 2)), *ball = make_tree(make_ball(1));
    const double moved[12] = {1, 0, 0, 4, 0, 1, 0, 0.1, 0, 0, 1, 0.2}; // of the ball
    Nearest nearest = {.distance = INFINITY};
    snug_traversal *traversal = NULL;
    snug_progress progress = {.struct_size = sizeof progress};
    snug_error error;
    must(snug_traversal_begin(box, ball, moved, NULL, INFINITY, look, &nearest, &traversal, &error),
         &error);
    must(snug_traversal_run(traversal, 0, &progress, &error), &error);
    snug_traversal_end(traversal);
    printf("corner (%.3f %.3f %.3f) is %.3f from corner (%.3f %.3f %.3f); %d pairs looked at\n",
           nearest.a[0], nearest.a[1], nearest.a[2], nearest.distance, nearest.b[0], nearest.b[1],
           nearest.b[2], nearest.looked_at);
    snug_tree_release(box);
    snug_tree_release(ball);
    return progress.outcome == SNUG_DONE && nearest.distance < 3 && nearest.looked_at < 12 * 960
               ? 0
               : 1;
}
