#include "app/tests/checker/input.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <numeric>
#include <sstream>
#include <stdexcept>

namespace checker
{

namespace
{

[[noreturn]] void refuse(const std::string &why)
{
    throw std::runtime_error(why);
}

int corner_index(const std::string &word, size_t count)
{
    int index = std::stoi(word); // what stands behind a slash is no corner
    if (index < 0)
        index += (int)count + 1;
    if (index < 1 || (size_t)index > count)
        refuse("a corner that is not there: " + word);
    return index - 1;
}

int root_of(std::vector<int> &parent, int i)
{
    while (parent[(size_t)i] != i)
        i = parent[(size_t)i] = parent[(size_t)parent[(size_t)i]];
    return i;
}

// By coordinates: files repeat corners.
void find_topology(Part &part)
{
    std::map<std::array<double, 3>, int> numbers;
    std::map<std::pair<int, int>, int> runs;
    std::vector<std::array<int, 3>> corners;
    for (const Triangle &t : part.triangles) {
        std::array<int, 3> c;
        for (size_t k = 0; k < 3; ++k) {
            std::array<double, 3> at = {t[k].v[0] + 0.0, t[k].v[1] + 0.0, t[k].v[2] + 0.0};
            c[k] = numbers.emplace(at, (int)numbers.size()).first->second;
        }
        for (size_t k = 0; k < 3; ++k) {
            int from = c[k], to = c[(k + 1) % 3];
            runs[std::minmax(from, to)] += from < to ? 1 : from > to ? -1 : 0;
        }
        corners.push_back(c);
    }
    part.closed = std::all_of(runs.begin(), runs.end(), [](auto &run) { return run.second == 0; });
    std::vector<int> parent(numbers.size());
    std::iota(parent.begin(), parent.end(), 0);
    for (const auto &c : corners)
        for (size_t k = 1; k < 3; ++k)
            parent[(size_t)root_of(parent, c[k])] = root_of(parent, c[0]);
    std::map<int, int> bodies;
    for (size_t i = 0; i < corners.size(); ++i)
        bodies.emplace(root_of(parent, corners[i][0]), (int)i);
    for (const auto &body : bodies)
        part.bodies.push_back(body.second);
}

void find_box(Part &part)
{
    part.box = box_of(part.triangles[0]);
    for (const Triangle &t : part.triangles) {
        Box box = box_of(t);
        for (int k = 0; k < 3; ++k) {
            part.box.lo[k] = std::min(part.box.lo[k], box.lo[k]);
            part.box.hi[k] = std::max(part.box.hi[k], box.hi[k]);
        }
    }
}

// Coordinates of few bits: sums and differences of them are exact.
bool few_bits(double x)
{
    double scaled = std::ldexp(x, 24);
    return std::fabs(x) < 1 << 16 && scaled == std::floor(scaled);
}

double number(const std::string &word)
{
    size_t used = 0;
    double value = std::stod(word, &used);
    if (used != word.size() || !std::isfinite(value))
        refuse("not a number: " + word);
    return value;
}

} // namespace

Document read_document(const std::string &path)
{
    std::ifstream file(path);
    if (!file)
        refuse("cannot read " + path);
    Document document = {{}, 0, 0};
    std::vector<Point> corners;
    bool fresh = true, exact = true;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string word, face[4];
        words >> word;
        if (word == "o" || word == "g") {
            fresh = true;
        } else if (word == "v") {
            Point p;
            for (double &x : p.v) {
                words >> word;
                x = number(word);
                exact &= few_bits(x);
                document.size = std::max(document.size, std::fabs(x));
            }
            corners.push_back(p);
        } else if (word == "f") {
            if (!(words >> face[0] >> face[1] >> face[2]) || words >> face[3])
                refuse("only triangles are read: " + line);
            if (fresh)
                document.parts.emplace_back();
            fresh = false;
            Triangle t;
            for (size_t k = 0; k < 3; ++k)
                t[k] = corners[(size_t)corner_index(face[k], corners.size())];
            document.parts.back().triangles.push_back(t);
        }
    }
    for (Part &part : document.parts) {
        find_topology(part);
        find_box(part);
    }
    document.rounding = exact ? 0 : std::ldexp(document.size, -46);
    return document;
}

Certificates read_certificates(const std::string &path)
{
    std::ifstream file(path);
    std::string line;
    if (!file || !std::getline(file, line) || line != "snug certificates 1")
        refuse("no certificates in " + path);
    Certificates out;
    bool ended = false;
    while (std::getline(file, line)) {
        std::istringstream words(line);
        std::string word;
        Pair pair;
        int part, count;
        words >> word;
        if (ended)
            refuse("more behind the end: " + line);
        if (word == "unit")
            continue;
        if (word == "part") {
            if (!(words >> part >> count) || part != (int)out.triangles.size())
                refuse("parts are not in order: " + line);
            out.triangles.push_back(count);
        } else if (word == "pair") {
            if (!(words >> pair.a >> pair.b >> pair.state >> word))
                refuse("not a pair: " + line);
            pair.border = number(word);
            out.pairs.push_back(pair);
        } else if (word == "end") {
            if (!(words >> count) || count != (int)out.pairs.size())
                refuse("the end tells of another number of pairs: " + line);
            ended = true;
        } else {
            if (out.pairs.empty())
                refuse("a fact of no pair: " + line);
            Fact fact = {word, {}};
            while (words >> word)
                fact.numbers.push_back(number(word));
            out.pairs.back().facts.push_back(fact);
        }
    }
    if (!ended)
        refuse("the end is missing");
    return out;
}

} // namespace checker
