// What is worked out from what was measured: quotients in texts, and which choice is right.
#include "app/io/text.h"
#include "app/script/lesson.h"

#include <math.h>
#include <stdio.h>

static const char *const comparisons[] = {"=", "!=", "<", ">", "<=", ">="};
enum { COMPARISON_COUNT = sizeof comparisons / sizeof *comparisons };

static int find_comparison(const char *word)
{
    for (int i = 0; i < COMPARISON_COUNT; ++i)
        if (strcmp(comparisons[i], word) == 0)
            return i;
    return -1;
}

static bool is_operator(const char *word)
{
    return word[0] && !word[1] && strchr("+-*/", word[0]);
}

static bool check_operand(const Lesson *lesson, const char *word, size_t limit, Error *err)
{
    double ignored;
    int value = lesson_value(lesson, word);
    if (value < 0 && !script_numbers(word, &ignored, 1))
        return error_set(err, "\"%.60s\" is neither a number nor measured anywhere", word);
    return value < 0 || lesson->measured_by[value] < limit ||
           error_set(err, "\"%.60s\" is not measured before this", word);
}

// Operands at even places, what is between them at odd ones.
bool lesson_terms_check(const Lesson *lesson, const ScriptWord *words, int count, bool condition,
                        size_t limit, Error *err)
{
    int compared = 0;
    if (count % 2 == 0 || count > LESSON_MOST_TERMS)
        return error_set(err, count > LESSON_MOST_TERMS
                                  ? "this is too long"
                                  : "names and numbers alternate with signs, with blanks between");
    for (int i = 0; i < count; ++i) {
        const char *word = words[i].value;
        if (i % 2 == 0) {
            if (!check_operand(lesson, word, limit, err))
                return false;
        } else if (condition && find_comparison(word) >= 0) {
            if (++compared > 1)
                return error_set(err, "two comparisons need \"and\" between them");
        } else if (condition && strcmp(word, "and") == 0) {
            if (compared != 1)
                return error_set(err, "there is nothing compared before \"and\"");
            compared = 0;
        } else if (!is_operator(word)) {
            return error_set(err, "\"%.60s\" is none of + - * / %s", word,
                             condition ? "= != < > <= >= and" : "");
        }
    }
    return !condition || compared == 1 || error_set(err, "nothing is compared: tests < 100");
}

static double operand(const Lesson *lesson, const LessonValues *values, const char *word)
{
    double number = NAN;
    int value = lesson_value(lesson, word);
    if (value >= 0)
        return values->value[value];
    return script_numbers(word, &number, 1) ? number : NAN;
}

static double apply(double a, char sign, double b)
{
    return sign == '+' ? a + b : sign == '-' ? a - b : sign == '*' ? a * b : a / b;
}

static bool compare(double a, int comparison, double b)
{
    bool less = a<b, more = a> b, equal = !less && !more;
    const bool holds[COMPARISON_COUNT] = {equal, !equal, less, more, less || equal, more || equal};
    return holds[comparison];
}

// From *at to the next comparison, `and` or the end.
static double side(const Lesson *lesson, const LessonValues *values, const ScriptWord *words,
                   int count, int *at)
{
    double result = operand(lesson, values, words[*at].value);
    ++*at;
    while (*at + 1 < count && is_operator(words[*at].value)) {
        result = apply(result, words[*at].value[0], operand(lesson, values, words[*at + 1].value));
        *at += 2;
    }
    return result;
}

double lesson_terms(const Lesson *lesson, const LessonValues *values, const ScriptWord *words,
                    int count)
{
    int at = 0;
    double left = side(lesson, values, words, count, &at);
    if (at >= count)
        return left;
    bool all = true;
    for (;;) {
        int comparison = find_comparison(words[at].value);
        ++at;
        double right = side(lesson, values, words, count, &at);
        if (isnan(left) || isnan(right) || comparison < 0)
            return NAN;
        all = all && compare(left, comparison, right);
        if (at >= count)
            return all;
        ++at; // and
        left = side(lesson, values, words, count, &at);
    }
}

int lesson_right_choice(const Lesson *lesson, const LessonValues *values, const LessonStep *step)
{
    for (int i = 0; i < step->choices; ++i) {
        const ScriptCommand *choice = &lesson->script.commands[step->task + 1 + (size_t)i];
        if (choice->count > 1 &&
            lesson_terms(lesson, values, choice->words + 2, choice->count - 2) > 0)
            return i;
    }
    return -1;
}

// The words between { and }; -1: too many, or too long. `bytes` keeps them.
typedef struct Quotient {
    ScriptWord words[LESSON_MOST_TERMS];
    int count;
    char bytes[256];
} Quotient;

// text is behind the {. Returns what is behind the }, or NULL.
static const char *take_quotient(const char *text, Quotient *out)
{
    const char *end = strchr(text, '}');
    *out = (Quotient){0};
    if (!end || (size_t)(end - text) >= sizeof out->bytes)
        return NULL;
    memcpy(out->bytes, text, (size_t)(end - text));
    for (char *c = out->bytes; *c;) {
        c += strspn(c, " ");
        if (!*c)
            break;
        if (out->count == LESSON_MOST_TERMS)
            return NULL;
        out->words[out->count++].value = c;
        c += strcspn(c, " ");
        if (*c)
            *c++ = '\0';
    }
    return end + 1;
}

bool lesson_text_check(const Lesson *lesson, const char *text, size_t limit, Error *err)
{
    while ((text = strchr(text, '{')) != NULL) {
        Quotient quotient;
        text = take_quotient(text + 1, &quotient);
        if (!text)
            return error_set(err, "a { has no } behind it, or too much between them");
        if (!lesson_terms_check(lesson, quotient.words, quotient.count, false, limit, err))
            return false;
    }
    return true;
}

static void add_number(TextBuffer *out, double value)
{
    char number[48];
    if (isnan(value) || isinf(value))
        text_add(out, "...");
    else if (fabs(value - round(value)) < 1e-9 && fabs(value) < 1e15)
        text_add(out, "%s", format_count(number, sizeof number, (int64_t)llround(value)));
    else if (fabs(value) >= 1000 && fabs(value) < 1e15)
        text_add(out, "%s", format_count(number, sizeof number, (int64_t)llround(value)));
    else
        text_add(out, "%.3g", value);
}

void lesson_text(const Lesson *lesson, const LessonValues *values, const char *text,
                 TextBuffer *out)
{
    const char *open;
    while ((open = strchr(text, '{')) != NULL) {
        Quotient quotient;
        text_add_bytes(out, text, (size_t)(open - text));
        text = take_quotient(open + 1, &quotient);
        if (!text)
            return; // was refused
        add_number(out, lesson_terms(lesson, values, quotient.words, quotient.count));
    }
    text_add_bytes(out, text, strlen(text));
}
