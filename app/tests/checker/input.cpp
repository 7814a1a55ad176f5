#include "app/tests/checker/input.h"

#include "app/tests/checker/placing.h"

#include <cmath>
#include <fstream>
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

double number(const std::string &word)
{
    size_t used = 0;
    double value = std::stod(word, &used);
    if (used != word.size() || !std::isfinite(value))
        refuse("not a number: " + word);
    return value;
}

struct Reader {
    std::ifstream file;
    std::string line;
    Document out;
    bool ended = false;

    std::istringstream next(const char *what)
    {
        if (!std::getline(file, line))
            refuse(std::string("the file ends before ") + what);
        return std::istringstream(line);
    }

    void read_mesh(std::istringstream &words)
    {
        int index, corners, triangles;
        if (!(words >> index >> corners >> triangles) || index != (int)out.meshes.size())
            refuse("meshes are not in order: " + line);
        Mesh mesh;
        for (int i = 0; i < corners; ++i) {
            std::istringstream row = next("the last corner");
            std::string word[3];
            if (!(row >> word[0] >> word[1] >> word[2]))
                refuse("not a corner: " + line);
            mesh.corners.push_back({{number(word[0]), number(word[1]), number(word[2])}});
        }
        for (int i = 0; i < triangles; ++i) {
            std::istringstream row = next("the last triangle");
            std::array<int, 3> t;
            for (int &corner : t)
                if (!(row >> corner) || corner < 0 || corner >= corners)
                    refuse("not a triangle: " + line);
            mesh.triangles.push_back(t);
        }
        out.meshes.push_back(mesh);
    }

    void read_part(std::istringstream &words)
    {
        int index, count = (int)out.meshes.size();
        Placed part = {};
        std::string word;
        if (!(words >> index >> part.mesh >> part.inside_mesh) ||
            (!out.numbers.empty() && index <= out.numbers.back()))
            refuse("parts are not in order: " + line);
        if (part.mesh < 0 || part.mesh >= count || part.inside_mesh < -1 ||
            part.inside_mesh >= count)
            refuse("a mesh that is not there: " + line);
        for (double &x : part.at) {
            words >> word;
            x = number(word);
        }
        out.numbers.push_back(index);
        out.parts.push_back(part);
    }

    void read_pair(std::istringstream &words)
    {
        Pair pair;
        std::string word;
        if (!(words >> pair.a >> pair.b >> pair.state >> word))
            refuse("not a pair: " + line);
        pair.border = number(word);
        out.pairs.push_back(pair);
    }

    void read_line()
    {
        std::istringstream words(line);
        std::string word;
        int count;
        words >> word;
        if (ended)
            refuse("more behind the end: " + line);
        if (word == "unit")
            return;
        if (word == "mesh") {
            read_mesh(words);
        } else if (word == "part") {
            read_part(words);
        } else if (word == "pair") {
            read_pair(words);
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
};

} // namespace

Document read_certificates(const std::string &path)
{
    Reader reader;
    reader.file.open(path);
    if (!reader.file || !std::getline(reader.file, reader.line) ||
        reader.line != "snug certificates 2")
        refuse("no certificates in " + path);
    while (std::getline(reader.file, reader.line))
        reader.read_line();
    if (!reader.ended)
        refuse("the end is missing");
    place_parts(reader.out);
    return reader.out;
}

const Placed *Document::find(int wanted) const
{
    for (size_t i = 0; i < numbers.size(); ++i)
        if (numbers[i] == wanted)
            return &parts[i];
    return nullptr;
}

} // namespace checker
