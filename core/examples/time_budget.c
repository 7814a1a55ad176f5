// Do two meshes meet? Asked frame by frame, with a few microseconds for each: an answer that is not
// there yet comes with a bound of how wrong "they do not" can be.
#include "shapes.h"

int main(void)
{
    snug_tree *one = make_tree(make_ball(1)), *other = make_tree(make_ball(1));
    const double moved[12] = {0.8, 0, 0.6, 1.99, 0, 1, 0, 0, -0.6, 0, 0.8, 0}; // almost touching
    snug_search *search = NULL;
    snug_answer answer = {.struct_size = sizeof answer, .verdict = SNUG_NOT_YET_KNOWN};
    snug_error error;
    must(snug_search_begin(one, other, moved, NULL, &search, &error), &error);
    int frames = 0;
    while (answer.verdict == SNUG_NOT_YET_KNOWN) {
        must(snug_search_run(search, 5, &answer, &error), &error); // microseconds
        if (answer.verdict == SNUG_NOT_YET_KNOWN && frames < 5)
            printf("frame %d: not known yet; if they meet, then by less than %.4f\n", frames,
                   answer.error);
        ++frames;
    }
    printf("after %d frames and %d volume tests: they %s\n", frames, (int)answer.stats.volume_tests,
           answer.verdict == SNUG_MEETING ? "meet" : "do not meet");
    snug_search_end(search);
    snug_tree_release(one);
    snug_tree_release(other);
    return answer.verdict == SNUG_NOT_YET_KNOWN;
}
