"""Exact collision detection of triangle meshes, and fit checks of assemblies, over libsnug.

    import numpy, snug
    corners = numpy.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], float)
    faces = numpy.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    tree = snug.Tree(snug.Mesh(corners, faces))
    print(snug.contacts(tree, tree, snug.moved(0.2, 0.2, 0.2)).pairs)

Arrays go in as anything numpy can read and come out as numpy arrays of their own. A placement is a 3x4 or
4x4 array, None the identity. What the library refuses is raised as snug.Error. What each call does and
which threads may make it is said in snug.h, whose declarations are read here: nothing is written twice.
"""
import collections
import glob
import os
import re
import weakref

import cffi
import numpy

_here = os.path.dirname(os.path.abspath(__file__))


def _header(folder, name, seen):
    """A header and those it includes by name, each once."""
    seen.add(name)
    with open(os.path.join(folder, name), encoding="utf-8") as header:
        text = header.read()
    return re.sub(r'^#include "([^"]+)"',
                  lambda found: "" if found[1] in seen else _header(folder, found[1], seen), text, flags=re.M)


def _declarations():
    """snug.h without comments and preprocessor: beside this file where it is installed, else in the sources."""
    for folder in (_here, os.path.join(_here, "../include/snug")):
        if os.path.exists(os.path.join(folder, "snug.h")):
            text = _header(folder, "snug.h", set())
            text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
            text = re.sub(r"//[^\n]*", "", text)
            text = re.sub(r"^#(?:[^\n]*\\\n)*[^\n]*$", "", text, flags=re.M)
            return text.replace("SNUG_API", "")
    raise ImportError("snug.h is not where snug.py looks for it")


def _load():
    """SNUG_LIBRARY, the library installed with this file, or wherever the system looks for libraries."""
    beside = glob.glob(os.path.join(_here, "../../../lib*/libsnug.so.0"))
    beside += glob.glob(os.path.join(_here, "../../../lib/*/libsnug.so.0"))
    return _ffi.dlopen(os.environ.get("SNUG_LIBRARY") or (beside or ["libsnug.so.0"])[0])


_ffi = cffi.FFI()
_ffi.cdef(_declarations())
_lib = _load()

Contacts = collections.namedtuple("Contacts", "pairs kinds points first_point truncated stats")
EdgeContact = collections.namedtuple("EdgeContact", "edge triangle of_b point")
Distance = collections.namedtuple("Distance", "value triangles on_a on_b stats")
Stats = collections.namedtuple("Stats", "volume_tests triangle_tests updates ms")
Answer = collections.namedtuple("Answer", "verdict unresolved error point normal triangles stats")
Hit = collections.namedtuple("Hit", "triangle t")
Row = collections.namedtuple(
    "Row", "a b id state rule violation worse depth depth_error holes_closed polygons distance tolerance lo hi "
    "closest closed_curves open_curves curve_length verdict text facet_error clearance")
Moved = collections.namedtuple("Moved", "position turn arrived stopped fraction lag blockers closest joint limit_joint "
                                        "coordinates pushed")
Common = collections.namedtuple("Common", "volume error why triangles")
Joint = collections.namedtuple("Joint", "parent child kind coordinates off_length off_angle pitch low high")
Blocker = collections.namedtuple("Blocker", "part hand place force")
Feature = collections.namedtuple("Feature", "kind inward convex origin axis side radius length arc facets residual "
                                            "cylinder face triangles")
Check = collections.namedtuple("Check", "rows violations undecided facets near_pairs ignored summary stats")


class Error(Exception):
    """What the library said; .status is its code by name, such as "bad mesh"."""

    def __init__(self, status, text):
        super().__init__(text)
        self.status = status


def _must(function, *arguments):
    error = _ffi.new("snug_error *")
    if function(*arguments, error) != _lib.SNUG_OK:
        raise Error(_text(_lib.snug_status_name(error.status)), _text(error.text))


def _text(chars):
    return _ffi.string(chars).decode("utf-8") if chars else None


def _struct(type_name, **fields):
    """A struct that knows its size. Texts and arrays among the fields live as long as it does."""
    struct = _ffi.new(type_name + " *")
    struct.struct_size = _ffi.sizeof(type_name)
    for name, value in fields.items():
        if isinstance(value, str):
            value = _ffi.new("char[]", value.encode("utf-8"))
            _kept.setdefault(struct, []).append(value)
        if value is not None:
            setattr(struct, name, value)
    return struct


_kept = weakref.WeakKeyDictionary()


def _array(values, kind, dtype):
    array = numpy.ascontiguousarray(values, dtype)
    return array, _ffi.cast(kind, _ffi.from_buffer(array)) if array.size else _ffi.NULL


def _placement(matrix):
    if matrix is None:
        return _ffi.NULL
    matrix = numpy.asarray(matrix, float)
    if matrix.shape not in ((3, 4), (4, 4)):
        raise Error("bad placement", "a placement is a 3x4 or 4x4 array")
    return _ffi.new("double[12]", matrix[:3].ravel().tolist())


def _copy(pointer, count, dtype):
    size = count * numpy.dtype(dtype).itemsize
    return numpy.frombuffer(bytes(_ffi.buffer(pointer, size)) if count else b"", dtype)


def _vector(numbers):
    return numpy.array(list(numbers))


def _stats(stats):
    return Stats(stats.volume_tests, stats.triangle_tests, stats.updates, stats.ms)


def moved(x, y, z):
    """The placement that shifts by so much."""
    matrix = numpy.eye(3, 4)
    matrix[:, 3] = x, y, z
    return matrix


def version():
    return _lib.snug_version()


def kinds(registry):
    """Names to choose from: "volumes", "criteria", "builders", "descents" or "triangle_tests"."""
    number = getattr(_lib, "SNUG_" + registry.upper())
    names = []
    for index in range(_lib.snug_kind_count(number)):
        info = _struct("snug_kind_info")
        _must(_lib.snug_kind_at, number, index, info)
        names.append(_text(info.name))
    return names


class Job:
    """Threads that help, and a way to cancel from another thread."""

    def __init__(self, threads=1):
        out = _ffi.new("snug_job **")
        _must(_lib.snug_job_create, _struct("snug_job_desc", threads=threads), out)
        self._handle = _ffi.gc(out[0], _lib.snug_job_release)

    def cancel(self):
        _lib.snug_job_cancel(self._handle)


def _job(job):
    return job._handle if job else None


class Mesh:
    def __init__(self, vertices, triangles, polygon_of=None):
        vertices, v = _array(numpy.reshape(vertices, (-1, 3)), "double *", float)
        triangles, t = _array(numpy.reshape(triangles, (-1, 3)), "int32_t *", numpy.int32)
        desc = _struct("snug_mesh_desc", vertices=v, vertex_count=len(vertices), triangles=t,
                       triangle_count=len(triangles))
        if polygon_of is not None:
            polygon_of, desc.polygon_of = _array(polygon_of, "int32_t *", numpy.int32)
            if len(polygon_of) != len(triangles):
                raise Error("bad mesh", "polygon_of needs one number per triangle")
        out = _ffi.new("snug_mesh **")
        _must(_lib.snug_mesh_create, desc, out)
        self._handle = _ffi.gc(out[0], _lib.snug_mesh_release)

    def set_vertices(self, vertices):
        """Trees of it must be refitted then."""
        vertices, v = _array(numpy.reshape(vertices, (-1, 3)), "double *", float)
        _must(_lib.snug_mesh_set_vertices, self._handle, v, len(vertices))

    def bounds(self):
        info = _struct("snug_mesh_info")
        _must(_lib.snug_mesh_get_info, self._handle, info)
        return _vector(info.lo), _vector(info.hi)

    def features(self, job=None):
        """Planes, then cylinders, then circles at their ends; large ones before small ones."""
        out, found = _ffi.new("snug_features **"), []
        _must(_lib.snug_features_find, self._handle, _job(job) or _ffi.NULL, out)
        handle = _ffi.gc(out[0], _lib.snug_features_release)
        for i in range(_lib.snug_features_count(handle)):
            f = _struct("snug_feature")
            _must(_lib.snug_features_at, handle, i, f)
            found.append(Feature(("plane", "cylinder", "circle")[f.kind], bool(f.inward), bool(f.convex),
                                 _vector(f.origin), _vector(f.axis), _vector(f.side), f.radius, f.length, f.arc,
                                 f.facets, f.residual, f.cylinder, f.face,
                                 [f.triangles[k] for k in range(f.triangle_count)]))
        return found


class Tree:
    def __init__(self, mesh, volume=None, criterion=None, builder=None, leaf_size=0, arity=0, params=None,
                 job=None):
        desc = _struct("snug_tree_desc", volume=volume, criterion=criterion, builder=builder,
                       leaf_size=leaf_size, arity=arity, job=_job(job))
        if params is not None:
            params, desc.params = _array(params, "double *", float)
            desc.param_count = len(params)
        out = _ffi.new("snug_tree **")
        _must(_lib.snug_tree_build, mesh._handle, desc, out)
        self._handle = _ffi.gc(out[0], _lib.snug_tree_release)

    def refit(self, job=None):
        _must(_lib.snug_tree_refit, self._handle, _job(job) or _ffi.NULL)

    def info(self):
        info = _struct("snug_tree_info")
        _must(_lib.snug_tree_get_info, self._handle, info)
        return {"volume": _text(info.volume), "criterion": _text(info.criterion),
                "builder": _text(info.builder), "nodes": info.node_count, "depth": info.depth,
                "bytes": info.bytes, "build_ms": info.build_ms, "stale": bool(info.stale)}


def _query(overlap_test=None, descent=None, triangle_test=None, job=None, limit=0, first_only=False,
           points=False):
    return _struct("snug_query_desc", overlap_test=overlap_test, descent=descent,
                   triangle_test=triangle_test, job=_job(job), limit=limit, first_only=int(first_only),
                   points=int(points))


def contacts(a, b, b_to_a=None, **options):
    """Which triangles meet. options: first_only, limit, points, overlap_test, descent, triangle_test, job.
    With points, those of pair i are points[first_point[i]:first_point[i + 1]]."""
    found = _struct("snug_contacts")
    _must(_lib.snug_find_contacts, a._handle, b._handle, _placement(b_to_a), _query(**options), found)
    try:
        kind = numpy.dtype({"names": ["a", "b", "kind", "points", "first"], "offsets": [0, 4, 8, 9, 12],
                            "formats": ["i4", "i4", "u1", "u1", "u4"], "itemsize": 16})
        rows = _copy(found.contacts, found.count, kind)
        points = _copy(found.points, 3 * found.point_count, float).reshape(-1, 3)
        return _contacts_of(rows, points, bool(found.truncated), _stats(found.stats))
    finally:
        _lib.snug_contacts_free(found)


def _contacts_of(rows, points, truncated, stats):
    """The list is sorted, its points are not: they are put into the order of the pairs."""
    counts = rows["points"].astype(int)
    first = numpy.concatenate(([0], numpy.cumsum(counts)))
    order = numpy.repeat(rows["first"].astype(int) - first[:-1], counts) + numpy.arange(first[-1])
    return Contacts(numpy.stack((rows["a"], rows["b"]), 1), rows["kind"].copy(), points[order], first,
                    truncated, stats)


def contact_edges(a, b, triangle_a, triangle_b, b_to_a=None):
    """Which edges of two triangles of two meshes meet the other triangle, and where; none if they do not meet.
    An edge is 3 * triangle + corner where it begins, the same number for all triangles at it."""
    found, count = _ffi.new("snug_edge_contact[]", _lib.SNUG_MOST_EDGES), _ffi.new("int32_t *")
    _must(_lib.snug_find_contact_edges, a._handle, b._handle, _placement(b_to_a), triangle_a, triangle_b, found,
          count)
    return [EdgeContact(e.edge, e.triangle, bool(e.of_b), _vector(e.point)) for e in found[0:count[0]]]


def _distance_of(found):
    return Distance(found.value, (found.triangle_a, found.triangle_b), _vector(found.on_a),
                    _vector(found.on_b), _stats(found.stats))


def distance(a, b, b_to_a=None, **options):
    found = _struct("snug_distance")
    _must(_lib.snug_find_distance, a._handle, b._handle, _placement(b_to_a), _query(**options), found)
    return _distance_of(found)


def within(a, b, tolerance, b_to_a=None, **options):
    answer = _ffi.new("int32_t *")
    _must(_lib.snug_is_within, a._handle, b._handle, _placement(b_to_a), tolerance, _query(**options),
          answer, _ffi.NULL)
    return bool(answer[0])


def ray(tree, origin, direction, longest=numpy.inf):
    hit = _struct("snug_ray_hit")
    _must(_lib.snug_find_ray_hit, tree._handle, list(map(float, origin)), list(map(float, direction)), longest,
          hit)
    return Hit(hit.triangle, hit.t)


def traverse(a, b, visit, b_to_a=None, reach=0.0, **options):
    """visit(triangle_a, triangle_b, corners_a, corners_b, reach) for each pair of triangles in leaves that
    overlap (or are nearer than reach). It returns False to stop, a number to shorten the reach, None to go
    on. True when everything was looked at."""
    raised = []

    def call(_, pair, reach_now):
        corners = [_copy(c, 9, float).reshape(3, 3) for c in (pair.a, pair.b)]
        answer = visit(pair.triangle_a, pair.triangle_b, *corners, reach_now[0])
        if answer is False:
            return 0
        if answer is not None and answer is not True:
            reach_now[0] = answer
        return 1

    callback = _ffi.callback("snug_visit_fn", call, error=0, onerror=lambda *what: raised.append(what[1]))
    out = _ffi.new("snug_traversal **")
    _must(_lib.snug_traversal_begin, a._handle, b._handle, _placement(b_to_a), _query(**options), reach,
          callback, _ffi.NULL, out)
    handle = _ffi.gc(out[0], _lib.snug_traversal_end)
    progress = _struct("snug_progress")
    _must(_lib.snug_traversal_run, handle, 0, progress)
    if raised:
        raise raised[0]
    return progress.outcome == _lib.SNUG_DONE


class Search:
    """Do two meshes meet, within a time budget? run() again while the verdict is None."""

    def __init__(self, a, b, b_to_a=None, **options):
        out = _ffi.new("snug_search **")
        _must(_lib.snug_search_begin, a._handle, b._handle, _placement(b_to_a), _query(**options), out)
        self._handle = _ffi.gc(out[0], _lib.snug_search_end)

    def run(self, microseconds=0):
        found = _struct("snug_answer")
        _must(_lib.snug_search_run, self._handle, microseconds, found)
        verdict = {_lib.SNUG_APART: False, _lib.SNUG_MEETING: True}.get(found.verdict)
        return Answer(verdict, found.unresolved, found.error, _vector(found.point), _vector(found.normal),
                      (found.triangle_a, found.triangle_b), _stats(found.stats))


class Assembly:
    """Parts with placements, rules about pairs of them, and the check that `snug check` makes."""
    STATES = ("clear", "touch", "interference", "inside", "undecided", "crossing", "same place",
              "within facets")
    RULES = ("check", "ignore", "intentional", "forbid", "baseline", "clearance")
    JOINTS = ("fixed", "hinge", "slide", "cylindrical", "screw")

    def __init__(self, unit="mm"):
        out = _ffi.new("snug_assembly **")
        _must(_lib.snug_assembly_create, _struct("snug_assembly_desc", unit=unit), out)
        self._handle = _ffi.gc(out[0], _lib.snug_assembly_release)

    def __len__(self):
        return _lib.snug_assembly_count(self._handle)

    def add(self, name, mesh, placement=None):
        """Its number."""
        part, matrix = _ffi.new("int32_t *"), _placement(placement)
        desc = _struct("snug_part_desc", name=name, mesh=mesh._handle, placement=matrix)
        _must(_lib.snug_assembly_add, self._handle, desc, part)
        return part[0]

    def place(self, part, placement):
        _must(_lib.snug_assembly_place, self._handle, part, _placement(placement))

    def activate(self, part, active=True):
        _must(_lib.snug_assembly_activate, self._handle, part, int(active))

    def name(self, part):
        info = _struct("snug_part_info")
        _must(_lib.snug_assembly_get_part, self._handle, part, info)
        return _text(info.name)

    def set_rules(self, text):
        """All rules at once, as in rules files."""
        data = text.encode("utf-8")
        _must(_lib.snug_assembly_set_rules, self._handle, data, len(data))

    def add_rule(self, rule, pattern_a, pattern_b="*", length=0.0):
        _must(_lib.snug_assembly_add_rule, self._handle, self.RULES.index(rule), pattern_a.encode("utf-8"),
              pattern_b.encode("utf-8"), length)

    def check(self, tolerance=0.0, clearance=0.0, volume=None, job=None):
        tree = _struct("snug_tree_desc", volume=volume)
        desc = _struct("snug_check_desc", tolerance=tolerance, clearance=clearance, tree=tree, job=_job(job))
        found = _struct("snug_check")
        _must(_lib.snug_assembly_check, self._handle, desc, found)
        try:
            rows = [self._row(_lib.snug_check_row_at(found, i)) for i in range(found.row_count)]
            return Check(rows, found.violations, found.undecided, found.facets, found.near_pairs, found.ignored,
                         _text(found.summary), _stats(found.stats))
        finally:
            _lib.snug_check_free(found)

    def common(self, a, b, solid=False, job=None):
        """What is inside both parts: volume, error, why (if there is none), triangles of three points each."""
        desc = _struct("snug_common_desc", solid=int(solid), job=_job(job))
        found = _struct("snug_common")
        _must(_lib.snug_assembly_common, self._handle, a, b, desc, found)
        try:
            corners = [tuple(found.points[k:k + 3]) for k in range(0, 9 * found.triangle_count, 3)]
            triangles = [tuple(corners[i:i + 3]) for i in range(0, len(corners), 3)]
            return Common(found.volume if found.known else None, found.error if found.known else None,
                          _text(found.why), triangles)
        finally:
            _lib.snug_common_free(found)

    def add_joint(self, kind, child, origin, axis, parent=-1, pitch=0.0, low=None, high=None):
        """Between parts as they are placed now, parent -1 being the ground; low and high: (turn, shift). Its number."""
        number = _ffi.new("int32_t *")
        place, along = _ffi.new("double[3]", list(origin)), _ffi.new("double[3]", list(axis))
        ends = [_ffi.new("double[2]", list(end)) if end is not None else _ffi.NULL for end in (low, high)]
        desc = _struct("snug_joint_desc", parent=parent, child=child, kind=self.JOINTS.index(kind), origin=place,
                       axis=along, pitch=pitch, low=ends[0], high=ends[1])
        _must(_lib.snug_assembly_add_joint, self._handle, desc, number)
        return number[0]

    def couple(self, first, second, ratio):
        """From now on the second joint turns by ratio times what the first one does."""
        _must(_lib.snug_assembly_couple, self._handle, first, second, ratio)

    def clear_joints(self):
        _lib.snug_assembly_clear_joints(self._handle)

    def joint(self, number):
        found = _struct("snug_joint_info")
        _must(_lib.snug_assembly_get_joint, self._handle, number, found)
        return Joint(found.parent, found.child, self.JOINTS[found.kind], tuple(found.coordinates), found.off_length,
                     found.off_angle, found.pitch, tuple(found.low), tuple(found.high))

    def _row(self, row):
        values = {name: getattr(row, name) for name in Row._fields}
        for name in ("violation", "worse", "holes_closed"):
            values[name] = bool(values[name])
        values.update(state=self.STATES[row.state], rule=self.RULES[row.rule], lo=_vector(row.lo),
                      hi=_vector(row.hi), closest=numpy.array([list(p) for p in row.closest]),
                      verdict=_text(row.verdict), text=_text(row.text))
        return Row(**values)


class Motion:
    """Parts in the hand, from the grab to the release; every pose on the way is proven."""
    MODES = ("stop", "slide", "push")

    def __init__(self, assembly, hand, pivot=None, tolerance=0.0, job=None, loose=()):
        """loose: parts that mode push may move."""
        self._assembly = assembly  # which has to outlive it
        out = _ffi.new("snug_motion **")
        parts = _ffi.new("int32_t[]", list(hand))
        at = _ffi.new("double[3]", list(pivot)) if pivot is not None else _ffi.NULL
        others = _ffi.new("int32_t[]", list(loose))
        desc = _struct("snug_motion_desc", hand=parts, hand_count=len(parts), pivot=at, tolerance=tolerance,
                       job=_job(job), loose=others, loose_count=len(others))
        _must(_lib.snug_motion_begin, assembly._handle, desc, out)
        self._handle = _ffi.gc(out[0], _lib.snug_motion_end)

    def exempt(self):
        """(hand, part, reason) of pairs about which nothing is promised."""
        found = []
        for i in range(_lib.snug_motion_exempt_count(self._handle)):
            pair = _struct("snug_motion_exempt")
            _must(_lib.snug_motion_exempt_at, self._handle, i, pair)
            found.append((pair.hand, pair.part, _text(pair.reason)))
        return found

    def step(self, position=(0, 0, 0), turn=None, mode="slide", work=0, coordinates=None):
        """Towards a position of the pivot; with a turn (w, x, y, z since the grab) the hand may turn. On a joint
        coordinates (turn in radians, shift) may be given instead."""
        wish = _struct("snug_motion_wish", position=list(position), turn=list(turn or (0, 0, 0, 0)),
                       mode=self.MODES.index(mode), turning=int(turn is not None), work=work,
                       by_coordinates=int(coordinates is not None), coordinates=list(coordinates or (0, 0)))
        found = _struct("snug_motion_result")
        _must(_lib.snug_motion_step, self._handle, wish, found)
        held = [Blocker(b.part, b.hand, _vector(b.place), b.force) for b in found.blockers[0:found.blocker_count]]
        return Moved(_vector(found.position), numpy.array(list(found.turn)), bool(found.arrived), bool(found.stopped),
                     found.fraction, found.lag, held, found.closest, found.joint, found.limit_joint,
                     tuple(found.coordinates),
                     [_lib.snug_motion_pushed_at(self._handle, i) for i in range(found.pushed_count)])
