#include "app/tests/journey/process.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int SCREEN_TIMEOUT_MS = 30000;
static const int STOP_PATIENCE_MS = 5000;

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

pid_t process_start(const char *const *argv, int keep)
{
    pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        fprintf(stderr, "cannot start %s: %s\n", argv[0], strerror(errno));
    if (pid != 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(127); // it is gone already
    for (int i = 3; i < 64; ++i)
        if (i != keep)
            close(i);
    // execvp takes char * for historical reasons and changes nothing.
    char *words[32];
    int count = 0;
    while (argv[count] && count < 31) {
        memcpy(&words[count], &argv[count], sizeof *words);
        ++count;
    }
    words[count] = NULL;
    execvp(words[0], words);
    fprintf(stderr, "cannot start %s: %s\n", words[0], strerror(errno));
    _exit(127);
}

pid_t process_start_screen(int width, int height, int *display)
{
    int ends[2];
    char screen[32], descriptor[16], answer[16] = "";
    if (pipe(ends) != 0)
        return -1;
    snprintf(screen, sizeof screen, "%dx%dx24", width, height);
    snprintf(descriptor, sizeof descriptor, "%d", ends[1]);
    const char *const argv[] = {"Xvfb", "-displayfd", descriptor, "-screen",  "0",
                                screen, "-nolisten",  "tcp",      "-noreset", NULL};
    pid_t pid = process_start(argv, ends[1]);
    close(ends[1]);
    size_t used = 0;
    // The number comes with a newline once the server listens; end of file means it gave up.
    while (pid > 0 && used + 1 < sizeof answer && !memchr(answer, '\n', used)) {
        struct pollfd wait = {.fd = ends[0], .events = POLLIN};
        ssize_t got = poll(&wait, 1, SCREEN_TIMEOUT_MS) == 1
                          ? read(ends[0], answer + used, sizeof answer - 1 - used)
                          : 0;
        if (got <= 0)
            break;
        used += (size_t)got;
    }
    close(ends[0]);
    if (pid > 0 && memchr(answer, '\n', used)) {
        *display = atoi(answer);
        return pid;
    }
    fprintf(stderr, "Xvfb did not start (package xvfb)\n");
    if (pid > 0)
        process_stop(pid);
    return -1;
}

void process_use_screen(int display)
{
    char name[16];
    snprintf(name, sizeof name, ":%d", display);
    setenv("DISPLAY", name, 1);
    unsetenv("WAYLAND_DISPLAY");
#ifdef KEEP_LOADED
    setenv("LD_PRELOAD", KEEP_LOADED, 1);
    setenv("ASAN_OPTIONS", "verify_asan_link_order=0:intercept_tls_get_addr=0", 1);
#endif
}

bool process_ended(pid_t pid, int *exit_code)
{
    int status;
    if (pid <= 0 || waitpid(pid, &status, WNOHANG) != pid)
        return false;
    *exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    return true;
}

void process_stop(pid_t pid)
{
    int code;
    if (pid <= 0)
        return;
    kill(pid, SIGTERM);
    for (int waited = 0; waited < STOP_PATIENCE_MS; waited += 20) {
        if (process_ended(pid, &code))
            return;
        pause_ms(20);
    }
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}
