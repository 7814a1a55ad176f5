// Three constants at most: every set of them is solved for, and the best one whose solution is not
// negative is the answer. That is non-negative least squares without an iteration.
#include "core/query/cost_model.h"

#include <assert.h>

// Another set of constants has to lower the sum of squares by this part; otherwise what is counted
// runs in step, and which of the constants is chosen would be chance.
#define WORTH_ANOTHER_TERM 0.02

typedef struct Normal {
    double m[COST_TERMS][COST_TERMS], v[COST_TERMS];
    double square; // of the right side
} Normal;

// Rows are divided by their time, so that the errors are relative; columns by their own length.
static Normal normal_equations(const CostSample *samples, int count, double scale[COST_TERMS])
{
    Normal n = {0};
    for (int i = 0; i < COST_TERMS; ++i)
        scale[i] = 0;
    for (int s = 0; s < count; ++s) {
        if (!(samples[s].seconds > 0))
            continue;
        double row[COST_TERMS];
        for (int i = 0; i < COST_TERMS; ++i)
            row[i] = samples[s].counts[i] / samples[s].seconds;
        for (int i = 0; i < COST_TERMS; ++i) {
            for (int k = 0; k < COST_TERMS; ++k)
                n.m[i][k] += row[i] * row[k];
            n.v[i] += row[i];
        }
        n.square += 1;
    }
    for (int i = 0; i < COST_TERMS; ++i)
        scale[i] = n.m[i][i] > 0 ? 1 / sqrt(n.m[i][i]) : 0;
    for (int i = 0; i < COST_TERMS; ++i) {
        for (int k = 0; k < COST_TERMS; ++k)
            n.m[i][k] *= scale[i] * scale[k];
        n.v[i] *= scale[i];
    }
    return n;
}

// By Cholesky's way on the rows of the set. False where they depend on each other.
static bool solve(const Normal *n, const int *set, int size, double *x)
{
    double l[COST_TERMS][COST_TERMS] = {{0}}, y[COST_TERMS];
    for (int i = 0; i < size; ++i) {
        for (int k = 0; k <= i; ++k) {
            double sum = n->m[set[i]][set[k]];
            for (int j = 0; j < k; ++j)
                sum -= l[i][j] * l[k][j];
            if (k < i)
                l[i][k] = sum / l[k][k];
            else if (sum > 1e-10) // of 1: the columns are scaled
                l[i][i] = sqrt(sum);
            else
                return false;
        }
    }
    for (int i = 0; i < size; ++i) {
        y[i] = n->v[set[i]];
        for (int k = 0; k < i; ++k)
            y[i] -= l[i][k] * y[k];
        y[i] /= l[i][i];
    }
    for (int i = size - 1; i >= 0; --i) {
        x[i] = y[i];
        for (int k = i + 1; k < size; ++k)
            x[i] -= l[k][i] * x[k];
        x[i] /= l[i][i];
    }
    return true;
}

static double rest(const Normal *n, const double x[COST_TERMS])
{
    double sum = n->square;
    for (int i = 0; i < COST_TERMS; ++i) {
        sum -= 2 * x[i] * n->v[i];
        for (int k = 0; k < COST_TERMS; ++k)
            sum += x[i] * x[k] * n->m[i][k];
    }
    return sum > 0 ? sum : 0;
}

// The best solution with `size` constants; INFINITY: there is none.
static double best_of_size(const Normal *n, int size, double best[COST_TERMS])
{
    double least = INFINITY;
    for (unsigned mask = 1; mask < 1u << COST_TERMS; ++mask) {
        int set[COST_TERMS], members = 0;
        double x[COST_TERMS], full[COST_TERMS] = {0};
        bool present = true, positive = true;
        for (int i = 0; i < COST_TERMS; ++i) {
            if (mask >> i & 1) {
                present &= n->m[i][i] > 0;
                set[members++] = i;
            }
        }
        if (members != size || !present || !solve(n, set, size, x))
            continue;
        for (int i = 0; i < size; ++i) {
            positive &= x[i] >= 0;
            full[set[i]] = x[i];
        }
        double sum = rest(n, full);
        // In step with each other, the earlier term stands for both: volume tests first.
        if (!positive || !(sum < least * (1 - WORTH_ANOTHER_TERM)))
            continue;
        least = sum;
        memcpy(best, full, sizeof full);
    }
    return least;
}

CostModel cost_fit(const CostSample *samples, int count)
{
    assert(count >= 0 && (samples || count == 0));
    double scale[COST_TERMS], x[COST_TERMS] = {0};
    Normal n = normal_equations(samples, count, scale);
    double least = n.square; // of no constant at all
    for (int size = 1; size <= COST_TERMS; ++size) {
        double candidate[COST_TERMS];
        double sum = best_of_size(&n, size, candidate);
        if (sum < least * (1 - WORTH_ANOTHER_TERM)) {
            least = sum;
            memcpy(x, candidate, sizeof x);
        }
    }
    CostModel model;
    for (int i = 0; i < COST_TERMS; ++i) {
        model.seconds[i] = x[i] * scale[i];
        model.state[i] = !(n.m[i][i] > 0) ? COST_ABSENT : x[i] > 0 ? COST_MEASURED : COST_MERGED;
    }
    return model;
}

double cost_predict(const CostModel *model, const double counts[COST_TERMS])
{
    assert(model);
    double sum = 0;
    for (int i = 0; i < COST_TERMS; ++i)
        sum += model->seconds[i] * counts[i];
    return sum;
}
