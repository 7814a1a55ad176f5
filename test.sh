#!/usr/bin/env bash
# Installs what the tests need, builds every preset and runs all checks.
# usage: ./test.sh [CHECK...]            the fast tier, or only these checks of it
#        ./test.sh --full [CHECK...]     the long tier: at most 30 minutes a check, 120 in all
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/third_party/setup.sh"
cd "$root"

# Each is a function check_NAME below and runs in a process of its own, within its time.
fast=(format sources setup table core debug release tsan fuzz)
long=(format sources setup table core debug long_debug long_release abi instructions long_tsan long_fuzz mutate adding)
most_minutes=30

own_files() {
    find core app third_party \( -name '*.c' -o -name '*.h' -o -name '*.inl' -o -name '*.cpp' \) | sort
}

check_format() {
    own_files | xargs clang-format --dry-run -Werror
}

check_sources() {
    .ci/check-sources.sh
    .ci/mutate.sh --stale
}
check_setup() { .ci/check-setup.sh; }
check_table() { .ci/third-party-table.sh --check app/manual/third-party.md; }

# run_ctest PRESET OPTION...: the tests of one build, their own counts included. One more at a time than
# there are processors, since journeys wait nearly as long as they compute.
run_ctest() {
    local preset=$1
    shift
    ctest --test-dir "build/$preset" --output-on-failure --timeout "${SNUG_FULL:+1}600" \
        -j "$(($(nproc) + 1))" "$@"
}

# targets_of PRESET OPTION...: the programs of the tests that ctest chooses by these options.
targets_of() {
    local preset=$1
    shift
    ctest --test-dir "build/$preset" -N "$@" | sed -n 's/^ *Test *#[0-9]*: \(.*\)/test_\1/p'
}

# looked_over PRESET FOLDER...: the compiler reads what lies there as it would compile it, warnings and
# all, and writes nothing.
looked_over() {
    local preset=$1 folders
    shift
    folders=$(IFS='|' && echo "$*")
    sed -nE "s#^ *\"command\": \"(.*)\",?\$#\1#p" "build/$preset/compile_commands.json" |
        grep -E -- " -c $root/($folders)/" | sed -E 's# -o [^ ]+ -c # -fsyntax-only #' |
        xargs -P "$(nproc)" -d '\n' -I '{}' sh -c '{}'
}

# Core with a C compiler and cmake alone, warnings are errors, and by the other compiler: which must
# come to the same verdicts. Its tests are only read: gcc compiles and runs them.
check_core() {
    configure core
    build core -k 20 snug_core snug_shared test_core_verdict_bytes test_core_motion_bytes
    looked_over core core/tests core/bench
    run_ctest core -R 'core_(verdict|motion)_bytes'
}

check_debug() {
    configure debug && build debug -k 20 all && run_ctest debug
}

# What changes settings at random with a part in the hand, and searches step by step, sanitised to the end.
check_long_debug() {
    configure debug
    local targets
    mapfile -t targets < <(targets_of debug -R "$long_sanitised")
    build debug "${targets[@]}"
    SNUG_FULL=1 run_ctest debug -R "$long_sanitised"
}
long_sanitised='^(app_app_(switches|compare)|core_(trace|explain))$'

# Warnings are no errors here, since users build this one with compilers we do not know; but with ours
# there are none.
build_release() {
    build release -k 20 "$@"
    if grep -A 4 'warning:' build/release-build.log; then
        echo "the release build has warnings"
        return 1
    fi
}

# What the optimiser makes of core, and the programs as users have them: installed, and drawing. All else
# ran sanitised, and does the same here in the long tier.
check_release() {
    configure release
    local targets
    mapfile -t targets < <(targets_of release -L core -E 'core_(library|python)')
    build_release snug installable journey "${targets[@]}"
    run_ctest release -L 'core|optimised'
}

check_long_release() {
    configure release
    build_release all
    SNUG_FULL=1 run_ctest release
}

# Only the tests that say they use threads: the others would run ten times slower for nothing.
check_tsan() {
    configure tsan
    local targets
    mapfile -t targets < <(targets_of tsan -L threads)
    if [ ${#targets[@]} -gt 0 ]; then
        build tsan "${targets[@]}" && run_ctest tsan -L threads
    else
        echo "no test is labelled threads"
    fi
}

check_long_tsan() { SNUG_FULL=1 check_tsan; }

# All of the app by the other compiler, warnings are errors. Then a short walk from the committed corpus;
# what is found goes to build/, never into the tree. It ends after so many inputs: the same walk on every
# machine, so that a check that passed passes again.
check_fuzz() { fuzz_for 60 1; }

# Some 18 minutes for all of them, however many there are, and another walk every time.
check_long_fuzz() {
    local targets=(app/tests/fuzz_*.c) at_once
    at_once=$(nproc)
    [ "$at_once" -le ${#targets[@]} ] || at_once=${#targets[@]}
    fuzz_for $((18 * 60 * at_once / ${#targets[@]})) 0
}

# fuzz_for SECONDS SEED: at most so long for each target, as many at once as there are processors. 0 is a
# random seed, printed in the log, that goes on from what was found for as long as it has.
fuzz_for() {
    configure fuzz
    build fuzz snug_app fuzzers
    printf '%s\n' build/fuzz/fuzz/fuzz_* | xargs -P "$(nproc)" -I '{}' "$root/test.sh" --fuzz '{}' "$@"
}

# fuzz_one FUZZER SECONDS SEED
fuzz_one() {
    local name=${1##*/} corpus words inputs=-1 status=0
    corpus=("build/fuzz/found/$name")
    if [ "$3" -ne 0 ]; then
        corpus=("$(mktemp -d "build/fuzz/walk-$name.XXXXXX")")
        inputs=20000
        [ "$name" != fuzz_check ] || inputs=600 # each of them is a whole check
    fi
    mkdir -p "${corpus[0]}"
    [ ! -d "app/tests/corpus/${name#fuzz_}" ] || corpus+=("app/tests/corpus/${name#fuzz_}")
    words=(app/tests/dictionaries/"${name#fuzz_}".dict)
    [ -f "${words[0]}" ] && words=("-dict=${words[0]}") || words=()
    "$1" -seed="$3" -max_total_time="$2" -runs="$inputs" -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
        "${words[@]}" -print_final_stats=1 -artifact_prefix="build/fuzz/$name-" \
        "${corpus[@]}" >"build/fuzz/$name.log" 2>&1 || status=1
    [ "$3" -eq 0 ] || rm -r "${corpus[0]}"
    [ $status -eq 0 ] || tail -n 40 "build/fuzz/$name.log"
    echo "RAN: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log") inputs"
    return $status
}

# The library's interface is that of its version, but for functions that were added. Looks at the release.
check_abi() { .ci/check-abi.sh; }

# Six queries take no more instructions than they did, but for 5 %. Looks at the release.
check_instructions() { .ci/check-instructions.sh; }

# A sample of the planted bugs, other ones with every commit; .ci/mutate.sh alone plants all.
check_mutate() { .ci/mutate.sh --sample 24; }

# A dummy of every row of "Where do I add ...", built and seen in the program.
check_adding() { .ci/prove-adding.sh; }

# One fuzzer in this process: what fuzz_for starts.
if [ "${1:-}" = --fuzz ]; then
    fuzz_one "$2" "$3" "$4"
    exit
fi

# One check in this process: what the loop below starts.
if [ "${1:-}" = --check ]; then
    "check_$2"
    exit
fi

checks=("${fast[@]}")
if [ "${1:-}" = --full ]; then
    checks=("${long[@]}")
    shift
fi
for argument in "$@"; do
    [[ " ${checks[*]} " == *" $argument "* ]] ||
        die "no check '$argument'; there are: ${checks[*]} (usage: ./test.sh [--full] [CHECK...])"
done
[ $# -eq 0 ] || checks=("$@")

note "checks: ${checks[*]}"
install_packages "${build_packages[@]}" "${cad_packages[@]}" "${test_packages[@]}"
third_party/build.sh
rm -rf build/logs
mkdir -p build/logs

passed=0
failed=0
failures=()
for check in "${checks[@]}"; do
    log="build/logs/$check.log"
    started=$SECONDS
    status=0
    timeout "${most_minutes}m" "$root/test.sh" --check "$check" </dev/null >"$log" 2>&1 || status=$?
    [ $status -ne 124 ] || echo "error: stopped after $most_minutes minutes" >>"$log"
    # A build counts by its tests, any other check as one.
    good=$([ $status -eq 0 ] && echo 1 || echo 0)
    bad=$((1 - good))
    if summary=$(grep -E '[0-9]+ tests failed out of [0-9]+' "$log"); then
        total=${summary##* }
        bad=$(sed -E 's/.* ([0-9]+) tests failed.*/\1/' <<<"$summary")
        good=$((total - bad))
        [ $status -eq 0 ] || [ "$bad" -gt 0 ] || bad=1
    fi
    passed=$((passed + good))
    failed=$((failed + bad))
    printf '%-12s %4d passed %4d failed %5d s\n' "$check" "$good" "$bad" $((SECONDS - started))
    [ "$bad" -eq 0 ] || {
        failures+=("$check")
        tail -n 60 "$log" | sed 's/^/    /'
    }
    # How many combinations and queries really ran, as the tests themselves counted them.
    cat "$log" "build/${check#long_}/Testing/Temporary/LastTest.log" 2>/dev/null | grep -a '^RAN:' |
        sort -u | sed 's/^/    /' || true
done

# What failed comes last, where it is read first.
for check in "${failures[@]}"; do
    note "failed: $check (output in build/logs/$check.log)"
    grep -aE -A 2 '^FAILED|^\[  (ERROR|FAILED)|error:|\((Failed|Timeout|SEGFAULT)\)' "build/logs/$check.log" |
        head -n 30 | sed 's/^/    /' || true
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
