#include "app/window/endings.h"

#include "app/session/save.h"

#include <dlfcn.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static sigset_t held;
static _Atomic int came;
static App *watched;
static pthread_t main_thread;

void endings_hold(void)
{
    static const int SIGNALS[] = {SIGTERM, SIGHUP, SIGINT};
    sigemptyset(&held);
    for (size_t i = 0; i < sizeof SIGNALS / sizeof *SIGNALS; ++i) {
        struct sigaction before;
        // What is ignored stays so: nohup means it.
        if (sigaction(SIGNALS[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaddset(&held, SIGNALS[i]);
    }
    pthread_sigmask(SIG_BLOCK, &held, NULL);
}

int endings_signal(void)
{
    return atomic_load(&came);
}

// A thread of its own may do what a signal handler may not: wake the window.
static void *wait_for_signals(void *unused)
{
    (void)unused;
    int number = 0;
    if (sigwait(&held, &number) != 0)
        return NULL;
    atomic_store(&came, number);
    watched->wake();
    // Who asks a second time does not want to wait any longer.
    if (sigwait(&held, &number) == 0) {
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, number);
        signal(number, SIG_DFL);
        pthread_sigmask(SIG_UNBLOCK, &one, NULL);
        raise(number);
    }
    return NULL;
}

// Xlib calls this in the middle of whatever asked for the display, and ends the program when it
// returns. Nothing of the display may be touched any more.
static int on_lost_display(void *display)
{
    (void)display;
    fputs("snug view: the display is gone\n", stderr);
    if (pthread_equal(pthread_self(), main_thread) && save_keep_work(watched))
        fputs("snug view: unsaved work was kept; the next start offers it\n", stderr);
    _exit(1);
}

void endings_watch(App *app)
{
    watched = app;
    main_thread = pthread_self();
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_signals, NULL) == 0)
        pthread_detach(thread);
    else
        pthread_sigmask(SIG_UNBLOCK, &held, NULL); // they end the program as they always did
    // Only GLFW knows whether there is Xlib at all, so it is asked for by name.
    int (*(*set_handler)(int (*)(void *)))(void *) = NULL;
    void *symbol = dlsym(RTLD_DEFAULT, "XSetIOErrorHandler");
    memcpy(&set_handler, &symbol, sizeof symbol);
    if (set_handler)
        set_handler(on_lost_display);
}
