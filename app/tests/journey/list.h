// One line per journey; the file is journey_<name>.c, the test app_journey_<name>. SEES: it looks at
// pixels, or at what drawing costs. BLIND: it asks the state file alone, and Mesa's software driver is
// told to fill no pixels for it, which is two thirds of all the work of a journey.
#define JOURNEY_LIST(X)                                                                            \
    X(window, SEES)                                                                                \
    X(contact, SEES)                                                                               \
    X(pose, BLIND)                                                                                 \
    X(clashes, SEES)                                                                               \
    X(quiet, SEES)                                                                                 \
    X(axes, BLIND)                                                                                 \
    X(panel, SEES)                                                                                 \
    X(held, BLIND)                                                                                 \
    X(snapping, BLIND)                                                                             \
    X(fitting, BLIND)                                                                              \
    X(push, BLIND)                                                                                 \
    X(joints, BLIND)                                                                               \
    X(volumes, SEES)                                                                               \
    X(looks, SEES)                                                                                 \
    X(viewing, SEES)                                                                               \
    X(parts, SEES)                                                                                 \
    X(many, BLIND)                                                                                 \
    X(files, SEES)                                                                                 \
    X(script, BLIND)                                                                               \
    X(lessons, BLIND)                                                                              \
    X(tours, BLIND)                                                                                \
    X(tasks, BLIND)                                                                                \
    X(alternator, BLIND)                                                                           \
    X(studies, SEES)                                                                               \
    X(cage, SEES)                                                                                  \
    X(search, BLIND)                                                                               \
    X(settings, BLIND)                                                                             \
    X(unsaved, BLIND)                                                                              \
    X(scenes, BLIND)                                                                               \
    X(endings, BLIND)                                                                              \
    X(memory, SEES)                                                                                \
    X(soak, SEES)                                                                                  \
    X(million, SEES)                                                                               \
    X(shape, BLIND)                                                                                \
    X(large_text, BLIND)                                                                           \
    X(everything, BLIND)                                                                           \
    X(see, SEES)                                                                                   \
    X(pictures, SEES)                                                                              \
    X(menus, BLIND)                                                                                \
    X(primitives, BLIND)
