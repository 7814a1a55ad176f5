#include "app/tests/checker/placing.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

namespace checker
{

namespace
{

int root_of(std::vector<int> &parent, int i)
{
    while (parent[(size_t)i] != i)
        i = parent[(size_t)i] = parent[(size_t)parent[(size_t)i]];
    return i;
}

std::array<double, 3> key_of(const Point &p)
{
    return {p.v[0] + 0.0, p.v[1] + 0.0, p.v[2] + 0.0};
}

// By coordinates: meshes repeat corners.
void find_topology(Part &part)
{
    std::map<std::array<double, 3>, int> numbers;
    std::map<std::pair<int, int>, int> runs;
    std::vector<std::array<int, 3>> corners;
    for (const Triangle &t : part.triangles) {
        std::array<int, 3> c;
        for (size_t k = 0; k < 3; ++k)
            c[k] = numbers.emplace(key_of(t[k]), (int)numbers.size()).first->second;
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
    for (size_t i = 0; i < part.triangles.size(); ++i) {
        Box box = box_of(part.triangles[i]);
        if (i == 0)
            part.box = box;
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

struct Placing {
    double size = 0, worst = 1; // condition of a placement
    bool exact = true;

    // Rounded once, from the exact place.
    Point apply(const std::array<double, 12> &at, const Point &p)
    {
        Point out;
        for (int i = 0; i < 3; ++i) {
            mpq_class sum = at[(size_t)(4 * i + 3)];
            double reach = std::fabs(at[(size_t)(4 * i + 3)]);
            for (int j = 0; j < 3; ++j) {
                sum += mpq_class(at[(size_t)(4 * i + j)]) * mpq_class(p.v[j]);
                reach += std::fabs(at[(size_t)(4 * i + j)] * p.v[j]);
                exact = exact && few_bits(p.v[j]);
            }
            out.v[i] = sum.get_d();
            exact = exact && few_bits(out.v[i]) && mpq_class(out.v[i]) == sum;
            size = std::max(size, reach);
        }
        return out;
    }

    // Only turns by right angles, shifts and mirrors are undone without rounding.
    void look_at(const std::array<double, 12> &at)
    {
        double m[3][3], inverse = 0, norm = 0;
        for (size_t i = 0; i < 3; ++i)
            for (size_t j = 0; j < 3; ++j) {
                m[i][j] = at[4 * i + j];
                exact = exact && (m[i][j] == 0 || std::fabs(m[i][j]) == 1);
                norm = std::max(norm, std::fabs(m[i][j]));
            }
        double det = 0;
        for (size_t i = 0; i < 3; ++i) {
            size_t i1 = (i + 1) % 3, i2 = (i + 2) % 3;
            det += m[0][i] * (m[1][i1] * m[2][i2] - m[1][i2] * m[2][i1]);
            for (size_t j = 0; j < 3; ++j) {
                size_t j1 = (j + 1) % 3, j2 = (j + 2) % 3;
                inverse =
                    std::max(inverse, std::fabs(m[i1][j1] * m[i2][j2] - m[i1][j2] * m[i2][j1]));
            }
        }
        if (!(std::fabs(det) > 0))
            throw std::runtime_error("a placement is singular");
        worst = std::max(worst, norm * inverse / std::fabs(det));
    }

    Part place(const Mesh &mesh, const std::array<double, 12> &at)
    {
        Part part = {};
        std::vector<Point> world;
        for (const Point &p : mesh.corners)
            world.push_back(apply(at, p));
        for (const auto &t : mesh.triangles)
            part.triangles.push_back(
                {world[(size_t)t[0]], world[(size_t)t[1]], world[(size_t)t[2]]});
        find_topology(part);
        find_box(part);
        return part;
    }
};

// A triangle by its corners, whichever way round; empty: it has no area to speak of.
using Corners = std::set<std::array<double, 3>>;

Corners corners_of(const Mesh &mesh, const std::array<int, 3> &t)
{
    Corners corners;
    for (int corner : t)
        corners.insert(key_of(mesh.corners[(size_t)corner]));
    return corners;
}

// Pieces that hang together by edges of two triangles each, running opposite ways, are closed: they
// have an inside. None of them may be left out of it.
void refuse_closed_pieces(const std::vector<const Corners *> &left_out, const Mesh &own)
{
    using Edge = std::pair<std::array<double, 3>, std::array<double, 3>>;
    std::map<Edge, std::vector<std::pair<int, bool>>> edges; // triangle, whether it runs upwards
    std::set<Corners> seen, wanted;
    for (const Corners *corners : left_out)
        wanted.insert(*corners);
    int count = 0;
    for (const auto &t : own.triangles) {
        Corners corners = corners_of(own, t);
        if (!wanted.count(corners) || !seen.insert(corners).second)
            continue;
        for (size_t k = 0; k < 3; ++k) {
            auto from = key_of(own.corners[(size_t)t[k]]),
                 to = key_of(own.corners[(size_t)t[(k + 1) % 3]]);
            edges[std::minmax(from, to)].emplace_back(count, from < to);
        }
        ++count;
    }
    std::vector<int> piece((size_t)count);
    std::iota(piece.begin(), piece.end(), 0);
    std::vector<bool> open((size_t)count, false);
    auto good = [](const auto &around) {
        return around.size() == 2 && around[0].second != around[1].second;
    };
    for (const auto &edge : edges)
        if (good(edge.second))
            piece[(size_t)root_of(piece, edge.second[0].first)] =
                root_of(piece, edge.second[1].first);
    for (const auto &edge : edges)
        for (const auto &side : edge.second)
            if (!good(edge.second))
                open[(size_t)root_of(piece, side.first)] = true;
    for (int i = 0; i < count; ++i)
        if (!open[(size_t)root_of(piece, i)])
            throw std::runtime_error("a closed piece of a part is left out of its inside");
}

// What of the closed surface is the part's own, and what of the part is not in it.
void compare_inside(const Mesh &own, const Mesh &inside, Placed &part)
{
    std::set<Corners> own_triangles, inside_triangles;
    std::set<std::array<double, 3>> own_corners;
    for (const auto &t : own.triangles) {
        Corners corners = corners_of(own, t);
        own_corners.insert(corners.begin(), corners.end());
        own_triangles.insert(corners);
    }
    for (size_t i = 0; i < inside.triangles.size(); ++i) {
        Corners corners = corners_of(inside, inside.triangles[i]);
        inside_triangles.insert(corners);
        if (own_triangles.count(corners))
            continue;
        part.caps.push_back((int)i);
        for (const auto &corner : corners)
            if (!own_corners.count(corner))
                throw std::runtime_error("what closes a hole has corners of its own");
    }
    std::vector<const Corners *> left_out;
    for (const Corners &corners : own_triangles)
        if (corners.size() == 3 && !inside_triangles.count(corners))
            left_out.push_back(&corners);
    refuse_closed_pieces(left_out, own);
    part.sheets = (int)left_out.size();
}

} // namespace

void place_parts(Document &document)
{
    Placing placing;
    for (Placed &part : document.parts) {
        const Mesh &own = document.meshes[(size_t)part.mesh];
        placing.look_at(part.at);
        part.surface = placing.place(own, part.at);
        const Mesh none = {};
        const Mesh &inside = part.has_inside() ? document.meshes[(size_t)part.inside_mesh] : none;
        part.inside = placing.place(inside, part.at);
        if (!part.inside.closed)
            throw std::runtime_error("what is said to enclose a part is not closed");
        if (part.mesh != part.inside_mesh)
            compare_inside(own, inside, part);
    }
    document.size = placing.size;
    document.rounding =
        placing.exact ? 0 : std::ldexp(placing.size, -46) * std::max(1.0, placing.worst);
}

} // namespace checker
