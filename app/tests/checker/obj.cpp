// The parts of a document against the file they came from.
#include "app/tests/checker/input.h"

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <stdexcept>

namespace checker
{

namespace
{

using Polygon = std::vector<Point>;

int corner_index(const std::string &word, size_t count)
{
    int index = std::stoi(word); // what stands behind a slash is no corner
    if (index < 0)
        index += (int)count + 1;
    if (index < 1 || (size_t)index > count)
        throw std::runtime_error("a corner that is not there: " + word);
    return index - 1;
}

std::vector<std::vector<Polygon>> read_parts(const std::string &path)
{
    std::ifstream file(path);
    if (!file)
        throw std::runtime_error("cannot read " + path);
    std::vector<std::vector<Polygon>> parts;
    std::vector<Point> corners;
    bool fresh = true;
    for (std::string line; std::getline(file, line);) {
        std::istringstream words(line);
        std::string word;
        words >> word;
        if (word == "o" || word == "g") {
            fresh = true;
        } else if (word == "v") {
            Point p;
            for (double &x : p.v)
                if (!(words >> x))
                    throw std::runtime_error("not a corner: " + line);
            corners.push_back(p);
        } else if (word == "f") {
            Polygon polygon;
            while (words >> word)
                polygon.push_back(corners[(size_t)corner_index(word, corners.size())]);
            if (polygon.size() < 3)
                throw std::runtime_error("not a polygon: " + line);
            if (fresh)
                parts.emplace_back();
            fresh = false;
            parts.back().push_back(polygon);
        }
    }
    return parts;
}

bool near(const Point &a, const Point &b, double most)
{
    for (int k = 0; k < 3; ++k)
        if (!(std::fabs(a.v[k] - b.v[k]) <= most))
            return false;
    return true;
}

// The first corner at this place.
int find(const Polygon &polygon, const Point &p, double most)
{
    for (size_t i = 0; i < polygon.size(); ++i)
        if (near(polygon[i], p, most))
            return (int)i;
    throw std::runtime_error("a triangle of the certificates is not in the file");
}

// Triangles cover a polygon if their sides cancel but for its border.
void compare(const Polygon &polygon, const Triangle *triangles, double most)
{
    std::map<std::pair<int, int>, int> runs;
    auto run = [&](int from, int to, int way) {
        if (from != to)
            runs[std::minmax(from, to)] += from < to ? way : -way;
    };
    size_t count = polygon.size();
    for (size_t i = 0; i < count; ++i)
        run(find(polygon, polygon[i], most), find(polygon, polygon[(i + 1) % count], most), -1);
    for (size_t i = 0; i + 2 < count; ++i)
        for (size_t k = 0; k < 3; ++k)
            run(find(polygon, triangles[i][k], most),
                find(polygon, triangles[i][(k + 1) % 3], most), 1);
    for (const auto &left : runs)
        if (left.second != 0)
            throw std::runtime_error("triangles do not make up a polygon of the file");
}

} // namespace

void compare_with_obj(const Document &document, const std::string &path)
{
    std::vector<std::vector<Polygon>> parts = read_parts(path);
    if (parts.size() != document.parts.size())
        throw std::runtime_error("the file has other parts");
    for (size_t i = 0; i < parts.size(); ++i) {
        const std::vector<Triangle> &triangles = document.parts[i].surface.triangles;
        size_t at = 0;
        for (const Polygon &polygon : parts[i]) {
            if (at + polygon.size() - 2 > triangles.size())
                throw std::runtime_error("a part has another number of triangles");
            compare(polygon, &triangles[at], document.rounding);
            at += polygon.size() - 2;
        }
        if (at != triangles.size())
            throw std::runtime_error("a part has another number of triangles");
    }
}

} // namespace checker
