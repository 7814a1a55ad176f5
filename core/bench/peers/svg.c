// How many times faster than FCL each of ours is, and the best peer, scene by scene, as bars on a scale
// of powers of two. Bars that go down from the line at 1 are cases that we lose.
#include "core/bench/peers/results.h"

#include <math.h>
#include <string.h>

enum {
    LEFT = 46,
    SCENE = 104, // width of a scene
    BAR = 17,
    PANEL = 250, // height
    HEAD = 66,
    FOOT = 58,
    LOWEST = -2, // powers of two
    HIGHEST = 5
};

static const char *const KINDS[] = {"OBB blocks", "AABB blocks", "default kind", "OBB SAT"};
static const char *const COLOURS[] = {"#1b6ca8", "#58a6c7", "#3a9a5b", "#b9a44c", "#9a9a9a"};
enum { OURS = 4, BARS = 5 };

static double height_of(double ratio)
{
    double power = fmin(HIGHEST, fmax(LOWEST, log2(ratio)));
    return (HIGHEST - power) * PANEL / (HIGHEST - LOWEST);
}

static void bar(FILE *out, double x, double top, double ratio, int colour)
{
    double one = top + height_of(1), end = top + height_of(ratio);
    fprintf(out,
            "<rect x=\"%.0f\" y=\"%.1f\" width=\"%d\" height=\"%.1f\" fill=\"%s\"/>"
            "<text x=\"%.1f\" y=\"%.1f\" class=\"n\">%.*f</text>\n",
            x, fmin(one, end), BAR - 2, fabs(one - end), COLOURS[colour], x + (BAR - 2) / 2.0,
            ratio >= 1 ? end - 3 : end + 10, ratio < 9.95 ? 1 : 0, ratio);
}

static void panel(const Results *results, FILE *out, Mode mode, double top, int width)
{
    fprintf(out, "<text x=\"%d\" y=\"%.0f\" class=\"h\">%s: times faster than FCL OBBRSS</text>\n",
            LEFT, top - 12, mode_title(mode));
    for (int power = LOWEST; power <= HIGHEST; ++power) {
        double y = top + height_of(exp2(power));
        fprintf(out,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"%s\"/>"
                "<text x=\"%d\" y=\"%.1f\" class=\"e\">%g</text>\n",
                LEFT, width - 10, y, y, power == 0 ? "#333" : "#ddd", LEFT - 6, y + 4, exp2(power));
    }
    int scene = 0;
    for (size_t i = 0; i < results->count; ++i) {
        const Row *fcl = &results->rows[i];
        if (fcl->mode != mode || strcmp(fcl->what, "FCL OBBRSS") != 0)
            continue;
        double x = LEFT + 8 + SCENE * scene++;
        for (int kind = 0; kind < OURS; ++kind) {
            const Row *row = results_find(results, mode, fcl->scene, KINDS[kind]);
            if (row)
                bar(out, x + BAR * kind, top, fcl->time / row->time, kind);
        }
        const Row *best = results_best_peer(results, mode, fcl->scene);
        bar(out, x + BAR * OURS, top, fcl->time / best->time, OURS);
        fprintf(out,
                "<text x=\"%.0f\" y=\"%d\" class=\"s\">%s</text>"
                "<text x=\"%.0f\" y=\"%d\" class=\"p\">%s</text>\n",
                x + BAR * BARS / 2.0, (int)top + PANEL + 16, fcl->scene, x + BAR * BARS / 2.0,
                (int)top + PANEL + 30, best->what);
    }
}

static void legend(FILE *out)
{
    int x = LEFT;
    for (int i = 0; i < BARS; ++i) {
        const char *name = i < OURS ? KINDS[i] : "best peer of the scene, named below it";
        fprintf(out,
                "<rect x=\"%d\" y=\"30\" width=\"12\" height=\"12\" fill=\"%s\"/>"
                "<text x=\"%d\" y=\"41\">%s</text>\n",
                x, COLOURS[i], x + 17, name);
        x += 40 + 7 * (int)strlen(name);
    }
}

bool results_write_svg(const Results *results, FILE *out, const char *caption)
{
    int scenes = 0;
    for (size_t i = 0; i < results->count; ++i)
        scenes +=
            results->rows[i].mode == MODE_ALL && strcmp(results->rows[i].what, "FCL OBBRSS") == 0;
    int width = LEFT + 18 + SCENE * scenes, height = 2 * (HEAD + PANEL + FOOT) - 20;
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
            "viewBox=\"0 0 %d %d\">\n"
            "<style>text{font:12px sans-serif;fill:#222}.h{font-weight:bold}.s,.p,.n{text-anchor:"
            "middle}.e{text-anchor:end}.n{font-size:8px}.p{fill:#777;font-size:10px}</style>\n"
            "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
            width, height, width, height, width, height);
    // The first line of the header says which machine it was.
    int length = (int)strcspn(caption, "\n");
    fprintf(out, "<text x=\"%d\" y=\"18\">", LEFT);
    for (int i = 2; i < length; ++i)
        fputs(caption[i] == '<'   ? "&lt;"
              : caption[i] == '&' ? "&amp;"
                                  : (char[]){caption[i], 0},
              out);
    fprintf(out, "</text>\n");
    legend(out);
    panel(results, out, MODE_FIRST, HEAD + 16, width);
    panel(results, out, MODE_ALL, HEAD + 16 + PANEL + FOOT + HEAD / 2.0, width);
    fprintf(out, "</svg>\n");
    return !ferror(out);
}
