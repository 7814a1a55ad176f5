// The built-in scenes, the default one first. To add one: a file scene_x.c that defines
// `const Scene scene_x`, and X(x) here.
#define SCENE_LIST(X)                                                                              \
    X(gearbox)                                                                                     \
    X(pin_and_plate)                                                                               \
    X(bolted_plate) X(two_tori) X(lid) X(row) X(ship_pipes) X(cage) X(engine_bay) X(models)
