#!/bin/sh
# Installs those of the Debian packages named on the command line that are missing, after a line per purpose.
# The output of apt goes to the file LOG, and is shown when it fails.
set -eu
log=${LOG:-build/need/apt.log}
simavr=${SIMAVR:-sim/simavr} # where libsimavr-dev is unpacked if it is not installed

# What each package is wanted for, and how to see that it (or the same from elsewhere) is there already.
reason() {
    case $1 in
    gcc | libc6-dev) echo "C compiler for the simulated Uno" ;;
    binutils-avr | gcc-avr) echo "compiler for the ATmega328P" ;;
    avr-libc) echo "C library of the ATmega328P" ;;
    libsimavr-dev) echo "simulator of the ATmega328P" ;;
    libelf-dev) echo "reads the firmware's ELF file for the simulator" ;;
    libcmocka-dev) echo "unit tests" ;;
    qemu-system-misc) echo "second simulator, for tests" ;;
    nodejs) echo "third simulator (avr8js), the browser page, proofs of the machine code" ;;
    ca-certificates) echo "lets npm know its registry" ;;
    chromium* | firefox-esr) echo "browser, for tests of the browser page: it is made for both" ;;
    arduino-core-avr) echo "source of the Uno's bootloader, the Arduino core: for tests" ;;
    arduino-builder | arduino-ctags) echo "builds as the Arduino IDE does, for tests" ;;
    zip) echo "packs the Arduino library and the page" ;;
    unzip) echo "unpacks the Arduino library, for tests" ;;
    avrdude) echo "writes the firmware to the board" ;;
    gdb-avr) echo "debugger for the ATmega328P, for tests" ;;
    picocom) echo "terminal on the serial line" ;;
    python3) echo "reads boards, for fleet and for tests" ;;
    python3-serial) echo "lets a script read the board, for tests" ;;
    clang-format | clang-tidy | clang | cppcheck) echo "checks of the source" ;;
    frama-c-base | why3 | z3 | cvc4) echo "proofs of the source and of the search's machine code" ;;
    clang-* | libclang-rt-* | llvm) echo "fuzzing" ;;
    *) echo "needed by make" ;;
    esac
}

has_command() { command -v "$1" >/dev/null 2>&1; }
# has_header HEADER...: whether the last one exists; the others come before it, because it needs them.
has_header() { printf '#include <%s>\n' "$@" | "${CC:-cc}" -E - >/dev/null 2>&1; }
is_installed() {
    has_command dpkg-query && dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q ' installed$'
}

present() {
    case $1 in
    gcc) has_command "${CC:-cc}" ;;
    libc6-dev) has_header stdio.h ;;
    binutils-avr) has_command avr-ld ;;
    gcc-avr) has_command avr-gcc ;;
    avr-libc) echo '#include <avr/io.h>' | avr-gcc -mmcu=atmega328p -E - >/dev/null 2>&1 ;;
    libsimavr-dev) has_header simavr/sim_avr.h || [ -e "$simavr/usr/include/simavr/sim_avr.h" ] ;;
    libelf-dev) has_header libelf.h ;;
    libcmocka-dev) has_header stdarg.h stddef.h stdint.h setjmp.h cmocka.h ;;
    qemu-system-misc) has_command qemu-system-avr ;;
    nodejs) has_command node ;;
    gdb-avr) has_command avr-gdb ;;
    ca-certificates) [ -e /etc/ssl/certs/ca-certificates.crt ] ;;
    chromium*)
        has_command chromium-headless-shell || has_command chromium || has_command chromium-browser ||
            has_command google-chrome
        ;;
    firefox-esr) has_command firefox-esr || has_command firefox ;;
    arduino-core-avr) [ -d /usr/share/arduino/hardware/arduino/avr/bootloaders/optiboot ] ;;
    *) has_command "$1" || is_installed "$1" ;;
    esac
}

missing=
for package in "$@"; do
    present "$package" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

# libsimavr-dev is only unpacked: it would install 40 others, of which the simulated board needs none.
unpack=
install=
for package in $missing; do
    case $package in
    libsimavr-dev) unpack=$package ;;
    *) install="$install $package" ;;
    esac
done

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
# groups PACKAGE...: a line per purpose: the purpose, then its packages
groups() {
    for package in "$@"; do
        printf '%s\t%s\n' "$(reason "$package")" "$package"
    done | awk -F '\t' '
        !($1 in packages) { order[++count] = $1 }
        { packages[$1] = packages[$1] " " $2 }
        END { for (i = 1; i <= count; i++) print order[i] "\t" substr(packages[order[i]], 2) }'
}

# shellcheck disable=SC2086  # lists of names
{
    sudo=
    [ "$(id -u)" = 0 ] || sudo=sudo
    apt() {
        $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -o=Dpkg::Use-Pty=0 "$@" >>"$log" 2>&1 </dev/null
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
    groups $missing | while IFS='	' read -r purpose packages; do
        printf '  %-36s %s\n' "$packages" "$purpose" >&2
    done
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
