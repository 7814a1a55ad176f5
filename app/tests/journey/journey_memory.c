// Little memory: a window that cannot be is refused with a reason, never ended by a signal.
#include "app/tests/journey/process.h"
#include "app/tests/journey/small_scene.h"

#include <stdlib.h>

#ifndef __SANITIZE_ADDRESS__ // a sanitizer needs all the address space there is
// Returns the exit code of `snug view` in so little address space; what it says is in said.txt.
static int start_in(Journey *j, const char *kilobytes)
{
    static const char COMMAND[] =
        "ulimit -v \"$1\"; exec \"$0\" view \"$2\" --screenshot \"$3\" 2>\"$4\"";
    const char *argv[] = {"sh",
                          "-c",
                          COMMAND,
                          j->snug,
                          kilobytes,
                          in_folder(j, "s.json"),
                          in_folder(j, "picture.png"),
                          in_folder(j, "said.txt"),
                          NULL};
    j->snug_pid = process_start(argv, -1);
    EXPECT(j, j->snug_pid > 0);
    return journey_end_code(j);
}
#endif

void journey_memory(Journey *j)
{
    make_files(j);
#ifdef __SANITIZE_ADDRESS__
    journey_step(j, "a sanitizer needs all the address space there is");
#else
    static const char *const LITTLE[] = {"300000", "450000", "600000", "780000"};
    journey_step(j, "too little memory for a window is said");
    for (int i = 0; i < 4; ++i) {
        EXPECT(j, start_in(j, LITTLE[i]) == 1);
        EXPECT(j, file_has(in_folder(j, "said.txt"), "a window needs 768 MB of memory"));
        EXPECT(j, file_has(in_folder(j, "said.txt"), "raise the limit (ulimit -v)"));
    }
    journey_step(j, "with a little more it opens");
    EXPECT(j, start_in(j, "1000000") == 0);
#endif
}
