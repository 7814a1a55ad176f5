// Writes the CAD files that the tests read, with OCCT's own writers, into a folder: what is in them is
// known because it is said here. Not installed.
#include <BRepAlgoAPI_Cut.hxx>
#include <BRepAlgoAPI_Fuse.hxx>
#include <BRepBuilderAPI_MakeEdge.hxx>
#include <BRepBuilderAPI_MakeFace.hxx>
#include <BRepBuilderAPI_MakePolygon.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepPrimAPI_MakeBox.hxx>
#include <BRepPrimAPI_MakeCylinder.hxx>
#include <BRepPrimAPI_MakeSphere.hxx>
#include <BRepPrimAPI_MakeTorus.hxx>
#include <BRepTools.hxx>
#include <BRep_Builder.hxx>
#include <Geom_Plane.hxx>
#include <IGESControl_Writer.hxx>
#include <Interface_Static.hxx>
#include <Message.hxx>
#include <Message_Messenger.hxx>
#include <Quantity_Color.hxx>
#include <STEPCAFControl_Reader.hxx>
#include <STEPCAFControl_Writer.hxx>
#include <TDataStd_Name.hxx>
#include <TDocStd_Document.hxx>
#include <TopExp_Explorer.hxx>
#include <TopLoc_Location.hxx>
#include <TopoDS.hxx>
#include <TopoDS_Compound.hxx>
#include <XCAFDoc_ColorTool.hxx>
#include <XCAFDoc_DocumentTool.hxx>
#include <XCAFDoc_GraphNode.hxx>
#include <XCAFDoc_ShapeTool.hxx>
#include <gp_Ax2.hxx>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <unistd.h>

namespace
{

std::string folder;

void fail(const std::string &what)
{
    fprintf(stderr, "write_step: %s\n", what.c_str());
    exit(1);
}

TopLoc_Location moved(double x, double y, double z, double turn = 0)
{
    gp_Trsf shift, about_z;
    shift.SetTranslation(gp_Vec(x, y, z));
    about_z.SetRotation(gp_Ax1(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1)), turn);
    return TopLoc_Location(shift * about_z);
}

TopoDS_Shape cylinder(double radius, double height)
{
    return BRepPrimAPI_MakeCylinder(radius, height).Shape();
}

TopoDS_Shape without(const TopoDS_Shape &from, const TopoDS_Shape &what)
{
    return BRepAlgoAPI_Cut(from, what).Shape();
}

// An assembly on its way into a file.
class Writing
{
  public:
    Writing() : document(new TDocStd_Document("Snug"))
    {
    }

    TDF_Label part(const char *name, const TopoDS_Shape &shape)
    {
        return named(shapes()->AddShape(shape, false), name);
    }
    TDF_Label assembly(const char *name)
    {
        return named(shapes()->NewShape(), name);
    }
    TDF_Label place(const TDF_Label &in, const TDF_Label &what, const TopLoc_Location &at,
                    const char *name = nullptr)
    {
        TDF_Label label = shapes()->AddComponent(in, what, at);
        return name ? named(label, name) : label;
    }
    void colour(const TDF_Label &label, double r, double g, double b)
    {
        XCAFDoc_DocumentTool::ColorTool(document->Main())
            ->SetColor(label, Quantity_Color(r, g, b, Quantity_TOC_sRGB), XCAFDoc_ColorSurf);
    }
    // Of one occurrence: the last of these components, within the others.
    void colour_within(std::initializer_list<TDF_Label> path, double r, double g, double b)
    {
        TDF_LabelSequence labels;
        for (const TDF_Label &label : path)
            labels.Append(label);
        Handle(XCAFDoc_GraphNode) occurrence;
        if (!shapes()->SetSHUO(labels, occurrence))
            fail("cannot name an occurrence");
        colour(occurrence->Label(), r, g, b);
    }
    void colour_face(const TDF_Label &label, int number, double r, double g, double b)
    {
        TopExp_Explorer face(XCAFDoc_ShapeTool::GetShape(label), TopAbs_FACE);
        for (int i = 1; i < number; ++i)
            face.Next();
        colour(shapes()->AddSubShape(label, face.Current()), r, g, b);
    }
    void write(const char *name, const char *unit = "MM")
    {
        shapes()->UpdateAssemblies();
        Interface_Static::SetCVal("write.step.unit", unit);
        STEPCAFControl_Writer writer;
        writer.SetSHUOMode(true);
        if (!writer.Transfer(document) ||
            writer.Write((folder + "/" + name).c_str()) != IFSelect_RetDone)
            fail(std::string("cannot write ") + name);
    }

  private:
    Handle(XCAFDoc_ShapeTool) shapes()
    {
        return XCAFDoc_DocumentTool::ShapeTool(document->Main());
    }
    static TDF_Label named(const TDF_Label &label, const char *name)
    {
        TDataStd_Name::Set(label, name);
        return label;
    }
    Handle(TDocStd_Document) document;
};

// Machine > Left and Right, each a bracket with two pins; the pins of all are one shape. Turned and
// shifted at both levels, in colours of part, instance and face.
void write_nested()
{
    Writing w;
    TDF_Label bracket = w.part("Bracket", BRepPrimAPI_MakeBox(40, 20, 10).Shape());
    TDF_Label pin = w.part("Pin", cylinder(3, 30));
    TDF_Label side = w.assembly("Side"), machine = w.assembly("Machine");
    w.colour(bracket, 1, 0, 0);
    w.colour_face(bracket, 1, 0, 1, 0);
    w.colour(pin, 0, 0, 1);
    w.place(side, bracket, moved(0, 0, 0));
    w.place(side, pin, moved(10, 10, 10));
    w.colour(w.place(side, pin, moved(30, 10, 10), "Second pin"), 1, 1, 0);
    w.place(machine, side, moved(0, 0, 0), "Left");
    w.place(machine, side, moved(100, 50, 0, M_PI / 2), "Right");
    w.write("nested.step");
}

// Plant > two Machines > two Sides > two Pins, all blue: one pin of one side is red by its machine, another
// one green by the plant, which also overrules what its machine says of a third one.
void write_occurrences()
{
    Writing w;
    TDF_Label pin = w.part("Pin", cylinder(3, 30));
    TDF_Label side = w.assembly("Side"), machine = w.assembly("Machine"),
              plant = w.assembly("Plant");
    w.colour(pin, 0, 0, 1);
    TDF_Label first = w.place(side, pin, moved(0, 0, 0), "First"),
              second = w.place(side, pin, moved(10, 0, 0), "Second");
    TDF_Label left = w.place(machine, side, moved(0, 0, 0), "Left"),
              right = w.place(machine, side, moved(0, 20, 0), "Right");
    w.place(plant, machine, moved(0, 0, 0), "One");
    TDF_Label two = w.place(plant, machine, moved(0, 0, 50), "Two");
    w.colour_within({left, second}, 1, 0, 0);
    w.colour_within({two, right, first}, 0, 1, 0);
    w.colour_within({two, left, second}, 1, 1, 0);
    w.write("occurrences.step");
}

void write_units()
{
    for (const char *unit : {"INCH", "M"}) {
        Writing w;
        TDF_Label assembly = w.assembly("Units");
        w.place(assembly, w.part("Cube", BRepPrimAPI_MakeBox(25.4, 25.4, 25.4).Shape()),
                moved(254, 0, 0));
        w.place(assembly, w.part("Ball", BRepPrimAPI_MakeSphere(12.7).Shape()), moved(0, 0, 0));
        w.write(unit[0] == 'I' ? "inch.step" : "metre.step", unit);
    }
}

// A part that is nothing but an edge, beside a box.
void write_empty_part()
{
    Writing w;
    TDF_Label assembly = w.assembly("With nothing");
    TopoDS_Shape edge = BRepBuilderAPI_MakeEdge(gp_Pnt(0, 0, 0), gp_Pnt(10, 0, 0)).Shape();
    w.place(assembly, w.part("Sketch", edge), moved(0, 0, 0));
    w.place(assembly, w.part("Box", BRepPrimAPI_MakeBox(10, 10, 10).Shape()), moved(0, 0, 0));
    w.write("empty_part.step");
}

// A box whose top is replaced by one whose border crosses itself: there are no facets for it.
TopoDS_Shape box_with_bad_face()
{
    TopoDS_Compound all;
    BRep_Builder builder;
    builder.MakeCompound(all);
    int number = 0;
    for (TopExp_Explorer face(BRepPrimAPI_MakeBox(10, 10, 10).Shape(), TopAbs_FACE); face.More();
         face.Next())
        if (++number != 6)
            builder.Add(all, face.Current());
    BRepBuilderAPI_MakePolygon border(gp_Pnt(0, 0, 10), gp_Pnt(10, 10, 10), gp_Pnt(10, 0, 10),
                                      gp_Pnt(0, 10, 10), true);
    TopoDS_Face bad;
    builder.MakeFace(bad, new Geom_Plane(gp_Pnt(0, 0, 10), gp_Dir(0, 0, 1)), 1e-7);
    builder.Add(bad, border.Wire());
    builder.Add(all, bad);
    return all;
}

void write_bad_face()
{
    if (!BRepTools::Write(box_with_bad_face(), (folder + "/bad_face.brep").c_str()))
        fail("cannot write bad_face.brep");
}

// One product of two solids that are not one: two parts for whoever wants to know what collides.
void write_two_solids()
{
    TopoDS_Compound both;
    BRep_Builder builder;
    builder.MakeCompound(both);
    builder.Add(both, BRepPrimAPI_MakeBox(10, 10, 10).Shape());
    builder.Add(both, cylinder(4, 10).Moved(moved(20, 0, 0)));
    Writing w;
    w.part("Pair", both);
    w.write("two_solids.step");
}

// Every kind of simple curved surface, to measure how far facets lie off.
void write_curved()
{
    Writing w;
    TDF_Label assembly = w.assembly("Curved");
    w.place(assembly, w.part("Cylinder", cylinder(20, 50)), moved(0, 0, 0));
    w.place(assembly, w.part("Sphere", BRepPrimAPI_MakeSphere(20).Shape()), moved(100, 0, 0));
    w.place(assembly, w.part("Torus", BRepPrimAPI_MakeTorus(20, 5).Shape()), moved(200, 0, 0));
    w.write("curved.step");
}

// A pin in a hole of its own radius, and one that is 0.2 mm too thick.
void write_fit()
{
    TopoDS_Shape block = BRepPrimAPI_MakeBox(gp_Pnt(-20, -20, 0), gp_Pnt(20, 20, 20)).Shape();
    Writing w;
    TDF_Label assembly = w.assembly("Fit");
    TDF_Label holed = w.part("Block", without(block, cylinder(8, 20)));
    w.place(assembly, holed, moved(0, 0, 0), "Block");
    w.place(assembly, w.part("Pin", cylinder(8, 20)), moved(0, 0, 0, 0.03), "Pin");
    w.place(assembly, holed, moved(100, 0, 0), "Tight block");
    w.place(assembly, w.part("Thick pin", cylinder(8.2, 20)), moved(100, 0, 0), "Thick pin");
    w.write("fit.step");
}

// Plate, bracket and rod, held by screws, washers and nuts: 18 parts, as a user's first file is.
void write_bolted()
{
    Writing w;
    TDF_Label assembly = w.assembly("Bolted");
    TopoDS_Shape plate = BRepPrimAPI_MakeBox(gp_Pnt(-60, -40, 0), gp_Pnt(60, 40, 10)).Shape();
    TopoDS_Shape bracket = BRepPrimAPI_MakeBox(gp_Pnt(-60, -40, 10), gp_Pnt(60, 40, 20)).Shape();
    const double places[5][2] = {{-45, -25}, {45, -25}, {-45, 25}, {45, 25}, {0, 0}};
    for (const auto &at : places) {
        plate = without(plate, cylinder(5.5, 60).Moved(moved(at[0], at[1], -10)));
        bracket = without(bracket, cylinder(5.5, 60).Moved(moved(at[0], at[1], -10)));
    }
    TopoDS_Shape head = BRepPrimAPI_MakeCylinder(9, 7).Shape();
    TopoDS_Shape screw = BRepAlgoAPI_Fuse(cylinder(5, 45), head.Moved(moved(0, 0, 45))).Shape();
    TopoDS_Shape nut = without(cylinder(9, 8), cylinder(5, 8));
    TopoDS_Shape washer = without(cylinder(10, 2), cylinder(5.3, 2));
    w.place(assembly, w.part("Plate", plate), moved(0, 0, 0));
    w.place(assembly, w.part("Bracket", bracket), moved(0, 0, 0));
    w.place(assembly, w.part("Ring", BRepPrimAPI_MakeTorus(30, 3).Shape()), moved(0, 0, 23));
    TDF_Label screws = w.part("Screw", screw), nuts = w.part("Nut", nut);
    TDF_Label washers = w.part("Washer", washer);
    w.colour(screws, 0.3, 0.3, 0.35);
    for (const auto &at : places) {
        w.place(assembly, screws, moved(at[0], at[1], -23));
        w.place(assembly, washers, moved(at[0], at[1], 20));
        w.place(assembly, nuts, moved(at[0], at[1], -8));
    }
    w.write("bolted.step");
}

// Loose faces that only meet, as IGES has them.
void write_iges()
{
    IGESControl_Writer writer("IN", 0);
    writer.AddShape(BRepPrimAPI_MakeBox(25.4, 50.8, 25.4).Shape());
    if (!writer.Write((folder + "/box.iges").c_str()))
        fail("cannot write box.iges");
}

// OCCT's own reading and faceting, for comparison: as the importer does it, and nothing else.
[[noreturn]] void measure(const char *path, double deflection)
{
    Handle(TDocStd_Document) document = new TDocStd_Document("Snug");
    STEPCAFControl_Reader reader;
    reader.SetLayerMode(false);
    reader.SetPropsMode(false);
    reader.SetSHUOMode(false);
    reader.SetGDTMode(false);
    reader.SetMatMode(false);
    reader.SetViewMode(false);
    if (reader.ReadFile(path) != IFSelect_RetDone || !reader.Transfer(document))
        fail(std::string("cannot read ") + path);
    TDF_LabelSequence roots;
    XCAFDoc_DocumentTool::ShapeTool(document->Main())->GetFreeShapes(roots);
    for (int i = 1; i <= roots.Length(); ++i)
        BRepMesh_IncrementalMesh(XCAFDoc_ShapeTool::GetShape(roots(i)), deflection, false,
                                 10 * M_PI / 180, true); // which it halves
    _exit(0);                                            // as the importer does
}

} // namespace

int main(int argc, char **argv)
{
    Message::DefaultMessenger()->ChangePrinters().Clear();
    if (argc == 4 && strcmp(argv[1], "--measure") == 0)
        measure(argv[2], atof(argv[3]));
    if (argc != 2) {
        fputs("usage: write_step FOLDER | --measure FILE DEFLECTION\n", stderr);
        return 2;
    }
    folder = argv[1];
    write_nested();
    write_occurrences();
    write_units();
    write_empty_part();
    write_bad_face();
    write_two_solids();
    write_curved();
    write_fit();
    write_bolted();
    write_iges();
    return 0;
}
