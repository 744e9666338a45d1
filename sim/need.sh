#!/bin/sh
# Installs those of the Debian packages named on the command line that are missing, after a line per purpose.
# The output of apt goes to the file LOG, and is shown when it fails.
set -eu
log=${LOG:-build/need/apt.log}
simavr=${SIMAVR:-sim/simavr} # where libsimavr-dev is unpacked if it is not installed

# about PACKAGE: sets `why`, what it is wanted for, and `at`: it (or the same from elsewhere) is there if one
# of these commands, headers or paths is, or the package itself.
about() {
    at=$1 why='needed by make'
    case $1 in
    gcc) at=${CC:-cc} why='C compiler for the simulated Uno' ;;
    libc6-dev) at=stdio.h why='C compiler for the simulated Uno' ;;
    binutils-avr) at=avr-ld why='compiler for the ATmega328P' ;;
    gcc-avr) at=avr-gcc why='compiler for the ATmega328P' ;;
    avr-libc) at=avr/io.h why='C library of the ATmega328P' ;;
    libsimavr-dev) at="simavr/sim_avr.h $simavr/usr/include/simavr" why='simulator of the ATmega328P' ;;
    libcmocka-dev) at=cmocka.h why='unit tests' ;;
    qemu-system-misc) at=qemu-system-avr why='second simulator, for tests' ;;
    nodejs) at=node why='third simulator (avr8js), the browser page, proofs of the machine code' ;;
    ca-certificates) at=/etc/ssl/certs/ca-certificates.crt why='lets npm know its registry' ;;
    chromium* | firefox-esr)
        at='firefox-esr firefox'
        [ "$1" = firefox-esr ] || at='chromium-headless-shell chromium chromium-browser google-chrome'
        why='browser, for tests of the browser page: it is made for both'
        ;;
    arduino-core-avr)
        at=/usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot
        why="source of the Uno's bootloader, the Arduino core: for tests"
        ;;
    arduino-builder | arduino-ctags) why='builds as the Arduino IDE does, for tests' ;;
    zip) why='packs the Arduino library and the page' ;;
    unzip) why='unpacks the Arduino library, for tests' ;;
    avrdude) why='writes the firmware to the board' ;;
    gdb-avr) at=avr-gdb why='debugger for the ATmega328P, for tests' ;;
    picocom) why='terminal on the serial line' ;;
    python3) why='reads boards, for fleet and for tests' ;;
    python3-serial) why='lets a script read the board, for tests' ;;
    clang-format | clang-tidy | clang | cppcheck) why='checks of the source' ;;
    frama-c-base | why3 | z3 | cvc4) why="proofs of the source and of the search's machine code" ;;
    clang-* | libclang-rt-* | llvm) why='fuzzing' ;;
    esac
}

has_command() { command -v "$1" >/dev/null 2>&1; }

present() {
    about "$1"
    for sign in $at; do
        case $sign in
        avr/*.h) echo "#include <$sign>" | avr-gcc -mmcu=atmega328p -E - ;;
        *.h) printf '#include <%s>\n' stdarg.h stddef.h stdint.h setjmp.h "$sign" | "${CC:-cc}" -E - ;;
        */*) [ -e "$sign" ] ;;
        *) has_command "$sign" || dpkg-query -W -f '${Status}' "$sign" | grep ' installed$' ;;
        esac >/dev/null 2>&1 && return
    done
    return 1
}

missing='' install='' unpack=''
for package in "$@"; do
    present "$package" && continue
    missing="$missing $package"
    case $package in
    libsimavr-dev) unpack=$package ;; # it would install 40 others, of which the simulated board needs none
    *) install="$install $package" ;;
    esac
done
[ -n "$missing" ] || exit 0

# What apt-get would fetch, for example `: 3 packages, 21.8 MB to download, 99 MB on disk`; nothing if it does
# not know.
sizes() {
    {
        LC_ALL=C apt-get -y --print-uris --no-install-recommends install $install
        [ -z "$unpack" ] || apt-get -qq --print-uris download $unpack
    } 2>/dev/null | awk '
        /^\047/ { bytes += $3; packages++ }
        /^After this operation, / { disk = ", " $4 " " $5 " on disk" }
        END {
            s = packages == 1 ? "" : "s"
            if (packages) printf ": %d package%s, %.1f MB to download%s", packages, s, bytes / 1e6, disk
        }'
}
# shellcheck disable=SC2086  # lists of names
{
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    # It waits for another one: of the system, or one that Ctrl-C has not stopped.
    apt() {
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -o=Dpkg::Use-Pty=0 -o=DPkg::Lock::Timeout=600 \
            "$@" >>"$log" 2>&1 </dev/null
    }
    can_install=
    if has_command apt-get && { [ -z "$sudo" ] || has_command sudo; }; then
        can_install=1
        mkdir -p "${log%/*}"
        : >"$log"
        # The lists of packages are fetched only where they are absent or out of date.
        if ! apt-get install -s --no-install-recommends $missing >/dev/null 2>&1; then
            echo "Fetching the lists of packages: ${sudo:+sudo }apt-get update" >&2
            apt update || true
        fi
    fi

    echo "Missing on this machine$(sizes)" >&2
    for package in $missing; do
        about "$package"
        printf '%s\t%s\n' "$why" "$package"
    done | awk -F '\t' '
        !($1 in packages) { order[++count] = $1 }
        { packages[$1] = packages[$1] " " $2 }
        END { for (i = 1; i <= count; i++) printf " %-37s %s\n", packages[order[i]], order[i] }' >&2
    if ! has_command apt-get; then
        echo "These are Debian's package names, and there is no apt-get here:" \
            "please install the like, then try again." >&2
        exit 1
    fi
    if [ -z "$can_install" ]; then
        echo "Please run as root: apt-get install --no-install-recommends$missing" >&2
        exit 1
    fi

    if [ -n "$unpack" ]; then
        echo "Unpacking in $simavr: $unpack" >&2
        rm -rf "$simavr" && mkdir -p "$simavr"
        { (cd "$simavr" && apt-get -q download "$unpack") && dpkg-deb -x "$simavr"/*.deb "$simavr"; } \
            >>"$log" 2>&1 </dev/null || install="$install $unpack"
        rm -f "$simavr"/*.deb
    fi
    [ -n "$install" ] || exit 0
    echo "Installing: ${sudo:+sudo }apt-get install --no-install-recommends$install (log: $log)" >&2
    {
        apt install -y --no-install-recommends $install ||
            { apt update && apt install -y --no-install-recommends $install; }
    } &
    while kill -0 $! 2>/dev/null; do
        now=$(awk '/newly installed/ { all = $3; got = up = 0 } /^Get:/ { got++ } /^Setting up / { up++ }
            END { if (all) printf "  %d of %d packages fetched, %d installed", got, all, up }' "$log")
        [ "$now" = "${shown-}" ] || echo "$now" >&2
        shown=$now
        sleep 1
    done
    wait $! || { cat "$log" >&2 && exit 1; }
}
