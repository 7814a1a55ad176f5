#!/usr/bin/env bash
# Installs what the tests need, builds every preset and runs all checks.
# usage: ./test.sh [--full] [CHECK...]     --full: the long tier; CHECK: only these (see `checks` below)
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
. "$root/third_party/setup.sh"
cd "$root"

checks=(format sources setup table core debug release tsan fuzz)
fuzz_seconds=10
only=()
for argument in "$@"; do
    case $argument in
    --full)
        export SNUG_FULL=1
        fuzz_seconds=300
        ;;
    -*) die "usage: ./test.sh [--full] [${checks[*]}]" ;;
    *)
        [[ " ${checks[*]} " == *" $argument "* ]] || die "no check '$argument'; there are: ${checks[*]}"
        only+=("$argument")
        ;;
    esac
done
[ ${#only[@]} -eq 0 ] || checks=("${only[@]}")

own_files() {
    find core app third_party \( -name '*.c' -o -name '*.h' -o -name '*.inl' -o -name '*.cpp' \) | sort
}

check_format() {
    own_files | xargs clang-format --dry-run -Werror
}

check_sources() { .ci/check-sources.sh; }
check_setup() { .ci/check-setup.sh; }
check_table() { .ci/third-party-table.sh --check README.md; }

# Core with a C compiler and cmake alone, warnings are errors, and by the other compiler.
check_core() {
    configure core && build core -k 20 all
}

# run_ctest PRESET OPTION...: the tests of one build, their own counts included.
run_ctest() {
    local preset=$1 status=0
    shift
    ctest --test-dir "build/$preset" --output-on-failure --timeout "${SNUG_FULL:+3}600" \
        -j "$(nproc)" "$@" || status=$?
    return $status
}

check_debug() {
    configure debug && build debug -k 20 all && run_ctest debug
}

# Warnings are no errors here, since users build this one with compilers we do not know; but with ours
# there are none.
check_release() {
    configure release && build release -k 20 all
    if grep -A 4 'warning:' build/release-build.log; then
        echo "the release build has warnings"
        return 1
    fi
    # Journeys that wait more than they compute: sanitised ones are enough, but for the long tier.
    if [ -n "${SNUG_FULL:-}" ]; then run_ctest release; else run_ctest release -LE waits; fi
}

# Only the tests that say they use threads: the others would run ten times slower for nothing.
check_tsan() {
    configure tsan
    local targets
    mapfile -t targets < <(ctest --test-dir build/tsan -N -L threads |
        sed -n 's/^ *Test *#[0-9]*: \(.*\)/test_\1/p')
    if [ ${#targets[@]} -gt 0 ]; then
        build tsan "${targets[@]}" && run_ctest tsan -L threads
    else
        echo "no test is labelled threads"
    fi
}

# All of the app by the other compiler, warnings are errors. Then a short walk from the committed corpus;
# what is found goes to build/, never into the tree.
check_fuzz() {
    configure fuzz && build fuzz snug_app fuzzers
    local fuzzer name corpus failed=0
    for fuzzer in build/fuzz/fuzz/fuzz_*; do
        [ -x "$fuzzer" ] || continue
        name=${fuzzer##*/}
        corpus=("build/fuzz/found/$name")
        mkdir -p "${corpus[0]}"
        [ ! -d "app/tests/corpus/${name#fuzz_}" ] || corpus+=("app/tests/corpus/${name#fuzz_}")
        "$fuzzer" -max_total_time=$fuzz_seconds -timeout=10 -rss_limit_mb=2048 -max_len=65536 \
            -print_final_stats=1 -artifact_prefix="build/fuzz/$name-" \
            "${corpus[@]}" >"build/fuzz/$name.log" 2>&1 || {
            tail -n 40 "build/fuzz/$name.log"
            failed=1
        }
        echo "RAN: $name: $(sed -n 's/^stat::number_of_executed_units: *//p' "build/fuzz/$name.log") inputs"
    done
    return $failed
}

note "checks: ${checks[*]}"
install_packages "${build_packages[@]}" "${test_packages[@]}"
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
    # A shell of its own with errexit: inside `if` or `||` bash would ignore a failing line.
    set +e
    (
        set -e
        "check_$check"
    ) </dev/null >"$log" 2>&1
    status=$?
    set -e
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
    printf '%-8s %4d passed %4d failed %5d s\n' "$check" "$good" "$bad" $((SECONDS - started))
    [ "$bad" -eq 0 ] || {
        failures+=("$check")
        tail -n 60 "$log" | sed 's/^/    /'
    }
    # How many combinations and queries really ran, as the tests themselves counted them.
    cat "$log" "build/$check/Testing/Temporary/LastTest.log" 2>/dev/null | grep -a '^RAN:' |
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
