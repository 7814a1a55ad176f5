// The protocol of Andersen and Bay 2006, section 5, on our stand-ins. Costs are compared by their
// order only: sizes are ours. The paper prints the root term alone for some hierarchies, so both
// are printed. Collision time: two copies of one object, one of which moves and slides along the
// other (its velocity loses its part along the line between the centres); the first thousand poses
// in which the two-level boxes meet, the same for every builder, until the first contact is found.
#include "app/io/bench_hybrid.h"
#include "app/io/hybrid_samples.h"
#include "app/io/hybrid_xml.h"
#include "core/base/clock.h"
#include "core/base/rng.h"
#include "core/bench/run.h"
#include "core/bench/spread.h"
#include "core/hybrid/variants.h"

enum { POSES = 1000, REPEATS = 5, SETS = HYBRID_SAMPLES };
enum { PAPER_TYPES = 1 << VOLUME_TYPE_AABB | 1 << VOLUME_TYPE_OBB | 1 << VOLUME_TYPE_SPHERE };

const HybridPublishedSet hybrid_published[HYBRID_SAMPLES] = {
    {"chair",
     {3.7, 3466, 0.842466, 57},
     {4.4, 1650, 0.815947, 121},
     {0.79, 3796, 0, 0},
     {0, 7150, 1.07503, 0},
     0.53745},
    {"helicopter",
     {1.8, 119804, 0.720436, 84},
     {14.5, 73360, 0.720436, 104},
     {0.9, 132448, 0, 0},
     {0, 3668010, 3.79308, 0},
     0.646449},
    {"cannon",
     {4.6, 6739000, 0.818668, 77},
     {2.5, 1973310, 0.769347, 77},
     {2.61, 7361000, 0, 0},
     {0, 9866565, 2.76107, 0},
     0.85755},
    {"interceptor",
     {438, 6293130, 1.49868, 133},
     {12240, 2935520, 1.51871, 150},
     {2.51, 11256200, 0, 0},
     {0, 26419662, 6.78322, 0},
     1.65615},
};

HybridPublished hybrid_published_for(const HybridPublishedSet *set, const HybridBuilder *builder)
{
    return builder == &hybrid_bnb_tightest  ? set->tightest
           : builder == &hybrid_bnb_enlarge ? set->enlarge
           : builder == &hybrid_merging     ? set->merging
           : builder == &hybrid_two_level   ? set->two_level
                                            : (HybridPublished){0, 0, 0, 0};
}

static bool read_set(const char *name, HybridFile *file, Error *err)
{
    char path[1024];
    hybrid_sample_path(name, path, sizeof path);
    return hybrid_xml_read(path, file, err);
}

// --- poses

// Where the moving copy is when the boxes meet: it comes from a random side, and slides on contact.
static int32_t simulate(const HybridTree *tree, Affine *poses)
{
    HybridCollision collision = {0};
    Rng rng = rng_create(2006);
    Ball ball = hybrid_volume_ball(&tree->nodes[tree->root].volume);
    double step = ball.radius / 40;
    int32_t count = 0;
    for (int run = 0; run < 10000 && count < POSES; ++run) {
        Affine turn = rng_rotation(&rng);
        Vec3d from = rng_direction(&rng), aim = rng_in_cube(&rng, ball.radius / 2);
        Vec3d at = vec3d_scale(from, 2.1 * ball.radius);
        Vec3d velocity = vec3d_scale(vec3d_normalised(vec3d_sub(aim, at)), step);
        Vec3d middle = affine_apply(&turn, ball.centre);
        for (int i = 0; i < 300 && count < POSES; ++i) {
            Affine pose = turn; // so that the copy's centre is at centre + at
            pose.p = vec3d_sub(vec3d_add(ball.centre, at), middle);
            HybridVolume root = hybrid_volume_moved(&tree->nodes[tree->root].volume, &pose);
            bool near = !hybrid_volumes_separate(&tree->nodes[tree->root].volume, &root, 0);
            if (near)
                poses[count++] = pose;
            else if (i > 60 && vec3d_length(at) > 2 * ball.radius)
                break; // passed
            if (near && hybrid_collide(tree, tree, &pose, false, &collision) &&
                collision.count > 0) {
                Vec3d n = vec3d_normalised(at);
                double inwards = vec3d_dot(velocity, n);
                if (inwards < 0)
                    velocity = vec3d_add_scaled(velocity, n, -inwards);
                velocity = vec3d_scale(vec3d_normalised(velocity), step);
            }
            at = vec3d_add(at, velocity);
        }
    }
    hybrid_collision_free(&collision);
    return count;
}

typedef struct CollisionTime {
    Spread us;
    double tests, share; // means; share of poses in contact
} CollisionTime;

static CollisionTime collision_time(const HybridTree *tree, const Affine *poses, int32_t count)
{
    HybridCollision c = {0};
    CollisionTime time = {.us = SPREAD_NONE};
    for (int repeat = 0; repeat < bench_rounds(REPEATS); ++repeat) {
        double start = clock_cpu_seconds();
        uint64_t tests = 0;
        int32_t hits = 0;
        for (int32_t i = 0; i < count; ++i) {
            hybrid_collide(tree, tree, &poses[i], false, &c);
            tests += c.tests;
            hits += c.count > 0;
        }
        spread_add(&time.us, 1e6 * (clock_cpu_seconds() - start) / count);
        time.tests = (double)tests / count;
        time.share = (double)hits / count;
    }
    hybrid_collision_free(&c);
    return time;
}

// --- tables

typedef struct Row {
    double cost; // of one builder
    Spread us, coincident;
} Row;

static bool bench_builder(FILE *out, const HybridPublishedSet *paper, const PrimitiveSet *set,
                          const HybridBuilder *builder, unsigned types, const Affine *poses,
                          int32_t pose_count, Row *row)
{
    HybridDesc desc = hybrid_desc_filled(&(HybridDesc){.builder = builder, .types = {types}});
    HybridTree tree, other;
    HybridStats stats, plain = {0};
    Error err = {""};
    if (!hybrid_build(&tree, set, &desc, &stats, NULL, &err) ||
        !hybrid_validate(&tree, set, &err)) {
        fprintf(stderr, "snug bench: %s, %s: %s\n", paper->name, builder->name, err.text);
        return false;
    }
    if (stats.levels > 0) { // once more without the guess, for its nodes
        desc.params[1] = 0;
        if (hybrid_build(&other, set, &desc, &plain, NULL, &err))
            hybrid_tree_free(&other);
    }
    HybridQuality q = hybrid_quality(&tree);
    Affine same = affine_identity();
    CollisionTime time = collision_time(&tree, poses, pose_count);
    CollisionTime coincident = collision_time(&tree, &same, 1);
    HybridPublished p = hybrid_published_for(paper, builder);
    fprintf(out,
            "%s,%d,%s,%s,%.3f,%d,%d,%llu,%llu,%d,%s,%d,%d,%d,%.6g,%.6g,%.3f,%d,%d,%d,%d,%d,%.2f,"
            "%.1f,%.2f,%.2f,%g,%d,%g,%g,%.2f,%.2f\n",
            paper->name, set->count, builder->name, types ? "paper's" : "all", 1e3 * stats.seconds,
            stats.candidates, stats.most_candidates, (unsigned long long)plain.nodes,
            (unsigned long long)stats.nodes, stats.levels, stats.proven ? "yes" : "no", q.depth,
            q.groups, q.most_children, q.volume.full, q.volume.root_term, q.tightness,
            q.group_types[VOLUME_TYPE_AABB], q.group_types[VOLUME_TYPE_OBB],
            q.group_types[VOLUME_TYPE_SPHERE], q.group_types[VOLUME_TYPE_CAPSULE],
            q.group_types[VOLUME_TYPE_SCB], time.us.least, time.tests, time.share,
            coincident.us.least, p.seconds, p.candidates, p.cost, p.ms, time.us.most,
            coincident.us.most);
    *row = (Row){q.volume.full, time.us, coincident.us};
    hybrid_tree_free(&tree);
    return true;
}

static const char *holds(bool condition)
{
    return condition ? "holds" : "does not hold";
}

// "holds", and whether rounds of the two overlap.
static const char *is_faster(Spread one, Spread other)
{
    bool tie = spread_overlap(one, other);
    return one.least < other.least ? tie ? "holds, a tie" : "holds"
           : tie                   ? "does not hold, a tie"
                                   : "does not hold";
}

static void print_orderings(FILE *out, const char *name, const char *types, const Row *r)
{
    Row enlarge = r[hybrid_builder_index(&hybrid_bnb_enlarge)];
    Row tightest = r[hybrid_builder_index(&hybrid_bnb_tightest)];
    Row merging = r[hybrid_builder_index(&hybrid_merging)];
    Row two = r[hybrid_builder_index(&hybrid_two_level)];
    Spread coincident = enlarge.coincident.least < tightest.coincident.least ? enlarge.coincident
                                                                             : tightest.coincident;
    fprintf(out,
            "# %s (%s types): cost enlarge < tightest %s; tightest < merging %s; merging < "
            "two-level %s\n",
            name, types, holds(enlarge.cost < tightest.cost), holds(tightest.cost < merging.cost),
            holds(merging.cost < two.cost));
    fprintf(out,
            "# %s (%s types): time enlarge < two-level %s (x %.2f); tightest < two-level %s "
            "(x %.2f); coincident: two-level fastest %s\n",
            name, types, is_faster(enlarge.us, two.us), two.us.least / enlarge.us.least,
            is_faster(tightest.us, two.us), two.us.least / tightest.us.least,
            is_faster(two.coincident, coincident));
}

static bool wants(const HybridPublishedSet *paper, int32_t primitives, const HybridBuilder *builder,
                  unsigned types)
{
    return bench_wants("%s,%d,%s,%s", paper->name, primitives, builder->name,
                       types ? "paper's" : "all");
}

static bool bench_set(FILE *out, const HybridPublishedSet *paper, unsigned types)
{
    static Affine poses[POSES];
    HybridFile file;
    HybridTree two_level;
    Error err = {""};
    if (!read_set(paper->name, &file, &err) ||
        !hybrid_build(&two_level, &file.set, &(HybridDesc){.builder = &hybrid_two_level}, NULL,
                      NULL, &err)) {
        fprintf(stderr, "snug bench: %s\n", err.text);
        return false;
    }
    bool any = false;
    for (int b = 0; b < hybrid_builder_count; ++b)
        any = any || wants(paper, file.set.count, hybrid_builders[b], types);
    int32_t count = any ? simulate(&two_level, poses) : 0;
    Row rows[NAMED_MOST] = {{.cost = 0}};
    bool sound = true;
    for (int b = 0; sound && b < hybrid_builder_count; ++b)
        if (wants(paper, file.set.count, hybrid_builders[b], types))
            sound = bench_builder(out, paper, &file.set, hybrid_builders[b], types, poses, count,
                                  &rows[b]);
    if (sound && bench_wants_all())
        print_orderings(out, paper->name, types ? "paper's" : "all", rows);
    hybrid_tree_free(&two_level);
    hybrid_file_free(&file);
    return sound;
}

bool bench_hybrid(FILE *out)
{
    fputs("set,primitives,builder,types,ms,candidates,most_candidates,nodes_without_guess,nodes,"
          "levels,proven,depth,groups,most_children,cost,root_term,tightness,aabb,obb,sphere,"
          "capsule,scb,collision_us,collision_tests,in_contact,coincident_us,published_s,"
          "published_candidates,published_cost,published_ms,collision_most_us,coincident_most_us\n",
          out);
    bool sound = true;
    for (int t = 0; t < 2; ++t)
        for (int i = 0; i < SETS; ++i) {
            bench_went_on((t * SETS + i) / (2.0 * SETS));
            sound = bench_set(out, &hybrid_published[i], t ? 0 : PAPER_TYPES) && sound;
            fflush(out);
        }
    return sound;
}
