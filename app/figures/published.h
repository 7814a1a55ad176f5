// What the papers print about their figures. Where a paper has only a curve, there is no value here but what it says
// in words or on the axes.
#ifndef SNUG_APP_FIGURES_PUBLISHED_H
#define SNUG_APP_FIGURES_PUBLISHED_H

enum FigureSource {
    SOURCE_TEXT,    // in a sentence
    SOURCE_TABLE,   // in a table
    SOURCE_CAPTION, // below the figure
    SOURCE_AXIS,    // read off an axis of the plot: how far it reaches
};
extern const char *const figure_source_names[];

// Whether ours can be held against what is published.
enum FigureJudge {
    JUDGE_VALUE,
    JUDGE_MACHINE, // a time of the authors' machine: shown, not judged
    JUDGE_MODEL,   // it depends on the model, and ours is a stand-in: likewise
};

typedef struct PublishedValue {
    const char *figure, *what; // id, and what is measured
    const char *value;         // as core/bench/claims.h reads it; "" if it is in words only
    enum FigureSource source;
    const char *where; // "section 5", "Table 3"
    enum FigureJudge judge;
} PublishedValue;

extern const PublishedValue published_values[];
extern const int published_count;
const PublishedValue *published_find(const char *figure, const char *what); // NULL: there is none

#endif
