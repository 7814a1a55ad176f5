// What the checker reads: certificates, and the mesh file they are about.
#ifndef SNUG_APP_TESTS_CHECKER_INPUT_H
#define SNUG_APP_TESTS_CHECKER_INPUT_H

#include "app/tests/checker/exact.h"

#include <string>

namespace checker
{

struct Mesh {
    std::vector<Point> corners;
    std::vector<std::array<int, 3>> triangles;
};

// A part where it stands in the world.
struct Placed {
    int mesh, inside_mesh; // -1: it has no inside
    std::array<double, 12> at;
    Part surface;
    Part inside;           // the closed surface around its material
    std::vector<int> caps; // triangles of it that are none of the part's: they close holes
    int sheets;            // triangles of the part that do not belong to it

    bool has_inside() const
    {
        return inside_mesh >= 0;
    }
    bool as_it_is() const // nothing had to be closed or left out
    {
        return has_inside() && caps.empty() && sheets == 0;
    }
};

struct Fact {
    std::string word;
    std::vector<double> numbers;
};

struct Pair {
    int a, b;
    std::string state;
    double border;
    std::vector<Fact> facts;
};

struct Document {
    std::vector<Mesh> meshes;
    std::vector<int> numbers; // of the parts, ascending: some may have been left out of the check
    std::vector<Placed> parts;
    std::vector<Pair> pairs;
    double size; // the largest number on the way of a corner into the world
    double
        rounding; // more than points are moved by when they are put into another frame; 0: none is

    const Placed *find(int number) const; // NULL: there is no such part
};

// These throw std::runtime_error with a sentence.
Document read_certificates(const std::string &path);
// Are the parts of the document those of an OBJ file, polygons cut into triangles by whatever way?
void compare_with_obj(const Document &document, const std::string &path);

} // namespace checker

#endif
