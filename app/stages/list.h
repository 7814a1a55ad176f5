// The stages, in the order in which they are brought up to date: what one reads of another stands
// below it. To add one: a file stage_x.c that defines `const Stage stage_x` (stage.h is the
// contract), and X(x) here.
#define STAGE_LIST(X)                                                                              \
    X(pictures)                                                                                    \
    X(file_watch)                                                                                  \
    X(load)                                                                                        \
    X(pipe_kit)                                                                                    \
    X(variants)                                                                                    \
    X(build)                                                                                       \
    X(shape)                                                                                       \
    X(features)                                                                                    \
    X(snap)                                                                                        \
    X(motion)                                                                                      \
    X(tool)                                                                                        \
    X(depth)                                                                                       \
    X(query)                                                                                       \
    X(fit)                                                                                         \
    X(clash_notes)                                                                                 \
    X(contacts)                                                                                    \
    X(pieces)                                                                                      \
    X(common)                                                                                      \
    X(shared)                                                                                      \
    X(export)                                                                                      \
    X(threads)                                                                                     \
    X(gap)                                                                                         \
    X(watch)                                                                                       \
    X(roots)                                                                                       \
    X(trace)                                                                                       \
    X(tree)                                                                                        \
    X(construction)                                                                                \
    X(frames)                                                                                      \
    X(compare)                                                                                     \
    X(compare_search)                                                                              \
    X(compare_trace)                                                                               \
    X(bands)                                                                                       \
    X(quality)                                                                                     \
    X(cost)                                                                                        \
    X(primitives)                                                                                  \
    X(hybrid)                                                                                      \
    X(cover)                                                                                       \
    X(explode)                                                                                     \
    X(overlay)                                                                                     \
    X(best)                                                                                        \
    X(figure)                                                                                      \
    X(path)                                                                                        \
    X(cage)                                                                                        \
    X(disassembly)                                                                                 \
    X(access)                                                                                      \
    X(sweep)                                                                                       \
    X(path_check)                                                                                  \
    X(removal)                                                                                     \
    X(variant_fit)                                                                                 \
    X(save)                                                                                        \
    X(log)
