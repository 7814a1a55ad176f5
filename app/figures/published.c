// Read off the papers by hand. Tables that other benchmarks need as well stand with these: Table 3 of 2008 in
// core/bench/larsson_scenes.c, the tables of 1998 in core/bench/bergen.c, those of 2006 in app/io/bench_hybrid.c.
#include "app/figures/published.h"

#include <string.h>

const char *const figure_source_names[] = {
    [SOURCE_TEXT] = "text",
    [SOURCE_TABLE] = "table",
    [SOURCE_CAPTION] = "caption",
    [SOURCE_AXIS] = "read off the plot's axis",
};

#define TEXT(figure, what, value, where)                                                           \
    {                                                                                              \
        figure, what, value, SOURCE_TEXT, where, JUDGE_VALUE                                       \
    }
#define CAPTION(figure, what, value)                                                               \
    {                                                                                              \
        figure, what, value, SOURCE_CAPTION, "", JUDGE_VALUE                                       \
    }
#define TABLE(figure, what, value, where)                                                          \
    {                                                                                              \
        figure, what, value, SOURCE_TABLE, where, JUDGE_VALUE                                      \
    }

const PublishedValue published_values[] = {
    CAPTION("zachmann1997-5", "empty boxes of a torus of 400 polygons (%)", "23"),
    CAPTION("zachmann1997-5", "empty boxes of a torus of 6400 (%)", "40-60"),
    CAPTION("zachmann1997-5", "empty boxes of a torus of 40000 (%)", "40-60"),
    TEXT("zachmann1997-5", "pointers per polygon, torus of 6400", "1.2-1.6",
         "\"Crossing polygons\""),
    TEXT("zachmann1997-5", "pointers per polygon, torus of 40000", "1.2-1.6",
         "\"Crossing polygons\""),

    CAPTION("zachmann1997-6", "spheres: time grows like n to the", "1"),
    CAPTION("zachmann1997-6", "hyperboloids: time grows like n to the", "1"),

    TABLE("zachmann1997-9", "best depth, about 100 polygons", "4 +- 1", "\"Timing\""),
    TABLE("zachmann1997-9", "best depth, about 300 polygons", "5 +- 1", "\"Timing\""),
    TABLE("zachmann1997-9", "best depth, about 700 polygons", "6 +- 1", "\"Timing\""),
    TABLE("zachmann1997-9", "best depth, about 1300 polygons", "7 +- 1", "\"Timing\""),
    TABLE("zachmann1997-9", "best depth, about 2000 polygons", "8 +- 1", "\"Timing\""),
    TABLE("zachmann1997-9", "best depth, about 3000 polygons", "9 +- 1", "\"Timing\""),

    TEXT("zachmann1997-10", "the tree is faster from (triangles)", "about 100", "\"Timing\""),
    {"zachmann1997-10", "tori of 1000 polygons (ms)", "20", SOURCE_TEXT, "\"Timing\"",
     JUDGE_MACHINE},
    TEXT("zachmann1997-10", "largest: T without / with empty boxes", ">1", "\"Timing\""),
    TEXT("zachmann1997-10", "largest: T of simple algorithm / tree", ">>1", "\"Timing\""),
    TEXT("zachmann1997-10", "largest: T without / with pre-checks", "1.5",
         "\"Motivation for BoxTrees\""),

#define EXITS(model)                                                                               \
    TEXT("bergen1998-2", model ", OBB: exits on edges (%)", "about 15", "section 3"),              \
        TEXT("bergen1998-2", model ", OBB: tests that overlap (%)", "about 60", "section 3"),      \
        TEXT("bergen1998-2", model ", AABB: exits on edges (%)", "about 15", "section 3"),         \
        TEXT("bergen1998-2", model ", AABB: tests that overlap (%)", "about 60", "section 3")
    EXITS("torus"),
    EXITS("X-wing (stand-in)"),
    EXITS("teapot (stand-in)"),
#undef EXITS

    TEXT("zachmann2002-1", "headlight: median empty volume (%)", "about 10", "section 3.1"),
    TEXT("zachmann2002-1", "car body: median empty volume (%)", "about 10", "section 3.1"),
    TEXT("zachmann2002-1", "door lock: median empty volume (%)", "about 10", "section 3.1"),
    TEXT("zachmann2002-1", "headlight: nodes above 10 triangles (%)", "about 10", "section 3.1"),
    TEXT("zachmann2002-1", "car body: nodes above 10 triangles (%)", "about 10", "section 3.1"),
    TEXT("zachmann2002-1", "door lock: nodes above 10 triangles (%)", "about 10", "section 3.1"),

    TEXT("zachmann2002-6", "headlight: time grows like n to the", "1", "sections 4.3 and 5"),
    TEXT("zachmann2002-6", "car body: time grows like n to the", "1", "sections 4.3 and 5"),
    TEXT("zachmann2002-6", "door lock: time grows like n to the", "1", "sections 4.3 and 5"),
    TEXT("zachmann2002-6", "sphere: time grows like n to the", "1", "sections 4.3 and 5"),
    {"zachmann2002-6", "polygons per second, least", "20000", SOURCE_TEXT, "section 6",
     JUDGE_MACHINE},
    {"zachmann2002-6", "polygons per second, most", "20000", SOURCE_TEXT, "section 6",
     JUDGE_MACHINE},

    {"zachmann2002-8", "triangles of the headlight", "64000", SOURCE_CAPTION, "", JUDGE_MODEL},
    {"zachmann2002-8", "triangles of the door lock", "80000", SOURCE_CAPTION, "", JUDGE_MODEL},

    TEXT("zachmann2002-9", "largest: T of SAT / SAT lite", ">1", "section 5"),
    TEXT("zachmann2002-9", "largest: T of alignment / SAT lite", ">1", "section 5"),

    TEXT("zachmann2002-10", "headlight: T of boxtree / DOP tree", "about 1", "section 6"),
    TEXT("zachmann2002-10", "car body: T of boxtree / DOP tree", "about 1", "section 6"),
    TEXT("zachmann2002-10", "door lock: T of boxtree / DOP tree", "about 1", "section 6"),
    TEXT("zachmann2002-10", "torus: T of boxtree / DOP tree", "about 1", "section 6"),
    {"zachmann2002-10", "door lock: boxtree at the largest size (ms)", "<0.7", SOURCE_AXIS, "",
     JUDGE_MACHINE},
    {"zachmann2002-10", "torus: boxtree at the largest size (ms)", "<0.3", SOURCE_AXIS, "",
     JUDGE_MACHINE},

    TEXT("larsson2008-4", "blob: time grows like n to the", "1", "section 2"),
    TEXT("larsson2008-4", "knot: time grows like n to the", "1", "section 2"),
    TEXT("larsson2008-4", "teapot: time grows like n to the", "1", "section 2"),
    TEXT("larsson2008-4", "X-wing: time grows like n to the", "1", "section 2"),
    TEXT("larsson2008-4", "sphere: time grows like n to the", "1", "section 2"),

    TEXT("larsson2008-6", "SCB: diameter from level to level", "0.5", "section 3.1"),
    TEXT("larsson2008-6", "SCB: thickness from level to level", "0.25", "section 3.1"),
    TEXT("larsson2008-6", "SCB: thickness falls like diameter to the", "2", "section 3.1"),
};
const int published_count = (int)(sizeof published_values / sizeof *published_values);

const PublishedValue *published_find(const char *figure, const char *what)
{
    for (int i = 0; i < published_count; ++i)
        if (strcmp(published_values[i].figure, figure) == 0 &&
            strcmp(published_values[i].what, what) == 0)
            return &published_values[i];
    return NULL;
}
