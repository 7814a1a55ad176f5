// All verbs, by groups: whoever names one includes its group alone, so that a new one is compiled
// with few others. Actions that set a field are rows of app/document/fields_all.inl.
#ifndef SNUG_APP_ACTIONS_LIST_H
#define SNUG_APP_ACTIONS_LIST_H

#include "app/actions/list_best.h"
#include "app/actions/list_construction.h"
#include "app/actions/list_figures.h"
#include "app/actions/list_files.h"
#include "app/actions/list_frames.h"
#include "app/actions/list_joints.h"
#include "app/actions/list_lessons.h"
#include "app/actions/list_parts.h"
#include "app/actions/list_path.h"
#include "app/actions/list_pipes.h"
#include "app/actions/list_primitives.h"
#include "app/actions/list_removal.h"
#include "app/actions/list_rules.h"
#include "app/actions/list_session.h"
#include "app/actions/list_tasks.h"
#include "app/actions/list_trace.h"
#include "app/actions/list_tree.h"
#include "app/actions/list_variants.h"
#include "app/actions/list_view.h"
#include "app/actions/list_workspace.h"

#endif
