# What test programs in bash share: the folder they run in, and their output, which is TAP.
#
# A program sources this file, gives its verdicts, and ends with done_testing.  A make that it runs is not a
# part of the make that runs the test.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
unset MAKEFLAGS MAKELEVEL MFLAGS
count=0 failed=0

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
}

# expect_none SENTENCE OFFENDERS: the test passes if nothing offends; otherwise it prints what does.
expect_none() {
    local status=0
    [ -z "$2" ] || status=1
    verdict $status "$1" "$2"
}

done_testing() {
    echo "1..$count"
    exit $failed
}
