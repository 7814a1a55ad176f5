"""The Python module against what is known of boxes. Skipped, with exit code 77, without cffi and numpy."""
import contextlib
import io
import math
import os
import sys
import unittest

try:
    import numpy
    import cffi  # noqa: F401
except ImportError as missing:
    print(f"skipped: {missing} (packages python3-cffi, python3-numpy)")
    sys.exit(77)

import snug


def box(x, y, z):
    corners = numpy.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) - 0.5
    sides = [[0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4],
             [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2], [1, 3, 7], [1, 7, 5]]
    return snug.Mesh(corners * (x, y, z), sides, numpy.arange(12) // 2)


class Queries(unittest.TestCase):
    def setUp(self):
        self.mesh = box(2, 2, 2)
        self.tree = snug.Tree(self.mesh)

    def test_contacts_are_the_same_for_all_volumes(self):
        at = snug.moved(1.5, 0.3, 0.4)
        expected = snug.contacts(self.tree, self.tree, at, points=True)
        self.assertGreater(len(expected.pairs), 4)
        self.assertEqual(expected.pairs.dtype, numpy.int32)
        for volume in snug.kinds("volumes"):
            tree = snug.Tree(self.mesh, volume)
            found = snug.contacts(tree, tree, at, points=True)
            numpy.testing.assert_array_equal(found.pairs, expected.pairs)
            numpy.testing.assert_array_equal(found.points, expected.points)
        # All of them lie on both boxes.
        for shift in (numpy.zeros(3), at[:, 3]):
            self.assertAlmostEqual(abs(numpy.abs(expected.points - shift).max(1) - 1).max(), 0)
        self.assertEqual(expected.first_point[-1], len(expected.points))
        self.assertEqual(len(snug.contacts(self.tree, self.tree, at, first_only=True).pairs), 1)
        self.assertEqual(len(snug.contacts(self.tree, self.tree, snug.moved(9, 0, 0)).pairs), 0)

    def test_edges_bear_witness_of_every_contact(self):
        at = snug.moved(1.5, 0.3, 0.4)
        for a, b in snug.contacts(self.tree, self.tree, at).pairs:
            edges = snug.contact_edges(self.mesh, self.mesh, a, b, at)
            self.assertIn(len(edges), range(1, 7))
            for edge in edges:
                self.assertEqual(edge.triangle, a if edge.of_b else b)
                for shift in (numpy.zeros(3), at[:, 3]):  # on both boxes
                    self.assertAlmostEqual(numpy.abs(edge.point - shift).max(), 1)
        self.assertEqual(snug.contact_edges(self.mesh, self.mesh, 0, 0, snug.moved(9, 0, 0)), [])
        with self.assertRaises(snug.Error):
            snug.contact_edges(self.mesh, self.mesh, 0, 12)

    def test_distance_and_tolerance(self):
        at = numpy.vstack((snug.moved(5, 0.5, 0), [0, 0, 0, 1]))  # 4x4, too
        found = snug.distance(self.tree, self.tree, at)
        self.assertEqual(found.value, 3)
        self.assertEqual(found.on_a[0], 1)
        self.assertTrue(snug.within(self.tree, self.tree, 3, at))
        self.assertFalse(snug.within(self.tree, self.tree, 2.999, at))

    def test_rays(self):
        hit = snug.ray(self.tree, (5, 0.1, 0.2), (-2, 0, 0))
        self.assertEqual(hit.t, 2)
        self.assertEqual(snug.ray(self.tree, (5, 3, 0), (-1, 0, 0)).triangle, -1)

    def test_an_operation_of_ones_own(self):
        best = [numpy.inf]

        def nearest_corners(a, b, corners_a, corners_b, reach):
            gaps = numpy.linalg.norm(corners_a[:, None] - corners_b[None], axis=2)
            best[0] = min(best[0], gaps.min())
            return best[0]

        at = snug.moved(5, 0, 0)
        self.assertTrue(snug.traverse(self.tree, self.tree, nearest_corners, at, reach=numpy.inf))
        self.assertEqual(best[0], 3)
        self.assertFalse(snug.traverse(self.tree, self.tree, lambda *_: False))

        def broken(*_):
            raise KeyError("mine")

        with self.assertRaises(KeyError):
            snug.traverse(self.tree, self.tree, broken)

    def test_a_search_in_slices(self):
        search = snug.Search(self.tree, self.tree, snug.moved(1.99, 0.1, 0))
        answer = search.run(0.001)
        while answer.verdict is None:
            self.assertGreater(answer.unresolved, 0)
            answer = search.run(0.001)
        self.assertIs(answer.verdict, True)
        self.assertIs(snug.Search(self.tree, self.tree, snug.moved(3, 0, 0)).run().verdict, False)

    def test_refit(self):
        lo, hi = self.mesh.bounds()
        corners = numpy.array([[i & 1, i >> 1 & 1, i >> 2] for i in range(8)]) - 0.5
        self.mesh.set_vertices(corners * (4, 2, 2))
        with self.assertRaises(snug.Error) as stale:
            snug.distance(self.tree, self.tree)
        self.assertEqual(stale.exception.status, "stale")
        self.tree.refit()
        self.assertEqual(snug.distance(self.tree, self.tree, snug.moved(5, 0, 0)).value, 1)
        self.assertEqual((hi - lo).tolist(), [2, 2, 2])

    def test_a_box_has_six_faces(self):
        faces = box(2, 4, 6).features()
        self.assertEqual([f.kind for f in faces], 6 * ["plane"])
        self.assertEqual(sorted(t for f in faces for t in f.triangles), list(range(12)))
        for f in faces:
            numpy.testing.assert_allclose(f.origin, numpy.array(f.axis) * (1, 2, 3), atol=1e-12)

    def test_refusals(self):
        for bad in (lambda: snug.Mesh([[0, 0, numpy.nan]], [[0, 0, 0]]),
                    lambda: snug.Mesh([[0, 0, 0]], [[0, 0, 1]]),
                    lambda: snug.Tree(self.mesh, "Cube"),
                    lambda: snug.distance(self.tree, self.tree, numpy.zeros((3, 4))),
                    lambda: snug.distance(self.tree, self.tree, numpy.eye(2)),
                    lambda: snug.Assembly("cubit")):
            with self.assertRaises(snug.Error):
                bad()
        job = snug.Job(2)
        job.cancel()
        with self.assertRaises(snug.Error) as cancelled:
            snug.Tree(self.mesh, job=job)
        self.assertEqual(cancelled.exception.status, "cancelled")


class Assemblies(unittest.TestCase):
    def test_a_check_with_rules(self):
        assembly = snug.Assembly("mm")
        assembly.add("Plate", box(100, 10, 100))
        pin = assembly.add("Pin", box(5, 30, 5), snug.moved(0, 10, 0))
        check = assembly.check()
        self.assertEqual(check.violations, 1)
        self.assertEqual((check.rows[0].state, check.summary), ("interference", "1 interference"))
        self.assertAlmostEqual(check.rows[0].depth, 5, 1)
        self.assertIn("Pin", check.rows[0].text)
        assembly.set_rules('intentional "Pi?" Plate\n')
        check = assembly.check()
        self.assertEqual((check.violations, check.rows[0].verdict), (0, "intentional"))
        assembly.set_rules("")
        assembly.place(pin, snug.moved(0, 21, 0))
        check = assembly.check(clearance=2, volume="OBB")
        self.assertEqual((check.violations, check.rows[0].state), (1, "clear"))
        self.assertAlmostEqual(check.rows[0].distance, 1)
        assembly.add_rule("ignore", "Pin")
        self.assertEqual(assembly.check(clearance=2).summary, "fits")
        self.assertEqual((len(assembly), assembly.name(pin)), (2, "Pin"))
        with self.assertRaises(snug.Error):
            assembly.set_rules("permit everything")

    def test_what_two_parts_share(self):
        assembly = snug.Assembly("mm")
        plate = assembly.add("Plate", box(100, 10, 100))
        pin = assembly.add("Pin", box(5, 30, 5), snug.moved(0, 18, 0))
        common = assembly.common(plate, pin, solid=True)
        self.assertAlmostEqual(common.volume, 5 * 2 * 5)
        self.assertLess(common.error, 1e-6 * common.volume)
        six = sum(a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
                  a[2] * (b[0] * c[1] - b[1] * c[0]) for a, b, c in common.triangles)
        self.assertAlmostEqual(six / 6, 50)
        self.assertEqual(assembly.common(plate, pin).triangles, [])
        with self.assertRaises(snug.Error):
            assembly.common(plate, plate)


class Motions(unittest.TestCase):
    def test_a_block_slides_past_a_post(self):
        assembly = snug.Assembly("mm")
        assembly.add("Plate", box(100, 2, 100), snug.moved(0, -1, 0))
        post = assembly.add("Post", box(4, 30, 4), snug.moved(20, 15, 0))
        block = assembly.add("Block", box(10, 10, 10), snug.moved(0, 5, 0))
        motion = snug.Motion(assembly, [block])
        self.assertEqual(motion.exempt(), [])
        held = motion.step((30, 5, 0), mode="stop")
        self.assertFalse(held.arrived)
        self.assertEqual([b.part for b in held.blockers], [post])
        self.assertAlmostEqual(held.position[0], 13, 2)
        self.assertTrue(motion.step((10, 9, 0), turn=(1, 0, 0, 0)).arrived)
        with self.assertRaises(snug.Error):
            snug.Motion(assembly, [7])

    def test_blocks_are_pushed_to_a_post(self):
        assembly = snug.Assembly("mm")
        post = assembly.add("Post", box(4, 30, 4), snug.moved(40, 0, 0))
        first, second, third = (assembly.add("Block", box(10, 10, 10), snug.moved(12 * i, 0, 0)) for i in range(3))
        held = snug.Motion(assembly, [first], loose=[second, third]).step((30, 0, 0), mode="push")
        self.assertEqual((held.pushed, [b.part for b in held.blockers]), ([second, third], [post]))
        self.assertAlmostEqual(held.position[0], 38 - 25, 1)
        stays = snug.Motion(assembly, [first]).step((30, 0, 0), mode="push")
        self.assertEqual((stays.pushed, [b.part for b in stays.blockers]), ([], [second]))
        with self.assertRaises(snug.Error):
            snug.Motion(assembly, [first], loose=[first])

    def test_a_door_turns_and_its_follower_with_it(self):
        assembly = snug.Assembly("mm")
        door = assembly.add("Door", box(10, 20, 1), snug.moved(6, 0, 0))
        wheel = assembly.add("Wheel", box(4, 4, 4), snug.moved(50, 0, 0))
        hinge = assembly.add_joint("hinge", door, (0, 0, 0), (0, 5, 0), low=(-0.5, 0), high=(2, 0))
        axle = assembly.add_joint("hinge", wheel, (50, 0, 0), (0, 1, 0))
        assembly.couple(hinge, axle, -3)
        motion = snug.Motion(assembly, [door])
        moved = motion.step(coordinates=(1.0, 0))
        self.assertTrue(moved.arrived and moved.joint == hinge and moved.limit_joint == -1)
        self.assertAlmostEqual(moved.position[2], -6 * math.sin(1), 9)
        held = motion.step(coordinates=(9.0, 0))
        self.assertEqual((held.coordinates[0], held.limit_joint, held.arrived), (2, hinge, False))
        self.assertAlmostEqual(assembly.joint(axle).coordinates[0], -6, 9)
        self.assertLess(assembly.joint(axle).off_length, 1e-9)
        self.assertEqual(assembly.joint(hinge).kind, "hinge")
        with self.assertRaises(snug.Error):
            assembly.couple(axle, hinge, 1)


class Manual(unittest.TestCase):
    def test_the_program_in_the_manual_runs(self):
        path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../app/manual/library.md")
        with open(path, encoding="utf-8") as manual:
            program = next(b for b in manual.read().split("```") if b.lstrip().startswith("import"))
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(program, {})
        self.assertIn("\n4.0\nFoot penetrates Leg by 0.2 mm", said.getvalue())


if __name__ == "__main__":
    unittest.main()
