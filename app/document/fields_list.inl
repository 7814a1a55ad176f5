// One row per field of the document, in the order of scenes and of the command palette:
//
//     FIELD(group, word, member of Document, flags of the action, title, shortcut, note, ...)
//
// is set by the action "group.word" (action_group_word), and PLAIN_FIELD(group, word, member, ...) only
// by verbs. A flag or number that few read needs no member: OWN_FLAG(group, word) or OWN_NUMBER stands in
// its place, and field_flag or field_number reads it. Then follow members of Field: .usual, the range or
// the list, where scenes keep it. What kind of value it is follows from the member's type. IN, RANGE and
// the checks are in fields.c.

FIELD(move, handles, move.handles, ACTION_SETTING, "Handles at the selected part", NULL,
      "index: which handles the selected part has", .tool = true, .list = &list_handles)
FIELD(move, axes, move.local, ACTION_SETTING, "Move along the part's own axes", "Shift+Q",
      "flag: its own axes instead of those of the world", .tool = true)
FIELD(move, contact, move.contact, ACTION_SETTING, "Parts in the hand at contact", NULL,
      "index: they go through others, stop there, slide along them, or push them", .tool = true,
      .list = &list_hand_modes)
FIELD(move, snap, OWN_FLAG(move, snap), ACTION_SETTING, "Snap to pins, holes and faces", "N",
      "flag: a part that is let go near where it fits goes there", .tool = true)
FIELD(move, fits, OWN_FLAG(move, fits), ACTION_SETTING, "Fits may touch", NULL,
      "flag: parts in the hand that stop or slide may touch others, up to the contact tolerance; "
      "off: only those that have touched before",
      .tool = true)
FIELD(
    move, seated, OWN_FLAG(move, seated), ACTION_SETTING, "Push what touches locked parts", NULL,
    "flag: a part in the hand that pushes takes along also parts that touched a locked one when it "
    "was taken; off: these stand",
    .tool = true)
FIELD(move, turning, OWN_FLAG(move, turning), ACTION_SETTING, "Drags may turn parts", "Shift+T",
      "flag: where a part in the hand stops or slides, also a drag that only moves it may turn it, "
      "if "
      "that helps it along",
      .tool = true)

FIELD(path, speed, OWN_NUMBER(path, speed), 0, "Speed of the path", NULL,
      "number: times as fast as it was recorded", .tool = true, .usual = 1, RANGE(0.01, 100))
FIELD(path, loop, OWN_FLAG(path, loop), 0, "Play the path in a loop", NULL,
      "flag: from the start again when it has ended", .tool = true)

FIELD(trace, speed, OWN_NUMBER(trace, speed), 0, "Speed of the recorded search", NULL,
      "number: steps per second", .tool = true, .usual = 4, RANGE(0.25, 100000))

FIELD(
    view, compare, OWN_FLAG(view, compare), 0, "Compare two settings", "Ctrl+B",
    "flag: the view in two halves: on the left as hierarchies are built and searched, on the right "
    "another way to do it",
    .tool = true, .menu = MENU_VIEW)
FIELD(compare, before, OWN_FLAG(compare, before), 0, "Right half: the setting before", NULL,
      "flag: what was in use before the last change is compared, once there was one", .tool = true)
FIELD(compare, volume, compare.volume, 0, "Right half: bounding volume", NULL,
      "index of the volume; the rest becomes its own", .tool = true, .usual = 1,
      .list = &list_volumes, .check = follow_compare_volume)
FIELD(compare, criterion, compare.criterion, 0, "Right half: construction criterion", NULL,
      "index of the criterion that splits a node", .tool = true, .list = &list_criteria,
      .check = check_compare)
FIELD(compare, arity, compare.arity, 0, "Right half: children per node", NULL,
      "index: most children of a node: 2, 4 or 8", .tool = true, .usual = 2, RANGE(2, 8),
      .check = check_compare)
FIELD(compare, leaf_size, compare.leaf_size, 0, "Right half: leaf size", NULL,
      "index: most triangles in a leaf", .tool = true, .usual = 1, RANGE(1, BVH_MAX_LEAF),
      .check = check_compare)
FIELD(compare, test, compare.test, 0, "Right half: overlap test", NULL,
      "index of the volume's overlap test", .tool = true, .list = &list_compare_tests,
      .check = choose_compare)
FIELD(compare, rule, compare.rule, 0, "Right half: descent rule", NULL,
      "index of the rule that says which node of a pair is opened", .tool = true,
      .list = &list_descent_rules, .check = choose_compare)
FIELD(compare, lift, compare.lift, 0, "Right half: lift node work", NULL,
      "flag: compute what belongs to one node once, when its parent is opened", .tool = true,
      .check = choose_compare)

// What is usual of the first volume is usual here: the tests compare them.
FIELD(build, volume, build.type, ACTION_UNDOABLE, "Bounding volume", NULL,
      "index of the volume that hierarchies are built of", IN("build", "volume"),
      .list = &list_volumes, .check = follow_volume)
FIELD(build, builder, build.builder, ACTION_UNDOABLE, "Builder", NULL, "index of the builder",
      IN("build", "builder"), .list = &list_builders, .check = check_build)
FIELD(build, criterion, build.split, ACTION_UNDOABLE, "Construction criterion", NULL,
      "index of the criterion that splits a node", IN("build", "criterion"), .usual = 9,
      .list = &list_criteria, .check = choose_criterion)
FIELD(build, own_criterion, OWN_FLAG(build, own_criterion), ACTION_UNDOABLE,
      "The volume's own criterion", NULL,
      "flag: every volume comes with the criterion of its paper; choosing a criterion ends that",
      IN("build", "own_criterion"), .unsaid = true, .usual = true, .check = follow_own_criterion)
FIELD(build, leaf_size, build.leaf_size, ACTION_UNDOABLE | ACTION_MERGES, "Leaf size", NULL,
      "index: most triangles in a leaf", IN("build", "leaf_size"), .usual = 4,
      RANGE(1, BVH_MAX_LEAF))
FIELD(build, arity, build.arity, ACTION_UNDOABLE, "Children per node", NULL,
      "index: most children of a node: 2, 4 or 8", IN("build", "arity"), .usual = 8, RANGE(2, 8),
      .check = check_build)

FIELD(query, mode, query.mode, ACTION_UNDOABLE, "Contacts to find", NULL,
      "index: 0 stops at the first contact of a pair, 1 finds all", IN("query", "mode"),
      .usual = QUERY_ALL, .list = &list_modes, .saved_list = &list_mode_words)
FIELD(query, test, query.test, ACTION_UNDOABLE, "Overlap test", NULL,
      "index of the volume's overlap test", IN("query", "test"), .list = &list_overlap_tests)
FIELD(query, rule, query.rule, ACTION_UNDOABLE, "Descent rule", NULL,
      "index of the rule that says which node of a pair is opened", IN("query", "rule"),
      .list = &list_descent_rules)
PLAIN_FIELD(query, order, query.order, IN("query", "order"), .list = &list_orders)
FIELD(query, triangle_test, query.tri, ACTION_UNDOABLE, "Triangle test", NULL,
      "index of the triangle test", IN("query", "triangle_test"), .list = &list_triangle_tests)
FIELD(query, lift, query.lift, ACTION_UNDOABLE, "Lift node work", NULL,
      "flag: compute what belongs to one node once, when its parent is opened", IN("query", "lift"),
      .obstacle = without_lift)
FIELD(query, leaf_volumes, query.leaf_volumes, ACTION_UNDOABLE, "Stop at leaf volumes", NULL,
      "flag: searches end where volumes of leaves touch and compare no triangles; the list of "
      "clashes and reports still do",
      IN("query", "leaf_volumes"), .obstacle = without_approximation)
FIELD(query, fronts, effort.fronts, ACTION_UNDOABLE, "Start where the last search ended", NULL,
      "flag: while parts move little, only what may have changed is looked at again",
      IN("search", "fronts"), .usual = true)
FIELD(query, threads, effort.threads, ACTION_UNDOABLE, "Use all processors", NULL,
      "flag: large searches are shared out over the processors", IN("search", "threads"),
      .usual = true)
FIELD(query, budget, effort.budget_us, ACTION_UNDOABLE | ACTION_MERGES, "Time budget", NULL,
      "number: microseconds per frame in which to say whether parts meet; 0: no budget",
      IN("search", "budget_us"), RANGE(0, MOST_BUDGET_US))

FIELD(
    query, frontier, OWN_FLAG(query, frontier), ACTION_SETTING, "Show what is left at the deadline",
    NULL,
    "flag: with a time budget, draw the pairs of volumes that were not decided in time, and where "
    "contact would be by their balls",
    .tool = true, .usual = true)

FIELD(view, edges, view.feature_edges, ACTION_UNDOABLE | ACTION_SETTING, "Feature edges", "E",
      "flag: draw the edges of the parts", IN("view", "edges"), .usual = true, .menu = MENU_VIEW)
FIELD(view, wire, view.wire_on_contact, ACTION_UNDOABLE | ACTION_SETTING, "Wireframe in contact",
      "W", "flag: parts in contact are drawn as wireframe", IN("view", "wire_on_contact"),
      .usual = true, .menu = MENU_CONTACT)
FIELD(view, lines, view.intersection_lines, ACTION_UNDOABLE | ACTION_SETTING, "Intersection lines",
      "L", "flag: draw where parts meet", IN("view", "intersection_lines"), .usual = true,
      .menu = MENU_CONTACT)
FIELD(contact, through, view.contact.through, ACTION_UNDOABLE | ACTION_SETTING,
      "Contacts shine through", "Shift+C",
      "flag: draw polygons in contact through the parts in front of them",
      IN("view", "contacts_through"), .menu = MENU_CONTACT)
FIELD(
    contact, local, OWN_FLAG(contact, local), ACTION_UNDOABLE | ACTION_SETTING,
    "Only what lies in the contact", "Shift+I",
    "flag: paint only the part of polygons that lies within the other part or the tolerance of it; "
    "off: whole polygons",
    IN("view", "contact_local"), .menu = MENU_CONTACT)
FIELD(contact, solid, OWN_FLAG(contact, solid), ACTION_UNDOABLE, "What both share as a solid",
      "Shift+O",
      "flag: draw what the two parts of the pair that is shown alone share, and the parts "
      "transparent",
      IN("view", "contact_solid"), .menu = MENU_CONTACT)
FIELD(contact, marks, view.contact.marks, ACTION_UNDOABLE | ACTION_SETTING, "Contact places", "K",
      "flag: mark each place of contact with the way out of it and its depth",
      IN("view", "contact_marks"), .usual = true, .menu = MENU_CONTACT)
FIELD(contact, bands, view.contact.bands, ACTION_UNDOABLE | ACTION_SETTING, "Clearance bands",
      "Shift+B", "flag: paint the surfaces that are near the selected part", IN("view", "bands"),
      .menu = MENU_CONTACT)
FIELD(contact, band_limit, OWN_NUMBER(contact, band_limit), ACTION_UNDOABLE,
      "Limit of clearance bands", NULL,
      "number: length of the first band in the assembly's unit; 0: as the safety distance",
      IN("view", "band_limit"), RANGE(0, MESH_MAX_COORDINATE))
FIELD(contact, dimension, view.contact.dimension, ACTION_UNDOABLE | ACTION_SETTING, "Distance line",
      "Shift+D", "flag: draw a line from the selected part to what is nearest",
      IN("view", "dimension"), .usual = true, .menu = MENU_CONTACT)
FIELD(contact, legend, view.contact.legend, ACTION_UNDOABLE | ACTION_SETTING, "Legend of contact",
      NULL, "flag: say in a corner of the view what the colours of contact mean",
      IN("view", "legend"), .usual = true, .menu = MENU_CONTACT)
FIELD(contact, quiet, OWN_FLAG(contact, quiet), ACTION_UNDOABLE, "Quiet about what was opened so",
      "Shift+K",
      "flag: what interfered when its files were opened is lit up only while one of its parts is "
      "selected, in the hand or pointed at; moved parts are always lit up",
      IN("view", "quiet"), .usual = true, .menu = MENU_CONTACT)
FIELD(view, opacity, view.overlay_opacity, ACTION_UNDOABLE | ACTION_MERGES | ACTION_SETTING,
      "Overlay opacity", NULL, "number: 0 is invisible, 1 is solid", IN("view", "overlay_opacity"),
      .usual = 0.8, RANGE(0, 1))
FIELD(overlay, empty_cells, view.empty_cells, ACTION_UNDOABLE, "Show empty cells", NULL,
      "flag: with the volumes of a level, also draw the cells of space that hold no triangle",
      IN("view", "empty_cells"), .obstacle = without_cells)
FIELD(view, grid, view.grid, ACTION_UNDOABLE | ACTION_SETTING, "Floor", "Shift+G",
      "flag: draw a grid under the assembly, and the soft shadow of what stands on it",
      IN("view", "grid"), .usual = true, .menu = MENU_VIEW)
FIELD(view, look, view.look, ACTION_UNDOABLE | ACTION_SETTING, "Colours", NULL,
      "index: light scene with dark panels, all light, all dark", IN("view", "look"),
      .list = &list_looks)
FIELD(view, shading, view.shading, ACTION_UNDOABLE | ACTION_SETTING, "Surfaces", NULL,
      "index: shaded, hidden line, x-ray or wireframe", IN("view", "shading"),
      .list = &list_shadings)
FIELD(tree, colours, view.tree_colours, ACTION_UNDOABLE | ACTION_SETTING, "Colours of the tree",
      NULL,
      "index: what the colours of nodes say: role, visits of the recorded search, or tightness",
      IN("view", "tree_colours"), .list = &list_tree_colours)
PLAIN_FIELD(view, section, view.section.on, IN("view", "section"))
PLAIN_FIELD(view, section_point, view.section.point, IN("view", "section_point"),
            .most = MESH_MAX_COORDINATE)
PLAIN_FIELD(view, section_normal, view.section.normal, IN("view", "section_normal"), .most = 1)
FIELD(view, explode, view.explode, ACTION_UNDOABLE | ACTION_MERGES, "Exploded view", NULL,
      "number: 0 shows parts where they are, 1 far apart; contacts stay those of the real places",
      IN("view", "explode"), RANGE(0, 1), .obstacle = without_parts)
FIELD(camera, trackball, view.trackball, ACTION_UNDOABLE | ACTION_SETTING,
      "Orbit freely (trackball)", NULL,
      "flag: the view turns about any axis instead of standing upright", IN("view", "trackball"),
      .check = stand_upright)
FIELD(view, occlusion, OWN_FLAG(view, occlusion), ACTION_UNDOABLE | ACTION_SETTING,
      "Shaded corners", NULL,
      "flag: corners and gaps are darker, as in daylight; left out while things move slowly",
      IN("view", "occlusion"), .usual = true, .menu = MENU_VIEW)
FIELD(view, lab, OWN_FLAG(view, lab), ACTION_SETTING, "Lab layout", "Ctrl+L",
      "flag: panels as for working on hierarchies: tree, traversal and plots below the view, and "
      "more room for the settings",
      .tool = true, .menu = MENU_VIEW)

FIELD(check, clearance, clearance, ACTION_UNDOABLE | ACTION_MERGES, "Set safety distance", NULL,
      "number: in the assembly's unit, 0 = none; nearer parts are listed as clashes",
      IN("", "clearance"), RANGE(0, MESH_MAX_COORDINATE))
FIELD(check, tolerance, tolerance, ACTION_UNDOABLE | ACTION_MERGES, "Set contact tolerance", NULL,
      "number: in the assembly's unit, 0 = relative to the parts; less deep is a touch",
      IN("", "tolerance"), RANGE(0, MESH_MAX_COORDINATE))

FIELD(check, volumes, OWN_FLAG(check, volumes), ACTION_UNDOABLE, "Common volumes in reports", NULL,
      "flag: reports say how much space the two of each clash share", IN("", "common_volumes"))

FIELD(primitives, show, primitives.hidden, ACTION_UNDOABLE, "Show primitives", NULL,
      "flag: draw the primitives that were made by hand", IN("primitives", "hidden"),
      .inverted = true, .usual = true)
PLAIN_FIELD(primitive, selected, primitives.selected, IN("primitives", "selected"),
            .usual = NO_PRIMITIVE, RANGE(NO_PRIMITIVE, PRIMITIVES_MAX - 1))
FIELD(hybrid, build, primitives.build, ACTION_UNDOABLE, "Build a hierarchy over the primitives",
      NULL, "flag: keep one; off: none", IN("primitives", "build"))
FIELD(hybrid, triangles, primitives.triangles, ACTION_UNDOABLE,
      "Contacts of primitives go on to triangles", NULL, "flag; off: they stop at the volumes",
      IN("primitives", "triangles"))
FIELD(hybrid, level, primitives.level, ACTION_UNDOABLE | ACTION_MERGES,
      "Level of the hybrid hierarchy", NULL,
      "index: the level that is drawn, 0 is the root, or -1 for none", IN("primitives", "level"),
      .usual = HYBRID_LEVEL_OFF, RANGE(HYBRID_LEVEL_OFF, 255))
FIELD(hybrid, area, primitives.desc.by_area, ACTION_UNDOABLE, "Groups by area", NULL,
      "flag: surfaces are compared instead of volumes", IN("primitives", "by_area"))
FIELD(hybrid, builder, primitives.desc.builder, ACTION_UNDOABLE, "Hybrid builder", NULL,
      "index: which builder; its parameters get their defaults", IN("primitives", "builder"),
      .list = &list_hybrid_builders, .check = follow_hybrid_builder)
