// One line per triangle test; the file is tri_<name>.c. The first one is the default.
#define TRI_TEST_LIST(X) X(exact) X(moeller)
