// Checks what `snug check FILE --certificates FACTS` claims, by arithmetic of its own.
// usage: certificate_checker FACTS [FILE.obj]
// With the file that was checked: are its parts those of the certificates?
// Exit code: 0 all claims hold, 1 one is refused, 2 the files are of no use.
#include "app/tests/checker/depth.h"
#include "app/tests/checker/input.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <stdexcept>

using namespace checker;

namespace
{

struct Refusal : std::runtime_error {
    using std::runtime_error::runtime_error;
};

void must(bool holds, const char *what)
{
    if (!holds)
        throw Refusal(what);
}

// Some points on both sides of the middle of a triangle.
std::vector<Point> points_behind(const Triangle &t, double size)
{
    std::vector<Point> points;
    double u[3], v[3], n[3], length = 0;
    for (int k = 0; k < 3; ++k) {
        u[k] = t[1].v[k] - t[0].v[k];
        v[k] = t[2].v[k] - t[0].v[k];
    }
    for (int k = 0; k < 3; ++k) {
        int i = (k + 1) % 3, j = (k + 2) % 3;
        n[k] = u[i] * v[j] - u[j] * v[i];
        length = std::hypot(length, n[k]);
    }
    for (double way = size; length > 0 && way > 1e-3 * size; way /= 2)
        for (double to : {way / length, -way / length}) {
            Point p;
            for (int k = 0; k < 3; ++k)
                p.v[k] = (t[0].v[k] + t[1].v[k] + t[2].v[k]) / 3 + to * n[k];
            points.push_back(p);
        }
    return points;
}

enum Answer { PROVEN, AS_READ, PARTLY, NOTHING, ANSWERS }; // as read: with holes closed

struct Claim {
    const Document &document;
    const Pair &pair;
    const Placed &a, &b;

    const Fact *find(const char *word, size_t numbers) const
    {
        for (const Fact &fact : pair.facts)
            if (fact.word == word) {
                must(fact.numbers.size() == numbers, "a fact has another number of figures");
                return &fact;
            }
        return nullptr;
    }

    const Fact &get(const char *word, size_t numbers) const
    {
        const Fact *fact = find(word, numbers);
        must(fact, "the fact that would prove it is missing");
        return *fact;
    }

    static const Triangle &triangle(const Part &part, double index)
    {
        must(index >= 0 && index < (double)part.triangles.size(), "a triangle that is not there");
        return part.triangles[(size_t)index];
    }

    mpq_class square(double length) const
    {
        return mpq_class(length) * mpq_class(length);
    }

    // No triangles meet, and none are nearer than what is said. False: where nothing is said but that,
    // some are nearer than rounding can tell.
    bool apart() const
    {
        double least = get("apart", 1).numbers[0];
        must(least >= 0, "a distance is not negative");
        double sure = std::max(least - document.rounding, document.rounding);
        bool told = true;
        for (const Triangle &s : a.surface.triangles)
            for (const Triangle &t : b.surface.triangles) {
                if (further(box_of(s), box_of(t), sure))
                    continue;
                mpq_class found = square_distance(s, t);
                bool vague = document.rounding > 0 && found <= square(document.rounding);
                told = told && !vague;
                must(vague || found > 0, "surfaces that are apart meet");
                must((vague && least == 0) || found >= square(sure),
                     "surfaces are nearer than was said");
            }
        return told;
    }

    void meet() const
    {
        const Fact &fact = get("meet", 2);
        must(square_distance(triangle(a.surface, fact.numbers[0]),
                             triangle(b.surface, fact.numbers[1])) <= square(document.rounding),
             "triangles that meet do not");
    }

    void is_inside(const Part &part, const Point &p) const
    {
        int number;
        must(winding(part, p, number) && number != 0, "a point that is inside is not");
    }

    void further_from(const Part &part, const Point &p, const mpq_class &length) const
    {
        for (const Triangle &t : part.triangles)
            must(square_distance(p, t) > length * length, "a point is nearer to a surface");
    }

    // A point of one surface, or of what closes a hole of it, within the other part, beyond `depth`.
    // What is written is not quite on its triangle: the point of that nearest to it is as deep but for
    // the way there.
    Answer deep(double depth) const
    {
        const Fact &fact = get("deep", 6);
        Point p = {{fact.numbers[0], fact.numbers[1], fact.numbers[2]}};
        must(fact.numbers[3] == pair.a || fact.numbers[3] == pair.b, "a part of another pair");
        bool of_b = fact.numbers[3] == pair.b;
        const Placed &of = of_b ? b : a, &around = of_b ? a : b;
        must(fact.numbers[4] == of.mesh || fact.numbers[4] == of.inside_mesh,
             "a mesh of another part");
        const Part &surface = fact.numbers[4] == of.mesh ? of.surface : of.inside;
        mpq_class off = square_distance(p, triangle(surface, fact.numbers[5]));
        mpq_class way = mpq_class(std::ldexp(document.size, -40));
        must(off <= way * way, "a point of a surface is not on it");
        if (off == 0)
            way = 0;
        must(around.has_inside(), "a point is inside of what has no inside");
        further_from(around.inside, p, depth + way + 2 * document.rounding);
        is_inside(around.inside, p);
        return around.as_it_is() && &surface == &of.surface ? PROVEN : AS_READ;
    }

    // Does a surface come to what closes a hole?
    bool through(const Part &surface, const Placed &outer) const
    {
        for (int cap : outer.caps)
            for (const Triangle &t : surface.triangles) {
                const Triangle &c = outer.inside.triangles[(size_t)cap];
                if (!further(box_of(t), box_of(c), document.rounding) &&
                    square_distance(t, c) <= square(document.rounding))
                    return true;
            }
        return false;
    }

    // Where surfaces do not meet, one corner tells for its body, unless it reaches through a hole.
    void not_inside(const Placed &inner, const Placed &outer) const
    {
        if (outer.has_inside() && through(inner.surface, outer)) {
            no_deeper(inner, outer);
            return;
        }
        for (int body : inner.surface.bodies) {
            int number;
            must(!outer.has_inside() ||
                     (winding(outer.inside, inner.surface.triangles[(size_t)body][0], number) &&
                      number == 0),
                 "a part that is clear lies inside the other");
        }
    }

    void no_deeper(const Placed &part, const Placed &around) const
    {
        if (!around.has_inside())
            return;
        double own = std::ldexp(document.size, -45);
        Depth depth = depth_within(part.surface, around.inside,
                                   pair.border + 2 * document.rounding + own, own);
        must(depth != Depth::deeper, "a surface is deeper than was said");
        must(depth == Depth::within, "whether it is no deeper cannot be found out");
    }

    // Flush surfaces say nothing of the material behind them: points of it are looked at.
    void no_common_material(const Part &part, const Part &other) const
    {
        size_t step = part.triangles.size() / 40 + 1;
        for (size_t i = 0; !other.triangles.empty() && i < part.triangles.size(); i += step) {
            for (const Point &p : points_behind(part.triangles[i], document.size)) {
                int here, there;
                if (!winding(part, p, here) || !winding(other, p, there) || !here || !there)
                    continue;
                bool near = false;
                mpq_class length = mpq_class(pair.border) + 2 * mpq_class(document.rounding);
                for (const Part *of : {&part, &other})
                    for (const Triangle &t : of->triangles)
                        near = near || square_distance(p, t) <= length * length;
                must(near, "the material of one part lies in the material of the other");
            }
        }
    }

    Answer same_place() const
    {
        if (find("copy", 0)) {
            const Part &of_a = a.surface, &of_b = b.surface;
            must(of_a.triangles.size() == of_b.triangles.size(), "a copy has other triangles");
            for (size_t i = 0; i < of_a.triangles.size(); ++i)
                for (size_t k = 0; k < 3; ++k) {
                    const Point &twin = of_b.triangles[i][k];
                    must(square_distance(of_a.triangles[i][k], {twin, twin, twin}) <=
                             square(pair.border + 2 * document.rounding),
                         "corners of a copy are too far from each other");
                }
            return PROVEN;
        }
        const Fact &fact = get("both", 3);
        Point p = {{fact.numbers[0], fact.numbers[1], fact.numbers[2]}};
        for (const Placed *part : {&a, &b}) {
            must(part->has_inside(), "a point is inside of what has no inside");
            further_from(part->inside, p, pair.border);
            is_inside(part->inside, p);
        }
        return proven();
    }

    // Where it takes the inside of both.
    Answer proven() const
    {
        return a.as_it_is() && b.as_it_is() ? PROVEN : AS_READ;
    }

    Answer touch(bool partly) const
    {
        must(pair.state == "touch" || pair.state == "within-facets", "there is no such state");
        // A surface without an inside touches if a small step would free it: nothing says so here.
        must(partly || (a.sheets == 0 && b.sheets == 0),
             "nothing proves a touch of what has no inside");
        no_deeper(a, b);
        no_deeper(b, a);
        no_common_material(a.inside, b.inside);
        no_common_material(b.inside, a.inside);
        return partly ? PARTLY : proven();
    }

    Answer check() const
    {
        bool partly = find("partly", 0);
        must(pair.border > 0 || pair.state == "ignored", "a tolerance is more than 0");
        if (pair.state == "ignored" || pair.state == "undecided")
            return NOTHING;
        if (pair.state == "clear") {
            if (!apart())
                return NOTHING;
            not_inside(a, b);
            not_inside(b, a);
            return proven();
        }
        if (pair.state == "inside") {
            if (!apart())
                return NOTHING;
            return partly ? PARTLY : deep(0);
        }
        meet();
        if (pair.state == "interference")
            return partly ? PARTLY : deep(pair.border);
        if (pair.state == "same-place")
            return partly ? PARTLY : same_place();
        if (pair.state == "crossing") {
            must(partly, "that they meet does not prove that they cross");
            return PARTLY;
        }
        return touch(partly);
    }
};

void check_pair(const Document &document, const Pair &pair, int (&answers)[ANSWERS])
{
    const Placed *a = document.find(pair.a), *b = document.find(pair.b);
    must(pair.a < pair.b && a && b, "there is no such pair");
    try {
        ++answers[Claim{document, pair, *a, *b}.check()];
    } catch (const Refusal &why) {
        throw Refusal("parts " + std::to_string(pair.a) + " and " + std::to_string(pair.b) + ", " +
                      pair.state + ": " + why.what());
    }
}

void check(const Document &document)
{
    int answers[ANSWERS] = {0, 0, 0, 0};
    std::set<std::pair<int, int>> told;
    for (const Pair &pair : document.pairs) {
        must(told.emplace(pair.a, pair.b).second, "a pair is told of twice");
        check_pair(document, pair, answers);
    }
    // Of whom nothing is said are apart by their boxes alone.
    size_t count = document.parts.size();
    for (size_t a = 0; a < count; ++a)
        for (size_t b = a + 1; b < count; ++b)
            must(told.count({document.numbers[a], document.numbers[b]}) ||
                     further(document.parts[a].surface.box, document.parts[b].surface.box,
                             document.rounding),
                 "nothing is said of a pair whose boxes meet");
    std::printf("%d pairs: %d proven, %d with holes closed, %d partly, %d open; rounding %g\n",
                (int)document.pairs.size(), answers[PROVEN], answers[AS_READ], answers[PARTLY],
                answers[NOTHING], document.rounding);
}

} // namespace

int main(int argc, char **argv)
{
    if (argc != 2 && argc != 3) {
        std::fprintf(stderr, "usage: certificate_checker FACTS [FILE.obj]\n");
        return 2;
    }
    try {
        Document document = read_certificates(argv[1]);
        if (argc == 3)
            compare_with_obj(document, argv[2]);
        check(document);
    } catch (const std::exception &why) {
        std::printf("refused: %s\n", why.what());
        return 1;
    }
    return 0;
}
