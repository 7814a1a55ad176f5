// Fields of studies: variants, safety distances, workspaces, tasks. Rows as in fields_list.inl, declared
// apart from it (study_actions.h), so that a new one does not recompile whoever sets a field of the view.

FIELD(sweep, cell, OWN_NUMBER(sweep, cell), ACTION_UNDOABLE, "Cells of what a part sweeps", NULL,
      "number: side of a cell in the assembly's unit; 0: an eightieth of the part's size",
      IN("view", "sweep_cell"), .unsaid = true, RANGE(0, MESH_MAX_COORDINATE))
FIELD(sweep, ghosts, OWN_NUMBER(sweep, ghosts), ACTION_UNDOABLE, "Ghosts along the path", NULL,
      "number: so many ghosts of the part whose sweep is shown, at equal times; 0: none",
      IN("view", "sweep_ghosts"), .unsaid = true, .usual = 8, RANGE(0, 60))
FIELD(sweep, surface, OWN_FLAG(sweep, surface), ACTION_UNDOABLE, "Surface of what a part sweeps",
      NULL, "flag: draw the surface around the cells that it comes into",
      IN("view", "sweep_surface"), .unsaid = true, .usual = true)
