#!/bin/sh
# Starts the boot loader of a Leonardo, and prints its port.
#
#   hal/leonardo.sh [PORT]       $PORTS: the patterns of ports to search
#
# A sketch with USB starts the boot loader when its port is opened at 1200 baud and closed.  For 8 seconds the
# loader is a USB device of its own, often with another name.  This firmware does not use the USB, so it has
# no such port: then, or if a port does not answer, the user must press the reset button.
set -eu
port=${1-}
ports=${PORTS:-/dev/ttyACM* /dev/cu.usbmodem*}

# shellcheck disable=SC2086  # patterns
present() { for p in $ports $port; do [ ! -e "$p" ] || echo "$p"; done | sort -u; }

# appears SECONDS BEFORE: prints the first port that was not there before, or that vanished and came back.
appears() {
    left=$(($1 * 20)) before=$2
    while [ "$left" -gt 0 ]; do
        now=$(present)
        for p in $now; do
            # udev gives the rights a moment later
            if ! echo "$before" | grep -qxF "$p" && [ -r "$p" ] && [ -w "$p" ]; then
                echo "$p"
                return
            fi
        done
        before=$(for p in $before; do echo "$now" | grep -xF "$p" || true; done)
        sleep 0.05
        left=$((left - 1))
    done
    return 1
}

before=$(present)
if [ -n "$port" ] && [ -e "$port" ]; then
    echo "asking the Leonardo at $port into its boot loader" >&2
    case $(uname) in
    Linux) stty -F "$port" 1200 hupcl ;;
    *) stty -f "$port" 1200 hupcl ;;
    esac
    appears 5 "$before" && exit
    before=$(present)
fi
echo "press the Leonardo's reset button now (this firmware has no USB, so it cannot be asked)" >&2
appears 60 "$before" || {
    echo "no boot loader came within a minute: is the USB cable one that carries data?" >&2
    exit 1
}
