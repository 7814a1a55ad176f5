#include "core/bench/claims.h"

#include <math.h>
#include <stdarg.h>

enum { WIDTH_WHAT = 62, WIDTH = 11 };

void claims_title(FILE *out, const char *title)
{
    if (!out)
        return;
    fprintf(out, "\n%s\n", title);
    for (size_t i = 0; title[i]; ++i)
        fputc('=', out);
    fputc('\n', out);
}

void claims_note(FILE *out, const char *format, ...)
{
    if (!out)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(out, format, arguments);
    va_end(arguments);
    fputc('\n', out);
}

static void row(FILE *out, const char *what, const char *paper, const char *prototype,
                const char *ours, const char *holds)
{
    fprintf(out, "%-*s %*s %*s %*s  %s\n", WIDTH_WHAT, what, WIDTH, paper, WIDTH, prototype, WIDTH,
            ours, holds);
    fflush(out);
}

void claims_head(FILE *out)
{
    if (!out)
        return;
    row(out, "", "paper", "prototype", "ours", "holds?");
}

static void write_number(char text[32], double value)
{
    text[0] = 0;
    if (!isnan(value))
        snprintf(text, 32, fabs(value) >= 1000 ? "%.0f" : "%.3g", value);
}

void claims_figure(FILE *out, const char *what, double paper, double prototype, double ours)
{
    if (!out)
        return;
    char texts[3][32], deviation[32] = "";
    write_number(texts[0], paper);
    write_number(texts[1], prototype);
    write_number(texts[2], ours);
    double reference = isnan(prototype) ? paper : prototype;
    if (!isnan(reference) && reference != 0)
        snprintf(deviation, sizeof deviation, "%+.0f %%", 100 * (ours / reference - 1));
    row(out, what, texts[0], texts[1], texts[2], deviation);
}

void claims_verdict(FILE *out, const char *what, const char *paper, const char *prototype,
                    double ours, bool holds)
{
    if (!out)
        return;
    char text[32];
    write_number(text, ours);
    row(out, what, paper, prototype, text, holds ? "yes" : "NO");
}
