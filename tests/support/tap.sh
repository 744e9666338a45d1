# What test programs in bash share: the folder they run in, and their output, which is TAP.
#
# A program sources this file, gives its verdicts, and ends with done_testing.  A make that it runs is not a
# part of the make that runs the test.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
unset MAKEFLAGS MAKELEVEL MFLAGS
count=0 failed=0
# Standard error is shown after each verdict.
errors=$PWD/build/test-results/${0##*/}.errors
mkdir -p "${errors%/*}" && : >"$errors"
exec 3>&2 2>>"$errors"
trap 'cat "$errors" >&3' EXIT

# verdict STATUS SENTENCE [NOTES]: the test passes if the status is 0; otherwise the notes are printed, too.
verdict() {
    count=$((count + 1))
    if [ "$1" = 0 ]; then
        echo "ok $count - $2"
    else
        echo "not ok $count - $2"
        [ -z "${3-}" ] || printf '%s\n' "$3" | sed 's/^/# /'
        failed=1
    fi
    cat "$errors" >&3
    : >"$errors"
}

# expect_none SENTENCE OFFENDERS: the test passes if nothing offends; otherwise it prints what does.  An error
# offends, too: so a check whose command dies does not pass.
expect_none() {
    local status=0
    [ -z "$2" ] && [ ! -s "$errors" ] || status=1
    verdict $status "$1" "$2"
}

done_testing() {
    echo "1..$count"
    exit $failed
}
