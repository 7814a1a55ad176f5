// One line per journey; the file is journey_<name>.c, the test app_journey_<name>.
#define JOURNEY_LIST(X)                                                                            \
    X(window)                                                                                      \
    X(contact)                                                                                     \
    X(pose)                                                                                        \
    X(clashes)                                                                                     \
    X(quiet)                                                                                       \
    X(axes)                                                                                        \
    X(panel)                                                                                       \
    X(held)                                                                                        \
    X(snapping)                                                                                    \
    X(fitting)                                                                                     \
    X(push)                                                                                        \
    X(joints)                                                                                      \
    X(volumes)                                                                                     \
    X(looks)                                                                                       \
    X(viewing)                                                                                     \
    X(parts)                                                                                       \
    X(many)                                                                                        \
    X(files)                                                                                       \
    X(script)                                                                                      \
    X(lessons)                                                                                     \
    X(tasks)                                                                                       \
    X(search)                                                                                      \
    X(settings)                                                                                    \
    X(unsaved)                                                                                     \
    X(scenes)                                                                                      \
    X(endings)                                                                                     \
    X(memory)                                                                                      \
    X(soak)                                                                                        \
    X(million)                                                                                     \
    X(shape)                                                                                       \
    X(everything)                                                                                  \
    X(see)                                                                                         \
    X(pictures)                                                                                    \
    X(menus)                                                                                       \
    X(primitives)
