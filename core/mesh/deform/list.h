// One line per deformation; the file is deform_<name>.c.
#define DEFORM_LIST(X) X(twist) X(bend) X(wave) X(blow_up) X(push_aside)
