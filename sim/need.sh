#!/bin/sh
# Installs what is missing of the Debian packages named on the command line, after saying what for.
set -eu

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
    zip) echo "packs what is handed out" ;;
    unzip) echo "unpacks it, for tests" ;;
    avrdude) echo "writes the firmware to the board" ;;
    gdb-avr) echo "debugger for the ATmega328P, for tests" ;;
    picocom) echo "terminal on the serial line" ;;
    parallel) echo "deals parts of a count out to boards" ;;
    clang-format | clang-tidy | clang | cppcheck) echo "checks of the source" ;;
    frama-c-base | why3 | z3 | cvc4) echo "proofs of the contracts in the source" ;;
    clang-* | libclang-rt-* | llvm) echo "fuzzing" ;;
    *) echo "needed by make" ;;
    esac
}

has_command() { command -v "$1" >/dev/null 2>&1; }
# has_header HEADER...: the last one, behind those that it needs.
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
    libsimavr-dev) has_header simavr/sim_avr.h ;;
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

echo "Missing on this machine:" >&2
for package in $missing; do
    printf '  %-18s %s\n' "$package" "$(reason "$package")" >&2
done

if ! has_command apt-get; then
    echo "These are Debian's package names, and there is no apt-get here:" \
        "please install the like, then try again." >&2
    exit 1
fi
sudo=
if [ "$(id -u)" != 0 ]; then
    sudo=sudo
    if ! has_command sudo; then
        echo "Please run as root: apt-get install --no-install-recommends$missing" >&2
        exit 1
    fi
fi

apt() { $sudo env DEBIAN_FRONTEND=noninteractive apt-get -q -o=Dpkg::Use-Pty=0 "$@" >&2 </dev/null; }

# The lists of packages are fetched only where they are absent or out of date.
# shellcheck disable=SC2086  # the names are words of one list
{
    echo "Installing: ${sudo:+sudo }apt-get install --no-install-recommends$missing" >&2
    apt-get install -s --no-install-recommends $missing >/dev/null 2>&1 || apt update
    apt install -y --no-install-recommends $missing ||
        { apt update && apt install -y --no-install-recommends $missing; }
}
