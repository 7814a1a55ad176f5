// Programs the journeys start: they end with the test program, whatever happens to it.
#ifndef SNUG_APP_TESTS_JOURNEY_PROCESS_H
#define SNUG_APP_TESTS_JOURNEY_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

// Starts argv[0] (looked for in PATH, no shell). keep: a file descriptor it inherits, or -1.
// Returns -1 with a message on stderr.
pid_t process_start(const char *const *argv, int keep);

// Xvfb on a free display number; *display is that number. Returns once it accepts clients.
pid_t process_start_screen(int width, int height, int *display);

void process_use_screen(int display); // by all that is started from now on

bool process_ended(pid_t pid, int *exit_code); // does not wait; 128 + signal if killed
void process_stop(pid_t pid);                  // asks, waits, kills

#endif
