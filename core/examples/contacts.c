// Which triangles of two meshes meet, and where?
#include "shapes.h"

int main(void)
{
    snug_tree *box = make_tree(make_box(2, 2, 2)), *ball = make_tree(make_ball(1));
    const double moved[12] = {1, 0, 0, 1.5, 0, 1, 0, 0.1, 0, 0, 1, 0.2}; // of the ball
    snug_query_desc desc = {.struct_size = sizeof desc, .points = 1};
    snug_contacts found = {.struct_size = sizeof found};
    snug_error error;
    must(snug_find_contacts(box, ball, moved, &desc, &found, &error), &error);
    printf("%d pairs of triangles meet; %d volume tests, %d triangle tests\n", (int)found.count,
           (int)found.stats.volume_tests, (int)found.stats.triangle_tests);
    for (uint64_t i = 0; i < found.count && i < 3; ++i) {
        const snug_contact *contact = &found.contacts[i];
        const double *at = found.points + 3 * contact->first_point;
        printf("  %d of the box and %d of the ball, at %.3f %.3f %.3f\n", contact->a, contact->b,
               at[0], at[1], at[2]);
    }
    int good = found.count > 0;
    snug_contacts_free(&found);
    snug_tree_release(box);
    snug_tree_release(ball);
    return good ? 0 : 1;
}
