#!/usr/bin/env bash
# Plants known bugs in a copy of the sources, one at a time, and checks that the tests see each of them.
# usage: .ci/mutate.sh [NAME...]     all of them, or only those whose names contain one of these
#        .ci/mutate.sh --sample N    N of them, drawn by the commit: other ones with every commit
#        .ci/mutate.sh --stale       plants nothing; tells which expressions match nothing any more
# Exit 1 if one survives or is stale.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# name | file | sed expression | test program that has to fail
mutations=(
    "split: half balanced forgets the middle third|core/tree/split/split_half_balanced.c|s/if (3 \* (int64_t)i < count)/if (i < 1)/|test_core_split"
    "split: cost sweep without the triangles|core/tree/split/sweep.c|s/cost\[i\] = i \* measure_of/cost[i] = measure_of/|test_core_split"
    "split: of two triangles the wrong one comes first|core/tree/bv/boxtree/split_zachmann.c|s/int32_t swap = items\[second_first\]/int32_t swap = items[0]/|test_core_bv_boxtree"
    "split: seeds of the volume criterion not skipped|core/tree/bv/boxtree/zachmann_grow.c|s/few .. \*side \& SEED_MARK/*side == 1/|test_core_split_zachmann"
    "build: no way out of lopsided splits|core/tree/build/build_top_down.c|s/if (lopsided == 0xFF)/if (count < 0)/|test_core_split"
    "build: a share's nodes overlap the next one's|core/tree/build/driver_shared.c|s/driver->next += 2 \* (NodeId)task->count - 2/driver->next += 2 * (NodeId)task->count - 3/|test_core_build_all"
    "scb: figure 8 as printed, line 8|core/shape/slab_overlap.h|s/p->d1 - b->lo < -r /p->d1 - b->lo < -(b->radius + p->slack) /|test_core_bv_slabcutball"
    "scb: wrong end of the cylinder|core/shape/slab_overlap.h|s/g0 = p->d0 > 0 ? p->d0 + (same ? b->lo : b->hi)/g0 = p->d0 > 0 ? p->d0 + (same ? b->hi : b->lo)/|test_core_bv_slabcutball"
    "scb: cylinder without its radius|core/shape/slab_overlap.h|s/g > 0 \&\& g \* g > radius \* radius \* square_sine/g > 0/|test_core_bv_slabcutball"
    "scb: normals taken for exactly 1 long|core/shape/slab_overlap.h|s/define SLAB_PAD 0x1p-20/define SLAB_PAD 0/|test_core_bv_slabcutball"
    "scb: support of the wrong cap|core/shape/slab_overlap.h|s/slab_support(b->radius, lo, hi, -k, sine)/slab_support(b->radius, lo, hi, k, sine)/|test_core_bv_slabcutball"
    "scb: slab turned like a vector under scale|core/shape/slab_overlap.h|s/map->across\[i\]\[j\] = a_to_b->m\[j\]\[i\]/map->across[i][j] = b_to_a->m[i][j]/|test_core_bv_slabcutball"
    "scb volume: slices count|core/tree/bv/slabcutball/split_scb_volume.c|s/k < 3 .. 2 . side(.in->box, axes.k.) >= longest/k < 3/|test_core_split"
    "scb: upper plane rounded down|core/tree/bv/slabcutball/slab_node.h|s/node->hi = float_above/node->hi = float_below/|test_core_bvh"
    "scb tiled: strips without their apex|core/tree/bv/slabcutball/tiles.c|s/if (s0 <= n.at \&\& n.at <= s1)/if (s0 > 1)/|test_core_bv_scb_tiled"
    "scb tiled: the last strip is left out|core/tree/bv/slabcutball/tiles.c|s/for (int i = 0; i < strips; ++i)/for (int i = 0; i < strips - 1; ++i)/|test_core_bvh"
    "scb quantised: upper plane rounded down|core/tree/bv/slabcutball/bv_scb_quantised.c|s/fmax(-STEPS, ceil(out/fmax(-STEPS, floor(out/; s/^ *++steps;/;/|test_core_bvh"
    "distance: slab between the points unchecked on A's side|core/shape/triangle/tri_distance.c|s/double over = larger(reach_a, 0) + /double over = /|test_core_tri"
    "distance: gives up at the limit too early|core/shape/triangle/tri_distance.c|s/> (below + slack) \* length/> (0.9 * below - slack) * length/|test_core_tri"
    "leaf volumes: the fit report takes them for contacts|app/stages/fit_work.c|s/ \&\& !shown->desc.leaf_volumes;/;/|test_app_window_tables"
    "cost model: errors are not relative|core/query/cost_fit.c|s/row\[i\] = samples\[s\].counts\[i\] \/ samples\[s\].seconds/row[i] = samples[s].counts[i]/|test_core_cost_model"
    "cost model: negative constants|core/query/cost_fit.c|s/positive \&= x\[i\] >= 0;/;/|test_core_cost_model"
    "nearest: stops at the first neighbour by boxes|core/assembly/nearest.c|s/!(c->bound < best->distance.value)/c->bound >= 0/|test_core_nearest"
    "nearest: what lies in the hand counts|core/assembly/nearest.c|s/if (in_hand\[i\] .. !search/if (!search/|test_core_nearest"
    "clearance: a triangle is judged by its corners alone|core/meaning/clearance.c|s/double slack = longest \/ sqrt(3);/double slack = 0;/|test_core_clearance"
    "clearance: bands are cut at the wrong end|core/meaning/clearance.c|s/(level - a->distance) \/ (b->distance/(level - b->distance) \/ (b->distance/|test_core_clearance"
    "joints: couplings forget the limits of what follows|app/document/joint_hold.c|s/want = (is.v\[own\] - list\[i\].offset) \/ list\[i\].rate;/;/|test_app_app_joints"
    "joints: what is locked comes along|app/document/joint_hold.c|s/if (h->document->parts\[i\].locked \&\&/if (i < 0 \&\&/|test_app_app_joints"
    "joints: a scene's part may stand anywhere|app/session/scene_file_joints.c|s/good = stands_there(reader->file, .joint)/good = true/|test_app_app_joints"
    "joints: they outlive their parts|app/document/document.c|s/bool gone = document->parts\[ends\[1\]\].removed/bool gone = false/|test_app_app_joints"
    "path: half a turn is taken|app/io/motion_path_read.c|s/key->pose) < PATH_LEAST_COSINE/key->pose) < -1/|test_app_app_motion_path"
    "path: quaternions of any length|app/io/motion_path_read.c|s/fabs(length - 1) <= UNIT_LENGTH_SLACK/fabs(length - 1) <= 1/|test_app_app_motion_path"
    "path: meshes are not compared|app/stages/path_state.c|s/if (hash != part->mesh)/if (hash == 1)/|test_app_app_path"
    "path: samples between keys are not looked at|app/document/path_thin.c|s/> PATH_THIN_ERROR \* radius/> radius/|test_app_app_path"
    "path: a cancelled drag is recorded|app/document/path_record.c|s/if (record->time > begin/if (record->time < begin/|test_app_app_path"
    "path check: touches collide|app/stages/path_proof_run.c|s/way->limit = about->limit;/way->limit = 0;/|test_app_app_path_check"
    "path check: hidden parts take part|app/stages/path_proof.c|s/return state->visible \&\& !state/return !state/|test_app_app_path_check"
    "path check: an old proof stays|app/stages/stage_path_check.c|s/if (app->path.proof_known \&\& !key_holds/if (!app \&\& !key_holds/|test_app_app_path_check"
    "motion: what is moved is not checked|core/motion/advance.c|s/Safe safe = safe_time(scene, list, part, desc->stand_off)/Safe safe = {part, SIZE_MAX}/|test_core_motion_safe"
    "motion: the list ends at half its radius|core/motion/near_front.c|s/query->bound = search->radius/query->bound = 0.5 * search->radius/|test_core_motion_safe"
    "motion: searches go on as if nothing had moved|core/motion/near_front.c|s/kept->travel += front->moved/kept->travel += 0 * front->moved/|test_core_motion_safe"
    "motion: what a search had left is forgotten|core/motion/near_front.c|s/front_keep(front, todo->entries + i . size, size, 0)/front_keep(front, todo->entries + i * size, size, 1e9)/|test_core_motion_safe"
    "motion: what is listed is taken to stay where it was|core/motion/near_list.c|s/list->until.i. - front->gone/list->until[i]/|test_core_motion_safe"
    "motion: a plane's time has the wrong sign|core/motion/safe.c|s/course.speed.k. = vec3d_dot/course.speed[k] = -vec3d_dot/|test_core_motion_safe"
    "motion: straight ways lead away from everything|core/motion/safe.c|s/double speed = vec3d_dot(n, vec3d_sub(body/double speed = -vec3d_dot(n, vec3d_sub(body/|test_core_motion_safe"
    "motion: turning is taken for straight|core/motion/safe.c|s/course.bend.k. = 0.5/course.bend[k] = 0/|test_core_motion_safe"
    "motion: the other body stands still|core/motion/safe.c|s/ca.speed.k. - cb.speed.j. - off/ca.speed[k] - off/|test_core_motion_safe"
    "motion: pressed on it creeps|core/motion/advance.c|s/define NO_PROGRESS 1e-3/define NO_PROGRESS 0/|test_core_motion_safe"
    "motion: the list is trusted for ever|core/motion/safe.c|s/list->odometer += bound/list->odometer += 0 * bound/|test_core_motion_safe"
    "hand: parts are placed at once|app/stages/app.c|s/: hand_takes(app, item.action) \&\&/: false \&\&/|test_app_app_stages_hand"
    "hand: what changed meanwhile is not seen|app/stages/stage_motion.c|s/!rules .. !fits(app, rules)/!rules/|test_app_app_stages_hand"
    "hand: what has touched is forgotten|app/stages/fit_pairs.c|s/details->pairs.i..state == PAIR_TOUCH/false/|test_app_app_stages_fits"
    "hand: every pair may touch|app/stages/motion_task.c|s/out->fits = session->all_fit/out->fits = true/|test_app_app_stages_fits"
    "hand: hidden parts hold|app/stages/motion_grab.c|s/part->removed .. !part->visible .. session->posed.i..tree->mesh->triangle_count == 0/part->removed/|test_app_app_stages_hand"
    "way: what is held by another is free|core/motion/way_probe.c|s/detail.state == PAIR_CLEAR/detail.state != PAIR_UNDECIDED/|test_core_motion_path"
    "way: an edge pierces for longer than its ends are away|core/motion/way_probe.c|s/double d = fmin(inner, fmin(hp, hq)) . 2;/double d = 2 * fmax(hp, hq);/|test_core_motion_way"
    "way: a deep point is deep for ever|core/motion/way.c|s/surfaces.tree.probe->owner. = point;/*from = walk->decided, *to = 1; bvh_release(point); return true;/|test_core_motion_way"
    "path: what stands between two keys is not looked at|core/motion/path_check.c|s/if (!path_far_apart(body, 0))/if (from == out->start)/|test_core_motion_path"
    "path: clearance is that of the keys|core/motion/path_tight.c|s/if (round == 1)$/if (round == 2)/|test_core_motion_path"
    "slide: every step is taken for safe|core/motion/slide.c|s/safe = safe_time(frame->scene, frame->list, 1, slide->stand_off);/safe = (Safe){1, SIZE_MAX, 0};/|test_core_motion_slide"
    "slide: nothing holds it|core/motion/constraints.c|s/double most = near->hot .. near->forced ? hot_gap : near_gap;/double most = -1;/|test_core_motion_slide"
    "slide: it wanders while the hand is still|core/motion/slide.c|s/    if (still)$/    if (false)/|test_core_motion_slide"
    "depth: what lies within segments is taken for inside|core/meaning/depth.c|s/piece->within .. !matters/piece->within/|test_core_contact"
    "joint: limits are ignored|core/motion/joint_freedom.c|s/    if (high < freedom->high.k.)/    if (false)/|test_core_motion_joint"
    "joint: what follows is not looked at|core/motion/mover.c|s/           body < mover->body + mover->body_count;/           body == mover->body;/|test_core_motion_couple"
    "joint: followers do not hold the hand|core/motion/freedom.c|s/    for (int side = 0; side < 2; ++side) {/    for (int side = 0; side < 1 \&\& body[0] == freedom->hand; ++side) {/|test_core_motion_couple"
    "joint: facets may not turn|core/motion/mover.c|s/        start->give = give;/        start->give = 0;/|test_core_motion_joint"
    "joint: turns are not counted|core/motion/joint.c|s/return angle + 2 . PI . round.*/return angle + 0 * last;/|test_core_joint"
    "joint: contradicting ratios are let in|core/motion/joint_set.c|s/fabs(ratio - b.ratio) <= SAME_RATIO/fabs(ratio - b.ratio) <= 1/|test_core_joint"
    "motion: shrunk pairs are taken as they are apart|core/motion/mover.c|s/pair.tree.k. = variant->shrunk.tree;/pair.tree[k] = posed->tree;/|test_core_motion"
    "motion: what came out may go in again|core/motion/mover.c|s/if (nearer)$/if (true)/|test_core_motion"
    "push: lists do not know that others have moved|core/motion/mover.c|s/motion->movers.k.->list.odometer += bound;/(void)bound;/|test_core_motion_push"
    "push: what is pushed does not see the hand|core/motion/mover.c|s/if (pair->body.1. != mover->body)/if (true)/|test_core_motion_push"
    "push: what came out may be pushed in again|core/motion/mover.c|s/            take_as_they_are(other, i, motion);/            (void)other;/|test_core_motion_push"
    "push: what stands gives way|core/motion/push.c|s/if (motion->loose.i. .. /if (/|test_core_motion_push"
    "memory: hooks change after the first use|core/base/memory.c|s/if (atomic_load_explicit(\&in_use, memory_order_relaxed))/if (false)/|test_core_memory"
    "query: trees with other parameters are let in|core/tree/bvh.c|s/a->desc.params\[i\] != b->desc.params\[i\]/false/|test_core_query"
    "door: trees with other parameters are let in|core/door/snug_kinds.c|s/if (!bvh_comparable(a->bvh, b->bvh, .differ))/if (type != b->bvh->type)/|test_core_door_arguments"
    "contacts: the limit counts repeated triangles|core/query/contacts.c|s/if (query->a->type->traits . BV_REPEATS_TRIANGLES) {/if (c->limit == 0) {/|test_core_query"
    "contacts: points of repeated contacts are kept|core/query/contacts.c|s/return kept == n .. keep_their_points(list);/return true;/|test_core_query"
    "door: searches keep what a refit made stale|core/door/snug_tree.c|/door_no_memory(error);/,/return SNUG_OK/s/    drop_balls(tree);/    ;/|test_core_door"
    "door: new rules leave ignored pairs unseen|core/door/snug_assembly.c|s/^        assembly->posed\[i\].changed = true;/        (void)i;/|test_core_door"
    "door: structs of older callers are read beyond their end|core/door/snug_base.c|s/memcpy(own, given, size < own_size ? size : own_size)/memcpy(own, given, own_size)/|test_core_door_arguments"
    "gap: poses that wait are forgotten|app/stages/stage_gap.c|s/    ++watch->waiting_count;/    watch->waiting_count = 1;/|test_app_app_gap"
    "stages: what the user stopped is shown|app/stages/stages.c|s/task->unwanted = stopped .. stale;/task->unwanted = stale;/|test_app_app_stage_rows"
    "stages: results of another assembly are shown|app/stages/stages.c|s/    if (task->generation == app->stages->generation .. stage->outlives) {/    if (true) {/|test_app_app_stage_rows"
    "fit: a stopped check counts as done|app/stages/stage_fit.c|/^static void keep/,/^}/s/if (!task->fit.posed\[i\].changed)/if (task)/|test_app_app_stage_rows"
    "gap: a stopped measurement counts as done|app/stages/stage_gap.c|s/if ((task->head.unwanted .. task->head.cancelled) /if ((false) /|test_app_app_stage_rows"
    "cover: does not follow the shapes of parts|app/stages/stage_cover.c|s/cover->trees_version != app->trees_version/false/|test_app_app_stage_rows"
    "distance: the scale of the first part is forgotten|core/assembly/assembly_distance.c|s/    d.true_frame = .a->placement;/    (void)a;/|test_core_assembly"
    "distance: what a scale shrinks is cut off|core/query/distance.c|s/below \/ search->shrink \* (1 + 1e-12)/below/|test_core_assembly"
    "tolerance: what is exactly at it does not count|core/query/distance.c|s/double below = nextafter(tolerance, INFINITY)/double below = tolerance/|test_core_distance"
    "OBB: sums about the middle of the mesh, however far|core/mesh/covariance.c|s/LEAST_TRACE = 1e-10/LEAST_TRACE = 0/|test_core_principal_axes"
    "OBB: weights of the axes are ignored|core/tree/bv/obb/obb_fit.c|s/bool known = weights == OBB_BY_AREA .. items->axes/bool known = items->axes/|test_core_hull"
    "boxtree97: edges of leaves are compared one way alone|core/query/edge_contacts.c|s/return collect_one_way(.ways\[0\]) .. collect_one_way(.ways\[1\]);/return collect_one_way(\&ways[0]);/|test_core_edge_contacts"
    "boxtree97: leaves leave out edges that reach through them|core/tree/bv/boxtree97/boxtree97_build.c|s/            if (clip_triangle(.segment, .box, unused) > 0)/            if (box3d_meet(\&box, \&(Box3d){t.p[k], t.p[k]}))/|test_core_edge_contacts"
    "hull: points that waited elsewhere are lost|core/shape/hull.c|s/for (size_t i = 0; i < m->stack_count; ++i)/for (size_t i = 0; i < 1; ++i)/|test_core_hull"
    "OBB: half extents without room for rounding|core/tree/bv/obb/obb_fit.c|s/float_above(half\[k\] + slack)/float_below(half[k])/|test_core_bvh"
    "OBB: refitted triangles without their last corner|core/tree/bv/obb/obb_triangles.h|s/float4_abs(along_r\[k\] - at)/float4_abs(at)/|test_core_bvh"
    "OBB: bound without the radii of B|core/tree/bv/obb/bv_obb.c|s/float4_row_times(p->hb, across\[0\], across\[1\], across\[2\])/0.5f * p->ha/|test_core_distance"
    "front: its gaps count as N_v|core/tree/pair/kernel_pair.inl|s/                    ++query->stats.front_tests;/                    ;/|test_core_front"
    "roots: a reading of an earlier pose is called current|app/stages/stage_roots.c|s/app->roots.report_version == app->report_version/true/|test_app_app_roots"
    "roots: what is saved does not know what was made|app/stages/stage_roots.c|s/.made = assembly_report_tests(.app->report, part, other)/.made = 0/|test_app_app_roots"
    "roots: a reading without lifted work|core/query/root_work.c|s/.lift = desc->lift/.lift = false/|test_core_front"
    "roots: tests of a pair are those of its first part|core/assembly/assembly_report.c|s/(other < 0 .. pair->a == other)/true/|test_core_assembly_live"
    "front: motion is taken for half of what it is|core/shape/box.h|s/most \* (1 + 1e-12)/most * 0.5/|test_core_front"
    "front: kept after a refit|core/query/front.c|s/cache->version_a == query->a->mesh_version/true/|test_core_front"
    "timed: the clock is never looked at|core/base/budget.h|s/deadline->now(deadline->user) >= deadline->at/false/|test_core_timed"
    "timed: thickness without B's radius|core/query/timed.c|s/fmax(-radius_a, distance - radius_b)/fmax(-radius_a, distance)/|test_core_timed"
    "front book: a front of another pair is taken|core/query/front_book.c|s/entries\[old\].pair == pairs\[i\]/entries[old].pair >= pairs[i]/|test_core_assembly_live"
    "timed pairs: pairs of unmoved neighbours are left out|core/assembly/timed_pairs.c|s/bool twice = s->parts\[other\].changed \&\& other < s->part/bool twice = other < s->part/|test_core_assembly_live"
    "reports: shared lists are freed with the first|core/query/contacts.c|s/memory_order_acq_rel) == 1;/memory_order_acq_rel) >= 1;/|test_core_assembly_live"
    "parallel: points of merged lists not shifted|core/query/contacts.c|s/first_point += (uint32_t)list->point_count/first_point += 0/|test_core_parallel"
    "parallel: the last pair of the work list is left out|core/query/parallel.c|s/if (i >= todo->count)/if (i + 1 >= todo->count)/|test_core_parallel"
    "boxtree97: clipped cells without the planes' thickness|core/tree/bv/boxtree97/boxtree97_tests.h|s/hi.v\[k\] + by;/hi.v[k];/|test_core_bv_boxtree97"
    "boxtree97: other tests without the planes' thickness|core/tree/bv/boxtree97/boxtree97_tests.h|s/double widening = 1.7321/double widening = 0/|test_core_bv_boxtree97"
    "boxtree97: crossing triangles on one side only|core/tree/bv/boxtree97/boxtree97_build.c|s/here = clip_item/here = side == 0 \&\& clip_item/|test_core_bv_boxtree97"
    "boxtree97: empty part cut into what is inside|core/tree/bv/boxtree97/boxtree97_cut.c|s/float_above((double)content_hi + thickness)/float_below(0.99 * (double)content_hi)/|test_core_bvh"
    "boxtree97: wrong end of aligned boxes moved|core/tree/bv/boxtree97/boxtree97_tests.h|s/(p > 0) != upper/(p > 0) == upper/|test_core_bv_boxtree97"
    "section: the far face finds another point of the edge|core/mesh/plane_cut.c|s/if (compare_points(a, b) > 0)/if (depth_a > 2)/|test_core_plane_cut"
    "ray: boxes without room for rounding|core/query/ray.c|s/define SLACK 0x1p-46/define SLACK 0/|test_core_ray"
    "ray: sides of edges by rounded numbers|core/query/ray.c|s/return orient2d_widened((Vec2d){0, 0}, a, b, widen)/return 0 * widen + (a.x * b.y - a.y * b.x)/|test_core_ray"
    "ray: what is flat is moved off its plane|core/query/ray.c|s/t = t < near ? near : t;/;/; s/return t > far ? far : t;/return t;/|test_core_ray"
    "section: what is cut away can be picked|app/window/pick.c|s/kept.ray.from = -start \/ rise;/;/|test_app_window_pick"
    "pick: caps hide behind what is nearer than their far side|app/window/pick.c|s/if (!capped) .*/if (true)/|test_app_window_pick"
    "pick: a deformed part is picked as it was|app/stages/app.c|s/return made->shape.rays ? made->shape.rays : made->rays;/return made->rays;/|test_app_window_pick"
    "primitives: a drag adds up its rounding|app/document/primitive_follow.c|s/: primitive_list_retain(from);/: primitive_list_retain(now);/|test_app_app_primitive_follow"
    "lasso: what is cut away still hides|app/stages/lasso.c|s/section->on ? section_depth(section, b) : 1/1/|test_app_app_lasso"
    "scene: covered parts keep the numbers they had|app/document/primitives.c|s/coverage_add(copy, part, t->triangle)/coverage_add(copy, t->part, t->triangle)/|test_app_app_scene_settings"
    "recovery: an autosave outlives the saved scene|app/session/save.c|s/save_drop_autosave(app); .*/;/|test_app_app_recovery"
    "saving: a read-only file is replaced|app/io/file_write.c|s/(info.st_mode \& 0222) == 0/info.st_mode == 0/|test_app_io_file"
    "saving: a folder that is not synced is fine|app/io/file_write.c|s/else if ((number = file_sync_folder(r.target)) != 0)/else if (file_sync_folder(r.target) < 0)/|test_app_app_save_faults"
    "saving: temporary files are not noted|app/io/file_write.c|s/    note_temporary(r, number);/    (void)note_temporary;/|test_app_app_save_faults"
    "autosave: lack of memory is not told|app/session/save_auto.c|s/app_notify(app, NOTICE_ERROR, \"Autosave: %s\", err.text);/;/|test_app_app_save_faults"
    "scenes: a link leads out of the folder|app/io/path.c|s/strncmp(real, folder, length) == 0/true/|test_app_app_scene"
    "scenes: a folder whose name begins alike is the same|app/io/path.c|s/(real\[length\] == '.' .. length == 1)/true/|test_app_app_scene"
    "import: a last line that is cut is not told|app/io/obj_scan.c|s/scan->cut_line = line/scan->cut_line = 0/|test_app_mesh_formats"
    "recovery: the old autosave goes before there is another|app/session/autosave.c|s/rename(path, own) != 0/unlink(path) != 0/|test_app_app_recovery"
    "autosave: none before a long build|app/stages/stage_build.c|s/stages_before_risk(app);/;/|test_app_app_recovery"
    "arguments: the second part of a pair is not checked|app/document/arguments.c|s/check_part(document, args->other, err);/true;/|test_app_app_actions"
    "fields: what is chosen from a list is not read|app/session/scene_file_fields.c|s/if (rows.choices\[i\].list)/if (i < 0)/|test_app_window_fields"
    "fields: a number may be too small|app/document/fields.c|s/value >= field->least \&\& value/value/|test_app_window_fields"
    "fields: documents are compared without the last rows|app/document/fields.c|s/if (!document_fields\[i\].tool/if (i < 20 \&\& !document_fields[i].tool/|test_app_window_fields"
    "history: newer parts live on in older documents|app/document/document.c|s/parts\[i\].removed = true;/parts[i].removed = false;/|test_app_app_undo_fuzz"
    "history: a drag that was taken back stays a step|app/document/history.c|s/drop_after(history, history->done - 1);/;/|test_app_app_selection"
    "selection: nothing goes along|app/document/selection.h|s/(selection_has(document, part) \&\& /(part < 0 \&\& /|test_app_app_selection"
    "lock: a locked part is moved|app/actions/action_tools.c|s/if (app->document.parts\[args->part\].locked)/if (args->part < 0)/|test_app_app_selection"
    "rename: ids of pairs follow the name|core/meaning/fit_report.c|s/pair_id(a->key, b->key)/pair_id(a->name, b->name)/|test_app_app_parts"
    "box select: touched only by corners|app/window/box_select.c|s/return count > 0;/return point_inside(planes, t->p[0]);/|test_app_window_box_select"
    "explode: picked where the part really is|app/window/pick.c|s/Affine shown = app_shown_placement(app, part), to_local;/Affine shown = app->document.parts[part].placement, to_local;/|test_app_window_mouse"
    "uploads: batches are sent again though nothing changed|app/gfx/batch.c|s/if (hash == batch->content)/if (count == 1)/|test_app_window_uploads"
    "zoom: the near plane cuts what one looks at|app/gfx/frame.c|s/LAST_NEAR_OF_DISTANCE = 0.25/LAST_NEAR_OF_DISTANCE = 4/|test_app_gfx_zoom"
    "reuse: a picture stays though a part has another flag|app/gfx/fingerprint.c|s/(part->flags & ~skipped)/0u/|test_app_gfx_reuse"
    "shadow: what is cut away still casts one|app/gfx/pass_shadow.c|s/    if (!cut->on) {/    if (cut) {/|test_app_gfx_shadow"
    "measure: to the point clicked instead of straight to the face|app/window/measure.c|s/out->value = fabs(along);/;/|test_app_window_measure"
    "gizmo: turns about where the pivot is shown|app/window/gizmo_drag.c|s/vec3d_sub(gizmo->pivot, gizmo->shift)/gizmo->pivot/|test_app_window_gizmo"
    "scale: about the origin whatever the pivot|app/actions/action_part_scale.c|s/(factor - 1) \* along/0 * along/|test_app_app_move"
    "marks: each frame forgets the one before|app/window/tools/mark_crowd.c|s/hold(ranked, count, crowd, apart);/(void)hold;/|test_app_window_mark_crowd"
    "groups: what is in one does not follow it|app/io/group_path.c|s/int right = \*b == '\/' ? 1/int right = *b == 0 ? 1/|test_app_app_groups"
    "batch: every run reads what belongs to the first|app/gfx/part_batch.c|s/(GLintptr)(run->from \* sizeof \*batch->parts)/0/|test_app_gfx_batch"
    "aim: at where parts are instead of where they are shown|app/window/aim.c|s/shown = app_shown_placement(app, pick.part);/shown = app->document.parts[pick.part].placement;/|test_app_window_steps"
    "boxtree97: cells move by too little|core/tree/bv/boxtree97/boxtree97_tests.h|s/upper, to, to - from/upper, to, 0.9 * (to - from)/|test_core_bv_boxtree97"
    "clip97: wrong end of the edge moved|core/tree/bv/boxtree97/clip97.h|s/(inverse > 0) == upper/(inverse > 0) != upper/|test_core_clip97"
    "clip97: no room for rounding|core/tree/bv/boxtree97/clip97.h|s/f->wide = (4e-12/f->wide = 0 * (4e-12/|test_core_clip97"
    "boxtree: offset rounded up|core/tree/bv/boxtree/boxtree_store.c|s/^    return offset;/    return nextafterf(offset, INFINITY);/|test_core_bvh"
    "boxtree: offset rounded up, seen by its own test|core/tree/bv/boxtree/boxtree_store.c|s/^    return offset;/    return nextafterf(offset, INFINITY);/|test_core_bv_boxtree"
    "boxtree: SAT lite with a flipped sign|core/tree/bv/boxtree/boxtree_axes.c|s/(p\[k\] > 0) == !(code \& 1)/(p[k] < 0) == !(code \& 1)/|test_core_boxtree_axes"
    "boxtree: SAT lite pulls the wrong end of B only|core/tree/bv/boxtree/boxtree_axes.c|s/int k = code >> 1;/int k = code >> 1; if (tree_b \&\& s == 2) ((double *)p)[k] = -p[k];/|test_core_boxtree_axes"
    "boxtree: no margin|core/tree/bv/boxtree/boxtree_axes.c|s/double margin = 0x1p-24 \* (2 \* moves + 32)/double margin = 0 * (2 * moves + 32)/|test_core_boxtree_axes"
    "boxtree: lookup rounds to the nearest step|core/tree/bv/boxtree/boxtree_store.h|s/return (float)count \* step > offset ? count - 1 : count;/(void)step; return count;/|test_core_boxtree_axes"
    "boxtree: only B's moved ends are compared|core/tree/bv/boxtree/boxtree_kernel.inl|s/if (!exit \&\& a->moved\[0\] < BOXTREE_SIDES)/if (exit > 99)/|test_core_boxtree_axes"
    "broad phase: boxes that touch do not meet|core/assembly/broad_phase.c|s/return a->lo.x <= b->hi.x/return a->lo.x < b->hi.x/|test_core_broad_phase"
    "broad phase: rotation forgets a box|core/assembly/broad_phase.c|s/^    fit(nodes, top);$/;/|test_core_broad_phase"
    "rules: the first match holds|core/meaning/rules_resolve.c|s/for (size_t i = rules->wild_count; i-- > 0;)/for (size_t i = 0; i < rules->wild_count; ++i)/|test_core_rules"
    "rules: a star stops at the first try|core/meaning/rules.c|s/} else if (star) {/} else if (star \&\& retry == name) {/|test_core_rules"
    "check: deformations are forgotten|app/commands/command_check.c|s/document->parts\[i\].selected = false;.*/document->parts[i].shape = (Deformation){0};/|test_app_app_meaning"
    "scene: deformations are not read|app/session/adopt.c|s/^    \*to = from->state;/    *to = from->state, to->shape.amount = 0;/|test_app_app_meaning"
    "verdict: intentional pairs are interferences|core/meaning/fit_kind.c|s/if (row->rule == RULE_INTENTIONAL)/if (row->polygons < 0)/|test_core_report"
    "verdict: nearest place by chance|core/query/distance.c|s/search->best = first_of(.search->best, .here);/search->best = here;/|test_core_report"
    "verdict: rows of another pose hold|app/stages/stage_fit.c|s/bool known = said .. !moved .. stands_as(.state->told, .now, i);/bool known = said;/|test_app_window_verdicts"
    "verdict: contacts of an older pose are current|app/stages/stage_contacts.c|s/state->stale\[p\] = .*/state->stale[p] = false;/|test_app_window_verdicts"
    "verdict: costs of the hierarchy before|app/stages/shown_pairs.c|s/return bvh_desc_equal(build, .app->document.build) ../return/|test_app_window_verdicts"
    "report: a baseline forgives everything|core/meaning/fit_report.c|s/return row->worse;/return false;/|test_core_report"
    "report: clearances by boxes that did not grow|core/meaning/fit_report.c|s/box3d_grown(\*box, m->desc->clearance)/box3d_grown(*box, 0)/|test_core_report"
    "assembly: pairs of moved parts kept|core/assembly/assembly_report.c|s/^    if (!pair /    if (pair /|test_core_assembly"
    "assembly: boxes stay moved after a failure|core/assembly/assembly_report.c|s/^        set_boxes(u, false);/        ;/|test_core_assembly"
    "topology: edges of one sense count as closed|core/mesh/topology.c|s/ \&\& topology->turned_count == 0;/;/|test_core_topology"
    "topology: -0 and 0 are two places|core/mesh/weld.c|s/double x = p.v\[k\] + 0.0;/double x = p.v[k];/|test_core_topology"
    "topology: collapsed triangles have edges|core/mesh/sides.c|s/return p\[0\] == p\[1\] .. p\[1\] == p\[2\] .. p\[2\] == p\[0\];/return p[0] == p[1] \&\& p[1] == p[2];/|test_core_topology"
    "topology: faces wound against each other make a crease|core/mesh/topology.c|s/(twin < 0 ? fabs(c) : opposed ? -c : c)/(twin < 0 ? fabs(c) : c)/|test_core_topology"
    "creases: a corner where three meet is no end|core/mesh/creases.c|s/if (found >= 0 \&\& found != other)/if (found < -1)/|test_core_creases"
    "creases: nothing is looked at beyond the triangle|core/mesh/crease_snap.c|s/if (!flood_to(flood, s \/ 3))/if (s < 0)/|test_core_creases"
    "chord error: any width|core/mesh/chord_error.c|s/if (y->wide \&\& /if (/; s/e->turns\[i\].wide \&\& //|test_core_chord_error"
    "chord error: tips are smooth|core/mesh/chord_error.c|s/#define MOST_LEAN 1.5/#define MOST_LEAN 99.0/|test_core_chord_error"
    "chord error: flat rings are facets of a torus|core/mesh/chord_error.c|s/return beyond < 0.01 . width ? width : 0;/return width;/|test_core_chord_error"
    "chord error: halves of quads stay apart|core/mesh/facets.c|s/least < 0.5 . next ? found : -1/least < 0 * next ? found : -1/|test_core_chord_error"
    "chord error: kept after a deformation|core/mesh/chord_error.c|s/ \&\& owner->chord.version == mesh->version;/;/|test_core_chord_error"
    "json: keys may come twice|app/io/json.c|s/return !object .. keys_come_once(parser, parent);/return true;/|test_app_json"
    "json: numbers have children|app/io/json.c|s/return holds .. of->count > 0/return of->count > 0/|test_app_json"
    "contacts: cut at a million|core/query/contacts.c|s/desc->limit ? desc->limit : SIZE_MAX/desc->limit ? desc->limit : 1000000/|test_core_contact_limit"
    "contacts: a cut list passes|core/meaning/examine.c|s/out->truncated = contacts->truncated;/out->truncated = false;/|test_core_contact_limit"
    "memory: small requests are never looked at|core/base/memory.c|s/memory_order_relaxed) + size < step/memory_order_relaxed) < SIZE_MAX/|test_core_memory_budget"
    "memory: looks take no account of what is granted|core/base/memory.c|s/(left - more) . 2 : 0/left : 0/|test_core_memory_budget"
    "scene: a file is read again for each of its names|app/session/open_import.c|s/strcmp(path, import->path) == 0/false/|test_app_app_many_parts"
    "scene: a file is shared whatever its unit|app/session/open_import.c|s/a->unit == b->unit/true/|test_app_app_many_parts"
    "reload: copies stay behind|app/session/adopt.c|s/if (known .. origin->source < 0)/if (false)/|test_app_app_many_parts"
    "memory: the budget is forgotten in growing arrays|core/base/memory.c|s/if (!within_budget(size, old ? size . 3 : size))/if (false)/|test_core_memory_budget"
    "facets: a given tolerance does not decide alone|core/meaning/facet_band.c|s/return given ? detail->tolerance : /return /|test_core_facet_band"
    "facets: what may be deeper passes|core/meaning/facet_band.c|s/return detail->depth_error <= border - detail->depth ?/return detail->depth <= border ?/|test_core_facet_band"
    "facets: equal parts a hair apart pass|core/meaning/examine.c|s/facets ? facet_band_border(out, desc) : out->tolerance, .place/out->tolerance, \&place/|test_core_facet_band"
    "facets: the scale of a part is forgotten|core/meaning/facet_band.c|s/local \* affine_axis_scale(.part->placement, axis)/local/|test_core_facet_band"
    "topology: kept after a deformation|core/mesh/topology.c|s/known->version != mesh->version/known->version > mesh->version/|test_core_topology"
    "projection: rows that would have to pull are kept|core/motion/projection.c|s/^        set_drop(set, drop);/        set_add(set, (int32_t)index, row->a, force); return true;/|test_core_projection"
    "projection: a contradiction reaches too far|core/motion/projection.c|s/fmax(out->reach, missing \/ across)/fmax(out->reach, 2 * missing \/ across)/|test_core_projection"
    "shrink: points go further than the limit|core/motion/shrink.c|s/bool cut = length > most;/bool cut = length > 2 * most;/|test_core_shrink"
    "shrink: faces may turn over|core/motion/shrink.c|s/if (!turns_over(w, i))/if (true)/|test_core_shrink"
    "shrink: foils are shrunk like blocks|core/motion/shrink.c|s/    if (share < 1)/    if (share < 0)/|test_core_shrink"
    "shrink: a slot counts as a thin wall|core/motion/thickness.c|s/if (distance > 0 .. vec3d_dot/if (distance > 1e9 \&\& vec3d_dot/|test_core_shrink"
    "shrink: what is inside out grows|core/motion/shrinker.c|s/        if (!looks_inwards(solid, .shells, shell))/        if (true)/|test_core_shrink"
    "tree: a copy keeps the boxes of the old mesh|core/tree/build/follow.c|s/copy->type->refit(copy, job))/copy->node_count > 0)/|test_core_shrink"
    "limits: they rise with every grab|core/motion/limit_book.c|s/wanted < entry->limit ? wanted : entry->limit/wanted/|test_core_limits"
    "limits: every press goes deeper|core/motion/limits.c|s/    pair->kept_inset = entry->inset;/    pair->kept_inset = 0;/|test_core_limits"
    "limits: inside is taken for apart|core/motion/limit_variants.c|s/? LIMIT_IS_FREE : LIMIT_CONTAINS/? LIMIT_IS_FREE : LIMIT_IS_FREE/|test_core_limits"
    "limits: all faces of a sunk box go in|core/motion/insets.c|s/.to = rays->most/.to = 1e9/|test_core_limits"
    "limits: scale is not in the mesh|core/motion/limit_variants.c|s/bool rigid = affine_is_rigid.*/bool rigid = true;/|test_core_limits"
    "limits: a fit that has no limit may do anything|core/motion/limits.c|s/pair->kind = apart ? LIMIT_APART : LIMIT_EXEMPT;/pair->kind = LIMIT_EXEMPT;/|test_core_limits"
    "limits: near fits are forgotten|core/motion/mover.c|s/        start.fits = fits;//|test_core_motion"
    "limits: an estimate is taken for a depth|core/motion/limits.c|s/if (limited .. (start->estimated .. !known))/if (limited \&\& !known)/|test_core_limits"
    "solid: a ray through an edge counts as a miss|core/meaning/solid_points.c|s/return CROSSING_DEGENERATE;/return CROSSING_NONE;/|test_core_contact_solid"
    "contact: a cavity counts as material|core/meaning/containment.c|s/inside += winding != 0;/inside += fabs((double)winding) >= 0;/|test_core_contact_report"
    "contact: large holes are closed like small ones|core/meaning/material.c|s/small ? ROLE_SOLID : ROLE_OPEN/small ? ROLE_SOLID : ROLE_SOLID/|test_core_contact_report"
    "contact: small holes are left open|core/meaning/material.c|s/small ? ROLE_SOLID : ROLE_OPEN/shell->loop_count == 0 ? ROLE_SOLID : ROLE_OPEN/|test_core_open_parts"
    "contact: what runs through closed holes is taken for known|core/meaning/depth.c|s/ \&\& !near_caps(search, piece->middle, piece->radius)//|test_core_open_parts"
    "contact: sheets are never crossed|core/meaning/sheets.c|s/if (!of_a->sheets \&\& !of_b->sheets)/if (count_of_nothing)/; s/^enum { MOST_PLACES/enum { count_of_nothing = 1, MOST_PLACES/|test_core_open_parts"
    "contact: bodies inside out make holes in others|core/meaning/nesting.c|s/if (ok \&\& inwards)/if (ok \&\& !inwards)/|test_core_open_parts"
    "contact: parts in one place touch|core/meaning/examine.c|s/if (!ok .. place.same) {/if (!ok) {/|test_core_open_parts"
    "certificates: depths of the wrong part|core/meaning/certificate.c|s/c->deep_of_b = !place->from_a;/c->deep_of_b = place->from_a;/|test_app_app_certificates"
    "certificates: more distance than there is|core/meaning/certificate.c|s/distance.value \* (1 - 1e-12)/distance.value * (1 + 1e-9)/|test_app_app_certificates"
    "certificates: a touch of sheets counts as proven|core/meaning/certificate.c|s/    c->partly = of_a->material->sheets .. of_b->material->sheets;/    c->partly = false;/|test_app_app_certificates"
    "certificates: parts share the wrong mesh|app/report/certificates_file.c|s/<= (uintptr_t)mesh ?/< (uintptr_t)mesh ?/|test_app_app_certificates"
    "certificates: clear pairs are left out|core/meaning/certificate.c|s/if (!c.ignored \&\& !prove(m, detail, \&c))/if (!detail)\n        return true;\n    &/|test_app_app_certificates"
    "contact: repeated triangles count twice|core/mesh/shells.c|s/f->counts\[sorted\[i\].triangle\] = false;/;/|test_core_open_parts"
    "contact: reversed triangles stay reversed|core/mesh/shells.c|s/out->turned\[twin \/ 3\] = turned;/out->turned[twin \/ 3] = 0;/|test_core_open_parts"
    "contact: an undecided depth is touch|core/meaning/pair_depth.c|s/: upper > out->tolerance    ? PAIR_UNDECIDED/: upper < 0 ? PAIR_UNDECIDED/|test_core_open_parts"
    "depth: edges without length bound pieces|core/meaning/depth.c|s/if (vec3d_length(edge) <= slack)/if (slack < 0)/|test_core_truth"
    "depth: convexity bound taken at the nearest corner|core/meaning/depth.c|s/if (square > furthest) {/if (square > 0 \&\& furthest == 0) {/|test_core_contact"
    "depth: outside pieces are dropped although crossed|core/meaning/depth.c|s/if (known \&\& piece->crossing < 0) {/if (known) {/|test_core_contact"
    "depth: pieces known to be inside although crossed|core/meaning/depth.c|s/.inside = piece->inside,$/.inside = true,/|test_core_contact"
    "patch: folds are covered too|core/meaning/patch.c|s/if (is_flat(patch, \&u, flat))/if (true)/|test_core_contact"
    "curves: ends matched by triangle alone|core/meaning/curves.c|s/{p < q ? p : q, p < q ? q : p, face_index, of_b}/{0, 0, face_index, of_b}/|test_core_contact"
    "hybrid: enclosing boxes without their padding, and too small|core/tree/bv/hybrid/hybrid_fit.c|s/half + padding(fitted.box.centre, half)/0.999999 * half/|test_core_hybrid"
    "hybrid: balls measured from one round before|core/tree/bv/hybrid/hybrid_fit.c|s/ball.radius += padding(ball.centre, ball.radius);/ball.radius *= 0.99999;/|test_core_hybrid"
    "hybrid meshes: boxes rounded inward|core/tree/bv/hybrid/bv_hybrid.c|s/float_above(half\[k\] + room)/float_below(0.999 * half[k])/|test_core_bvh"
    "hybrid meshes: slabs rounded inward|core/tree/bv/hybrid/bv_hybrid.c|s/float_below(lo - room)/float_above(lo + 1e-3 * reach)/|test_core_bvh"
    "hybrid meshes: the first type that is allowed|core/tree/bv/hybrid/bv_hybrid.c|s/if (value < best .* best == INFINITY)/if (best == INFINITY)/|test_core_bv_hybrid"
    "insertion of triangles: the way down left out|core/tree/build/insertion_tree.c|s/double way = open.way + direct - area(&n->box);/double way = open.way - area(\&n->box);/|test_core_insertion_tree"
    "hybrid: pair costs counted once|core/hybrid/insertion.c|s/way + 2 \* score_with/way + 1 * score_with/|test_core_hybrid_insert"
    "hybrid: the way down left out|core/hybrid/insertion.c|s/way = open.way + k \* (with - before)/way = open.way/|test_core_hybrid_insert"
    "hybrid: a bound that is too high|core/hybrid/set_partition.c|s/share = s->extra\[index\] \/ bit_count(mask)/share = s->extra[index]/|test_core_hybrid_partition"
    "hybrid: a stopped search kept whatever it found|core/hybrid/levels.c|s/insertion_cost(&other) < insertion_cost(work)/insertion_cost(\&other) < 0/|test_core_hybrid_partition"
    "primitives: the line holds everything|app/stages/lasso.c|s/    return in;/    return true;/|test_app_app_primitives"
    "primitives: nothing ever sticks out|app/stages/primitive_fit.c|s/cover.out += far > slack;/cover.out += far > 1e9;/|test_app_app_primitives"
    "hybrid: covered sets taken for seen at any cost|core/hybrid/set_partition.c|s/seen->covered == covered \&\& seen->cost <= cost/seen->covered == covered/|test_core_hybrid_partition"
    "rules: one that is taken back still counts its wildcards|core/meaning/rules.c|s/set->wildcards -= is_wild(rule->a) +/set->wildcards -= 0 * is_wild(rule->a) +/|test_core_rules"
    "utf8: names turn the direction of writing|core/base/utf8.c|s/return length == 3 .. (marks .. isolates);/return false;/|test_core_mesh"
    "contact: eight times the tolerance is touch|core/meaning/pair_depth.c|s/out->state = out->depth > out->tolerance/out->state = out->depth > 8 * out->tolerance/|test_app_flush"
    "curves: those of the pose before are drawn|app/stages/fit_curves.c|s/return found .. same_contacts(&(\*found)->contacts, &pair->contacts)/return found/|test_app_app_fit"
    "curves: joints are left open|shaders/line_joined.geom.glsl|s/joined_a ? sign \* side_a : sign \* across - along \* reach/sign * across/|test_app_gfx_joined"
    "contact report: pairs of moved parts kept|core/meaning/contact_report.c|s/u->changed\[pair->a\]/false/|test_core_contact_report"
    "quantiles: a quarter taken for what reaches farthest|core/tree/bv/boxtree/split_zachmann_quantile.c|s/farthest(work->reaches, 0, c.first_count)/work->reaches[0].end/|test_core_split_quantile"
    "boxtree: cases ll and uu exchanged|core/tree/bv/boxtree/boxtree_store.c|s/which == LL \&\& raised\[0\] ? UU : which/which == LL \&\& raised[0] ? LU : which/|test_core_bv_boxtree"
    "boxtree: refit keeps old offsets|core/tree/bv/boxtree/boxtree_store.c|s/store_offset(tree, child, m, code\[m\], offset\[m\]);/;/|test_core_bvh"
    "quality: a copied group counts twice|core/tree/quality/quality.c|s/if (m->child_count > 1)/if (m->child_count > 0)/|test_core_quality"
    "quality: growth against now instead of as built|core/tree/quality/quality_watch.c|s/fmax(bvh->as_built.overlap, LEAST_OVERLAP)/fmax(now->overlap, LEAST_OVERLAP)/; s/cost \/ bvh->as_built.cost : 1/cost \/ cost : 1/|test_core_quality_watch"
    "quality: the split side counts as empty space|core/tree/quality/quality_levels.c|s/1 - kept \/ kept_most_cut/1 - kept/|test_core_quality"
    "descent: longer side compares volumes|core/tree/pair/descend.h|s/DESCENT_EXTENT ? longest \* longest/DESCENT_EXTENT ? x * y * z/|test_core_box_sat"
    "descent: a rule that does what another does|core/tree/pair/list.h|s/DESCENT_AREA/DESCENT_VOLUME/|test_core_descent"
    "k-DOP: any triple of planes that combines to the direction will do|core/tree/bv/kdop/dop_alignment.c|s/if (least > best_least) {/if (least >= 0 \&\& best_least < 0) {/; s/supports = vec3d_dot(n, vec3d_sub(unit\[i\], unit\[a\])) < 1e-12;/supports = out->count < DOP_MAX_FACETS;/|test_core_dop_alignment"
    "dop26: one direction twice, another never|core/shape/dop26.c|s/{{1, -1, 0}}/{{1, 1, 0}}/|test_core_dop_alignment"
    "dop26: extremal points of the direction before|core/shape/dop26.c|s/e->hi_point\[i\] = p;/e->hi_point[i > 0 ? i - 1 : 0] = p;/|test_core_dop_alignment"
    "smallest ball: a support of three is left as it is|core/shape/min_ball.c|s/if (supports == MAX_SUPPORT)/if (supports == 3)/|test_core_min_ball"
    "smallest ball: about the first corner of few|core/tree/bv/ball/bv_sphere.c|s/return min_ball(points, corners).centre;/return points[0];/|test_core_min_ball"
    "Ritter: the first axis for the widest|core/tree/bv/ball/bv_sphere.c|/^static Vec3d ritter_centre/,/^}/s/            widest = k;/            widest = 0;/|test_core_min_ball"
    "volumes: the criterion of the volume before is kept|app/document/fields.c|s/        build.split = NULL;/        build.arity = 2;/|test_app_app_document"
    "volumes: a criterion chosen by hand is lost|app/document/fields.c|s/field_store(action_build_own_criterion.field, document, false);/;/|test_app_app_script"
    "scenes: a volume alone gets the criterion of AABBs|app/session/scene_file.c|s/if (!json_member(object, .criterion.))/if (!object)/|test_app_app_scene_settings"
    "split: lack of memory gives another tree|core/tree/build/build_top_down.c|s/if (choice->no_memory)/if (false)/|test_core_memory"
    "work: k-DOPs compare their first three directions only|core/tree/bv/kdop/bv_kdop.c|/^static inline int test_aligned/,/^}/s/i < ctx->half/i < 3/|test_core_search_work"
    "work: Ritter's ball starts about the first corner|core/tree/bv/ball/bv_sphere.c|/^static Vec3d ritter_centre/,/^}/{s/{vec3d_lerp(lo.widest., hi.widest., 0.5),/{fit_corner(items, 0),/;s/vec3d_distance(lo.widest., hi.widest.) \/ 2}/0}/}|test_core_search_work"
    "work: the OBB mean criterion cuts in the middle of the extent|core/tree/bv/obb/split_obb_mean.c|s/double cut = vec3d_dot(axis, mean3);/double cut = 1.5 * (axes->lo[longest] + axes->hi[longest]);/|test_core_search_work"
    "work: spatial median cuts at a third|core/tree/split/split_spatial_median.c|s/float cut = split_key(&in->box, axis);/float cut = 2 * (2 * in->box.lo.v[axis] + in->box.hi.v[axis]) \/ 3;/|test_core_search_work"
    "bench: replayed cuts one triangle late|core/bench/replay.c|s/slot_of\[items\[i\]\] < cut)/slot_of[items[i]] <= cut)/|test_core_bench"
    "bench: caught objects stay caught|core/bench/cage.c|s/else if (caught > 1)/else if (caught > 999)/|test_core_bench"
)

cd "$root"
if [ "${1:-}" = --stale ]; then
    stale=0
    for row in "${mutations[@]}"; do
        IFS='|' read -r name file expression target <<<"$row"
        if [ ! -f "$file" ] || sed "$expression" "$file" | cmp -s - "$file"; then
            echo "STALE     $name: the expression matches nothing in $file"
            stale=$((stale + 1))
        fi
    done
    echo "RAN: ${#mutations[@]} planted bugs looked up, $stale stale"
    [ $stale -eq 0 ]
    exit
fi

# Sorting by a checksum of commit and name draws without a generator, and anybody can repeat it.
if [ "${1:-}" = --sample ]; then
    count=${2:?how many}
    commit=$(git rev-parse HEAD)
    mapfile -t mutations < <(for row in "${mutations[@]}"; do
        printf '%s %s\n' "$(cksum <<<"$commit ${row%%|*}" | cut -d ' ' -f 1)" "$row"
    done | sort -n | head -n "$count" | cut -d ' ' -f 2-)
    echo "$count bugs drawn by commit $commit"
    set --
fi

copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
wanted() {
    [ $# -gt 1 ] || return 0
    local name=$1 part
    shift
    for part in "$@"; do [[ $name != *"$part"* ]] || return 0; done
    return 1
}

# The viewer is built only for bugs that are planted there.
app=OFF
for row in "${mutations[@]}"; do
    wanted "${row%%|*}" "$@" && [[ ${row##*|} == test_app_* ]] && app=ON
done
git ls-files -z --cached --others --exclude-standard | xargs -0 cp -r --parents -t "$copy"
cmake -G Ninja -S "$copy" -B "$copy/build" -DSNUG_BUILD_APP=$app -DCMAKE_BUILD_TYPE=Release \
    "-DSNUG_DEPS_DIR=${SNUG_DEPS_DIR:-$root/build/third_party}" >/dev/null

build_and_run() {
    local folder=core
    [[ $1 != test_app_* ]] || folder=app
    ninja -C "$copy/build" "$1" >"$copy/log" 2>&1 || { cat "$copy/log"; echo "does not build"; exit 2; }
    # A bug may as well let the test wait for something that never comes.
    timeout -k 5 300 "$copy/build/$folder/tests/$1" >"$copy/log" 2>&1
}

survivors=0 planted=0
declare -A passes
for row in "${mutations[@]}"; do
    IFS='|' read -r name file expression target <<<"$row"
    wanted "$name" "$@" || continue
    # A test that fails anyway proves nothing.
    if [ -z "${passes[$target]:-}" ]; then
        build_and_run "$target" || { echo "$target fails without any mutation"; exit 2; }
        passes[$target]=1
    fi
    cp "$copy/$file" "$copy/original"
    sed -i "$expression" "$copy/$file"
    if cmp -s "$copy/$file" "$copy/original"; then
        echo "STALE     $name: the expression matches nothing in $file"
        survivors=$((survivors + 1))
        continue
    fi
    planted=$((planted + 1))
    if build_and_run "$target"; then
        echo "SURVIVED  $name ($target)"
        survivors=$((survivors + 1))
    else
        echo "caught    $name: $(grep -m1 -oE 'ERROR: .*|[a-z_]+: error: .*|\[  FAILED  \] .*' "$copy/log" || true)"
    fi
    cp "$copy/original" "$copy/$file"
done
echo "RAN: $planted bugs planted, $survivors survived or stale"
[ "$survivors" -eq 0 ]
