#include "core/bench/claims.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

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
    double reference = isnan(paper) ? prototype : paper;
    if (!isnan(reference) && reference != 0)
        snprintf(deviation, sizeof deviation, "%+.0f %%", 100 * (ours / reference - 1));
    row(out, what, texts[0], texts[1], texts[2], deviation);
}

static const double NEAR = 0.1, MUCH = 2;

bool claims_range(const char *text, ClaimRange *range)
{
    double first, second;
    int used = 0;
    *range = (ClaimRange){-INFINITY, INFINITY, NAN};
    if (!*text)
        return true;
    if (*text == '<' || *text == '>') {
        size_t signs = strspn(text, "<>=");
        bool much = strncmp(text, ">>", 2) == 0;
        if (sscanf(text + signs, "%lf%n", &first, &used) != 1 || text[signs + (size_t)used])
            return false;
        *(*text == '<' ? &range->high : &range->low) = much ? MUCH * first : first;
        return true;
    }
    if (strncmp(text, "about ", 6) == 0)
        text += 6;
    if (sscanf(text, "%lf%n", &first, &used) != 1)
        return false;
    const char *rest = text + used;
    if (!*rest) {
        double off = NEAR * fabs(first);
        *range = (ClaimRange){first - off, first + off, first};
    } else if (strcmp(rest, "-") == 0) {
        range->low = first;
    } else if (sscanf(rest, " +- %lf%n", &second, &used) == 1 && !rest[used]) {
        *range = (ClaimRange){first - second, first + second, first};
    } else if ((sscanf(rest, "-%lf%n", &second, &used) == 1 ||
                sscanf(rest, " to %lf%n", &second, &used) == 1) &&
               !rest[used]) {
        *range = (ClaimRange){first, second, NAN};
    } else {
        return false;
    }
    return true;
}

void claims_judge(const char *source, double ours, bool holds, char verdict[CLAIM_VERDICT])
{
    ClaimRange range;
    snprintf(verdict, CLAIM_VERDICT, "?");
    if (!claims_range(source, &range))
        return;
    bool inside = ours >= range.low && ours <= range.high;
    bool one_end = isinf(range.low) || isinf(range.high);
    double end = !isnan(range.figure) ? range.figure : ours < range.low ? range.low : range.high;
    if (!holds || isnan(ours) || (!inside && one_end))
        snprintf(verdict, CLAIM_VERDICT, "NO");
    else if (inside)
        snprintf(verdict, CLAIM_VERDICT, "yes");
    else if (end == 0)
        snprintf(verdict, CLAIM_VERDICT, "other");
    else
        snprintf(verdict, CLAIM_VERDICT, "other, %+.0f %%", 100 * (ours - end) / fabs(end));
}

void claims_verdict(FILE *out, const char *what, const char *paper, const char *prototype,
                    double ours, bool holds)
{
    if (!out)
        return;
    char text[32], verdict[CLAIM_VERDICT];
    write_number(text, ours);
    claims_judge(*paper ? paper : prototype, ours, holds, verdict);
    row(out, what, paper, prototype, text, verdict);
}
