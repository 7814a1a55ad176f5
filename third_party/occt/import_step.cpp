// snug-import-step: STEP, IGES and BREP files as the meshes, instances, names and colours that are in
// them, on standard output as cad_stream.h says. A program of its own, so that the viewer links none
// of OCCT's libraries and survives whatever a file does to them.
#include "third_party/occt/cad_model.h"

#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRepBndLib.hxx>
#include <BRepBuilderAPI_Sewing.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <IGESCAFControl_Reader.hxx>
#include <IGESData_IGESModel.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Message_ProgressIndicator.hxx>
#include <Poly_Triangulation.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <Standard_Failure.hxx>
#include <TColStd_SequenceOfAsciiString.hxx>
#include <TDF_LabelSequence.hxx>
#include <TDF_Tool.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_GraphNode.hxx>
#include <XCAFDoc_ShapeTool.hxx>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace
{

[[noreturn]] void refuse(const std::string &why)
{
    cad_refuse(why.c_str());
}

class Indicator : public Message_ProgressIndicator
{
    void Show(const Message_ProgressScope &, const Standard_Boolean) override
    {
        cad_progress(CAD_CONVERTING, GetPosition());
    }
};

typedef std::unordered_map<const TopoDS_TShape *, int> FaceColours;

// A mesh to be. Those of one shape in several colours share their triangulation, which OCCT keeps.
struct Body {
    TopoDS_Shape shape;
    int colour; // of faces that have none of their own; -1: none
    std::shared_ptr<const FaceColours> faces;
    std::string name;
    double size; // the diagonal of its box
    std::uint64_t instances;
};

struct Node {
    std::uint32_t parent, mesh;
    gp_Trsf placement;
    std::string name;
};

struct Model {
    Handle(TDocStd_Document) document;
    double metres = 0;     // per unit of the file; 0: it does not say
    double to_file = 1;    // OCCT's lengths times this are the file's
    double millimetre = 1; // in OCCT's lengths
    std::vector<Body> bodies;
    std::vector<Node> nodes;
    std::map<std::pair<std::string, int>, std::vector<std::uint32_t>> known; // by label and colour
    std::vector<std::string> empty;
    double deflection = 0, angle = 5 * M_PI / 180;
    double least = 0; // no side of a facet is made shorter; 0: than a tenth of the deflection
};

template <class Reader, class UnitFn>
void read_with(Reader &reader, const CadOptions &options, const char *kind, Model &model,
               UnitFn unit)
{
    reader.SetColorMode(true);
    reader.SetNameMode(true);
    reader.SetLayerMode(false);
    if (reader.ReadFile(options.path) != IFSelect_RetDone)
        refuse(std::string("it is no ") + kind + " file that OCCT understands");
    model.metres = unit();
    cad_progress(CAD_CONVERTING, 0);
    Handle(Indicator) indicator = new Indicator;
    if (!reader.Transfer(model.document, indicator->Start()))
        refuse("there are no shapes in it");
}

void read_step(const CadOptions &options, Model &model)
{
    STEPCAFControl_Reader reader;
    reader.SetPropsMode(false);
    reader.SetSHUOMode(true);
    reader.SetGDTMode(false);
    reader.SetMatMode(false);
    reader.SetViewMode(false);
    read_with(reader, options, "STEP", model, [&reader] {
        TColStd_SequenceOfAsciiString lengths, angles, solid_angles;
        reader.ChangeReader().FileUnits(lengths, angles, solid_angles);
        std::vector<const char *> names;
        for (int i = 1; i <= lengths.Length(); ++i)
            names.push_back(lengths(i).ToCString());
        return cad_unit_of_step(names.data(), names.size());
    });
}

void read_iges(const CadOptions &options, Model &model)
{
    IGESCAFControl_Reader reader;
    read_with(reader, options, "IGES", model, [&reader] {
        Handle(IGESData_IGESModel) file = Handle(IGESData_IGESModel)::DownCast(reader.Model());
        return file.IsNull() ? 1e-3 : cad_unit_of_iges(file->GlobalSection().UnitFlag());
    });
}

void read_brep(const CadOptions &options, Model &model)
{
    TopoDS_Shape shape;
    if (!BRepTools::Read(shape, options.path, BRep_Builder()) || shape.IsNull())
        refuse("it is no BREP file that OCCT understands");
    XCAFDoc_DocumentTool::ShapeTool(model.document->Main())->AddShape(shape, false);
}

std::string name_of(const TDF_Label &label)
{
    Handle(TDataStd_Name) attribute;
    if (!label.FindAttribute(TDataStd_Name::GetID(), attribute))
        return "";
    const TCollection_AsciiString utf8(attribute->Get());
    return cad_names_type(utf8.ToCString()) ? "" : utf8.ToCString();
}

int colour_of(const TDF_Label &label, int otherwise)
{
    Handle(XCAFDoc_ColorTool) tool = XCAFDoc_DocumentTool::ColorTool(label);
    Quantity_Color colour;
    if (!tool->GetColor(label, XCAFDoc_ColorSurf, colour) &&
        !tool->GetColor(label, XCAFDoc_ColorGen, colour))
        return otherwise;
    double rgb[3];
    colour.Values(rgb[0], rgb[1], rgb[2], Quantity_TOC_sRGB);
    return cad_colour(rgb);
}

// Colours of a shape's own pieces, the smaller one first: a face's before its solid's.
std::shared_ptr<const FaceColours> face_colours(const TDF_Label &label)
{
    auto colours = std::make_shared<FaceColours>();
    TDF_LabelSequence pieces;
    XCAFDoc_ShapeTool::GetSubShapes(label, pieces);
    for (int type = TopAbs_FACE; type >= TopAbs_COMPOUND; --type)
        for (int i = 1; i <= pieces.Length(); ++i) {
            const TopoDS_Shape piece = XCAFDoc_ShapeTool::GetShape(pieces(i));
            const int colour = colour_of(pieces(i), -1);
            if (colour < 0 || piece.IsNull() || piece.ShapeType() != type)
                continue;
            for (TopExp_Explorer face(piece, TopAbs_FACE); face.More(); face.Next())
                colours->emplace(face.Current().TShape().get(), colour);
        }
    return colours;
}

// Faces that nothing joins, as IGES has them, get common edges where they meet: facets fit together.
TopoDS_Shape sewn(const TopoDS_Compound &loose, double tolerance)
{
    BRepBuilderAPI_Sewing sewing(tolerance);
    sewing.Add(loose);
    sewing.Perform();
    return sewing.SewedShape().IsNull() ? TopoDS_Shape(loose) : sewing.SewedShape();
}

// Every solid is a part, since solids can collide; all that belongs to none of them is one more.
std::vector<TopoDS_Shape> bodies_of(const TopoDS_Shape &shape, double tolerance)
{
    std::vector<TopoDS_Shape> bodies;
    for (TopExp_Explorer solid(shape, TopAbs_SOLID); solid.More(); solid.Next())
        if (TopExp_Explorer(solid.Current(), TopAbs_FACE).More())
            bodies.push_back(solid.Current());
    TopoDS_Compound loose;
    BRep_Builder().MakeCompound(loose);
    int faces = 0;
    for (TopExp_Explorer shell(shape, TopAbs_SHELL, TopAbs_SOLID); shell.More(); shell.Next())
        BRep_Builder().Add(loose, shell.Current());
    for (TopExp_Explorer face(shape, TopAbs_FACE, TopAbs_SHELL); face.More(); face.Next()) {
        BRep_Builder().Add(loose, face.Current());
        ++faces;
    }
    if (TopExp_Explorer(loose, TopAbs_FACE).More())
        bodies.push_back(faces > 1 ? sewn(loose, tolerance) : TopoDS_Shape(loose));
    return bodies;
}

const std::vector<std::uint32_t> &meshes_of(Model &model, const TDF_Label &label, int colour,
                                            const std::string &name)
{
    TCollection_AsciiString entry;
    TDF_Tool::Entry(label, entry);
    const auto known = model.known.insert({{entry.ToCString(), colour}, {}});
    std::vector<std::uint32_t> &meshes = known.first->second;
    if (!known.second)
        return meshes;
    auto faces = face_colours(label);
    for (const TopoDS_Shape &shape :
         bodies_of(XCAFDoc_ShapeTool::GetShape(label), 1e-3 * model.millimetre)) {
        meshes.push_back(static_cast<std::uint32_t>(model.bodies.size()));
        Bnd_Box box;
        BRepBndLib::Add(shape, box, false);
        const double size = box.IsVoid() || box.IsOpen() ? 0 : std::sqrt(box.SquareExtent());
        model.bodies.push_back({shape, colour, faces, name, size, 0});
    }
    return meshes;
}

std::uint32_t add_node(Model &model, std::uint32_t parent, std::uint32_t mesh, const gp_Trsf &at,
                       const std::string &name)
{
    if (model.nodes.size() >= CAD_MOST_NODES)
        refuse("it has more than " + std::to_string(CAD_MOST_NODES) + " parts and groups");
    if (mesh != CAD_NONE)
        ++model.bodies[mesh].instances;
    model.nodes.push_back({parent, mesh, at, name});
    return static_cast<std::uint32_t>(model.nodes.size() - 1);
}

// Of one occurrence only, said by an assembly above: the outermost one has the last word.
int occurrence_colour(const std::vector<TDF_Label> &path, int otherwise)
{
    for (std::size_t from = 0; from + 1 < path.size(); ++from) {
        TDF_AttributeSequence any;
        TDF_LabelSequence labels;
        Handle(XCAFDoc_GraphNode) said;
        if (!XCAFDoc_ShapeTool::GetAllComponentSHUO(path[from], any))
            continue;
        for (std::size_t i = from; i < path.size(); ++i)
            labels.Append(path[i]);
        if (XCAFDoc_ShapeTool::FindSHUO(labels, said) && colour_of(said->Label(), -1) >= 0)
            return colour_of(said->Label(), -1);
    }
    return otherwise;
}

// path: the components that it lies in, outermost first.
void add_label(Model &model, const TDF_Label &label, std::uint32_t parent, int colour,
               std::vector<TDF_Label> &path)
{
    if (path.size() > CAD_MOST_DEPTH)
        refuse("assemblies lie within each other " + std::to_string(path.size()) + " deep");
    TDF_Label product;
    gp_Trsf at;
    std::string name;
    if (XCAFDoc_ShapeTool::GetReferredShape(label, product)) {
        at = XCAFDoc_ShapeTool::GetLocation(label).Transformation();
        name = name_of(label);
    } else {
        product = label;
    }
    if (cad_is_made_up(name.c_str()))
        name = name_of(product);
    path.push_back(label);
    colour = occurrence_colour(path, colour_of(label, colour_of(product, colour)));
    if (XCAFDoc_ShapeTool::IsAssembly(product)) {
        const std::uint32_t group = add_node(model, parent, CAD_NONE, at, name);
        TDF_LabelSequence components;
        XCAFDoc_ShapeTool::GetComponents(product, components);
        for (int i = 1; i <= components.Length(); ++i)
            add_label(model, components(i), group, colour, path);
        path.pop_back();
        return;
    }
    path.pop_back();
    const std::vector<std::uint32_t> &meshes = meshes_of(model, product, colour, name);
    if (meshes.empty())
        model.empty.push_back(name);
    else if (meshes.size() == 1)
        add_node(model, parent, meshes[0], at, name);
    else {
        const std::uint32_t group = add_node(model, parent, CAD_NONE, at, name);
        for (std::uint32_t mesh : meshes)
            add_node(model, group, mesh, gp_Trsf(), name);
    }
}

// --- facets

// The smaller one of a thousandth of the smallest part and 0.05 mm, but no finer than doubles and OCCT
// can tell apart.
double usual_deflection(const Model &model)
{
    double smallest = 0, largest = 0;
    for (const Body &body : model.bodies) {
        largest = std::max(largest, body.size);
        if (body.size > 0 && (smallest == 0 || body.size < smallest))
            smallest = body.size;
    }
    const double wanted = std::min(1e-3 * smallest, 0.05 * model.millimetre);
    return std::max(wanted, std::max(1e-6 * largest, 1e-4 * model.millimetre));
}

std::uint64_t triangles_of(const TopoDS_Shape &shape)
{
    std::uint64_t count = 0;
    for (TopExp_Explorer face(shape, TopAbs_FACE); face.More(); face.Next()) {
        TopLoc_Location at;
        Handle(Poly_Triangulation) facets =
            BRep_Tool::Triangulation(TopoDS::Face(face.Current()), at);
        count += facets.IsNull() ? 0 : static_cast<std::uint64_t>(facets->NbTriangles());
    }
    return count;
}

std::uint64_t facet_body(const Model &model, const Body &body, double deflection, bool anew)
{
    IMeshTools_Parameters parameters;
    parameters.Deflection = deflection;
    parameters.Angle = 2 * model.angle; // OCCT halves it
    parameters.MinSize = model.least > 0 ? model.least : 0.1 * deflection;
    parameters.InParallel = true;
    if (anew) // finer ones would be kept
        BRepTools::Clean(body.shape);
    BRepMesh_IncrementalMesh(body.shape, parameters);
    return triangles_of(body.shape) * body.instances;
}

// Of parts that are very large beside the deflection, a coarse try foretells how many triangles a fine
// one would make, and how long it would take: as many times more, if they are curved all over.
void foretell(Model &model, std::uint64_t most)
{
    double count = 0;
    for (const Body &body : model.bodies)
        if (body.size > 2e4 * model.deflection)
            count += static_cast<double>(facet_body(model, body, 1e-3 * body.size, false)) * 1e-3 *
                     body.size / model.deflection;
    model.deflection *= std::max(1.0, count / static_cast<double>(most));
}

// Coarser and coarser, while there are too many triangles of all parts together.
void facet(Model &model, std::uint64_t most)
{
    const double wanted = model.deflection;
    foretell(model, most);
    // A tenth of a coarse one that was asked for would spoil small circles.
    model.least = model.deflection > wanted ? 0 : 0.1 * std::min(wanted, usual_deflection(model));
    for (bool again = false;; again = true) {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i < model.bodies.size() && count <= most; ++i) {
            cad_progress_of(CAD_FACETING, i, model.bodies.size());
            count += facet_body(model, model.bodies[i], model.deflection, again);
        }
        if (count <= most || model.deflection > 1e6 * wanted)
            break;
        model.deflection *= 2;
        model.least = 0;
        model.angle = std::min(1.5 * model.angle, M_PI / 6);
    }
    if (model.deflection != wanted)
        cad_note_coarser(most, model.deflection / model.millimetre, wanted / model.millimetre);
}

bool is_curved(const TopoDS_Face &face)
{
    if (BRepAdaptor_Surface(face, false).GetType() != GeomAbs_Plane)
        return true;
    for (TopExp_Explorer edge(face, TopAbs_EDGE); edge.More(); edge.Next())
        if (!BRep_Tool::Degenerated(TopoDS::Edge(edge.Current())) &&
            BRepAdaptor_Curve(TopoDS::Edge(edge.Current())).GetType() != GeomAbs_Line)
            return true;
    return false;
}

// A plane face is one polygon, every triangle of a curved one is one of its own.
void add_face(const TopoDS_Face &face, const Body &body, const Model &model)
{
    TopLoc_Location at;
    Handle(Poly_Triangulation) facets = BRep_Tool::Triangulation(face, at);
    if (facets.IsNull() || facets->NbTriangles() == 0)
        return cad_facets_failed();
    const gp_Trsf placed = at.Transformation();
    const std::uint32_t first = cad_facets()->vertex_count - 1; // OCCT counts from 1
    for (int i = 1; i <= facets->NbNodes(); ++i) {
        const gp_XYZ p = facets->Node(i).Transformed(placed).XYZ() * model.to_file;
        cad_facets_vertex(p.GetData());
    }
    const bool flat = BRepAdaptor_Surface(face, false).GetType() == GeomAbs_Plane;
    const bool inside_out = (face.Orientation() == TopAbs_REVERSED) != placed.IsNegative();
    const auto own = body.faces->find(face.TShape().get());
    const int colour = own == body.faces->end() ? body.colour : own->second;
    for (int i = 1; i <= facets->NbTriangles(); ++i) {
        int a, b, c;
        facets->Triangle(i).Get(a, b, c);
        if (inside_out)
            std::swap(b, c);
        cad_facets_triangle(first + static_cast<std::uint32_t>(a),
                            first + static_cast<std::uint32_t>(b),
                            first + static_cast<std::uint32_t>(c), colour);
        if (!flat)
            cad_facets_end_polygon();
    }
    if (flat)
        cad_facets_end_polygon();
    cad_facets_face(
        is_curved(face) ? std::max(model.deflection, facets->Deflection()) * model.to_file : 0);
}

void send_node(const Model &model, const Node &node)
{
    double placement[12];
    for (int i = 0; i < 9; ++i)
        placement[i] = node.placement.Value(i / 3 + 1, i % 3 + 1);
    for (int i = 0; i < 3; ++i)
        placement[9 + i] = node.placement.Value(i + 1, 4) * model.to_file;
    cad_node(node.parent, node.mesh, placement, node.name.c_str());
}

void send(const Model &model)
{
    for (const std::string &name : model.empty)
        cad_text(CAD_NOTICE, ("part '" + name + "' has no faces and was left out").c_str());
    cad_head(model.metres, model.deflection * model.to_file, model.angle, model.bodies.size(),
             model.nodes.size());
    for (std::size_t i = 0; i < model.bodies.size(); ++i) {
        cad_progress_of(CAD_WRITING, i, model.bodies.size());
        cad_facets_begin();
        for (TopExp_Explorer face(model.bodies[i].shape, TopAbs_FACE); face.More(); face.Next())
            add_face(TopoDS::Face(face.Current()), model.bodies[i], model);
        cad_facets_send(model.bodies[i].name.c_str());
    }
    for (const Node &node : model.nodes)
        send_node(model, node);
    cad_end();
}

void import(const CadOptions &options)
{
    Model model;
    model.document = new TDocStd_Document("Snug");
    cad_progress(CAD_READING, 0);
    if (options.kind == CAD_STEP)
        read_step(options, model);
    else if (options.kind == CAD_IGES)
        read_iges(options, model);
    else
        read_brep(options, model);
    // OCCT has read into millimetres, but for its own format, which it takes as it is.
    if (model.metres > 0)
        model.to_file = 1e-3 / model.metres;
    else
        model.millimetre = 1e-3 / options.unit;
    TDF_LabelSequence roots;
    std::vector<TDF_Label> path;
    XCAFDoc_DocumentTool::ShapeTool(model.document->Main())->GetFreeShapes(roots);
    for (int i = 1; i <= roots.Length(); ++i)
        add_label(model, roots(i), CAD_NONE, -1, path);
    if (model.bodies.empty())
        refuse("there are no faces in it");
    model.deflection = options.deflection > 0 ? options.deflection * 1e3 * model.millimetre
                                              : usual_deflection(model);
    facet(model, options.most_triangles);
    send(model);
}

} // namespace

int main(int argc, char **argv)
{
    CadOptions options;
    if (!cad_options(argc, argv, "snug-import-step", "--step|--iges|--brep", &options))
        return CAD_EXIT_USAGE;
    cad_limit(options.bytes, options.seconds);
    cad_begin();
    Message::DefaultMessenger()->ChangePrinters().Clear();
    try {
        import(options);
    } catch (const Standard_Failure &failure) {
        refuse(std::string("OCCT gave up: ") + failure.GetMessageString());
    } catch (const std::bad_alloc &) {
        refuse("not enough memory");
    } catch (const std::exception &failure) {
        refuse(std::string("OCCT gave up: ") + failure.what());
    }
    _exit(0); // without what OCCT does at the end
}
