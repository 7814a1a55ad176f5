// The figures, paper by paper in the order of menus and pages. To add one: see figure.h.
#define FIGURE_LIST(X)                                                                             \
    X(zachmann1997_2)                                                                              \
    X(zachmann1997_5)                                                                              \
    X(zachmann1997_6)                                                                              \
    X(zachmann1997_9)                                                                              \
    X(zachmann1997_10)                                                                             \
    X(bergen1998_2)                                                                                \
    X(bergen1998_table1)                                                                           \
    X(bergen1998_table2)                                                                           \
    X(bergen1998_table3)                                                                           \
    X(zachmann2002_1)                                                                              \
    X(zachmann2002_6)                                                                              \
    X(zachmann2002_8)                                                                              \
    X(zachmann2002_9)                                                                              \
    X(zachmann2002_10)                                                                             \
    X(andersen2006_c1)                                                                             \
    X(andersen2006_c2)                                                                             \
    X(andersen2006_c3)                                                                             \
    X(andersen2006_c4)                                                                             \
    X(andersen2006_c5)                                                                             \
    X(andersen2006_c6)                                                                             \
    X(andersen2006_c7)                                                                             \
    X(andersen2006_c8)                                                                             \
    X(andersen2006_c9)                                                                             \
    X(andersen2006_c10)                                                                            \
    X(andersen2006_c11)                                                                            \
    X(andersen2006_c12)                                                                            \
    X(larsson2008_4)                                                                               \
    X(larsson2008_6)                                                                               \
    X(larsson2008_11)
