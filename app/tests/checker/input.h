// What the checker reads: a mesh file and certificates about it.
#ifndef SNUG_APP_TESTS_CHECKER_INPUT_H
#define SNUG_APP_TESTS_CHECKER_INPUT_H

#include "app/tests/checker/exact.h"

#include <string>

namespace checker
{

struct Document {
    std::vector<Part> parts;
    double size; // the largest coordinate
    double
        rounding; // more than points are moved by when they are put into another frame; 0: none is
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

struct Certificates {
    std::vector<int> triangles; // of each part
    std::vector<Pair> pairs;
};

// OBJ with triangles only. These throw std::runtime_error with a sentence.
Document read_document(const std::string &path);
Certificates read_certificates(const std::string &path);

} // namespace checker

#endif
