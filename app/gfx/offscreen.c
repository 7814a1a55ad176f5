// A GL context without any window or X server: EGL on Mesa's surfaceless platform. The library is
// looked for when it is needed: programs that may draw run where nothing can be drawn, too.
#include "app/gfx/frame.h"
#include "app/gfx/target.h"

#define EGL_EGL_PROTOTYPES 0
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { OFFSCREEN_SAMPLES = 4 };

struct Offscreen {
    EGLDisplay display;
    EGLContext context;
    Target target;
};

#define EGL_FUNCTIONS(X)                                                                           \
    X(QueryString, QUERYSTRING)                                                                    \
    X(GetProcAddress, GETPROCADDRESS)                                                              \
    X(Initialize, INITIALIZE)                                                                      \
    X(BindAPI, BINDAPI)                                                                            \
    X(ChooseConfig, CHOOSECONFIG)                                                                  \
    X(CreateContext, CREATECONTEXT)                                                                \
    X(DestroyContext, DESTROYCONTEXT)                                                              \
    X(MakeCurrent, MAKECURRENT)                                                                    \
    X(ReleaseThread, RELEASETHREAD)

static struct {
    bool there; // all of them
#define X(name, NAME) PFNEGL##NAME##PROC name;
    EGL_FUNCTIONS(X)
#undef X
} egl;

// Never unloaded: drivers keep threads and thread-local data.
static void load_egl(void)
{
    void *library = dlopen("libEGL.so.1", RTLD_NOW | RTLD_LOCAL), *found;
    egl.there = library != NULL;
#define X(name, NAME)                                                                              \
    found = library ? dlsym(library, "egl" #name) : NULL;                                          \
    memcpy(&egl.name, &found, sizeof found);                                                       \
    egl.there = egl.there && found;
    EGL_FUNCTIONS(X)
#undef X
}

static EGLDisplay open_display(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load_egl);
    if (!egl.there)
        return EGL_NO_DISPLAY;
    // NULL asks for the extensions of the client: those that exist before there is a display.
    const char *extensions = egl.QueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (!extensions || !strstr(extensions, "EGL_MESA_platform_surfaceless"))
        return EGL_NO_DISPLAY;
    PFNEGLGETPLATFORMDISPLAYEXTPROC get_display =
        (PFNEGLGETPLATFORMDISPLAYEXTPROC)egl.GetProcAddress("eglGetPlatformDisplayEXT");
    if (!get_display)
        return EGL_NO_DISPLAY;
    return get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
}

static bool open_context(Offscreen *o, Error *err)
{
    o->display = open_display();
    if (o->display == EGL_NO_DISPLAY || !egl.Initialize(o->display, NULL, NULL))
        return error_set(err, "drawing without a window needs EGL (install libegl1 and "
                              "libgl1-mesa-dri)");
    static const EGLint config_wish[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                                         EGL_NONE};
    static const EGLint context_wish[] = {EGL_CONTEXT_MAJOR_VERSION,
                                          3,
                                          EGL_CONTEXT_MINOR_VERSION,
                                          3,
                                          EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                          EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                          EGL_NONE};
    EGLConfig config;
    EGLint count = 0;
    if (!egl.BindAPI(EGL_OPENGL_API) ||
        !egl.ChooseConfig(o->display, config_wish, &config, 1, &count) || count == 0)
        return error_set(err, "EGL on this machine offers no OpenGL");
    o->context = egl.CreateContext(o->display, config, EGL_NO_CONTEXT, context_wish);
    if (o->context == EGL_NO_CONTEXT ||
        !egl.MakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, o->context))
        return error_set(err, "OpenGL 3.3 is needed, EGL on this machine does not offer it");
    // A window of this program may have loaded them already and be drawing on another thread; the
    // functions go by the context that is current on the calling one, however they were looked up.
    if (!GLAD_GL_VERSION_3_3 &&
        gladLoadGL((GLADloadfunc)egl.GetProcAddress) < GLAD_MAKE_VERSION(3, 3))
        return error_set(err, "OpenGL 3.3 is needed, EGL on this machine offers less");
    return true;
}

Offscreen *offscreen_create(int width, int height, Error *err)
{
    return offscreen_create_sampled(width, height, OFFSCREEN_SAMPLES, err);
}

Offscreen *offscreen_create_sampled(int width, int height, int samples, Error *err)
{
    Offscreen *o = calloc(1, sizeof *o);
    if (!o) {
        error_set(err, "out of memory");
        return NULL;
    }
    o->display = EGL_NO_DISPLAY;
    o->context = EGL_NO_CONTEXT;
    if (!open_context(o, err) || !target_create(&o->target, width, height, samples, err)) {
        offscreen_destroy(o);
        return NULL;
    }
    glBindFramebuffer(GL_FRAMEBUFFER, o->target.draw);
    return o;
}

void offscreen_finish(void)
{
    glFinish();
}

bool offscreen_read(Offscreen *o, unsigned char *rgba)
{
    size_t row = 4 * (size_t)o->target.width;
    target_resolve(&o->target);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, o->target.resolved);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; y < o->target.height; ++y)
        glReadPixels(0, o->target.height - 1 - y, o->target.width, 1, GL_RGBA, GL_UNSIGNED_BYTE,
                     rgba + (size_t)y * row);
    glBindFramebuffer(GL_FRAMEBUFFER, o->target.draw);
    return glGetError() == GL_NO_ERROR;
}

void offscreen_destroy(Offscreen *o)
{
    if (!o)
        return;
    if (o->target.draw)
        target_destroy(&o->target);
    if (o->display != EGL_NO_DISPLAY) {
        egl.MakeCurrent(o->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        if (o->context != EGL_NO_CONTEXT)
            egl.DestroyContext(o->display, o->context);
        // The display is the process's only one: terminating it would end other contexts too.
        egl.ReleaseThread();
    }
    free(o);
}
